// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/structure_hash.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

/// Two numbers x and y, by name, in a separate graph.
struct HashedSymbols {
  Symbols symbols;
  Expr x = symbols.parameter("x", 1.0), y = symbols.parameter("y", 2.0);
  std::uint64_t hash(Expr e) { return detail::StructureHash(symbols).of(e.id()); }
};

std::uint64_t hash_of_solve(MatrixKind kind, double coupling, double tolerance) {
  HashedSymbols f;
  const std::vector<Expr> A{f.x, coupling, coupling, f.y}, b{f.y, f.x};
  return f.hash(solve(A, b, kind, nullptr, tolerance)[0]);
}

std::uint64_t hash_of_table(double last, Interpolation interpolation, Extrapolation extrapolation) {
  HashedSymbols f;
  TableData data{"t", {0, 1, 2}, {}, {0, 1, last}, interpolation, extrapolation};
  return f.hash(table(std::make_shared<const TableData>(data), f.x));
}

TEST(StructureHash, DoesNotDependOnTheOrderInWhichNodesWereMade) {
  HashedSymbols a, b;
  const Expr first = sin(a.x) * cos(a.y);
  const Expr late = cos(b.y);
  EXPECT_EQ(a.hash(first), b.hash(sin(b.x) * late));
}

TEST(StructureHash, DistinguishesSolvesByKindPatternAndTolerance) {
  const auto usual = hash_of_solve(MatrixKind::semidefinite, 0.5, kRankTolerance);
  EXPECT_EQ(usual, hash_of_solve(MatrixKind::semidefinite, 0.5, kRankTolerance));
  EXPECT_NE(usual, hash_of_solve(MatrixKind::positive, 0.5, kRankTolerance));
  EXPECT_NE(usual, hash_of_solve(MatrixKind::semidefinite, 0.0, kRankTolerance));
  EXPECT_NE(usual, hash_of_solve(MatrixKind::semidefinite, 0.5, 2 * kRankTolerance));
}

TEST(StructureHash, DistinguishesSolvesOfTheSameEntriesInOtherPlaces) {
  const auto hash = [](bool above) {
    HashedSymbols f;
    const std::vector<Expr> A{f.x, above ? f.y : Expr(0.0), above ? Expr(0.0) : f.y, f.x};
    return f.hash(solve(A, std::vector<Expr>{f.y, f.x})[1]);
  };
  EXPECT_NE(hash(true), hash(false));
}

TEST(StructureHash, DistinguishesTablesByTheirData) {
  const auto usual = hash_of_table(3, Interpolation::linear, Extrapolation::hold);
  EXPECT_EQ(usual, hash_of_table(3, Interpolation::linear, Extrapolation::hold));
  EXPECT_NE(usual, hash_of_table(4, Interpolation::linear, Extrapolation::hold));
  EXPECT_NE(usual, hash_of_table(3, Interpolation::monotone_cubic, Extrapolation::hold));
  EXPECT_NE(usual, hash_of_table(3, Interpolation::linear, Extrapolation::linear));
}

}  // namespace
}  // namespace holon
