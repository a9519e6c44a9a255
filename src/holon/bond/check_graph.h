// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Reports elements that nothing is bonded to, elements with too many bonds, bonds between domains,
/// two-ports whose arrows do not go through, and matrices whose size does not fit. False where
/// something is wrong.
bool check_graph(const PowerGraph& graph);

/// The domain of each bond: that of an end that has one. Between two-ports alone: none.
std::vector<PowerDomain> find_domains(const PowerGraph& graph);

}  // namespace holon::detail
