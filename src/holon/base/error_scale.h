// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

/// What errors and changes of a state are measured against, by its nominal magnitude
/// (StateBlock::nominal, StateGroup::nominal). Usually that is the state's magnitude, at least the
/// nominal. Of a content whose differences matter, as of the mass in a volume, whose last digits
/// say its pressure, it is the nominal at any magnitude: such a nominal is stored as a negative
/// number.
namespace holon {

constexpr double make_absolute_nominal(double nominal) { return -nominal; }
constexpr bool is_absolute_nominal(double nominal) { return nominal < 0; }
inline double nominal_size(double nominal) { return std::abs(nominal); }

/// At a magnitude of the state.
inline double state_scale(double nominal, double magnitude) {
  return is_absolute_nominal(nominal) ? -nominal : std::max(nominal, magnitude);
}

/// The same for errors of steps, of which `tolerance` times the scale is allowed: never less than
/// the rounding of the state itself.
inline double error_scale(double nominal, double magnitude, double tolerance) {
  constexpr double kRounding = 0x1p-46;
  return is_absolute_nominal(nominal) ? std::max(-nominal, kRounding * magnitude / tolerance)
                                      : std::max(nominal, magnitude);
}

}  // namespace holon
