// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/model_process.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "holon/catalogue/builtin.h"

namespace holon::serve {
namespace {

ChildProcess::Receive receive_with(const ModelProcess::Events& events, const std::string& file,
                                   const std::string& text) {
  return [events, file, text](char kind, std::string_view payload) {
    if (kind == 'C') {
      Json json = Json::parse(payload, nullptr, false);
      if (!json.is_object()) return;  // its end is near
      ModelCheck check = read_check(std::move(json), builtin_catalogue());
      check.file = file;
      check.text = text;
      events.checked(std::move(check));
    } else if (kind == 'V') {
      std::int64_t id = 0;
      const auto [stop, error] =
          std::from_chars(payload.data(), payload.data() + payload.size(), id);
      if (error != std::errc()) return;
      const auto head = static_cast<std::size_t>(stop - payload.data()) + 1;
      events.answered(id, std::string(payload.substr(std::min(head, payload.size()))));
    }
  };
}

}  // namespace

ModelProcess::ModelProcess(const std::filesystem::path& program, const std::string& file,
                           const std::string& text, std::int64_t revision, Events events)
    : revision_(revision),
      child_(program, "/dev/null", dump({{"check", revision}, {"path", file}, {"text", text}}),
             receive_with(events, file, text),
             [ended = events.ended](int status) { ended(status); }) {}

void ModelProcess::ask(std::int64_t id, const std::string& view, const Json& params) {
  child_.send(dump({{"id", id}, {"view", view}, {"params", params}}));
}

std::string describe_end(int status) {
  if (status >= 0) return fmt::format("ended with status {}", status);
  return fmt::format("was ended by signal {} ({})", -status, strsignal(-status));
}

ModelCheck make_lost_check(const std::string& file, const std::string& text, std::int64_t revision,
                           int status) {
  ModelCheck check;
  check.file = file;
  check.text = text;
  check.revision = revision;
  check.findings =
      Json::array({{{"severity", "error"},
                    {"message", "the process that checks this model " + describe_end(status)},
                    {"suggestion",
                     "this is a fault of the program: undo the last change; the text is saved"}}});
  return check;
}

}  // namespace holon::serve
