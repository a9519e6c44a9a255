// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/mechanics/kinematics/loads.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Errors of force elements that can be known before there is a tree: frames that do not exist,
/// elements that have no effect.
void check_force_elements(const Mechanism& mechanism, std::vector<std::string>& errors);

/// Says which pulls begin with their ends in one place, so that they have no direction although
/// they pull there. `from`: time and coordinates, `to` their numbers at the start (NaN where they
/// are not known yet; what depends on them is not judged).
void check_lines(const Mechanism& mechanism, Loads& loads, const Symbols& symbols,
                 const std::vector<Expr>& from, const std::vector<Expr>& to);

}  // namespace holon::detail
