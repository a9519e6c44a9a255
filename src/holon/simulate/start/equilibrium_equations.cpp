// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/equilibrium_equations.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/base/equilibrate.h"
#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/expr/graph/traverse.h"
#include "holon/system/delays.h"
#include "holon/system/tangent.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kClosed = 1e-12;         // [m, 1] a condition that holds
constexpr double kCorrectionRank = 1e-9;  // of the largest pivot

MatrixXd dense(const Sparsity& pattern, const std::vector<double>& entries) {
  MatrixXd J = MatrixXd::Zero(pattern.rows, pattern.columns);
  for (int j = 0; j < pattern.columns; ++j)
    for (int e = pattern.start[static_cast<std::size_t>(j)];
         e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
      J(pattern.row[static_cast<std::size_t>(e)], j) = entries[static_cast<std::size_t>(e)];
  return J;
}

/// Products and quotients of constants, parameters and states: not the rounding error of a
/// difference, however small their value is.
bool is_product(Expr e) {
  if (e.is_constant()) return true;
  const Graph& graph = *e.graph();
  const std::vector<std::uint32_t> nodes = detail::find_reachable(graph, std::span(&e, 1));
  return std::all_of(nodes.begin(), nodes.end(), [&](std::uint32_t node) {
    switch (graph.node(node).op) {
      case Op::constant:
      case Op::symbol:
      case Op::neg:
      case Op::mul:
      case Op::div: return true;
      default: return false;
    }
  });
}

}  // namespace

