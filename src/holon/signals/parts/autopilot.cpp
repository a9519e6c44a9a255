// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/autopilot.h"

#include "holon/model/assembly/block.h"

namespace holon {

namespace {

constexpr double kDeadbandCorner = 0.01;  // of the command, over which the compensation passes zero

/// The command of a valve for the part x of the full rate.
Expr compensate_deadband(Expr x, Expr deadband) {
  const Expr sign = min(max(x / kDeadbandCorner, -1.0), 1.0);
  return min(max(sign * deadband + (1.0 - deadband) * x, -1.0), 1.0);
}

/// The error without the window in which nothing is done.
Expr outside_window(Expr error, Expr window) {
  return max(error - window, 0.0) + min(error + window, 0.0);
}

}  // namespace

template <AxisKind kind>
void AutopilotAxis<kind>::describe(Fields<AutopilotAxis>& f) {
  using A = AutopilotAxis;
  const char* const unit = kind == AxisKind::elevation ? "m" : "rad";
  const char* const rate_unit = kind == AxisKind::elevation ? "m/s" : "rad/s";
  f.value("measured", &A::measured, unit, "measured or estimated value").required().varying();
  f.value("setpoint", &A::setpoint, unit, "setpoint, given by the design surface").varying();
  f.value("feed_forward", &A::feed_forward, rate_unit,
          "rate at which the vehicle changes the measured value against the setpoint")
      .varying();
  f.value("gain", &A::gain, "1/s", "proportional gain: commanded rate per error")
      .required()
      .positive();
  f.value("full_rate", &A::full_rate, rate_unit, "rate of the edge at the fully open valve")
      .required();
  f.value("deadband", &A::deadband, "", "deadband of the valve, which is compensated")
      .non_negative()
      .below(0.9);
  f.value("window", &A::window, unit, "tolerance band of the error in which the valve stays closed")
      .non_negative();
}
template struct AutopilotAxis<AxisKind::elevation>;
template struct AutopilotAxis<AxisKind::cross_slope>;

void Autopilot::LoadControl::describe(Fields<LoadControl>& f) {
  f.value("load", &LoadControl::load, "any", "limited quantity: a force, the slip")
      .required()
      .varying();
  f.value("limit", &LoadControl::limit, "any", "load above which the edge is raised")
      .required()
      .varying();
  f.value("rate", &LoadControl::rate, "m/s",
          "rate at which the edge is raised where the load is twice the limit")
      .positive();
  f.value("most", &LoadControl::most, "m", "largest height by which the edge is raised").positive();
}

void Autopilot::Dropout::describe(Fields<Dropout>& f) {
  f.condition("valid", &Dropout::valid, "true while the measured elevation is valid").required();
  f.value("rate", &Dropout::rate, "m/s", "rate of the elevation, from inertial sensors")
      .required()
      .varying();
  f.value("blend", &Dropout::blend, "s", "time constant of the return to the measured elevation")
      .positive();
}

void Autopilot::describe(Descriptor<Autopilot>& d) {
  d.type("Autopilot", "Keeps a cutting edge on a design surface through the lift and tilt valves.");
  d.object("lift", &Autopilot::lift, "elevation of the edge").required();
  d.object("tilt", &Autopilot::tilt, "cross slope of the edge");
  d.object("load_control", &Autopilot::load_control,
           "raises the edge where the load exceeds its limit");
  d.object("dropout", &Autopilot::dropout, "dead reckoning while the elevation is not measured");
  d.condition("engaged", &Autopilot::engaged, "true while the edge follows the surface");
  d.value("raised", &Autopilot::raised, "m",
          "height of the edge above the surface while not engaged");
  d.period("sample", &Autopilot::sample, "rate or period");
  d.output("lift", "", "command of the lift valve, -1 to 1").main();
  d.output("tilt", "", "command of the tilt valve, -1 to 1").main();
  d.output("elevation", "m", "elevation in use: measured, or by dead reckoning").main();
  d.output("elevation_error", "m", "setpoint less elevation").main();
  d.output("tilt_error", "rad", "setpoint less cross slope");
  d.output("relief", "m", "height by which load control raises the setpoint").main();
  d.output("dead_reckoning", "", "1 while the elevation is not measured");
}

namespace {

/// A rate of zero and a limit that no load can keep divide by zero, or act at every load.
void check_autopilot_divisors(const Autopilot& pilot, PartBuilder& b) {
  const std::string advice =
      "give the rate of the edge at the fully open valve, negative where a positive command "
      "lowers it";
  if (pilot.lift.full_rate.is_constant(0.0))
    b.error("lift.full_rate", "the lift valve does not move the edge: its full rate is 0", advice);
  if (pilot.tilt && pilot.tilt->full_rate.is_constant(0.0))
    b.error("tilt.full_rate", "the tilt valve does not move the edge: its full rate is 0", advice);
  if (!pilot.load_control) return;
  const Expr limit = pilot.load_control->limit;
  if (limit.is_constant() && !(limit.value() > 0.0)) {
    b.error("load_control.limit", "the limit of the load is not positive",
            "give the load above which the edge rises, for example 'limit: 0.2' of a slip");
  } else if (!limit.is_constant()) {
    b.assembly().add_event(
        {SystemEvent::Kind::fail, "the limit of the load of '" + b.name() + "' is not positive",
         SystemEvent::Start::counts},
        1.0 - relation(limit));
  }
}

}  // namespace

void Autopilot::build(PartBuilder& b) const {
  check_autopilot_divisors(*this, b);
  if (!sample) {
    b.error("", "an autopilot needs a 'sample', the rate at which it acts",
            "write 'sample: 20 Hz'");
    return;
  }
  Block block(b, sample);
  const double T = block.period();
  Expr elevation = lift.measured, dead_reckoning = 0.0;
  if (dropout) {
    // The used elevation is the measured one plus an offset that fades, or its own integral.
    const Expr valid = less(0.5, dropout->valid);
    const Expr last = block.add_memory("last_elevation", dimensions::kLength, lift.measured);
    const Expr offset = block.add_memory("offset", dimensions::kLength, 0.0);
    const Expr was_valid = block.add_memory("was_valid", {}, 1.0);
    const Expr reckoned = last + T * dropout->rate;
    const Expr jump = select(less(0.5, was_valid), offset, reckoned - lift.measured);
    const Expr fading = jump * (1.0 - min(T / dropout->blend, 1.0));
    elevation = select(valid, lift.measured + fading, reckoned);
    block.set_next(last, elevation);
    block.set_next(offset, select(valid, fading, 0.0));
    block.set_next(was_valid, select(valid, 1.0, 0.0));
    dead_reckoning = select(valid, 0.0, 1.0);
  }
  const Expr is_engaged = less(0.5, engaged);
  Expr relief = 0.0;
  if (load_control) {
    const LoadControl& c = *load_control;
    const Expr before = block.add_memory("relief_before", dimensions::kLength, 0.0);
    const Expr excess = min(max(c.load / c.limit - 1.0, -1.0), 2.0);
    relief = select(is_engaged, min(max(before + T * c.rate * excess, 0.0), c.most), 0.0);
    block.set_next(before, relief);
  }
  const Expr target = lift.setpoint + relief + select(is_engaged, 0.0, raised);
  const Expr error = target - elevation;
  const auto command = [](const auto& axis, Expr e) {
    const Expr rate = axis.gain * outside_window(e, axis.window) - axis.feed_forward;
    return compensate_deadband(rate / axis.full_rate, axis.deadband);
  };
  block.set_output("lift", command(lift, error));
  const Expr tilt_error = tilt ? tilt->setpoint - tilt->measured : Expr(0.0);
  block.set_output("tilt", tilt ? command(*tilt, tilt_error) : Expr(0.0));
  block.set_output("elevation", elevation);
  block.set_output("elevation_error", error);
  block.set_output("tilt_error", tilt_error);
  block.set_output("relief", relief);
  block.set_output("dead_reckoning", dead_reckoning);
}

}  // namespace holon
