// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/piston_friction.h"

#include "holon/hydraulics/laws.h"
#include "holon/system/hidden_output.h"

namespace holon {

namespace {

// [Pa] over which friction of seals begins to grow with the pressure.
constexpr double kSealCorner = 1e5;
// Of the Stribeck speed: slower than this against its direction a piston no longer slides.
constexpr double kStopped = 1e-6;
// An indicator for a state of affairs that is not there: it never switches.
constexpr double kNever = -1.0;

}  // namespace

void PistonFriction::describe(Fields<PistonFriction>& f) {
  using F = PistonFriction;
  f.value("coulomb", &F::coulomb, "N", "sliding, without pressure").non_negative();
  f.value("seal", &F::seal, "N/Pa", "what it gains with the sum of both pressures").non_negative();
  f.value("breakaway", &F::breakaway, "", "friction at rest against sliding").at_least(1);
  f.value("stribeck_speed", &F::stribeck_speed, "m/s", "above which it slides freely").positive();
  f.value("viscous", &F::viscous, "N s/m", "force per speed").non_negative();
  f.flag("sticks", &F::sticks, "at rest it holds, by events; else it is smooth, and creeps");
}

namespace hydraulics {

PistonFrictionLaw::PistonFrictionLaw(PartBuilder& b, const PistonFriction& f, Expr place, Expr rate,
                                     Expr pressures)
    : name_(b.name()), sticks_(f.sticks) {
  const Expr coulomb = f.coulomb + f.seal * ramp(pressures, kSealCorner);
  const Expr level = coulomb * (1.0 + (f.breakaway - 1.0) * exp(-square(rate / f.stribeck_speed)));
  if (!sticks_) {
    sliding_ = level * tanh(10.0 * rate / f.stribeck_speed) + f.viscous * rate;
    return;
  }
  const auto discrete = [&](const char* name, Dimension dimension, Expr initial) {
    return b.assembly().add_discrete({b.member(name), {}, dimension}, {initial})[0];
  };
  stopped_ = kStopped * f.stribeck_speed;
  // 1 or −1: it slides that way; 0: it sticks where `held_at_` says.
  direction_ =
      discrete("friction.direction", {}, select(less(abs(rate), stopped_), 0.0, sign(rate)));
  held_at_ = discrete("friction.place", dimensions::kLength, place);
  sliding_ = direction_ * level + f.viscous * rate;
  holding_ = b.assembly().output(kHiddenPrefix + b.name() + ".holding");
  const Expr sticks = 1.0 - square(direction_);
  const auto decide = [&](const char* what, Expr condition, SystemBuilder::Resets resets) {
    b.assembly().add_event(
        {SystemEvent::Kind::reset, b.name() + ": " + what, SystemEvent::Start::counts}, condition,
        std::move(resets));
  };
  const auto add_event = [&](const char* what, Expr indicator, SystemBuilder::Resets resets) {
    decide(what, relation(indicator), std::move(resets));
  };
  // Where it cannot be held (a dead point of the mechanism, which moves on) it slides through.
  add_event("slides through", select(sticks, abs(rate) - 0.5 * stopped_, kNever),
            {{direction_, sign(rate)}});
  // As friction of joints does it: with the friction of its new direction it goes on that way, or is
  // driven back from both sides and sticks.
  const Expr turned = discrete("friction.turned", {}, 0.0);
  add_event("turns", select(sticks, kNever, -direction_ * rate - stopped_),
            {{direction_, sign(rate)}, {turned, less(abs(rate), 2.0 * stopped_)}});
  const Expr driven_back = less(direction_ * b.assembly().time_derivative(rate), 0.0);
  decide("sticks", logical_and(turned, driven_back),
         {{direction_, 0.0}, {held_at_, place}, {turned, 0.0}});
  decide("slides on", logical_and(turned, 1.0 - driven_back), {{turned, 0.0}});
  add_event("slides", select(sticks, abs(holding_) - f.breakaway * coulomb, kNever),
            {{direction_, select(less(0.0, holding_), -1.0, 1.0)}});
}

bool PistonFrictionLaw::hold(Assembly& assembly, const std::optional<PowerPort>& port,
                             Expr offset) const {
  if (!sticks_) return true;
  const bool can_hold = port && port->hold;
  const Expr effort =
      can_hold ? port->hold(name_ + ": friction", held_at_ + offset, direction_, stopped_)
               : Expr(0.0);
  assembly.define_output(
      {kHiddenPrefix + name_ + ".holding", {}, dimensions::kForce, "what holds the piston"},
      std::vector<Expr>{effort});
  return can_hold;
}

}  // namespace hydraulics
}  // namespace holon
