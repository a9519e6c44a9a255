// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace holon {

/// Equations for a page.
struct EquationSheet {
  std::string title;
  std::string mathml;
  std::vector<std::pair<std::string, std::string>> legend;  ///< symbol (MathML), meaning
};

}  // namespace holon
