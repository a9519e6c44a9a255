// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With errors δ in tangent coordinates, P = S Sᵀ their covariance:
//   prediction   P = F P Fᵀ + Q;            Sᵀ from QR of [(F S)ᵀ; Q½ᵀ]
//   innovation   r = z ⊟ h(x),  Σ = D Dᵀ + V,  D = H S,  V = R + Ω
//   gain         K = S Dᵀ Σ⁻¹,  x ⊞ K r
//   covariance   (I − K H) P (I − K H)ᵀ + K V Kᵀ;   S − S Dᵀ Σ^−½ᵀ (Σ½ + V½)⁻¹ D;
//                with sigma points Sᵀ from QR of [V½ᵀ 0; Dᵀ Sᵀ]
// and then J P Jᵀ with the reset Jacobian of quaternions (T. Kailath et al., Linear
// Estimation, 12.3; A. Andrews, AIAA J. 6 (1968) 1165, for the update of S, which with the lower
// factors Σ½, V½ subtracts no covariance: S Sᵀ is positive whatever its rounding errors; J. Solà,
// arXiv:1711.02508, 6.3).
// With sigma points D is that of sigma_points.cpp.
#include "holon/estimate/gaussian_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/estimate/consistency.h"
#include "holon/estimate/row_kernels.h"
#include "holon/estimate/sigma_points.h"
#include "holon/estimate/triangular.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct GaussianFilter::Prior {
  MatrixXd D;  // H S (m x n); with joseph and derivatives H
  MatrixXd V;  // R + Ω
  MatrixXd L;  // factor of the innovation's covariance
  MatrixXd C;  // covariance of errors and innovation (n x m), P Hᵀ; with square_root in C_rows_
};

GaussianFilter::GaussianFilter(Manifold manifold, const FilterOptions& options)
    : manifold_(std::move(manifold)), options_(options) {
  const UnscentedOptions& o = options_.ukf;
  const int n = manifold_.tangent_size();
  if (options_.method == FilterMethod::ukf) {
    if (!(o.alpha > 0) || !(n + o.kappa > 0))
      throw InputError({}, fmt::format("alpha = {:g}, kappa = {:g} place no sigma points for {} "
                                       "states: alpha and n + kappa must be positive",
                                       o.alpha, o.kappa, n));
    if (!(o.beta >= o.alpha * o.alpha))
      throw InputError({},
                       fmt::format("beta = {:g} is below alpha² = {:g}, so that covariances may "
                                   "become negative; 2 suits Gaussian errors",
                                   o.beta, o.alpha * o.alpha));
  }
  x_ = VectorXd::Zero(manifold_.size());
  for (const Manifold::Block& b : manifold_.blocks())
    if (b.kind == Manifold::Kind::quaternion) x_[b.offset] = 1;
  P_ = S_ = MatrixXd::Zero(n, n);
}

void GaussianFilter::reset(double t, const VectorXd& x, const MatrixXd& P) {
  const Index n = manifold_.tangent_size();
  if (x.size() != manifold_.size() || P.rows() != n || P.cols() != n)
    throw InputError({}, fmt::format("the initial covariance is {} x {} for {} error states",
                                     P.rows(), P.cols(), n));
  if (!P.allFinite() || !x.allFinite())
    throw InputError({}, "the initial state or covariance is not finite");
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (std::abs(P(i, j) - P(j, i)) > 1e-9 * std::sqrt(std::abs(P(i, i) * P(j, j))) + 1e-300)
        throw InputError(
            {}, fmt::format("the initial covariance is not symmetric: that of '{}' and "
                            "'{}' is {:g} and {:g}",
                            manifold_.tangent_name(static_cast<int>(i)),
                            manifold_.tangent_name(static_cast<int>(j)), P(i, j), P(j, i)));
  MatrixXd L;
  if (const int worst = detail::factor_semidefinite(0.5 * (P + P.transpose()), L); worst >= 0)
    throw InputError({}, fmt::format("the initial covariance is not positive semidefinite at '{}' "
                                     "(variance {:g}): correlations are at most 1 in modulus",
                                     manifold_.tangent_name(worst), P(worst, worst)));
  t_ = t;
  predictions_ = 0;
  x_ = x;
  P_ = 0.5 * (P + P.transpose());
  S_ = L;
}

MatrixXd GaussianFilter::P() const {
  if (options_.form == CovarianceForm::joseph) return P_;
  const auto n = static_cast<int>(S_.rows());
  const Index width = detail::row_width(n);
  std::vector<double> rows(static_cast<std::size_t>(n * width), 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) rows[static_cast<std::size_t>(i * width + j)] = S_(i, j);
  MatrixXd P(n, n);
  detail::row_kernels().dot_all(rows.data(), n, rows.data(), n, width, true, P.data(), n);
  P.triangularView<Eigen::StrictlyUpper>() = P.transpose();
  return P;
}

