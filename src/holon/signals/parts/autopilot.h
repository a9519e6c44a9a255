// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

enum class AxisKind : std::uint8_t { elevation, cross_slope };

/// One axis of an Autopilot, controlled by one valve.
template <AxisKind kind>
struct AutopilotAxis {
  Expr measured;  ///< elevation [m], or cross slope [rad]
  Expr setpoint = 0.0;
  Expr feed_forward = 0.0;  ///< its rate without the valve
  Expr gain;                ///< [1/s] K
  Expr full_rate;           ///< V at the full valve, positive where u = 1 increases it
  Expr deadband = 0.0;      ///< D
  Expr window = 0.0;        ///< of the error, in which the valve stays closed
  static void describe(Fields<AutopilotAxis>& f);
};

/// Keeps a cutting edge on a design surface by two valves: its elevation by the lift, its cross
/// slope by the tilt. For each axis, with the error e = setpoint − measured value,
///
///   v = K e − f,   u = c(v/V)
///
/// K gain, f the rate at which the vehicle moves the edge against the design surface by itself (the
/// feed-forward of the inertial sensors), V the edge's rate at the full valve; c(x) = sign(x) (D +
/// (1 − D) |x|) beyond a small window, limited to ±1: it compensates the valve's deadband D.
///
/// While `valid` is 0 the elevation is that which it was, plus the integral of `rate`: the edge
/// follows the grade that the inertial sensors give, and drifts with them. When `valid` returns,
/// the difference that has accumulated fades with the time constant `blend`. Load control: where
/// `load` exceeds `limit`, the setpoint rises at `rate` per relative excess, and sinks back.
struct Autopilot {
  struct LoadControl {
    Expr load;  ///< a force, a slip
    Expr limit;
    Expr rate = 0.1;  ///< [m/s]
    Expr most = 0.5;  ///< [m]
    static void describe(Fields<LoadControl>& f);
  };
  struct Dropout {
    Expr valid;        ///< a condition
    Expr rate;         ///< [m/s] of the edge, by inertial sensors
    Expr blend = 1.0;  ///< [s]
    static void describe(Fields<Dropout>& f);
  };
  AutopilotAxis<AxisKind::elevation> lift{};
  std::optional<AutopilotAxis<AxisKind::cross_slope>> tilt{};
  std::optional<LoadControl> load_control{};
  std::optional<Dropout> dropout{};
  Expr engaged = 1.0;
  Expr raised = 0.3;               ///< [m] above the setpoint while it is not engaged
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Autopilot>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
