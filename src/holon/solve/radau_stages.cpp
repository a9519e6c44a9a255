// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/expr/graph/scalar.h"
#include "holon/solve/radau.h"
#include "holon/solve/unknown_errors.h"

// The equations of one step of Radau: its stages, its error, and what lies between its ends.
namespace holon::detail {
namespace {

constexpr double kSameStep = 1e-3;  // matrices serve steps that differ from theirs by this share
constexpr double kSlowRate = 0.99;
constexpr double kSlopeRoundingErrors = 10;  // of f, in those of the states
constexpr int kRoughSteps = 5;               // see judge_roughness
constexpr double kDecayError = 1;            // tolerances, see estimate_by_decay
// A step so many times as long as the last one begins with what the last stage has added to its
// polynomial; beyond that D grows faster than the solution.
constexpr double kNear = 1.5;

}  // namespace

bool Radau::has_current_branch() const {
  const std::span<const double> now = rhs_.branch();
  return std::equal(now.begin(), now.end(), branch_.begin(), branch_.end());
}

bool Radau::factorise(double h) {
  std::array<Complex, RadauTableau::kMostPairs> shifts;
  const auto pairs = static_cast<std::size_t>(tableau_->pairs());
  for (std::size_t k = 0; k < pairs; ++k)
    shifts[k] = {tableau_->shifts[k].real() / h, tableau_->shifts[k].imag() / h};
  const bool is_regular =
      matrices_.factorise(equations_.entries(), tableau_->gamma / h, {shifts.data(), pairs});
  factored_length_ = is_regular ? h : 0;
  return is_regular;
}

// Of unknowns, with a new Jacobian.
void Radau::find_unknown_errors() {
  std::fill(unknown_errors_.begin(), unknown_errors_.end(), 0.0);
  if (may_be_rounding_error({&state_[states_], n_ - states_}, options_.tolerance))
    calc_unknown_errors(*equations_.pattern(), equations_.entries(), state_.data(), states_,
                        unknown_errors_);
  calc_unknown_weights();
}

bool Radau::prepare_matrices(double h) {
  if (n_ == 0) return true;
  if (!has_jacobian_ || !has_current_branch()) {
    has_jacobian_ = is_jacobian_fresh_ = false;
    factored_length_ = 0;
    ++statistics_.jacobians;
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = 1 / (weights_[i] * tolerance_);
    if (!equations_.calc_jacobian(time_, state_.data(), slope_.data(), trial_,
                                  statistics_.evaluations))
      return false;
    if (states_ < n_) find_unknown_errors();
    const std::span<const double> now = rhs_.branch();
    branch_.assign(now.begin(), now.end());
    has_jacobian_ = is_jacobian_fresh_ = true;
  }
  if (factored_length_ > 0 && std::abs(h - factored_length_) <= kSameStep * factored_length_)
    return true;
  ++statistics_.factorisations;
  complex_factorisations_ += tableau_->pairs();
  return factorise(h);
}

void Radau::combine(const StageArrays& z, const RadauTableau& tableau,
                    const RadauTableau::Weights& weights, double* sum) const {
  const auto s = static_cast<std::size_t>(tableau.stages);
  for (std::size_t i = 0; i < n_; ++i) {
    double value = weights[0] * z[0][i];
    for (std::size_t k = 1; k < s; ++k) value += weights[k] * z[k][i];
    sum[i] = value;
  }
}

// By the last step's polynomial, with W.
void Radau::predict_stages(double h) {
  const std::size_t s = stages();
  const bool is_near = h <= kNear * length_;
  for (std::size_t k = 0; k < s; ++k) {
    Array& z = stages_[k];
    if (!has_polynomial_) {
      std::fill(z.begin(), z.end(), 0.0);
      continue;
    }
    const double x = 1 + tableau_->c[k] * h / length_;
    combine(increments_, *polynomial_, polynomial_->calc_weights(x), z.data());
    const double middle = is_near ? polynomial_->calc_middle_weight(x) : 0;
    for (std::size_t i = 0; i < n_; ++i) z[i] += middle * middle_[i] - (state_[i] - before_[i]);
  }
  for (std::size_t k = 0; k < s; ++k)
    for (std::size_t i = 0; i < n_; ++i) {
      const double* row = tableau_->inverse_t[k];
      double w = row[0] * stages_[0][i];
      for (std::size_t j = 1; j < s; ++j) w += row[j] * stages_[j][i];
      transformed_[k][i] = w;
    }
  if (has_jump_) add_response_to_jump();
}

// A tick changes the slope: by as much at each stage, to which the linearised equations answer
// without an evaluation.
void Radau::add_response_to_jump() {
  const std::size_t s = stages();
  RadauTableau::Weights shares{};
  for (std::size_t k = 0; k < s; ++k)
    for (std::size_t j = 0; j < s; ++j) shares[k] += tableau_->inverse_t[k][j];
  for (std::size_t i = 0; i < n_; ++i) {
    slopes_[0][i] = shares[0] * jump_[i];
    for (std::size_t k = 1; k < s; k += 2)
      complex_[k / 2 * n_ + i] = {shares[k] * jump_[i], shares[k + 1] * jump_[i]};
  }
  solve_transformed();
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t k = 0; k < s; ++k) transformed_[k][i] += slopes_[k][i];
    for (std::size_t k = 0; k < s; ++k) stages_[k][i] = transform(transformed_, k, i);
  }
}

