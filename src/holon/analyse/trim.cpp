// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "holon/analyse/linear_model.h"
#include "holon/analyse/steady_turn.h"
#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/matrices.h"
#include "holon/simulate/equilibrium_equations.h"
#include "holon/simulate/first_instant.h"
#include "holon/simulate/system_rhs.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostSteps = 80;
constexpr int kFewHalvings = 4, kMostHalvings = 12;
constexpr double kCoarseRanks[] = {1e-5, 1e-3};
constexpr double kRank = 1e-9;          // singular values below it, of scaled equations, are zero
constexpr double kSolved = 1e-10;       // residual relative to its terms
constexpr double kLongestStep = 0.7;    // in nominal values: rad, m, and of rates see scale()
constexpr double kSameSolution = 1e-6;  // solutions nearer than that are one
constexpr double kNoDependence = 1e-9;  // of the terms of a row
constexpr double kRounding = 1e-13;     // of the largest slope
constexpr double kMarginal = 1e-7;      // growth, of the largest eigenvalue: multiple ones at zero
// The same of a turn, whose double zero (heading and turn rate) the root of what Newton's method
// leaves splits.
constexpr double kMarginalTurn = 1e-5;
constexpr int kProbes = 4;  // states at which dependence is looked for

/// Uniform in [0, 1): the same on every machine.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : bits_(seed) {}
  double operator()() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double between(double a, double b) { return a + (b - a) * (*this)(); }

 private:
  std::mt19937_64 bits_;
};

/// A point of the search: all inputs of the System's functions.
struct Trial {
  std::vector<double> in;
  double turn = 0;  ///< [rad/s]
  VectorXd r;       ///< rates (n), conditions of loops, given outputs
  MatrixXd J;       ///< ∂r/∂(tangents, unknown parameters)
};

class SteadySearch {
 public:
  SteadySearch(const System& system, const std::vector<double>& parameters,
               const TrimProblem& problem)
      : system_(system),
        parameters_(parameters),
        problem_(problem),
        programs_(system),
        inputs_(system, programs_.indicators, 1),
        n_(tangent_count(system)),
        np_(static_cast<int>(problem.parameters.size())),
        columns_(n_ + np_ + (problem.turns ? 1 : 0)),
        symmetry_(problem.turns ? detail::HeadingSymmetry(system) : detail::HeadingSymmetry()) {
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
    find_free();
    is_unknown_.assign(static_cast<std::size_t>(columns_), problem.tangents.empty());
    for (const int j : problem.tangents) is_unknown_[static_cast<std::size_t>(j)] = true;
    for (int k = n_; k < columns_; ++k) is_unknown_[static_cast<std::size_t>(k)] = true;
  }

  TrimResult run() {
    TrimResult result;
    for (int j = 0; j < n_; ++j)
      if (is_shown_free(j)) result.free.push_back(tangent_name(system_, j));
    Uniform uniform(problem_.seed);
    double least = INFINITY;
    for (int k = 0; k < problem_.starts; ++k) {
      throw_if_interrupted();
      ++result.starts;
      std::vector<double> x = start_, p = take_parameters(parameters_);
      double turn = 0;
      if (k > 0) {
        scatter(uniform, x, p);
        if (problem_.turns) turn = any_size(uniform);
      }
      Trial trial = evaluate(x, p, turn);
      const double residual = solve(trial);
      if (problem_.turns && residual <= kSolved) turn_to_start(trial);
      if (!(residual <= kSolved)) {
        ++result.failures;
        if (residual < least) {
          least = residual;
          result.least_residual = residual;
          result.worst = worst_;
        }
        continue;
      }
      if (TrimSolution* known = find_known(result.solutions, trial)) {
        ++known->starts;
        continue;
      }
      TrimSolution solution;
      if (!conclude(trial, residual, solution)) {
        ++result.inadmissible;
        continue;
      }
      solution.starts = 1;
      result.solutions.push_back(std::move(solution));
      // Every start leads to another member of a family.
      if (result.solutions.back().family > 0) break;
    }
    return result;
  }

