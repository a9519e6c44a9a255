// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/row_kernels.h"
#include "holon/estimate/transition_impl.h"

namespace holon {

using detail::RowMatrix;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Φ at the start of a step: ∂(x ⊞ δ)/∂δ.
void Transition::Impl::start_phi() {
  phi.setZero(manifold.size(), width);
  for (const Manifold::Block& b : manifold.blocks()) {
    if (b.kind == Manifold::Kind::quaternion)
      phi.block<4, 3>(b.offset, b.tangent) = Manifold::retract_rows(x.data() + b.offset);
    else
      phi.block(b.offset, b.tangent, b.size, b.size).setIdentity();
  }
}

/// J Φ with that Φ, of which a row has one entry, or three.
void Transition::Impl::multiply_start(RowMatrix& result) const {
  result.setZero(n, width);
  J.visit([&](int i, int j, double value) {
    const Column& column = columns[static_cast<std::size_t>(j)];
    if (column.of_quaternion < 0)
      result(i, column.tangent) += value;
    else
      for (Index k = column.tangent; k < column.tangent + 3; ++k) result(i, k) += value * phi(j, k);
  });
}

/// F = Φ with the rows of quaternions in tangent coordinates.
void Transition::Impl::map_into_tangent_space(MatrixXd& F) const {
  const Index size = manifold.tangent_size();
  F.resize(size, size);
  for (const Manifold::Block& b : manifold.blocks()) {
    if (b.kind == Manifold::Kind::quaternion) {
      F.middleRows<3>(b.tangent).noalias() =
          Manifold::local_rows(x.data() + b.offset)
              .lazyProduct(phi.middleRows<4>(b.offset).leftCols(size));
      continue;
    }
    for (int i = 0; i < b.size; ++i)
      for (Index j = 0; j < size; ++j) F(b.tangent + i, j) = phi(b.offset + i, j);
  }
}

// Φ at a stage is Φ + c K for the states; rows of parameters stay.
void Transition::Impl::run_stage(int s, double t, double length, bool derives, bool is_start) {
  at = x;
  if (s > 0) at.head(n) += length * k[s - 1];
  if (!derives) return slope(t, at, k[s]);
  differentiate(t, at);
  k[s] = rates();
  if (s == 0) {
    if (is_start)
      multiply_start(K[s]);
    else
      J.multiply(phi, K[s]);
    return;
  }
  phi_at.resize(phi.rows(), width);
  detail::row_kernels().add_scaled(phi.data(), length, K[s - 1].data(), phi_at.data(), n * width);
  std::copy(phi.data() + n * width, phi.data() + phi.size(), phi_at.data() + n * width);
  J.multiply(phi_at, K[s]);
}

void Transition::Impl::run_rk4(double t, double h, bool derives, bool is_start) {
  constexpr double kNodes[] = {0, 0.5, 0.5, 1};
  for (int s = 0; s < 4; ++s) run_stage(s, t + kNodes[s] * h, kNodes[s] * h, derives, is_start);
  x.head(n) += h / 6 * (k[0] + 2 * (k[1] + k[2]) + k[3]);
  if (derives)
    detail::row_kernels().add_runge_kutta(h, K[0].data(), K[1].data(), K[2].data(), K[3].data(),
                                          phi.data(), n * width);
}

// W. Kutta's method with the nodes 0, ½, 1 and x + h (2 k₂ − k₁) at the last one. What is linear in
// time, as measured accelerations between two samples are, goes into speeds and positions exactly.
void Transition::Impl::run_rk3(double t, double h, bool derives, bool is_start) {
  run_stage(0, t, 0, derives, is_start);
  run_stage(1, t + 0.5 * h, 0.5 * h, derives, is_start);
  // The slope that leads to the last stage, in the place of the second one.
  const VectorXd second = k[1];
  k[1] = 2 * k[1] - k[0];
  if (derives) {
    K[3] = K[1];
    detail::row_kernels().add_scaled(K[1].data(), 1, K[1].data(), K[1].data(), n * width);
    detail::row_kernels().add_scaled(K[1].data(), -1, K[0].data(), K[1].data(), n * width);
  }
  run_stage(2, t + h, h, derives, is_start);
  x.head(n) += h / 6 * (k[0] + 4 * second + k[2]);
  if (!derives) return;
  const detail::RowKernels& kernels = detail::row_kernels();
  kernels.add_scaled(phi.data(), h / 6, K[0].data(), phi.data(), n * width);
  kernels.add_scaled(phi.data(), 4 * h / 6, K[3].data(), phi.data(), n * width);
  kernels.add_scaled(phi.data(), h / 6, K[2].data(), phi.data(), n * width);
}

// Radau IIA with two stages: Z_i = h Σ a_ij f(x + Z_j), x + Z_2 is the end (E. Hairer, G. Wanner,
// Solving ODEs II, IV.5, table 5.5).
void Transition::Impl::run_implicit(double t, double h, bool derives) {
  constexpr double kA[2][2] = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}};
  constexpr double kC[2] = {1.0 / 3, 1};
  constexpr int kMostIterations = 30;
  constexpr double kConverged = 1e-13;
  VectorXd Z = VectorXd::Zero(2 * n), residual(2 * n);
  VectorXd size(2 * n);
  for (Index i = 0; i < n; ++i) size[i] = size[n + i] = 1;
  for (const StateBlock& block : system.states)
    for (int i = block.offset; i < block.offset + block.size; ++i)
      size[i] = size[n + i] = std::max(std::abs(block.nominal), std::abs(x[i]));
  double last = INFINITY;
  MatrixXd M;
  for (int round = 0;; ++round) {
    M.setIdentity(2 * n, 2 * n);
    residual = Z;
    MatrixXd right[2];
    for (int j = 0; j < 2; ++j) {
      at = x;
      at.head(n) += Z.segment(j * n, n);
      differentiate(t + kC[j] * h, at);
      k[j] = rates();
      J.fill(dense);
      for (int i = 0; i < 2; ++i) {
        residual.segment(i * n, n) -= h * kA[i][j] * k[j];
        M.block(i * n, j * n, n, n) -= h * kA[i][j] * dense.leftCols(n);
      }
      if (derives) right[j] = dense * phi;
    }
    const Lu lu(M);
    const VectorXd change = lu.solve(residual);
    const double error = change.cwiseQuotient(size).cwiseAbs().maxCoeff();
    if (!std::isfinite(error) || round == kMostIterations)
      throw RunError({t,
                      h,
                      {},
                      "the equations of the filter's implicit step have no solution that "
                      "Newton's method finds",
                      "more substeps"});
    if (error <= kConverged || (error < 1e-9 && error >= last)) {
      // M dZ = h Σ a_ij J_j Φ.
      if (derives) {
        MatrixXd sides(2 * n, phi.cols());
        for (int i = 0; i < 2; ++i)
          sides.middleRows(i * n, n) = h * (kA[i][0] * right[0] + kA[i][1] * right[1]);
        phi.topRows(n) += lu.solve(sides).bottomRows(n);
      }
      x.head(n) += Z.tail(n);
      return;
    }
    Z -= change;
    last = error;
  }
}

// x + h φ₁(h A) f(x), by the exponential of [A f; 0 0] h.
void Transition::Impl::run_exact(double t, double h, bool derives) {
  slope(t, x, k[0]);
  if (!is_constant || exact_h != h) {
    differentiate(t, x);
    J.fill(dense);
    whole.setZero(2 * n, 2 * n);
    whole.topLeftCorner(n, n) = h * dense.leftCols(n);
    whole.topRightCorner(n, n).diagonal().setConstant(h);
    F_exact = calc_exponential(whole);
    exact_h = h;
  }
  x.head(n) += F_exact.topRightCorner(n, n) * k[0];
  if (!derives) return;
  phi_at = F_exact.topLeftCorner(n, n) * phi.topRows(n);
  if (all > n)
    phi_at += F_exact.topRightCorner(n, n) * dense.rightCols(all - n) * phi.bottomRows(all - n);
  phi.topRows(n) = phi_at;
}

}  // namespace holon
