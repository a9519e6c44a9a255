// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "holon/expr/graph/function.h"

namespace holon::detail {

/// Makes one Function of what many calls and operations compute together, so that intermediate
/// results that are zero or one fold and only what is needed is computed; alike ones share it.
class Fusion {
 public:
  /// Nothing is taken in that costs more than this many operations in all.
  static constexpr std::size_t kLimit = 1500;

  /// Nodes that are computed already: these are handed in.
  void add_leaves(const std::vector<Expr>& nodes);

  /// The expressions as results of one call, whose arguments are leaves, symbols, what comes from
  /// solves, roots and tables, and constants that are not 0, 1 or −1 (so that equal pieces with
  /// other numbers are alike). Results that turn out to be constants or leaves are returned as
  /// such. Unchanged where the limit is passed.
  std::vector<Expr> fuse(const std::string& name, const std::vector<Expr>& expressions);

 private:
  std::unordered_set<Expr> leaves_;
  std::unordered_map<std::uint64_t, FunctionRef> functions_;  // by fingerprint
};

}  // namespace holon::detail
