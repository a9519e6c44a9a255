// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The soils by name. n, kc, kφ, c, φ of all but the first: J. Y. Wong, Theory of Ground Vehicles,
// 4th ed. (2008), table 2.3. The first has the strength of a firm sandy loam as design values, with
// the n, kc, kφ of Wong's sandy loam with 15 % water. What the table does not have:
//
//   density          typical of such soils in place (design values)
//   external angle   2/3 φ to smooth steel, where not given
//   K                Wong, section 2.4.3: some 25 mm for loose sand and loam, 10 mm for firm, 6 mm
//   for
//                    clay at its greatest compaction, 25 to 50 mm for fresh snow
//   swell, repose    typical of earth-moving handbooks (design values)
#include "holon/terrain/soil_settings.h"

#include <array>
#include <numbers>

namespace holon {

namespace {

constexpr double kSoilDegree = std::numbers::pi / 180;

struct SoilRow {
  double density;             // kg/m³
  double cohesion, friction;  // kPa, degrees
  double external;            // degrees
  double swell, repose;       // 1, degrees
  double n, kc, kphi, K;      // 1, kN/m^(n+1), kN/m^(n+2), mm
};

/// In the order of SoilSettings::Name.
constexpr std::array<SoilRow, 7> kSoils{{
    {1700, 8.00, 30.0, 20.0, 1.25, 33, 0.70, 5.27, 1515, 25},
    {1550, 1.04, 28.0, 18.7, 1.12, 30, 1.10, 0.99, 1528, 25},
    {1600, 1.72, 29.0, 19.3, 1.25, 33, 0.70, 5.27, 1515, 25},
    {1750, 4.14, 13.0, 8.7, 1.30, 35, 0.50, 13.19, 692.15, 10},
    {1850, 68.95, 20.0, 13.3, 1.30, 35, 0.20, 16.43, 1724.69, 6},
    {1560, 3.30, 33.7, 22.5, 1.25, 33, 1.10, 74.60, 2080, 25},
    {350, 1.03, 19.7, 13.1, 1.10, 35, 1.60, 4.37, 196.72, 40},
}};

}  // namespace

void SoilSettings::describe(Fields<SoilSettings>& f) {
  using S = SoilSettings;
  f.choice("name", &S::name,
           {"sandy_loam", "dry_sand", "moist_sandy_loam", "clayey_soil", "lean_clay",
            "upland_sandy_loam", "snow"},
           "name of the soil whose values are used where none is given");
  f.bare();
  const double right = std::numbers::pi / 2;
  f.value("density", &S::density, "kg/m^3", "density of undisturbed soil").positive();
  f.value("cohesion", &S::cohesion, "Pa", "cohesion of undisturbed soil").non_negative();
  f.value("friction_angle", &S::friction_angle, "rad", "angle of internal friction")
      .positive()
      .below(right);
  f.value("adhesion", &S::adhesion, "Pa", "adhesion to steel").non_negative();
  f.value("external_friction_angle", &S::external_friction_angle, "rad",
          "angle of friction between soil and steel")
      .non_negative()
      .below(right);
  f.value("swell", &S::swell, "", "volume of loose soil per volume of undisturbed soil")
      .at_least(1);
  f.value("repose_angle", &S::repose_angle, "rad", "angle of repose of loose soil")
      .positive()
      .below(right);
  f.value("sinkage_exponent", &S::sinkage_exponent, "", "Bekker's n").positive();
  f.value("cohesive_modulus", &S::cohesive_modulus, "N/m",
          "Bekker's kc, with the sinkage in metres: its number is that of kN/m^(n+1)");
  f.value("frictional_modulus", &S::frictional_modulus, "Pa",
          "Bekker's kphi, with the sinkage in metres: its number is that of kN/m^(n+2)")
      .positive();
  f.value("shear_modulus", &S::shear_modulus, "m", "K of Janosi and Hanamoto").positive();
}

Soil SoilSettings::make_soil() const {
  const SoilRow& row = kSoils.at(static_cast<std::size_t>(name));
  Soil soil;
  soil.density = density.value_or(row.density);
  soil.cohesion = cohesion.value_or(row.cohesion * 1e3);
  soil.friction_angle = friction_angle.value_or(row.friction * kSoilDegree);
  soil.adhesion = adhesion.value_or(0.0);
  soil.external_friction_angle = external_friction_angle.value_or(row.external * kSoilDegree);
  soil.swell = swell.value_or(row.swell);
  soil.repose_angle = repose_angle.value_or(row.repose * kSoilDegree);
  soil.sinkage_exponent = sinkage_exponent.value_or(row.n);
  soil.cohesive_modulus = cohesive_modulus.value_or(row.kc * 1e3);
  soil.frictional_modulus = frictional_modulus.value_or(row.kphi * 1e3);
  soil.shear_modulus = shear_modulus.value_or(row.K * 1e-3);
  return soil;
}

}  // namespace holon
