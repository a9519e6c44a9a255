// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/force_part.h"

namespace holon::detail {

namespace {

void define(PartBuilder& b, const char* name, std::size_t pull, Expr (Loads::*calc)(std::size_t)) {
  b.define_output(name, [machine = Machine::of(b), pull, calc]() -> std::vector<Expr> {
    return {(machine->kinematics().loads().*calc)(pull)};
  });
}

}  // namespace

std::size_t build_line(PartBuilder& b, const std::array<FrameName, 2>& between,
                       SceneLink::Kind kind, Mechanism::Pull pull) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.assembly().scene().links.push_back({kind, b.name(), between});
  pull.name = b.name();
  pull.between = {between[0].path, between[1].path};
  pull.report = b.error_reporter();
  const std::size_t index = machine->mechanism.pulls.size();
  machine->mechanism.pulls.push_back(std::move(pull));
  define(b, "length", index, &Loads::calc_length);
  define(b, "length_rate", index, &Loads::calc_length_rate);
  return index;
}

std::size_t build_pull(PartBuilder& b, const std::array<FrameName, 2>& between,
                       Mechanism::Pull pull, SceneLink::Kind kind, const char* force) {
  const std::size_t index = build_line(b, between, kind, std::move(pull));
  define(b, force, index, &Loads::calc_tension);
  define(b, "power", index, &Loads::calc_pull_power);
  return index;
}

void define_pull_energy(PartBuilder& b, std::size_t pull) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  b.define_output("energy", [machine, pull]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_pull_energy(pull)};
  });
}

}  // namespace holon::detail
