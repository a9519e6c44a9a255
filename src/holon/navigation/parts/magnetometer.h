// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/navigation/inertial_errors.h"

namespace holon {

/// Measures the flux density of the model's MagneticField at a frame, in its axes: exactly at each
/// instant, or at the ticks of a clock with the errors of a triad (inertial_errors.h).
struct Magnetometer {
  FrameName on{};
  std::optional<double> sample{};  ///< [s]; nothing: exactly and always
  using Errors = TriadErrors<sensor::FluxDensity>;
  std::optional<Expr> noise_density{};  ///< [T/√Hz]
  std::optional<sensor::Bias<sensor::FluxDensity>> bias{};
  std::optional<sensor::Scale<Vector3<Expr>>> scale{};
  std::optional<Errors::Misalignment> misalignment{};
  std::optional<Expr> range{}, resolution{};  ///< [T]
  std::int64_t bits = 0;
  std::optional<Expr> temperature{};  ///< [K]
  std::optional<Expr> latency{};      ///< [s]

  static void describe(Descriptor<Magnetometer>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
