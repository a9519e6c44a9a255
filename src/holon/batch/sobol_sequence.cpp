// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A Sobol' sequence: the bits of point n in dimension j are the sum modulo 2 of the direction
// numbers V_k of the bits k of n. With the primitive polynomial of degree s,
// x^s + a_1 x^(s−1) + … + 1, V_k = m_k 2^(32−k) with the odd m_k of the table for k ≤ s and then
//
//   m_k = 2 a_1 m_(k−1) ⊕ 2² a_2 m_(k−2) ⊕ … ⊕ 2^s m_(k−s) ⊕ m_(k−s)
//
// P. Bratley, B. L. Fox, Algorithm 659, ACM Trans. Math. Software 14 (1988) 88. Polynomials and
// initial numbers: S. Joe, F. Y. Kuo, Constructing Sobol sequences with better two-dimensional
// projections, SIAM J. Sci. Comput. 30 (2008) 2635.
#include "holon/batch/sobol_sequence.h"

#include <array>

#include "holon/base/errors.h"

namespace holon {
namespace {

constexpr int kMostDegree = 9;
struct SobolDimension {
  unsigned polynomial;  // its coefficients as bits, the highest first
  std::array<unsigned, kMostDegree> m;
};

// Of dimension 1 and on; the directions of dimension 0 are 2^(32−k).
// clang-format off
constexpr SobolDimension kSobolDimensions[] = {
    {3, {1}},
    {7, {1, 3}},
    {11, {1, 3, 1}},
    {13, {1, 1, 1}},
    {19, {1, 1, 3, 3}},
    {25, {1, 3, 5, 13}},
    {37, {1, 1, 5, 5, 17}},
    {41, {1, 1, 5, 5, 5}},
    {47, {1, 1, 7, 11, 19}},
    {55, {1, 1, 5, 1, 1}},
    {59, {1, 1, 1, 3, 11}},
    {61, {1, 3, 5, 5, 31}},
    {67, {1, 3, 3, 9, 7, 49}},
    {91, {1, 1, 1, 15, 21, 21}},
    {97, {1, 3, 1, 13, 27, 49}},
    {103, {1, 1, 1, 15, 7, 5}},
    {109, {1, 3, 1, 15, 13, 25}},
    {115, {1, 1, 5, 5, 19, 61}},
    {131, {1, 3, 7, 11, 23, 15, 103}},
    {137, {1, 3, 7, 13, 13, 15, 69}},
    {143, {1, 1, 3, 13, 7, 35, 63}},
    {145, {1, 3, 5, 9, 1, 25, 53}},
    {157, {1, 3, 1, 13, 9, 35, 107}},
    {167, {1, 3, 1, 5, 27, 61, 31}},
    {171, {1, 1, 5, 11, 19, 41, 61}},
    {185, {1, 3, 5, 3, 3, 13, 69}},
    {191, {1, 1, 7, 13, 1, 19, 1}},
    {193, {1, 3, 7, 5, 13, 19, 59}},
    {203, {1, 1, 3, 9, 25, 29, 41}},
    {211, {1, 3, 5, 13, 23, 1, 55}},
    {213, {1, 3, 7, 3, 13, 59, 17}},
    {229, {1, 3, 1, 3, 5, 53, 69}},
    {239, {1, 1, 5, 5, 23, 33, 13}},
    {241, {1, 1, 7, 7, 1, 61, 123}},
    {247, {1, 1, 7, 9, 13, 61, 49}},
    {253, {1, 3, 3, 5, 3, 55, 33}},
    {285, {1, 3, 1, 15, 31, 13, 49, 245}},
    {299, {1, 3, 5, 15, 31, 59, 63, 97}},
    {301, {1, 3, 1, 11, 11, 11, 77, 249}},
    {333, {1, 3, 1, 11, 27, 43, 71, 9}},
    {351, {1, 1, 7, 15, 21, 11, 81, 45}},
    {355, {1, 3, 7, 3, 25, 31, 65, 79}},
    {357, {1, 3, 1, 1, 19, 11, 3, 205}},
    {361, {1, 1, 5, 9, 19, 21, 29, 157}},
    {369, {1, 3, 7, 11, 1, 33, 89, 185}},
    {391, {1, 3, 3, 3, 15, 9, 79, 71}},
    {397, {1, 3, 7, 11, 15, 39, 119, 27}},
    {425, {1, 1, 3, 1, 11, 31, 97, 225}},
    {451, {1, 1, 1, 3, 23, 43, 57, 177}},
    {463, {1, 3, 7, 7, 17, 17, 37, 71}},
    {487, {1, 3, 1, 5, 27, 63, 123, 213}},
    {501, {1, 1, 3, 5, 11, 43, 53, 133}},
    {529, {1, 3, 5, 5, 29, 17, 47, 173, 479}},
    {539, {1, 3, 3, 11, 3, 1, 109, 9, 69}},
    {545, {1, 1, 1, 5, 17, 39, 23, 5, 343}},
    {557, {1, 3, 1, 5, 25, 15, 31, 103, 499}},
    {563, {1, 1, 1, 11, 11, 17, 63, 105, 183}},
    {601, {1, 1, 5, 11, 9, 29, 97, 231, 363}},
    {607, {1, 1, 5, 15, 19, 45, 41, 7, 383}},
    {617, {1, 3, 7, 7, 31, 19, 83, 137, 221}},
    {623, {1, 1, 1, 3, 23, 15, 111, 223, 83}},
    {631, {1, 1, 5, 13, 31, 15, 55, 25, 161}},
    {637, {1, 1, 3, 13, 25, 47, 39, 87, 257}},
};
// clang-format on

static_assert(std::size(kSobolDimensions) + 1 == SobolSequence::kMostDimensions);

}  // namespace

SobolSequence::SobolSequence(int dimensions) {
  HOLON_CHECK(dimensions >= 0 && dimensions <= kMostDimensions,
              "a Sobol' sequence has 64 dimensions");
  directions_.resize(static_cast<std::size_t>(dimensions));
  for (int j = 0; j < dimensions; ++j) {
    auto& v = directions_[static_cast<std::size_t>(j)];
    if (j == 0) {
      for (int k = 0; k < kBits; ++k) v[static_cast<std::size_t>(k)] = 1U << (kBits - 1 - k);
      continue;
    }
    const SobolDimension& own = kSobolDimensions[j - 1];
    int degree = 0;
    while ((own.polynomial >> (degree + 1)) != 0) ++degree;
    std::array<std::uint64_t, kBits> m{};
    for (int k = 0; k < kBits; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (k < degree) {
        m[at] = own.m[at];
      } else {
        const std::uint64_t last = m[static_cast<std::size_t>(k - degree)];
        m[at] = last ^ (last << degree);
        for (int i = 1; i < degree; ++i)
          if ((own.polynomial >> (degree - i)) & 1U)
            m[at] ^= m[static_cast<std::size_t>(k - i)] << i;
      }
      v[at] = static_cast<std::uint32_t>(m[at] << (kBits - 1 - k));
    }
  }
}

std::uint32_t SobolSequence::bits(std::uint64_t number, int dimension) const {
  const auto& v = directions_[static_cast<std::size_t>(dimension)];
  std::uint32_t x = 0;
  for (std::size_t k = 0; k < v.size() && (number >> k) != 0; ++k)
    if ((number >> k) & 1U) x ^= v[k];
  return x;
}

}  // namespace holon
