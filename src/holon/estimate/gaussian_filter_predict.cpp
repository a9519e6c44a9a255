// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Predictions of a GaussianFilter. gaussian_filter.cpp has the equations.
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/discretise.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/row_kernels.h"
#include "holon/estimate/sigma_points.h"
#include "holon/estimate/triangular.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void GaussianFilter::find_noise(TransitionModel& f, double h, const ProcessNoise& noise) {
  const Index n = manifold_.tangent_size();
  const auto is_same = [](const MatrixXd& a, const MatrixXd& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
  };
  if (noise_is_kept_ && h == noise_h_ && is_same(noise.density, noise_density_) &&
      is_same(noise.per_step, noise_per_step_))
    return;
  for (const MatrixXd* given : {&noise.density, &noise.per_step})
    HOLON_CHECK(given->size() == 0 || (given->rows() == n && given->cols() == n),
                "noise is a matrix in tangent coordinates");
  const bool has_constraints = f.has_constraints();
  if (has_constraints) {
    density_ = noise.density, per_step_ = noise.per_step;
    spread_noise(f);
  }
  const MatrixXd& density = has_constraints ? density_ : noise.density;
  const MatrixXd& per_step = has_constraints ? per_step_ : noise.per_step;
  bool is_constant = density.size() == 0 || f.has_constant_rates();
  if (density.size() > 0) {
    if (!f.find_rates(t_, x_, A_)) {
      Q_ = h * density;
      is_constant = true;
    } else if (noise.exact) {
      Q_ = discretise_noise(A_, density, h).Q;
    } else {
      integrate_noise(A_, density, h, Q_);
    }
  } else {
    Q_.setZero(n, n);
  }
  if (per_step.size() > 0) Q_ += per_step;
  noise_is_kept_ = !has_constraints && is_constant;
  if (noise_is_kept_)
    noise_h_ = h, noise_density_ = noise.density, noise_per_step_ = noise.per_step;
  if (has_constraints) return;  // its factor when the new state is known
  if (options_.form == CovarianceForm::joseph && options_.method == FilterMethod::ekf) return;
  if (const int worst = detail::factor_semidefinite(Q_, Q_factor_); worst >= 0)
    fail("the prediction", worst, "the process noise is not positive semidefinite",
         "check process_noise: its matrix, or a step too long for the model's rates");
}

// Noise of a coordinate moves the others with it: along u_i = T e_i/T_ii, whose own component is
// that of the noise. W becomes Σ w_ij u_i u_jᵀ.
void GaussianFilter::spread_noise(TransitionModel& f) {
  constexpr double kFixed = 1e-9;  // a coordinate that the loop holds
  VectorXd x = x_;
  f.constrain(t_, x, T_);
  for (MatrixXd* W : {&density_, &per_step_}) {
    if (W->size() == 0) continue;
    VectorXd scale = VectorXd::Zero(W->rows());
    for (Index i = 0; i < W->rows(); ++i) {
      if ((*W)(i, i) == 0) continue;
      if (std::abs(T_(i, i)) < kFixed)
        fail("the prediction", static_cast<int>(i),
             "a closed loop holds this state, so it cannot have noise",
             "give 'process_noise' to the states that the loop leaves free");
      scale[i] = 1 / T_(i, i);
    }
    const MatrixXd U = T_ * scale.asDiagonal();
    *W = calc_congruence(U, *W);
  }
}

void GaussianFilter::factor_noise(TransitionModel& f, double h, VectorXd& x) {
  if (!f.has_constraints()) return;
  f.constrain(t_ + h, x, T_);
  Q_ = calc_congruence(T_, Q_);
  Q_ = 0.5 * (Q_ + Q_.transpose()).eval();
  if (const int worst = detail::factor_semidefinite(Q_, Q_factor_); worst >= 0)
    fail("the prediction", worst, "the process noise is not positive semidefinite",
         "check process_noise: its matrix, or a step too long for the model's rates");
}

void GaussianFilter::constrain(TransitionModel& f) {
  if (!f.has_constraints()) return;
  f.constrain(t_, x_, T_);
  if (options_.form == CovarianceForm::joseph)
    P_ = calc_congruence(T_, P_);
  else
    S_ = T_ * S_;
}

