// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/reader/scalar_positions.h"

namespace holon::detail {

struct TextEntry;

/// A value in a YAML text, with aliases and merges unresolved. Offsets are in bytes.
struct TextNode {
  enum class Kind : std::uint8_t { empty, scalar, list, map, alias } kind = Kind::empty;
  ScalarStyle style = ScalarStyle::plain;
  bool is_flow = false;     ///< a list or map in brackets
  bool is_pair = false;     ///< a map of one entry without brackets: [a: 1]
  std::size_t begin = 0;    ///< with anchor
  std::size_t content = 0;  ///< after the anchor
  std::size_t end = 0;      ///< without following comments, blank lines and line end
  std::string text;         ///< of a scalar; of an alias, the anchor's name
  std::string anchor;
  std::vector<TextEntry> entries;

  bool is_map() const { return kind == Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  /// A list or map without brackets.
  bool is_block() const { return (is_map() || is_list()) && !is_flow; }
  const TextEntry* find(std::string_view key) const;
};

/// An entry of a map, or an item of a list (whose key is empty).
struct TextEntry {
  TextNode key, value;
  std::size_t begin = 0;  ///< of the key, or of the dash before an item
  std::size_t head = 0;   ///< after the colon or dash; for an item in brackets its begin
  std::size_t end = 0;
  bool has_colon = true;     ///< false: {a}
  bool is_explicit = false;  ///< its key is written after '?'
};

/// Same kinds, texts, anchors and keys in the same order; styles and locations are ignored.
bool is_same(const TextNode& a, const TextNode& b);

/// Neighbouring entries of one section of a file that were replaced: `removed` of them, from
/// `first` on, by `inserted` others.
struct TextPatch {
  std::size_t section = 0, first = 0, removed = 0, inserted = 0;
};

/// A YAML text as a tree of locations, with its lines and comments.
class TextTree {
 public:
  /// A text that `read_yaml` can read, except for unknown aliases and duplicate keys. Throws
  /// std::invalid_argument for anything else.
  explicit TextTree(std::string text);

  /// Becomes the tree of `text`, which differs from its own only within [begin, end) of that, where
  /// it suffices to parse a few entries of a section; else nothing, and it stays as it is. Their
  /// lines are given to `is_readable`, below a key.
  std::optional<TextPatch> patch(const std::string& text, std::size_t begin, std::size_t end,
                                 const std::function<bool(const std::string&)>& is_readable);

  const std::string& text() const { return text_; }
  const TextNode& root() const { return root_; }

  // Lines. An offset at an end of line belongs to the line before it.
  std::size_t line_begin(std::size_t at) const;
  std::size_t line_end(std::size_t at) const;   ///< before "\n" or "\r\n"
  std::size_t next_line(std::size_t at) const;  ///< after that; the text's end at the last line
  bool is_same_line(std::size_t a, std::size_t b) const { return line_begin(a) == line_begin(b); }
  bool is_blank(std::size_t begin, std::size_t end) const;
  /// Whether only blanks precede it in its line.
  bool begins_line(std::size_t at) const { return is_blank(line_begin(at), at); }
  std::size_t column(std::size_t at) const;  ///< characters before it in its line
  std::string newline() const;               ///< as in the text: "\n" or "\r\n"

  /// The start of the comment in the rest of this line; npos if there is none.
  std::size_t find_comment(std::size_t at) const;
  /// Whether a comment begins between the two.
  bool has_comment(std::size_t begin, std::size_t end) const;
  /// Whether the line contains only a comment.
  bool is_comment_line(std::size_t at) const;
  /// Skips blanks, line ends and comments.
  std::size_t skip(std::size_t at) const;

 private:
  friend class TextTreeReader;
  void find_comments();

  std::string text_;
  std::size_t first_ = 0;  ///< after a byte order mark
  TextNode root_;
  std::vector<std::pair<std::size_t, std::size_t>> comments_;
};

}  // namespace holon::detail
