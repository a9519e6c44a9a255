// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rhs/projection.h"

#include <algorithm>
#include <cmath>

#include "holon/base/error_scale.h"

namespace holon {

namespace {

// Nearer than this [m, rad] is on the constraint: some hundred rounding errors of a machine of one
// metre, and as much less as the machine is smaller.
// So must be the distance: where constraints are about to lose their rank it is much the longer.
constexpr double kOnConstraint = 2e-14;
constexpr int kMostProjectionSteps = 12;
// Of a machine of one metre the curvature is some 1/m, and as much more as the machine is smaller.
constexpr double kCurvature = 1e3;

/// The smallest nominal value of positions and rates, 1 at most.
double find_size(const System& system) {
  double size = 1;
  for (const StateBlock& block : system.states)
    if (block.role != StateBlock::Role::other) size = std::min(size, nominal_size(block.nominal));
  return size;
}

}  // namespace

Projection::Projection(const System& system, const SystemPrograms& programs)
    : system_(system),
      programs_(programs),
      inputs_(system, programs.indicators, 1),
      near_(kOnConstraint * find_size(system)),
      curvature_(kCurvature / find_size(system)) {
  if (!system.constraints) return;
  rows_ = system.constraints->names.size() +
          static_cast<std::size_t>(system.constraints->conditional_count);
  out_.resize(rows_ + static_cast<std::size_t>(system.state_count()));
}

// The largest residual; its step is left in out_.
double Projection::run(const Program& step, double t, const double* x) {
  step.run(inputs_.fill(&t, x), out_.data(), workspace_);
  double largest = 0;
  for (std::size_t k = 0; k < rows_; ++k) {
    const double error = std::abs(out_[k]);
    if (std::isnan(error)) return error;
    largest = std::max(largest, error);
  }
  return largest;
}

// After run: x may stay where it is.
bool Projection::is_near(double error, const double* x) const {
  if (!(error <= near_)) return false;
  for (std::size_t i = 0; i + rows_ < out_.size(); ++i) {
    const double distance = std::abs(out_[rows_ + i]);
    if (distance > near_ && distance > kOnConstraint * std::abs(x[i])) return false;
  }
  return true;
}

// Newton's next step is at most the curvature of the constraints times the square of this one,
// through what turns a residual into a step: where that is certainly rounding error it need not be
// computed to see that x may stay.
bool Projection::is_last_step(double error) const {
  if (!std::isfinite(error)) return false;
  double distance = 0;
  for (std::size_t i = rows_; i < out_.size(); ++i) {
    const double part = std::abs(out_[i]);
    if (!std::isfinite(part)) return false;
    distance = std::max(distance, part);
  }
  return curvature_ * distance * distance * std::max(1.0, distance / error) <= near_;
}

double Projection::project_places(double t, double* x) {
  const auto n = static_cast<std::size_t>(system_.state_count());
  const double first = run(programs_.position_step, t, x);
  double error = first;
  bool touched = false;
  for (int k = 0; k < kMostProjectionSteps && !is_near(error, x); ++k) {
    copy_.assign(x, x + n);
    const bool is_last = is_last_step(error);
    for (std::size_t i = 0; i < n; ++i) x[i] += out_[rows_ + i];
    system_.project(x);
    if (is_last) return first;
    const double now = run(programs_.position_step, t, x);
    if (!(now < error)) {  // rounding is reached, or it does not converge
      std::copy(copy_.begin(), copy_.end(), x);
      break;
    }
    touched = true;
    error = now;
  }
  return touched ? first : 0;
}

double Projection::project_speeds(double t, double* x) {
  const auto n = static_cast<std::size_t>(system_.state_count());
  const double error = run(programs_.velocity_step, t, x);
  if (error == 0 || std::isnan(error) || is_near(error, x)) return 0;
  for (std::size_t i = 0; i < n; ++i) x[i] += out_[rows_ + i];
  return error;
}

double Projection::project(double t, double* x) {
  double drift = system_.project(x);
  if (rows_ == 0) return drift;
  drift = std::max(drift, project_places(t, x));
  const double speeds = project_speeds(t, x);
  // The violation is that of positions; velocities only show that x was changed.
  return drift > 0 ? drift : speeds > 0 ? near_ : 0;
}

double Projection::measure(double t, const double* x) {
  copy_.assign(x, x + system_.state_count());
  const double drift = system_.project(copy_.data());
  if (rows_ == 0) return drift;
  return std::max(drift, run(programs_.position_step, t, x));
}

}  // namespace holon
