// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/system/system.h"

namespace holon {

/// The times at which steps must end so that no step misses a smooth but short pulse of time in the
/// system's derivative, such as exp(-((time - 50 s)/0.1 s)^2): an integrator whose step begins and
/// ends where the pulse is negligible does not detect it. Ascending times between 0 and `until`
/// [s]; those before an earlier `until` are the same.
///
/// Bounds (bounds.h) of each function of time that can be such a pulse give pieces of time over
/// which it changes by less than an eighth of its range. Where these pieces become sixteen times as
/// short as before, and are long again after less time than the longest piece, they are listed:
/// permanent variations, such as a wave, are detected by every step. Of recurring pulses about the
/// first thousand are found.
std::vector<double> list_pulse_times(const System& system, const std::vector<double>& parameters,
                                     double until);

}  // namespace holon
