// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/model/assembly/ground.h"

namespace holon {

/// `soil:` of a ground: a soil by name, each of whose values may be replaced.
///
///   soil: sandy_loam
///   soil: {name: sandy_loam, cohesion: 12 kPa}
struct SoilSettings {
  enum class Name : std::uint8_t {
    sandy_loam,
    dry_sand,
    moist_sandy_loam,
    clayey_soil,
    lean_clay,
    upland_sandy_loam,
    snow,
  };
  Name name = Name::sandy_loam;
  std::optional<Expr> density{}, cohesion{}, friction_angle{}, adhesion{},
      external_friction_angle{}, swell{}, repose_angle{}, sinkage_exponent{}, cohesive_modulus{},
      frictional_modulus{}, shear_modulus{};

  static void describe(Fields<SoilSettings>& f);
  /// The values of the name, where none is given.
  Soil make_soil() const;
};

}  // namespace holon
