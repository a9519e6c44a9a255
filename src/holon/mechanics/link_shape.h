// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/tree.h"

namespace holon {

/// Where a link's joint stands and how fast it moves, and what acts on the link.
struct LinkState {
  /// Coordinates and rates as joint_info counts them: angle [rad] and rate [rad/s], position [m]
  /// and speed [m/s], or orientation (w, x, y, z) and position, angular velocity and velocity. Of a
  /// prescribed joint what is prescribed.
  std::vector<Expr> q, v;
  Expr effort = 0.0;  ///< [N m] or [N] along the joint's freedom, besides spring and damper
  Expr vdot = 0.0;    ///< [rad/s²] or [m/s²] of a prescribed joint
  /// Force [N] and moment about the link's origin [N m], in link axes, of what acts from outside.
  std::optional<std::array<Expr, 6>> load;
};

namespace detail {

/// What the equations of a link depend on besides numbers.
struct LinkShape {
  JointType type = JointType::revolute;
  int axis = 2;
  int sign = 1;
  bool prescribed = false;
  bool at_rest = false;        ///< its parent is the world
  bool has_effort = false;     ///< an effort is given, or a spring or damper acts
  bool has_drive = false;      ///< an effort is given
  bool has_load = false;       ///< an external wrench acts
  std::vector<int> turn_axes;  ///< of the constant turn's steps
  bool turn_matrix = false;

  bool has_turn() const { return turn_matrix || !turn_axes.empty(); }
  bool is_straight() const { return type == JointType::revolute || type == JointType::prismatic; }
  /// Coordinates (0–2 translation, 3–5 rotation) in which the joint lets go.
  std::vector<int> freedoms() const;
  std::string text() const;  ///< equal for equal shapes
};

/// The freedom of a link's joint; an idle one where it has none.
const Mechanism::Freedom& freedom_of(const Mechanism& mechanism, const Link& link);

LinkShape make_shape(const Mechanism& mechanism, const Link& link, const LinkState& state);

}  // namespace detail

}  // namespace holon
