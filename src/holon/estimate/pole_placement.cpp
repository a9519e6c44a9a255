// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With B = [U₀ U₁] [Z; 0], the closed loop A − B K has an eigenvector x of λ just where
// U₁ᵀ (A − λ) x = 0. Of these spaces S_j vectors are chosen in turn: the one of S_j nearest to the
// direction orthogonal to all other eigenvectors. Then K = Z⁻¹ U₀ᵀ (A − X Λ X⁻¹).
#include "holon/estimate/pole_placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/analyse/linear/poles.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;

std::string describe_root(Complex s) {
  return s.imag() == 0
             ? fmt::format("{:g}", s.real())
             : fmt::format("{:g} {} {:g}j", s.real(), s.imag() < 0 ? "−" : "+", std::abs(s.imag()));
}

/// Real ones, then pairs, each with the one above the real axis first.
std::vector<Complex> sort_pairs(std::vector<Complex> poles) {
  std::vector<Complex> real, pairs;
  while (!poles.empty()) {
    const Complex s = poles.back();
    poles.pop_back();
    if (s.imag() == 0) {
      real.push_back(s);
      continue;
    }
    const auto partner = std::find(poles.begin(), poles.end(), std::conj(s));
    if (partner == poles.end())
      throw InputError({}, "the pole " + describe_root(s) +
                               " lacks its complex conjugate among the poles to be placed");
    poles.erase(partner);
    pairs.push_back({s.real(), std::abs(s.imag())});
    pairs.push_back({s.real(), -std::abs(s.imag())});
  }
  real.insert(real.end(), pairs.begin(), pairs.end());
  return real;
}

/// A unit vector orthogonal to all columns of X but one.
VectorXcd find_orthogonal(const MatrixXcd& X, Index j) {
  const Index n = X.rows();
  MatrixXcd others(n, n - 1);
  Index at = 0;
  for (Index k = 0; k < n; ++k)
    if (k != j) others.col(at++) = X.col(k);
  return calc_pivoted_qr(others).Q.rightCols(1);
}

double calc_condition(const MatrixXcd& X) {
  const Eigen::VectorXd values = calc_singular_values(X);
  const double least = values[values.size() - 1];
  return least > 0 ? values[0] / least : INFINITY;
}

}  // namespace

PlacedPoles place_poles(const MatrixXd& A, const MatrixXd& B, const std::vector<Complex>& given) {
  constexpr double kRank = 1e-12;
  constexpr int kMostSweeps = 60;
  constexpr double kImprovement = 1e-4;
  const Index n = A.rows();
  if (A.cols() != n || B.rows() != n || n == 0)
    throw InputError(
        {}, fmt::format("A is {} x {} and B is {} x {}", A.rows(), A.cols(), B.rows(), B.cols()));
  if (static_cast<Index>(given.size()) != n)
    throw InputError({}, fmt::format("{} poles for {} states", given.size(), n));
  const std::vector<Complex> poles = sort_pairs(given);
  const PivotedQr qr(B);
  Index m = 0;
  const Eigen::VectorXd& pivots = qr.pivots();
  while (m < pivots.size() && pivots[m] > kRank * pivots[0] && pivots[0] > 0) ++m;
  if (m == 0) throw ModelError("the inputs have no effect, so that no pole can be placed");
  for (const Complex& s : poles)
    if (std::count(poles.begin(), poles.end(), s) > m)
      throw InputError(
          {},
          fmt::format("the pole {} is requested {} times, but {} inputs place a pole "
                      "at most {} times",
                      describe_root(s), std::count(poles.begin(), poles.end(), s), m, m),
          "move them slightly apart");
  const MatrixXd U1 = qr.Q().rightCols(n - m);
  std::vector<MatrixXcd> spaces;
  for (const Complex& s : poles) {
    const MatrixXcd rows = U1.transpose() * (A.cast<Complex>() - s * MatrixXcd::Identity(n, n));
    if (n == m) {
      spaces.push_back(MatrixXcd::Identity(n, n));
      continue;
    }
    const ComplexQr null = calc_pivoted_qr(rows.adjoint());
    if (null.pivots[n - m - 1] <= kRank * (A.norm() + std::abs(s)))
      throw ModelError("the system is not controllable: the inputs do not affect the mode at " +
                       describe_root(s) + ", which cannot be placed");
    spaces.push_back(null.Q.rightCols(m));
  }
  MatrixXcd X(n, n);
  const auto set = [&](Index j, const VectorXcd& x) {
    X.col(j) = x.normalized();
    if (poles[static_cast<std::size_t>(j)].imag() > 0) X.col(j + 1) = X.col(j).conjugate();
  };
  // A start that differs from vector to vector: pseudo-random, but always the same.
  double phase = 1;
  for (Index j = 0; j < n; ++j) {
    if (poles[static_cast<std::size_t>(j)].imag() < 0) continue;
    VectorXcd c(m);
    const bool is_real = poles[static_cast<std::size_t>(j)].imag() == 0;
    for (Index k = 0; k < m; ++k, phase += 1.7)
      c[k] = Complex(std::cos(phase), is_real ? 0.0 : std::sin(2.3 * phase));
    VectorXcd x = spaces[static_cast<std::size_t>(j)] * c;
    set(j, is_real ? VectorXcd(x.real().cast<Complex>()) : x);
  }
  MatrixXcd best = X;
  double condition = calc_condition(X);
  for (int sweep = 0, idle = 0; m > 1 && sweep < kMostSweeps && idle < 5; ++sweep) {
    for (Index j = 0; j < n; ++j) {
      if (poles[static_cast<std::size_t>(j)].imag() < 0) continue;
      const MatrixXcd& S = spaces[static_cast<std::size_t>(j)];
      const VectorXcd x = S * (S.adjoint() * find_orthogonal(X, j));
      if (x.norm() > kRank) set(j, x);
    }
    const double now = calc_condition(X);
    idle = now < (1 - kImprovement) * condition ? 0 : idle + 1;
    if (now < condition) best = X, condition = now;
  }
  MatrixXcd lambda = MatrixXcd::Zero(n, n);
  for (Index j = 0; j < n; ++j) lambda(j, j) = poles[static_cast<std::size_t>(j)];
  const MatrixXcd closed =
      solve_by_lu(MatrixXcd(best.transpose()), MatrixXcd((best * lambda).transpose())).transpose();
  PlacedPoles result;
  // B K = A − X Λ X⁻¹ in the range of B.
  result.K = solve_by_qr(B, A - closed.real());
  result.condition = condition;
  for (const Pole& pole : find_poles(A - B * result.K)) result.poles.push_back(pole.value);
  return result;
}

}  // namespace holon
