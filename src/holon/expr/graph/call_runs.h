// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// Successive calls of one function of which each takes values from the previous one: a scan, which
/// can be written as a loop.
struct CallRun {
  std::vector<std::uint32_t> calls;
  /// Positions of the carried arguments, and of the corresponding results.
  std::vector<std::size_t> into, from;
  /// The other arguments' positions; they depend on no result of the run.
  std::vector<std::size_t> own;
};

/// The runs of at least `least` calls among the nodes (arguments before users), each call in at
/// most one, such that all runs can be executed one after the other.
std::vector<CallRun> find_call_runs(const Graph& graph, const std::vector<std::uint32_t>& nodes,
                                    std::size_t least);

}  // namespace holon::detail
