// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

/// The scale of errors and changes of a state, from its nominal magnitude (StateBlock::nominal,
/// StateGroup::nominal). Usually it is the state's magnitude, but at least the nominal magnitude.
/// For a state whose differences matter, such as the mass in a volume, whose last digits determine
/// the pressure, it is the nominal magnitude at any magnitude of the state: such a nominal is
/// stored as a negative number.
namespace holon {

constexpr double make_absolute_nominal(double nominal) { return -nominal; }
constexpr bool is_absolute_nominal(double nominal) { return nominal < 0; }
inline double nominal_size(double nominal) { return std::abs(nominal); }

/// At a magnitude of the state.
inline double state_scale(double nominal, double magnitude) {
  return is_absolute_nominal(nominal) ? -nominal : std::max(nominal, magnitude);
}

/// The same for errors of steps, which may be `tolerance` times the scale: never less than the
/// rounding error of the state itself.
inline double error_scale(double nominal, double magnitude, double tolerance) {
  constexpr double kRounding = 0x1p-46;
  return is_absolute_nominal(nominal) ? std::max(-nominal, kRounding * magnitude / tolerance)
                                      : std::max(nominal, magnitude);
}

}  // namespace holon
