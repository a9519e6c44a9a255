// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/failures/loop_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"
#include "holon/simulate/start/joint_readings.h"
#include "holon/simulate/start/loop_conditions.h"
#include "holon/simulate/start/start_notes.h"

namespace holon {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Level = LoopConditions::Level;

constexpr double kWeak = 0.01;     // of the largest singular value: a rank that is about to fall
constexpr double kShare = 0.3;     // of the largest part: a joint that is worth a name
constexpr double kNeeded = 1e-3;   // of what motions ask for: they ask for what is lost
constexpr double kEarlier = 0.01;  // [s] before, motions were where the rank is the usual one
constexpr Index kMostRows = 400;   // beyond them singular values take too long for a message

std::vector<std::string> name_owners(LoopConditions& conditions, const VectorXd& weak) {
  std::vector<std::string> owners;
  const double least = kShare * weak.lpNorm<Eigen::Infinity>();
  for (Index row = 0; row < weak.size(); ++row) {
    if (std::abs(weak[row]) < least) continue;
    const std::string& owner = conditions.row_label(row).owner;
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) {
      owners.push_back(owner);
    }
  }
  if (owners.size() > kMostNamesReported) owners.resize(kMostNamesReported);
  return owners;
}

}  // namespace

std::optional<LoopFailure> explain_loop_failure(const System& system, double t,
                                                const std::vector<double>& x,
                                                const std::vector<double>& parameters) {
  if (!system.constraints || system.constraints->names.empty() ||
      system.constraints->names.size() > kMostRows)
    return std::nullopt;
  const SystemPrograms programs(system);
  LoopConditions conditions(system, programs, t, parameters);
  const std::vector<int>& speeds = conditions.states(Level::speeds);
  const auto calc_J = [&](const std::vector<double>& at) -> MatrixXd {
    return conditions.calc_jacobian(at, speeds, Level::speeds).topRows(conditions.rows());
  };
  const MatrixXd J = calc_J(x);
  if (J.size() == 0 || !J.allFinite()) return std::nullopt;

  // The usual rank, from a place beside and before, since motions led here.
  std::vector<double> beside = x;
  conditions.set_time(t - kEarlier);
  const bool closes = conditions.move_beside(beside);
  int usual = find_row_rank(J, kRank).rank;
  if (closes) usual = std::max(usual, find_row_rank(calc_J(beside), kRank).rank);
  conditions.set_time(t);
  const auto rank = static_cast<Index>(usual);
  const auto [sizes, vectors] = calc_left_singular(J);
  if (rank == 0 || rank > sizes.size() || sizes[rank - 1] > kWeak * sizes[0]) return std::nullopt;

  const VectorXd weak = vectors.col(rank - 1);
  const std::vector<std::string> owners = name_owners(conditions, weak);
  std::vector<double> still = x;
  for (const int s : speeds) still[static_cast<std::size_t>(s)] = 0;
  const VectorXd request = conditions.calc_residual(still, Level::speeds).head(conditions.rows());
  const std::vector<std::string> driven = find_driven_joints(system, t, x, parameters);
  const double ratio = sizes[rank - 1] / sizes[0];
  LoopFailure failure;
  if (!driven.empty() && std::abs(weak.dot(request)) > kNeeded * request.norm()) {
    failure.cause = fmt::format(
        "the closed loop{} of {} reach{} a limit here, and the motion{} of {} cannot be followed "
        "beyond it (constraint residual {:.1g}: speeds grow without bound)",
        owners.size() > 1 ? "s" : "", list_names(owners), owners.size() > 1 ? "" : "es",
        driven.size() > 1 ? "s" : "", list_names(driven), ratio);
    failure.advice = "check the lengths, or end the motion before it";
  } else {
    failure.cause = fmt::format(
        "the closed loop{} of {} {} at a singular configuration here (constraint residual {:.1g}), "
        "from which more than one motion may continue, or none",
        owners.size() > 1 ? "s" : "", list_names(owners), owners.size() > 1 ? "are" : "is", ratio);
    failure.advice =
        "check the lengths, and whether the values at the start are those of one motion";
    failure.is_passable = true;
  }
  return failure;
}

}  // namespace holon
