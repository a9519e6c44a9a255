// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "holon/record/compare.h"

namespace holon {

/// Two results over each other as a page for the browser: a table of the differences, and for each
/// column that both have a plot of its two curves, those that differ first.
std::string write_compare_page(const Comparison& comparison, const CompareOptions& options,
                               const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace holon
