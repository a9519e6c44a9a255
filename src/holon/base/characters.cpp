// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/characters.h"

#include <algorithm>

namespace holon {
namespace {

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1, true};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  char32_t code = first & (0xFFU >> (length + 1));
  bool is_valid = first >= 0xC2 && first < 0xF5;
  for (std::size_t k = 1; is_valid && k < length; ++k) {
    is_valid = (byte(k) & 0xC0U) == 0x80;
    code = code << 6U | (byte(k) & 0x3FU);
  }
  is_valid =
      is_valid && code >= kLeast[length] && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
  if (!is_valid) return {0xFFFD, 1, false};
  return {code, length, true};
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool is_ascii_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

// Unicode's general categories Cc, Zl, Zp, and those characters of Cf that change the order or the
// interpretation of other characters; joiners (U+200C, U+200D) are part of normal text in some
// scripts.
bool is_hidden(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  return is_control(code) || code == 0x061C || within(0x200E, 0x200F) || within(0x202A, 0x202E) ||
         within(0x2060, 0x206F) || code == 0xFEFF || within(0xFFF9, 0xFFFB) ||
         within(0xFDD0, 0xFDEF) || (code & 0xFFFE) == 0xFFFE || within(0xE0000, 0xE0FFF);
}

std::string plain_lines(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += plain_text(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string plain_text(std::string_view text) {
  if (is_ascii_text(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!c.is_valid || (is_hidden(c.code) && !is_control(c.code))) {
      out += kReplacementCharacter;
    } else if (is_control(c.code)) {
      out += ' ';
    } else {
      out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

}  // namespace holon
