// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Texts in columns.
namespace holon {

/// The text broken at blanks into lines of at most `width` columns, each but the first after
/// `indent` blanks.
std::string wrap(std::string_view text, int width, int indent);
/// Where a terminal's code of bold, dim or plain text begins, or the text's size.
std::size_t find_style_code(std::string_view text);
/// Bytes of such a code.
constexpr std::size_t kStyleCodeLength = 4;
/// Columns that a UTF-8 text takes; style codes take none.
int display_width(std::string_view text);
/// "12 345".
std::string group_digits(std::int64_t number);
/// The text with blanks up to `width` columns.
std::string pad(std::string_view text, int width);

}  // namespace holon
