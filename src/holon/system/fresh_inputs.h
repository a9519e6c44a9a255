// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon::detail {

/// Copies of the inputs of a System's functions in a separate graph, so that the system's graph
/// does not grow.
struct FreshInputs {
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  std::vector<Variable> groups;
  std::vector<Expr> all;  ///< concatenated

  explicit FreshInputs(const Function& f) {
    for (const Variable& group : f.inputs()) {
      groups.push_back({group.name, {}});
      for (const Expr& e : group.elements)
        groups.back().elements.push_back(graph->symbol(std::string(e.symbol_name())));
      all.insert(all.end(), groups.back().elements.begin(), groups.back().elements.end());
    }
  }
};

}  // namespace holon::detail
