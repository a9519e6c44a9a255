// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon {

/// Where steps must end so that none goes past a smooth but short pulse of time alone in the
/// system's derivative, as exp(-((time - 50 s)/0.1 s)^2): an integrator whose step begins and ends
/// where a pulse is nothing never sees it. Rising times between 0 and `until` [s], those before an
/// earlier `until` the same.
///
/// Bounds (bounds.h) of each function of time that can be such a pulse tell over which pieces of
/// time it changes by less than an eighth of its range. Where these pieces become sixteen times as
/// short as they were, and are long again after less time than the longest took, they are listed:
/// what changes all the time, as a wave, every step sees. Of pulses that come again and again the
/// first thousand or so are found.
std::vector<double> list_pulse_times(const System& system, const std::vector<double>& parameters,
                                     double until);

}  // namespace holon
