// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/text_layout.h"

#include <algorithm>

namespace holon {

std::size_t find_style_code(std::string_view text) {
  std::size_t at = text.size();
  for (const char* code : {"\033[0m", "\033[1m", "\033[2m"}) at = std::min(at, text.find(code));
  return at;
}

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const std::size_t end = find_style_code(text);
    for (const char c : text.substr(0, end))
      width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.size(), kStyleCodeLength));
  }
  return width;
}

std::string pad(std::string_view text, int width) {
  const int missing = width - display_width(text);
  return std::string(text) + std::string(static_cast<std::size_t>(std::max(missing, 0)), ' ');
}

std::string wrap(std::string_view text, int width, int indent) {
  std::string result;
  int column = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    const int length = display_width(word);
    if (column > indent && column + 1 + length > width) {
      result += '\n' + std::string(static_cast<std::size_t>(indent), ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += length;
  }
  return result;
}

std::string group_digits(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0 && digits[k - 1] != '-') text += ' ';
    text += digits[k];
  }
  return text;
}

}  // namespace holon
