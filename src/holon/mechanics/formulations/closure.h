// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "holon/mechanics/kernels/cut_kernels.h"
#include "holon/mechanics/tree/line_body.h"

namespace holon {

/// A cut joint: the rows that hold its frames to each other.
struct CutJoint {
  Mechanism::Joint joint;
  std::vector<Expr> near{};  ///< of its angles, see make_cut_state
  /// Which rows are needed, where that is known (find_needed_rows of a spanning tree); empty:
  /// unknown.
  std::vector<bool> needed{};
  std::vector<Expr> coordinates{}, rates{};  ///< where outputs have them: equations may name them
  /// Efforts along its freedoms as loads on both sides, see calc_effort_loads; empty: none.
  std::array<std::vector<Expr>, 2> effort_loads{};
};

/// A rod: one row, the distance of its ends.
struct RodConstraint {
  Mechanism::Motion length;
};

/// An equation g = 0 in coordinates, poses of links and time: one row.
struct EquationConstraint {
  /// g, g', and g'' for vdot = 0. Of an equation r = 0 of speeds 0, r, and r' for vdot = 0.
  Mechanism::Motion motion;
  std::optional<Expr> activity{};  ///< see Mechanism::Equation
  bool of_speeds = false;          ///< it restricts no places
  bool by_rate = false;            ///< its multiplier acts along the slopes of its rate
  /// While the activity is 0, its multiplier is a factor times that of this closure.
  std::optional<std::pair<std::size_t, Expr>> dependence{};
  /// Of an equation of rates, g' = flow, whose flow depends on rates (equation_share.cpp).
  struct Flow {
    std::vector<std::vector<Expr>> slopes;  ///< by link: ∂flow/∂rates
    Expr bias;                              ///< flow' but for accelerations
    Expr displacement, effort;              ///< see Mechanism::Equation::follows
  };
  std::optional<Flow> flow{};
  std::string owner{};                   ///< see Mechanism::Equation
  std::optional<Dimension> dimension{};  ///< likewise
  /// A row of a disc that rolls, by kernels in the place of derivatives of the formula; the
  /// closure's sides are those of plane and disc.
  struct Rolling {
    Vector3<Expr> normal, axis;  ///< in axes of the plane's and of the disc's link
    Expr radius;                 ///< [m]
    int row = 0;                 ///< see Mechanism::Equation::Rolling
  };
  std::optional<Rolling> rolling{};

  /// What its multiplier acts along the slopes of: by places or by speeds.
  const Expr& formula() const { return by_rate ? motion.rate : motion.position; }
};

/// What closes a loop of a tree: rows of constraints; or a line body (line_body.h), whose three
/// rows are no constraints, since they are compliant as masses are.
struct Closure {
  std::string name;                        ///< of the part
  std::array<Tree::BodyPlace, 2> sides{};  ///< parent, child: joint frames in links
  std::array<int, 2> bodies{Mechanism::kWorld, Mechanism::kWorld};  ///< of the sides
  std::variant<CutJoint, RodConstraint, EquationConstraint, detail::LineTerms> kind{};

  /// The closure as one of its kinds; nullptr: it is another one.
  const CutJoint* joint() const { return std::get_if<CutJoint>(&kind); }
  CutJoint* joint() { return std::get_if<CutJoint>(&kind); }
  const RodConstraint* rod() const { return std::get_if<RodConstraint>(&kind); }
  const EquationConstraint* equation() const { return std::get_if<EquationConstraint>(&kind); }
  const detail::LineTerms* line() const { return std::get_if<detail::LineTerms>(&kind); }
  /// Of an equation, where it is a row of a disc that rolls.
  const EquationConstraint::Rolling* rolling() const;

  const std::optional<Expr>& activity() const;
  bool is_conditional() const { return activity().has_value(); }
  bool is_constraint() const { return !line() && !is_conditional(); }  ///< always
  bool is_compliant() const { return line() != nullptr; }
  int row_count() const;
  detail::CutShape shape(std::vector<bool> kept = {}) const;
  std::string kind_name(std::vector<bool> kept) const;  ///< of its kernels
  /// Of its kernels, see cut_constants and line_constants.
  std::vector<Expr> constants(const Vector3<Expr>& gravity) const;

  static Closure of(const Mechanism& mechanism, const Tree& tree, const Mechanism::Rod& rod);
  /// Nothing where nothing moves its ends, or where all of it is at its pin.
  static std::optional<Closure> of(const Mechanism& mechanism, const Tree& tree,
                                   const Mechanism::LineBody& body);
};

/// Row k of a closure.
struct ClosureRow {
  int closure = 0;
  int index = 0;
};

}  // namespace holon
