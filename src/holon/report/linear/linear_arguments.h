// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "holon/analyse/linear/frequency_response.h"

namespace holon {

/// `at`: "20", "2 min", in s; bare numbers are seconds. Throws RequestError.
double read_time(const std::string& text, const std::string& option = "--at");
/// `frequency`: "0.01..100 Hz", "1..1e3 rad/s", in rad/s; bare numbers are Hz. Nothing of nothing.
/// Throws RequestError.
std::optional<FrequencyRange> read_range(const std::string& text);

}  // namespace holon
