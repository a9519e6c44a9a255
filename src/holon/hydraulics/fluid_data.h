// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/fluid_settings.h"

namespace holon {

/// Typical values of a fluid, without air, at atmospheric pressure.
struct FluidData {
  double density;                  ///< [kg/m^3] at 15 °C
  double expansion;                ///< [1/K] of the volume, from 15 °C on
  double viscosity_40;             ///< [m^2/s] kinematic, at 40 °C
  double viscosity_100;            ///< [m^2/s] at 100 °C
  double bulk_modulus;             ///< [Pa] isentropic, tangent, at 40 °C
  double bulk_modulus_per_kelvin;  ///< [Pa/K]
  double bulk_modulus_slope;       ///< derivative with respect to pressure
  double pressure_coefficient;     ///< [1/Pa] of the viscosity
  double vapour_pressure;          ///< [Pa] absolute, negligible for oils
  double water_activity;           ///< fraction of water's vapour pressure that is added
  double molar_mass;               ///< [kg/mol] of the vapour
  bool is_water = false;           ///< density, viscosity, bulk modulus by fits of the tables
};

const FluidData& fluid_data(FluidName name);

/// [m^2/s] kinematic viscosity at a temperature [K]. Ubbelohde and Walther, ASTM D341:
/// lg lg(ν + 0.7) = A − B lg T with ν in mm²/s, through the values at 40 and 100 °C. Water:
/// IAPWS SR6-08 (2011), eq. (8), −20 to 110 °C, 1 % of the tables at most.
Expr calc_viscosity(const FluidData& data, Expr temperature);
/// [kg/m^3]. Fluids but water: ρ_15/(1 + α (T − 15 °C)). Water: G. Kell, J. Chem. Eng. Data 20
/// (1975) 97, 0 to 150 °C at one atmosphere, within 0.02 kg/m³ of IAPWS-95.
Expr calc_density(const FluidData& data, Expr temperature);
/// [Pa]. Water: ρ c² with the speed of sound of N. Bilaniuk and G. Wong, J. Acoust. Soc. Am. 93
/// (1993) 1609 and 99 (1996) 3257, 0 to 100 °C.
Expr calc_bulk_modulus(const FluidData& data, Expr temperature);
/// [Pa] absolute. Water: Antoine's equation, lg p = 10.19621 − 1730.63 / (T − 39.724), 1 to 100 °C.
Expr calc_vapour_pressure(const FluidData& data, Expr temperature);

}  // namespace holon
