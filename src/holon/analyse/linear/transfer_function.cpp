// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linear/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/analyse/linear/poles.h"
#include "holon/base/balance.h"
#include "holon/base/matrices.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;

// For a matrix whose rows and columns are of size 1: smaller entries count as zero.
constexpr double kTransferRank = 1e-11;
// What orthogonal reductions leave of rounding errors.
constexpr double kReductionError = 16 * std::numeric_limits<double>::epsilon();

Index rank_of(const PivotedQr& qr, double size) {
  const double largest = qr.largest_pivot();
  return largest > 0 ? qr.rank(std::min(1.0, kTransferRank * size / largest)) : 0;
}

/// Removes states that zero outputs force to vanish, until D has full row rank.
StateSpaceMatrices reduce_rows(StateSpaceMatrices s) {
  const double size = std::max({s.A.norm(), s.C.norm(), s.D.norm(), 1e-300});
  for (;;) {
    const Index n = s.order(), p = s.outputs(), m = s.inputs();
    if (p == 0) return s;
    Index rank = 0;
    if (m > 0) {
      const PivotedQr qr(s.D);
      rank = rank_of(qr, size);
      s.C = qr.Q().transpose() * s.C;
      s.D = qr.Q().transpose() * s.D;
      s.D.bottomRows(p - rank).setZero();
    }
    if (rank == p) return s;
    if (n == 0) return {s.A, s.B, s.C.topRows(rank), s.D.topRows(rank)};
    const PivotedQr qr(s.C.bottomRows(p - rank).transpose());
    const Index forced = rank_of(qr, size);
    const MatrixXd C1 = s.C.topRows(rank), D1 = s.D.topRows(rank);
    if (forced == 0) return {s.A, s.B, C1, D1};
    // Columns of V: those determined by the outputs, moved after the others.
    const MatrixXd& Q = qr.Q();
    MatrixXd V(n, n);
    V << Q.rightCols(n - forced), Q.leftCols(forced);
    const MatrixXd A = V.transpose() * s.A * V, B = V.transpose() * s.B, C = C1 * V;
    const Index left = n - forced;
    StateSpaceMatrices next;
    next.A = A.topLeftCorner(left, left);
    next.B = B.topRows(left);
    next.C.resize(rank + forced, left);
    next.C << C.leftCols(left), A.bottomLeftCorner(forced, left);
    next.D.resize(rank + forced, m);
    next.D << D1, B.bottomRows(forced);
    s = std::move(next);
  }
}

StateSpaceMatrices transposed(const StateSpaceMatrices& s) {
  return {s.A.transpose(), s.C.transpose(), s.B.transpose(), s.D.transpose()};
}

/// Inputs and outputs are scaled so that B, C and D have the magnitude of A.
void scale_ends(StateSpaceMatrices& s) {
  const double size = std::max(s.A.norm(), 1e-300);
  for (Index j = 0; j < s.inputs(); ++j) {
    const double norm = std::max(s.B.col(j).norm(), s.D.col(j).norm() > 0 ? 1e-300 : 0.0);
    const double by = norm > 1e-290 ? size / norm : 1.0;
    s.B.col(j) *= by, s.D.col(j) *= by;
  }
  for (Index i = 0; i < s.outputs(); ++i) {
    const double norm = std::max(s.C.row(i).norm(), s.D.row(i).norm());
    const double by = norm > 1e-290 ? size / norm : 1.0;
    s.C.row(i) *= by, s.D.row(i) *= by;
  }
}

void sort_roots(std::vector<Complex>& roots) {
  std::stable_sort(roots.begin(), roots.end(), [](Complex a, Complex b) {
    const double x = std::abs(a), y = std::abs(b);
    if (std::abs(x - y) > 1e-12 * std::max(x, y)) return x < y;
    if (a.real() != b.real()) return a.real() < b.real();
    return a.imag() > b.imag();
  });
}

Complex product_of(const std::vector<Complex>& roots, Complex s) {
  Complex product = 1;
  for (const Complex root : roots) product *= s - root;
  return product;
}

}  // namespace

