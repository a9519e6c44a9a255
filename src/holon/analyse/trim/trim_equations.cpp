// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim/trim_equations.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/simulate/start/equilibrium_equations.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/system/tangent.h"

namespace holon::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNoDependence = 1e-9;  // of the terms of a row
constexpr double kRounding = 1e-13;     // of the largest slope
constexpr int kProbes = 4;              // states at which dependence is sought

MatrixXd fill_matrix(const FunctionJacobian& J, const std::vector<double>& entries) {
  MatrixXd M = MatrixXd::Zero(J.pattern.rows, J.pattern.columns);
  for (int j = 0; j < J.pattern.columns; ++j)
    for (int k = J.pattern.start[static_cast<std::size_t>(j)];
         k < J.pattern.start[static_cast<std::size_t>(j + 1)]; ++k)
      M(J.pattern.row[static_cast<std::size_t>(k)], j) = entries[static_cast<std::size_t>(k)];
  return M;
}

double largest_of(const StateBlock& block, const std::vector<double>& in) {
  double size = 0;
  for (int i = 0; i < block.size; ++i)
    size = std::max(size, std::abs(in[static_cast<std::size_t>(1 + block.offset + i)]));
  return size;
}

/// Rates of all orders of magnitude, in both directions.
double draw_size(Uniform& uniform) {
  const double size = std::pow(10.0, uniform.between(-1.5, 2.5));
  return uniform() < 0.5 ? size : -size;
}

}  // namespace

TrimEquations::TrimEquations(const System& system, const std::vector<double>& parameters,
                             const TrimProblem& problem)
    : system_(system),
      parameters_(parameters),
      problem_(problem),
      programs_(system),
      inputs_(system, programs_.indicators, 1),
      n_(holon::tangent_count(system)),
      np_(static_cast<int>(problem.parameters.size())),
      columns_(n_ + np_ + (problem.turns ? 1 : 0)),
      symmetry_(problem.turns ? HeadingSymmetry(system) : HeadingSymmetry()) {
  for (const int k : problem.parameters)
    others_.push_back(1 + system.state_count() + system.input_count() + k);
  slopes_ = make_state_jacobian(system, others_);
  slope_program_ = Program(*slopes_.function);
  if (!problem.outputs.empty()) {
    outputs_ = system.select_outputs(problem.outputs);
    output_slopes_ = make_tangent_jacobian(system, *outputs_, others_);
  }
  if (system.constraints && !system.constraints->names.empty()) {
    gaps_ = system.constraints->residual;
    gap_slopes_ = make_tangent_jacobian(system, *gaps_, others_);
  }
  const FirstInstant first = find_first_instant(system, parameters);
  start_ = first.x;
  inputs_.set_parameters(0, parameters);
  inputs_.set_discrete(0, first.discrete.data());
  for (int j = 0; j < n_; ++j) {
    const StateBlock& block = tangent_block(system, j);
    nominal_.push_back(block.kind == StateBlock::Kind::quaternion
                           ? 1.0
                           : std::max(1e-12, std::abs(block.nominal)));
  }
  for (const double value : take_parameters(parameters))
    nominal_.push_back(value == 0 ? 1.0 : std::abs(value));
  if (problem.turns) {
    nominal_.push_back(1.0);
    check_symmetry();
  }
  find_sizes();
  find_free();
  is_unknown_.assign(static_cast<std::size_t>(columns_), problem.tangents.empty());
  for (const int j : problem.tangents) is_unknown_[static_cast<std::size_t>(j)] = true;
  for (int k = n_; k < columns_; ++k) is_unknown_[static_cast<std::size_t>(k)] = true;
}

bool TrimEquations::is_shown_free(int j) const {
  return is_free(j) && !tangent_name(system_, j).starts_with("system.");
}

std::vector<double> TrimEquations::take_parameters(const std::vector<double>& all) const {
  std::vector<double> values;
  for (const int k : problem_.parameters) values.push_back(all[static_cast<std::size_t>(k)]);
  return values;
}

std::vector<double> TrimEquations::all_parameters(const std::vector<double>& unknown) const {
  std::vector<double> values = parameters_;
  for (std::size_t k = 0; k < unknown.size(); ++k)
    values[static_cast<std::size_t>(problem_.parameters[k])] = unknown[k];
  return values;
}

std::vector<double> TrimEquations::parameters_of(const TrimPoint& trial) const {
  std::vector<double> p;
  for (const int k : others_) p.push_back(trial.in[static_cast<std::size_t>(k)]);
  return p;
}

