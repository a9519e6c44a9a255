// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/trim/trim_conclusion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/base/matrices.h"
#include "holon/simulate/start/equilibrium_equations.h"
#include "holon/system/counted_revolutions.h"
#include "holon/system/tangent.h"

namespace holon::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Of the matrix, by what Newton's method leaves: multiple eigenvalues at zero are split by its
// root. In a turn these are heading and turn rate.
constexpr double kMatrixError = 1e-14, kMatrixErrorOfTurn = 1e-11;
constexpr double kRestingRate = 1e-12;  // of the terms of a rate: rounding errors of zero

}  // namespace

bool TrimConclusion::conclude(const TrimPoint& trial, double residual,
                              TrimSolution& solution) const {
  const std::vector<double> x = equations_.states_of(trial);
  solution.unknown_parameters = equations_.parameters_of(trial);
  if (!equations_.system().events.empty()) {
    EquilibriumEquations equations(equations_.system(), equations_.programs(),
                                   equations_.all_parameters(solution.unknown_parameters));
    if (!equations.settle(x)) return false;
  }
  solution.residual = residual;
  solution.turn_rate = trial.turn;
  solution.point.turn_rate = trial.turn;
  solution.point.turning_vectors = equations_.symmetry().vectors();
  solution.point.kind = OperatingPoint::Kind::equilibrium;
  solution.point.in = trial.in;
  count_revolutions(solution.point.in);
  settle_delays(equations_.system(), solution.point.in);
  std::vector<double> dx(x.size());
  Workspace workspace;
  equations_.programs().derivative.run(trial.in.data(), dx.data(), workspace);
  const std::vector<double> rates = calc_tangent_rates(equations_.system(), x, dx);
  std::vector<Index> columns(static_cast<std::size_t>(equations_.turn_column()));
  std::iota(columns.begin(), columns.end(), 0);
  for (int j = 0; j < n_; ++j) {
    if (!equations_.is_shown_free(j)) continue;
    const double rate = rates[std::size_t(j)];
    const bool is_zero = std::abs(rate) <= kRestingRate * equations_.row_size(trial, j, columns);
    solution.point.free.push_back({tangent_name(equations_.system(), j), is_zero ? 0 : rate});
  }
  find_family(trial, solution);
  find_stability(solution);
  return true;
}

void TrimConclusion::count_revolutions(std::vector<double>& in) const {
  const System& system = equations_.system();
  for (const StateBlock& block : system.states)
    if (block.dimension == dimensions::kAngle && has_output_beyond_itself(system, block))
      in[static_cast<std::size_t>(1 + block.offset)] =
          system.select_outputs({block.name})->evaluate(in).front();
}

void TrimConclusion::find_family(const TrimPoint& trial, TrimSolution& solution) const {
  const ScaledTrimEquations e = equations_.scale(trial);
  std::vector<Index> kept, felt;
  for (std::size_t k = 0; k < e.columns.size(); ++k) {
    const Index j = e.columns[k];
    if (j < n_ && equations_.is_free(static_cast<int>(j))) continue;
    kept.push_back(static_cast<Index>(k)), felt.push_back(j);
  }
  if (kept.empty()) return;
  MatrixXd equations = e.J(Eigen::all, kept);
  if (equations_.problem().turns) hold_heading(trial, felt, equations);
  const LeftSingular s = calc_left_singular(MatrixXd(equations.transpose()));
  Index rank = 0;
  while (rank < s.values.size() && s.values[rank] > 1e-7 * s.values[0]) ++rank;
  solution.family = static_cast<int>(static_cast<Index>(kept.size()) - rank);
  for (Index k = rank; k < static_cast<Index>(kept.size()); ++k) {
    Index at = 0;
    s.vectors.col(k).cwiseAbs().maxCoeff(&at);
    const Index j = felt[static_cast<std::size_t>(at)];
    std::string name =
        j < n_ ? tangent_name(equations_.system(), static_cast<int>(j))
        : j == equations_.turn_column()
            ? std::string("the turn rate")
            : equations_.system()
                  .parameters[std::size_t(equations_.problem().parameters[std::size_t(j - n_)])]
                  .name;
    std::vector<std::string>& names = solution.family_names;
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
}

void TrimConclusion::hold_heading(const TrimPoint& trial, const std::vector<Index>& felt,
                                  MatrixXd& equations) const {
  const std::vector<double> x = equations_.states_of(trial);
  const VectorXd G = equations_.symmetry().calc_change(x);
  VectorXd along = VectorXd::Zero(static_cast<Index>(felt.size()));
  for (std::size_t k = 0; k < felt.size(); ++k)
    if (felt[k] < n_)
      along[static_cast<Index>(k)] = G[felt[k]] / equations_.column_size(trial, felt[k]);
  if (!(along.norm() > 0)) return;
  along.normalize();
  if ((equations * along).lpNorm<Eigen::Infinity>() > 1e-7) return;
  equations.conservativeResize(equations.rows() + 1, Eigen::NoChange);
  equations.bottomRows(1) = along.transpose();
}

void TrimConclusion::find_stability(TrimSolution& solution) const {
  const LinearModel model = linearize(equations_.system(), solution.point, {});
  std::vector<Index> kept;
  for (Index k = 0; k < model.order(); ++k) {
    const std::string& name = model.x[static_cast<std::size_t>(k)].name;
    bool is_free = false;
    for (int j = 0; j < n_; ++j)
      is_free |=
          equations_.is_free(static_cast<int>(j)) && tangent_name(equations_.system(), j) == name;
    if (!is_free) kept.push_back(k);
  }
  solution.poles = find_poles(model.A(kept, kept), model.plane(),
                              equations_.problem().turns ? kMatrixErrorOfTurn : kMatrixError);
  double growth = -INFINITY;
  for (const Pole& pole : solution.poles) growth = std::max(growth, pole.growth());
  // That of a marginal pole is zero.
  solution.stability = growth > 0   ? Stability::unstable
                       : growth < 0 ? Stability::asymptotic
                                    : Stability::marginal;
}

}  // namespace holon::detail
