// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "holon/expr/graph.h"

namespace holon::detail {

/// The graph that the expressions belong to; nullptr where all are constants.
Graph* find_graph(std::span<const Expr> expressions);

/// The nodes that the expressions need, arguments before users.
std::vector<std::uint32_t> find_reachable(const Graph& graph, std::span<const Expr> expressions);

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
