// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon {

/// An instant that is known beforehand and at which a right side has a corner, or jumps: steps must
/// end there, or adaptive ones grow past what lies between two such instants.
struct BreakTime {
  double before = 0;  ///< [s] where a step ends
  double after = 0;   ///< [s] where the next one begins; later than `before` where something jumps
  bool jumps() const { return after > before; }
};

/// The break times after 0 of a system's derivative, comparisons, conditions and delayed signals,
/// rising: the points of tables whose argument is time, or affine in it with factors made of
/// constants and parameters (by their values here), where a slope changes. Points on a straight
/// line are none. Throws ModelError where the derivative of a table is needed that jumps itself.
std::vector<BreakTime> list_break_times(const System& system,
                                        const std::vector<double>& parameters);

/// The largest number below t [s], for the side before a jump: two points of a table, the value
/// before at just_before(t) and the value from t on at t, are a jump at t.
double just_before(double t);

}  // namespace holon
