// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/scalar_positions.h"

#include <algorithm>

namespace holon::detail {
namespace {

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Traverses the file in parallel with the text. Characters other than white space are in the same
/// order; white space is folded, so it is skipped.
class Walker {
 public:
  Walker(std::string_view raw, std::size_t at, ScalarStyle style)
      : raw_(raw), at_(at), style_(style) {}

  std::size_t at() const { return at_; }

  /// Advances by one character of the text; returns its location.
  std::size_t pass(bool is_white_character) {
    skip_escaped_line_break();
    if (is_white_character && !is_escape()) {
      const std::size_t here = at_;
      if (at_ < raw_.size() && (raw_[at_] == ' ' || raw_[at_] == '\t')) ++at_;
      return here;
    }
    if (!is_white_character) {
      while (at_ < raw_.size() && is_white(raw_[at_])) {
        ++at_;
        skip_escaped_line_break();
      }
    }
    const std::size_t here = at_;
    at_ += size_of_character();
    return here;
  }

 private:
  bool is_escape() const {
    return style_ == ScalarStyle::double_quoted && at_ < raw_.size() && raw_[at_] == '\\';
  }

  void skip_escaped_line_break() {
    while (is_escape() && at_ + 1 < raw_.size() &&
           (raw_[at_ + 1] == '\n' || raw_[at_ + 1] == '\r')) {
      ++at_;
      while (at_ < raw_.size() && is_white(raw_[at_])) ++at_;
    }
  }

  std::size_t size_of_character() const {
    if (at_ >= raw_.size()) return 0;
    if (is_escape() && at_ + 1 < raw_.size()) {
      switch (raw_[at_ + 1]) {
        case 'x': return 4;
        case 'u': return 6;
        case 'U': return 10;
        default: return 2;
      }
    }
    const bool is_doubled = style_ == ScalarStyle::single_quoted && raw_.substr(at_, 2) == "''";
    return is_doubled ? 2 : character_size(raw_, at_);
  }

  std::string_view raw_;
  std::size_t at_;
  ScalarStyle style_;
};

}  // namespace

std::shared_ptr<const std::vector<SourceNode::Position>> find_positions(const TextIndex& index,
                                                                        std::size_t begin,
                                                                        std::size_t end,
                                                                        ScalarStyle style,
                                                                        std::string_view text) {
  const std::string_view raw = index.text().substr(0, end);
  std::size_t first = begin;
  if (style == ScalarStyle::single_quoted || style == ScalarStyle::double_quoted) ++first;
  // The header of a block, `|` or `>-  # why`, is a line of its own.
  if (style == ScalarStyle::block) first = std::min(raw.find('\n', begin), raw.size());
  Walker walker(raw, first, style);

  auto positions = std::make_shared<std::vector<SourceNode::Position>>();
  positions->reserve(text.size() + 1);
  const auto position = [&](std::size_t byte) {
    const Place place = index.place_of_byte(byte);
    return SourceNode::Position{place.line, place.column};
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = character_size(text, i);
    const SourceNode::Position here = position(walker.pass(is_white(text[i])));
    positions->insert(positions->end(), size, here);
    i += size;
  }
  positions->push_back(position(std::min(walker.at(), end)));
  return positions;
}

}  // namespace holon::detail
