// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"
#include "holon/model/describe/catalogue.h"
#include "holon/reader/text_tree.h"

namespace holon::detail {

/// One step down a tree: a key, or an index in a list.
struct Step {
  std::string key;
  std::optional<std::size_t> index{};
  bool operator==(const Step&) const = default;
};
using Steps = std::vector<Step>;

/// The target of an alias; the node itself if it is not an alias. nullptr if there is no anchor.
const TextNode* resolve_alias(const TextNode& root, const TextNode& node);
/// The node at a step, also through aliases and merges; nullptr if there is none.
const TextNode* find_child(const TextNode& root, const TextNode& node, const Step& step);

/// Converts a user's name to the steps from the root; the last ones need not exist yet. `place`
/// gives the location of a byte, for errors: InputError if the name is meaningless.
Steps resolve_path(const TextNode& root, std::string_view path,
                   const std::function<Place(std::size_t byte)>& place);

/// The valid keys of the map at `steps`, in the order of the catalogue; empty if unknown.
std::vector<std::string> find_order(const TextNode& root, const Steps& steps,
                                    const Catalogue& catalogue);

}  // namespace holon::detail
