// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holon/base/names.h"
#include "holon/bond_facts.h"
#include "holon/json_report.h"
#include "holon/loading.h"
#include "holon/simulate/first_instant.h"
#include "holon/system/break_times.h"
#include "holon/system/output_count.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

std::vector<std::string> find_start_notes(const System& system) {
  std::vector<double> parameters;
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  list_break_times(system, parameters);  // throws what a run would
  return find_first_instant(system, parameters).start.notes;
}

Json begin_model(const std::string& path, bool is_wrong, const Findings& findings) {
  return {{"model", path},
          {"status", is_wrong ? "wrong" : "right"},
          {"diagnostics", list_json(findings.all())}};
}

}  // namespace

int check_command(const CheckArguments& arguments) {
  int result = kDone;
  Json models = Json::array();
  for (const std::string& path : arguments.models) {
    int status = kDone;
    Findings findings(path, arguments.settings);
    std::optional<LoadedModel> loaded = load(path, arguments.settings, findings, status);
    if (loaded && !make_view(*loaded, findings)) status = findings.status();
    std::vector<std::string> notes;
    if (status == kDone) {
      try {
        notes = describe_causality(*loaded);
        for (std::string& note : find_start_notes(loaded->system)) notes.push_back(std::move(note));
      } catch (const ModelError& e) {
        findings.tell(e);
        status = kModelIsWrong;
      } catch (const RunError& e) {
        findings.report_error("at the start " + e.data().cause);
        status = kModelIsWrong;
      }
    }
    result = std::max(result, status);
    models.push_back(begin_model(path, status != kDone, findings));
    if (status != kDone) continue;
    const std::size_t parts = loaded->model.parts().size(),
                      states = static_cast<std::size_t>(loaded->system.state_count()),
                      outputs = count_outputs(loaded->system);
    for (const std::string& note : notes) print_note(path + ": " + note);
    models.back()["parts"] = parts;
    models.back()["states"] = states;
    models.back()["outputs"] = outputs;
    models.back()["notes"] = notes;
    if (!arguments.json)
      print(fmt::format("{}: no errors; {}, {}, {}\n", path, counted(parts, "part"),
                        counted(states, "state"), counted(outputs, "output")));
  }
  if (arguments.json) {
    Json json = begin_json("check");
    json["models"] = models;
    print(to_text(json));
  }
  return result;
}

}  // namespace holon::app
