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
           "the oil, by DIN 51524, ISO 15380 or ISO 12922");
  f.value("temperature", &S::temperature, "K", "of all of it").above(200).below(500);
  f.value("air", &S::air, "", "free air in it, part of the volume at atmospheric pressure")
      .non_negative()
      .below(0.5);
  f.value("air_exponent", &S::air_exponent, "",
          "n in p V^n of the bubbles: 1 where pressure changes slowly, 1.4 where it does fast")
      .at_least(1)
      .at_most(2);
  f.value("density", &S::density, "kg/m^3", "at that temperature and atmospheric pressure")
      .positive()
      .default_text("that of the name");
  f.value("viscosity", &S::viscosity, "m^2/s", "kinematic, likewise")
      .positive()
      .default_text("that of the name");
  f.value("bulk_modulus", &S::bulk_modulus, "Pa", "isentropic, of the liquid without air, likewise")
      .positive()
      .default_text("that of the name");
  f.value("bulk_modulus_slope", &S::bulk_modulus_slope, "", "what it gains per pressure")
      .above(1)
      .default_text("that of the name");
  f.value("vapour_pressure", &S::vapour_pressure, "Pa", "absolute, where the liquid evaporates")
      .non_negative()
      .default_text("that of the name");
  f.value("pressure_coefficient", &S::pressure_coefficient, "1/Pa",
          "of the viscosity, which grows by exp(coefficient * pressure)")
      .non_negative()
      .default_text("that of the name");
}

}  // namespace holon
