// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// From block to block an entry is moved with its lines and comments; into or out of brackets it is
// rewritten.
#include <algorithm>

#include "holon/reader/editor_draft.h"
#include "holon/reader/editor_layout.h"

namespace holon::detail {

/// An entry to be inserted elsewhere: with the lines of a block, or as a value.
struct Drafting::Luggage {
  TextEntry entry;
  std::string lines;
  NewValue value;
};

Drafting::Luggage Drafting::pack(const Indices& from, bool has_lines) const {
  const Indices above(from.begin(), from.end() - 1);
  const TextNode& holder = at(above);
  const TextEntry& entry = holder.entries[from.back()];
  if (has_lines) {
    return {entry, Layout(draft_.tree).lines_of(holder, from.back()), {}};
  }
  // Including the comment in its line, which would be removed with it.
  if (draft_.tree.has_comment(entry.begin, draft_.tree.line_end(entry.end))) {
    throw InputError(place(entry.begin), "comments cannot be moved into brackets",
                     "move it by hand");
  }
  return {entry, {}, copy_value(draft_.tree, entry.value)};
}

void Drafting::unpack(const Indices& holder_at, std::size_t index, const Luggage& luggage) {
  const TextNode& holder = at(holder_at);
  const std::string& key = luggage.entry.key.text;
  if (luggage.lines.empty()) return insert_at(holder_at, index, key, luggage.value);
  note_sharing(holder_at);
  TextNode& requested = node_at(draft_.requested, holder_at);
  requested.entries.insert(requested.entries.begin() + static_cast<std::ptrdiff_t>(index),
                           luggage.entry);
  draft_.make(Layout(draft_.tree).insert_lines(holder, index, luggage.lines, luggage.entry.value));
}

void Drafting::move_within(const Indices& holder_at, std::size_t from, std::size_t to) {
  Indices indices = holder_at;
  indices.push_back(from);
  const Luggage luggage = pack(indices, at(holder_at).is_block());
  erase(indices);
  unpack(holder_at, to, luggage);
}

void Drafting::move_to(const Indices& from, const Steps& above, std::size_t index) {
  const Indices target = walk(root(), above).indices;
  const TextNode& source = at({from.begin(), from.end() - 1});
  const TextNode& holder = at(target);
  const std::string key = source.entries[from.back()].key.text;
  if (holder.kind == TextNode::Kind::scalar || holder.kind == TextNode::Kind::alias) {
    throw InputError(place(holder.begin), "nothing can be moved into a single value");
  }
  if (source.is_map() == holder.is_list()) {
    throw InputError(place(holder.begin), source.is_map()
                                              ? "'" + key + "' has a name, and this is a list"
                                              : "an item of a list has no name to use here");
  }
  refuse_known(holder, key);
  const Luggage luggage = pack(from, source.is_block() && holder.is_block());
  // Insertions before it shift its offset.
  Indices old = from;
  const bool is_on_path =
      from.size() > target.size() && std::equal(target.begin(), target.end(), from.begin());
  if (is_on_path && index <= from[target.size()]) ++old[target.size()];
  unpack(target, index, luggage);
  erase(old);
}

}  // namespace holon::detail
