// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/block.h"

namespace holon {

/// Whether a limit is infinite, that is, there is none on its side.
bool is_none(Expr limit);

/// x limited to [low, high]; the kinks are events, so that steps end there.
Expr limited(Expr x, Expr low, Expr high);

/// Whether `limits` are empty or two ascending values, as far as they are constants; else reports
/// an error.
bool check_limits(PartBuilder& b, const std::vector<Expr>& limits);

}  // namespace holon
