// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With independent rows of G and columns chosen by pivoting, δ = (dependent, independent), G = [G_d
// G_i]: δ_d = -G_d⁻¹ (G_i ξ + H u).
#include "holon/analyse/linearise/loop_reduction.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "holon/base/matrices.h"
#include "holon/system/tangent.h"

namespace holon::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kDependentPivot = 1e-9;  // of the largest pivot: rows below it are dependent

/// Pivoting among some columns: the chosen ones are added to `dependent`. Those that the user
/// prescribes at the start remain independent if the others follow from them without large factors.
void choose_dependent(MatrixXd G, const System& system, const std::vector<int>& columns,
                      std::vector<int>& dependent) {
  constexpr double kWellPlaced = 1e-2;  // of the largest pivot
  const auto is_held = [&](int j) {
    const std::vector<bool>& held = tangent_block(system, j).held;
    return std::find(held.begin(), held.end(), true) != held.end();
  };
  double largest = 0;
  for (const bool held : {false, true}) {
    std::vector<int> part;
    for (const int j : columns)
      if (is_held(j) == held) part.push_back(j);
    if (part.empty() || G.rows() == 0) continue;
    const MatrixXd among = G(Eigen::all, part);
    const PivotedQr qr(among);
    largest = std::max(largest, qr.largest_pivot());
    const double least = (held ? kDependentPivot : kWellPlaced) * largest;
    Index rank = 0;
    while (rank < qr.pivots().size() && qr.pivots()[rank] > least)
      dependent.push_back(part[static_cast<std::size_t>(qr.columns()[rank++])]);
    // The remaining rows for the others.
    G = qr.Q().rightCols(G.rows() - rank).transpose() * G;
  }
}

/// -G_d⁻¹ R, column by column; entries that are small relative to their column are rounding errors.
MatrixXd solve_for(const MatrixXd& Gd, const MatrixXd& R) {
  MatrixXd solution = -solve_by_qr(Gd, R);
  for (Index j = 0; j < solution.cols(); ++j) {
    const double size = solution.col(j).cwiseAbs().maxCoeff();
    for (Index i = 0; i < solution.rows(); ++i)
      if (std::abs(solution(i, j)) < 64 * 2.2e-16 * size) solution(i, j) = 0;
  }
  return solution;
}

}  // namespace

Reduction reduce_loops(const System& system, const MatrixXd& G, const MatrixXd& H) {
  const int n = static_cast<int>(G.cols());
  Reduction r;
  std::vector<int> places, rates;
  for (int j = 0; j < n; ++j) {
    const StateBlock::Role role = tangent_block(system, j).role;
    if (role == StateBlock::Role::coordinate) places.push_back(j);
    if (role == StateBlock::Role::rate) rates.push_back(j);
  }
  const Index half = G.rows() / 2;
  std::vector<int> by_places, by_speeds;
  choose_dependent(G.topRows(half), system, places, by_places);
  choose_dependent(G.bottomRows(half), system, rates, by_speeds);
  r.dependent = by_places;
  r.dependent.insert(r.dependent.end(), by_speeds.begin(), by_speeds.end());
  std::sort(r.dependent.begin(), r.dependent.end());
  for (int j = 0; j < n; ++j)
    if (!std::binary_search(r.dependent.begin(), r.dependent.end(), j)) r.independent.push_back(j);
  r.N = MatrixXd::Zero(n, static_cast<Index>(r.independent.size()));
  r.K = MatrixXd::Zero(n, H.cols());
  for (std::size_t k = 0; k < r.independent.size(); ++k)
    r.N(r.independent[k], static_cast<Index>(k)) = 1;
  for (const auto& [dependent, rows, bound] :
       {std::tuple{by_places, G.topRows(half), H.topRows(half)},
        std::tuple{by_speeds, G.bottomRows(half), H.bottomRows(half)}}) {
    if (dependent.empty()) continue;
    // The known ones: independent ones and, for speeds, dependent positions.
    const MatrixXd Gd = rows(Eigen::all, dependent);
    MatrixXd known = rows;
    known(Eigen::all, dependent).setZero();
    if (dependent == by_places) known(Eigen::all, rates).setZero();
    r.N(dependent, Eigen::all) = solve_for(Gd, known * r.N);
    r.K(dependent, Eigen::all) = solve_for(Gd, known * r.K + bound);
  }
  return r;
}

}  // namespace holon::detail
