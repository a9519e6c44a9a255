// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holon::app {

/// What changes from one text to another, line by line, as `diff -u` writes it and `patch` reads
/// it. Empty where nothing does.
std::string make_diff(std::string_view before, std::string_view after, const std::string& name);

/// The lines of the text after that are not in the text before: "12: mass: 2 kg".
std::vector<std::string> list_new_lines(std::string_view before, std::string_view after);

}  // namespace holon::app
