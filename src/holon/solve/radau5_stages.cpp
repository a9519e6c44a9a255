// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/expr/graph/scalar.h"
#include "holon/solve/radau5.h"
#include "holon/solve/radau5_tableau.h"

// The equations of one step of Radau5: its stages, its error, and what lies between its ends.
namespace holon::detail {
namespace {

using namespace radau5;  // NOLINT: the method's coefficients

constexpr double kSameStep = 1e-3;  // matrices serve steps that differ from theirs by this share
constexpr double kSlowRate = 0.99;
constexpr double kSlopeRoundings = 10;  // of f, in those of the states

}  // namespace

bool Radau5::has_current_branch() const {
  const std::span<const double> now = rhs_.branch();
  return std::equal(now.begin(), now.end(), branch_.begin(), branch_.end());
}

bool Radau5::factorise(double h) {
  const bool is_regular =
      matrices_.factorise(jacobian_.entries(), kGamma / h, Complex{kAlpha / h, kBeta / h});
  factored_length_ = is_regular ? h : 0;
  return is_regular;
}

bool Radau5::prepare_matrices(double h) {
  if (n_ == 0) return true;
  if (!has_jacobian_ || !has_current_branch()) {
    has_jacobian_ = is_jacobian_fresh_ = false;
    factored_length_ = 0;
    ++statistics_.jacobians;
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = 1 / (weights_[i] * tolerance_);
    if (!jacobian_.calc(time_, state_.data(), slope_.data(), trial_, statistics_.evaluations))
      return false;
    const std::span<const double> now = rhs_.branch();
    branch_.assign(now.begin(), now.end());
    has_jacobian_ = is_jacobian_fresh_ = true;
  }
  if (factored_length_ > 0 && std::abs(h - factored_length_) <= kSameStep * factored_length_)
    return true;
  ++statistics_.factorisations;
  return factorise(h);
}

void Radau5::combine(const Stages& z, const std::array<double, 3>& weights, double* sum) const {
  for (std::size_t i = 0; i < n_; ++i)
    sum[i] = weights[0] * z[0][i] + weights[1] * z[1][i] + weights[2] * z[2][i];
}

// By the last step's cubic, with W.
void Radau5::predict_stages(double h) {
  for (std::size_t k = 0; k < 3; ++k) {
    Array& z = stages_[k];
    if (!has_polynomial_) {
      std::fill(z.begin(), z.end(), 0.0);
      continue;
    }
    combine(increments_, calc_cubic_weights(1 + kC[k] * h / length_), z.data());
    for (std::size_t i = 0; i < n_; ++i) z[i] -= state_[i] - before_[i];
  }
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < n_; ++i)
      transformed_[k][i] = kInverseT[k][0] * stages_[0][i] + kInverseT[k][1] * stages_[1][i] +
                           kInverseT[k][2] * stages_[2][i];
}

// Into slopes_: ΔW of (γ/h - J) ΔW_1 = (T⁻¹ f)_1 - γ/h W_1, and likewise of the complex pair.
bool Radau5::calc_newton_step(double h) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + stages_[k][i];
    if (!evaluate(time_ + kC[k] * h, trial_, slopes_[k])) return false;
  }
  std::swap(residuals_, residuals_before_);
  residual_ = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    double r[3];
    for (int k = 0; k < 3; ++k)
      r[k] = kInverseT[k][0] * slopes_[0][i] + kInverseT[k][1] * slopes_[1][i] +
             kInverseT[k][2] * slopes_[2][i];
    const double w1 = transformed_[0][i], w2 = transformed_[1][i], w3 = transformed_[2][i];
    slopes_[0][i] = r[0] - kGamma / h * w1;
    complex_[i] = {r[1] - (kAlpha * w2 - kBeta * w3) / h, r[2] - (kBeta * w2 + kAlpha * w3) / h};
    for (std::size_t k = 0; k < 3; ++k) {
      const double r_stage =
          kT[k][0] * slopes_[0][i] + kT[k][1] * complex_[i].real() + kT[k][2] * complex_[i].imag();
      double& residual = residuals_[k * n_ + i];
      residual = h * weights_[i] * std::abs(r_stage);
      residual_ = std::max(residual_, residual);
    }
  }
  matrices_.solve(slopes_[0].data());
  matrices_.solve(complex_.data());
  ++solutions_;
  ++complex_solutions_;
  for (std::size_t i = 0; i < n_; ++i) {
    slopes_[1][i] = complex_[i].real();
    slopes_[2][i] = complex_[i].imag();
  }
  return true;
}

// Newton's corrections are measured in the matrix that makes them. If f is less stiff than that
// matrix, within this step or since an earlier one, they almost vanish and the residual does not
// decrease. So the rate of convergence is that of each row's residual in each stage, which a single
// iteration does not give. (Stages differ: a row may cease to be stiff between them.) A residual
// that is small without the matrix is accepted for any stable f.
bool Radau5::has_stuck_row(double h) {
  if (residual_ <= newton_tolerance_) return false;
  if (iterations_ == 1) return true;
  bool has_roundings = false;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < n_; ++i) {
      const double left = residuals_[k * n_ + i];
      if (left <= newton_tolerance_) continue;
      const double step =
          weights_[i] *
          std::abs(kT[k][0] * slopes_[0][i] + kT[k][1] * slopes_[1][i] + kT[k][2] * slopes_[2][i]);
      const double gained = residuals_before_[k * n_ + i] - left;
      if (gained > 0 && left * step <= newton_tolerance_ * gained) continue;
      if (!std::exchange(has_roundings, true)) calc_roundings();
      if (left > h * weights_[i] * roundings_[i]) return true;
    }
  }
  return false;
}

