// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "holon/analyse/frequency_response.h"

namespace holon::app {

/// Of the command line, and wrong: told in these words.
struct CommandFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// --at: "20", "2 min", in s; bare numbers are seconds.
double read_time(const std::string& text);
/// --frequency: "0.01..100 Hz", "1..1e3 rad/s", in rad/s; bare numbers are Hz. Nothing of nothing.
std::optional<FrequencyRange> read_range(const std::string& text);

}  // namespace holon::app
