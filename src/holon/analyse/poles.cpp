// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/poles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "holon/base/matrices.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double kEps = std::numeric_limits<double>::epsilon();
// Below this the eigenvectors count as dependent: those of a double root are dependent to the
// square root of the rounding error.
constexpr double kDependent = 1e-7;
// Relative to the pencil's size: singular values below it are due to the rounding error of the
// pole.
constexpr double kUnreached = 1e-9;

Index numerical_rank(const MatrixXcd& M) {
  const Eigen::VectorXd s = calc_singular_values(M);
  Index rank = 0;
  while (rank < s.size() && s[rank] > kUnreached * s[0]) ++rank;
  return rank;
}

/// Eigenvalues that cannot be distinguished within their errors are replaced by their mean, which
/// is much more accurate than each of them: a double one at -1 is computed as -1 ± 1e-8 or -1 ±
/// 1e-8 i. The error of an eigenvalue of M follows from its eigenvectors v and w, |δλ| = ε |M| |v|
/// |w|/|wᵀ v| (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 7.2.2); for a multiple
/// one it is as large as their differences. W: V⁻¹.
void join_multiple(const MatrixXd& M, const MatrixXcd& V, const MatrixXcd& W,
                   const Eigen::VectorXcd& values, std::vector<Complex>& joined) {
  constexpr double kSafety = 30;
  const Index n = M.rows();
  const double least = 4 * static_cast<double>(n) * kEps * M.norm();
  std::vector<double> error;
  for (Index k = 0; k < n; ++k)
    error.push_back(kSafety * kEps * M.norm() * V.col(k).norm() * W.row(k).norm());
  std::vector<bool> is_done(static_cast<std::size_t>(n), false);
  for (Index k = 0; k < n; ++k) {
    if (is_done[static_cast<std::size_t>(k)]) continue;
    std::vector<Index> group{k};
    for (std::size_t m = 0; m < group.size(); ++m)
      for (Index j = 0; j < n; ++j) {
        const bool is_in = std::find(group.begin(), group.end(), j) != group.end();
        const double distance = std::abs(values[j] - values[group[m]]);
        const double known =
            error[static_cast<std::size_t>(j)] + error[static_cast<std::size_t>(group[m])];
        // Not those that are merely close; but the errors of distant ones are irrelevant. For
        // identical eigenvectors `known` is NaN.
        const bool is_near = distance <= 1e-3 * std::abs(values[j]) + 1e-6 * M.norm();
        const bool is_same = distance <= least || distance <= known;
        if (!is_in && is_near && is_same) group.push_back(j);
      }
    Complex mean = 0;
    for (const Index j : group) mean += values[j] / static_cast<double>(group.size());
    // Those of a group that is its own complex conjugate are real.
    if (group.size() > 1 && std::abs(mean.imag()) < 64 * kEps * std::abs(mean)) mean = mean.real();
    for (const Index j : group) {
      is_done[static_cast<std::size_t>(j)] = true;
      if (group.size() > 1) joined[static_cast<std::size_t>(j)] = mean;
    }
  }
}

}  // namespace

double Pole::frequency() const {
  if (plane.is_sampled() && value == 0.0) return std::numeric_limits<double>::infinity();
  return std::abs(continuous()) / (2 * std::numbers::pi);
}

double Pole::damping() const {
  if (plane.is_sampled() && value == 0.0) return 1;
  const Complex s = continuous();
  return s == 0.0 ? 0.0 : -s.real() / std::abs(s);
}

double Pole::time_constant() const {
  if (plane.is_sampled() && value == 0.0) return 0;
  const double g = growth();
  return g == 0 ? std::numeric_limits<double>::infinity() : -1 / g;
}

std::vector<Pole> find_poles(const MatrixXd& A, RootPlane plane) {
  const Index n = A.rows();
  if (n == 0) return {};
  const Eigen::VectorXd scale = find_balance(A);
  const MatrixXd M = scale.cwiseInverse().asDiagonal() * A * scale.asDiagonal();
  const auto [eigenvalues, V] = calc_eigenpairs(M);
  const Inverse inverse = calc_inverse(V);
  const bool is_complete = inverse.rcond > kDependent;
  const MatrixXcd& W = inverse.matrix;
  const double size = M.norm();
  std::vector<Complex> values(eigenvalues.begin(), eigenvalues.end());
  join_multiple(M, V, inverse.matrix, eigenvalues, values);
  std::vector<Pole> poles;
  for (Index k = 0; k < n; ++k) {
    Pole pole;
    Complex value = values[static_cast<std::size_t>(k)];
    // A real part of rounding-error size is set to zero: an undamped motion must not appear
    // unstable.
    const double rounding = 4 * static_cast<double>(n) * kEps * size;
    if (std::abs(value) < rounding) value = 0;
    if (std::abs(value.real()) < rounding) value = {0.0, value.imag()};
    if (const double modulus = std::abs(value);
        plane.is_sampled() && std::abs(modulus - 1) < rounding)
      value /= modulus;
    pole.value = value;
    pole.plane = plane;
    double sum = 0;
    Index largest = 0;
    for (Index i = 0; i < n; ++i) {
      const double part = is_complete ? std::abs(V(i, k) * W(k, i)) : std::norm(V(i, k));
      pole.participation.push_back(part);
      sum += part;
      if (std::abs(V(i, k)) * scale[i] > std::abs(V(largest, k)) * scale[largest]) largest = i;
    }
    for (double& part : pole.participation) part /= sum;
    for (Index i = 0; i < n; ++i)
      pole.shape.push_back(V(i, k) * scale[i] / (V(largest, k) * scale[largest]));
    poles.push_back(std::move(pole));
  }
  // Those of a pair have the same modulus up to rounding error.
  std::stable_sort(poles.begin(), poles.end(), [&](const Pole& a, const Pole& b) {
    const double x = std::abs(a.value), y = std::abs(b.value);
    if (std::abs(x - y) > 1e-12 * std::max(x, y)) return x < y;
    if (a.value.real() != b.value.real()) return a.value.real() < b.value.real();
    return a.value.imag() > b.value.imag();
  });
  return poles;
}

Reach find_reach(const StateSpaceMatrices& system, const std::vector<Pole>& poles) {
  const Index n = system.order();
  Reach reach{n, n, {}, {}};
  if (n == 0) return reach;
  const StateSpaceMatrices s = balance(system, find_balance(system.A));
  const double size = std::max(s.A.norm(), 1e-300);
  const auto unit = [](const MatrixXd& M, double to) {
    const double norm = M.norm();
    return MatrixXcd((norm > 0 ? to / norm : 0.0) * M.cast<Complex>());
  };
  for (std::size_t k = 0; k < poles.size(); ++k) {
    MatrixXcd pencil = s.A.cast<Complex>();
    pencil.diagonal().array() -= poles[k].value;
    MatrixXcd wide(n, n + s.inputs()), tall(n + s.outputs(), n);
    wide << pencil, unit(s.B, size);
    tall << pencil, unit(s.C, size);
    if (numerical_rank(wide) < n) reach.uncontrollable_poles.push_back(k);
    if (numerical_rank(tall) < n) reach.unobservable_poles.push_back(k);
  }
  // A multiple pole counts with its multiplicity, which is right unless only a part of it is
  // controllable or observable; then it is the better approximation.
  reach.controllable -= static_cast<Index>(reach.uncontrollable_poles.size());
  reach.observable -= static_cast<Index>(reach.unobservable_poles.size());
  return reach;
}

}  // namespace holon
