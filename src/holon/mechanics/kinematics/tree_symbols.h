// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/mechanics/tree/link_shape.h"

namespace holon::detail {

/// A tree whose coordinates and rates are symbols, link after link: what functions of q and v are
/// made from.
struct TreeSymbols {
  std::shared_ptr<Graph> graph;
  Tree tree;
  std::vector<LinkState> states;     ///< q, v; the efforts that the mechanism gives; its loads
  std::vector<Expr> q, v;            ///< (nq), (nv)
  std::vector<std::size_t> first_v;  ///< by link: its first rate in v

  std::size_t rate_count(std::size_t link) const { return states[link].v.size(); }
};

/// Joints and rods that close loops.
enum class AllowLoops : std::uint8_t { no, yes };

/// Throws ModelError with what make_tree finds, and, named after the calling function, for joints
/// and rods that close loops (where they are not allowed), constraints by formula, prescribed
/// motions and values that are not constants.
TreeSymbols make_tree_symbols(const Mechanism& mechanism, const std::string& who,
                              AllowLoops allow_loops = AllowLoops::no);

}  // namespace holon::detail
