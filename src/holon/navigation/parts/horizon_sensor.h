// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Measures the direction of a planet's centre and its apparent size, as a scanner of the horizon
/// does. At the distance r of a planet of the radius R the horizon is seen at the angle asin(R/r)
/// from the centre.
struct HorizonSensor {
  FrameName on{};
  FrameName center{};
  std::optional<Expr> radius{};         ///< [m]
  std::optional<Expr> sigma{};          ///< [rad]
  std::optional<Vector3<Expr>> bias{};  ///< [rad] rotation vector
  std::optional<double> sample{};       ///< [s]
  std::optional<Expr> latency{};        ///< [s]

  static void describe(Descriptor<HorizonSensor>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
