// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/fluid_settings.h"

#include "holon/model/describe/fields.h"

namespace holon {

void FluidSettings::describe(Fields<FluidSettings>& f) {
  using S = FluidSettings;
  f.choice("name", &S::name,
           {"HLP22", "HLP32", "HLP46", "HLP68", "HLP100", "HVLP46", "HEES46", "HFDU46", "HFC46",
            "diesel", "water"},
           "the hydraulic fluid, by DIN 51524, ISO 15380 or ISO 12922");
  f.value("temperature", &S::temperature, "K", "of the fluid").above(200).below(500);
  f.value("air", &S::air, "", "entrained air, fraction of the volume at atmospheric pressure")
      .non_negative()
      .below(0.5);
  f.value("air_exponent", &S::air_exponent, "",
          "polytropic exponent n in p V^n of the bubbles: 1 for slow, 1.4 for fast changes of "
          "pressure")
      .at_least(1)
      .at_most(2);
  f.value("density", &S::density, "kg/m^3", "at that temperature and atmospheric pressure")
      .positive()
      .default_text("that of the named fluid");
  f.value("viscosity", &S::viscosity, "m^2/s", "kinematic, likewise")
      .positive()
      .default_text("that of the named fluid");
  f.value("bulk_modulus", &S::bulk_modulus, "Pa", "isentropic, of the liquid without air, likewise")
      .positive()
      .default_text("that of the named fluid");
  f.value("bulk_modulus_slope", &S::bulk_modulus_slope, "", "increase per pressure")
      .above(1)
      .default_text("that of the named fluid");
  f.value("vapour_pressure", &S::vapour_pressure, "Pa", "vapour pressure, absolute")
      .non_negative()
      .default_text("that of the named fluid");
  f.value("pressure_coefficient", &S::pressure_coefficient, "1/Pa",
          "pressure-viscosity coefficient: the viscosity grows by exp(coefficient * pressure)")
      .non_negative()
      .default_text("that of the named fluid");
}

}  // namespace holon
