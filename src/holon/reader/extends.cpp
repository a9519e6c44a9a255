// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/extends.h"

#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

namespace {

/// `key:`, `key: null` or `key: ~`.
bool removes_entry(const SourceNode& node) {
  return node.is_empty() ||
         (node.is_scalar() && !node.is_quoted() && (node.text() == "null" || node.text() == "~"));
}

/// Removes from `base` what `changes` has without a value, and those keys from `changes`.
void remove_empty(SourceNode& base, SourceNode& changes, Diagnostics& diagnostics) {
  std::vector<std::string> removed, deeper;
  for (const SourceNode::Entry& change : changes.peek_entries()) {
    if (removes_entry(change.value)) removed.push_back(change.key);
    if (change.value.is_map()) deeper.push_back(change.key);
  }
  for (const std::string& key : removed) {
    if (!base.peek(key)) {
      std::vector<std::string> names;
      for (const SourceNode::Entry& entry : base.peek_entries()) names.push_back(entry.key);
      changes.peek(key)->key_error(diagnostics, {},
                                   "'" + key +
                                       "' has no value, and the model that this one "
                                       "extends has none of this name to remove",
                                   did_you_mean(key, names));
    }
    base.erase(key);
    changes.erase(key);
  }
  for (const std::string& key : deeper) {
    // Both are copies that are being made.
    auto* const there = const_cast<SourceNode*>(base.peek(key));
    if (there && there->is_map())
      remove_empty(*there, const_cast<SourceNode&>(*changes.peek(key)), diagnostics);
  }
}

const Schema* find_part_schema(const Catalogue& catalogue, const SourceNode& part) {
  const SourceNode* const type = part.peek("type");
  const PartType* const known = type && type->is_scalar() ? catalogue.find(type->text()) : nullptr;
  return known ? &known->schema : nullptr;
}

/// `path`: "composite.": of parts within composite parts, too.
void merge_parts(SourceNode& base, const SourceNode& changes, const Catalogue& catalogue) {
  for (const SourceNode::Entry& change : changes.peek_entries()) {
    auto* const there = const_cast<SourceNode*>(base.peek(change.key));
    const SourceNode* const type = change.value.peek("type");
    const bool is_other =
        there && type && there->peek("type") && there->peek("type")->text() != type->text();
    if (!there || !there->is_map() || !change.value.is_map() || is_other) {
      base.erase(change.key);
      base.add(change.key, change.value, change.key_place);
      continue;
    }
    SourceNode rest = change.value;
    const SourceNode* const inner = change.value.peek("parts");
    auto* const own = const_cast<SourceNode*>(there->peek("parts"));
    if (inner && own && inner->is_map() && own->is_map()) {
      merge_parts(*own, *inner, catalogue);
      rest.erase("parts");
    }
    merge_below(*there, rest, find_part_schema(catalogue, *there));
  }
}

}  // namespace

SourceNode extend(const SourceNode& variant, const Catalogue& catalogue,
                  const std::function<std::shared_ptr<const SourceNode>(
                      const std::string& path, const SourceNode& request)>& load,
                  Diagnostics& diagnostics) {
  const SourceNode& name = *variant.find("extends");
  SourceNode result = SourceNode::make_map(variant.place());
  if (!name.expect(SourceNode::Kind::scalar, diagnostics, {})) return SourceNode();
  const std::shared_ptr<const SourceNode> base = load(name.text(), name);
  if (!base || !base->is_map()) return SourceNode();
  for (const SourceNode::Entry& entry : base->peek_entries())
    result.add(entry.key, entry.value, entry.key_place);
  SourceNode changes = variant;
  changes.erase("extends");
  remove_empty(result, changes, diagnostics);
  const SourceNode* const parts = changes.peek("parts");
  auto* const own = const_cast<SourceNode*>(result.peek("parts"));
  if (parts && own && parts->is_map() && own->is_map()) {
    merge_parts(*own, *parts, catalogue);
    changes.erase("parts");
  }
  merge_below(result, changes, nullptr);
  return result;
}

}  // namespace holon::detail
