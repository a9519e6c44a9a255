// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// The graph that the expressions belong to; nullptr where all are constants.
Graph* find_graph(std::span<const Expr> expressions);

/// The nodes that the expressions need, arguments before users; nothing below the nodes for which
/// `stop` is true (it may be empty).
std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions,
                                          const std::vector<bool>& stop = {});

/// The expressions over `to` in place of `from`, built and folded in the graph `target`. Throws
/// std::logic_error where another graph's symbol is left without a replacement.
std::vector<Expr> trace(Graph& target, std::span<const Expr> expressions,
                        std::span<const Expr> from, std::span<const Expr> to);

/// The numbers that expressions without symbols stand for, solves and roots included.
std::vector<Expr> calc_constants(const std::shared_ptr<Graph>& graph,
                                 std::span<const Expr> expressions);

/// The same expressions with every call replaced by what it calls, traced into the same graph.
std::vector<Expr> flatten_calls(std::vector<Expr> expressions);

/// A table from node id to something, sized for the graph as it stands.
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
