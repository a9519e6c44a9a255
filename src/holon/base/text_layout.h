// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Texts in columns.
namespace holon {

/// The text broken at blanks into lines of at most `width` columns, each but the first after
/// `indent` blanks.
std::string wrap(std::string_view text, int width, int indent);
/// Columns that a UTF-8 text takes; the codes of `bold` and `dim` take none.
int display_width(std::string_view text);
/// "12 345".
std::string group_digits(std::int64_t number);
/// The text with blanks up to `width` columns.
std::string pad(std::string_view text, int width);

}  // namespace holon
