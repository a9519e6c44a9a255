// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Two freedoms in mesh, with the coordinate u = s₁ q₁ of the pitch circle and the force F that the
// first side gives to the second:
//
//   g = s₁ q₁ − s₂ q₂ = 0,     −s₁ F on q₁,   s₂ F on q₂,     F the multiplier, power F u'
//
// Of the power that one side gives the other gets the part η. The loss is friction at the side that
// gets it,
//
//   F u' > 0:   −(1 − η) s₂ F on q₂           F u' < 0:   (1 − η) s₁ F on q₁
//
// and at rest it holds the mesh (h on u) up to what would have to break it away: (1 − η)|F|/η on
// the side of F, since then the friction adds to what the first side has to give, (1 − η)|F|
// against it. F with friction at rest is what the second side takes.
//
// Friction holds the side that moves freely: the first, unless its motion is prescribed.
//
// With backlash the constraint is two flanks, |s₁ q₁ − s₂ q₂| ≤ b/2, which push and do not pull.
#include "holon/mechanics/machine/mesh.h"

#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon::detail {

namespace {

// [rad/s], and [m/s] of a machine of 1 m: slow sliding of flanks.
constexpr double kSlowMesh = 0.01;

/// The equations whose multipliers are the force; with backlash one for each flank.
std::vector<int> add_flanks(PartBuilder& b, const Mesh& mesh, Expr g, Expr rate, Expr force) {
  std::vector<Mechanism::Equation>& equations = Machine::of(b)->mechanism.equations;
  if (!mesh.backlash) {
    Mechanism::Equation equation;
    equation.name = b.name();
    equation.g = g;
    equation.rate = rate;  // without derivatives of the angles of cut joints
    equation.report = b.error_reporter();
    equations.push_back(std::move(equation));
    return {static_cast<int>(equations.size()) - 1};
  }
  std::vector<int> flanks;
  const Expr half = 0.5 * *mesh.backlash;
  for (const double side : {1.0, -1.0}) {
    OneSided flank;
    flank.what = side > 0 ? "driving flank" : "trailing flank";
    flank.state = side > 0 ? "flanks.driving" : "flanks.trailing";
    flank.g = g - side * half;
    flank.beyond = side * g - half;
    flank.rate = side * rate;
    flank.pull = -side * force;
    flank.length = *mesh.backlash;
    flank.shows = b.member("play");
    flank.restitution = mesh.restitution;
    flanks.push_back(add_one_sided(b, flank, "'" + flank.shows + "' begins beyond its backlash"));
  }
  return flanks;
}

}  // namespace

void add_rigid_mesh(PartBuilder& b, const Mesh& mesh) {
  const Expr rate = mesh.first_scale * mesh.first.v;
  const Expr g = mesh.first_scale * mesh.first.q - mesh.second_scale * mesh.second.q;
  const Expr force = b.assembly().output(b.member(mesh.force));
  const std::vector<int> equations =
      add_flanks(b, mesh, g, rate - mesh.second_scale * mesh.second.v, force);
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const auto calc_force = [machine = machine.get(), equations]() -> Expr {
    Expr sum = 0.0;
    for (const int equation : equations) sum -= machine->equation_multiplier(equation);
    return sum;
  };
  b.define_output(mesh.force, [machine, calc_force] { return std::vector<Expr>{calc_force()}; });
  machine->energy().add_coupling_effort(
      mesh.first.joint, mesh.first.index,
      [calc_force, s = mesh.first_scale] { return -s * calc_force(); });
  machine->energy().add_coupling_effort(
      mesh.second.joint, mesh.second.index,
      [calc_force, s = mesh.second_scale] { return s * calc_force(); });
  b.define_output("power", force * rate);
}

void add_mesh(PartBuilder& b, const Mesh& mesh, const std::string& friction) {
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const bool is_first_free = !mesh.first.is_prescribed(machine->mechanism);
  if (!is_first_free && mesh.second.is_prescribed(machine->mechanism)) {
    b.error("joints",
            "'" + mesh.first.joint_name(machine->mechanism) + "' and '" +
                mesh.second.joint_name(machine->mechanism) +
                "' both have a prescribed motion, and it couples nothing that moves freely",
            "leave out one 'motion'");
    return;
  }
  add_rigid_mesh(b, mesh);
  const Expr u = mesh.first_scale * mesh.first.q, rate = mesh.first_scale * mesh.first.v;
  const Expr force = b.assembly().output(b.member(mesh.force));
  b.define_output("play", u - mesh.second_scale * mesh.second.q);
  if (mesh.efficiency.is_constant(1.0)) {
    b.define_output(friction, Expr(0.0));
    b.define_output("loss", Expr(0.0));
    return;
  }
  const double length = b.assembly().simulate().nominal_length.value_or(1.0);
  const Dimension dimension =
      mesh.first.turns && mesh.second.turns ? dimensions::kAngle : dimensions::kLength;
  const Expr slow = kSlowMesh * (mesh.first.turns && mesh.second.turns ? 1.0 : length);
  const JointFreedom& side = is_first_free ? mesh.first : mesh.second;
  const Expr scale = is_first_free ? mesh.first_scale : mesh.second_scale;
  const Expr place = scale * side.q, place_rate = scale * side.v;
  const StickSlip state = StickSlip::add(b, "mesh", dimension, place, place_rate, slow);
  const Expr lost = 1.0 - mesh.efficiency;
  const Expr slides = square(state.direction);
  const Expr drives = relation(state.direction * force);
  b.assembly().describe_relation(drives, b.name() + ": which side drives");
  const Expr on_second = -lost * force * slides * drives;
  const Expr on_first = lost * force * slides * (1.0 - drives);
  mesh.first.values(machine->mechanism).effort += mesh.first_scale * on_first;
  mesh.second.values(machine->mechanism).effort += mesh.second_scale * on_second;
  const Expr loss = -on_first * rate - on_second * mesh.second_scale * mesh.second.v;
  machine->energy().add_dissipated(loss);
  b.define_output("loss", loss);
  const int hold = add_conditional_equation(b, "friction", place - state.place, state.sticks);
  machine->mechanism.stickings.push_back({hold, state.direction, state.stopped});
  machine->energy().add_coupling_effort(side.joint, side.index,
                                        [machine = machine.get(), hold, scale] {
                                          return scale * machine->equation_multiplier(hold);
                                        });
  const Expr sliding = on_first + on_second;
  b.define_output(friction, [machine, hold, sliding]() -> std::vector<Expr> {
    return {sliding + machine->equation_multiplier(hold)};
  });
  const Expr holding = b.assembly().output(b.member(friction));
  const Expr forward = select(less(holding * force, 0.0), 1.0 / mesh.efficiency, 1.0);
  state.add_events(b, {.place = place,
                       .rate = place_rate,
                       .acceleration = scale * side.vdot,
                       .holding = holding,
                       .most = lost * abs(force) * forward});
}

}  // namespace holon::detail
