// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/assembly/part.h"

namespace holon {

/// The indicator of a state that is not active: it never switches.
inline constexpr double kNever = -1.0;

/// Transitions of dry friction between sliding and sticking, by events (docs/design/events.md).
/// While sliding it acts against `direction`; while sticking, an equation with the activity
/// `sticks` holds the coordinate at `place`. Rates and positions in SI, for one degree of freedom.
struct StickSlip {
  Expr direction;  ///< 1 or −1: direction of sliding; 0: it sticks
  Expr place;      ///< position at which it sticks
  /// 1: it has just begun to slide in this direction, and whether it continues is undecided. Also
  /// set for a joint that breaks away at the start, until it moves: its equilibrium is that of the
  /// static friction.
  Expr turned;
  Expr stopped;  ///< a rate opposite to its direction above this ends sliding
  Expr sticks;   ///< 1 or 0

  /// Adds the discrete states `<state>.direction` … of a part. `scale`: a small rate of sliding,
  /// such as the Stribeck rate; rates below a millionth of it count as rest.
  static StickSlip add(PartBuilder& b, const std::string& state, const Dimension& dimension,
                       Expr place, Expr rate, Expr scale);
  /// The motion of the degree of freedom, and the limit of static friction.
  struct Motion {
    Expr place, rate, acceleration;
    Expr holding;  ///< the holding effort while it sticks
    Expr most;     ///< the break-away effort
  };
  void add_events(PartBuilder& b, const Motion& motion) const;
};

}  // namespace holon
