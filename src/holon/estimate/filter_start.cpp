// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/filter_process.h"
#include "holon/estimate/triangular.h"

namespace holon {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Columns that span the range of T.
MatrixXd find_column_space(const MatrixXd& T) {
  const PivotedQr qr(T);
  return qr.Q().leftCols(qr.rank(1e-9));
}

}  // namespace

/// The first tick: `values` are the known values that are held, `ramp` those that are ramped.
void FilterProcess::begin_with(double t, std::vector<double> values, const double* ramp) {
  const std::size_t ramped = plan_.ramped.size();
  known_ = std::move(values);
  if (ramped > 0) {
    ramp_.assign(ramp, ramp + ramped);
    ramp_.push_back(t);
    known_.insert(known_.end(), ramp, ramp + ramped);
    known_.insert(known_.end(), ramp, ramp + ramped);
    known_.insert(known_.end(), {t, t});
  }
  if (!known_.empty()) set_known(known_);
  begin(t);
  if (!known_.empty()) estimator_->set_input(t, known_);
}

void FilterProcess::begin(double t) {
  VectorXd x(plan_.shape.manifold.size());
  x.setZero();
  const VectorXd start = [this] {
    const std::lock_guard lock(filter_compilation());
    return model_.find_start();
  }();
  held_.clear();  // the start has discrete states of its own
  x.head(start.size()) = start;
  for (std::size_t k = 0; k < plan_.mean.size(); ++k)
    if (plan_.mean[k]) x[static_cast<Eigen::Index>(k)] = *plan_.mean[k];
  transition_.set_reference(x);
  if (!start_.empty()) put_start(x);
  MatrixXd P = plan_.covariance;
  if (model_.has_constraints()) {
    constrain_start(t, x, P);
  } else {
    VectorXd head = x.head(start.size());
    if (model_.project(t, head)) x.head(start.size()) = head;
  }
  GaussianFilter filter(plan_.shape.manifold, plan_.options);
  filter.reset(t, x, P);
  std::vector<MeasurementModel*> sensors;
  for (const auto& sensor : sensors_) sensors.push_back(sensor.get());
  estimator_.emplace(std::move(filter), transition_, plan_.noise, std::move(sensors), plan_.history,
                     [this](const std::vector<double>& values) { set_known(values); });
  for (std::size_t m = 0; m < plan_.measured.size(); ++m)
    if (plan_.measured[m].adaptive > 0)
      estimator_->adapt_noise(static_cast<int>(m), plan_.measured[m].adaptive);
  estimator_->set_observer([this](const ReadingRecord& record) {
    const Innovation& innovation = record.innovation;
    if (innovation.accepted) log_likelihood_ += innovation.log_likelihood;
    tests_[static_cast<std::size_t>(record.sensor)].add(innovation.nis, record.numbers,
                                                        innovation.gate);
  });
}

/// The start is where the machine is, or has errors about it that are drawn.
void FilterProcess::put_start(VectorXd& x) const {
  const Manifold& manifold = plan_.shape.manifold;
  for (std::size_t k = 0; k < manifold.blocks().size(); ++k) {
    const Manifold::Block& block = manifold.blocks()[k];
    const bool is_true = plan_.has_truth[k] && (plan_.draws_start || plan_.starts_at_truth[k]);
    for (int i = block.offset; is_true && i < block.offset + block.size; ++i)
      x[i] = start_[static_cast<std::size_t>(i)];
  }
  if (!plan_.draws_start) return;
  MatrixXd S;
  if (detail::factor_semidefinite(plan_.covariance, S) >= 0) return;  // the filter reports it
  const VectorXd normal =
      Eigen::Map<const VectorXd>(start_.data() + manifold.size(), manifold.tangent_size());
  const VectorXd delta = S * normal;
  manifold.retract(x.data(), delta.data());
}

// With N (n x d) whose columns span the tangent space of the closed loops, errors are N a. Means
// that are given are reached by steps in the tangent space: a = N_g⁺ δ_g, with their rows N_g.
// Standard deviations that are given are independent statements about a, whose information adds up:
//   P = N (N_sᵀ P_s⁻¹ N_s)⁺ Nᵀ.
void FilterProcess::constrain_start(double t, VectorXd& x, MatrixXd& P) {
  constexpr int kMostSteps = 50;
  constexpr double kReached = 1e-12;
  const Manifold& manifold = plan_.shape.manifold;
  std::vector<Eigen::Index> given, sure;
  for (const Manifold::Block& block : manifold.blocks())
    for (int i = 0; i < block.tangent_size(); ++i) {
      const bool is_turn = block.kind == Manifold::Kind::quaternion;
      if (plan_.mean[static_cast<std::size_t>(block.offset + (is_turn ? 0 : i))])
        given.push_back(block.tangent + i);
      if (P(block.tangent + i, block.tangent + i) > 0) sure.push_back(block.tangent + i);
    }
  const VectorXd wanted = x;
  MatrixXd T, N;
  for (int step = 0;; ++step) {
    transition_.constrain(t, x, T);
    N = find_column_space(T);
    const VectorXd off = manifold.local(x, wanted)(given);
    if (given.empty() || off.norm() <= kReached) break;
    const MatrixXd rows = N(given, Eigen::all);
    const double rounding = std::numeric_limits<double>::epsilon() *
                            static_cast<double>(std::min(rows.rows(), rows.cols()));
    const VectorXd delta = N * solve_least_squares(rows, off, rounding);
    if (step == kMostSteps || delta.norm() <= kReached) {
      if (off.norm() <= 1e-6) break;
      throw RunError(
          {t, 0, manifold.tangent_name(static_cast<int>(given[0])),
           fmt::format("the means at the start of '{}' contradict the closed loops of its "
                       "model",
                       plan_.name),
           "give means for as many states as the loops leave free"});
    }
    manifold.retract(x.data(), delta.data());
  }
  if (sure.empty()) return;
  MatrixXd scaled = N(sure, Eigen::all);
  for (std::size_t k = 0; k < sure.size(); ++k)
    scaled.row(static_cast<Eigen::Index>(k)) /= std::sqrt(P(sure[k], sure[k]));
  const MatrixXd inverse = calc_pseudo_inverse(scaled);
  const MatrixXd S = N * inverse;
  P = S * S.transpose();
}

/// True values, which follow the measurements among the inputs, and normal numbers.
void FilterProcess::read_start(const double* in) {
  for (std::size_t m = 0; m < plan_.measured.size(); ++m)
    in += plan_.shape.measured[m].manifold.size() + plan_.measured[m].sigmas + 1 +
          plan_.measured[m].valids;
  const Manifold& manifold = plan_.shape.manifold;
  start_.assign(static_cast<std::size_t>(manifold.size()), 0.0);
  for (std::size_t k = 0; k < manifold.blocks().size(); ++k) {
    const Manifold::Block& block = manifold.blocks()[k];
    if (!plan_.has_truth[k]) continue;
    for (int i = 0; i < block.size; ++i) start_[static_cast<std::size_t>(block.offset + i)] = *in++;
  }
  if (plan_.draws_start) start_.insert(start_.end(), in, in + manifold.tangent_size());
}

}  // namespace holon
