// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/joint_readings.h"

#include <algorithm>

#include "holon/base/quasirandom.h"
#include "holon/expr/graph/function.h"

namespace holon {

namespace {

std::vector<std::string> list_outputs(const System& system, OutputRole role) {
  std::vector<std::string> list;
  for (const SystemOutput& output : system.list_outputs())
    if (output.role == role) list.push_back(output.name);
  return list;
}

}  // namespace

std::vector<double> make_inputs(const System& system, double t, const std::vector<double>& x,
                                const std::vector<double>& parameters) {
  std::vector<double> in{t};
  in.insert(in.end(), x.begin(), x.end());
  in.resize(in.size() + static_cast<std::size_t>(system.input_count()), 0.0);
  in.insert(in.end(), parameters.begin(), parameters.end());
  in.resize(static_cast<std::size_t>(system.function_input_count()), 0.0);
  return in;
}

std::vector<double> read_outputs(const System& system, const std::vector<std::string>& names,
                                 double t, const std::vector<double>& x,
                                 const std::vector<double>& parameters) {
  if (names.empty()) return {};
  return system.select_outputs(names)->evaluate(make_inputs(system, t, x, parameters));
}

std::vector<std::string> list_joint_rates(const System& system) {
  return list_outputs(system, OutputRole::rate);
}

std::vector<std::string> find_driven_joints(const System& system, double t,
                                            const std::vector<double>& x,
                                            const std::vector<double>& parameters) {
  std::vector<std::string> joints;
  const auto add = [&](std::string name) {
    if (std::find(joints.begin(), joints.end(), name) == joints.end()) {
      joints.push_back(std::move(name));
    }
  };
  const std::vector<std::string> names = list_outputs(system, OutputRole::coordinate);
  if (!names.empty()) {
    std::vector<double> both = make_inputs(system, t, x, parameters);
    const std::size_t inputs = both.size();
    both.resize(2 * inputs, 0.0);
    for (std::size_t k = 0; k < x.size(); ++k) {
      both[inputs + 1 + k] = 1 + 0.5 * quasirandom(static_cast<double>(k));
    }
    const std::vector<double> change = system.select_outputs(names)->jvp()->evaluate(both);
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (change[k] == 0) add(names[k].substr(0, names[k].rfind('.')));
    }
  }
  if (!system.constraints) return joints;
  for (const ConstraintLabel& row : system.constraints->labels)
    if (row.kind == ConstraintLabel::Kind::motion) add(row.owner);
  return joints;
}

std::string list_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) text += k + 1 == names.size() ? " and " : ", ";
    text += names[k];
  }
  return text;
}

}  // namespace holon