// Into slopes_: ΔW of (γ/h - J) ΔW_1 = (T⁻¹ f)_1 - γ/h W_1, and likewise of the complex pairs.
bool Radau::calc_newton_step(double h) {
  const RadauTableau& tableau = *tableau_;
  const std::size_t s = stages();
  for (std::size_t k = 0; k < s; ++k) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + stages_[k][i];
    if (!evaluate(time_ + tableau.c[k] * h, trial_, slopes_[k])) return false;
  }
  std::swap(residuals_, residuals_before_);
  residual_ = 0;
  for (std::size_t i = 0; i < n_; ++i) calc_residuals(h, i);
  solve_transformed();
  return true;
}

// The right sides in slopes_[0] and complex_; into slopes_.
void Radau::solve_transformed() {
  matrices_.solve(slopes_[0].data());
  ++solutions_;
  for (std::size_t pair = 0; 2 * pair + 1 < stages(); ++pair) {
    Complex* const solution = &complex_[pair * n_];
    matrices_.solve(pair, solution);
    ++complex_solutions_;
    for (std::size_t i = 0; i < n_; ++i) {
      slopes_[2 * pair + 1][i] = solution[i].real();
      slopes_[2 * pair + 2][i] = solution[i].imag();
    }
  }
}

// Of row i: the right sides of Newton's equations in slopes_[0] and complex_, and by stages.
void Radau::calc_residuals(double h, std::size_t i) {
  const RadauTableau& tableau = *tableau_;
  const std::size_t s = stages();
  double r[RadauTableau::kMostStages] = {};
  for (std::size_t k = 0; k < s; ++k) {
    r[k] = tableau.inverse_t[k][0] * slopes_[0][i];
    for (std::size_t j = 1; j < s; ++j) r[k] += tableau.inverse_t[k][j] * slopes_[j][i];
  }
  if (i >= states_) {
    for (std::size_t k = 0; k < s; ++k) residuals_[k * n_ + i] = std::abs(slopes_[k][i]);
    slopes_[0][i] = r[0];
    for (std::size_t k = 1; k < s; k += 2) complex_[k / 2 * n_ + i] = {r[k], r[k + 1]};
    return;
  }
  r[0] = slopes_[0][i] = r[0] - tableau.gamma / h * transformed_[0][i];
  for (std::size_t pair = 0; 2 * pair + 1 < s; ++pair) {
    const double alpha = tableau.shifts[pair].real(), beta = tableau.shifts[pair].imag();
    const std::size_t k = 2 * pair + 1;
    const double a = transformed_[k][i], b = transformed_[k + 1][i];
    r[k] -= (alpha * a - beta * b) / h;
    r[k + 1] -= (beta * a + alpha * b) / h;
    complex_[pair * n_ + i] = {r[k], r[k + 1]};
  }
  for (std::size_t k = 0; k < s; ++k) {
    double r_stage = tableau.t[k][0] * r[0];
    for (std::size_t j = 1; j < s; ++j) r_stage += tableau.t[k][j] * r[j];
    double& residual = residuals_[k * n_ + i];
    residual = h * weights_[i] * std::abs(r_stage);
    residual_ = std::max(residual_, residual);
  }
}

