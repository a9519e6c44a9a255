// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/linearise/state_space.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::complex<double> RootPlane::at_frequency(double omega) const {
  if (!is_sampled()) return {0, omega};
  return {std::cos(omega * period), std::sin(omega * period)};
}

std::complex<double> RootPlane::to_continuous(std::complex<double> root) const {
  if (!is_sampled()) return root;
  return {growth(root), std::arg(root) / period};
}

double RootPlane::growth(std::complex<double> root) const {
  if (!is_sampled()) return root.real();
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  const double size = std::abs(root);
  return std::abs(size - 1) < kRounding ? 0 : std::log(size) / period;
}

double RootPlane::nyquist() const {
  return is_sampled() ? std::numbers::pi / period : std::numeric_limits<double>::infinity();
}

StateSpaceMatrices StateSpaceMatrices::channel(Index output, Index input) const {
  return {A, B.col(input), C.row(output), D.block(output, input, 1, 1), period};
}

Eigen::MatrixXcd calc_response(const StateSpaceMatrices& system, std::complex<double> s) {
  if (system.order() == 0) return system.D.cast<std::complex<double>>();
  Eigen::MatrixXcd M = -system.A.cast<std::complex<double>>();
  M.diagonal().array() += s;
  return system.C * solve_by_lu(M, system.B.cast<std::complex<double>>()) + system.D;
}

StateSpaceMatrices balance(const StateSpaceMatrices& s, const VectorXd& scale) {
  const VectorXd inverse = scale.cwiseInverse();
  return {inverse.asDiagonal() * s.A * scale.asDiagonal(), inverse.asDiagonal() * s.B,
          s.C * scale.asDiagonal(), s.D, s.period};
}

// A chain in controllable form: numerator
// Σ (-1)^k c_k (s τ)^k over Σ c_k (s τ)^k, c_k = (2n-k)! n! / ((2n)! k! (n-k)!).
StateSpaceMatrices make_pade(double tau, int order) {
  const Index n = order;
  std::vector<double> c{1};
  for (int k = 1; k <= order; ++k)
    c.push_back(c.back() * (order - k + 1) / (static_cast<double>(2 * order - k + 1) * k));
  StateSpaceMatrices s{MatrixXd::Zero(n, n), MatrixXd::Zero(n, 1), MatrixXd::Zero(1, n),
                       MatrixXd::Zero(1, 1)};
  const double last = c.back(), sign = order % 2 == 0 ? 1 : -1;
  // States are scaled so that each is the integral of the next over τ.
  for (Index k = 0; k + 1 < n; ++k) s.A(k, k + 1) = 1 / tau;
  for (Index k = 0; k < n; ++k) {
    const double a = c[static_cast<std::size_t>(k)] / last;
    s.A(n - 1, k) = -a / tau;
    s.C(0, k) = ((k % 2 == 0 ? 1 : -1) - sign) * a;
  }
  s.B(n - 1, 0) = 1 / tau;
  s.D(0, 0) = sign;
  return s;
}

StateSpaceMatrices close_loop(const StateSpaceMatrices& s, Index input, Index output,
                              const StateSpaceMatrices& through) {
  const Index order = s.order(), added = through.order();
  const double d = through.D(0, 0), loop = 1 - d * s.D(output, input);
  if (loop == 0) throw ModelError("a delayed signal depends on itself without delay");
  // w = C_w x + D_w u + D_v v is the input, v = C_p x_p + d w is fed back.
  const VectorXd w_x = s.C.row(output) / loop, w_u = s.D.row(output) / loop,
                 w_p = s.D(output, input) * through.C.row(0).transpose() / loop;
  const VectorXd v_x = d * w_x, v_u = d * w_u, v_p = through.C.row(0).transpose() + d * w_p;
  const VectorXd b = s.B.col(input), e = s.D.col(input);
  StateSpaceMatrices r{MatrixXd::Zero(order + added, order + added),
                       MatrixXd::Zero(order + added, s.inputs()),
                       MatrixXd::Zero(s.outputs(), order + added), s.D + e * v_u.transpose()};
  r.A.topLeftCorner(order, order) = s.A + b * v_x.transpose();
  r.A.topRightCorner(order, added) = b * v_p.transpose();
  r.A.bottomLeftCorner(added, order) = through.B * w_x.transpose();
  r.A.bottomRightCorner(added, added) = through.A + through.B * w_p.transpose();
  r.B.topRows(order) = s.B + b * v_u.transpose();
  r.B.bottomRows(added) = through.B * w_u.transpose();
  r.C.leftCols(order) = s.C + e * v_x.transpose();
  r.C.rightCols(added) = e * v_p.transpose();
  std::vector<Index> inputs, outputs;
  for (Index j = 0; j < s.inputs(); ++j)
    if (j != input) inputs.push_back(j);
  for (Index i = 0; i < s.outputs(); ++i)
    if (i != output) outputs.push_back(i);
  return {r.A, r.B(Eigen::all, inputs), r.C(outputs, Eigen::all), r.D(outputs, inputs)};
}

}  // namespace holon
