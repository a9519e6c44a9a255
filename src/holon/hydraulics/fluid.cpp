// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/fluid.h"

#include "holon/hydraulics/fluid_data.h"
#include "holon/model/assembly/assembly.h"

namespace holon {
namespace {

constexpr double kGasConstant = 8.31446261815324;  // [J/(mol K)]
// [Pa] least pressure of air in fluid forced below the vapour pressure; and least σ in an empty
// volume: these keep powers and quotients finite.
constexpr double kLeastGas = 1e-9, kLeastContent = 1e-15;
// Limit of σ in a solver's trial that compresses a volume to zero.
constexpr double kMostContent = 3.0;
constexpr double kLeastVapour = 1e-12;  // [kg/m^3] ρ_v of a fluid without vapour pressure

/// x^y of x > 0, accurate to some rounding errors: at half the cost of `pow`, which is accurate to
/// the last bit.
Expr power(Expr x, Expr y) { return y.is_constant(1.0) ? x : exp(y * log(x)); }

/// (e^(ε L) − 1)/ε, which is L for ε = 0: for integrals of powers.
Expr power_integral(Expr log, Expr epsilon) {
  const Expr x = epsilon * log;
  // Seven terms of the series: 0.03⁷/8! is below the rounding error of the first.
  Expr series = 1.0 + x / 8.0;
  for (int k = 7; k >= 2; --k) series = 1.0 + x / static_cast<double>(k) * series;
  const Expr is_small = less(abs(x), 0.03);
  return select(is_small, log * series, (exp(x) - 1.0) / select(is_small, 1.0, epsilon));
}

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
  vapour_density_ =
      max(vapour_pressure_ * data.molar_mass / (kGasConstant * s.temperature), kLeastVapour);
}

Fluid Fluid::of(Assembly& assembly) { return Fluid(assembly.domain<FluidSettings>()); }

Expr Fluid::gas_pressure(Expr p) const { return max(p + gas_reference(), kLeastGas); }

Expr Fluid::liquid_volume(Expr p) const {
  return pow(1.0 + slope_ * p / bulk_modulus_, -1.0 / slope_);
}

Expr Fluid::density(Expr p) const {
  const Expr gas = air_ * pow(gas_reference() / gas_pressure(p), 1.0 / exponent_);
  return reference_density() / ((1.0 - air_) * liquid_volume(p) + gas);
}

Expr Fluid::dynamic_viscosity(Expr pressure) const {
  return dynamic_viscosity() * exp(pressure_coefficient_ * pressure);
}

Expr Fluid::bulk_modulus(Expr p) const {
  const Expr liquid = (1.0 - air_) * liquid_volume(p), gas_pressure = this->gas_pressure(p);
  const Expr gas = air_ * pow(gas_reference() / gas_pressure, 1.0 / exponent_);
  return (liquid + gas) /
         (liquid / (bulk_modulus_ + slope_ * p) + gas / (exponent_ * gas_pressure));
}

/// ρ_r h = (1 − α) ∫ℓ dp + α ∫dP_g/ζ
Expr Fluid::calc_enthalpy(Expr p, Expr gas_pressure) const {
  const Expr liquid = bulk_modulus_ / slope_ *
                      power_integral(log(1.0 + slope_ * p / bulk_modulus_), 1.0 - 1.0 / slope_);
  const Expr gas =
      gas_reference() * power_integral(log(gas_pressure / gas_reference()), 1.0 - 1.0 / exponent_);
  return ((1.0 - air_) * liquid + air_ * gas) / reference_density();
}

Expr Fluid::enthalpy(Expr pressure) const {
  return calc_enthalpy(pressure, gas_pressure(pressure));
}

/// With ℓ ≈ 1 − p/K the equation of ζ is y^(n+1) = 1 + b y in y = ζ/ζ_0, ζ_0 = (α
/// K/P_g0)^(1/(n+1)). For n = 1 the root is s = b/2 + √(b²/4 + 1); s and s^(1/n) are the asymptotes
/// for any n on the side of the cavity (s < 1) and of the liquid. b follows from the liquid's
/// pressure at σ (three terms of Murnaghan's law), or from the cavity's volume if it is negative.
Expr Fluid::guess_gas_ratio(Expr sigma) const {
  const Expr stiffness = gas_reference() / bulk_modulus_;
  const Expr unit = pow(air_ / stiffness, 1.0 / (exponent_ + 1.0));
  const Expr content = (1.0 - air_) * sigma, x = content - 1.0;
  const Expr pressed = (power(content, slope_) - 1.0) / slope_;
  const Expr half = 0.5 * unit / air_ * (select(less(0.0, x), pressed, x / content) + stiffness);
  const Expr root = sqrt(square(half) + 1.0);
  const Expr s = select(less(0.0, half), half + root, 1.0 / (root - half));
  return unit * select(less(s, 1.0), s, power(s, 1.0 / exponent_));
}

/// Householder's method of order four, by H and its three derivatives H', H'', H'''. With
/// t = ζ p'(ζ)/(K + M p), w = n − 1 − M t, D = (1 − α) σ, and ℓ' = −ℓ t/ζ:
///
///   H' = D ℓ (1 − t) − 1,   ζ H'' = D ℓ t (t − w − 2),
///   ζ² H''' = D ℓ t (3 (t − w) − (t − w)² + t w + n − 1 + M t w)
Expr Fluid::calc_gas_ratio(Expr sigma) const {
  constexpr int kSteps = 2;
  Expr zeta = guess_gas_ratio(sigma);
  for (int k = 0; k < kSteps; ++k) {
    const Expr gas_pressure = gas_reference() * power(zeta, exponent_);
    const Expr modulus = bulk_modulus_ + slope_ * (gas_pressure - gas_reference());
    const Expr liquid = (1.0 - air_) * sigma * power(modulus / bulk_modulus_, -1.0 / slope_);
    const Expr t = exponent_ * gas_pressure / modulus, w = exponent_ - 1.0 - slope_ * t;
    const Expr h0 = air_ * sigma / zeta - (1.0 - liquid);  // H/ζ
    const Expr h1 = liquid * (1.0 - t) - 1.0;
    const Expr h2 = liquid * t * (t - w - 2.0);
    const Expr h3 =
        liquid * t * (3.0 * (t - w) - square(t - w) + t * w + exponent_ - 1.0 + slope_ * t * w);
    zeta *= 1.0 - h0 * (6.0 * square(h1) - 3.0 * h0 * h2) /
                      (6.0 * h1 * (square(h1) - h0 * h2) + square(h0) * h3);
  }
  return zeta;
}

Expr Fluid::density_error(Expr density, Expr pressure) const {
  return select(less(density, 2.0 * vapour_density_), 0.0,
                (density - this->density(pressure)) / reference_density());
}

Fluid::State Fluid::state(Expr density) const {
  const Expr sigma = min(max(density / reference_density(), kLeastContent), kMostContent);
  const Expr gas_pressure = gas_reference() * power(calc_gas_ratio(sigma), exponent_);
  const Expr saturated = gas_pressure - gas_reference();  // p with all of p_v
  // The reduction of the vapour pressure in an almost empty volume, and its contributions to ρ e
  // and h: −∫p_v (1 − x)²/ρ² dρ from 2 ρ_v on.
  const Expr full = 2.0 * vapour_density_, rest = sigma * reference_density();
  const Expr x = min(rest / full, 1.0);
  const Expr lacking = vapour_pressure_ * square(1.0 - x);
  const Expr energy_lacking = vapour_pressure_ / full * (x - 1.0 / x - 2.0 * log(x));
  State s;
  s.pressure = saturated - lacking;
  const Expr enthalpy = calc_enthalpy(saturated, gas_pressure);
  s.energy = rest * (enthalpy - energy_lacking) - saturated;
  s.enthalpy = enthalpy - energy_lacking - lacking / rest;
  return s;
}

}  // namespace holon
