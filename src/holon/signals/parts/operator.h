// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Drives a vehicle along a path of straight legs, forwards or in reverse, and sets the speeds of
/// its two tracks (or wheels on two sides).
///
/// On a leg from P to Q with the unit direction e, the vehicle at p with the heading ψ has gone
/// a = (p − P)·e, with the deviation c to the left of the leg. It steers towards the point on the
/// leg that is the look-ahead L ahead (R. C. Coulter, Implementation of the Pure Pursuit Path
/// Tracking Algorithm, CMU-RI-TR-92-01, 1992):
///
///   η = atan2(−c, L) − (ψ_v − ψ_e),   turn rate r = 2 v sin η/√(L² + c²)
///
/// with the direction of travel ψ_v (of a reversing vehicle its heading turned by π). The speed is
/// that of the leg, at most √(2 A d) at the distance d to its end, and changes by A per time at
/// most. Left and right track: v ∓ r gauge/2. A leg ends at the distance `tolerance` before Q.
struct Operator {
  struct Leg {
    std::vector<Expr> to{};       ///< [m] x, y of its end
    std::optional<Expr> speed{};  ///< [m/s]
    bool reverse = false;
    bool work = true;  ///< the blade works on it
    static void describe(Fields<Leg>& f);
  };
  FrameName on{};            ///< the vehicle, x forwards
  std::vector<Expr> from{};  ///< [m] x, y
  std::vector<Leg> path{};
  Expr speed;                      ///< [m/s] on legs without a speed
  Expr acceleration = 0.6;         ///< [m/s²] A
  Expr look_ahead = 4.0;           ///< [m] L
  Expr tolerance = 0.1;            ///< [m]
  Expr gauge = 2.0;                ///< [m] between the tracks
  Expr limit = 1.0;                ///< part of the speed: a factor, as of the load of the blade
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Operator>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
