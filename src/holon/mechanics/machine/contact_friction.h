// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

/// A contact point with Coulomb friction that sticks. machine/contact_friction.cpp has the law.
struct FrictionPoint {
  std::string state;       ///< local name of its discrete states: "points[2]"
  Expr touches;            ///< 1 while there is contact
  Vector3<Expr> normal;    ///< unit, in world axes
  Vector3<Expr> velocity;  ///< [m/s] of the second body's point against the first's
  Expr normal_force;       ///< [N]
  Expr friction, static_friction;
  int stop = -1;                   ///< of Mechanism::stops, where it begins by an impact …
  int equation = -1;               ///< … and of `equations`, whose multiplier is the normal force
  bool is_one_of_several = false;  ///< of its contact; see share_holding
};

/// The friction on the second body.
struct PointFriction {
  Vector3<Expr> sliding;    ///< [N] while it slides, where no multiplier is the normal force
  Expr sticks;              ///< 1 while it does not
  std::array<int, 2> rows;  ///< equations whose multipliers hold it, along `directions`
  std::array<Vector3<Expr>, 2> directions;
  Vector3<Expr> slip;  ///< [m/s] tangential velocity
  /// Of one of several: [s] when it has stuck or broken away last, whether it is slow and does not
  /// stick, and the resets that make it stick.
  Expr changed, is_loose;
  SystemBuilder::Resets sticking;

  /// [N] by the multipliers: what holds it, and sliding friction where `sliding` has none; known
  /// once the loops are closed.
  Vector3<Expr> calc_holding(Machine& machine) const;
};

/// Where one of a contact's points begins to stick or breaks away, the slow ones that do not stick
/// do so anew, once in an instant, and those that cannot hold break away again. So all of them stop
/// with the first, and none keeps a force that it broke away against before.
void share_holding(PartBuilder& b, const std::vector<PointFriction>& points);

/// Adds its states, equations and events. `holding`: symbols of its force while it sticks.
PointFriction add_contact_friction(PartBuilder& b, const FrictionPoint& point,
                                   const Vector3<Expr>& holding);

}  // namespace holon::detail
