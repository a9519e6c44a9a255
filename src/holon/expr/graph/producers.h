// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/expr/graph/graph.h"

namespace holon::detail {

/// All outputs of a node of this payload with these arguments, computed where all are constants.
std::vector<Expr> add_producer(Payload payload, std::span<const Expr> arguments);

}  // namespace holon::detail
