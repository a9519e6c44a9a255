// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/editor_draft.h"

#include <algorithm>
#include <utility>

#include "holon/base/names.h"
#include "holon/reader/editor_layout.h"
#include "holon/reader/yaml.h"

namespace holon::detail {
namespace {

/// "parts.link.shapes[0]", for messages.
std::string name_of(const Steps& steps, std::size_t count) {
  std::string name;
  for (std::size_t k = 0; k < count; ++k) {
    const Step& step = steps[k];
    if (step.index) {
      name += '[' + std::to_string(*step.index) + ']';
    } else {
      name += (name.empty() ? "" : ".") + step.key;
    }
  }
  return name.empty() ? "the file" : "'" + name + "'";
}

Indices without_last(const Indices& indices) { return {indices.begin(), indices.end() - 1}; }

/// Calls `what(alias)` for each alias of an anchor.
template <class F>
void for_each_alias(const TextNode& node, std::string_view anchor, const F& what) {
  if (node.kind == TextNode::Kind::alias && node.text == anchor) what(node);
  for (const TextEntry& entry : node.entries) for_each_alias(entry.value, anchor, what);
}

/// The range of the present text that the edits change.
std::pair<std::size_t, std::size_t> find_range(const TextChange& edits) {
  std::size_t begin = edits.front().offset, end = begin;  // of the text after each edit
  std::size_t shift = 0;                                  // modulo the size of the type
  for (const TextEdit& edit : edits) {
    const std::size_t by = edit.inserted.size() - edit.removed.size();
    end = std::max(end, edit.offset + edit.removed.size()) + by;
    begin = std::min(begin, edit.offset);
    shift += by;
  }
  return {begin, end - shift};
}

std::optional<TextPatch> patch_tree(TextTree& tree, const TextChange& edits) {
  if (edits.empty()) return {};
  const auto [begin, end] = find_range(edits);
  return tree.patch(apply_change(tree.text(), edits), begin, end, is_readable_text);
}

}  // namespace

void Draft::make(std::vector<TextEdit> edits) {
  // From the end, so that offsets remain valid; removals before insertions, and of insertions at
  // one place the last first.
  std::reverse(edits.begin(), edits.end());
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) {
    return a.offset != b.offset ? a.offset > b.offset : a.removed.size() > b.removed.size();
  });
  std::erase_if(edits, [](const TextEdit& edit) { return edit.removed == edit.inserted; });
  if (!patch_tree(tree, edits)) {
    tree = TextTree(apply_change(tree.text(), edits));
    is_unchecked = true;
  }
  change.insert(change.end(), edits.begin(), edits.end());
}

bool Draft::follow(const TextChange& edits) {
  const auto take = [&](const std::optional<TextPatch>& patch) {
    if (!patch) return false;
    const std::vector<TextEntry>& now = tree.root().entries[patch->section].value.entries;
    std::vector<TextEntry>& known = requested.entries[patch->section].value.entries;
    const auto first = static_cast<std::ptrdiff_t>(patch->first);
    const auto at = known.erase(
        known.begin() + first, known.begin() + first + static_cast<std::ptrdiff_t>(patch->removed));
    known.insert(at, now.begin() + first,
                 now.begin() + first + static_cast<std::ptrdiff_t>(patch->inserted));
    return true;
  };
  if (take(patch_tree(tree, edits))) return true;
  // Edits far apart, each for itself.
  return edits.size() > 1 && std::ranges::all_of(edits, [&](const TextEdit& edit) {
           return take(patch_tree(tree, {edit}));
         });
}

bool is_readable_text(const std::string& text) {
  Diagnostics diagnostics;
  (void)read_yaml_text("<text>", text, diagnostics);
  return !diagnostics.has_errors();
}

const TextNode& node_at(const TextNode& root, const Indices& indices) {
  const TextNode* node = &root;
  for (const std::size_t index : indices) node = &node->entries[index].value;
  return *node;
}

TextNode& node_at(TextNode& root, const Indices& indices) {
  return const_cast<TextNode&>(node_at(std::as_const(root), indices));
}

