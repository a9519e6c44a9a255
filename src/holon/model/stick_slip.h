// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/part.h"

namespace holon {

/// An indicator for a state of affairs that is not there: it never switches.
inline constexpr double kNever = -1.0;

/// When dry friction slides and when it sticks, by events (docs/design/events.md). Sliding it acts
/// against `direction`; while it sticks, whoever it holds is kept at `place` by an equation with
/// the activity `sticks`. Rates and places in SI, along one freedom.
struct StickSlip {
  Expr direction;  ///< 1 or −1: it slides that way; 0: it sticks
  Expr place;      ///< where it sticks
  Expr turned;     ///< 1: it has just begun to slide that way, and whether it goes on is open
  Expr stopped;    ///< slower than this against its direction it no longer slides
  Expr sticks;     ///< 1 or 0

  /// Adds the discrete states `<state>.direction` … of a part. `stribeck`: rate over which static
  /// friction falls.
  static StickSlip add(PartBuilder& b, const std::string& state, const Dimension& dimension,
                       Expr place, Expr rate, Expr stribeck);
  /// What is known of the freedom, and what bounds the friction at rest.
  struct Motion {
    Expr place, rate, acceleration;
    Expr holding;  ///< what holds it while it sticks
    Expr most;     ///< what breaks it away
  };
  void add_events(PartBuilder& b, const Motion& motion) const;
};

}  // namespace holon
