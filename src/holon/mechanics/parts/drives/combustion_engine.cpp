// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/drives/combustion_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/find_port.h"
#include "holon/model/assembly/smooth_limits.h"

namespace holon {

namespace {

constexpr double kLeastSet = 1.0;         // [rad/s]
constexpr double kDragCorner = 5.0;       // [rad/s] ω_c
constexpr double kGovernorCorner = 0.02;  // of the load, over which its limits are rounded

/// The full-load curve, monotone between its points; nothing, with an error, if it is invalid.
TableRef make_full_load(PartBuilder& b, const CombustionEngine::Curve& curve) {
  auto data = std::make_shared<TableData>();
  data->name = b.name() + ".curve";
  data->interpolation = Interpolation::pchip;
  data->extrapolation = Extrapolation::hold;
  for (const Expr w : curve.speed) data->x.push_back(w.value());
  for (const Expr T : curve.torque) data->values.push_back(T.value());
  if (data->x.size() < 2 || data->x.size() != data->values.size()) {
    b.error("curve",
            "there are " + std::to_string(data->values.size()) + " torques for " +
                std::to_string(data->x.size()) + " speeds",
            "give a torque for each speed, of two or more");
    return nullptr;
  }
  if (std::adjacent_find(data->x.begin(), data->x.end(), std::greater_equal<>()) != data->x.end()) {
    b.error("curve.speed", "the speeds do not increase", "put the points in order");
    return nullptr;
  }
  if (*std::min_element(data->values.begin(), data->values.end()) < 0.0) {
    b.error("curve.torque", "a torque of the full-load curve is negative",
            "the drag without fuel is 'drag'");
    return nullptr;
  }
  return data;
}

/// 1 from the first speed of the curve on, 0 below half of it: a stalled engine. Where the curve
/// begins at rest, 0 for an engine that is turned backwards.
Expr calc_firing(double first, Expr w) {
  const double high = std::max(first, 0.0), low = first > 0.0 ? 0.5 * first : -kDragCorner;
  const Expr s = max(min((w - low) / (high - low), 1.0), 0.0);
  return square(s) * (3.0 - 2.0 * s);
}

/// A governor that is set above the curve has no curve to go by.
void check_governor(PartBuilder& b, Expr set, double last) {
  if (!set.is_constant() || set.value() <= last) return;
  b.warning("governor.speed",
            fmt::format("the governor is set to {:.4g} rad/s, and the curve ends at {:.4g} rad/s: "
                        "beyond it the torque is that of its end",
                        set.value(), last),
            "extend 'curve' to the speed without load");
}

}  // namespace

void CombustionEngine::Curve::describe(Fields<Curve>& f) {
  f.numbers("speed", &Curve::speed, "rad/s", "breakpoints, increasing").required().structural();
  f.numbers("torque", &Curve::torque, "N m", "at full load, at these speeds")
      .required()
      .structural();
}

void CombustionEngine::Governor::describe(Fields<Governor>& f) {
  f.value("speed", &Governor::speed, "rad/s", "setpoint: the speed without load")
      .required()
      .varying();
  f.value("droop", &Governor::droop, "", "drop of speed from no load to full load, of 'speed'")
      .positive();
  f.value("time_constant", &Governor::time_constant, "s", "of fuel and air")
      .positive()
      .default_text("none: the load follows without delay");
}

void CombustionEngine::describe(Descriptor<CombustionEngine>& d) {
  d.type("CombustionEngine", "A combustion engine with a full-load curve and a droop governor.");
  d.role(PartRole::drive);
  d.text("shaft", &CombustionEngine::shaft, "the rotational port that it drives").required();
  d.object("curve", &CombustionEngine::curve, "torque at full load over speed").required();
  d.object("governor", &CombustionEngine::governor, "it holds the speed").required();
  d.value("drag", &CombustionEngine::drag, "N m", "motoring torque, without fuel").non_negative();
  d.value("consumption", &CombustionEngine::consumption, "kg/J", "fuel per work before drag")
      .non_negative()
      .default_text("none: fuel is not counted");
  d.output("torque", "N m", "on its shaft").main();
  d.output("speed", "rad/s", "of its shaft").main();
  d.output("load", "", "of the full-load torque, 0 to 1").main();
  d.output("power", "W", "to its shaft").main();
  d.output("fuel_flow", "kg/s", "of fuel");
}

void CombustionEngine::build(PartBuilder& b) const {
  const TableRef full_load = make_full_load(b, curve);
  if (!full_load) return;
  check_governor(b, governor.speed, full_load->x.back());
  const auto connect = [self = *this, full_load, b](Assembly& assembly) mutable {
    const auto port = detail::find_power_port(assembly, b.name(), self.shaft, PowerDomain::rotation,
                                              "shaft", b.error_reporter());
    if (!port) return;
    const Expr w = port->flow;
    // A throttle at zero or below is no fuel: with a negative droop the engine would run away.
    const Expr set = max(self.governor.speed, kLeastSet);
    Expr load = detail::smooth_unit((set - w) / (self.governor.droop * set), kGovernorCorner);
    if (self.governor.time_constant) {
      const auto state = assembly.add_state({.name = b.member("load")}, {load});
      assembly.set_derivative(state[0], (load - state[0]) / *self.governor.time_constant);
      load = state[0];
    }
    const Expr firing = calc_firing(full_load->x.front(), w);
    const Expr most = firing * table(full_load, w);
    const Expr torque = load * most - (1.0 - load * firing) * self.drag * tanh(w / kDragCorner);
    port->add_effort(torque);
    EnergyAccount::of(assembly)->add({.power = [power = torque * w] { return power; }});
    b.define_output("torque", torque);
    b.define_output("speed", w);
    b.define_output("load", load);
    b.define_output("power", torque * w);
    b.define_output("fuel_flow", self.consumption.value_or(0.0) * load * most * max(w, 0.0));
  };
  b.assembly().on_connect(b.name() + ": shaft", connect);
}

}  // namespace holon
