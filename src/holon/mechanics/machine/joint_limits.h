// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/model/assembly/part.h"

namespace holon {

/// Dry friction of one freedom. Sliding at the rate v it is
///   F(v) = coulomb + (static − coulomb) exp(−(v / stribeck)²),
/// without `stribeck` F = coulomb, against the motion (B. Armstrong-Hélouvry, P. Dupont, C. Canudas
/// de Wit, Automatica 30 (1994) 1083–1138, eq. 5, with δ = 2); viscous friction is the joint's
/// `damping`. Sticking it is what holds the joint where it stopped, up to `static`.
struct DryFriction {
  Expr coulomb = 0.0;                     ///< [N m] or [N]
  std::optional<Expr> static_friction{};  ///< [N m] or [N]; as `coulomb`
  std::optional<Expr> stribeck{};         ///< [rad/s] or [m/s]
};
struct RotationFriction : DryFriction {
  static void describe(Fields<RotationFriction>& f);
};
struct TranslationFriction : DryFriction {
  static void describe(Fields<TranslationFriction>& f);
};

/// Limits of one freedom: rigid, with an impact of Newton's restitution.
struct LimitStops {
  std::vector<Expr> range{};  ///< [rad] or [m] least and greatest
  Expr restitution = 0.0;     ///< 0 to 1: how much of the rate comes back
};
struct RotationLimits : LimitStops {
  static void describe(Fields<RotationLimits>& f);
};
struct TranslationLimits : LimitStops {
  static void describe(Fields<TranslationLimits>& f);
};

namespace detail {

/// Adds the friction of freedom `index` of a joint that is there already, with its states, events
/// and the output that shows it. `prefix`: of the names of its parameters and outputs in the part,
/// "rotation_x." of a direction of several.
void add_dry_friction(PartBuilder& b, int joint, std::size_t index,
                      const std::optional<DryFriction>& friction, const std::string& prefix = {});
/// The same for its limits; `initial`: of its coordinate, where that is given.
void add_end_stops(PartBuilder& b, int joint, std::size_t index,
                   const std::optional<LimitStops>& limits, const std::optional<Expr>& initial,
                   const std::string& prefix = {});

}  // namespace detail
}  // namespace holon
