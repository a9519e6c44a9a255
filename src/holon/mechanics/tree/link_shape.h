// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/tree/tree.h"

namespace holon {

/// Where a link's joint stands and how fast it moves, and what acts on the link.
struct LinkState {
  /// Coordinates and rates as joint_info counts them: angle [rad] and rate [rad/s], position [m]
  /// and speed [m/s], or orientation (w, x, y, z) and position, angular velocity and velocity: of
  /// the farther side of the joint against the nearer. Of a prescribed joint what is prescribed.
  std::vector<Expr> q, v;
  Expr effort = 0.0;       ///< [N m] or [N] along the joint's freedom, besides spring and damper
  std::vector<Expr> vdot;  ///< of a prescribed joint: as many as rates
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
  bool is_idle = false;          ///< driven, and neither it nor what hangs on it has mass or load
  bool at_rest = false;          ///< its parent is the world
  bool has_effort = false;       ///< an effort is given, or a spring or damper acts
  bool has_drive = false;        ///< an effort is given
  bool has_load = false;         ///< an external wrench acts
  bool has_modes = false;        ///< modes of elastic bodies add to its inertia
  bool has_inverses = false;     ///< 1 / D of its freedoms is requested
  std::vector<int> factor_axes;  ///< of the constant rotation
  bool has_matrix = false;       ///< it is a matrix

  bool is_rotated() const { return has_matrix || !factor_axes.empty(); }
  bool is_straight() const { return holon::is_straight(type); }
  /// Turns about `axis`.
  bool is_hinged() const { return type == JointType::revolute || type == JointType::screw; }
  /// Its orientation is a quaternion.
  bool has_quaternion() const { return holon::has_quaternion(type); }
  /// Its place is a vector.
  bool has_place() const {
    return type == JointType::translation || type == JointType::free || type == JointType::driven;
  }
  /// Coordinates (0–2 translation, 3–5 rotation) that the joint leaves free.
  std::vector<int> freedoms() const;
  /// For each freedom the coordinates that neither it nor one before it leaves free.
  std::vector<std::vector<int>> kept_coordinates() const;
  std::string text() const;  ///< equal for equal shapes
};

/// The one-dimensional freedom of a link; an idle one where it has none.
const Mechanism::Freedom& freedom_of(const Mechanism& mechanism, const Link& link);
/// Its motion is given.
bool is_prescribed(const Mechanism& mechanism, const Link& link);

LinkShape make_shape(const Mechanism& mechanism, const Link& link, const LinkState& state);
/// Sets is_idle of the shapes of a tree's links.
void find_idle_links(const Tree& tree, std::vector<LinkShape>& shapes);

}  // namespace detail

}  // namespace holon