VectorXd GaussianFilter::sigma() const {
  if (options_.form == CovarianceForm::square_root) return S_.rowwise().norm();
  return P_.diagonal().cwiseMax(0).cwiseSqrt();
}

void GaussianFilter::find_factor() {
  if (options_.form == CovarianceForm::square_root) return;
  if (const int worst = detail::factor_semidefinite(P_, S_); worst >= 0)
    fail("drawing sigma points", worst, "its covariance lost positive definiteness",
         "use the square-root form");
}

/// The last n rows are upper triangular: the factor of the noise.
void GaussianFilter::set_factor_from(MatrixXd& rows) {
  const Index n = manifold_.tangent_size();
  detail::triangularise(rows, rows.rows() - n);
  const Index kept = std::min(n, rows.rows());
  S_.setZero(n, n);
  for (Index k = 0; k < kept; ++k) S_.col(k).tail(n - k) = rows.row(k).tail(n - k).transpose();
  if (options_.form == CovarianceForm::joseph) P_.noalias() = S_ * S_.transpose();
}

void GaussianFilter::linearise_by_points(MeasurementModel& h, VectorXd& predicted, Prior& prior) {
  const int n = manifold_.tangent_size();
  const double radius = detail::find_sigma_radius(options_.ukf, n);
  std::vector<VectorXd> images(static_cast<std::size_t>(2 * n + 1));
  h.measure(t_, x_, images[0], nullptr);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      h.measure(t_, manifold_.retract(x_, (k == 0 ? radius : -radius) * S_.col(i)),
                images[static_cast<std::size_t>(1 + 2 * i + k)], nullptr);
  const detail::SigmaImages s = detail::find_sigma_images(h.manifold(), images, radius, predicted);
  prior.D = s.D;
  MatrixXd curvature(0, h.manifold().tangent_size());
  detail::append_curvature(s, options_.ukf, radius, curvature);
  prior.V.noalias() += curvature.transpose() * curvature;
}

GaussianFilter::Prior GaussianFilter::linearise(MeasurementModel& h, const VectorXd& z,
                                                const MatrixXd& R, Innovation& innovation) {
  const Index m = h.manifold().tangent_size();
  HOLON_CHECK(z.size() == h.manifold().size() && R.rows() == m && R.cols() == m,
              "a measurement and its covariance have the sizes of its model");
  Prior prior;
  prior.V = R;
  if (options_.method == FilterMethod::ukf) {
    find_factor();
    linearise_by_points(h, z_, prior);
  } else {
    h.measure(t_, x_, z_, &H_);
    if (options_.form == CovarianceForm::joseph)
      prior.D = H_;
    else
      linearise_factor(innovation);
  }
  if (has_rows()) {
    // D, C and the covariance are there.
  } else if (options_.form == CovarianceForm::joseph && options_.method == FilterMethod::ekf) {
    prior.C.resize(P_.rows(), m);
    detail::multiply_transposed_sparse(H_, P_, prior.C);
    innovation.S.noalias() = H_.lazyProduct(prior.C);
  } else {
    prior.C.noalias() = S_.lazyProduct(prior.D.transpose());
    innovation.S.noalias() = prior.D.lazyProduct(prior.D.transpose());
  }
  innovation.S += prior.V;
  innovation.residual.resize(m);
  h.manifold().local(z_.data(), z.data(), innovation.residual.data());
  prior.L = innovation.S;
  if (!detail::factor_definite(prior.L)) {
    const bool is_finite = innovation.S.allFinite() && innovation.residual.allFinite();
    throw RunError(
        {t_, 0, h.name(),
         fmt::format("the covariance of the innovation of '{}' is {} at step {}", h.name(),
                     is_finite ? "not positive definite" : "not finite", predictions_),
         is_finite ? "its measured values depend on each other and have no noise: give "
                     "each its sigma"
                   : "the estimate has diverged: check the initial sigma and the noise"});
  }
  VectorXd scaled = innovation.residual;
  double log_determinant = 0;
  for (Index k = 0; k < m; ++k) {
    for (Index i = 0; i < k; ++i) scaled[k] -= prior.L(k, i) * scaled[i];
    scaled[k] /= prior.L(k, k);
    log_determinant += 2 * std::log(prior.L(k, k));
  }
  innovation.nis = scaled.squaredNorm();
  if (!std::isfinite(innovation.nis))
    throw RunError(
        {t_, 0, h.name(),
         fmt::format("the innovation of '{}' is not finite at step {}: {}", h.name(), predictions_,
                     z.allFinite() ? "its predicted value is not" : "its measured value is not"),
         "check the formulas of its prediction near the estimate, and whether the "
         "measurement is valid there ('valid')"});
  innovation.log_likelihood = -0.5 * (innovation.nis + log_determinant +
                                      static_cast<double>(m) * std::log(2 * std::numbers::pi));
  return prior;
}

