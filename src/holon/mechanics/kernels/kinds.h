// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "holon/mechanics/kernels/kernel_builder.h"

namespace holon::detail {

/// Which of many equal pieces of a machine can share one Function. Pieces are of one kind when they
/// have the same structure (a text) and the same constants are exactly 0, 1 or −1; these are folded
/// into the kind's Function, and so are those that have one value in all its pieces. The other
/// constants are arguments.
class Kinds {
 public:
  /// Adds the next piece.
  void add(std::string structure, std::vector<Expr> constants);
  /// Sorts the pieces into kinds; call it once, after the last `add`.
  void classify();

  int kind_of(std::size_t piece) const { return kind_of_[piece]; }
  std::size_t kind_count() const { return kinds_.size(); }
  /// The kind's Function, for its maker to fill; of several, one by one.
  FunctionRef& function(std::size_t piece, std::size_t part = 0) {
    return kinds_[static_cast<std::size_t>(kind_of_[piece])].functions[part];
  }

  /// The constants of a piece as its kind's Function has them: numbers, or new inputs of `k`.
  std::vector<Expr> trace(std::size_t piece, KernelBuilder& k) const;
  /// Appends the arguments that belong to those inputs.
  void append_arguments(std::size_t piece, std::vector<Expr>& arguments) const;

 private:
  struct Kind {
    std::vector<bool> folded;
    std::size_t first = 0;
    std::array<FunctionRef, 4> functions;
  };
  std::vector<std::string> structures_;
  std::vector<std::vector<Expr>> constants_;
  std::vector<int> kind_of_;
  std::vector<Kind> kinds_;
};

}  // namespace holon::detail
