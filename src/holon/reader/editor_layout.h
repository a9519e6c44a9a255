// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "holon/reader/new_value.h"
#include "holon/reader/text_edit.h"
#include "holon/reader/text_tree.h"

namespace holon::detail {

/// Determines the edits that change one entry of a map or list and preserve everything else:
/// comments, blank lines, aligned columns, line ends. New entries have the style of their
/// neighbours. The edits are simultaneous and do not overlap.
class Layout {
 public:
  using Edits = std::vector<TextEdit>;

  explicit Layout(const TextTree& tree);

  Edits replace(const TextNode& holder, const TextEntry& entry, const NewValue& value) const;
  /// Before entry `index`, or after all; the map or list has entries or brackets.
  Edits insert(const TextNode& holder, std::size_t index, std::string_view key,
               const NewValue& value) const;
  /// The same for the lines of a block moved from elsewhere, without indentation, and its value.
  Edits insert_lines(const TextNode& holder, std::size_t index, std::string_view lines,
                     const TextNode& value) const;
  /// With the comments in the entry's lines and, except for a first entry, those directly above it:
  /// above the first one they may describe the whole map. `above` is the entry whose value is the
  /// map or list, if any: if nothing remains, {} or [] is written there.
  Edits erase(const TextNode& holder, std::size_t index, const TextEntry* above) const;
  Edits rename(const TextNode& holder, const TextEntry& entry, std::string_view key) const;
  /// The lines of an entry of a block with the comments that belong to it, without indentation.
  std::string lines_of(const TextNode& holder, std::size_t index) const;

 private:
  Edits insert_in_flow(const TextNode& holder, std::size_t index, const std::string& text) const;
  Edits insert_in_block(const TextNode& holder, std::size_t index, const std::string& text,
                        const TextNode& value) const;
  Edits erase_in_flow(const TextNode& holder, std::size_t index) const;
  Edits erase_in_block(const TextNode& holder, std::size_t index) const;
  TextEdit erase_lines(std::size_t begin, std::size_t end, std::size_t limit) const;
  std::string end_of_block(const TextNode& node) const;

  /// The start of the comments directly above an entry of a block that belong to it.
  std::size_t begin_of_comments(const TextNode& holder, std::size_t index) const;
  std::string entry_text(const TextNode& holder, std::size_t neighbour, std::string_view key,
                         const NewValue& value) const;
  bool are_values_aligned(const TextNode& holder, std::size_t index) const;
  bool is_on_own_line(const TextEntry& entry) const;
  bool has_blank_line(std::size_t begin, std::size_t end) const;
  std::size_t end_of_comments_within(const TextEntry& entry, std::size_t column) const;
  /// Preserves the column of the comment after `at` if the preceding text becomes longer.
  void keep_comment(std::size_t at, std::ptrdiff_t growth, Edits& edits) const;
  TextEdit edit(std::size_t begin, std::size_t end, std::string inserted) const;
  std::string break_before(std::size_t column) const;

  const TextTree& tree_;
  const std::string& text_;
  std::string newline_;
  std::size_t step_ = 2;  ///< blanks by which a nested block is indented
};

}  // namespace holon::detail
