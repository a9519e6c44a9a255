// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

/// A one-sided condition, beyond <= 0: a joint limit, a cable that does not stretch.
/// docs/design/events.md.
struct OneSided {
  std::string what;  ///< "upper limit"
  std::string
      state;    ///< local name of the discrete state that says that it is there: "limits.at_upper"
  Expr g;       ///< [m or rad] the equation that holds while it is there
  Expr beyond;  ///< g, or its opposite: above zero where it may not be
  Expr rate;    ///< [m/s, rad/s] of `beyond`
  Expr pull;    ///< [N, N m] what holds it there would have to pull with; names an output
  /// The event of leaving is added later (add_leaving): what friction holds too is released first.
  bool leaves_later = false;
  Expr length;         ///< [m, rad] of the way on the other side; what is small against it is none
  Expr applies = 1.0;  ///< above zero where the condition applies at all
  std::string shows;   ///< the output whose value a message about its start shows
  Expr restitution = 0.0;
  std::optional<Expr> g_rate{};  ///< of g, see Mechanism::Equation::rate
};
/// Adds it with its events; returns the index of its equation. Where it is violated at the start by
/// more than a billionth of `length` (of 1 m at most) the run fails with `violated` as the reason.
int add_one_sided(PartBuilder& b, const OneSided& condition, const std::string& violated);
/// Its event of leaving where `leaves_later` is set; `held` is 1 while it stays nevertheless.
void add_leaving(PartBuilder& b, const OneSided& condition, const Mechanism::Stop& stop, Expr held);
/// [m, rad] How far beyond a start may be, for a `length`.
double most_beyond(double length);

/// Adds an equation that holds while `activity` is 1; returns its index.
int add_conditional_equation(PartBuilder& b, const std::string& what, Expr g, Expr activity,
                             std::optional<Expr> rate = {});

/// Mechanism::Stop::hit of what takes part in an impact and causes none.
inline constexpr double kTakesPart = 0.5;
/// Of the slowest rate that bounces: what is slower than this rests at a stop, its rate is a
/// rounding.
inline constexpr double kMoves = 1e-3;

}  // namespace holon::detail
