// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/system/system.h"

namespace holon {

constexpr std::size_t kMostNamesReported = 6;  ///< in one message

/// "D.angle = 0.84 (guess 1.4), c turned by 30 deg": states that are not what they were, what moved
/// most first, positions before speeds before others. `before`: what the earlier value was,
/// "guess".
/// "" where nothing moved.
std::string list_changes(const System& system, const std::vector<double>& guessed,
                         const std::vector<double>& found, const std::string& before);

/// Components of the state as a user calls them: each value once, "c.orientation", not its parts.
std::vector<std::string> name_values(const System& system, const std::vector<int>& states);

/// The first of a list: "a, b, …".
std::string list_some(const std::vector<std::string>& names, std::size_t most = kMostNamesReported);

/// Reactions, in the order of their parts, by what is the same of them: "force.y, torque.x of A, B;
/// tension of rod".
std::string list_by_part(const std::vector<std::string>& outputs);

}  // namespace holon