std::optional<std::size_t> find_index(const TextNode& node, const Step& step) {
  for (std::size_t k = 0; k < node.entries.size(); ++k) {
    if (step.index ? node.is_list() && k == *step.index
                   : node.is_map() && node.entries[k].key.text == step.key) {
      return k;
    }
  }
  return {};
}

WalkedPath walk(const TextNode& root, const Steps& steps) {
  WalkedPath walked;
  const TextNode* node = &root;
  for (const Step& step : steps) {
    const auto index = find_index(*node, step);
    if (!index) {
      walked.is_shared = node->kind == TextNode::Kind::alias || find_child(root, *node, step);
      break;
    }
    walked.indices.push_back(*index);
    node = &node->entries[*index].value;
    ++walked.length;
  }
  return walked;
}

TextEntry make_entry(std::string_view key, TextNode value) {
  TextEntry entry;
  entry.key.kind = key.empty() ? TextNode::Kind::empty : TextNode::Kind::scalar;
  entry.key.text = key;
  entry.value = std::move(value);
  return entry;
}

Place Drafting::place(std::size_t byte) const {
  const std::string& text = draft_.tree.text();
  const auto begin = text.begin() + static_cast<std::ptrdiff_t>(draft_.tree.line_begin(byte));
  return {std::make_shared<const SourceFile>(SourceFile{name_, text}),
          static_cast<int>(std::count(text.begin(), begin, '\n')) + 1,
          static_cast<int>(draft_.tree.column(byte)) + 1};
}

Steps Drafting::resolve(std::string_view path) const {
  return resolve_path(root(), path, [this](std::size_t byte) { return place(byte); });
}

WalkedPath Drafting::find(const Steps& steps, const char* verb) const {
  WalkedPath walked = walk(root(), steps);
  if (walked.length == steps.size()) return walked;
  const TextNode& last = at(walked.indices);
  if (!walked.is_shared) refuse_missing(steps, walked.length, last);
  const TextNode* from = last.kind == TextNode::Kind::alias
                             ? resolve_alias(root(), last)
                             : find_child(root(), last, steps[walked.length]);
  if (!from) refuse_missing(steps, walked.length, last);
  const bool has_anchor = !from->anchor.empty();
  throw InputError(
      place(last.begin),
      name_of(steps, steps.size()) + " comes from " +
          (has_anchor ? "the anchor '&" + from->anchor + "'" : std::string("the text")) +
          " in line " + std::to_string(place(from->begin).line) + " and cannot be " + verb +
          " here alone",
      "change it there for all that share it, or give this one a separate value");
}

void Drafting::refuse_missing(const Steps& steps, std::size_t length, const TextNode& last) const {
  const Step& step = steps[length];
  const std::string holder = name_of(steps, length);
  if (step.index) {
    const std::string count = std::to_string(last.entries.size());
    throw InputError(place(last.begin), last.is_list()
                                            ? holder + " has " + count + " items; the first is [0]"
                                            : holder + " is not a list");
  }
  if (!last.is_map()) {
    throw InputError(place(last.begin),
                     holder + " is not a map: there can be no '" + step.key + "' in it");
  }
  std::vector<std::string> names;
  for (const TextEntry& entry : last.entries) names.push_back(entry.key.text);
  std::string suggestion = did_you_mean(step.key, names);
  if (suggestion.empty() && !names.empty()) suggestion = "it has " + quote_list(names, "and");
  throw InputError(place(last.begin), "there is no '" + step.key + "' in " + holder, suggestion);
}

void Drafting::replace(const Indices& indices, const NewValue& value) {
  const TextNode& holder = at(without_last(indices));
  const TextEntry& entry = holder.entries[indices.back()];
  refuse_explicit(entry);
  note_sharing(indices);
  TextNode& requested = node_at(draft_.requested, indices);
  std::string anchor = std::move(requested.anchor);
  requested = value.node;
  if (requested.anchor.empty()) requested.anchor = std::move(anchor);
  draft_.make(Layout(draft_.tree).replace(holder, entry, value));
}

void Drafting::insert(const Steps& above, std::size_t index, std::string_view key,
                      const NewValue& value) {
  insert_at(walk(root(), above).indices, index, key, value);
}