void GaussianFilter::predict_to(TransitionModel& f, double t, const ProcessNoise& noise,
                                PredictionRecord* record) {
  if (t == t_) return;
  predict(f, t - t_, noise, record);
  t_ = t;
}

void GaussianFilter::predict(TransitionModel& f, double h, const ProcessNoise& noise,
                             PredictionRecord* record) {
  find_noise(f, h, noise);
  if (options_.method == FilterMethod::ukf)
    predict_by_points(f, h, record);
  else
    predict_by_derivatives(f, h, record);
  t_ += h;
  ++predictions_;
  check_covariance({});
  if (!record) return;
  record->x = x_;
  record->P = P();
}

void GaussianFilter::predict_by_derivatives(TransitionModel& f, double h,
                                            PredictionRecord* record) {
  f.advance(t_, h, x_, next_, &F_);
  x_.swap(next_);
  factor_noise(f, h, x_);
  if (record && !f.has_constraints()) record->F = F_, record->Q = Q_;
  if (options_.form == CovarianceForm::joseph) {
    transform_covariance(F_);
    if (record) record->C = FS_;
    P_ += Q_;
    symmetrise();
    return;
  }
  propagate_factor(record);
}

// By rows, whose lengths are whole quads (row_kernels.h): those of S, of F S, and its columns above
// those of the noise's factor.
void GaussianFilter::propagate_factor(PredictionRecord* record) {
  const detail::RowKernels& kernels = detail::row_kernels();
  const int n = manifold_.tangent_size();
  const Index width = detail::row_width(n), size = n * width;
  if (const auto room = static_cast<std::size_t>(4 * size + 2 * n); work_.size() < room)
    work_.resize(room);                  // never shrinks: what is added is cleared
  double* const stacked = work_.data();  // (2n rows)
  double* const S_rows = stacked + 2 * size;
  double* const FS_rows = S_rows + size;
  for (int i = 0; i < n; ++i) {
    double* const row = S_rows + i * width;
    for (int k = 0; k < n; ++k) row[k] = S_.data()[k * n + i];
    std::fill(row + n, row + width, 0.0);
  }
  kernels.combine_all(FS_rows, width, nullptr, n, F_.data(), 1, n, S_rows, width, n);
  for (int j = 0; j < n; ++j) {
    double* const row = stacked + j * width;
    for (int i = 0; i < n; ++i) row[i] = FS_rows[i * width + j];
    std::fill(row + n, row + width, 0.0);
    double* const noise = stacked + size + j * width;
    std::copy_n(Q_factor_.data() + j * n, n, noise);
    std::fill(noise + n, noise + width, 0.0);
  }
  if (record) {
    record->C.resize(n, n);  // S (F S)ᵀ
    for (int j = 0; j < n; ++j)
      record->C.col(j) = S_ * Eigen::Map<const VectorXd>(FS_rows + j * width, n);
  }
  kernels.triangularise(stacked, 2 * n, n, width, n, FS_rows + size);
  for (int k = 0; k < n; ++k) std::copy_n(stacked + k * width, n, S_.data() + k * n);
}

void GaussianFilter::predict_by_points(TransitionModel& f, double h, PredictionRecord* record) {
  const int n = manifold_.tangent_size();
  find_factor();
  const double radius = detail::find_sigma_radius(options_.ukf, n);
  std::vector<VectorXd> images(static_cast<std::size_t>(2 * n + 1));
  f.advance(t_, h, x_, images[0], nullptr);
  factor_noise(f, h, images[0]);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      f.advance(t_, h, manifold_.retract(x_, (k == 0 ? radius : -radius) * S_.col(i)),
                images[static_cast<std::size_t>(1 + 2 * i + k)], nullptr);
  const detail::SigmaImages s = detail::find_sigma_images(manifold_, images, radius, x_);
  if (record) record->C.noalias() = S_ * s.D.transpose();
  rows_ = s.D.transpose();
  detail::append_curvature(s, options_.ukf, radius, rows_);
  const Index at = rows_.rows();
  rows_.conservativeResize(at + n, Eigen::NoChange);
  rows_.bottomRows(n) = Q_factor_.transpose();
  set_factor_from(rows_);
}

}  // namespace holon
