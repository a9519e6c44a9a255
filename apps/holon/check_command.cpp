// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "holon/loading.h"
#include "holon/simulate/start.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

std::string count(std::size_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace

int check_command(const CheckArguments& arguments) {
  int result = kDone;
  for (const std::string& path : arguments.models) {
    int status = kDone;
    Findings findings(path, arguments.settings);
    std::optional<LoadedModel> loaded = load(path, arguments.settings, findings, status);
    if (loaded && !make_view(*loaded, findings)) status = findings.status();
    if (status != kDone) {
      result = std::max(result, status);
      continue;
    }
    const System& system = loaded->system;
    try {
      std::vector<double> parameters;
      for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
      for (const std::string& note : find_start(system, 0, parameters).notes) {
        print_note(path + ": " + note);
      }
    } catch (const ModelError& e) {
      findings.tell(e);
      result = std::max<int>(result, kModelIsWrong);
      continue;
    }
    print(fmt::format("{}: no errors; {}, {}, {}\n", path,
                      count(loaded->model.parts().size(), "part"),
                      count(static_cast<std::size_t>(system.state_count()), "state"),
                      count(system.list_outputs().size(), "output")));
  }
  return result;
}

}  // namespace holon::app
