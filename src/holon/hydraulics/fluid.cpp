// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/fluid.h"

#include "holon/hydraulics/fluid_data.h"
#include "holon/model/assembly.h"

namespace holon {
namespace {

constexpr double kSoftness = 1.0;  // [Pa] ε of P_g

/// √(y² + 4 ε²)
Expr soften(Expr y) { return sqrt(square(y) + 4 * kSoftness * kSoftness); }
Expr calc_gas_pressure(Expr y) { return 0.5 * (y + soften(y)); }

}  // namespace

Fluid::Fluid(const FluidSettings& s) {
  const FluidData& data = fluid_data(s.name);
  density_ = s.density.value_or(calc_density(data, s.temperature));
  viscosity_ = s.viscosity.value_or(calc_viscosity(data, s.temperature));
  bulk_modulus_ = s.bulk_modulus.value_or(calc_bulk_modulus(data, s.temperature));
  slope_ = s.bulk_modulus_slope.value_or(data.bulk_modulus_slope);
  vapour_pressure_ = s.vapour_pressure.value_or(calc_vapour_pressure(data, s.temperature));
  pressure_coefficient_ = s.pressure_coefficient.value_or(data.pressure_coefficient);
  air_ = max(s.air, kLeastAir);
  exponent_ = s.air_exponent;
}

Fluid Fluid::of(Assembly& assembly) { return Fluid(assembly.domain<FluidSettings>()); }

Fluid::Volumes Fluid::calc_volumes(Expr p) const {
  const Expr at_rest = calc_gas_pressure(kAtmosphere - vapour_pressure_);
  const Expr y = p + kAtmosphere - vapour_pressure_;
  Volumes v;
  v.liquid = pow(1.0 + slope_ * p / bulk_modulus_, -1.0 / slope_);
  v.gas = air_ * pow(at_rest / calc_gas_pressure(y), 1.0 / exponent_);
  v.gas_modulus = exponent_ * soften(y);  // n P_g / P_g'
  return v;
}

Expr Fluid::density(Expr pressure) const {
  const Volumes v = calc_volumes(pressure);
  return density_ / (v.liquid + v.gas);
}

Expr Fluid::dynamic_viscosity(Expr pressure) const {
  return dynamic_viscosity() * exp(pressure_coefficient_ * pressure);
}

Expr Fluid::bulk_modulus(Expr pressure) const {
  const Volumes v = calc_volumes(pressure);
  const Expr liquid_modulus = bulk_modulus_ + slope_ * pressure;
  return (v.liquid + v.gas) / (v.liquid / liquid_modulus + v.gas / v.gas_modulus);
}

}  // namespace holon
