// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim/trim.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/analyse/trim/trim_conclusion.h"
#include "holon/analyse/trim/trim_equations.h"
#include "holon/analyse/trim/trim_newton.h"
#include "holon/base/interrupt.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

/// The search from many starts.
class SteadySearch {
 public:
  SteadySearch(const System& system, const std::vector<double>& parameters,
               const TrimProblem& problem)
      : system_(system), problem_(problem), equations_(system, parameters, problem) {}

  TrimResult run() {
    TrimResult result;
    for (int j = 0; j < equations_.tangent_count(); ++j)
      if (equations_.is_shown_free(j)) result.free.push_back(tangent_name(system_, j));
    detail::Uniform uniform(problem_.seed);
    double least = INFINITY;
    for (int k = 0; k < problem_.starts; ++k) {
      throw_if_interrupted();
      ++result.starts;
      std::vector<double> x = equations_.start(), p = equations_.start_parameters();
      double turn = 0;
      if (k > 0) equations_.scatter(uniform, x, p, turn);
      detail::TrimPoint trial = equations_.evaluate(x, p, turn);
      const double residual = newton_.solve(trial);
      const bool is_solved = detail::TrimNewton::is_solved(residual);
      if (problem_.turns && is_solved) newton_.turn_to_start(trial);
      if (!is_solved) {
        ++result.failures;
        if (residual < least) {
          least = residual;
          result.least_residual = residual;
          result.worst = newton_.worst();
        }
        continue;
      }
      if (TrimSolution* known = find_known(result.solutions, trial)) {
        ++known->starts;
        continue;
      }
      if (const std::string violation = find_violation(trial); !violation.empty()) {
        if (result.out_of_range++ == 0) result.violation = violation;
        continue;
      }
      TrimSolution solution;
      if (!conclusion_.conclude(trial, residual, solution)) {
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
  std::string find_violation(const detail::TrimPoint& trial) const {
    if (!problem_.find_violation || problem_.parameters.empty()) return {};
    return problem_.find_violation(equations_.all_parameters(equations_.parameters_of(trial)));
  }

  TrimSolution* find_known(std::vector<TrimSolution>& solutions,
                           const detail::TrimPoint& trial) const {
    for (TrimSolution& known : solutions) {
      bool is_same = true;
      for (const StateBlock& block : system_.states) {
        const double* a = known.point.in.data() + 1 + block.offset;
        const double* b = trial.in.data() + 1 + block.offset;
        if (block.kind == StateBlock::Kind::quaternion) {
          double product = 0;
          for (int i = 0; i < 4; ++i) product += a[i] * b[i];
          is_same = is_same && 1 - std::abs(product) < detail::kTrimSame * detail::kTrimSame;
          continue;
        }
        for (int i = 0; i < block.size; ++i) {
          if (is_free_component(block, i)) continue;
          double difference = b[i] - a[i];
          if (block.dimension == dimensions::kAngle && block.role == StateBlock::Role::coordinate)
            difference = std::remainder(difference, 2 * std::numbers::pi);
          const double size = std::max(std::abs(block.nominal), std::abs(a[i]));
          is_same = is_same && std::abs(difference) < 10 * detail::kTrimSame * size;
        }
      }
      const std::vector<double> values = equations_.parameters_of(trial);
      for (std::size_t k = 0; k < values.size(); ++k) {
        const double a = known.unknown_parameters[k], b = values[k];
        is_same =
            is_same && std::abs(a - b) <= 10 * detail::kTrimSame * std::max({1e-6, std::abs(a)});
      }
      is_same = is_same && std::abs(known.turn_rate - trial.turn) <
                               10 * detail::kTrimSame * std::max(1.0, std::abs(trial.turn));
      if (is_same) return &known;
    }
    return nullptr;
  }

  bool is_free_component(const StateBlock& block, int i) const {
    int j = 0;
    for (const StateBlock& other : system_.states) {
      if (other.offset == block.offset) return equations_.is_free(j + i);
      j += other.kind == StateBlock::Kind::quaternion ? 3 : other.size;
    }
    return false;
  }

  const System& system_;
  const TrimProblem& problem_;
  detail::TrimEquations equations_;
  detail::TrimNewton newton_{equations_};
  detail::TrimConclusion conclusion_{equations_};
};

}  // namespace

TrimResult find_steady_states(const System& system, const std::vector<double>& parameters,
                              const TrimProblem& problem) {
  return SteadySearch(system, parameters, problem).run();
}

}  // namespace holon
