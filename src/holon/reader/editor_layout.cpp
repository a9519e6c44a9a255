// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/editor_layout.h"

#include <algorithm>

#include "holon/reader/text_index.h"
#include "holon/reader/yaml_writer.h"

namespace holon::detail {
namespace {

std::ptrdiff_t width(std::string_view text) { return count_characters(text); }

/// Blanks by which the first nested block is indented; 0 if there is none.
std::size_t find_step(const TextTree& tree, const TextNode& node) {
  for (const TextEntry& entry : node.entries) {
    const TextNode& value = entry.value;
    if (!value.is_block() || value.entries.empty()) continue;
    const std::size_t inner = tree.column(value.content);
    const std::size_t outer = tree.column(entry.begin);
    const bool is_below = !tree.is_same_line(value.content, entry.begin);
    if (node.is_map() && value.is_map() && is_below && inner > outer) return inner - outer;
    if (const std::size_t step = find_step(tree, value)) return step;
  }
  return 0;
}

/// The last scalar that begins before an offset.
const TextNode& last_leaf(const TextNode& root, std::size_t before = std::string::npos) {
  const TextNode* node = &root;
  while (!node->entries.empty()) {
    const TextNode* next = &node->entries[0].value;
    for (const TextEntry& entry : node->entries) {
      if (entry.begin < before) next = &entry.value;
    }
    node = next;
  }
  return *node;
}

bool ends_in_block(const TextNode& node) { return last_leaf(node).style == ScalarStyle::block; }

}  // namespace

Layout::Layout(const TextTree& tree) : tree_(tree), text_(tree.text()), newline_(tree.newline()) {
  if (const std::size_t step = find_step(tree, tree.root())) step_ = step;
}

TextEdit Layout::edit(std::size_t begin, std::size_t end, std::string inserted) const {
  return {begin, text_.substr(begin, end - begin), std::move(inserted)};
}

std::string Layout::break_before(std::size_t column) const {
  return newline_ + std::string(column, ' ');
}

void Layout::keep_comment(std::size_t at, std::ptrdiff_t growth, Edits& edits) const {
  const std::size_t comment = tree_.find_comment(at);
  if (comment == std::string::npos || growth == 0) return;
  std::size_t begin = comment;
  while (begin > at && text_[begin - 1] == ' ') --begin;
  const auto gap = static_cast<std::ptrdiff_t>(comment - begin);
  if (gap == 0) return;
  const std::size_t column = tree_.column(comment);
  const auto is_below = [&](std::size_t line) {
    const std::size_t other = tree_.find_comment(tree_.line_begin(line));
    return other != std::string::npos && !tree_.is_same_line(other, comment) &&
           tree_.column(other) == column;
  };
  const std::size_t line = tree_.line_begin(comment);
  const bool is_aligned = gap > 2 || (line > 0 && is_below(line - 1)) ||
                          is_below(std::min(tree_.next_line(comment), text_.size()));
  if (!is_aligned) return;
  const std::ptrdiff_t requested =
      std::max<std::ptrdiff_t>(gap - growth, std::min<std::ptrdiff_t>(gap, 2));
  if (requested > gap)
    edits.push_back(
        edit(comment, comment, std::string(static_cast<std::size_t>(requested - gap), ' ')));
  if (requested < gap)
    edits.push_back(edit(begin + static_cast<std::size_t>(requested), comment, ""));
}

Layout::Edits Layout::replace(const TextNode& holder, const TextEntry& entry,
                              const NewValue& value) const {
  const TextNode& old = entry.value;
  Edits edits;
  const bool becomes_block = value.is_block() && !holder.is_flow;
  // After the colon, or the anchor.
  const std::size_t head = old.anchor.empty() ? entry.head : old.begin + 1 + old.anchor.size();
  const bool is_below = old.is_block() && !tree_.is_same_line(old.content, head);
  const std::size_t line_end = tree_.line_end(head);
  const std::string space = holder.is_flow && holder.is_list() ? "" : " ";

  if (becomes_block) {
    const std::size_t column = tree_.column(entry.begin) + (holder.is_list() ? 2 : step_);
    std::string lines = newline_ + indent_lines(value.text, column, newline_);
    if (tree_.line_end(old.end) == text_.size()) lines += end_of_block(value.node);
    if (is_below) return {edit(line_end, tree_.line_end(old.end), lines)};
    const std::size_t end = std::max(old.end, head);
    if (old.end > head) edits.push_back(edit(head, end, ""));
    edits.push_back(edit(tree_.line_end(end), tree_.line_end(end), lines));
    return edits;
  }
  const std::string text = value.in_line(holder.is_flow, old.style);
  if (is_below) {
    edits.push_back(edit(head, head, text.empty() ? "" : " " + text));
    edits.push_back(edit(line_end, tree_.line_end(old.end), ""));
    return edits;
  }
  if (old.content >= old.end) {  // no value
    const std::string before = entry.has_colon ? space : ": ";
    if (text.empty()) return {};
    edits.push_back(edit(head, head, before + text));
    keep_comment(head, width(before + text), edits);
    return edits;
  }
  if (old.style == ScalarStyle::block && old.kind == TextNode::Kind::scalar) {
    const std::size_t header = text_.find_first_of(" \t\r\n", old.content);
    edits.push_back(edit(old.content, std::min(header, old.end), text));
    const std::size_t below = tree_.line_end(old.content);
    if (below < old.end) edits.push_back(edit(below, old.end, ""));
    return edits;
  }
  edits.push_back(edit(old.content, old.end, text));
  if (tree_.is_same_line(old.content, old.end)) {
    keep_comment(
        old.end,
        width(text) - width(std::string_view(text_).substr(old.content, old.end - old.content)),
        edits);
  }
  return edits;
}

Layout::Edits Layout::rename(const TextNode& holder, const TextEntry& entry,
                             std::string_view key) const {
  const std::string text = write_scalar(key, {holder.is_flow, true}, entry.key.style);
  Edits edits{edit(entry.key.content, entry.key.end, text)};
  std::ptrdiff_t growth = width(text) - width(std::string_view(text_).substr(
                                            entry.key.content, entry.key.end - entry.key.content));
  const auto index = static_cast<std::size_t>(&entry - holder.entries.data());
  if (!holder.is_flow && are_values_aligned(holder, index)) {
    const auto gap = static_cast<std::ptrdiff_t>(entry.value.begin - entry.head);
    const std::ptrdiff_t requested = std::max<std::ptrdiff_t>(1, gap - growth);
    if (requested > gap) {
      edits.push_back(edit(entry.head, entry.head,
                           std::string(static_cast<std::size_t>(requested - gap), ' ')));
    } else if (requested < gap) {
      edits.push_back(edit(entry.head, entry.head + static_cast<std::size_t>(gap - requested), ""));
    }
    growth += requested - gap;
  }
  if (tree_.is_same_line(entry.begin, entry.end)) keep_comment(entry.end, growth, edits);
  return edits;
}

bool Layout::is_on_own_line(const TextEntry& entry) const {
  return entry.value.begin > entry.head && tree_.is_same_line(entry.begin, entry.value.end) &&
         tree_.begins_line(entry.begin);
}

/// Whether the value begins in the same column as that of a neighbour whose key is of another
/// length.
bool Layout::are_values_aligned(const TextNode& holder, std::size_t index) const {
  const TextEntry& entry = holder.entries[index];
  if (!is_on_own_line(entry)) return false;
  const auto is_like = [&](std::size_t other) {
    if (other >= holder.entries.size()) return false;
    const TextEntry& neighbour = holder.entries[other];
    return is_on_own_line(neighbour) &&
           tree_.column(neighbour.value.begin) == tree_.column(entry.value.begin) &&
           tree_.column(neighbour.head) != tree_.column(entry.head);
  };
  return (index > 0 && is_like(index - 1)) || is_like(index + 1);
}

bool Layout::has_blank_line(std::size_t begin, std::size_t end) const {
  for (std::size_t at = tree_.next_line(begin); at < end; at = tree_.next_line(at)) {
    if (tree_.is_blank(at, tree_.line_end(at))) return true;
  }
  return false;
}

/// Comments below an entry of a block that are indented deeper than it belong to it.
std::size_t Layout::end_of_comments_within(const TextEntry& entry, std::size_t column) const {
  std::size_t end = tree_.line_end(entry.end);
  for (std::size_t at = tree_.next_line(end); at < text_.size(); at = tree_.next_line(at)) {
    if (!tree_.is_comment_line(at) || tree_.column(tree_.find_comment(at)) <= column) break;
    end = tree_.line_end(at);
  }
  return end;
}

std::size_t Layout::begin_of_comments(const TextNode& holder, std::size_t index) const {
  const TextEntry& entry = holder.entries[index];
  std::size_t begin = tree_.line_begin(entry.begin);
  if (index == 0) return begin;
  const std::size_t column = tree_.column(entry.begin);
  const std::size_t before = end_of_comments_within(holder.entries[index - 1], column);
  while (begin > before + 1) {
    const std::size_t line = tree_.line_begin(begin - 1);
    if (line <= before || !tree_.is_comment_line(line)) break;
    begin = line;
  }
  return begin;
}

std::string Layout::entry_text(const TextNode& holder, std::size_t neighbour, std::string_view key,
                               const NewValue& value) const {
  const bool is_flow = holder.is_flow;
  const std::size_t column = holder.entries.empty() ? 0 : tree_.column(holder.entries[0].begin);
  if (holder.is_list()) {
    if (is_flow) return value.in_line(true);
    if (value.is_block()) return "- " + indent_lines(value.text, column + 2, newline_, false);
    const std::string text = value.in_line(false);
    return text.empty() ? "-" : "- " + text;
  }
  std::string text = write_scalar(key, {is_flow, true}) + ":";
  if (value.is_block() && !is_flow) {
    return text + newline_ + indent_lines(value.text, column + step_, newline_);
  }
  const std::string written = value.in_line(is_flow);
  if (written.empty()) return text;
  std::size_t gap = 1;
  if (!is_flow && !holder.entries.empty() && are_values_aligned(holder, neighbour)) {
    const std::size_t requested = tree_.column(holder.entries[neighbour].value.begin);
    const std::size_t here = column + static_cast<std::size_t>(width(text));
    if (requested > here) gap = requested - here;
  }
  return text + std::string(gap, ' ') + written;
}

Layout::Edits Layout::insert(const TextNode& holder, std::size_t index, std::string_view key,
                             const NewValue& value) const {
  const std::string text = entry_text(holder, index == 0 ? 0 : index - 1, key, value);
  return holder.is_flow ? insert_in_flow(holder, index, text)
                        : insert_in_block(holder, index, text, value.node);
}

/// A block at the end of a text requires a final line break.
std::string Layout::end_of_block(const TextNode& node) const {
  return ends_in_block(node) ? newline_ : "";
}

Layout::Edits Layout::insert_lines(const TextNode& holder, std::size_t index,
                                   std::string_view lines, const TextNode& value) const {
  const std::size_t column = tree_.column(holder.entries[0].begin);
  return insert_in_block(holder, index, indent_lines(lines, column, newline_, false), value);
}

std::string Layout::lines_of(const TextNode& holder, std::size_t index) const {
  const TextEntry& entry = holder.entries[index];
  const std::size_t column = tree_.column(entry.begin);
  const bool begins_line = tree_.begins_line(entry.begin);
  const std::size_t begin = begins_line ? begin_of_comments(holder, index) : entry.begin;
  const std::size_t end = end_of_comments_within(entry, column);
  return without_indent(
      (begins_line ? "" : std::string(column, ' ')) + text_.substr(begin, end - begin), column);
}

Layout::Edits Layout::insert_in_block(const TextNode& holder, std::size_t index,
                                      const std::string& text, const TextNode& value) const {
  const std::vector<TextEntry>& entries = holder.entries;
  const std::size_t count = entries.size();
  const std::size_t column = tree_.column(entries[0].begin);
  const auto are_apart = [&](std::size_t i) {
    return i > 0 && i < count && has_blank_line(entries[i - 1].end, entries[i].begin);
  };
  if (index == 0) {
    const std::string apart = are_apart(1) ? newline_ : "";
    const std::size_t at = entries[0].begin;
    if (!tree_.begins_line(at)) return {edit(at, at, text + apart + break_before(column))};
    const std::size_t line = tree_.line_begin(at);
    return {edit(line, line, std::string(column, ' ') + text + newline_ + apart)};
  }
  const bool apart = are_apart(index < count ? index : count - 1);
  const std::size_t at = end_of_comments_within(entries[index - 1], column);
  Edits edits{edit(at, at, (apart ? newline_ : "") + break_before(column) + text)};
  if (at == text_.size()) edits[0].inserted += end_of_block(value);
  const TextNode& leaf = last_leaf(tree_.root(), at);
  const bool has_lines = text_.find('\n', leaf.content) != std::string::npos;
  if (at == text_.size() && leaf.end == at && leaf.style == ScalarStyle::block && has_lines) {
    // A block without a final line break must remain without one.
    const std::size_t header = text_.find_first_of(" \t\r\n", leaf.content);
    const std::size_t plus = text_.find_first_of("+-", leaf.content);
    edits.push_back(plus < header ? edit(plus, plus + 1, "-") : edit(header, header, "-"));
  }
  return edits;
}

Layout::Edits Layout::erase(const TextNode& holder, std::size_t index,
                            const TextEntry* above) const {
  if (holder.entries.size() > 1) {
    return holder.is_flow ? erase_in_flow(holder, index) : erase_in_block(holder, index);
  }
  const TextEntry& entry = holder.entries[0];
  if (holder.is_flow) {
    const std::size_t begin = holder.content + 1, end = holder.end - 1;
    if (!tree_.has_comment(begin, end)) return {edit(begin, end, "")};
    Edits edits{edit(entry.begin, entry.end, "")};
    const std::size_t comma = tree_.skip(entry.end);
    if (text_[comma] == ',') edits.push_back(edit(comma, comma + 1, ""));
    return edits;
  }
  const std::string nothing = holder.is_map() ? "{}" : "[]";
  const std::size_t head =
      holder.anchor.empty() ? above->head : holder.begin + 1 + holder.anchor.size();
  if (tree_.is_same_line(head, entry.begin)) return {edit(entry.begin, entry.end, nothing)};
  Edits edits = erase_in_block(holder, 0);
  edits.push_back(edit(head, head, " " + nothing));
  return edits;
}

/// The entry before `limit` ends there.
TextEdit Layout::erase_lines(std::size_t begin, std::size_t end, std::size_t limit) const {
  const bool ends_text = end == text_.size();
  if (ends_text || tree_.is_blank(end, tree_.line_end(end))) {
    while (begin > limit && tree_.is_blank(tree_.line_begin(begin - 1), begin)) {
      begin = tree_.line_begin(begin - 1);
    }
  }
  // A text without a final line break remains so, unless it belongs to a block.
  const bool follows_block =
      limit > 0 && last_leaf(tree_.root(), limit).style == ScalarStyle::block;
  if (ends_text && !text_.ends_with('\n') && begin > 0 && !follows_block) {
    begin -= begin > 1 && text_[begin - 2] == '\r' ? 2 : 1;
  }
  return edit(begin, end, "");
}

Layout::Edits Layout::erase_in_block(const TextNode& holder, std::size_t index) const {
  const TextEntry& entry = holder.entries[index];
  const std::size_t column = tree_.column(entry.begin);
  if (!tree_.begins_line(entry.begin)) {  // `- a: 1`: the next entry replaces it
    std::size_t next = tree_.next_line(entry.end);
    while (next < text_.size() &&
           (text_[next] == ' ' || text_[next] == '\r' || text_[next] == '\n'))
      ++next;
    return {edit(entry.begin, next, "")};
  }
  const std::size_t begin = begin_of_comments(holder, index);
  std::size_t end = tree_.next_line(end_of_comments_within(entry, column));
  const std::size_t before = begin == 0 ? 0 : tree_.line_begin(begin - 1);
  if (index == 0 && holder.entries.size() > 1 && !tree_.is_comment_line(before)) {
    // The next entry is now the first: without a gap.
    while (end < text_.size() && tree_.is_blank(end, tree_.line_end(end))) {
      end = tree_.next_line(end);
    }
  }
  const std::size_t limit =
      index == 0 ? 0 : tree_.next_line(end_of_comments_within(holder.entries[index - 1], column));
  return {erase_lines(begin, end, limit)};
}

}  // namespace holon::detail
