// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon {

/// A parameter of a System is constant unless there is another one of this name, which is its time
/// derivative: used for the inputs of a linear model.
inline std::string rate_name(std::string_view parameter) {
  return "der(" + std::string(parameter) + ")";
}

}  // namespace holon
