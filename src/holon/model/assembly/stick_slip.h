// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/assembly/part.h"

namespace holon {

/// An indicator for a state of affairs that is not there: it never switches.
inline constexpr double kNever = -1.0;

/// When dry friction slides and when it sticks, by events (docs/design/events.md). Sliding it acts
/// against `direction`; while it sticks, whoever it holds is kept at `place` by an equation with
/// the activity `sticks`. Rates and places in SI, along one freedom.
struct StickSlip {
  Expr direction;  ///< 1 or −1: it slides that way; 0: it sticks
  Expr place;      ///< where it sticks
  /// 1: it has just begun to slide that way, and whether it goes on is open. So is what breaks away
  /// at the very start, until it moves: the equilibria from which it is to begin are those of the
  /// static level.
  Expr turned;
  Expr stopped;  ///< slower than this against its direction it no longer slides
  Expr sticks;   ///< 1 or 0

  /// Adds the discrete states `<state>.direction` … of a part. `scale`: a small rate of
  /// sliding, as that over which static friction fades; slower than a millionth of it is stopped.
  static StickSlip add(PartBuilder& b, const std::string& state, const Dimension& dimension,
                       Expr place, Expr rate, Expr scale);
  /// What is known of the freedom, and what bounds the friction at rest.
  struct Motion {
    Expr place, rate, acceleration;
    Expr holding;  ///< what holds it while it sticks
    Expr most;     ///< what breaks it away
  };
  void add_events(PartBuilder& b, const Motion& motion) const;
};

}  // namespace holon
