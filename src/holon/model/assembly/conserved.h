// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// Outputs of an assembly (`assembly.domain<ConservedOutputs>()`) that its equations keep constant,
/// as their structure shows: momenta of cyclic coordinates, Jacobi's integral.
struct ConservedOutputs {
  std::vector<std::string> names;
};

}  // namespace holon