/// D = H S, C = S Dᵀ and D Dᵀ, by rows.
void GaussianFilter::linearise_factor(Innovation& innovation) {
  const detail::RowKernels& kernels = detail::row_kernels();
  const auto n = static_cast<int>(S_.rows()), m = static_cast<int>(H_.rows());
  const Index width = detail::row_width(n);
  const auto count = static_cast<std::size_t>(n * width),
             part = static_cast<std::size_t>(m * width);
  if (work_.size() < count) work_.resize(count);  // never shrinks
  measured_rows_.assign(3 * part, 0.0);
  for (int j = 0; j < n; ++j) {
    double* const row = S_columns() + j * width;
    std::copy_n(S_.data() + j * n, n, row);
    std::fill(row + n, row + width, 0.0);
  }
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < m; ++i) {  // H has few entries that are not zero
      const double factor = H_.data()[k * m + i];
      if (factor == 0) continue;
      double* const row = D_rows() + i * width;
      const double* const from = S_.data() + k;
      for (int j = 0; j < n; ++j) row[j] += factor * from[j * n];
    }
  kernels.combine_all(C_rows(), width, nullptr, m, D_rows(), width, 1, S_columns(), width, n);
  innovation.S.resize(m, m);
  kernels.dot_all(D_rows(), m, D_rows(), m, width, true, innovation.S.data(), m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < i; ++j) innovation.S(j, i) = innovation.S(i, j);
}

Innovation GaussianFilter::preview(MeasurementModel& h, const VectorXd& z, const MatrixXd& R) {
  Innovation innovation;
  linearise(h, z, R, innovation);
  innovation.accepted = false;
  return innovation;
}

Innovation GaussianFilter::update(MeasurementModel& h, const VectorXd& z, const MatrixXd& R,
                                  double gate) {
  Innovation innovation;
  const Prior prior = linearise(h, z, R, innovation);
  innovation.gate = gate;
  innovation.accepted = gate <= 0 || innovation.nis <= gate;
  if (!innovation.accepted) return innovation;
  if (has_rows()) {
    correct_factor(prior, innovation, h.name());
  } else {
    innovation.K = prior.C;
    detail::divide_by_factor(prior.L, innovation.K);
    correct(prior, innovation, h.name());
  }
  return innovation;
}

/// The factor of the covariance of a measurement's noise.
MatrixXd GaussianFilter::factor_measured(const MatrixXd& V, const std::string& sensor) {
  MatrixXd factor;
  if (V.isDiagonal(0) && (V.diagonal().array() >= 0).all()) {
    factor = V.diagonal().cwiseSqrt().asDiagonal();
  } else if (detail::factor_semidefinite(V, factor) >= 0) {
    fail("the update by '" + sensor + "'", 0,
         "the covariance of the measurement's noise is not positive semidefinite",
         "check its sigma or covariance");
  }
  return factor;
}

/// Andrews' form, by rows.
void GaussianFilter::correct_factor(const Prior& prior, Innovation& innovation,
                                    const std::string& sensor) {
  const detail::RowKernels& kernels = detail::row_kernels();
  const auto n = static_cast<int>(S_.rows()), m = static_cast<int>(prior.L.rows());
  const Index width = detail::row_width(n), part = m * width;
  MatrixXd sum = factor_measured(prior.V, sensor);
  sum += prior.L;
  kernels.divide_forward(prior.L.data(), m, C_rows(), width);
  double* const K_rows = D_rows() + 2 * part;
  std::copy_n(C_rows(), part, K_rows);
  kernels.divide_backward(prior.L.data(), m, K_rows, width);
  kernels.divide_backward(sum.data(), m, C_rows(), width);
  for (Index i = 0; i < part; ++i) C_rows()[i] = -C_rows()[i];
  kernels.combine_all(S_columns(), width, S_columns(), n, D_rows(), 1, width, C_rows(), width, m);
  for (int j = 0; j < n; ++j) std::copy_n(S_columns() + j * width, n, S_.data() + j * n);
  delta_.resize(width);
  kernels.combine_all(delta_.data(), width, nullptr, 1, innovation.residual.data(), m, 1, K_rows,
                      width, m);
  innovation.K.resize(n, m);
  for (int i = 0; i < m; ++i) std::copy_n(K_rows + i * width, n, innovation.K.data() + i * n);
  manifold_.retract(x_.data(), delta_.data());
  manifold_.reset_rows(delta_, S_);
  check_covariance(sensor);
}

