// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/events/random.h"

#include <gtest/gtest.h>

#include <set>

namespace holon {
namespace {

using Counter = std::array<std::uint32_t, 4>;

// The vectors for philox4x32-10 in kat_vectors of the Random123 distribution.
TEST(Random, GivesThePublishedVectors) {
  EXPECT_EQ(random_bits({0, 0, 0, 0}, {0, 0}),
            (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(random_bits({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(random_bits({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, AStreamIsTheFnvHashOfItsName) {
  EXPECT_EQ(random_stream(""), 0xcbf29ce484222325u);
  EXPECT_EQ(random_stream("a"), 0xaf63dc4c8601ec8cu);
}

TEST(Random, UniformNumbersLieWithinTheirInterval) {
  std::set<double> all;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const double u = draw_number(SystemDraw::Distribution::uniform, 1, 2, k);
    EXPECT_GT(u, 0);
    EXPECT_LT(u, 1);
    all.insert(u);
  }
  EXPECT_EQ(all.size(), 1000u);
}

}  // namespace
}  // namespace holon
