// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A value is set in place, added if it is missing, or separated from an anchor.
#include <algorithm>

#include "holon/reader/editor_draft.h"

namespace holon::detail {

void Drafting::set(const Steps& steps, const NewValue& value) {
  if (steps.empty()) {
    throw InputError(place(root().begin), "the whole file cannot be set", "set what is in it");
  }
  const WalkedPath walked = walk(root(), steps);
  if (walked.length == steps.size()) {
    for (const TextEntry& entry : at(walked.indices).entries) refuse_lost_anchors(entry.value);
    replace(walked.indices, value);
  } else if (walked.is_shared) {
    set_own(steps, walked, value);
  } else {
    add_missing(steps, walked.length, value);
  }
}

/// Wraps a value in the missing maps of its path: {b: {c: value}}.
void Drafting::add_missing(const Steps& steps, std::size_t length, NewValue value) {
  const Steps above(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(length));
  const TextNode& holder = at(walk(root(), above).indices);
  const bool can_hold = holder.is_map() || holder.kind == TextNode::Kind::empty;
  if (steps[length].index || !can_hold) refuse_missing(steps, length, holder);
  for (std::size_t k = steps.size() - 1; k > length; --k) {
    if (steps[k].index) {
      throw InputError(place(holder.begin), "there is no list '" + steps[k - 1].key + "' yet",
                       "set the whole list");
    }
    value = wrap(steps[k].key, value);
  }
  insert(above, fitting_index(above, steps[length].key), steps[length].key, value);
}

std::size_t Drafting::fitting_index(const Steps& above, const std::string& key) const {
  const TextNode& holder = at(walk(root(), above).indices);
  const std::size_t count = holder.entries.size();
  if (!catalogue_ || !holder.is_map()) return count;
  const std::vector<std::string> order = find_order(root(), above, *catalogue_);
  const auto rank = [&](const std::string& name) {
    return std::find(order.begin(), order.end(), name) - order.begin();
  };
  const auto mine = rank(key), unknown = static_cast<std::ptrdiff_t>(order.size());
  if (mine == unknown) return count;
  std::optional<std::size_t> first_after, last_before;
  std::ptrdiff_t nearest = -1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto other = rank(holder.entries[k].key.text);
    if (other < mine && other >= nearest) {
      nearest = other;
      last_before = k;
    }
    if (other > mine && other != unknown && !first_after) first_after = k;
  }
  if (last_before) return *last_before + 1;
  return first_after.value_or(count);
}

/// A value from an anchor elsewhere becomes a separate value here: `{<<: *name, key: value}`.
void Drafting::set_own(const Steps& steps, const WalkedPath& walked, const NewValue& value) {
  const TextNode& here = at(walked.indices);
  const TextNode* from = resolve_alias(root(), here);
  if (!from || (!from->is_map() && !from->is_list())) {
    refuse_missing(steps, walked.length, from ? *from : here);
  }
  if (from->is_list()) {
    TextNode copy = *from;
    change_copy(copy, steps, walked.length, value);
    return replace(walked.indices, make_value(std::move(copy)));
  }
  const std::string& key = steps[walked.length].key;
  NewValue own = value;
  if (walked.length + 1 < steps.size()) {
    const TextNode* there = find_child(root(), here, steps[walked.length]);
    TextNode copy = there ? *there : TextNode{};
    change_copy(copy, steps, walked.length + 1, value);
    own = make_value(std::move(copy));
  }
  if (here.kind != TextNode::Kind::alias) {
    const Steps above(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(walked.length));
    return insert(above, fitting_index(above, key), key, own);
  }
  NewValue map = wrap(key, own);
  map.text.insert(1, "<<: *" + here.text + ", ");
  map.node.entries.insert(map.node.entries.begin(), make_entry("<<", here));
  replace(walked.indices, map);
}

/// Sets the value at the steps from `from` on, below a copy.
void Drafting::change_copy(TextNode& node, const Steps& steps, std::size_t from,
                           const NewValue& value) const {
  if (node.kind == TextNode::Kind::alias) node = TextNode(*resolve_alias(root(), node));
  if (from == steps.size()) {
    node = value.node;
    return;
  }
  const Step& step = steps[from];
  if (node.kind == TextNode::Kind::empty && !step.index) node.kind = TextNode::Kind::map;
  auto index = find_index(node, step);
  if (!index) {
    if (step.index || !node.is_map()) refuse_missing(steps, from, node);
    const TextNode* merged = find_child(root(), node, step);
    index = node.entries.size();
    node.entries.push_back(make_entry(step.key, merged ? *merged : TextNode{}));
  }
  change_copy(node.entries[*index].value, steps, from + 1, value);
}

}  // namespace holon::detail
