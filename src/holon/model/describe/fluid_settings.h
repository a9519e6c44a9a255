// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "holon/model/describe/values.h"

namespace holon {

/// The hydraulic fluids that hydraulics/fluid_data.h describes, in the same order.
enum class FluidName : std::uint8_t {
  HLP22,
  HLP32,
  HLP46,
  HLP68,
  HLP100,
  HVLP46,
  HEES46,
  HFDU46,
  HFC46,
  diesel,
  water,
};

/// `fluid:`, the fluid of hydraulic circuits: a name, or values instead of it.
struct FluidSettings {
  FluidName name = FluidName::HLP46;
  Expr temperature = 318.15;  ///< [K]
  Expr air = 0.005;           ///< entrained air, fraction of the volume at atmospheric pressure
  Expr air_exponent = 1.4;    ///< p V^n of the bubbles: 1 slow, 1.4 fast
  /// Replace the properties given by name and temperature, all without air at atmospheric pressure:
  std::optional<Expr> density{};               ///< [kg/m^3]
  std::optional<Expr> viscosity{};             ///< [m^2/s] kinematic
  std::optional<Expr> bulk_modulus{};          ///< [Pa] isentropic, tangent
  std::optional<Expr> bulk_modulus_slope{};    ///< its derivative with respect to pressure
  std::optional<Expr> vapour_pressure{};       ///< [Pa] absolute
  std::optional<Expr> pressure_coefficient{};  ///< [1/Pa] of the viscosity (Barus)

  static void describe(Fields<FluidSettings>& f);
};

}  // namespace holon
