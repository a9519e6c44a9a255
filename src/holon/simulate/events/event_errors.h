// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/system/system.h"

namespace holon {

/// "pin: sticks, pin: slides".
std::string list_event_names(const System& system, const std::vector<int>& events);

/// An event of kind `fail`, with the values that it shows; `inputs`: of the System's functions.
RunError make_event_failure(const System& system, const SystemEvent& event, double t,
                            const double* inputs);
/// Ideal elements of circuits (`names`) that contradict each other.
RunError make_circuit_failure(double t, const std::string& names);
/// Comparisons that contradict each other: those that would switch once more. `indicators` and
/// `modes`: (nm).
RunError make_contradiction(const System& system, double t, const std::vector<double>& indicators,
                            const std::vector<double>& modes);
/// A comparison that is not a number (`compared`: its name, or those of several) and decides
/// whether an event occurs.
RunError make_undefined_condition(double t, const std::string& compared, const SystemEvent& event);
/// Resets of one instant without end.
RunError make_endless_resets(const System& system, double t, const std::vector<int>& fired);
/// A comparison that chatters, or (`mode` < 0) events that follow each other without end, within
/// `span` [s].
RunError make_chattering_failure(const System& system, double t, int mode,
                                 const std::vector<int>& fired, double span);

}  // namespace holon