std::vector<Complex> find_zeros(const StateSpaceMatrices& system) {
  StateSpaceMatrices s = balance(system, find_balance(system.A));
  scale_ends(s);
  s = reduce_rows(std::move(s));
  s = transposed(reduce_rows(transposed(s)));
  if (s.order() == 0) return {};
  MatrixXd A = s.A;
  if (s.D.size() > 0) A -= s.B * solve_by_qr(s.D, s.C);
  std::vector<Complex> zeros;
  for (const Pole& pole : find_poles(A, system.plane(), kReductionError))
    zeros.push_back(pole.value);
  return zeros;
}

std::vector<double> polynomial_of(const std::vector<Complex>& roots) {
  std::vector<Complex> c{1.0};
  for (const Complex root : roots) {
    c.push_back(0.0);
    for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= root * c[k - 1];
  }
  // Coefficients of rounding-error size relative to their summands.
  std::vector<double> sizes{1.0}, real;
  for (const Complex root : roots) {
    sizes.push_back(0.0);
    for (std::size_t k = sizes.size() - 1; k > 0; --k) sizes[k] += std::abs(root) * sizes[k - 1];
  }
  for (std::size_t k = 0; k < c.size(); ++k)
    real.push_back(std::abs(c[k].real()) < 1e-13 * sizes[k] ? 0.0 : c[k].real());
  return real;
}

std::vector<double> ZeroPoleGain::numerator() const {
  std::vector<double> c = polynomial_of(zeros);
  for (double& v : c) v *= gain;
  return c;
}
std::vector<double> ZeroPoleGain::denominator() const { return polynomial_of(poles); }

Complex ZeroPoleGain::at(Complex s) const {
  return gain * product_of(zeros, s) / product_of(poles, s);
}

ZeroPoleGain find_transfer_function(const StateSpaceMatrices& channel,
                                    const std::vector<Complex>& poles, double tolerance) {
  ZeroPoleGain g;
  g.plane = channel.plane();
  g.poles = poles;
  g.zeros = find_zeros(channel);
  double slowest = std::numeric_limits<double>::infinity(), fastest = 0;
  for (const auto* roots : {&g.zeros, &g.poles})
    for (const Complex root : *roots) {
      fastest = std::max(fastest, std::abs(root));
      if (std::abs(root) > 0) slowest = std::min(slowest, std::abs(root));
    }
  if (!std::isfinite(slowest)) slowest = 1;
  for (std::size_t k = 0; k < g.zeros.size();) {
    const Complex zero = g.zeros[k];
    const auto nearest = std::min_element(
        g.poles.begin(), g.poles.end(),
        [&](Complex a, Complex b) { return std::abs(a - zero) < std::abs(b - zero); });
    if (nearest != g.poles.end() &&
        std::abs(*nearest - zero) <= tolerance * std::max(std::abs(*nearest), slowest)) {
      g.cancelled.push_back(*nearest);
      g.poles.erase(nearest);
      g.zeros.erase(g.zeros.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  sort_roots(g.cancelled);
  // The gain at a point beyond all poles and zeros.
  const StateSpaceMatrices s = balance(channel, find_balance(channel.A));
  const Complex place = fastest > 0 ? 3 * fastest : 1.0;
  const Complex response = calc_response(s, place)(0, 0);
  const double size = s.order() > 0
                          ? s.B.norm() * s.C.norm() / std::abs(place) + std::abs(s.D(0, 0))
                          : std::abs(s.D(0, 0));
  const bool is_deaf = s.B.norm() * s.C.norm() == 0 && s.D(0, 0) == 0;
  if (is_deaf || std::abs(response) < 1e-14 * size * std::pow(0.2, double(s.order()))) {
    g.zeros.clear();
    return g;
  }
  g.gain = (response * product_of(g.poles, place) / product_of(g.zeros, place)).real();
  // A gain of rounding-error size: the channel is not connected.
  return g;
}

}  // namespace holon
