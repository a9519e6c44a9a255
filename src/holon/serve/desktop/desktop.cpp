// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/desktop/desktop.h"

#include <algorithm>

#include "holon/base/names.h"
#include "holon/base/version.h"
#include "holon/catalogue/builtin.h"
#include "holon/serve/desktop/catalogue_json.h"
#include "holon/serve/desktop/gallery.h"
#include "holon/serve/web/web_policy.h"
#include "holon/serve/wire/user_folders.h"

namespace holon::serve {
namespace {

// Requests of one browser: of a person who drags and types there are some tens.
constexpr double kRequestsPerSecond = 500, kBurst = 1000;
constexpr std::chrono::milliseconds kDiskPeriod{500};
// Runs of the same example in another server.
constexpr std::chrono::milliseconds kOtherServersPeriod{2000};
// News of runs and their rows: some thirty times a second.
constexpr std::chrono::milliseconds kRunPeriod{33};
constexpr std::size_t kLargestMessage = std::size_t{8} << 20;

constexpr const char* kNoFrontEnd = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Holon</title>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 4em auto">
<h1>Holon</h1>
<p>This program was built without the desktop's front end. It needs <b>nodejs</b> 18 or newer and
<b>npm</b> (<code>sudo apt-get install nodejs npm</code>) with access to their registry; then build
Holon again.</p>
<p>During development, <code>holon serve --ui-dir DIR</code> serves a front end from a folder.</p>
</body></html>
)";

std::string user_name() {
  const char* user = std::getenv("USER");
  return user ? user : "";
}

}  // namespace

Desktop::Desktop(DesktopOptions options)
    : options_(std::move(options)),
      bundle_(options_.ui.empty() ? Bundle::embedded() : Bundle::of_folder(options_.ui)),
      runs_(options_.program, [this] { hear_of_runs(); }) {
  add_methods();
  add_model_methods();
  add_view_methods();
  add_run_methods();
  add_study_methods();
}

Desktop::~Desktop() = default;

void Desktop::attach(WebServer& server) {
  server_ = &server;
  if (!options_.model.empty()) {
    open_document(ModelDocument(resolve_within(options_.folder, options_.model), options_.model,
                                builtin_catalogue(), next_revision_++));
  }
  server.repeat(kDiskPeriod, [this] {
    poll_disk();
    end_old_check();
    runs_.tidy();
  });
  server.repeat(kOtherServersPeriod, [this] {
    if (document_ && runs_.find_others(document_->file().string()))
      server_->send_to_all(dump({{"event", "runs"}}));
  });
  server.repeat(kRunPeriod, [this] {
    publish_runs();
    feed_followers();
  });
}

/// The first news after some quiet, as of a run that begins, does not wait for the next period. In
/// any thread.
void Desktop::hear_of_runs() {
  if (is_heard_.exchange(true)) return;
  server_->post([this] {
    is_heard_ = false;
    if (std::chrono::steady_clock::now() - published_ < kRunPeriod) return;
    publish_runs();
    feed_followers();
  });
}

void Desktop::connected(Client client) {
  clients_[client] = {kBurst, std::chrono::steady_clock::now()};
}

void Desktop::disconnected(Client client) {
  clients_.erase(client);
  followers_.erase(client);
}

void Desktop::drained(Client) {}

bool Desktop::is_within_rate(Client client) {
  Rate& rate = clients_[client];
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - rate.at).count();
  rate.at = now;
  rate.tokens = std::min(kBurst, rate.tokens + passed * kRequestsPerSecond);
  if (rate.tokens < 1) return false;
  rate.tokens -= 1;
  return true;
}