// Newton's corrections are measured in the matrix that makes them. If f is less stiff than that
// matrix, within this step or since an earlier one, they almost vanish and the residual does not
// decrease. So the rate of convergence is that of each row's residual in each stage, which a single
// iteration does not give. (Stages differ: a row may cease to be stiff between them.) A residual
// that is small without the matrix is accepted for any stable f.
bool Radau::has_stuck_row(double h) {
  if (states_ < n_ && has_stuck_unknown(h)) return true;
  if (residual_ <= newton_tolerance_) return false;
  if (iterations_ == 1) return true;
  bool has_errors = false;
  for (std::size_t k = 0; k < stages(); ++k) {
    for (std::size_t i = 0; i < states_; ++i) {
      const double left = residuals_[k * n_ + i];
      if (left <= newton_tolerance_) continue;
      const double step = weights_[i] * std::abs(transform(slopes_, k, i));
      const double gained = residuals_before_[k * n_ + i] - left;
      if (gained > 0 && left * step <= newton_tolerance_ * gained) continue;
      if (!std::exchange(has_errors, true)) calc_rounding_errors();
      if (left > h * weights_[i] * rounding_errors_[i]) return true;
    }
  }
  return false;
}

// Of the equations of unknowns likewise, whose residuals have no common scale: what is left of one
// counts by the share of the corrections of unknowns that its rate of convergence leaves.
bool Radau::has_stuck_unknown(double h) {
  calc_rounding_errors();
  for (std::size_t k = 0; k < stages(); ++k) {
    double step = 0;
    for (std::size_t j = states_; j < n_; ++j)
      step = std::max(step, weights_[j] * std::abs(transform(slopes_, k, j)));
    for (std::size_t i = states_; i < n_; ++i) {
      const double left = residuals_[k * n_ + i];
      if (left <= rounding_errors_[i]) continue;
      if (iterations_ == 1) return true;
      const double gained = residuals_before_[k * n_ + i] - left;
      if (gained > 0 && left * step <= newton_tolerance_ * gained) continue;
      if (!suits_unknown(h, k, i)) return true;
    }
  }
  return false;
}

// The right side at trial_, which is no state of the step: where it is not finite, that is no cause
// of a failure.
bool Radau::probe(double t) {
  const int component = bad_component_;
  const double value = bad_value_;
  if (evaluate(t, trial_, trial_slope_)) return true;
  bad_component_ = component;
  bad_value_ = value;
  return false;
}

// Rounding error of an equation, too, does not decrease. A longer way along the last correction of
// the unknowns shows whether it is as steep in them as the matrix says.
bool Radau::suits_unknown(double h, std::size_t k, std::size_t i) {
  constexpr double kLonger = 100, kFactor = 2;
  const double t = time_ + tableau_->c[k] * h;
  for (std::size_t j = 0; j < n_; ++j) trial_[j] = state_[j] + stages_[k][j];
  if (!evaluate(t, trial_, trial_slope_)) return false;
  const double here = trial_slope_[i];
  const Sparsity& pattern = *equations_.pattern();
  double expected = 0;
  for (std::size_t j = states_; j < n_; ++j) {
    const double change = kLonger * transform(slopes_, k, j);
    trial_[j] += change;
    for (int e = pattern.start[j]; e < pattern.start[j + 1]; ++e)
      if (pattern.row[static_cast<std::size_t>(e)] == static_cast<int>(i))
        expected += equations_.entries()[static_cast<std::size_t>(e)] * change;
  }
  if (!probe(t)) return false;
  const double ratio = (trial_slope_[i] - here) / expected;
  return ratio > 1 / kFactor && ratio < kFactor;
}

