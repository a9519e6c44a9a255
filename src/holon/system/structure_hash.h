// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "holon/system/symbols.h"

namespace holon::detail {

/// A hash of the computation of each node of a model's graph, determined by names and structure and
/// not by the order in which nodes were created.
class StructureHash {
 public:
  explicit StructureHash(const Symbols& symbols) : symbols_(symbols) {}
  std::uint64_t of(std::uint32_t node);

 private:
  std::uint64_t calc(std::uint32_t node);
  std::uint64_t hash_of(const TableData& table);

  const Symbols& symbols_;
  std::vector<std::uint64_t> hashes_;  // by node; 0: not known yet
  std::vector<std::uint32_t> stack_;
  std::unordered_map<const TableData*, std::uint64_t> tables_;  // of their numbers
};

}  // namespace holon::detail
