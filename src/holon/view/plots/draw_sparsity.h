// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace holon {

/// The sparsity pattern of a square matrix: a mark for every entry that may differ from zero.
struct SparsityPlot {
  std::string title;
  int size = 0;
  std::vector<std::pair<int, int>> entries;         ///< row, column
  std::vector<std::pair<std::string, int>> groups;  ///< of rows and columns: name, number
};

/// SVG text; its bytes depend only on the argument.
std::string draw_sparsity(const SparsityPlot& image);

}  // namespace holon
