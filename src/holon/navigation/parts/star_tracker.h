// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Measures the attitude of a frame in the world; less accurately about its boresight, and not at
/// all while it turns too fast or the Sun is too near its boresight.
struct StarTracker {
  struct Sigma {
    Expr across = 0.0;            ///< [rad] about the axes across the boresight
    std::optional<Expr> about{};  ///< [rad] about the boresight
    static void describe(Fields<Sigma>& f);
  };
  struct Exclusion {
    Vector3<Expr> sun{1.0, 0.0, 0.0};
    Expr angle = 0.0;  ///< [rad]
    static void describe(Fields<Exclusion>& f);
  };
  FrameName on{};
  Axis boresight{};
  std::optional<Sigma> sigma{};
  std::optional<Vector3<Expr>> bias{};  ///< [rad] rotation vector
  std::optional<Expr> max_rate{};       ///< [rad/s]
  std::optional<Exclusion> exclusion{};
  std::optional<double> sample{};  ///< [s]
  std::optional<Expr> latency{};   ///< [s]

  static void describe(Descriptor<StarTracker>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
