// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// Ticks of an axis.
struct Ticks {
  std::vector<double> values;
  std::vector<std::string> labels;  ///< of values / 10^exponent, with a true minus sign
  int exponent = 0;                 ///< a multiple of 3
};

/// About `target` ticks at round numbers in [low, high]; `low < high`, both finite. With `degrees`
/// steps are fractions and multiples of a revolution (15, 30, 45, 90 …) if suitable.
Ticks make_ticks(double low, double high, int target, bool degrees = false);

/// Ticks at powers of ten between 10^low and 10^high, with labels: "0.1", "10", "10⁴"; for few
/// decades also at 2 and 5 times those. Values are the exponents.
Ticks make_log_ticks(double low, double high, int target);

/// "10³", "10⁻⁶"; empty for 0.
std::string format_power_of_ten(int exponent);

}  // namespace holon