// Of f by row, from the rounding error of the states.
void Radau5::calc_roundings() {
  const Sparsity* pattern = jacobian_.pattern();
  const std::vector<double>& entries = jacobian_.entries();
  roundings_.assign(n_, 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    const double size = std::max(std::abs(state_[j]), std::abs(state_[j] + stages_[2][j]));
    if (!pattern) {
      for (std::size_t i = 0; i < n_; ++i) roundings_[i] += std::abs(entries[j * n_ + i]) * size;
      continue;
    }
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      roundings_[static_cast<std::size_t>(pattern->row[static_cast<std::size_t>(k)])] +=
          std::abs(entries[static_cast<std::size_t>(k)]) * size;
  }
  for (double& r : roundings_) r *= kSlopeRoundings * std::numeric_limits<double>::epsilon();
}

// IV.8 (8.10) to (8.14). Where it does not converge, `shorter` is a step that might.
bool Radau5::solve_stages(double h, double& shorter) {
  rate_ = 0;
  contraction_ = runtime_pow(std::max(contraction_, std::numeric_limits<double>::epsilon()), 0.8);
  double before = 0, quotient_before = 0;
  for (iterations_ = 1; iterations_ <= kMostIterations; ++iterations_) {
    if (!calc_newton_step(h)) return false;
    const double size = std::max({norm(slopes_[0]), norm(slopes_[1]), norm(slopes_[2])});
    if (!std::isfinite(size)) return false;
    if (iterations_ > 1) {
      const double quotient = size / before;
      rate_ = iterations_ == 2 ? quotient : std::sqrt(quotient * quotient_before);
      quotient_before = quotient;
      const double left = kMostIterations - 1 - iterations_;
      if (rate_ >= kSlowRate) return false;
      contraction_ = rate_ / (1 - rate_);
      const double at_end = contraction_ * size * runtime_pow(rate_, left) / newton_tolerance_;
      if (left >= 0 && at_end >= 1) {
        shorter = h * 0.8 * runtime_pow(std::clamp(at_end, 1e-4, 20.0), -1 / (4 + left));
        return false;
      }
    }
    before = std::max(size, std::numeric_limits<double>::min());
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t k = 0; k < 3; ++k) transformed_[k][i] += slopes_[k][i];
      const double w1 = transformed_[0][i], w2 = transformed_[1][i], w3 = transformed_[2][i];
      for (std::size_t k = 0; k < 3; ++k)
        stages_[k][i] = kT[k][0] * w1 + kT[k][1] * w2 + kT[k][2] * w3;
    }
    if (contraction_ * size <= newton_tolerance_ && !has_stuck_row(h)) return true;
  }
  return false;
}

// Of the end, and of what lies between; both as that of an estimate of order 3. Where that of the
// end is too much at a beginning or behind a rejection it is filtered once more, as IV.8 (8.20),
// which makes it smaller for stiff components.
double Radau5::estimate_error(double h) {
  const auto solve = [&](const Array& slope) {
    for (std::size_t i = 0; i < n_; ++i)
      error_[i] = slope[i] + (kError[0] * stages_[0][i] + kError[1] * stages_[1][i] +
                              kError[2] * stages_[2][i] + kMiddleShare * kGamma * next_middle_[i]) /
                                 h;
    matrices_.solve(error_.data());
    ++solutions_;
    return norm(error_);
  };
  if (n_ == 0) return 0;
  double error = solve(slope_);
  if (!(error < 1) && (is_first_ || rejected_in_row_ > 0)) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + error_[i];
    if (evaluate(time_, trial_, trial_slope_)) error = solve(trial_slope_);
  }
  return std::max(runtime_pow(error, 0.8), row_share_ * norm(next_middle_));
}

// Begins with D of the last step, which is proportional to h⁴.
bool Radau5::solve_middle_stage(double h) {
  Array& start = trial_slope_;
  Array steepness(n_);
  combine(stages_, calc_cubic_weights(kTheta), start.data());
  combine(stages_, calc_slope_weights(kTheta), steepness.data());
  const double ratio = has_polynomial_ ? h / length_ : 0, share = ratio * ratio * ratio * ratio;
  for (std::size_t i = 0; i < n_; ++i) next_middle_[i] = share <= 1 ? share * middle_[i] : 0;
  double before = 0;
  for (int k = 0; k < kMostIterations; ++k) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + start[i] + next_middle_[i];
    if (!evaluate(time_ + kTheta * h, trial_, error_)) return false;
    for (std::size_t i = 0; i < n_; ++i) error_[i] -= (steepness[i] + kGamma * next_middle_[i]) / h;
    matrices_.solve(error_.data());
    ++solutions_;
    const double size = norm(error_);
    const double rate = k > 0 ? size / before : contraction_ / (1 + contraction_);
    if (!(rate < kSlowRate) || !std::isfinite(size)) return false;
    for (std::size_t i = 0; i < n_; ++i) next_middle_[i] += error_[i];
    if (rate / (1 - rate) * size <= newton_tolerance_) return true;
    before = std::max(size, std::numeric_limits<double>::min());
  }
  return false;
}

void Radau5::interpolate(double t, double* x) {
  if (t >= time_ || previous_time_ == time_) {
    std::copy(state_.begin(), state_.end(), x);
    return;
  }
  const double s = (t - previous_time_) / (time_ - previous_time_);
  combine(increments_, calc_cubic_weights(s), x);
  const double middle = calc_middle_weight(s);
  for (std::size_t i = 0; i < n_; ++i) x[i] += before_[i] + middle * middle_[i];
  rhs_.project(t, x);
}

}  // namespace holon::detail
