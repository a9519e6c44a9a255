// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/assembly/ground.h"

namespace holon::detail {

/// A cutting edge on the ground that it works: strips side by side, from the left end to
/// the right one. Volumes are those of loose soil unless they say "bank" (undisturbed).
///
/// The ground answers by outputs of the part `name`: `pile[i]` [m³], the soil in front of each
/// strip, `loose[i]` [m], the thickness of loose soil that lies ahead of it, `cut_volume` [m³,
/// bank], `collected_volume` and `left_volume` [m³] since the start: loose soil taken up again, and
/// soil that the blade has laid down or spilled. At any time
///
///   Σ pile = Σ pile at the start + swell · cut_volume + collected_volume − left_volume.
struct Cutter {
  std::string name, ground;
  Expr width;   ///< [m]
  Expr height;  ///< [m] of the blade
  /// By strip, from left to right.
  std::vector<Expr> depth;       ///< [m] below the undisturbed surface, not negative, C¹
  std::vector<Expr> clearance;   ///< [m] above it, likewise
  std::vector<Expr> speed;       ///< [m/s] ahead
  std::vector<Expr> pile_start;  ///< [m³]
  Vector3<Expr> left, right;     ///< [m] ends of the edge in world axes
  Expr ahead_x, ahead_y;         ///< unit vector in the plan
  int strips() const { return static_cast<int>(depth.size()); }
  std::string pile(int strip) const { return name + ".pile[" + std::to_string(strip) + "]"; }
  std::string loose(int strip) const { return name + ".loose[" + std::to_string(strip) + "]"; }
  /// The local name of its query of the undisturbed surface ahead of a strip.
  static std::string query(int strip) { return "ahead[" + std::to_string(strip) + "]"; }
};

/// Those of an assembly.
struct Cutters {
  std::vector<Cutter> all;
  std::vector<Cutter> of_ground(const std::string& ground) const;
  static Cutters& of(Assembly& assembly) { return assembly.domain<Cutters>(); }
};

/// The outputs of a cutter with values from the ground: `volumes` in the order cut, collected,
/// left.
void define_cutter_outputs(Assembly& assembly, const Cutter& cutter, const std::vector<Expr>& piles,
                           const std::vector<Expr>& loose, const std::vector<Expr>& volumes);

/// A cutter in ground that does not remember: the volumes are states.
///
///   pile' = swell w d v − laid − spilled
///
/// for each strip of width w, with v, d, the clearance g not negative: laid = w g v while there is
/// a pile, or all of it over the distance of `kRelease` backwards; spilled = what is above the
/// capacity 0.8 w h² (SAE J1265), likewise over `kRelease` of travel.
void add_cutter_states(Assembly& assembly, const Cutter& cutter, const Soil& soil);

/// 0.8 w h²: the capacity of a straight blade (SAE J1265), of a strip of width w.
inline Expr calc_capacity(Expr width, Expr height) { return 0.8 * width * square(height); }

}  // namespace holon::detail
