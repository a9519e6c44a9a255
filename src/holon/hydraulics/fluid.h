// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/fluid_settings.h"

namespace holon {

class Assembly;

/// [Pa] of the atmosphere. Pressures in models are gauge pressures: above that of the tank, which
/// is the atmosphere's.
constexpr double kAtmosphere = 101325.0;

/// Oil with bubbles of air, as a function of gauge pressure p [Pa]; P = p + kAtmosphere.
///
/// A mass of it fills the volume v(p), in units of what its liquid fills at p = 0:
///
///   v = v_l + v_g,   v_l = (1 + m p / K)^(−1/m),   v_g = α (P_g(0) / P_g(p))^(1/n)
///
/// - liquid: bulk modulus K + m p (F. Murnaghan, 1944; m is `bulk_modulus_slope`)
/// - bubbles: air and saturated vapour; of the pressure P the vapour takes p_v and the air the rest
///   (Dalton), P_g = P − p_v, on a polytrope of exponent n. So oil that is torn apart opens a
///   cavity at a pressure that comes ever closer to p_v, and closes it when it is pressed together.
/// - α: `air`, at least kLeastAir: nuclei that every liquid has.
/// - To be finite at any pressure that a solver may try, P_g is (y + √(y² + 4 ε²)) / 2 with
///   y = P − p_v and ε = 1 Pa: at 1 bar the difference is 10 µPa.
///
/// Density is ρ/v and the bulk modulus β = −v / v'(p), so that what flows into a closed volume is
/// what its density gains. What air the oil dissolves or gives off in seconds and minutes is left
/// out. Compare H. Gholizadeh, R. Burton, G. Schoenau, Fluid bulk modulus: comparison of low
/// pressure models, Int. J. of Fluid Power 13 (2012); J. Nykänen, T. Esqué, A. Ellman, Comparison
/// of different fluid models, Bath Workshop on Power Transmission and Motion Control, 2000.
///
/// Flows are volume flows; laws of flow take density and viscosity of the liquid at p = 0, but for
/// lines, whose viscosity is that of the pressure in them. (In an orifice the viscosity only says
/// where the flow turns laminar.)
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

  /// [kg/m^3] of liquid and bubbles.
  Expr density(Expr pressure) const;
  /// [Pa s] of the liquid, by Barus: μ exp(a p).
  Expr dynamic_viscosity(Expr pressure) const;
  /// [Pa] of liquid and bubbles; above 0 at any pressure.
  Expr bulk_modulus(Expr pressure) const;

 private:
  struct Volumes {
    Expr liquid, gas;
    Expr gas_modulus;  ///< [Pa]
  };
  Volumes calc_volumes(Expr pressure) const;

  Expr density_, viscosity_, bulk_modulus_, slope_, vapour_pressure_, pressure_coefficient_;
  Expr air_, exponent_;
};

}  // namespace holon