VectorXd find_typical_sizes(const System& system, const FunctionJacobian& J, const MatrixXd& A) {
  constexpr double kSpread = 1e-8;     // of the terms of a rate: less is left as it is
  constexpr double kRounding = 1e-13;  // of the largest term of a rate
  const int n = tangent_count(system);
  VectorXd sizes(n);
  std::vector<bool> keeps(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    const StateBlock& block = tangent_block(system, j);
    sizes[j] = nominal_size(block.nominal);
    keeps[static_cast<std::size_t>(j)] = block.kind == StateBlock::Kind::quaternion ||
                                         block.role != StateBlock::Role::other ||
                                         block.nominal != 1;
  }
  const MatrixXd terms = A.topLeftCorner(n, n) * sizes.asDiagonal();
  if (n == 0 || !terms.allFinite()) return sizes;
  const VectorXd largest = terms.cwiseAbs().rowwise().maxCoeff();
  MatrixXd kept = MatrixXd::Zero(n, n);
  bool is_spread = false;
  for (int j = 0; j < n; ++j)
    for (int e = J.pattern.start[static_cast<std::size_t>(j)];
         e < J.pattern.start[static_cast<std::size_t>(j) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const int i = J.pattern.row[at];
      const double term = std::abs(terms(i, j));
      if (term == 0) continue;
      if (term < kRounding * largest[i] && !is_product(J.function->output_scalars()[at])) continue;
      kept(i, j) = terms(i, j);
      is_spread |= !keeps[static_cast<std::size_t>(j)] && term < kSpread * largest[i];
    }
  return is_spread ? VectorXd(sizes.cwiseProduct(equilibrate(kept, keeps).columns)) : sizes;
}

EquilibriumEquations::EquilibriumEquations(const System& system, const SystemPrograms& programs,
                                           const std::vector<double>& parameters)
    : system_(system),
      programs_(programs),
      slopes_(make_state_jacobian(system)),
      slope_program_(*slopes_.function),
      inputs_(system, programs.indicators, 1),
      trial_inputs_(system, programs.indicators, 1),
      events_(system, programs, parameters),
      rhs_(system, programs, 1),
      projection_(system, programs),
      n_(tangent_count(system)) {
  if (system.constraints && !system.constraints->names.empty()) {
    const Function& g = *system.constraints->residual;
    residual_.emplace(g);
    gap_slopes_ = make_tangent_jacobian(system, g);
    gap_slope_program_.emplace(*gap_slopes_.function);
  }
  if (system.input_count() > 0) delayed_.emplace(*make_delayed_signals(system));
  inputs_.set_parameters(0, parameters);
  trial_inputs_.set_parameters(0, parameters);
  rhs_.set_parameters(0, parameters);
  projection_.inputs().set_parameters(0, parameters);
  if (delayed_) {
    events_.set_source(&held_);
    rhs_.set_source(&held_);
  }
  nominal_.resize(n_);
  for (int j = 0; j < n_; ++j) nominal_[j] = nominal_size(tangent_block(system, j).nominal);
  K_.resize(n_, 0);
  most_free_ = n_;
}

std::vector<double> EquilibriumEquations::run(const Program& program) {
  std::vector<double> out(static_cast<std::size_t>(program.output_count()));
  if (!out.empty()) program.run(inputs_.data(), out.data(), workspace_);
  return out;
}

bool EquilibriumEquations::settle(const std::vector<double>& x) {
  std::vector<double> moved = x;
  try {
    fill(x);
    const double* u = inputs_.data() + 1 + system_.state_count();
    held_.values.assign(u, u + system_.input_count());
    events_.begin(0, moved);
    events_.start(0, moved, rhs_);
  } catch (const RunError&) {
    return false;
  }
  discrete_.assign(events_.discrete(), events_.discrete() + system_.discrete_count());
  if (!discrete_.empty()) {
    inputs_.set_discrete(0, discrete_.data());
    trial_inputs_.set_discrete(0, discrete_.data());
    projection_.inputs().set_discrete(0, discrete_.data());
  }
  return true;
}

void EquilibriumEquations::project(std::vector<double>& x) {
  const bool holds = system_.constraints && system_.constraints->conditional_count > 0;
  if (holds) projection_.project(0, x.data());
}

bool EquilibriumEquations::is_admissible(const std::vector<double>& x) {
  if (!has_events()) return true;
  const double t = 0;
  trial_inputs_.set_inputs(0, inputs_.data() + 1 + system_.state_count());
  trial_inputs_.fill(&t, x.data());
  std::vector<double> conditions(system_.events.size());
  programs_.conditions.run(trial_inputs_.data(), conditions.data(), workspace_);
  for (std::size_t k = 0; k < conditions.size(); ++k) {
    const SystemEvent& event = system_.events[k];
    const bool is_limit =
        event.kind == SystemEvent::Kind::fail && event.start == SystemEvent::Start::only_there;
    if (is_limit && conditions[k] != 0) return false;
  }
  return true;
}

// Delayed signals count as if they had stood for long; as many rounds as there are delays carry a
// value through all of them.
void EquilibriumEquations::fill(const std::vector<double>& x) {
  const double t = 0;
  inputs_.fill(&t, x.data());
  if (delayed_) {
    for (int round = 0; round <= system_.input_count(); ++round) {
      inputs_.set_inputs(0, run(*delayed_).data());
      inputs_.fill(&t, x.data());
    }
  }
  if (system_.mode_count() > 0) inputs_.find_modes();
}

void EquilibriumEquations::set_trial(const std::vector<double>& x) {
  x_ = x;
  fill(x);
  const std::vector<double> rates = calc_tangent_rates(system_, x, run(programs_.derivative));
  motion_ = Eigen::Map<const VectorXd>(rates.data(), n_);
  rates_ = remove_free(motion_);
  if (!residual_) return;
  const std::vector<double> g = run(*residual_);
  gaps_ = Eigen::Map<const VectorXd>(g.data(), static_cast<Index>(g.size()));
}

void EquilibriumEquations::set_state(const std::vector<double>& x) {
  set_trial(x);
  A_ = dense(slopes_.pattern, run(slope_program_));
  if (residual_) G_ = dense(gap_slopes_.pattern, run(*gap_slope_program_));
  if (!has_sizes_ && A_.allFinite()) {
    nominal_ = find_typical_sizes(system_, slopes_, A_);
    has_sizes_ = true;
  }
  scale_.resize(n_);
  for (int i = 0; i < n_; ++i) {
    double sum = 0;
    for (int j = 0; j < n_; ++j)
      if (A_(i, j) != 0) sum += std::abs(A_(i, j)) * size_of(j, x);
    scale_[i] = std::max(sum, kLeastRate);
  }
  find_free();
  rates_ = remove_free(motion_);
}

double EquilibriumEquations::size_of(int tangent, const std::vector<double>& x) const {
  const StateBlock& block = tangent_block(system_, tangent);
  double largest = 0;
  for (int i = block.offset; i < block.offset + block.size; ++i)
    largest = std::max(largest, std::abs(x[static_cast<std::size_t>(i)]));
  return is_absolute_nominal(block.nominal) ? state_scale(block.nominal, largest)
                                            : state_scale(nominal_[tangent], largest);
}

/// The null space of A and G, but for where they are special just here: no more than at any state
/// met so far.
void EquilibriumEquations::find_free() {
  constexpr double kVanishes = 1e-11;
  K_.resize(n_, 0);
  if (most_free_ == 0 || !A_.allFinite() || !G_.allFinite()) return;
  MatrixXd M(n_ + G_.rows(), n_);
  M << A_, G_;
  // The deviation of an orientation turns with the body: that is nothing that depends on it.
  for (int j = 0; j < n_; ++j) {
    const StateBlock& block = tangent_block(system_, j);
    if (block.kind != StateBlock::Kind::quaternion) continue;
    for (int i = 0; i < n_; ++i)
      if (&tangent_block(system_, i) == &block) M(i, j) = 0;
  }
  M = MatrixXd(M * nominal_.asDiagonal());
  M.topRows(n_) = MatrixXd(scale_.cwiseInverse().asDiagonal() * M.topRows(n_));
  const PivotedQr qr(M.transpose());
  most_free_ = std::min(most_free_, n_ - qr.rank(kVanishes));
  K_ = qr.Q().rightCols(most_free_);
}

MatrixXd EquilibriumEquations::remove_free(const MatrixXd& rates) const {
  if (K_.cols() == 0) return rates;
  const MatrixXd scaled = nominal_.cwiseInverse().asDiagonal() * rates;
  return nominal_.asDiagonal() * MatrixXd(scaled - K_ * (K_.transpose() * scaled));
}

bool EquilibriumEquations::is_free(int tangent) const {
  constexpr double kShare = 1e-6;
  return K_.cols() > 0 && K_.row(tangent).norm() > kShare;
}

VectorXd EquilibriumEquations::calc_scaled(const VectorXd& scale) const {
  VectorXd scaled = rates_.cwiseQuotient(scale).cwiseAbs();
  if (!scaled.allFinite() || !gaps_.allFinite()) scaled.setConstant(HUGE_VAL);
  return scaled;
}

std::vector<double> EquilibriumEquations::move(const std::vector<double>& from,
                                               const VectorXd& delta) const {
  std::vector<double> x = from;
  Index at = 0;
  for (const StateBlock& block : system_.states) {
    const auto o = static_cast<std::size_t>(block.offset);
    if (block.kind == StateBlock::Kind::quaternion) {
      const Eigen::Vector3d h = 0.5 * delta.segment<3>(at);
      const Eigen::Quaterniond q(x[o], x[o + 1], x[o + 2], x[o + 3]);
      const Eigen::Quaterniond r = (q * Eigen::Quaterniond(1, h[0], h[1], h[2])).normalized();
      x[o] = r.w(), x[o + 1] = r.x(), x[o + 2] = r.y(), x[o + 3] = r.z();
      at += 3;
    } else {
      for (int i = 0; i < block.size; ++i) x[o + static_cast<std::size_t>(i)] += delta[at++];
    }
  }
  return x;
}

std::vector<double> EquilibriumEquations::rest(std::vector<double> x) {
  VectorXd ease = VectorXd::Ones(n_);
  for (int j = 0; j < n_; ++j)
    if (tangent_block(system_, j).role != StateBlock::Role::rate) ease[j] = 0;
  for (const StateBlock& block : system_.states)
    if (block.role == StateBlock::Role::rate)
      std::fill_n(x.begin() + block.offset, block.size, 0.0);
  close(x, ease);  // prescribed motions move what hangs on them
  return x;
}

bool EquilibriumEquations::close(std::vector<double>& x, const VectorXd& ease) {
  if (!residual_) return true;
  constexpr int kMostSteps = 20;
  double before = HUGE_VAL;
  std::vector<double> best = x;
  for (int k = 0; k < kMostSteps; ++k) {
    fill(x);
    const std::vector<double> g = run(*residual_);
    const VectorXd gap = Eigen::Map<const VectorXd>(g.data(), static_cast<Index>(g.size()));
    const double size = gap.allFinite() ? gap.cwiseAbs().maxCoeff() : HUGE_VAL;
    if (!(size < before)) break;
    before = size, best = x;
    if (size == 0) break;
    const MatrixXd G = dense(gap_slopes_.pattern, run(*gap_slope_program_));
    if (!G.allFinite()) break;
    const MatrixXd eased = G * ease.asDiagonal();
    x = move(x, ease.cwiseProduct(solve_least_squares(eased, -gap, kCorrectionRank)));
  }
  x = best;
  return before <= kClosed;
}

std::vector<double> EquilibriumEquations::modes() const {
  return {inputs_.modes(), inputs_.modes() + system_.mode_count()};
}

}  // namespace holon
