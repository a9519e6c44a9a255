// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "holon/analyse/linear_model.h"
#include "holon/base/error_scale.h"
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
constexpr int kMostHalvings = 12;
constexpr double kRank = 1e-9;          // singular values below it, of scaled equations, are zero
constexpr double kSolved = 1e-10;       // residual relative to its terms
constexpr double kLongestStep = 0.7;    // in nominal values: rad, m, and of rates see scale()
constexpr double kSameSolution = 1e-6;  // solutions nearer than that are one
constexpr double kNoDependence = 1e-9;  // of the terms of a row
constexpr double kMarginal = 1e-7;      // growth, of the largest eigenvalue: multiple ones at zero
constexpr int kProbes = 4;              // states at which dependence is looked for

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
  VectorXd r;  ///< rates (n), conditions of loops, given outputs
  MatrixXd J;  ///< ∂r/∂(tangents, unknown parameters)
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
        np_(static_cast<int>(problem.parameters.size())) {
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
    find_free();
    is_unknown_.assign(static_cast<std::size_t>(n_ + np_), problem.tangents.empty());
    for (const int j : problem.tangents) is_unknown_[static_cast<std::size_t>(j)] = true;
    for (int k = 0; k < np_; ++k) is_unknown_[static_cast<std::size_t>(n_ + k)] = true;
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
      if (k > 0) scatter(uniform, x, p);
      Trial trial = evaluate(x, p);
      const double residual = solve(trial);
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

  Trial evaluate(const std::vector<double>& x, const std::vector<double>& p) {
    Trial trial;
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
    trial.J.resize(n_ + ng + nh, n_ + np_);
    for (int i = 0; i < n_; ++i) trial.r[i] = rates[static_cast<std::size_t>(i)];
    for (Index i = 0; i < ng; ++i) trial.r[n_ + i] = g[static_cast<std::size_t>(i)];
    for (Index i = 0; i < nh; ++i)
      trial.r[n_ + ng + i] = h[static_cast<std::size_t>(i)] - problem_.values[std::size_t(i)];
    trial.J.topRows(n_) = fill(slopes_, entries);
    if (gaps_)
      trial.J.middleRows(n_, ng) = fill(gap_slopes_, gap_slopes_.function->evaluate(trial.in));
    if (outputs_)
      trial.J.bottomRows(nh) = fill(output_slopes_, output_slopes_.function->evaluate(trial.in));
    return trial;
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
      const Trial trial = evaluate(move(x, delta), p);
      if (!trial.J.allFinite()) continue;
      // The equations that must hold: rates and loops, in nominal values.
      const Index rows = trial.r.size() - static_cast<Index>(problem_.values.size());
      MatrixXd M = trial.J.topRows(rows).leftCols(n_);
      for (int j = 0; j < n_; ++j) M.col(j) *= nominal_[static_cast<std::size_t>(j)];
      slopes.push_back(M);
      rates.push_back(trial.r.head(rows).cwiseAbs());
    }
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
            is_felt = std::abs(slopes[s](i, j)) > kNoDependence * terms;
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
    // Rates of all orders of magnitude, in both directions.
    const auto any_size = [&] {
      const double size = std::pow(10.0, uniform.between(-1.5, 2.5));
      return uniform() < 0.5 ? size : -size;
    };
    for (int j = 0; j < n_; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (!is_unknown_[at] || is_free_[at]) continue;
      const StateBlock& block = tangent_block(system_, j);
      const bool turns =
          block.dimension == dimensions::kAngle || block.kind == StateBlock::Kind::quaternion;
      if (block.role == StateBlock::Role::rate)
        delta[j] = nominal_[at] * any_size();
      else
        delta[j] = nominal_[at] * uniform.between(-1, 1) * (turns ? std::numbers::pi : 1);
    }
    x = move(x, delta);
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double size = std::pow(10.0, uniform.between(-1, 1));
      p[k] = p[k] == 0 ? any_size() : p[k] * size;
    }
  }

  /// Rows that must vanish, columns of the unknowns, in nominal values; rows divided by the sum of
  /// their terms.
  void scale(const Trial& trial, VectorXd& r, MatrixXd& J, std::vector<Index>& rows,
             std::vector<Index>& columns) const {
    rows.clear(), columns.clear();
    for (Index i = 0; i < trial.r.size(); ++i)
      if (i >= n_ || !is_free_[static_cast<std::size_t>(i)]) rows.push_back(i);
    for (Index j = 0; j < n_ + np_; ++j)
      if (is_unknown_[static_cast<std::size_t>(j)]) columns.push_back(j);
    J = trial.J(rows, columns);
    r = trial.r(rows);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Index j = columns[k];
      double size = nominal_[static_cast<std::size_t>(j)];
      // Of large speeds and parameters steps may be long.
      if (j >= n_)
        size = std::max(size, std::abs(trial.in[std::size_t(others_[std::size_t(j - n_)])]));
      else if (const StateBlock& block = tangent_block(system_, static_cast<int>(j));
               block.kind != StateBlock::Kind::quaternion &&
               block.role != StateBlock::Role::coordinate)
        size = std::max(size, largest_of(block, trial.in));
      J.col(static_cast<Index>(k)) *= size;
    }
    for (Index i = 0; i < r.size(); ++i) {
      const double terms = std::max(J.row(i).cwiseAbs().maxCoeff(), 1e-300);
      // What no unknown changes keeps its size.
      const double size = terms > 1e-12 ? terms : 1.0;
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

  double column_size(const Trial& trial, Index j) const {
    double size = nominal_[static_cast<std::size_t>(j)];
    if (j >= n_)
      return std::max(size, std::abs(trial.in[std::size_t(others_[std::size_t(j - n_)])]));
    const StateBlock& block = tangent_block(system_, static_cast<int>(j));
    if (block.kind != StateBlock::Kind::quaternion && block.role != StateBlock::Role::coordinate)
      size = std::max(size, largest_of(block, trial.in));
    return size;
  }

  /// Newton's method; the residual that remains, infinite where it diverges.
  double solve(Trial& trial) {
    VectorXd r;
    MatrixXd J;
    std::vector<Index> rows, columns;
    double residual = INFINITY;
    for (int step = 0; step < kMostSteps; ++step) {
      if (!trial.J.allFinite() || !trial.r.allFinite()) return INFINITY;
      scale(trial, r, J, rows, columns);
      residual = r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0.0;
      note_worst(r, rows);
      if (columns.empty()) return residual;
      VectorXd y = solve_least_squares(J, -r, kRank);
      const double length = y.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(length)) return INFINITY;
      if (residual <= kSolved && length <= 1e-3 * kSameSolution) return residual;
      double factor = length > kLongestStep ? kLongestStep / length : 1.0;
      const double before = r.norm();
      bool is_better = false;
      for (int k = 0; k < kMostHalvings && !is_better; ++k, factor /= 2) {
        VectorXd delta = VectorXd::Zero(n_);
        std::vector<double> p;
        for (int i = 0; i < np_; ++i)
          p.push_back(trial.in[static_cast<std::size_t>(others_[static_cast<std::size_t>(i)])]);
        for (std::size_t c = 0; c < columns.size(); ++c) {
          const double change = factor * y[static_cast<Index>(c)] * column_size(trial, columns[c]);
          if (columns[c] < n_)
            delta[columns[c]] = change;
          else
            p[static_cast<std::size_t>(columns[c] - n_)] += change;
        }
        const std::vector<double> x(trial.in.begin() + 1,
                                    trial.in.begin() + 1 + system_.state_count());
        Trial next = evaluate(move(x, delta), p);
        if (!next.r.allFinite()) continue;
        VectorXd scaled = next.r(rows);
        for (Index i = 0; i < scaled.size(); ++i) {
          const double unscaled = trial.r[rows[static_cast<std::size_t>(i)]];
          const double size = unscaled != 0 && r[i] != 0
                                  ? unscaled / r[i]
                                  : row_size(trial, rows[static_cast<std::size_t>(i)], columns);
          scaled[i] /= size;
        }
        is_better = scaled.norm() < (1 - 1e-4 * factor) * before ||
                    (residual <= kSolved && scaled.lpNorm<Eigen::Infinity>() <= kSolved);
        if (is_better) trial = std::move(next);
      }
      if (!is_better) break;
    }
    return residual;
  }

  double row_size(const Trial& trial, Index row, const std::vector<Index>& columns) const {
    double size = 0;
    for (const Index j : columns)
      size = std::max(size, std::abs(trial.J(row, j)) * column_size(trial, j));
    return size > 1e-12 ? size : 1.0;
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
    const LeftSingular s = calc_left_singular(MatrixXd(J(Eigen::all, kept).transpose()));
    Index rank = 0;
    while (rank < s.values.size() && s.values[rank] > 1e-7 * s.values[0]) ++rank;
    solution.family = static_cast<int>(static_cast<Index>(kept.size()) - rank);
    for (Index k = rank; k < static_cast<Index>(kept.size()); ++k) {
      Index at = 0;
      s.vectors.col(k).cwiseAbs().maxCoeff(&at);
      const Index j = felt[static_cast<std::size_t>(at)];
      std::string name =
          j < n_ ? tangent_name(system_, static_cast<int>(j))
                 : system_.parameters[std::size_t(problem_.parameters[std::size_t(j - n_)])].name;
      std::vector<std::string>& names = solution.family_names;
      if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    }
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
    solution.stability = growth > kMarginal * largest    ? Stability::unstable
                         : growth < -kMarginal * largest ? Stability::asymptotic
                                                         : Stability::marginal;
  }

  const System& system_;
  const std::vector<double>& parameters_;
  const TrimProblem& problem_;
  SystemPrograms programs_;
  SystemInputs inputs_;
  Workspace workspace_;
  const int n_, np_;
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
