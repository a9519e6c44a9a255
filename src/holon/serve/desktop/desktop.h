// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "holon/serve/desktop/worker.h"
#include "holon/serve/document/model_check.h"
#include "holon/serve/document/model_document.h"
#include "holon/serve/runs/model_process.h"
#include "holon/serve/runs/run_store.h"
#include "holon/serve/web/bundle.h"
#include "holon/serve/web/web_server.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

struct DesktopOptions {
  std::filesystem::path folder;   ///< that may be read and written; canonical
  std::string model;              ///< that is open at first, relative to it; empty: none
  std::filesystem::path ui;       ///< of a front end under development; empty: the program's own
  std::filesystem::path program;  ///< that runs as a child; empty: this one
};

/// What browsers see: the open model, its runs. Answers the methods of docs/design/desktop.md; all
/// of it happens in the server's thread, except what takes long.
class Desktop final : public WebHandler {
 public:
  explicit Desktop(DesktopOptions options);
  ~Desktop() override;

  /// Must be called before the server runs; the server must outlive this.
  void attach(WebServer& server);

  const std::filesystem::path& folder() const { return options_.folder; }

  void connected(Client client) override;
  void disconnected(Client client) override;
  void receive(Client client, const std::string& text) override;
  void drained(Client client) override;
  WebAnswer get_public(const std::string& path) override;
  void get_private(const std::string& path, const std::string& query,
                   std::function<void(WebAnswer)> reply) override;
  bool is_private(const std::string& path) const override;

 private:
  /// One request that is being answered.
  struct Call {
    Client client = 0;
    Json id;
    Json params;
  };
  using Method = std::function<void(const Call&)>;

  void add_methods();
  void add_model_methods();
  void add_view_methods();
  void answer(const Call& call, Json result);
  void fail(const Call& call, const RequestFault& fault);
  /// Calls `make` and answers with its result, or with what it throws.
  void answer_by(const Call& call, const std::function<Json()>& make);
  /// The same in the worker.
  void answer_later(const Call& call, std::function<Json()> make);
  /// Answers what the process of the model makes, once the present text is checked.
  void show(const Call& call, const std::string& view);
  bool is_within_rate(Client client);

  void show_diff(const Call& call);

  // The model.
  ModelDocument& document();
  void open(const Json& params, const Call& call);
  void open_document(ModelDocument next);
  Json whole_state() const;
  Json small_state() const;
  Json model_parameters() const;
  /// Announces a change of the text that has been made.
  void publish(const TextChange& change, const std::string& label, const Call* cause,
               const ModelOutline& before, bool needs_check);
  void check();
  void end_old_check();
  /// Answers all questions to the process that shows the model.
  void fail_asked(const RequestFault& fault);
  /// Once the present text has been checked.
  void show_later(const Call& call, const std::string& view);
  /// Throws where the text of the model cannot be read.
  void refuse_unreadable();
  void start_check();
  void leave_model();
  /// Ends a process without waiting for its end.
  void discard(std::unique_ptr<ModelProcess>& process);
  void end_check(std::int64_t process, int status);
  void take_process(std::int64_t process, ModelCheck found);
  void answer_waiting();
  void take_check(ModelCheck found);
  void answer_edit(const Call& call, const std::string& label,
                   const std::function<TextChange()>& make, bool needs_check = true);
  void check_revision(const Json& params) const;
  void poll_disk();
  std::filesystem::path new_file(const std::string& path) const;

  // Studies.
  void add_study_methods();
  void start_study(const Call& call);
  void publish_study();
  void leave_study();

  // Runs.
  void add_run_methods();
  void start_run(const Call& call);
  void begin_from(RunOrder& order, const Json& params);
  void follow(const Call& call);
  void answer_rows(const Call& call);
  void export_run(const Call& call);
  void compare_runs(const Call& call);
  void publish_runs();
  void hear_of_runs();
  Json run_info(const std::string& run);
  void send_picture(const std::string& path, std::function<void(WebAnswer)> reply);
  void make_next_picture();

  DesktopOptions options_;
  Bundle bundle_;
  WebServer* server_ = nullptr;
  std::map<std::string, Method> methods_;
  struct Rate {
    double tokens = 0;
    std::chrono::steady_clock::time_point at;
  };
  std::map<Client, Rate> clients_;
  std::string catalogue_;  ///< text of the answer, made once

  std::optional<ModelDocument> document_;
  std::int64_t next_revision_ = 1;
  /// The last check that is done; shared with views that are being made of it.
  std::shared_ptr<ModelCheck> checked_ = std::make_shared<ModelCheck>();
  /// That of the last change of more than positions: what is checked belongs to all from there on.
  std::int64_t content_revision_ = 0;
  bool is_checked() const { return checked_->revision >= content_revision_; }
  std::vector<std::function<void()>> waiting_;  ///< for the check of the present text
  /// Of the text that is being checked; of the last one that was, which shows it. Numbers
  /// distinguish them, since their messages come later.
  std::unique_ptr<ModelProcess> checking_, shown_;
  bool is_lost_ = false;  ///< the process ended before it had checked the present text
  std::int64_t checking_number_ = 0, shown_number_ = 0, last_number_ = 0;
  struct Question {
    Call call;
    std::string view;
  };
  std::map<std::int64_t, Question> asked_;  ///< of the process that shows
  std::int64_t last_question_ = 0;

  Json study_;  ///< state of the last one of this model; null: none
  std::int64_t study_number_ = 0;
  std::unique_ptr<ChildProcess> study_process_;

  std::atomic<bool> is_heard_ = false;  ///< news of runs wait for the server's thread
  std::chrono::steady_clock::time_point published_{};
  RunStore runs_;
  /// A stream that a browser follows.
  struct Follower {
    std::string run, stream;
    std::vector<std::string> signals;
    std::size_t next = 0, points = 0;
  };
  std::map<Client, std::vector<Follower>> followers_;
  void feed_followers();
  void feed(Client client, Follower& follower);
  /// Images that are still to be drawn.
  struct Picture {
    std::filesystem::path model, file;
    std::string text;
    std::string request;  ///< "/images/example/four_bar.svg"
  };
  std::vector<Picture> pictures_;
  bool is_drawing_ = false;

  Worker views_;  // last: its tasks use everything else
};

}  // namespace holon::serve