std::vector<double> TrimEquations::states_of(const TrimPoint& trial) const {
  return {trial.in.begin() + 1, trial.in.begin() + 1 + system_.state_count()};
}

TrimPoint TrimEquations::evaluate(const std::vector<double>& x, const std::vector<double>& p,
                                  double turn) {
  TrimPoint trial;
  trial.turn = turn;
  const double t = 0;
  inputs_.set_parameters(0, all_parameters(p));
  inputs_.fill(&t, x.data());
  inputs_.find_modes();
  trial.in.assign(inputs_.data(), inputs_.data() + system_.function_input_count());
  std::vector<double> dx(x.size()), entries(static_cast<std::size_t>(slopes_.pattern.count()));
  programs_.derivative.run(trial.in.data(), dx.data(), workspace_);
  slope_program_.run(trial.in.data(), entries.data(), workspace_);
  const std::vector<double> rates = calc_tangent_rates(system_, x, dx);
  const std::vector<double> g = gaps_ ? gaps_->evaluate(trial.in) : std::vector<double>{};
  const std::vector<double> h = outputs_ ? outputs_->evaluate(trial.in) : std::vector<double>{};
  const Index ng = static_cast<Index>(g.size()), nh = static_cast<Index>(h.size());
  trial.r.resize(n_ + ng + nh);
  trial.J = MatrixXd::Zero(n_ + ng + nh, columns_);
  for (int i = 0; i < n_; ++i) trial.r[i] = rates[static_cast<std::size_t>(i)];
  for (Index i = 0; i < ng; ++i) trial.r[n_ + i] = g[static_cast<std::size_t>(i)];
  for (Index i = 0; i < nh; ++i)
    trial.r[n_ + ng + i] = h[static_cast<std::size_t>(i)] - problem_.values[std::size_t(i)];
  const Index nx = n_ + np_;
  trial.J.topLeftCorner(n_, nx) = fill_matrix(slopes_, entries);
  if (gaps_)
    trial.J.block(n_, 0, ng, nx) =
        fill_matrix(gap_slopes_, gap_slopes_.function->evaluate(trial.in));
  if (outputs_)
    trial.J.bottomLeftCorner(nh, nx) =
        fill_matrix(output_slopes_, output_slopes_.function->evaluate(trial.in));
  if (problem_.turns) {
    const VectorXd G = symmetry_.calc_change(x);
    trial.r.head(n_) -= turn * G;
    // Deviations of orientations are seen from the body, δ' = δω − ω × δ; the rates here are ω.
    symmetry_.add_spin(rates, trial.J);
    trial.J.topLeftCorner(n_, n_) -= turn * symmetry_.calc_slopes(x);
    trial.J.col(nx).head(n_) = -G;
  }
  return trial;
}

void TrimEquations::check_symmetry() {
  constexpr double kAngle = 0.7, kAlike = 1e-7;
  if (symmetry_.is_empty())
    throw ModelError(
        "no body is free to turn about the vertical: steady turns are those of free "
        "bodies (without a joint that holds them on the world)");
  Uniform uniform(11);
  for (int probe = 0; probe < kProbes; ++probe) {
    const std::vector<double> p = take_parameters(parameters_),
                              x = move(start_, draw_probe(uniform, probe));
    const TrimPoint here = evaluate(x, p, 0), turned = evaluate(symmetry_.turn(x, kAngle), p, 0);
    if (!here.r.allFinite() || !turned.r.allFinite()) continue;
    const VectorXd expected = symmetry_.turn_rates(here.r.head(n_), kAngle);
    const double size = std::max(1.0, expected.lpNorm<Eigen::Infinity>());
    Index at = 0;
    const double worst = (turned.r.head(n_) - expected).cwiseAbs().maxCoeff(&at);
    if (worst > kAlike * size)
      throw ModelError(
          "it is not the same in every heading: turned about the vertical, the rate of '" +
              tangent_name(system_, static_cast<int>(at)) + "' is another",
          "steady turns need a model without a preferred direction, whose bodies are free");
  }
}

