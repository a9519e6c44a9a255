// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// After an edit within a part of a large model only that part is parsed. The lines of some
// neighbouring entries of one section, as in
//
//   parts:
//     a: …
//     b: …          <- these lines
//     c: …
//
// are a text of their own, `k:` and the lines, if nothing in them refers to the rest of the text or
// ends it: no anchor, alias, merge or document marker. Its tree then replaces theirs, and what
// comes after moves.
#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "holon/reader/text_tree.h"

namespace holon::detail {
namespace {

/// A text of more bytes may reach the limit of values in a file, which counts all of it.
constexpr std::size_t kLargest = 2'000'000;
constexpr std::string_view kHead = "k:\n";

bool refers_elsewhere(const TextNode& node) {
  if (!node.anchor.empty() || node.kind == TextNode::Kind::alias) return true;
  return std::ranges::any_of(node.entries, [](const TextEntry& entry) {
    return entry.key.text == "<<" || refers_elsewhere(entry.key) || refers_elsewhere(entry.value);
  });
}

/// A marker of documents, or line ends by which positions would not be plain.
bool has_odd_lines(std::string_view lines) {
  if (lines.find('\r') != std::string_view::npos) return true;
  for (const std::string_view marker : {"---", "..."})
    for (std::size_t at = lines.find(marker); at != std::string_view::npos;
         at = lines.find(marker, at + 1))
      if (at == 0 || lines[at - 1] == '\n') return true;
  return false;
}

/// Wraps around where `by` is a negative number as unsigned.
void move_by(TextNode& node, std::size_t by) {
  node.begin += by;
  node.content += by;
  node.end += by;
  for (TextEntry& entry : node.entries) {
    entry.begin += by;
    entry.head += by;
    entry.end += by;
    if (node.is_map()) move_by(entry.key, by);
    move_by(entry.value, by);
  }
}

/// An entry of a map.
void move_by(TextEntry& entry, std::size_t by) {
  entry.begin += by;
  entry.head += by;
  entry.end += by;
  move_by(entry.key, by);
  move_by(entry.value, by);
}

bool are_keys_unique(const TextNode& map, std::size_t first, std::size_t last,
                     const std::vector<TextEntry>& fresh) {
  std::unordered_set<std::string_view> known;
  for (std::size_t k = 0; k < map.entries.size(); ++k)
    if (k < first || k >= last) known.insert(map.entries[k].key.text);
  return std::ranges::all_of(
      fresh, [&](const TextEntry& entry) { return known.insert(entry.key.text).second; });
}

}  // namespace

std::optional<TextPatch> TextTree::patch(
    const std::string& text, std::size_t begin, std::size_t end,
    const std::function<bool(const std::string&)>& is_readable) {
  const bool is_plain = first_ == 0 && root_.is_map() && !root_.is_flow && root_.anchor.empty();
  if (!is_plain || text.size() > kLargest || text_.size() > kLargest) return {};
  const auto starts_before = [&](const TextEntry& entry) {
    return line_begin(entry.begin) < begin;
  };
  TextPatch patch;
  const auto after =
      std::ranges::partition_point(root_.entries, starts_before) - root_.entries.begin();
  if (after == 0) return {};
  patch.section = static_cast<std::size_t>(after - 1);
  TextEntry& section = root_.entries[patch.section];
  TextNode& map = section.value;
  if (section.is_explicit || !map.is_map() || map.is_flow || !map.anchor.empty()) return {};

  // Of entry k; that of one more is the end of the section.
  const bool is_last = patch.section + 1 == root_.entries.size();
  const auto start = [&](std::size_t k) {
    if (k < map.entries.size()) return line_begin(map.entries[k].begin);
    return is_last ? text_.size() : line_begin(root_.entries[patch.section + 1].begin);
  };
  const auto first = std::ranges::partition_point(map.entries, starts_before);
  if (first == map.entries.begin() || end > start(map.entries.size())) return {};
  patch.first = static_cast<std::size_t>(first - map.entries.begin() - 1);
  std::size_t last = patch.first + 1;
  while (last < map.entries.size() && start(last) <= end) ++last;
  patch.removed = last - patch.first;
  const std::size_t from = start(patch.first), to = start(last);
  const std::size_t shift = text.size() - text_.size();  // modulo the size of the type
  const std::string lines = text.substr(from, to + shift - from);
  const bool is_whole = !lines.empty() && (lines.back() == '\n' || (is_last && to == text_.size()));
  if (!is_whole || has_odd_lines(lines) ||
      has_odd_lines(std::string_view(text_).substr(from, to - from)))
    return {};
  const std::size_t indent = map.entries[patch.first].begin - from;
  for (std::size_t k = patch.first; k < last; ++k) {
    const TextEntry& entry = map.entries[k];
    if (entry.is_explicit || entry.key.text == "<<" || refers_elsewhere(entry.key) ||
        refers_elsewhere(entry.value))
      return {};
  }

  // On its own.
  std::optional<TextTree> own;
  const std::string own_text = std::string(kHead) + lines;
  try {
    own.emplace(own_text);
  } catch (const std::invalid_argument&) {
    return {};
  }
  if (!own->root_.is_map() || own->root_.entries.size() != 1) return {};
  TextNode& found = own->root_.entries[0].value;
  if (!found.is_map() || found.is_flow || found.entries.empty() || refers_elsewhere(found))
    return {};
  for (const TextEntry& entry : found.entries)
    if (entry.is_explicit || own->column(entry.begin) != indent || !own->begins_line(entry.begin))
      return {};
  if (!are_keys_unique(map, patch.first, last, found.entries) || !is_readable(own_text)) return {};

  // In its place.
  patch.inserted = found.entries.size();
  for (TextEntry& entry : found.entries) move_by(entry, from - kHead.size());
  for (std::size_t k = last; k < map.entries.size(); ++k) move_by(map.entries[k], shift);
  for (std::size_t k = patch.section + 1; k < root_.entries.size(); ++k)
    move_by(root_.entries[k], shift);
  const auto at = map.entries.erase(map.entries.begin() + static_cast<std::ptrdiff_t>(patch.first),
                                    map.entries.begin() + static_cast<std::ptrdiff_t>(last));
  map.entries.insert(at, std::make_move_iterator(found.entries.begin()),
                     std::make_move_iterator(found.entries.end()));
  map.begin = map.content = map.entries.front().begin;
  map.end = map.entries.back().end;
  section.end = map.end;
  root_.end = root_.entries.back().end;
  std::vector<std::pair<std::size_t, std::size_t>> comments;
  for (const auto& comment : comments_)
    if (comment.first < from) comments.push_back(comment);
  for (const auto& [a, b] : own->comments_)
    comments.emplace_back(a + from - kHead.size(), b + from - kHead.size());
  for (const auto& [a, b] : comments_)
    if (a >= to) comments.emplace_back(a + shift, b + shift);
  comments_ = std::move(comments);
  text_ = text;
  return patch;
}

}  // namespace holon::detail
