// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/matlab_text.h"

#include "holon/base/errors.h"
#include "holon/expr/matlab.h"
#include "holon/expr/print.h"
#include "holon/simulate/start.h"

namespace holon::app {
namespace {

std::string column(const std::vector<double>& values) {
  std::string text;
  for (const double v : values) text += (text.empty() ? "" : "; ") + print_number(v);
  return "[" + text + "]";
}

void list(std::string& text, const std::string& group, std::size_t index, const std::string& name,
          const Dimension& dimension) {
  text += "%   " + group + "(" + std::to_string(index + 1) + ")  " + name + " [" +
          dimension.to_string() + "]\n";
}

std::string function_name(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) {
    const bool legal = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += legal ? c : '_';
  }
  return name.empty() || !((name[0] | 0x20) >= 'a' && (name[0] | 0x20) <= 'z') ? "model_" + name
                                                                               : name;
}

}  // namespace

std::string write_matlab(const LoadedModel& loaded) {
  const System& system = loaded.system;
  if (system.mode_count() > 0 || system.input_count() > 0) {
    throw ModelError(
        "equations that change with events, or take inputs, are not written for "
        "MATLAB in this version yet");
  }
  const auto graph = std::make_shared<Graph>();
  const Expr t = graph->symbol("t");
  std::vector<Expr> x, p, arguments{t};
  std::vector<double> values;
  for (int i = 0; i < system.state_count(); ++i) x.push_back(graph->symbol(system.state_name(i)));
  for (const SystemParameter& parameter : system.parameters) {
    p.push_back(graph->symbol(parameter.name));
    values.push_back(parameter.value);
  }
  arguments.insert(arguments.end(), x.begin(), x.end());
  arguments.insert(arguments.end(), p.begin(), p.end());
  std::vector<Variable> inputs{{"t", {t}}, {"x", x}};
  if (!p.empty()) inputs.push_back({"p", p});
  std::vector<Variable> outputs{{"dx", system.derivative->substitute(arguments)}};
  if (!loaded.outputs.empty()) {
    outputs.push_back({"y", system.select_outputs(loaded.outputs)->substitute(arguments)});
  }
  const std::string name = function_name(loaded.name);
  std::string text =
      to_matlab(*Function::make(system.title, graph, std::move(inputs), std::move(outputs)), name);

  std::string legend = "%\n% SI units and radians. States:\n";
  for (const StateBlock& block : system.states) {
    for (int i = 0; i < block.size; ++i) {
      const auto at = static_cast<std::size_t>(block.offset + i);
      list(legend, "x", at, system.state_name(block.offset + i), block.dimension);
    }
  }
  if (!p.empty()) legend += "% Parameters:\n";
  for (std::size_t k = 0; k < p.size(); ++k) {
    list(legend, "p", k, system.parameters[k].name, system.parameters[k].dimension);
  }
  if (!loaded.outputs.empty()) legend += "% Outputs:\n";
  std::size_t row = 0;
  for (const std::string& wanted : loaded.outputs) {
    const SystemOutput output = *system.find_output(wanted);
    for (int i = 0; i < output.size(); ++i) {
      list(legend, "y", row++, component_name(output.name, output.components, i), output.dimension);
    }
  }
  const std::string last = print_number(loaded.model.simulate.until);
  legend += "% For example:\n%   x0 = " + column(find_start(system, 0.0, values).x) + ";\n";
  if (!p.empty()) legend += "%   p = " + column(values) + ";\n";
  legend += "%   [t, x] = ode45(@(t, x) " + name + (p.empty() ? "(t, x)" : "(t, x, p)") + ", [0 " +
            last + "], x0);\n";
  // Behind the comment that the file begins with.
  std::size_t at = text.find("\n%");
  while (at != std::string::npos && text.compare(at, 2, "\n%") == 0) at = text.find('\n', at + 1);
  return text.insert(at == std::string::npos ? 0 : at + 1, legend);
}

}  // namespace holon::app
