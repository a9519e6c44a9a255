// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Texts in columns.
namespace holon {

/// The text broken at blanks into lines of at most `width` columns, indented by `indent` blanks
/// except the first.
std::string wrap(std::string_view text, int width, int indent);
/// The position at which a terminal's code for bold, dim or plain text begins, or the text's size.
std::size_t find_style_code(std::string_view text);
/// Bytes of such a code.
constexpr std::size_t kStyleCodeLength = 4;
/// The width of a UTF-8 text in columns; style codes have no width.
int display_width(std::string_view text);
/// "12 345".
std::string group_digits(std::int64_t number);
/// The text padded with blanks to `width` columns.
std::string pad(std::string_view text, int width);

}  // namespace holon