/// At the first of the probes that has slopes.
void TrimEquations::find_sizes() {
  sizes_ = nominal_;
  Uniform uniform(7);
  for (int probe = 0; probe < kProbes; ++probe) {
    const TrimPoint trial =
        evaluate(move(start_, draw_probe(uniform, probe)), take_parameters(parameters_), 0);
    if (!trial.J.topLeftCorner(n_, n_).allFinite()) continue;
    const VectorXd sizes = find_typical_sizes(system_, slopes_, trial.J);
    for (int j = 0; j < n_; ++j)
      if (tangent_block(system_, j).kind != StateBlock::Kind::quaternion)
        sizes_[static_cast<std::size_t>(j)] = std::max(1e-12, sizes[j]);
    return;
  }
}

/// A deviation from the start: none, then random ones.
VectorXd TrimEquations::draw_probe(Uniform& uniform, int probe) const {
  VectorXd delta(n_);
  for (int j = 0; j < n_; ++j)
    delta[j] = probe == 0 ? 0.0 : uniform.between(-0.3, 0.3) * nominal_[std::size_t(j)];
  return delta;
}

void TrimEquations::find_free() {
  is_free_.assign(static_cast<std::size_t>(n_), false);
  Uniform uniform(7);
  std::vector<MatrixXd> slopes;
  std::vector<VectorXd> rates;
  for (int probe = 0; probe < kProbes; ++probe) {
    const TrimPoint trial =
        evaluate(move(start_, draw_probe(uniform, probe)), take_parameters(parameters_), 0);
    if (!trial.J.allFinite()) continue;
    // The equations that must hold: rates and loops, in nominal values.
    const Index rows = trial.r.size() - static_cast<Index>(problem_.values.size());
    MatrixXd M = trial.J.topRows(rows).leftCols(n_);
    for (int j = 0; j < n_; ++j) M.col(j) *= sizes_[static_cast<std::size_t>(j)];
    slopes.push_back(M);
    rates.push_back(trial.r.head(rows).cwiseAbs());
  }
  // Rows of small terms are differences of large ones.
  std::vector<double> rounding;
  for (const MatrixXd& M : slopes)
    rounding.push_back(kRounding * (M.size() > 0 ? M.cwiseAbs().maxCoeff() : 0.0));
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (int j = 0; j < n_; ++j) {
      if (is_free_[static_cast<std::size_t>(j)]) continue;
      const StateBlock& block = tangent_block(system_, j);
      if (block.role == StateBlock::Role::rate) continue;
      if (block.kind == StateBlock::Kind::quaternion) continue;
      bool is_felt = slopes.empty();
      for (std::size_t s = 0; s < slopes.size() && !is_felt; ++s)
        for (Index i = 0; i < slopes[s].rows() && !is_felt; ++i) {
          if (i < n_ && is_free_[static_cast<std::size_t>(i)]) continue;
          const double terms = slopes[s].row(i).cwiseAbs().sum() + rates[s][i];
          is_felt = std::abs(slopes[s](i, j)) > std::max(kNoDependence * terms, rounding[s]);
        }
      if (is_felt) continue;
      is_free_[static_cast<std::size_t>(j)] = is_more = true;
    }
  }
}

std::vector<double> TrimEquations::move(std::vector<double> x, const VectorXd& delta) const {
  Index j = 0;
  for (const StateBlock& block : system_.states) {
    double* at = x.data() + block.offset;
    if (block.kind == StateBlock::Kind::quaternion) {
      const double q[4] = {at[0], at[1], at[2], at[3]};
      const double a = delta[j] / 2, b = delta[j + 1] / 2, c = delta[j + 2] / 2;
      at[0] = q[0] - q[1] * a - q[2] * b - q[3] * c;
      at[1] = q[1] + q[0] * a + q[2] * c - q[3] * b;
      at[2] = q[2] + q[0] * b + q[3] * a - q[1] * c;
      at[3] = q[3] + q[0] * c + q[1] * b - q[2] * a;
      j += 3;
    } else {
      for (int i = 0; i < block.size; ++i) at[i] += delta[j++];
    }
  }
  system_.project(x.data());
  return x;
}

TrimPoint TrimEquations::step_along(const TrimPoint& trial, const std::vector<Index>& columns,
                                    const VectorXd& y, double factor) {
  VectorXd delta = VectorXd::Zero(n_);
  std::vector<double> p = parameters_of(trial);
  double turn = trial.turn;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Index j = columns[c];
    const double change = factor * y[static_cast<Index>(c)] * column_size(trial, j);
    if (j < n_)
      delta[j] = change;
    else if (j == n_ + np_)
      turn += change;
    else
      p[static_cast<std::size_t>(j - n_)] += change;
  }
  return evaluate(move(states_of(trial), delta), p, turn);
}

