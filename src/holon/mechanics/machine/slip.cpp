// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/slip.h"

#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon::detail {

namespace {

constexpr double kSlowSlip = 0.01;  // [rad/s] slow slipping

}  // namespace

void add_slip_pair(PartBuilder& b, const SlipPair& pair, const std::string& torque) {
  if (pair.break_away.is_constant() && pair.capacity.is_constant() &&
      pair.break_away.value() < pair.capacity.value())
    b.error("static",
            "'static' is less than 'torque': what sticks would slip below the friction in motion",
            "give at least as much, or leave it out");
  const std::shared_ptr<Machine> machine = Machine::of(b);
  const auto difference = [&](Expr JointFreedom::*what) {
    return pair.second ? pair.first.*what - (*pair.second).*what : pair.first.*what;
  };
  const Expr angle = difference(&JointFreedom::q), rate = difference(&JointFreedom::v);
  const StickSlip state = StickSlip::add(b, "slip", dimensions::kAngle, angle, rate, kSlowSlip);
  const Expr sliding =
      state.direction * (pair.capacity + state.turned * (pair.break_away - pair.capacity));
  pair.first.values(machine->mechanism).effort -= sliding;
  if (pair.second) pair.second->values(machine->mechanism).effort += sliding;
  machine->energy().add_dissipated(sliding * rate);
  // Without capacity (an open clutch, a released brake) nothing is held, also at rest without load.
  const Expr sticks = state.sticks * less(0.0, pair.break_away);
  const int hold = add_conditional_equation(b, "sticking", angle - state.place, sticks);
  machine->mechanism.stickings.push_back({hold, state.direction, state.stopped});
  const auto hold_side = [&](const JointFreedom& side, double sign) {
    machine->energy().add_coupling_effort(side.joint, side.index,
                                          [machine = machine.get(), hold, sign] {
                                            return sign * machine->equation_multiplier(hold);
                                          });
  };
  hold_side(pair.first, 1.0);
  if (pair.second) hold_side(*pair.second, -1.0);
  b.define_output(torque, [machine, hold, sliding]() -> std::vector<Expr> {
    return {sliding - machine->equation_multiplier(hold)};
  });
  b.define_output("slip", rate);
  b.define_output("sticks", sticks);
  b.define_output("loss", sliding * rate);
  state.add_events(b, {.place = angle,
                       .rate = rate,
                       .acceleration = difference(&JointFreedom::vdot),
                       .holding = -b.assembly().output(b.member(torque)),
                       .most = pair.break_away});
}

}  // namespace holon::detail
