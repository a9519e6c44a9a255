// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/fluid_settings.h"

namespace holon {

/// Typical values of a fluid, without air, at atmospheric pressure.
struct FluidData {
  double density;                  ///< [kg/m^3] at 15 °C
  double expansion;                ///< [1/K] of the volume, from 15 °C on
  double viscosity_40;             ///< [m^2/s] kinematic, at 40 °C
  double viscosity_100;            ///< [m^2/s] at 100 °C
  double bulk_modulus;             ///< [Pa] isentropic, tangent, at 40 °C
  double bulk_modulus_per_kelvin;  ///< [Pa/K]
  double bulk_modulus_slope;       ///< growth per pressure
  double pressure_coefficient;     ///< [1/Pa] of the viscosity
  double vapour_pressure;          ///< [Pa] absolute, of oils: practically nothing
  double water_activity;           ///< part of water's vapour pressure that comes on top
  bool is_water = false;           ///< its viscosity follows Vogel's law, not Walther's
};

const FluidData& fluid_data(FluidName name);

/// [m^2/s] kinematic viscosity at a temperature [K]. Ubbelohde and Walther, ASTM D341:
/// lg lg(ν + 0.7) = A − B lg T with ν in mm²/s, through the values at 40 and 100 °C. Water:
/// μ = 2.414e-5 · 10^(247.8 / (T − 140)) Pa s (R. Fox, A. McDonald, Introduction to Fluid
/// Mechanics, appendix A), divided by the density.
Expr calc_viscosity(const FluidData& data, Expr temperature);
/// [kg/m^3]
Expr calc_density(const FluidData& data, Expr temperature);
/// [Pa]
Expr calc_bulk_modulus(const FluidData& data, Expr temperature);
/// [Pa] absolute. Water: Antoine's equation, lg p = 10.19621 − 1730.63 / (T − 39.724), 1 to 100 °C.
Expr calc_vapour_pressure(const FluidData& data, Expr temperature);

}  // namespace holon