// By row of F, from the rounding error of states and unknowns.
void Radau::calc_rounding_errors() {
  const Sparsity* pattern = equations_.pattern();
  const std::vector<double>& entries = equations_.entries();
  rounding_errors_.assign(n_, 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    const double size =
        std::max(std::abs(state_[j]), std::abs(state_[j] + stages_[stages() - 1][j]));
    if (!pattern) {
      for (std::size_t i = 0; i < n_; ++i)
        rounding_errors_[i] += std::abs(entries[j * n_ + i]) * size;
      continue;
    }
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; ++k)
      rounding_errors_[static_cast<std::size_t>(pattern->row[static_cast<std::size_t>(k)])] +=
          std::abs(entries[static_cast<std::size_t>(k)]) * size;
  }
  for (double& r : rounding_errors_)
    r *= kSlopeRoundingErrors * std::numeric_limits<double>::epsilon();
}

// (T w)_k of state i.
double Radau::transform(const StageArrays& w, std::size_t k, std::size_t i) const {
  const double* row = tableau_->t[k];
  double z = row[0] * w[0][i];
  for (std::size_t j = 1; j < stages(); ++j) z += row[j] * w[j][i];
  return z;
}

// An unknown that has been zero so far has the scale of what the first iteration makes of it.
void Radau::scale_new_unknowns() {
  for (std::size_t i = states_; i < n_; ++i) {
    if (magnitude_[i - states_] > 0) continue;
    double size = 0;
    for (std::size_t k = 0; k < stages(); ++k)
      size = std::max(size, std::abs(stages_[k][i] + transform(slopes_, k, i)));
    if (size > 0 && std::isfinite(size)) weights_[i] = calc_unknown_weight(i, size);
  }
}

// IV.8 (8.10) to (8.14). Where it does not converge, `shorter` is a step that might.
bool Radau::solve_stages(double h, double& shorter) {
  rate_ = 0;
  contraction_ = runtime_pow(std::max(contraction_, std::numeric_limits<double>::epsilon()), 0.8);
  double before = 0, quotient_before = 0;
  for (iterations_ = 1; iterations_ <= kMostIterations; ++iterations_) {
    if (!calc_newton_step(h)) return false;
    if (iterations_ == 1) scale_new_unknowns();
    double size = newton_norm(slopes_[0]);
    for (std::size_t k = 1; k < stages(); ++k) size = std::max(size, newton_norm(slopes_[k]));
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
      for (std::size_t k = 0; k < stages(); ++k) transformed_[k][i] += slopes_[k][i];
      for (std::size_t k = 0; k < stages(); ++k) stages_[k][i] = transform(transformed_, k, i);
    }
    if (contraction_ * size <= newton_tolerance_ && !has_stuck_row(h)) return true;
  }
  return false;
}

// Of the end, and of what lies between; both as that of an estimate of order s. Where that of the
// end is too much at a beginning or behind a rejection it is filtered once more, as IV.8 (8.20),
// which makes it smaller for stiff components.
double Radau::estimate_error(double h) {
  const double share = tableau_->middle_share() * tableau_->gamma;
  const auto solve = [&](const Array& slope) {
    combine(stages_, *tableau_, tableau_->error, error_.data());
    for (std::size_t i = 0; i < n_; ++i)
      error_[i] = i < states_ ? slope[i] + (error_[i] + share * next_middle_[i]) / h : slope[i];
    matrices_.solve(error_.data());
    ++solutions_;
    return norm(error_);
  };
  if (n_ == 0) return 0;
  double error = solve(slope_);
  if (!(error < 1) && (is_first_ || rejected_in_row_ > 0)) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + error_[i];
    if (probe(time_)) error = solve(trial_slope_);
  }
  raw_error_ = std::max(error, norm(next_middle_)) * tolerance_ / options_.tolerance;
  return std::max({tableau_->lower_order(error), row_share_ * norm(next_middle_),
                   tableau_->stages > 3 ? estimate_by_decay() : 0});
}

