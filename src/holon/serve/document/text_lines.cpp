// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/text_lines.h"

#include <algorithm>

namespace holon::serve {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

TextLines::TextLines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '\n') starts_.push_back(k + 1);
}

TextLines::Location TextLines::locate(std::size_t byte) const {
  byte = std::min(byte, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), byte);
  const auto line = static_cast<std::size_t>(next - starts_.begin()) - 1;
  const std::string_view before = text_.substr(starts_[line], byte - starts_[line]);
  return {static_cast<int>(line) + 1,
          static_cast<int>(std::count_if(before.begin(), before.end(), begins_character)) + 1};
}

std::size_t TextLines::byte_of(int line, int column) const {
  if (line < 1) return 0;
  if (static_cast<std::size_t>(line) > starts_.size()) return text_.size();
  std::size_t at = starts_[static_cast<std::size_t>(line) - 1];
  for (int k = 1; k < column && at < text_.size() && text_[at] != '\n'; ++k) {
    ++at;
    while (at < text_.size() && !begins_character(text_[at])) ++at;
  }
  return at;
}

Json TextLines::range(std::size_t begin, std::size_t end) const {
  const Location a = locate(begin), b = locate(end);
  return {{"line", a.line}, {"column", a.column}, {"endLine", b.line}, {"endColumn", b.column}};
}

}  // namespace holon::serve
