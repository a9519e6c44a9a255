// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The methods study.…: the samples of the open model's `study:`, run by a child process. The server
// keeps the last study of the model that is open.
#include "holon/serve/desktop/desktop.h"

namespace holon::serve {

void Desktop::publish_study() {
  server_->send_to_all(dump({{"event", "study"}, {"study", study_}}));
}

void Desktop::leave_study() {
  study_process_.reset();
  study_ = nullptr;
  ++study_number_;
}

void Desktop::start_study(const Call& call) {
  const ModelDocument& d = document();
  refuse_unreadable();
  if (!d.outline().settings.contains("study"))
    throw RequestFault("refused", "the model has no section 'study'",
                       "give in it the values that vary, and what is recorded");
  if (study_process_ && study_.is_object() && study_.value("state", "") == "running")
    throw RequestFault("busy", "a study is running", "stop it first");
  leave_study();
  study_ = {
      {"state", "running"}, {"done", 0}, {"failed", 0}, {"count", 0}, {"revision", d.revision()}};
  const auto take = [this, number = study_number_, revision = d.revision()](Json state) {
    server_->post([this, number, revision, state = std::move(state)]() mutable {
      if (number != study_number_) return;
      state["revision"] = revision;
      study_ = std::move(state);
      publish_study();
    });
  };
  study_process_ = std::make_unique<ChildProcess>(
      options_.program, "/dev/null",
      dump({{"study", true}, {"path", d.file().string()}, {"text", d.text()}}),
      [take](char kind, std::string_view payload) {
        if (kind != 'J') return;
        Json state = Json::parse(payload, nullptr, false);
        if (!state.is_object()) return;
        // What failed as a whole comes in the form of a run.
        if (state.contains("failure")) state["message"] = state["failure"].value("message", "");
        take(std::move(state));
      },
      [this, number = study_number_](int status) {
        server_->post([this, number, status] {
          if (number != study_number_ || study_.value("state", "") != "running") return;
          study_["state"] = "failed";
          study_["message"] = "the process of the study " + describe_end(status);
          publish_study();
        });
      });
  answer(call, Json::object());
  publish_study();
}

void Desktop::add_study_methods() {
  methods_["study.start"] = [this](const Call& call) { start_study(call); };
  methods_["study.stop"] = [this](const Call& call) {
    if (study_process_) study_process_->send(dump({{"command", "stop"}}));
    answer(call, Json::object());
  };
  methods_["study.state"] = [this](const Call& call) { answer(call, study_); };
}

}  // namespace holon::serve
