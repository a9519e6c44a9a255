// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Entries in brackets, on one line or several.
#include <algorithm>

#include "holon/reader/editor_layout.h"

namespace holon::detail {

Layout::Edits Layout::insert_in_flow(const TextNode& holder, std::size_t index,
                                     const std::string& text) const {
  const std::vector<TextEntry>& entries = holder.entries;
  const std::size_t inner = holder.content + 1;
  if (entries.empty()) {
    if (tree_.is_blank(inner, holder.end - 1)) return {edit(inner, holder.end - 1, text)};
    return {edit(inner, inner, text + " ")};
  }
  const std::size_t count = entries.size();
  const auto is_broken = [&](std::size_t i) {
    return !tree_.is_same_line(i == 0 ? holder.content : entries[i - 1].end, entries[i].begin);
  };
  if (index < count) {
    const std::size_t at = entries[index].begin;
    const bool breaks = is_broken(index) && (index > 0 || count == 1 || is_broken(1));
    return {edit(at, at, text + (breaks ? "," + break_before(tree_.column(at)) : ", "))};
  }
  const TextEntry& last = entries.back();
  if (!is_broken(count - 1)) return {edit(last.end, last.end, ", " + text)};
  const std::string line = break_before(tree_.column(last.begin)) + text;
  if (tree_.is_same_line(last.end, holder.end)) return {edit(last.end, last.end, "," + line)};
  const std::size_t comma = tree_.skip(last.end);
  const bool has_comma = text_[comma] == ',';
  const std::size_t end = tree_.line_end(has_comma ? comma : last.end);
  if (has_comma) return {edit(end, end, line + ",")};
  return {edit(last.end, last.end, ","), edit(end, end, line)};
}

Layout::Edits Layout::erase_in_flow(const TextNode& holder, std::size_t index) const {
  const std::vector<TextEntry>& entries = holder.entries;
  const TextEntry& entry = entries[index];
  const bool is_last = index + 1 == entries.size();
  const std::size_t behind = tree_.skip(entry.end);
  const bool has_comma = text_[behind] == ',';
  const std::size_t end = has_comma ? behind + 1 : entry.end;
  const std::size_t comment = tree_.find_comment(end);
  const std::size_t rest = std::min(comment, tree_.line_end(end));
  if (tree_.begins_line(entry.begin) && tree_.is_blank(end, rest)) {
    Edits edits{edit(tree_.line_begin(entry.begin), tree_.next_line(end), "")};
    if (is_last && !has_comma) {
      const std::size_t comma = tree_.skip(entries[index - 1].end);
      edits.push_back(edit(comma, comma + 1, ""));
    }
    return edits;
  }
  if (!is_last) {
    const std::size_t next = entries[index + 1].begin;
    if (!tree_.has_comment(end, next)) return {edit(entry.begin, next, "")};
    return {edit(entry.begin, end, "")};
  }
  const std::size_t before = entries[index - 1].end;
  if (!tree_.has_comment(before, entry.begin)) return {edit(before, entry.end, "")};
  Edits edits{edit(entry.begin, entry.end, "")};
  if (!has_comma) {
    const std::size_t comma = tree_.skip(before);
    edits.push_back(edit(comma, comma + 1, ""));
  }
  return edits;
}

}  // namespace holon::detail
