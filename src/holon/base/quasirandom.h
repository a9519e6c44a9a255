// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace holon {

/// A number between -1 and 1 for each index: the same on every run, without a pattern that a model
/// could share. `shift`: another sequence.
inline double quasirandom(double index, double shift = 0) {
  return std::sin(1.0 + 2.3 * index + shift);
}

/// The value with a relative change of at most `relative`.
inline double perturb(double value, double relative, double index, double shift = 0) {
  return value * (1 + relative * quasirandom(index, shift));
}

}  // namespace holon
