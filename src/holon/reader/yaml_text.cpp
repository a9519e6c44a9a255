// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_text.h"

#include <algorithm>

namespace holon::detail {

namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes of the escape that begins with the backslash at `raw`.
std::size_t escape_length(std::string_view raw) {
  if (raw.size() < 2) return raw.size();
  switch (raw[1]) {
    case 'x': return std::min<std::size_t>(4, raw.size());
    case 'u': return std::min<std::size_t>(6, raw.size());
    case 'U': return std::min<std::size_t>(10, raw.size());
    default: return 2;
  }
}

}  // namespace

YamlText::YamlText(const std::string& text) : text_(text) {
  lines_.push_back(text_.substr(0, 3) == kByteOrderMark ? kByteOrderMark.size() : 0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool lone_return = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
    if (text_[i] == '\n' || lone_return) lines_.push_back(i + 1);
  }
}

std::size_t YamlText::offset(std::size_t line, std::size_t column) const {
  if (line >= lines_.size()) return text_.size();
  std::size_t at = lines_[line];
  for (; column > 0 && at < text_.size(); --column) {
    ++at;
    while (at < text_.size() && is_continuation(text_[at])) ++at;
  }
  return at;
}

SourceNode::Position YamlText::position(std::size_t offset) const {
  const auto after = std::upper_bound(lines_.begin() + 1, lines_.end(), offset);
  const auto line = static_cast<std::size_t>(after - lines_.begin()) - 1;
  int column = 1;
  for (std::size_t i = lines_[line]; i < std::min(offset, text_.size()); ++i) {
    if (!is_continuation(text_[i])) ++column;
  }
  return {static_cast<int>(line) + 1, column};
}

std::string_view YamlText::between(std::size_t begin, std::size_t end) const {
  return text_.substr(begin, end > begin ? end - begin : 0);
}

std::shared_ptr<const std::vector<SourceNode::Position>> YamlText::align(std::string_view decoded,
                                                                         std::size_t begin,
                                                                         std::size_t end,
                                                                         char quote) const {
  if (between(begin, end) == decoded) return nullptr;
  auto positions = std::make_shared<std::vector<SourceNode::Position>>();
  positions->reserve(decoded.size() + 1);
  std::size_t raw = begin;
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    const char c = decoded[i];
    if (is_blank(c) && raw < end && is_blank(text_[raw])) {
      // A line's end with the next one's indentation is one blank, or some line ends.
      positions->push_back(position(raw));
      const bool last_blank = i + 1 == decoded.size() || !is_blank(decoded[i + 1]);
      ++raw;
      while (last_blank && raw < end && is_blank(text_[raw])) ++raw;
      continue;
    }
    while (raw < end && c != text_[raw] && is_blank(text_[raw])) ++raw;
    positions->push_back(position(std::min(raw, end)));
    if (raw >= end) continue;
    if (quote == '"' && text_[raw] == '\\') {
      // All bytes of the character that the escape stands for are at its backslash.
      while (i + 1 < decoded.size() && is_continuation(decoded[i + 1])) {
        positions->push_back(positions->back());
        ++i;
      }
      raw += escape_length(between(raw, end));
    } else if (quote == '\'' && c == '\'') {
      raw += 2;
    } else {
      ++raw;
    }
  }
  positions->push_back(position(std::min(raw, end)));
  return positions;
}

std::size_t YamlText::find_formula_end(std::size_t begin) const {
  int depth = 0;
  for (std::size_t i = begin; i < text_.size() && text_[i] != '\n' && text_[i] != '#'; ++i) {
    if (text_[i] == '(' || text_[i] == '[') ++depth;
    if ((text_[i] == ')' || text_[i] == ']') && --depth <= 0) {
      // What follows up to the next comma or closing bracket belongs to it, too.
      std::size_t stop = i + 1;
      int open = 0;
      for (; stop < text_.size() && text_[stop] != '\n'; ++stop) {
        const char c = text_[stop];
        if (c == '(') ++open;
        if (c == ')' && open-- == 0) break;
        if (open == 0 && (c == ',' || c == ']' || c == '}')) break;
      }
      while (stop > i + 1 && is_blank(text_[stop - 1])) --stop;
      return stop;
    }
  }
  return begin;
}

bool is_unbalanced(std::string_view formula) {
  int depth = 0;
  for (char c : formula) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return true;
  }
  return depth != 0;
}

}  // namespace holon::detail
