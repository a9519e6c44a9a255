// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/bond/causality.h"

namespace holon::detail {

/// Reports elements without bonds, elements with too many bonds, bonds between domains, two-ports
/// whose arrows do not point through, and matrices of wrong size. False if there is an error.
bool check_graph(const PowerGraph& graph);

/// The domain of each bond: that of an end that has one. None for a bond between two-ports.
std::vector<PowerDomain> find_domains(const PowerGraph& graph);

}  // namespace holon::detail
