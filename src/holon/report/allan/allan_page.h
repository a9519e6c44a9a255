// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/analyse/statistics/allan.h"

namespace holon {

/// The Allan deviation of one recorded signal.
struct AllanSignal {
  std::string name, unit;  ///< of the signal, a rate
  AllanAnalysis analysis;
};

/// The unit of a coefficient of `noise` for a signal of this unit: "rad/s sqrt(s)".
std::string allan_unit(AllanNoise noise, const std::string& unit);

/// A page for the browser: the coefficients of each signal, and the plots of its deviation with
/// bounds and the fitted sum.
std::string write_allan_page(const std::vector<AllanSignal>& signals, const std::string& results);

}  // namespace holon
