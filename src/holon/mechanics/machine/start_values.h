// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/mechanics/tree/tree.h"

namespace holon::detail {

/// The coordinates (or rates) that the link's joint or its free body gives as the start; else those
/// at rest in the origin.
std::vector<Expr> given_start(const Mechanism& mechanism, const Link& link, bool rates);
/// Which of these a start must keep.
std::vector<bool> held_of(const Mechanism& mechanism, const Link& link, bool rates);

/// Starting values of the links of a tree: coordinates and rates.
class StartValues {
 public:
  /// States of parts, and the values with which they begin.
  struct PartStates {
    std::vector<Expr> states, starts;
  };

  /// Starts those links of `tree` that are free although joints hold their bodies where `start`, a
  /// tree of all joints, has the bodies.
  void place_bodies(const Mechanism& mechanism, const Tree& tree, const Tree& start,
                    const PartStates& parts);
  std::vector<Expr> of_link(const Mechanism& mechanism, const Tree& tree, std::size_t link,
                            bool rates) const;

 private:
  /// By link, coordinates and rates; empty: where its joint or body begins.
  std::vector<std::array<std::vector<Expr>, 2>> of_bodies_;
};

}  // namespace holon::detail
