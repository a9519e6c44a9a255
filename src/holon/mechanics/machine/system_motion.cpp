// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/system_motion.h"

#include "holon/base/errors.h"
#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

namespace {

/// [kg m/s] or [kg m²/s]: of bodies on links, of masses on lines, of modes and of parts with inner
/// states.
std::vector<Expr> calc_momentum(Machine& machine, bool is_angular) {
  Kinematics& k = machine.kinematics();
  std::vector<Expr> sum = is_angular ? k.calc_angular_momentum() : k.calc_momentum();
  const auto add = [&](const std::vector<Expr>& more) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += more[i];
  };
  if (machine.loops()) {
    const Loops::LineSums lines = machine.loops()->calc_line_sums();
    add(is_angular ? lines.angular_momentum : lines.momentum);
  }
  add(machine.modes().calc_momentum(is_angular));
  return machine.inner_parts.add_momenta(
      std::move(sum), is_angular ? &InnerPart::angular_momentum : &InnerPart::momentum);
}

Expr calc_constraint_drift(Machine& machine) {
  Expr drift = machine.kinematics().calc_constraint_drift();
  if (machine.loops()) {
    for (const Expr& e : machine.loops()->rows().calc_positions()) drift = max(drift, abs(e));
  }
  return drift;
}

std::vector<Expr> calc_system_output(Machine& machine, const std::string& name) {
  if (name == "momentum") return calc_momentum(machine, false);
  if (name == "angular_momentum") return calc_momentum(machine, true);
  HOLON_CHECK(name == "constraint_drift", "unknown output 'system." + name + "'");
  return {calc_constraint_drift(machine)};
}

}  // namespace

void define_system_motion(const std::shared_ptr<Machine>& machine, Assembly& assembly) {
  // Energies and powers are those of all domains, fluid is hydraulics'.
  for (const OutputType& output : system_outputs()) {
    const std::string& name = output.name;
    if (name.starts_with("energy.") || name.starts_with("fluid.") || name.ends_with("power"))
      continue;
    assembly.define_output(
        {"system." + name, output.components, output.dimension, output.description},
        [machine, name] { return calc_system_output(*machine, name); });
  }
}

}  // namespace holon::detail
