// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/joint_readings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "holon/expr/graph/function.h"

namespace holon {

namespace {

using Names = std::array<std::string_view, 6>;
constexpr Names kCoordinates{"angle", "position", "angle1", "angle2", "x", "y"};
constexpr Names kRates{"rate", "speed", "rate1", "rate2", "speed_x", "speed_y"};

/// Outputs of joints by these names. Of all parts only joints have a reaction.
std::vector<std::string> list_joint_outputs(const System& system, const Names& names) {
  const std::vector<SystemOutput> outputs = system.list_outputs();
  constexpr std::string_view kReaction = ".reaction.force";
  std::set<std::string, std::less<>> joints;
  for (const SystemOutput& output : outputs) {
    if (output.name.ends_with(kReaction)) {
      joints.insert(output.name.substr(0, output.name.size() - kReaction.size()));
    }
  }
  std::vector<std::string> list;
  for (const SystemOutput& output : outputs) {
    const std::size_t dot = output.name.rfind('.');
    if (dot == std::string::npos || output.size() != 1) continue;
    const std::string_view name = output.name;
    if (!joints.contains(name.substr(0, dot))) continue;
    if (std::find(names.begin(), names.end(), name.substr(dot + 1)) != names.end()) {
      list.push_back(output.name);
    }
  }
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
  return list_joint_outputs(system, kRates);
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
  const std::vector<std::string> names = list_joint_outputs(system, kCoordinates);
  if (!names.empty()) {
    std::vector<double> both = make_inputs(system, t, x, parameters);
    const std::size_t inputs = both.size();
    both.resize(2 * inputs, 0.0);
    for (std::size_t k = 0; k < x.size(); ++k) {
      both[inputs + 1 + k] = 1 + 0.5 * std::sin(1.0 + 2.3 * static_cast<double>(k));
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
