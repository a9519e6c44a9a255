// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// The graph of the expressions; nullptr if all are constants.
Graph* find_graph(std::span<const Expr> expressions);

/// The nodes on which the expressions depend, arguments before users; nothing below the nodes for
/// which `stop` is true (it may be empty).
std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions,
                                          const std::vector<bool>& stop = {});

/// The expressions with `from` replaced by `to`, built and folded in the graph `target`. Throws
/// std::logic_error if another graph's symbol has no replacement.
std::vector<Expr> trace(Graph& target, std::span<const Expr> expressions,
                        std::span<const Expr> from, std::span<const Expr> to);

/// The numerical values of expressions without symbols, including solves and roots.
std::vector<Expr> calc_constants(const std::shared_ptr<Graph>& graph,
                                 std::span<const Expr> expressions);

/// The same expressions with every call replaced by the body of its function, traced into the same
/// graph.
std::vector<Expr> flatten_calls(std::vector<Expr> expressions);

/// A table by node id, sized for the present graph.
template <class T>
class NodeMap {
 public:
  explicit NodeMap(const Graph& graph, T empty = T()) : values_(graph.size(), empty) {}
  T& operator[](std::uint32_t id) { return values_[id]; }
  const T& operator[](std::uint32_t id) const { return values_[id]; }

 private:
  std::vector<T> values_;
};

}  // namespace holon::detail
