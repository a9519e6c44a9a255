// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/start_errors.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/simulate/start/joint_readings.h"
#include "holon/simulate/start/start_notes.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Level = LoopConditions::Level;

namespace {

/// As a model has it: "90 deg", "0.5 m". What Newton's method leaves of a zero is none.
std::string write_value(double value, const Dimension& dimension) {
  constexpr double kZero = 1e-9;
  const bool is_angle = dimension == dimensions::kAngle;
  const std::string unit = is_angle ? "deg" : dimension.to_string();
  const double shown = std::abs(value) < kZero ? 0
                       : is_angle              ? value * 180 / std::numbers::pi
                                               : value;
  return fmt::format("{:.6g}{}{}", shown, unit == "1" ? "" : " ", unit == "1" ? "" : unit);
}

/// ": a gap of 0.1 m at C"; nothing where no gap can be named.
std::string behind_colon(const std::string& gaps) { return gaps.empty() ? gaps : ": " + gaps; }

}  // namespace

std::vector<std::string> find_held_values(const System& system, Level level) {
  const bool are_places = level == Level::places;
  std::vector<int> held;
  for (const StateBlock& block : system.states) {
    if (block.role != (are_places ? StateBlock::Role::coordinate : StateBlock::Role::rate))
      continue;
    for (std::size_t k = 0; k < block.held.size(); ++k) {
      if (block.held[k]) held.push_back(block.offset + static_cast<int>(k));
    }
  }
  std::vector<std::string> names = name_values(system, held);
  for (const std::string& name : system.constraints->start_names) {
    const std::optional<SystemOutput> output = system.find_output(name);
    const bool is_place = output && (output->dimension == dimensions::kAngle ||
                                     output->dimension == dimensions::kLength);
    if (is_place == are_places) names.push_back(name);
  }
  return names;
}

void StartErrors::explain_places(const std::vector<double>& reached,
                                 const std::vector<double>& guessed) const {
  const VectorXd left = conditions_.calc_residual(reached, Level::places);
  const std::string gaps = conditions_.list_gaps(left, Level::places, conditions_.rows());
  const std::vector<std::string> held = find_held_values(system_, Level::places);
  if (!held.empty()) {
    std::vector<double> x = guessed;
    if (conditions_.close_places(x, conditions_.states(Level::places), false)) {
      throw ModelError(
          "the positions given by 'initial' contradict the closed loops" + behind_colon(gaps),
          "give fewer of " + list_some(held) + ", or make some of them guesses" +
              list_values(held, x));
    }
  }
  explain_rods(reached, left);
  const std::vector<std::string> driven =
      find_driven_joints(system_, conditions_.time(), reached, parameters_);
  if (driven.size() > 1 && is_driven_too_much(reached)) {
    throw ModelError("the motions of " + list_names(driven) +
                         " prescribe more than the degrees of freedom of the closed loops" +
                         behind_colon(gaps),
                     "leave out one of them");
  }
  if (!driven.empty()) {
    throw ModelError("the closed loops cannot reach the position that the motion" +
                         std::string(driven.size() > 1 ? "s of " : " of ") + list_names(driven) +
                         (driven.size() > 1 ? " ask" : " asks") + " for at the start" +
                         behind_colon(gaps),
                     "check the lengths and the start of the motion, or give guesses nearer to a "
                     "configuration in which the loops close");
  }
  if (std::string equations = list_failing_equations(left); !equations.empty()) {
    throw ModelError("no configuration satisfies all equations and loops" + behind_colon(gaps),
                     "check " + equations +
                         ", or give guesses nearer to a configuration in which all of them hold");
  }
  throw ModelError(
      "the loops do not close" + behind_colon(gaps),
      "check the lengths, or give guesses nearer to a configuration in which they close");
}

