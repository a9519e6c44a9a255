// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace holon {

/// A low-discrepancy sequence in the unit cube: point n by its number alone, in the order of the
/// binary digits of n (not of their Gray code). Point 0 is the origin.
class SobolSequence {
 public:
  static constexpr int kMostDimensions = 64;
  explicit SobolSequence(int dimensions);

  /// 32 bits of a coordinate: x 2³².
  std::uint32_t bits(std::uint64_t number, int dimension) const;

 private:
  static constexpr int kBits = 32;
  std::vector<std::array<std::uint32_t, kBits>> directions_;
};

}  // namespace holon
