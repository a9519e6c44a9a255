// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/navigation/scalar_errors.h"

namespace holon {

/// Measures a length, such as the stroke of a cylinder, with the errors of sensor_errors.h.
struct StrokeSensor {
  Expr stroke = 0.0;  ///< [m]
  std::optional<Expr> sigma{}, noise_density{};
  std::optional<sensor::Bias<sensor::Length>> bias{};
  std::optional<sensor::Scale<Expr>> scale{};
  std::vector<Expr> range{};
  std::optional<Expr> resolution{};
  std::int64_t bits = 0;
  std::optional<double> sample{};  ///< [s]
  std::optional<Expr> latency{};   ///< [s]

  static void describe(Descriptor<StrokeSensor>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
