// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/piston_friction.h"

#include "holon/hydraulics/laws.h"
#include "holon/system/hidden_output.h"

namespace holon {

namespace {

// [Pa] over which seal friction begins to increase with the pressure.
constexpr double kSealCorner = 1e5;

}  // namespace

void PistonFriction::describe(Fields<PistonFriction>& f) {
  using F = PistonFriction;
  f.value("coulomb", &F::coulomb, "N", "Coulomb friction force at zero pressure").non_negative();
  f.value("seal", &F::seal, "N/Pa", "increase of the Coulomb friction per sum of both pressures")
      .non_negative();
  f.value("breakaway", &F::breakaway, "", "static friction relative to kinetic friction")
      .at_least(1);
  f.value("stribeck_speed", &F::stribeck_speed, "m/s", "speed above which kinetic friction applies")
      .positive();
  f.value("viscous", &F::viscous, "N s/m", "viscous friction force per speed").non_negative();
  f.flag(
      "sticks", &F::sticks,
      "static friction by events; otherwise the law is smooth, and the piston creeps under load");
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
  state_ = StickSlip::add(b, "friction", dimensions::kLength, place, rate, f.stribeck_speed);
  sliding_ = state_.direction * level + f.viscous * rate;
  holding_ = b.assembly().output(kHiddenPrefix + b.name() + ".holding");
  state_.add_events(b, {.place = place,
                        .rate = rate,
                        .acceleration = b.assembly().time_derivative(rate),
                        .holding = holding_,
                        .most = f.breakaway * coulomb});
}

bool PistonFrictionLaw::hold(Assembly& assembly, const std::optional<PowerPort>& port,
                             Expr offset) const {
  if (!sticks_) return true;
  const bool can_hold = port && port->hold;
  const Expr effort = can_hold ? port->hold(name_ + ": friction", state_.place + offset,
                                            state_.direction, state_.stopped)
                               : Expr(0.0);
  assembly.define_output(
      {kHiddenPrefix + name_ + ".holding", {}, dimensions::kForce, "the locked piston"},
      std::vector<Expr>{effort});
  return can_hold;
}

}  // namespace hydraulics
}  // namespace holon
