// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/system/definitions.h"
#include "holon/system/resolver.h"

namespace holon::detail {

/// The expressions of a System's functions.
struct Resolved {
  std::unique_ptr<Resolver> resolver;
  std::vector<Expr> requested;          ///< see list_pending
  std::vector<Expr> modes, indicators;  ///< those on which it depends
  std::vector<std::string> mode_descriptions;
};

/// Resolves the expressions of list_pending and numbers the modes, in the definitions as well.
Resolved resolve_pending(SystemDefinitions& definitions);

/// Comparisons of the user's formulas that are not modes yet and are in loops required only by
/// outputs. If they were evaluated in place, Newton's method might fail to find an existing root.
std::vector<Expr> find_comparisons_in_loops(const SystemDefinitions& definitions);

}  // namespace holon::detail
