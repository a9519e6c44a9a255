// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/drives/hydrostatic_transmission.h"

#include "holon/model/assembly/energy_account.h"
#include "holon/model/assembly/find_port.h"
#include "holon/model/assembly/smooth_limits.h"

namespace holon {

namespace {

constexpr double kCreepSpeed = 1.0;       // [rad/s] ω_c
constexpr double kSettingCorner = 0.02;   // over which limits of the setting are rounded
constexpr double kSlightPressure = 1e4;   // [Pa] over which |p| is rounded
constexpr double kReliefCorner = 2e5;     // [Pa] over which a relief valve opens
constexpr double kNominalPressure = 1e5;  // [Pa] below which the tolerance is absolute

Expr round_abs(Expr x, double width) { return sqrt(square(x) + width * width) - width; }

}  // namespace

void HydrostaticTransmission::LoadLimit::describe(Fields<LoadLimit>& f) {
  f.value("speed", &LoadLimit::speed, "rad/s", "of the input, below which the setting is reduced")
      .required()
      .positive();
  f.value("range", &LoadLimit::range, "rad/s", "drop of speed over which it is reduced to zero")
      .required()
      .positive();
}

void HydrostaticTransmission::describe(Descriptor<HydrostaticTransmission>& d) {
  using H = HydrostaticTransmission;
  d.type("HydrostaticTransmission",
         "A hydrostatic transmission: variable pump, fixed motor and final drive.");
  d.role(PartRole::drive);
  d.text("input", &H::input, "the rotational port that drives its pump").required();
  d.text("output", &H::output, "the rotational port that it drives").required();
  d.value("pump", &H::pump, "m^3/rad", "largest displacement of the pump").required().positive();
  d.value("motor", &H::motor, "m^3/rad", "displacement of the motor").required().positive();
  d.value("ratio", &H::ratio, "", "of the final drive: rate of the motor over that of the output")
      .positive();
  d.value("command", &H::command, "", "setting of the pump, -1 to 1").required().varying();
  d.value("time_constant", &H::time_constant, "s", "of the pump's setting")
      .positive()
      .default_text("none: it follows without delay");
  d.value("relief", &H::relief, "Pa", "pressure difference at which the relief valves open")
      .positive();
  d.value("relief_range", &H::relief_range, "Pa",
          "above it, at which they carry the pump's flow at 200 rad/s")
      .positive();
  d.value("cut_off", &H::cut_off, "Pa", "pressure difference from which the setting falls")
      .positive()
      .default_text("none");
  d.value("cut_off_range", &H::cut_off_range, "Pa", "over which it falls to zero").positive();
  d.value("volume", &H::volume, "m^3", "of fluid in each line").required().positive();
  d.value("bulk_modulus", &H::bulk_modulus, "Pa", "of the fluid").positive();
  d.value("leakage", &H::leakage, "m^3/(s Pa)", "of pump and motor together").non_negative();
  d.value("pressure_friction", &H::pressure_friction, "",
          "friction torque of pump and motor as a fraction of that of the pressure")
      .non_negative()
      .below(1);
  d.value("input_friction", &H::input_friction, "N m s/rad", "drag of the pump per speed")
      .non_negative();
  d.value("output_friction", &H::output_friction, "N m s/rad", "drag at the output per speed")
      .non_negative();
  d.object("load_limit", &H::load_limit, "reduces the setting so that the engine does not stall");
  d.output("pressure", "Pa", "difference of the lines; positive where it drives forwards").main();
  d.output("setting", "", "of the pump").main();
  d.output("input_torque", "N m", "that it takes from the input");
  d.output("output_torque", "N m", "on the output").main();
  d.output("input_power", "W", "into it at the input");
  d.output("output_power", "W", "to the output");
  d.output("fluid_power", "W", "into elastic energy of its fluid");
  d.output("losses", "W", "of leakage, relief valves and friction");
}

Expr HydrostaticTransmission::calc_setpoint(Expr p, Expr input_speed) const {
  Expr u = min(max(command, -1.0), 1.0);
  if (cut_off) {
    // Only of a pump that drives: one that is driven must not lose its setting.
    const auto share = [&](Expr rise) {
      return detail::smooth_unit(1.0 - (rise - *cut_off) / cut_off_range, kSettingCorner);
    };
    u = select(less(0.0, u), u * share(p), u * share(-p));
  }
  if (!load_limit) return u;
  const Expr sag = input_speed - (load_limit->speed - load_limit->range);
  return u * detail::smooth_unit(sag / load_limit->range, kSettingCorner);
}

void HydrostaticTransmission::build(PartBuilder& b) const {
  if (cut_off) {
    const Expr closed = *cut_off + cut_off_range;
    if (closed.is_constant() && relief.is_constant() && closed.value() > relief.value()) {
      b.error("cut_off",
              "the cut-off is complete only above the pressure of the relief valves, 'relief'",
              "give less, or a smaller 'cut_off_range'");
      return;
    }
  }
  const auto connect = [self = *this, b](Assembly& assembly) mutable {
    const auto report = b.error_reporter();
    const auto in = detail::find_power_port(assembly, b.name(), self.input, PowerDomain::rotation,
                                            "input", report);
    const auto out = detail::find_power_port(assembly, b.name(), self.output, PowerDomain::rotation,
                                             "output", report);
    if (!in || !out) return;
    const auto state = assembly.add_state({.name = b.member("pressure"),
                                           .dimension = b.dimension_of("pressure"),
                                           .nominal = kNominalPressure},
                                          {0.0});
    const Expr p = state[0];
    Expr u = self.calc_setpoint(p, in->flow);
    if (self.time_constant) {
      const auto setting = assembly.add_state({.name = b.member("setting")}, {0.0});
      assembly.set_derivative(setting[0], (u - setting[0]) / *self.time_constant);
      u = setting[0];
    }
    const Expr w = in->flow, motor_speed = self.ratio * out->flow;
    const Expr pressed = round_abs(p, kSlightPressure);
    const Expr slope = 200.0 * self.pump / self.relief_range;
    const Expr corner = kReliefCorner;
    const Expr relief_flow = slope * (detail::smooth_ramp(p - self.relief, corner) -
                                      detail::smooth_ramp(-p - self.relief, corner));
    const Expr compliance = self.volume / self.bulk_modulus;
    const Expr into_volume =
        u * self.pump * w - self.motor * motor_speed - self.leakage * p - relief_flow;
    assembly.set_derivative(p, into_volume / compliance);
    const Expr pump_friction = self.pressure_friction * self.pump * sqrt(square(u) + 1e-8) *
                                   pressed * tanh(w / kCreepSpeed) +
                               self.input_friction * w;
    const Expr motor_friction =
        self.pressure_friction * self.motor * pressed * tanh(motor_speed / kCreepSpeed);
    const Expr input_torque = u * self.pump * p + pump_friction;
    const Expr output_torque =
        self.ratio * (self.motor * p - motor_friction) - self.output_friction * out->flow;
    in->add_effort(-input_torque);
    out->add_effort(output_torque);
    const Expr losses = p * (self.leakage * p + relief_flow) + pump_friction * w +
                        motor_friction * motor_speed + self.output_friction * square(out->flow);
    EnergyAccount::of(assembly)->add(
        {.stored = [energy = 0.5 * compliance * square(p)] { return energy; },
         .dissipated = [losses] { return losses; }});
    b.define_output("pressure", p);
    b.define_output("setting", u);
    b.define_output("input_torque", input_torque);
    b.define_output("output_torque", output_torque);
    b.define_output("input_power", input_torque * w);
    b.define_output("output_power", output_torque * out->flow);
    b.define_output("fluid_power", p * into_volume);
    b.define_output("losses", losses);
  };
  b.assembly().on_connect(b.name() + ": shafts", connect);
}

}  // namespace holon
