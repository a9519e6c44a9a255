// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/parts/energies/lagrangian.h"

namespace holon {

/// Systems whose coordinates, and bodies whose places, are functions p(q, t) of fewer ones: a
/// composition by substitution, see mechanics/lagrange/energies.h.
struct Constrained {
  struct Place {
    std::optional<Expr> value{};
    std::optional<Vector3<Expr>> at{};    ///< [m] of a body, in the world
    std::optional<Orientation> rotate{};  ///< likewise
    static void describe(Fields<Place>& f);
  };
  std::vector<std::string> of{};
  Named<Lagrangian::Coordinate> coordinates{};
  Named<Place> where{};

  static void describe(Descriptor<Constrained>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