TrimPoint TrimEquations::turn_to_start(const TrimPoint& trial) {
  const std::vector<double> x = states_of(trial);
  const double angle = symmetry_.find_heading(start_) - symmetry_.find_heading(x);
  return evaluate(symmetry_.turn(x, angle), parameters_of(trial), trial.turn);
}

void TrimEquations::scatter(Uniform& uniform, std::vector<double>& x, std::vector<double>& p,
                            double& turn) const {
  VectorXd delta = VectorXd::Zero(n_);
  // To the other side of the origin, too: a mass on a rod stands above its pivot as well.
  const auto largest_of_start = [&](const StateBlock& block) {
    double size = 0;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      size = std::max(size, std::abs(start_[static_cast<std::size_t>(i)]));
    return size;
  };
  for (int j = 0; j < n_; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (!is_unknown_[at] || is_free_[at]) continue;
    const StateBlock& block = tangent_block(system_, j);
    const bool turns =
        block.dimension == dimensions::kAngle || block.kind == StateBlock::Kind::quaternion;
    if (block.role == StateBlock::Role::rate)
      delta[j] = nominal_[at] * draw_size(uniform);
    else
      delta[j] =
          uniform.between(-1, 1) * (turns ? nominal_[at] * std::numbers::pi
                                          : std::max(nominal_[at], 2 * largest_of_start(block)));
  }
  x = move(x, delta);
  for (std::size_t k = 0; k < p.size(); ++k) {
    const double size = std::pow(10.0, uniform.between(-1, 1));
    p[k] = p[k] == 0 ? draw_size(uniform) : p[k] * size;
  }
  if (problem_.turns) turn = draw_size(uniform);
}

ScaledTrimEquations TrimEquations::scale(const TrimPoint& trial) const {
  ScaledTrimEquations result;
  auto& [r, J, rows, columns] = result;
  for (Index i = 0; i < trial.r.size(); ++i)
    if (i >= n_ || !is_free_[static_cast<std::size_t>(i)]) rows.push_back(i);
  for (Index j = 0; j < columns_; ++j)
    if (is_unknown_[static_cast<std::size_t>(j)]) columns.push_back(j);
  J = trial.J(rows, columns);
  r = trial.r(rows);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    J.col(static_cast<Index>(k)) *= column_size(trial, columns[k]);
  }
  for (Index i = 0; i < r.size(); ++i) {
    const double size = size_of_terms(J.row(i).cwiseAbs().maxCoeff(), rows[std::size_t(i)]);
    r[i] /= size;
    J.row(i) /= size;
  }
  return result;
}

double TrimEquations::column_size(const TrimPoint& trial, Index j) const {
  double size = sizes_[static_cast<std::size_t>(j)];
  if (j == n_ + np_) return std::max(size, std::abs(trial.turn));
  if (j >= n_) return std::max(size, std::abs(trial.in[std::size_t(others_[std::size_t(j - n_)])]));
  const StateBlock& block = tangent_block(system_, static_cast<int>(j));
  if (block.kind != StateBlock::Kind::quaternion && block.role != StateBlock::Role::coordinate)
    size = std::max(size, largest_of(block, trial.in));
  return size;
}

double TrimEquations::row_size(const TrimPoint& trial, Index row,
                               const std::vector<Index>& columns) const {
  double size = 0;
  for (const Index j : columns)
    size = std::max(size, std::abs(trial.J(row, j)) * column_size(trial, j));
  return size_of_terms(size, row);
}

double TrimEquations::size_of_terms(double largest, Index row) const {
  constexpr double kSmallRate = 1e-2;  // [1/s] of nominal values
  if (problem_.turns && row < n_)
    return std::max(largest, kSmallRate * sizes_[static_cast<std::size_t>(row)]);
  return largest > 1e-12 ? largest : 1.0;
}

std::string TrimEquations::describe(Index row) const {
  const auto loops = static_cast<Index>(gaps_ ? gaps_->output_count() : 0);
  if (row < n_) return "the rate of '" + tangent_name(system_, static_cast<int>(row)) + "'";
  if (row < n_ + loops)
    return "a closed loop (" +
           system_.constraints
               ->names[static_cast<std::size_t>(row - n_) % system_.constraints->names.size()] +
           ")";
  return "the value given for '" + problem_.outputs[static_cast<std::size_t>(row - n_ - loops)] +
         "'";
}

}  // namespace holon::detail
