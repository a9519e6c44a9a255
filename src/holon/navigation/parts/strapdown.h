// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

/// Attitude, velocity and position in the world from inertial measurements: strapdown_step.h has
/// the equations. With the world's gravity and rotation.
struct Strapdown {
  struct Start {
    std::optional<FrameName> frame{};
    Vector3<Expr> position{0.0, 0.0, 0.0};  ///< [m]
    Vector3<Expr> velocity{0.0, 0.0, 0.0};  ///< [m/s]
    Orientation orientation{};
    static void describe(Fields<Start>& f);
  };
  std::optional<Vector3<Expr>> delta_angle{}, delta_velocity{};  ///< [rad], [m/s]
  std::optional<Vector3<Expr>> angular_velocity{};               ///< [rad/s]
  std::optional<Vector3<Expr>> specific_force{};                 ///< [m/s²]
  std::optional<double> sample{};                                ///< [s]
  std::int64_t samples = 2;
  Start initial{};

  static void describe(Descriptor<Strapdown>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
