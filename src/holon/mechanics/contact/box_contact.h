// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/mechanics/contact/contact_geometry.h"

namespace holon::detail {

/// The motion of the frames of two boxes, in world axes.
struct BoxMotion {
  Vector3<Expr> position_1, velocity_1, spin_1;  ///< [m], [m/s], [rad/s]
  Vector3<Expr> position_2, velocity_2, spin_2;
};

/// Compliant, with regularised friction, of each point (parts/forces/contact.h).
struct BoxLaw {
  Expr stiffness;    ///< [N/m]
  Expr dissipation;  ///< [s/m]
  Expr friction;     ///< coefficient
  Expr slip_speed;   ///< [m/s]
};

/// The sums over all points, in world axes.
struct BoxForces {
  Expr gap = 0.0;                              ///< [m] the least
  Expr count = 0.0;                            ///< of points in contact
  Expr normal_force = 0.0;                     ///< [N]
  Vector3<Expr> force{0.0, 0.0, 0.0};          ///< [N] on the second box
  Vector3<Expr> friction{0.0, 0.0, 0.0};       ///< [N] its share
  Vector3<Expr> first_torque{0.0, 0.0, 0.0};   ///< [N m] on the first box, about its frame
  Vector3<Expr> second_torque{0.0, 0.0, 0.0};  ///< [N m] on the second box, about its frame
  Expr energy = 0.0;                           ///< [J] stored
  Expr loss = 0.0;                             ///< [W] dissipated
};

/// Of two boxes: corners on faces, and edges on edges.
BoxForces add_box_forces(const Box& first, const Box& second, const Expr& rounding,
                         const ShapePose& X_1, const ShapePose& X_2, const BoxMotion& motion,
                         const BoxLaw& law);

/// Rigid boxes, and boxes whose friction sticks, touch with their 16 corners and with the edges of
/// two faces, one of each box, which are opposite to each other: 16 pairs of edges. Faces are
/// numbered: ±x, ±y, ±z of the box, the negative one first.
struct BoxFaces {
  std::array<Expr, 2> best;      ///< index of the face that is turned most towards the other box
  std::array<Expr, 2> handicap;  ///< of `current` faces: below zero where they are good enough
};
BoxFaces find_facing(const Box& first, const Box& second, const Expr& rounding,
                     const ShapePose& X_1, const ShapePose& X_2,
                     const std::array<Expr, 2>& current);
/// The four edges of a face.
std::vector<ShapeEdge> find_edges_of_face(const Box& box, const ShapePose& X, const Expr& rounding,
                                          const Expr& face);

}  // namespace holon::detail
