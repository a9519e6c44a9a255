// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/model_worker.h"

#include "holon/base/interrupt.h"
#include "holon/serve/document/model_check.h"
#include "holon/serve/document/model_views.h"

namespace holon::serve {
namespace {

ModelCheck check_requested(const Json& request) {
  const auto file = request.at("path").get<std::string>();
  const auto text = request.at("text").get<std::string>();
  const auto revision = request.at("check").get<std::int64_t>();
  try {
    return check_model(file, text, revision);
  } catch (const std::exception& e) {
    ModelCheck failed;
    failed.file = file;
    failed.text = text;
    failed.revision = revision;
    failed.findings = Json::array({{{"severity", "error"}, {"message", e.what()}}});
    return failed;
  }
}

std::string answer_command(const ModelCheck& check, const Json& command) {
  const auto fault = [](const RequestFault& f) { return "\"error\":" + dump(f.to_json()); };
  try {
    return "\"result\":" +
           dump(answer_view(check, command.at("view").get<std::string>(), command.at("params")));
  } catch (const RequestFault& f) {
    return fault(f);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& e) {
    return fault({"failed", e.what()});
  }
}

}  // namespace

void serve_model(const Json& request, RunControls& controls, WorkerPipe& pipe) {
  const ModelCheck check = check_requested(request);
  pipe.send('C', dump(write_check(check)));
  Json command;
  while (controls.read_command(command))
    pipe.send('V', dump(command.at("id")) + "\n" + answer_command(check, command));
}

}  // namespace holon::serve
