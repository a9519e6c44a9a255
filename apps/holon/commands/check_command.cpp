// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holon/base/names.h"
#include "holon/commands/commands.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/study/bond_facts.h"
#include "holon/study/model_view.h"
#include "holon/system/break_times.h"
#include "holon/system/output_count.h"

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
    Findings findings(path, arguments.settings, &terminal_observer());
    std::optional<LoadedModel> loaded = load(path, {arguments.settings}, findings);
    if (loaded) make_view(*loaded, findings);
    std::vector<std::string> notes;
    if (findings.fault() == Fault::none) {
      try {
        notes = describe_causality(*loaded);
        for (std::string& note : find_start_notes(loaded->system)) notes.push_back(std::move(note));
      } catch (const ModelError& e) {
        findings.report(e);
      } catch (const RunError& e) {
        findings.report_error("at the start " + e.data().cause);
      }
    }
    const Status status = status_of(findings.fault());
    result = std::max<int>(result, status);
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
