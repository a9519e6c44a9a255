// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"
#include "holon/navigation/inertial_errors.h"

namespace holon {

/// Three gyros and three accelerometers at a point of a frame, `lever_arm` from its origin, along
/// the frame's axes. At each tick they give the angular rate and the specific force of this instant
/// (model/assembly/frame_motion.h), and their integrals since the last tick in the rotating axes,
///
///   Δθ = ∫ ω_ib dt,  Δv = ∫ f dt,
///
/// which the simulation integrates with the machine. Errors act on these through their means Δθ/T,
/// Δv/T, with the same bias and noise.
struct Imu {
  FrameName on{};
  Vector3<Expr> lever_arm{0.0, 0.0, 0.0};  ///< [m]
  std::optional<double> sample{};          ///< [s]
  ImuGrade grade = ImuGrade::ideal;
  TriadErrors<sensor::AngularRate> gyro{};
  TriadErrors<sensor::SpecificForce> accelerometer{};
  std::optional<Expr> temperature{};  ///< [K]
  std::optional<Expr> latency{};      ///< [s]

  static void describe(Descriptor<Imu>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