void Desktop::receive(Client client, const std::string& text) {
  Call call{client, nullptr, Json::object()};
  try {
    Json message = parse_message(text);
    if (!message.is_object()) throw RequestFault("request", "a request is a JSON object");
    if (message.contains("id") && message["id"].is_number_integer()) call.id = message["id"];
    if (call.id.is_null()) throw RequestFault("request", "a request has an integer 'id'");
    if (!is_within_rate(client))
      throw RequestFault("busy", "too many requests a second", "ask again in a moment");
    const std::string method = text_of(message, "method");
    if (message.contains("params")) {
      if (!message["params"].is_object()) throw RequestFault("request", "'params' is an object");
      call.params = std::move(message["params"]);
    }
    const auto found = methods_.find(method);
    if (found == methods_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, each] : methods_) names.push_back(name);
      throw RequestFault("request", "there is no method '" + method + "'",
                         did_you_mean(method, names));
    }
    found->second(call);
  } catch (const RequestFault& fault) {
    fail(call, fault);
  } catch (const std::exception& e) {
    fail(call, {"failed", e.what()});
  }
}

void Desktop::answer(const Call& call, Json result) {
  server_->send(call.client, "{\"id\":" + call.id.dump() + ",\"result\":" + dump(result) + "}");
}

void Desktop::fail(const Call& call, const RequestFault& fault) {
  server_->send(call.client, dump({{"id", call.id}, {"error", fault.to_json()}}));
}

void Desktop::answer_by(const Call& call, const std::function<Json()>& make) {
  answer(call, make());
}

void Desktop::add_methods() {
  methods_["hello"] = [this](const Call& call) {
    if (integer_of(call.params, "version") != 1)
      throw RequestFault("request", "this server speaks version 1 of the protocol",
                         "load the page anew");
    answer(call, {{"version", 1},
                  {"program", std::string("Holon ") + kVersion},
                  {"folder", options_.folder.string()},
                  {"model", document_ ? Json(document_->shown()) : Json()},
                  {"user", user_name()},
                  {"largestMessage", kLargestMessage},
                  {"capabilities", {"edit", "runs", "scene", "equations", "linearize"}}});
  };
  methods_["ping"] = [this](const Call& call) { answer(call, Json::object()); };
  methods_["gallery"] = [this](const Call& call) {
    answer_later(call, [folder = options_.folder] { return write_gallery(folder); });
  };
  methods_["catalogue"] = [this](const Call& call) {
    if (catalogue_.empty()) catalogue_ = dump(write_catalogue(builtin_catalogue()));
    server_->send(call.client, "{\"id\":" + call.id.dump() + ",\"result\":" + catalogue_ + "}");
  };
}

void Desktop::answer_later(const Call& call, std::function<Json()> make) {
  views_.add([this, call, make = std::move(make)] {
    try {
      Json result = make();
      server_->post([this, call, result = std::move(result)] { answer(call, result); });
    } catch (const RequestFault& fault) {
      server_->post([this, call, fault] { fail(call, fault); });
    } catch (const std::exception& e) {
      server_->post([this, call, fault = RequestFault("failed", e.what())] { fail(call, fault); });
    }
  });
}

void Desktop::show(const Call& call, const std::string& view) {
  if (is_lost_ && is_checked())
    throw RequestFault("refused", "this model cannot be checked", "undo the last change",
                       checked_->findings);
  if (document().is_parsed() && (!is_checked() || !shown_)) {
    show_later(call, view);
    // One that ended while it showed the model is begun anew.
    if (!checking_) start_check();
    return;
  }
  if (!shown_) refuse_unreadable();
  asked_[++last_question_] = {call, view};
  shown_->ask(last_question_, view, call.params);
}

WebAnswer Desktop::get_public(const std::string& path) {
  if (bundle_.empty() && path == "/")
    return {200, "text/html; charset=utf-8", kNoFrontEnd,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"};
  const std::optional<Bundle::File> file = bundle_.find(path);
  if (!file) return {404, "text/plain; charset=utf-8", "there is no such file here\n"};
  WebAnswer made;
  made.type = file->type;
  made.body = file->read;
  made.bytes = file->bytes;
  made.policy = kDesktopPolicy;
  made.may_be_kept = file->is_versioned;
  return made;
}

bool Desktop::is_private(const std::string& path) const {
  return path.starts_with("/images/") || path.starts_with("/runs/");
}

}  // namespace holon::serve
