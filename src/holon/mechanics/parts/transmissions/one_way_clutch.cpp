// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/one_way_clutch.h"

#include "holon/mechanics/machine/joint_freedom.h"
#include "holon/mechanics/machine/stops.h"
#include "holon/model/assembly/stick_slip.h"

namespace holon {

namespace {

constexpr double kLocks = 1e-8;   // [rad/s] slip at which it locks, a rounding error of most rates
constexpr double kImpact = 1e-4;  // [rad/s] slip that only an impact ends
// [1/s] A torque against its direction that is less than this times its hardest impact's impulse is
// a rounding error.
constexpr double kTorqueNoise = 1e-9;

}  // namespace

void OneWayClutch::describe(Descriptor<OneWayClutch>& d) {
  d.type("OneWayClutch", "A freewheel: the first joint drives the second, which may overrun it.");
  d.role(PartRole::coupling);
  d.texts("joints", &OneWayClutch::joints, "the driving and the driven joint")
      .required()
      .names_joints();
  d.output("transmitted_torque", "N m", "from the first to the second joint").main();
  d.output("slip", "rad/s", "rate of the first joint minus that of the second").main();
  d.output("locked", "", "1 while it drives, 0 while the second joint overruns");
}

void OneWayClutch::build(PartBuilder& b) const {
  detail::when_all_are_built(b, [clutch = *this](PartBuilder& part) {
    using enum detail::FreedomKind;
    const auto found =
        detail::find_joint_freedoms(part, "joints", clutch.joints, {rotation, rotation});
    if (!found) return;
    const detail::JointFreedom &first = (*found)[0], &second = (*found)[1];
    const std::shared_ptr<Machine> machine = Machine::of(part);
    Assembly& assembly = part.assembly();
    const Expr angle = first.q - second.q, slip = first.v - second.v;
    const auto discrete = [&](const char* name, const Dimension& dimension, Expr initial) {
      return assembly.add_discrete({part.member(name), {}, dimension}, {initial})[0];
    };
    const Expr locked = discrete("lock.holds", {}, less(abs(slip), kLocks));
    const Expr place = discrete("lock.place", dimensions::kAngle, angle);
    const Expr fastest = discrete("lock.fastest", {}, 0.0),
               hardest = discrete("lock.impulse", {}, 0.0);
    const int hold = detail::add_conditional_equation(part, "locked", angle - place, locked);
    // An impact elsewhere locks it as a joint limit that is hit, without a rebound.
    const Expr hit = relation(select(locked, kNever, slip - kImpact));
    assembly.describe_relation(hit, part.name() + ": locks by an impact");
    machine->mechanism.stops.push_back(
        {hold, locked, hit, 0.0, kLocks / detail::kMoves, fastest, hardest});
    const auto hold_side = [&](const detail::JointFreedom& side, double sign) {
      machine->energy().add_coupling_effort(side.joint, side.index,
                                            [machine = machine.get(), hold, sign] {
                                              return sign * machine->equation_multiplier(hold);
                                            });
    };
    hold_side(first, 1.0);
    hold_side(second, -1.0);
    part.define_output("transmitted_torque", [machine, hold]() -> std::vector<Expr> {
      return {-machine->equation_multiplier(hold)};
    });
    part.define_output("slip", slip);
    part.define_output("locked", locked);
    const Expr torque = assembly.output(part.member("transmitted_torque"));
    const auto add_event = [&](const char* what, Expr condition, SystemBuilder::Resets resets) {
      SystemEvent event;
      event.name = part.name() + ": " + what;
      event.start = SystemEvent::Start::counts;
      event.yields = true;
      assembly.add_event(std::move(event), condition, std::move(resets));
    };
    add_event("opens", relation(select(locked, -torque - kTorqueNoise * hardest, kNever)),
              {{locked, 0.0}});
    add_event("locks", relation(select(locked, kNever, slip - kLocks)),
              {{locked, 1.0}, {place, angle}});
    add_event("is locked by an impact", hit, {{place, angle}});
    SystemEvent impact{SystemEvent::Kind::fail,
                       part.name() +
                           ": its first joint begins faster than its second, which only an impact "
                           "could end",
                       SystemEvent::Start::only_there};
    impact.shows = {part.member("slip")};
    assembly.add_event(std::move(impact), less(kImpact, slip));
  });
}

}  // namespace holon