void GaussianFilter::correct(const Prior& prior, const Innovation& innovation,
                             const std::string& sensor) {
  const MatrixXd& K = innovation.K;
  if (options_.form == CovarianceForm::joseph) {
    // M Mᵀ + K V Kᵀ, M = S − K D; with derivatives D is H, and M P Mᵀ, M = I − K H.
    const bool has_points = options_.method == FilterMethod::ukf;
    if (has_points) {
      FS_.noalias() = S_ - K * prior.D;
      P_.noalias() = FS_ * FS_.transpose();
    } else {
      F_.noalias() = -(K.lazyProduct(prior.D));
      F_.diagonal().array() += 1;
      transform_covariance(F_);
    }
    rows_.noalias() = K.lazyProduct(prior.V);
    P_.noalias() += rows_.lazyProduct(K.transpose());
    symmetrise();
  } else {
    // Sigma points are those of the triangular factor.
    const MatrixXd V_factor = factor_measured(prior.V, sensor);
    const Index n = S_.rows(), m = V_factor.rows();
    rows_.setZero(m + n, m + n);
    rows_.topLeftCorner(m, m) = V_factor.transpose();
    rows_.bottomLeftCorner(n, m) = prior.D.transpose();
    rows_.bottomRightCorner(n, n) = S_.transpose();
    detail::triangularise(rows_);
    S_ = rows_.bottomRightCorner(n, n).transpose();
  }
  const VectorXd delta = K * innovation.residual;
  manifold_.retract(x_.data(), delta.data());
  if (options_.form == CovarianceForm::square_root) {
    manifold_.reset_rows(delta, S_);
  } else if (manifold_.reset_rows(delta, P_) > 0) {  // J P Jᵀ
    P_.transposeInPlace();
    manifold_.reset_rows(delta, P_);
    symmetrise();
  }
  check_covariance(sensor);
}

/// P ← M P Mᵀ, and FS_ = P Mᵀ with P before; M has few entries that are not zero.
void GaussianFilter::transform_covariance(const MatrixXd& M) {
  const Index n = P_.rows();
  FS_.resize(n, n);
  detail::multiply_transposed_sparse(M, P_, FS_);
  rows_ = FS_.transpose();
  detail::multiply_transposed_sparse(M, rows_, P_);
}

void GaussianFilter::symmetrise() {
  for (Index j = 0; j < P_.cols(); ++j)
    for (Index i = 0; i < j; ++i) P_(i, j) = P_(j, i) = 0.5 * (P_(i, j) + P_(j, i));
}

void GaussianFilter::fail(const std::string& doing, int worst, const std::string& cause,
                          const std::string& advice) const {
  throw RunError({t_, 0, manifold_.tangent_name(worst),
                  fmt::format("{} in {} at step {}", cause, doing, predictions_), advice});
}

/// `sensor`: whose update this was; empty: behind a prediction.
void GaussianFilter::check_covariance(const std::string& sensor) {
  const auto doing = [&] {
    return sensor.empty() ? std::string("the prediction") : "the update by '" + sensor + "'";
  };
  const bool has_factor = options_.form == CovarianceForm::square_root;
  const MatrixXd& held = has_factor ? S_ : P_;
  // Sums are finite where all of their terms are, short of an overflow.
  if (!std::isfinite(held.sum() + x_.sum()) && !(held.allFinite() && x_.allFinite())) {
    int worst = 0;
    while (worst + 1 < manifold_.tangent_size() && held.row(worst).allFinite()) ++worst;
    fail(doing(), worst, "the estimate or its covariance is not finite",
         "the model diverges about this estimate: check its step, initial sigma and noise");
  }
  if (has_factor) return;
  const int worst = detail::factor_semidefinite(P_, S_);
  if (worst < 0) return;
  std::string advice =
      "the variances differ by so many orders that digits are lost: use the "
      "square-root form";
  if (!sensor.empty() && P_(worst, worst) > 0) advice += ", or a larger sigma of '" + sensor + "'";
  fail(doing(), worst, "the covariance is no longer positive semidefinite", advice);
}

FilterState GaussianFilter::save() const {
  return {t_, predictions_, x_, options_.form == CovarianceForm::joseph ? P_ : S_, {}};
}

void GaussianFilter::restore(const FilterState& state) {
  t_ = state.time;
  predictions_ = state.predictions;
  x_ = state.x;
  (options_.form == CovarianceForm::joseph ? P_ : S_) = state.covariance;
}

void GaussianFilter::archive(Archive& a) {
  a.item("time", t_);
  a.item("predictions", predictions_);
  const auto matrix = [&](const char* name, double* data, Index size) {
    std::vector<double> values(data, data + size);
    a.fixed(name, values);
    std::copy(values.begin(), values.end(), data);
  };
  matrix("state", x_.data(), x_.size());
  MatrixXd& held = options_.form == CovarianceForm::joseph ? P_ : S_;
  matrix("covariance", held.data(), held.size());
}

double find_gate(double probability, int m) { return find_chi_square(probability, m); }

}  // namespace holon
