// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace holon {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  ///< U+FFFD

/// The first character of a text that is not empty.
struct Character {
  char32_t code = 0;       ///< U+FFFD if the bytes are not valid UTF-8
  std::size_t length = 1;  ///< [bytes]
  bool is_valid = true;    ///< shortest form, no surrogate, at most U+10FFFF
};
Character first_character(std::string_view text);
/// Number of characters of a UTF-8 text; an invalid byte counts as one unless it continues a
/// character.
std::size_t count_characters(std::string_view text);
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }  ///< 0 to 9
/// Blank, tab or line end, of ASCII.
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
/// Printable ASCII alone.
bool is_ascii_text(std::string_view text);
/// Whether it is a control character, a line break, or an invisible character that affects its
/// surroundings.
bool is_hidden(char32_t code);

/// The text as valid UTF-8 in one line: line breaks of any kind, tabs and other control characters
/// (C0, DEL, C1) become spaces; other hidden characters, and bytes that are not valid UTF-8, become
/// U+FFFD.
std::string plain_text(std::string_view text);
/// The same for several lines: \n remains.
std::string plain_lines(std::string_view text);

}  // namespace holon
