// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon {

/// A time event: an instant, known in advance, at which a right-hand side has a kink or a jump.
/// Steps must end there, or an adaptive method may miss the interval between two such instants.
struct BreakTime {
  double before = 0;  ///< [s] at which a step ends
  double after = 0;   ///< [s] at which the next one begins; later than `before` if there is a jump
  bool jumps() const { return after > before; }
};

/// The break times after 0 of a system's derivative, comparisons, conditions and delayed signals,
/// ascending: the breakpoints of tables whose argument is time, or affine in time with coefficients
/// of constants and parameters (at their present values). Points on a straight line are no
/// breakpoints. Throws ModelError if the derivative of a table that jumps is required.
std::vector<BreakTime> list_break_times(const System& system,
                                        const std::vector<double>& parameters);

/// The largest number below t [s], for the side before a jump: two points of a table, the value
/// before at just_before(t) and the value from t on at t, are a jump at t.
double just_before(double t);

}  // namespace holon
