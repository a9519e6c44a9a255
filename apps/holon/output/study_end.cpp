// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/study_end.h"

#include <nlohmann/json.hpp>

#include "holon/base/interrupt.h"
#include "holon/output/status.h"
#include "holon/output/terminal.h"

namespace holon::app {

std::vector<std::string> list_warnings(const Findings& findings) {
  std::vector<std::string> warnings;
  for (const Diagnostic& d : findings.all().all())
    if (d.severity == Severity::warning) warnings.push_back(d.message);
  return warnings;
}

int conclude_study(const StudyCall& call,
                   const std::function<bool(Findings&, Json&, std::string&)>& study) {
  Findings findings(call.model, call.settings, &terminal_observer());
  Json json = begin_json(call.kind);
  json["model"] = call.model;
  const auto end = [&](int result, const char* word) {
    json["status"] = word;
    json["diagnostics"] = list_json(findings.all());
    if (call.json) print(to_text(json));
    return result;
  };
  try {
    std::string text;
    if (!study(findings, json, text)) return end(status_of(findings.fault()), "wrong");
    if (!call.json) print(text);
    return end(kDone, "done");
  } catch (const Interrupted&) {
    return end(kInterrupted, "interrupted");
  } catch (const CommandError& e) {
    findings.report_error(e.what());
    return end(kCommandIsWrong, "wrong");
  } catch (const RequestError& e) {
    findings.report_error(e.what());
    return end(kCommandIsWrong, "wrong");
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
    return end(kCommandIsWrong, "wrong");
  } catch (const ModelError& e) {
    findings.report(e);
    return end(kModelIsWrong, "wrong");
  } catch (const std::exception& e) {
    findings.report_error(call.model + ": " + e.what());
    return end(kRunFailed, "failed");
  }
}

}  // namespace holon::app
