// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/poles.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "holon/base/balance.h"
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

/// Eigenvalues of a balanced matrix, with the error that its rounding errors leave in each.
struct Spectrum {
  std::vector<Complex> values;
  std::vector<double> errors;
};

/// Eigenvalues that cannot be distinguished within their errors are replaced by their mean, which
/// is much more accurate than each of them: a double one at -1 is computed as -1 ± 1e-8 or -1 ±
/// 1e-8 i. The error of an eigenvalue of M follows from its eigenvectors v and w, |δλ| = ε |M| |v|
/// |w|/|wᵀ v| (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 7.2.2); for a multiple
/// one it is as large as their differences. W: V⁻¹; eps: ε, of M.
void join_multiple(const MatrixXd& M, const MatrixXcd& V, const MatrixXcd& W, double eps,
                   Spectrum& spectrum) {
  constexpr double kSafety = 30;
  const Index n = M.rows();
  const std::vector<Complex> values = spectrum.values;
  const double least = 4 * static_cast<double>(n) * eps * M.norm();
  std::vector<double> error;
  for (Index k = 0; k < n; ++k)
    error.push_back(kSafety * eps * M.norm() * V.col(k).norm() * W.row(k).norm());
  std::vector<bool> is_done(values.size(), false);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (is_done[k]) continue;
    std::vector<std::size_t> group{k};
    for (std::size_t m = 0; m < group.size(); ++m)
      for (std::size_t j = 0; j < values.size(); ++j) {
        const bool is_in = std::find(group.begin(), group.end(), j) != group.end();
        const double distance = std::abs(values[j] - values[group[m]]);
        const double known = error[j] + error[group[m]];
        // Not those that are merely close; but the errors of distant ones are irrelevant. For
        // identical eigenvectors `known` is NaN.
        // A triple one is split by the third root of the error.
        const double near = std::max(1e-6, 3 * std::cbrt(eps)) * M.norm();
        const bool is_near = distance <= 1e-3 * std::abs(values[j]) + near;
        const bool is_same = distance <= least || distance <= known;
        if (!is_in && is_near && is_same) group.push_back(j);
      }
    Complex mean = 0;
    for (const std::size_t j : group) mean += values[j] / static_cast<double>(group.size());
    // Those of a group that is its own complex conjugate are real.
    if (group.size() > 1 && std::abs(mean.imag()) < 64 * kEps * std::abs(mean)) mean = mean.real();
    // That of the mean is |δM| times the norm of the spectral projector (T. Kato, Perturbation
    // Theory for Linear Operators, II § 2.2).
    std::vector<Index> columns(group.begin(), group.end());
    const double projector = MatrixXcd(V(Eigen::all, columns) * W(columns, Eigen::all)).norm();
    for (const std::size_t j : group) {
      is_done[j] = true;
      if (group.size() == 1) continue;
      spectrum.values[j] = mean;
      spectrum.errors[j] = least * (std::isfinite(projector) ? std::max(1.0, projector) : 1.0);
    }
  }
}

/// wᵀ M v/(wᵀ v), whose error is the product of those of v and w, and the error that rounded
/// entries of M leave in it, ε |w|ᵀ |M| |v|/|wᵀ v|.
void refine(const MatrixXd& M, const MatrixXcd& V, const MatrixXcd& W, double eps,
            Spectrum& spectrum) {
  using Wide = std::complex<long double>;
  const Index n = M.rows();
  constexpr double kSafety = 8;
  for (Index k = 0; k < n; ++k) {
    Wide sum = 0, one = 0;
    double size = 0, length = 0;
    for (Index j = 0; j < n; ++j) {
      const Wide v(V(j, k));
      one += Wide(W(k, j)) * v;
      length += std::abs(W(k, j)) * std::abs(V(j, k));
      for (Index i = 0; i < n; ++i) {
        sum += Wide(W(k, i)) * static_cast<long double>(M(i, j)) * v;
        size += std::abs(W(k, i)) * std::abs(M(i, j)) * std::abs(V(j, k));
      }
    }
    const auto at = static_cast<std::size_t>(k);
    const Complex refined(sum / one);
    // Dependent eigenvectors: join_multiple.
    const bool is_simple = std::isfinite(std::abs(refined)) && length < 1 / kDependent &&
                           std::abs(one - Wide(1)) < kDependent;
    Complex& value = spectrum.values[at];
    const bool is_real = value.imag() == 0;
    const bool is_second = value.imag() < 0 && k > 0;  // of a pair
    if (is_simple) value = is_real ? refined.real() : refined;
    if (is_second) value = std::conj(spectrum.values[at - 1]);
    spectrum.errors[at] =
        is_simple ? kSafety * eps * size : 4 * static_cast<double>(n) * eps * M.norm();
  }
}

/// Of each of find_blocks by itself, so that neither their couplings nor the size of the others
/// leave errors.
Spectrum find_spectrum(const MatrixXd& M, double eps) {
  Spectrum all;
  all.values.resize(static_cast<std::size_t>(M.rows()));
  all.errors.resize(all.values.size(), 0);
  for (const std::vector<Index>& block : find_blocks(M)) {
    Spectrum own;
    if (block.size() == 1) {
      own = {{M(block[0], block[0])}, {4 * eps * M.row(block[0]).cwiseAbs().maxCoeff()}};
    } else {
      const MatrixXd B = M(block, block);
      const auto [eigenvalues, V] = calc_eigenpairs(B);
      const MatrixXcd W = calc_inverse(V).matrix;
      own.values.assign(eigenvalues.begin(), eigenvalues.end());
      own.errors.resize(own.values.size(), 0);
      refine(B, V, W, eps, own);
      join_multiple(B, V, W, eps, own);
    }
    for (std::size_t k = 0; k < block.size(); ++k) {
      all.values[static_cast<std::size_t>(block[k])] = own.values[k];
      all.errors[static_cast<std::size_t>(block[k])] = own.errors[k];
    }
  }
  return all;
}

/// The spectrum in the order of other values for the same eigenvalues: nearest ones belong
/// together.
Spectrum order_like(const Eigen::VectorXcd& values, Spectrum from) {
  Spectrum ordered;
  for (const Complex value : values) {
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < from.values.size(); ++k)
      if (std::abs(from.values[k] - value) < std::abs(from.values[nearest] - value)) nearest = k;
    ordered.values.push_back(from.values[nearest]);
    ordered.errors.push_back(from.errors[nearest]);
    from.values.erase(from.values.begin() + static_cast<std::ptrdiff_t>(nearest));
    from.errors.erase(from.errors.begin() + static_cast<std::ptrdiff_t>(nearest));
  }
  return ordered;
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

std::vector<Pole> find_poles(const MatrixXd& A, RootPlane plane, double relative_error) {
  const Index n = A.rows();
  if (n == 0) return {};
  const Eigen::VectorXd scale = find_balance(A);
  const MatrixXd M = scale.cwiseInverse().asDiagonal() * A * scale.asDiagonal();
  const auto [eigenvalues, V] = calc_eigenpairs(M);
  const Inverse inverse = calc_inverse(V);
  const bool is_complete = inverse.rcond > kDependent;
  const MatrixXcd& W = inverse.matrix;
  const Spectrum spectrum =
      order_like(eigenvalues, find_spectrum(M, std::max(kEps, relative_error)));
  std::vector<Pole> poles;
  for (Index k = 0; k < n; ++k) {
    Pole pole;
    Complex value = spectrum.values[static_cast<std::size_t>(k)];
    // A real part of rounding-error size is set to zero: an undamped motion must not appear
    // unstable.
    const double rounding = spectrum.errors[static_cast<std::size_t>(k)];
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
