// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace holon {

/// Strongly connected components of a directed graph, each in ascending order; every component
/// comes after those that its members need (R. Tarjan, SIAM J. Comput. 1 (1972) 146). needs[k]:
/// the nodes to which the edges of node k lead.
std::vector<std::vector<std::size_t>> find_strong_components(
    const std::vector<std::vector<std::size_t>>& needs);

}  // namespace holon
