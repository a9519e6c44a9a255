// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Measures the direction of the Sun in the axes of a frame, where the Sun is in its field of view
/// and no planet hides it.
struct SunSensor {
  struct Planet {
    FrameName center{};
    Expr radius = 0.0;  ///< [m]
    static void describe(Fields<Planet>& f);
  };
  FrameName on{};
  Vector3<Expr> sun{1.0, 0.0, 0.0};
  std::optional<Axis> axis{};
  std::optional<Expr> field_of_view{};  ///< [rad] from the axis
  std::optional<Planet> planet{};
  std::optional<Expr> sigma{};          ///< [rad]
  std::optional<Vector3<Expr>> bias{};  ///< [rad] rotation vector
  std::optional<double> sample{};       ///< [s]
  std::optional<Expr> latency{};        ///< [s]

  static void describe(Descriptor<SunSensor>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