/// A rod whose ends coincide: no row of J has a direction.
void StartErrors::explain_rods(const std::vector<double>& x, const VectorXd& left) const {
  const MatrixXd J = conditions_.calc_jacobian(x, conditions_.states(Level::places), Level::places)
                         .topRows(conditions_.rows());
  for (Index row = 0; row < J.rows(); ++row) {
    const ConstraintLabel& label = conditions_.row_label(row);
    if (label.kind != ConstraintLabel::Kind::length || std::abs(left[row]) <= kPlacesMet) continue;
    if (J.cols() > 0 && J.row(row).lpNorm<Eigen::Infinity>() > kRank) continue;
    throw ModelError("the ends of '" + label.owner + "' coincide, where their distance has no " +
                         "direction" + fmt::format(" ({:.6g} m are missing)", std::abs(left[row])),
                     "give a guess or an initial position that separates them");
  }
}

std::string StartErrors::list_failing_equations(const VectorXd& left) const {
  std::vector<std::string> names;
  for (Index row = 0; row < conditions_.rows(); ++row) {
    const std::string& name = conditions_.row_name(row);
    const bool is_equation = conditions_.row_label(row).kind == ConstraintLabel::Kind::equation;
    if (is_equation && !(std::abs(left[row]) <= kPlacesMet)) names.push_back(name);
  }
  return list_some(names);
}

/// Whether motions would have to follow the loops, not the loops the motions.
bool StartErrors::is_driven_too_much(std::vector<double> x) const {
  const std::vector<int>& all = conditions_.states(Level::speeds);
  MatrixXd J(conditions_.rows(), static_cast<Index>(all.size()) + 1);
  J.leftCols(J.cols() - 1) =
      conditions_.calc_jacobian(x, all, Level::speeds).topRows(conditions_.rows());
  for (const int s : all) x[static_cast<std::size_t>(s)] = 0;
  J.rightCols(1) = conditions_.calc_residual(x, Level::speeds).head(conditions_.rows());  // by time
  const int with = find_row_rank(J, kRank).rank;
  const int without = find_row_rank(J.leftCols(J.cols() - 1), kRank).rank;
  return with > without;
}

std::string StartErrors::list_values(const std::vector<std::string>& names,
                                     const std::vector<double>& x) const {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = system_.find_output(name);
    if (output && output->size() == 1 && known.size() < kMostNamesReported) known.push_back(name);
  }
  if (known.empty()) return "";
  const std::vector<double> values =
      read_outputs(system_, known, conditions_.time(), x, parameters_);
  std::string text;
  for (std::size_t k = 0; k < known.size(); ++k) {
    const Dimension dimension = system_.find_output(known[k])->dimension;
    text += (k == 0 ? "; the loops close with " : ", ") + known[k] + " = " +
            write_value(values[k], dimension);
  }
  return text;
}

void StartErrors::explain_speeds(const std::vector<double>& reached) const {
  const VectorXd left = conditions_.calc_residual(reached, Level::speeds);
  const std::string gaps = conditions_.list_gaps(left, Level::speeds, conditions_.rows());
  const std::vector<std::string> held = find_held_values(system_, Level::speeds);
  std::vector<double> x = reached;
  if (!held.empty() && conditions_.close_speeds(x, conditions_.states(Level::speeds), false)) {
    throw ModelError(
        "the velocities given by 'initial' contradict the closed loops" + behind_colon(gaps),
        "give fewer of " + list_some(held) + ", or make some of them guesses");
  }
  const std::vector<std::string> driven =
      find_driven_joints(system_, conditions_.time(), reached, parameters_);
  throw ModelError(driven.empty()
                       ? "no velocities keep the loops closed" + behind_colon(gaps)
                       : "the closed loops cannot follow the motion" +
                             std::string(driven.size() > 1 ? "s of " : " of ") +
                             list_names(driven) + " from the start on" + behind_colon(gaps),
                   driven.size() > 1 ? "leave out one of them, or start in another configuration"
                                     : "start in another configuration");
}

}  // namespace holon
