// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/fluid_settings.h"

namespace holon {

class Assembly;

/// [Pa] of the atmosphere. Pressures in models are gauge pressures, relative to the tank, which is
/// at atmospheric pressure.
constexpr double kAtmosphere = 101325.0;

/// A hydraulic fluid: liquid with bubbles of air and vapour, at one temperature. Symbols: p [Pa]
/// gauge pressure, P = p + kAtmosphere, ρ [kg/m³] density of the mixture, ρ_r that at p = 0,
/// v = ρ_r/ρ relative specific volume, α share of air in the volume at p = 0, p_v vapour pressure.
///
///   v(p) = (1 − α) ℓ(p) + α/ζ
///   ℓ = (1 + M p/K)^(−1/M)           liquid: bulk modulus K + M p (F. Murnaghan, 1944)
///   ζ = (P_g/P_g0)^(1/n)             bubbles: P_g = P − p_v, p_v is the vapour's partial pressure
///                                    (Dalton), the air's is polytropic with exponent n
///
/// so that ρ_r = (1 − α) ρ_liquid: `air` is a fraction of the volume at atmospheric pressure, at
/// least kLeastAir, the nuclei in every liquid. At low pressure, approaching p_v, a cavity opens,
/// which closes when the missing mass has returned.
///
/// **Pressure of a density**, as required for a volume with a known mass: ζ is the root of
///
///   H(ζ) = α σ − ζ (1 − (1 − α) σ ℓ(p)) = 0,   p = P_g0 (ζⁿ − 1),   σ = ρ/ρ_r = 1/v
///
/// which has one positive root for each σ > 0. An initial guess that is asymptotically exact on
/// both sides (liquid, cavity) has an error of usually 5 %, at worst less than half; two steps of
/// Householder's method of order four then leave only rounding error. The number of steps is fixed,
/// so that the law is one differentiable expression with the same bits everywhere.
///
/// **An empty volume.** Below twice the density of saturated vapour, ρ < 2 ρ_v with ρ_v = p_v
/// M_m/(R T), the vapour pressure decreases to zero, p_v x (2 − x) with x = ρ/(2 ρ_v). So P falls
/// smoothly to zero with ρ, and is never negative.
///
/// **Energy.** h = ∫dp/ρ [J/kg] from p = 0 is the specific enthalpy above that of the fluid at
/// atmospheric pressure, e = h − p/ρ its elastic energy; a mass m in a volume V stores U = m e(m/V)
/// with dU = h dm − p dV.
///
/// Slow absorption and release of air (seconds to minutes) and changes of temperature are
/// neglected. Compare H. Gholizadeh, R. Burton, G. Schoenau, Fluid bulk modulus: comparison of low
/// pressure models, Int. J. of Fluid Power 13 (2012); J. Nykänen, T. Esqué, A. Ellman, Comparison
/// of different fluid models, Bath Workshop on Power Transmission and Motion Control, 2000;
/// MathWorks, Simscape, isothermal liquid domain.
///
/// Laws of flow use the density upstream; their viscosity is that of the liquid at p = 0, except in
/// lines, where it is that at their pressure.
class Fluid {
 public:
  static constexpr double kLeastAir = 1e-5;

  explicit Fluid(const FluidSettings& settings);
  /// That of the model.
  static Fluid of(Assembly& assembly);

  /// [kg/m^3], [m^2/s] of the liquid at p = 0.
  Expr density() const { return density_; }
  Expr kinematic_viscosity() const { return viscosity_; }
  Expr dynamic_viscosity() const { return density_ * viscosity_; }  ///< [Pa s]
  Expr vapour_pressure() const { return vapour_pressure_; }         ///< [Pa] absolute
  Expr liquid_modulus() const { return bulk_modulus_; }             ///< [Pa] K

  /// [kg/m^3] of liquid and bubbles; ρ_r, that at p = 0.
  Expr density(Expr pressure) const;
  Expr reference_density() const { return (1.0 - air_) * density_; }
  /// [Pa s] of the liquid, by Barus: μ exp(a p).
  Expr dynamic_viscosity(Expr pressure) const;
  /// [Pa] of liquid and bubbles, −v/v'(p); positive at any pressure.
  Expr bulk_modulus(Expr pressure) const;
  /// [J/kg] h; as a function of the density for a volume, since close to the vapour pressure it
  /// cannot be computed accurately from the pressure.
  Expr enthalpy(Expr pressure) const;

  /// (ρ − ρ(p))/ρ_r of a state's density and pressure: rounding error. 0 in an almost empty volume,
  /// whose pressure is not that of saturated vapour.
  Expr density_error(Expr density, Expr pressure) const;
  /// The state of a volume whose contents have this density [kg/m^3]. Any density is accepted:
  /// negative ones in a solver's trial count as zero.
  struct State {
    Expr pressure;  ///< [Pa] gauge, −kAtmosphere in an empty volume
    Expr enthalpy;  ///< [J/kg] h
    Expr energy;    ///< [J/m^3] ρ e
  };
  State state(Expr density) const;

 private:
  Expr gas_reference() const { return kAtmosphere - vapour_pressure_; }  // [Pa] P_g0
  Expr gas_pressure(Expr pressure) const;                                // [Pa] P_g
  Expr liquid_volume(Expr pressure) const;                               // ℓ
  Expr guess_gas_ratio(Expr sigma) const;
  Expr calc_gas_ratio(Expr sigma) const;  // ζ of σ
  Expr calc_enthalpy(Expr pressure, Expr gas_pressure) const;

  Expr density_, viscosity_, bulk_modulus_, slope_, vapour_pressure_, pressure_coefficient_;
  Expr air_, exponent_;
  Expr vapour_density_;  // [kg/m^3] ρ_v
};

}  // namespace holon
