// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/navigation/scalar_errors.h"

namespace holon {

/// Measures the distance from a frame to another frame, or along an axis of the frame to a plane of
/// the world: with the beam d from p, the plane's point p₀ and normal n
///
///   distance = n · (p₀ − p)/(n · d),
///
/// where this is positive; errors as in sensor_errors.h. Beyond its range it measures nothing.
struct RangeSensor {
  struct Plane {
    Vector3<Expr> point{0.0, 0.0, 0.0};  ///< [m]
    Axis normal{};
    static void describe(Fields<Plane>& f);
  };
  FrameName on{};
  std::optional<FrameName> to{};
  std::optional<Plane> plane{};
  std::optional<Axis> axis{};
  std::optional<Expr> sigma{}, noise_density{};
  std::optional<sensor::Bias<sensor::Length>> bias{};
  std::optional<sensor::Scale<Expr>> scale{};
  std::vector<Expr> range{};
  std::optional<Expr> resolution{};
  std::int64_t bits = 0;
  std::optional<double> sample{};  ///< [s]
  std::optional<Expr> latency{};   ///< [s]

  static void describe(Descriptor<RangeSensor>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
