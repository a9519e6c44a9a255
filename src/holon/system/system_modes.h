// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/system/definitions.h"
#include "holon/system/resolver.h"

namespace holon::detail {

/// What a System's functions are made of.
struct Resolved {
  std::unique_ptr<Resolver> resolver;
  std::vector<Expr> requested;          ///< see list_pending
  std::vector<Expr> modes, indicators;  ///< those that it needs
  std::vector<std::string> mode_descriptions;
};

/// Resolves what list_pending names and numbers the modes, in the definitions too.
Resolved resolve_pending(SystemDefinitions& definitions);

/// Comparisons of the user's formulas that are no modes yet and lie in loops which only outputs
/// need. In place Newton's method would compare them, which may find no root although there is one,
/// or none although each is said to be.
std::vector<Expr> find_comparisons_in_loops(const SystemDefinitions& definitions);

}  // namespace holon::detail