void Drafting::insert_at(const Indices& indices, std::size_t index, std::string_view key,
                         const NewValue& value) {
  const TextNode& holder = at(indices);
  if (holder.is_pair) {
    throw InputError(place(holder.begin), "a second entry needs braces around both", "write {…}");
  }
  if (holder.kind == TextNode::Kind::empty) return fill(indices, key, value);
  note_sharing(indices);
  TextNode& requested = node_at(draft_.requested, indices);
  requested.entries.insert(requested.entries.begin() + static_cast<std::ptrdiff_t>(index),
                           make_entry(key, value.node));
  draft_.make(Layout(draft_.tree).insert(holder, index, key, value));
}

/// `frames:` without a value becomes a map.
void Drafting::fill(const Indices& indices, std::string_view key, const NewValue& value) {
  const bool is_flow = at(without_last(indices)).is_flow;
  replace(indices, is_flow ? wrap(key, value) : wrap_in_block(key, value));
}

void Drafting::erase(const Indices& indices) {
  const Indices above = without_last(indices);
  const TextNode& holder = at(above);
  refuse_explicit(holder.entries[indices.back()]);
  if (holder.entries.size() == 1 && (above.empty() || holder.is_pair)) {
    throw InputError(place(holder.begin), "the entry would be empty",
                     "remove the entry that contains it");
  }
  note_sharing(above);
  const TextEntry* entry = above.empty() ? nullptr : &at(without_last(above)).entries[above.back()];
  TextNode& requested = node_at(draft_.requested, above);
  requested.entries.erase(requested.entries.begin() + static_cast<std::ptrdiff_t>(indices.back()));
  draft_.make(Layout(draft_.tree).erase(holder, indices.back(), entry));
}

void Drafting::rename(const Indices& indices, std::string_view key) {
  const Indices above = without_last(indices);
  const TextNode& holder = at(above);
  const TextEntry& entry = holder.entries[indices.back()];
  if (!holder.is_map()) {
    throw InputError(place(entry.begin), "an item of a list has no name");
  }
  refuse_explicit(entry);
  if (entry.key.text == key) return;
  refuse_known(holder, key);
  note_sharing(above);
  node_at(draft_.requested, above).entries[indices.back()].key.text = key;
  draft_.make(Layout(draft_.tree).rename(holder, entry, key));
}

void Drafting::refuse_explicit(const TextEntry& entry) const {
  if (!entry.is_explicit) return;
  throw InputError(place(entry.begin), "a key after '?' must be edited by hand",
                   "write 'key: value'");
}

void Drafting::refuse_known(const TextNode& holder, std::string_view key) const {
  const TextEntry* known = holder.find(key);
  if (!known) return;
  throw InputError(place(known->key.content), "there is a '" + std::string(key) + "' already", {},
                   static_cast<int>(key.size()));
}

void Drafting::refuse_lost_anchors(const TextNode& node) const {
  if (!node.anchor.empty()) {
    for_each_alias(root(), node.anchor, [&](const TextNode& alias) {
      if (alias.begin >= node.begin && alias.end <= node.end) return;
      throw InputError(place(node.begin),
                       "the alias '*" + node.anchor + "' in line " +
                           std::to_string(place(alias.begin).line) + " refers to the text here",
                       "give that a separate value first",
                       1 + static_cast<int>(node.anchor.size()));
    });
  }
  for (const TextEntry& entry : node.entries) {
    refuse_lost_anchors(entry.key);
    refuse_lost_anchors(entry.value);
  }
}

void Drafting::note_sharing(const Indices& indices) {
  for (std::size_t k = 0; k <= indices.size(); ++k) {
    const TextNode& node = at({indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(k)});
    if (node.anchor.empty()) continue;
    for_each_alias(root(), node.anchor, [&](const TextNode& alias) {
      notes_.add_note(place(alias.begin),
                      "'*" + alias.text + "' shares the changed text, and changes with it",
                      1 + static_cast<int>(alias.text.size()));
    });
  }
}

}  // namespace holon::detail
