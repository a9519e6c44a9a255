// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A track of a crawler on soil: sinkage, thrust by slip, resistances along and across. Its length
/// is divided into equal segments, each with a point in its middle at which the ground acts; the
/// ground there is the mean of three places along the segment.
///
///   N = A p(z) max(0, 1 + d z')              load of a segment of the area A = b L/n
///   F_max = A c (1 − e^{−p/p_0}) + N tan φ   largest shear force (Coulomb, Micklethwait)
///   F = F_max (s_x, −s_y)                    thrust and side force: shear_law.h
///   R_c = b ∫ p dz                           compaction resistance, mean of the segments (Bekker)
///   R_i = f ΣN v_t/√(v_t² + v_0²)            running gear, within the vehicle
///
/// z the depth of the point below the ground along its normal, v_t the track's speed, p(z) Bekker's
/// law, p_0 = 2 kPa, v_0 = 0.02 m/s. The fractions s follow 2 K s' = v − h s, of which a part
/// 2 K s' τ_d (1 − s²) is added as damping at rest; it does not change a steady thrust; off the
/// ground they fade. M. G. Bekker, Introduction to Terrain-Vehicle Systems (1969); J. Y. Wong,
/// Theory of Ground Vehicles, 4th ed. (2008), sections 2.4 to 2.6 and 6.
struct Track {
  FrameName on{};  ///< in the middle of the ground contact, x forwards, z up
  std::string ground;
  std::string drive;                      ///< the rotational port of the sprocket
  std::optional<Expr> sprocket_radius{};  ///< [m]
  std::optional<Expr> speed{};            ///< [m/s] instead of a drive
  Expr length;                            ///< [m] L
  Expr width;                             ///< [m] b
  std::int64_t points = 4;                ///< n
  Expr running_resistance = 0.03;         ///< f
  Expr damping = 1.5;                     ///< [s/m] d

  static void describe(Descriptor<Track>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
