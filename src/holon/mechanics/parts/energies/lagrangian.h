// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/model/assembly/part.h"

namespace holon {

/// A system that is described by its energies, see mechanics/lagrange/energies.h.
struct Lagrangian {
  struct Coordinate {
    std::string unit;               ///< empty: that of its initial value or guess
    std::optional<Expr> initial{};  ///< [unit]
    std::optional<Expr> guess{};
    std::optional<Expr> initial_rate{};  ///< [unit/s]
    std::optional<Expr> guess_rate{};
    Expr force = 0.0;  ///< generalized: [J/unit]
    static void describe(Fields<Coordinate>& f);
  };
  struct Row {
    std::vector<Expr> numbers{};
    static void describe(Fields<Row>& f);
  };
  struct Frame {
    Vector3<Expr> at{0.0, 0.0, 0.0};  ///< [m] in the world
    Orientation rotate{};
    static void describe(Fields<Frame>& f);
  };
  Named<Coordinate> coordinates{};
  std::optional<Expr> kinetic{};             ///< [J]
  std::vector<Row> mass_matrix{};            ///< M of T = q'ᵀ M q' / 2, in the place of `kinetic`
  Expr potential = 0.0;                      ///< [J]
  Expr dissipation = 0.0;                    ///< [W] Rayleigh's function
  std::vector<Expr> constraints{};           ///< g(q, t) = 0
  std::vector<Expr> velocity_constraints{};  ///< linear in the rates, = 0
  Named<Frame> frames{};

  static void describe(Descriptor<Lagrangian>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
