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

void add_wrench(PartBuilder& builder, Mechanism::Wrench wrench, SceneArrow::Kind kind) {
  const std::shared_ptr<Machine> machine = Machine::of(builder);
  if (wrench.on == "world")
    builder.error("on", "it has no effect on the world", "name a frame of a body");
  wrench.name = builder.name();
  wrench.report = builder.error_reporter();
  const std::size_t index = machine->mechanism.wrenches.size();
  const bool is_torque = kind == SceneArrow::Kind::torque;
  const char* const name = is_torque ? "world_torque" : "world_force";
  builder.assembly().scene().arrows.push_back(
      {kind, builder.name() + "." + name, FrameName{wrench.on}});
  builder.define_output(name, [machine, index, is_torque]() -> std::vector<Expr> {
    const Mechanism::Wrench& own = machine->mechanism.wrenches[index];
    const Vector3<Expr>& vector = is_torque ? own.torque : own.force;
    const std::vector<Expr> q = machine->kinematics().calc_frame_output(
        machine->mechanism.find_frame(own.axes), FrameOutput::orientation);
    const Vector3<Expr> v = Rotation<Expr>(q[0], q[1], q[2], q[3]).apply(vector);
    return {v[0], v[1], v[2]};
  });
  machine->mechanism.wrenches.push_back(std::move(wrench));
  builder.define_output("power", [machine, index]() -> std::vector<Expr> {
    return {machine->kinematics().loads().calc_wrench_power(index)};
  });
}

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
