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

/// What an alias stands for; the node itself where it is none. nullptr where there is no anchor.
const TextNode* resolve_alias(const TextNode& root, const TextNode& node);
/// What a step leads to, also through aliases and merges; nullptr where there is nothing.
const TextNode* find_child(const TextNode& root, const TextNode& node, const Step& step);

/// From a name as users write it to the steps from the root; the last ones may lead to nothing yet.
/// `place` makes the place of a byte, for errors: InputError where the name can mean nothing.
Steps resolve_path(const TextNode& root, std::string_view path,
                   const std::function<Place(std::size_t byte)>& place);

/// The names that the map at `steps` may hold, in the order of the catalogue; empty where that is
/// not known.
std::vector<std::string> find_order(const TextNode& root, const Steps& steps,
                                    const Catalogue& catalogue);

}  // namespace holon::detail