 private:
  /// Not the integrals that Holon adds.
  bool is_shown_free(int j) const {
    return is_free_[static_cast<std::size_t>(j)] &&
           !tangent_name(system_, j).starts_with("system.");
  }

  std::vector<double> take_parameters(const std::vector<double>& all) const {
    std::vector<double> values;
    for (const int k : problem_.parameters) values.push_back(all[static_cast<std::size_t>(k)]);
    return values;
  }

  std::vector<double> all_parameters(const std::vector<double>& unknown) const {
    std::vector<double> values = parameters_;
    for (std::size_t k = 0; k < unknown.size(); ++k)
      values[static_cast<std::size_t>(problem_.parameters[k])] = unknown[k];
    return values;
  }

  static MatrixXd fill(const FunctionJacobian& J, const std::vector<double>& entries) {
    MatrixXd M = MatrixXd::Zero(J.pattern.rows, J.pattern.columns);
    for (int j = 0; j < J.pattern.columns; ++j)
      for (int k = J.pattern.start[static_cast<std::size_t>(j)];
           k < J.pattern.start[static_cast<std::size_t>(j + 1)]; ++k)
        M(J.pattern.row[static_cast<std::size_t>(k)], j) = entries[static_cast<std::size_t>(k)];
    return M;
  }

  Trial evaluate(const std::vector<double>& x, const std::vector<double>& p, double turn) {
    Trial trial;
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
    trial.J.topLeftCorner(n_, nx) = fill(slopes_, entries);
    if (gaps_)
      trial.J.block(n_, 0, ng, nx) = fill(gap_slopes_, gap_slopes_.function->evaluate(trial.in));
    if (outputs_)
      trial.J.bottomLeftCorner(nh, nx) =
          fill(output_slopes_, output_slopes_.function->evaluate(trial.in));
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

  /// Throws ModelError where the rates depend on the heading.
  void check_symmetry() {
    constexpr double kAngle = 0.7, kAlike = 1e-7;
    if (symmetry_.is_empty())
      throw ModelError(
          "no body is free to turn about the vertical: steady turns are those of free "
          "bodies (without a joint that holds them on the world)");
    Uniform uniform(11);
    for (int probe = 0; probe < kProbes; ++probe) {
      VectorXd delta(n_);
      for (int j = 0; j < n_; ++j)
        delta[j] = probe == 0 ? 0.0 : uniform.between(-0.3, 0.3) * nominal_[std::size_t(j)];
      const std::vector<double> p = take_parameters(parameters_), x = move(start_, delta);
      const Trial here = evaluate(x, p, 0), turned = evaluate(symmetry_.turn(x, kAngle), p, 0);
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

  /// The same solution in the heading of the start, where what is given allows it.
  void turn_to_start(Trial& trial) {
    const std::vector<double> x(trial.in.begin() + 1, trial.in.begin() + 1 + system_.state_count());
    const double angle = symmetry_.find_heading(start_) - symmetry_.find_heading(x);
    Trial turned = evaluate(symmetry_.turn(x, angle), parameters_of(trial), trial.turn);
    VectorXd r;
    MatrixXd J;
    std::vector<Index> rows, columns;
    scale(turned, r, J, rows, columns);
    // The rounding errors of the turn come on top of what Newton's method has left.
    if (r.size() == 0 || r.lpNorm<Eigen::Infinity>() <= 10 * kSolved) trial = std::move(turned);
  }

  std::vector<double> parameters_of(const Trial& trial) const {
    std::vector<double> p;
    for (const int k : others_) p.push_back(trial.in[static_cast<std::size_t>(k)]);
    return p;
  }

  /// Rates of all orders of magnitude, in both directions.
  static double any_size(Uniform& uniform) {
    const double size = std::pow(10.0, uniform.between(-1.5, 2.5));
    return uniform() < 0.5 ? size : -size;
  }

  /// Coordinates on which no rate depends but those of such coordinates: a position does not change
  /// anything, a heading only the rates of the position.
  void find_free() {
    is_free_.assign(static_cast<std::size_t>(n_), false);
    Uniform uniform(7);
    std::vector<MatrixXd> slopes;
    std::vector<VectorXd> rates;
    for (int probe = 0; probe < kProbes; ++probe) {
      std::vector<double> x = start_, p = take_parameters(parameters_);
      VectorXd delta(n_);
      for (int j = 0; j < n_; ++j)
        delta[j] = probe == 0 ? 0.0 : uniform.between(-0.3, 0.3) * nominal_[std::size_t(j)];
      const Trial trial = evaluate(move(x, delta), p, 0);
      if (!trial.J.allFinite()) continue;
      // The equations that must hold: rates and loops, in nominal values.
      const Index rows = trial.r.size() - static_cast<Index>(problem_.values.size());
      MatrixXd M = trial.J.topRows(rows).leftCols(n_);
      for (int j = 0; j < n_; ++j) M.col(j) *= nominal_[static_cast<std::size_t>(j)];
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

  /// x moved by tangent coordinates.
  std::vector<double> move(std::vector<double> x, const VectorXd& delta) const {
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

  void scatter(Uniform& uniform, std::vector<double>& x, std::vector<double>& p) const {
    VectorXd delta = VectorXd::Zero(n_);
    for (int j = 0; j < n_; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (!is_unknown_[at] || is_free_[at]) continue;
      const StateBlock& block = tangent_block(system_, j);
      const bool turns =
          block.dimension == dimensions::kAngle || block.kind == StateBlock::Kind::quaternion;
      if (block.role == StateBlock::Role::rate)
        delta[j] = nominal_[at] * any_size(uniform);
      else
        delta[j] = nominal_[at] * uniform.between(-1, 1) * (turns ? std::numbers::pi : 1);
    }
    x = move(x, delta);
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double size = std::pow(10.0, uniform.between(-1, 1));
      p[k] = p[k] == 0 ? any_size(uniform) : p[k] * size;
    }
  }

  /// Rows that must vanish, columns of the unknowns, in nominal values; rows divided by the sum of
  /// their terms.
  void scale(const Trial& trial, VectorXd& r, MatrixXd& J, std::vector<Index>& rows,
             std::vector<Index>& columns) const {
    rows.clear(), columns.clear();
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
  }

  static double largest_of(const StateBlock& block, const std::vector<double>& in) {
    double size = 0;
    for (int i = 0; i < block.size; ++i)
      size = std::max(size, std::abs(in[static_cast<std::size_t>(1 + block.offset + i)]));
    return size;
  }

  /// Of large speeds and parameters steps may be long.
  double column_size(const Trial& trial, Index j) const {
    double size = nominal_[static_cast<std::size_t>(j)];
    if (j == n_ + np_) return std::max(size, std::abs(trial.turn));
    if (j >= n_)
      return std::max(size, std::abs(trial.in[std::size_t(others_[std::size_t(j - n_)])]));
    const StateBlock& block = tangent_block(system_, static_cast<int>(j));
    if (block.kind != StateBlock::Kind::quaternion && block.role != StateBlock::Role::coordinate)
      size = std::max(size, largest_of(block, trial.in));
    return size;
  }

  /// The equations at a trial, as scale() has them.
  struct ScaledEquations {
    VectorXd r;
    MatrixXd J;
    std::vector<Index> rows, columns;
  };

  /// Newton's method; the residual that remains, infinite where it diverges.
  double solve(Trial& trial) {
    ScaledEquations e;
    double residual = INFINITY;
    for (int step = 0; step < kMostSteps; ++step) {
      if (!trial.J.allFinite() || !trial.r.allFinite()) return INFINITY;
      scale(trial, e.r, e.J, e.rows, e.columns);
      residual = e.r.size() > 0 ? e.r.lpNorm<Eigen::Infinity>() : 0.0;
      note_worst(e.r, e.rows);
      if (e.columns.empty()) return residual;
      const VectorXd y = solve_least_squares(e.J, -e.r, kRank);
      const double length = y.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(length)) return INFINITY;
      if (residual <= kSolved && length <= 1e-3 * kSameSolution) return residual;
      // Along a narrow valley (a turn of small lean beside straight motion), and where equations
      // are redundant but for what is left of them, directions that hardly matter are better left
      // out.
      std::optional<Step> best = follow(trial, e, y, residual, kFewHalvings);
      for (const double rank : kCoarseRanks) {
        std::optional<Step> other =
            follow(trial, e, solve_least_squares(e.J, -e.r, rank), residual, kFewHalvings);
        if (other && (!best || other->remains < best->remains)) best = std::move(other);
      }
      if (!best) best = follow(trial, e, y, residual, kMostHalvings);
      if (!best) break;
      trial = std::move(best->to);
    }
    return residual;
  }

  struct Step {
    Trial to;
    double remains = 0;  ///< norm of the equations there, in the scale of those before
  };

  /// The step y, shortened until the equations are better satisfied; nothing where no shorter one
  /// does it.
  std::optional<Step> follow(const Trial& trial, const ScaledEquations& e, const VectorXd& y,
                             double residual, int halvings) {
    const double length = y.lpNorm<Eigen::Infinity>();
    double factor = length > kLongestStep ? kLongestStep / length : 1.0;
    for (int k = 0; k < halvings; ++k, factor /= 2) {
      Trial next = step_along(trial, e, y, factor);
      if (!next.r.allFinite()) continue;
      VectorXd scaled = next.r(e.rows);
      for (Index i = 0; i < scaled.size(); ++i) {
        const Index row = e.rows[static_cast<std::size_t>(i)];
        const double unscaled = trial.r[row];
        scaled[i] /=
            unscaled != 0 && e.r[i] != 0 ? unscaled / e.r[i] : row_size(trial, row, e.columns);
      }
      const bool is_better = scaled.norm() < (1 - 1e-4 * factor) * e.r.norm() ||
                             (residual <= kSolved && scaled.lpNorm<Eigen::Infinity>() <= kSolved);
      if (is_better) return Step{std::move(next), scaled.norm()};
    }
    return {};
  }

  Trial step_along(const Trial& trial, const ScaledEquations& e, const VectorXd& y, double factor) {
    VectorXd delta = VectorXd::Zero(n_);
    std::vector<double> p = parameters_of(trial);
    double turn = trial.turn;
    for (std::size_t c = 0; c < e.columns.size(); ++c) {
      const Index j = e.columns[c];
      const double change = factor * y[static_cast<Index>(c)] * column_size(trial, j);
      if (j < n_)
        delta[j] = change;
      else if (j == n_ + np_)
        turn += change;
      else
        p[static_cast<std::size_t>(j - n_)] += change;
    }
    const std::vector<double> x(trial.in.begin() + 1, trial.in.begin() + 1 + system_.state_count());
    return evaluate(move(x, delta), p, turn);
  }

  double row_size(const Trial& trial, Index row, const std::vector<Index>& columns) const {
    double size = 0;
    for (const Index j : columns)
      size = std::max(size, std::abs(trial.J(row, j)) * column_size(trial, j));
    return size_of_terms(size, row);
  }

  /// What no unknown changes keeps its size. In a turn the accelerations that constraints
  /// determine are of second order: by their own slopes, which vanish with them, they would seem
  /// half solved by every step.
  double size_of_terms(double largest, Index row) const {
    constexpr double kSmallRate = 1e-2;  // [1/s] of nominal values
    if (problem_.turns && row < n_)
      return std::max(largest, kSmallRate * nominal_[static_cast<std::size_t>(row)]);
    return largest > 1e-12 ? largest : 1.0;
  }

  void note_worst(const VectorXd& r, const std::vector<Index>& rows) {
    if (r.size() == 0) return;
    Index at = 0;
    r.cwiseAbs().maxCoeff(&at);
    const Index row = rows[static_cast<std::size_t>(at)];
    const auto loops = static_cast<Index>(gaps_ ? gaps_->output_count() : 0);
    if (row < n_)
      worst_ = "the rate of '" + tangent_name(system_, static_cast<int>(row)) + "'";
    else if (row < n_ + loops)
      worst_ = "a closed loop (" +
               system_.constraints
                   ->names[static_cast<std::size_t>(row - n_) % system_.constraints->names.size()] +
               ")";
    else
      worst_ = "the value given for '" +
               problem_.outputs[static_cast<std::size_t>(row - n_ - loops)] + "'";
  }

  TrimSolution* find_known(std::vector<TrimSolution>& solutions, const Trial& trial) const {
    for (TrimSolution& known : solutions) {
      bool is_same = true;
      for (const StateBlock& block : system_.states) {
        const double* a = known.point.in.data() + 1 + block.offset;
        const double* b = trial.in.data() + 1 + block.offset;
        if (block.kind == StateBlock::Kind::quaternion) {
          double product = 0;
          for (int i = 0; i < 4; ++i) product += a[i] * b[i];
          is_same = is_same && 1 - std::abs(product) < kSameSolution * kSameSolution;
          continue;
        }
        for (int i = 0; i < block.size; ++i) {
          if (is_free_component(block, i)) continue;
          double difference = b[i] - a[i];
          if (block.dimension == dimensions::kAngle && block.role == StateBlock::Role::coordinate)
            difference = std::remainder(difference, 2 * std::numbers::pi);
          const double size = std::max(std::abs(block.nominal), std::abs(a[i]));
          is_same = is_same && std::abs(difference) < 10 * kSameSolution * size;
        }
      }
      for (const int k : others_) {
        const double a = known.point.in[static_cast<std::size_t>(k)];
        const double b = trial.in[static_cast<std::size_t>(k)];
        is_same = is_same && std::abs(a - b) <= 10 * kSameSolution * std::max({1e-6, std::abs(a)});
      }
      is_same = is_same && std::abs(known.turn_rate - trial.turn) <
                               10 * kSameSolution * std::max(1.0, std::abs(trial.turn));
      if (is_same) return &known;
    }
    return nullptr;
  }

  bool is_free_component(const StateBlock& block, int i) const {
    int j = 0;
    for (const StateBlock& other : system_.states) {
      if (other.offset == block.offset) return is_free_[static_cast<std::size_t>(j + i)];
      j += other.kind == StateBlock::Kind::quaternion ? 3 : other.size;
    }
    return false;
  }

  /// False where no run could begin there.
  bool conclude(const Trial& trial, double residual, TrimSolution& solution) {
    const std::vector<double> x(trial.in.begin() + 1, trial.in.begin() + 1 + system_.state_count());
    for (const int k : others_)
      solution.unknown_parameters.push_back(trial.in[static_cast<std::size_t>(k)]);
    if (!system_.events.empty()) {
      EquilibriumEquations equations(system_, programs_,
                                     all_parameters(solution.unknown_parameters));
      if (!equations.settle(x)) return false;
    }
    solution.residual = residual;
    solution.turn_rate = trial.turn;
    solution.point.turn_rate = trial.turn;
    solution.point.turning_vectors = symmetry_.vectors();
    solution.point.kind = OperatingPoint::Kind::equilibrium;
    solution.point.in = trial.in;
    settle_delays(system_, solution.point.in);
    std::vector<double> dx(x.size());
    programs_.derivative.run(trial.in.data(), dx.data(), workspace_);
    const std::vector<double> rates = calc_tangent_rates(system_, x, dx);
    for (int j = 0; j < n_; ++j)
      if (is_shown_free(j))
        solution.point.free.push_back({tangent_name(system_, j), rates[std::size_t(j)]});
    find_family(trial, solution);
    find_stability(solution);
    return true;
  }

  /// Directions that the equations leave open.
  void find_family(const Trial& trial, TrimSolution& solution) const {
    VectorXd r;
    MatrixXd J;
    std::vector<Index> rows, columns, kept;
    scale(trial, r, J, rows, columns);
    std::vector<Index> felt;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Index j = columns[k];
      if (j < n_ && is_free_[static_cast<std::size_t>(j)]) continue;
      kept.push_back(static_cast<Index>(k)), felt.push_back(j);
    }
    if (kept.empty()) return;
    MatrixXd equations = J(Eigen::all, kept);
    if (problem_.turns) hold_heading(trial, felt, equations);
    const LeftSingular s = calc_left_singular(MatrixXd(equations.transpose()));
    Index rank = 0;
    while (rank < s.values.size() && s.values[rank] > 1e-7 * s.values[0]) ++rank;
    solution.family = static_cast<int>(static_cast<Index>(kept.size()) - rank);
    for (Index k = rank; k < static_cast<Index>(kept.size()); ++k) {
      Index at = 0;
      s.vectors.col(k).cwiseAbs().maxCoeff(&at);
      const Index j = felt[static_cast<std::size_t>(at)];
      std::string name =
          j < n_ ? tangent_name(system_, static_cast<int>(j))
          : j == n_ + np_
              ? std::string("the turn rate")
              : system_.parameters[std::size_t(problem_.parameters[std::size_t(j - n_)])].name;
      std::vector<std::string>& names = solution.family_names;
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    }
  }

  /// A turn in any heading is the same: one row more where the equations allow the change along it.
  void hold_heading(const Trial& trial, const std::vector<Index>& felt, MatrixXd& equations) const {
    const std::vector<double> x(trial.in.begin() + 1, trial.in.begin() + 1 + system_.state_count());
    const VectorXd G = symmetry_.calc_change(x);
    VectorXd along = VectorXd::Zero(static_cast<Index>(felt.size()));
    for (std::size_t k = 0; k < felt.size(); ++k)
      if (felt[k] < n_) along[static_cast<Index>(k)] = G[felt[k]] / column_size(trial, felt[k]);
    if (!(along.norm() > 0)) return;
    along.normalize();
    if ((equations * along).lpNorm<Eigen::Infinity>() > 1e-7) return;
    equations.conservativeResize(equations.rows() + 1, Eigen::NoChange);
    equations.bottomRows(1) = along.transpose();
  }

  void find_stability(TrimSolution& solution) const {
    const LinearModel model = linearize(system_, solution.point, {});
    std::vector<Index> kept;
    for (Index k = 0; k < model.order(); ++k) {
      const std::string& name = model.x[static_cast<std::size_t>(k)].name;
      bool is_free = false;
      for (int j = 0; j < n_; ++j)
        is_free |= is_free_[static_cast<std::size_t>(j)] && tangent_name(system_, j) == name;
      if (!is_free) kept.push_back(k);
    }
    solution.poles = find_poles(model.A(kept, kept), model.plane());
    double largest = 0, growth = -INFINITY;
    for (const Pole& pole : solution.poles) {
      const double size = std::abs(pole.continuous());
      if (std::isfinite(size)) largest = std::max(largest, size);
      growth = std::max(growth, pole.growth());
    }
    const double marginal = (problem_.turns ? kMarginalTurn : kMarginal) * largest;
    solution.stability = growth > marginal    ? Stability::unstable
                         : growth < -marginal ? Stability::asymptotic
                                              : Stability::marginal;
  }

  const System& system_;
  const std::vector<double>& parameters_;
  const TrimProblem& problem_;
  SystemPrograms programs_;
  SystemInputs inputs_;
  Workspace workspace_;
  const int n_, np_, columns_;  ///< tangents, unknown parameters, all columns
  const detail::HeadingSymmetry symmetry_;
  std::vector<int> others_;  // unknown parameters among the inputs of the functions
  FunctionJacobian slopes_, output_slopes_, gap_slopes_;
  Program slope_program_;
  FunctionRef outputs_, gaps_;
  std::vector<double> start_, nominal_;
  std::vector<bool> is_free_, is_unknown_;
  std::string worst_;
};

}  // namespace

TrimResult find_steady_states(const System& system, const std::vector<double>& parameters,
                              const TrimProblem& problem) {
  return SteadySearch(system, parameters, problem).run();
}

}  // namespace holon