// Behind a rejected step the estimate of a shorter one falls with the step by at least half of its
// order (but for one much too long, which shows nothing of it yet), and behind an accepted one it
// does not grow suddenly. If it does, something in the step is all but a jump, and what an estimate
// of lower order permits is no measure of the method's error.
double Radau::judge_roughness(double h, double error) {
  constexpr double kSudden = 100;
  const double order = tableau_->stages + 1;
  const auto expect = [&](double known, double length, double power) {
    return known * runtime_pow(h / length, power);
  };
  if (rejected_error_ > 0) {
    const bool falls_slowly =
        h < rejected_length_ && error > expect(rejected_error_, rejected_length_, 0.5 * order);
    const bool fell_slowly = std::exchange(fell_slowly_, falls_slowly);
    if (falls_slowly && (error < 1 || fell_slowly)) rough_ = kRoughSteps;
  } else if (!is_first_ && with_these_ > 0 && raw_error_ > 1 &&
             error > kSudden * expect(accepted_error_, last_length_, order)) {
    rough_ = kRoughSteps;
  }
  return rough_ > 0 ? std::max(error, raw_error_) : error;
}

// D of five stages over that of three, q, is proportional to h², so D q² to the method's own error,
// of order 9. Where a feature is narrow beside the step q is near 1, and the step as wrong as D,
// whatever the other estimates hope. As an estimate of order 5.
double Radau::estimate_by_decay() {
  static const LowerOrder kLower = compare_orders(radau_tableau(5), radau_tableau(3));
  combine(stages_, *tableau_, kLower.middle, error_.data());
  double worst = 0;
  for (std::size_t i = 0; i < states_; ++i) {
    const double d = std::abs(next_middle_[i]);
    const double lower = std::abs(error_[i] + kLower.middle_share * next_middle_[i]);
    const double q = d < lower ? d / lower : 1;
    worst = std::max(worst, weights_[i] * d * q * q);
  }
  return runtime_pow(worst * tolerance_ / (kDecayError * options_.tolerance), 0.6);
}

// Begins with D of the last step, which is proportional to h^(s+1).
bool Radau::solve_middle_stage(double h) {
  Array& start = trial_slope_;
  Array steepness(n_);
  const double theta = tableau_->theta, gamma = tableau_->gamma;
  combine(stages_, *tableau_, tableau_->calc_weights(theta), start.data());
  combine(stages_, *tableau_, tableau_->calc_slope_weights(theta), steepness.data());
  const double ratio = has_polynomial_ && polynomial_ == tableau_ ? h / length_ : 0;
  double share = 1;
  for (int k = 0; k <= tableau_->stages; ++k) share *= ratio;
  for (std::size_t i = 0; i < n_; ++i) next_middle_[i] = share <= 1 ? share * middle_[i] : 0;
  double before = 0;
  for (int k = 0; k < kMostIterations; ++k) {
    for (std::size_t i = 0; i < n_; ++i) trial_[i] = state_[i] + start[i] + next_middle_[i];
    if (!evaluate(time_ + theta * h, trial_, error_)) return false;
    for (std::size_t i = 0; i < states_; ++i)
      error_[i] -= (steepness[i] + gamma * next_middle_[i]) / h;
    matrices_.solve(error_.data());
    ++solutions_;
    const double size = newton_norm(error_);
    const double rate = k > 0 ? size / before : contraction_ / (1 + contraction_);
    if (!(rate < kSlowRate) || !std::isfinite(size)) return false;
    for (std::size_t i = 0; i < n_; ++i) next_middle_[i] += error_[i];
    if (rate / (1 - rate) * size <= newton_tolerance_) return true;
    before = std::max(size, std::numeric_limits<double>::min());
  }
  return false;
}

void Radau::interpolate(double t, double* x) {
  if (t >= time_ || previous_time_ == time_) {
    std::copy_n(state_.begin(), states_, x);
    return;
  }
  const double s = (t - previous_time_) / (time_ - previous_time_);
  combine(increments_, *polynomial_, polynomial_->calc_weights(s), trial_.data());
  const double middle = polynomial_->calc_middle_weight(s);
  for (std::size_t i = 0; i < states_; ++i) x[i] = trial_[i] + (before_[i] + middle * middle_[i]);
  rhs_.project(t, x);
}

}  // namespace holon::detail
