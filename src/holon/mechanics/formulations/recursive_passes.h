// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/kernels/recursive_kernels.h"

namespace holon::detail {

/// What the elimination of one freedom of a link left: vdot = rate − weights · (change of a,
/// alpha).
struct FreedomPivot {
  Expr rate;                  ///< [rad/s²] or [m/s²]
  Expr inverse;               ///< 1 / D [1/(kg m²)] or [1/kg]; of links of interest only
  std::vector<Expr> weights;  ///< of the coordinates that are not eliminated yet
};

/// The three passes of the formulation `recursive` over a tree, as calls of a few Functions. What
/// the passes leave behind is kept for those who close loops.
class RecursivePasses {
 public:
  /// What is to be known of a link besides.
  struct Interest {
    std::vector<Vector3<Expr>> points;  ///< [m] whose accelerations are requested, in link axes
    bool inverses = false;              ///< 1 / D of its freedoms
  };
  /// Runs outward and inward. All must live as long as this. `interests`: by link, or empty.
  RecursivePasses(const Mechanism& mechanism, const Tree& tree,
                  const std::vector<LinkState>& states, std::vector<Interest> interests = {});

  const std::vector<LinkShape>& shapes() const { return shapes_; }
  const std::vector<Expr>& attitude(std::size_t link) const { return attitude_[link]; }
  /// One per freedom of the link's joint (see LinkShape::freedoms).
  const std::vector<FreedomPivot>& pivots(std::size_t link) const { return pivots_[link]; }
  /// For vdot = 0 and with the world accelerating against gravity: alpha (3), and a (3) of one of
  /// the link's points of interest, in link axes.
  std::vector<Expr> bias_acceleration(std::size_t link, std::size_t point) const;
  /// What the link alone needs for vdot = 0, gravity included: force and moment about its origin
  /// (6), in link axes.
  std::vector<Expr> bias_force(std::size_t link) const {
    return {outward_[link].end() - 6, outward_[link].end()};
  }
  /// What a link hands to its parent for vdot = 0 of this and accelerations of its own: force and
  /// moment about the parent's origin (6), in its axes.
  std::vector<Expr> handed_force(std::size_t link) const;
  /// vdot of one link for these rates of its pivots; `change` (6; none where the parent is at
  /// rest): by how much alpha and a of its joint, in the parent's axes, are others than for vdot =
  /// 0.
  std::vector<Expr> run_return(std::size_t link, const std::vector<Expr>& rates,
                               std::vector<Expr> change);
  /// The outward pass: vdot of every link for these rates of the pivots, by link and freedom.
  std::vector<std::vector<Expr>> run_return(const std::vector<std::vector<Expr>>& rates);
  /// All that the passes outward and inward have computed, attitudes included.
  std::vector<Expr> results() const;
  /// The rates of the pivots as the passes found them.
  std::vector<std::vector<Expr>> rates() const;

 private:
  void describe();
  int children(std::size_t k) const { return static_cast<int>(tree_.links[k].children.size()); }
  int points(std::size_t k) const {
    return children(k) + (interests_.empty() ? 0 : static_cast<int>(interests_[k].points.size()));
  }
  void append_from_parent(std::size_t k, const std::vector<std::vector<Expr>>& results,
                          std::size_t first, std::size_t shared,
                          std::vector<Expr>& arguments) const;
  void go_outward(std::size_t k);
  void go_inward(std::size_t k);
  /// `arguments`: those of the parent.
  std::vector<Expr> go_back(std::size_t k, const std::vector<Expr>& rates,
                            std::vector<Expr> arguments);

  const Mechanism& mechanism_;
  const Tree& tree_;
  const std::vector<LinkState>& states_;
  const std::vector<Interest> interests_;
  std::size_t count_;
  std::vector<LinkShape> shapes_;
  std::vector<BlockPattern> patterns_;
  std::vector<int> child_index_;
  Kinds outward_kinds_, inward_kinds_, return_kinds_;
  std::vector<std::vector<Expr>> attitude_, outward_, inward_;
  std::vector<std::vector<FreedomPivot>> pivots_;
};

}  // namespace holon::detail
