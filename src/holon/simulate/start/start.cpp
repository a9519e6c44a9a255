// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/simulate/start/joint_readings.h"
#include "holon/simulate/start/loop_conditions.h"
#include "holon/simulate/start/singular_configuration.h"
#include "holon/simulate/start/start_branches.h"
#include "holon/simulate/start/start_errors.h"
#include "holon/simulate/start/start_notes.h"
#include "holon/system/undetermined.h"

namespace holon {

namespace {

using Level = LoopConditions::Level;

constexpr double kNearlyLost = 1e-5;  // likewise: a position that is nearly singular
constexpr double kEquallyNear = 1e-6;
constexpr double kGapMet = 1e-9;  // [m/s, rad/s] and of the gap before
constexpr double kLater =
    0.01;  // [s] motions move a mechanism, too, to where its rank is the usual one

class StartSearch {
 public:
  StartSearch(const System& system, double t0, const std::vector<double>& parameters)
      : system_(system),
        parameters_(parameters),
        programs_(system),
        conditions_(system, programs_, t0, parameters) {
    for (const StateBlock& block : system.states) {
      for (int k = 0; k < block.size; ++k) {
        if (!block.held.empty() && block.held[static_cast<std::size_t>(k)]) continue;
        if (block.role == StateBlock::Role::coordinate) places_.push_back(block.offset + k);
        if (block.role == StateBlock::Role::rate) speeds_.push_back(block.offset + k);
      }
    }
  }

  Start run(std::vector<double> guess) {
    x_ = std::move(guess);
    system_.project(x_.data());
    const std::vector<double> guessed = x_;
    const StartErrors errors(system_, conditions_, parameters_);
    if (!conditions_.close_places(x_, places_, true)) errors.explain_places(x_, guessed);
    unwrap(guessed);
    if (conditions_.rows() > 0) find_ranks();
    close_speeds_by_impulse();
    if (!conditions_.close_speeds(x_, speeds_, true)) errors.explain_speeds(x_);
    Start start;
    if (near_.rank > here_.rank) choose_branch(start.notes);
    start.x = x_;
    report_redundancy(start);
    if (const std::string changes = list_changes(system_, guessed, x_, "guess"); !changes.empty())
      start.notes.push_back("the nearest start that closes the loops has " + changes);
    return start;
  }

 private:
  /// An angle that is free is known but for whole turns: back to the one that is nearest to its
  /// guess, where that is the same place.
  void unwrap(const std::vector<double>& guessed) {
    constexpr double kTurn = 2 * std::numbers::pi;
    for (const StateBlock& block : system_.states) {
      const auto at = static_cast<std::size_t>(block.offset);
      if (block.role != StateBlock::Role::coordinate || block.size != 1) continue;
      if (block.dimension != dimensions::kAngle || (!block.held.empty() && block.held[0])) continue;
      const double turns = std::round((x_[at] - guessed[at]) / kTurn);
      if (turns == 0) continue;
      const double found = x_[at];
      x_[at] -= turns * kTurn;
      const Eigen::VectorXd r = conditions_.calc_residual(x_, Level::places);
      if (!(r.lpNorm<Eigen::Infinity>() <= kPlacesMet)) x_[at] = found;
    }
  }

  /// Where no speed is given, as an impact would: by the least change in the norm of the mass
  /// matrix, which is the same whatever the coordinates. What remains is left to least squares.
  void close_speeds_by_impulse() {
    const auto& all = conditions_.states(Level::speeds);
    if (speeds_.size() != all.size() || conditions_.start_rows() > 0 || near_.rank > here_.rank)
      return;
    constexpr int kRounds = 2;  // the second takes away what rounding left
    const auto calc_gap = [&] {
      return conditions_.calc_residual(x_, Level::speeds).lpNorm<Eigen::Infinity>();
    };
    const double gap = calc_gap();
    if (!(gap > kGapMet)) return;
    const std::vector<double> before = x_;
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<double> step = system_.constraints->velocity_step->evaluate(
          make_inputs(system_, conditions_.time(), x_, parameters_));
      const std::size_t rows = step.size() - x_.size();
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += step[rows + i];
    }
    if (!(calc_gap() <= kGapMet * gap)) x_ = before;
  }

  /// The rank where it starts, and a little from there: what is redundant stays so when the
  /// mechanism moves; what does not is a singular position.
  void find_ranks() {
    if (find_certain_ranks() || conditions_.rows() > kMostRowsForRank) return;
    const std::vector<RowRank> at_x = find_row_ranks(calc_rows(), {kRank, kNearlyLost});
    const RowRank& weak = at_x[1];
    near_ = here_ = at_x[0];
    const std::vector<double> at_start = x_;
    const double t0 = conditions_.time();
    conditions_.set_time(t0 + kLater);
    RowRank usual = weak;
    if (conditions_.move_beside(x_)) {
      const std::vector<RowRank> beside = find_row_ranks(calc_rows(), {kRank, kNearlyLost});
      near_ = beside[0];
      usual = beside[1];
    }
    conditions_.set_time(t0);
    x_ = at_start;
    // A search that ends beside a singular position means it.
    if (weak.rank >= usual.rank) return;
    std::vector<std::size_t> independent;
    for (std::size_t row = 0; row < system_.constraints->names.size(); ++row) {
      const bool is_redundant =
          std::binary_search(usual.redundant.begin(), usual.redundant.end(), row);
      if (!is_redundant) independent.push_back(row);
    }
    if (find_singular_configuration(system_, conditions_, x_, places_, independent,
                                    usual.rank - weak.rank)) {
      here_ = find_row_rank(calc_rows(), kRank);
    }
  }

  /// Where many rows leave no doubt. False: they do.
  bool find_certain_ranks() {
    const std::optional<RowRank> at_x = conditions_.find_certain_rank(x_, kNearlyLost);
    if (!at_x) return false;
    near_ = here_ = *at_x;
    if (at_x->redundant.empty()) return true;
    const std::vector<double> at_start = x_;
    const double t0 = conditions_.time();
    conditions_.set_time(t0 + kLater);
    std::optional<RowRank> beside = at_x;
    if (conditions_.move_beside(x_, at_x->redundant) || conditions_.move_beside(x_))
      beside = conditions_.find_certain_rank(x_, kNearlyLost);
    conditions_.set_time(t0);
    x_ = at_start;
    if (!beside || beside->rank != at_x->rank) {
      near_ = here_ = {};
      return false;
    }
    near_ = *beside;
    return true;
  }

  /// J of the constraints alone, by speeds: what rolls restricts no places.
  Eigen::MatrixXd calc_rows() {
    return conditions_.calc_jacobian(x_, conditions_.states(Level::speeds), Level::speeds)
        .topRows(conditions_.rows());
  }

  /// At a singular position the speeds must be those of a motion that leaves it.
  void choose_branch(std::vector<std::string>& notes) {
    notes.push_back(fmt::format(
        "the start is a singular configuration: {} of {} independent constraints act there",
        here_.rank, near_.rank));
    BranchSearch search(conditions_, x_, speeds_, kRank);
    if (search.is_met()) return;
    const std::vector<Branch> branches = search.find();
    const std::string given = list_some(find_held_values(system_, Level::speeds));
    if (branches.empty()) {
      throw ModelError("the start is a singular configuration, which no motion leaves" +
                           (given.empty() ? "" : " with the " + given + " that is given"),
                       given.empty() ? "start slightly away from it"
                                     : "leave out " + given + ", or start slightly away from it");
    }
    if (branches.size() == 1) {
      x_ = branches[0].x;
      return;
    }
    const BranchText text = describe_branches(branches);
    const std::string motions = fmt::format("{} motions leave it", branches.size());
    const double nearest = branches[0].distance, second = branches[1].distance;
    if (second - nearest <= kEquallyNear * second) {
      throw ModelError("the start is a singular configuration: " + motions +
                           ", equally near to the guesses, with " + text.all,
                       "give a guess of " + text.names);
    }
    x_ = branches[0].x;
    notes.push_back(motions + ", with " + text.all + "; the first is the nearest to the guesses, " +
                    "and a guess of " + text.names + " chooses another");
  }

  struct BranchText {
    std::string all;    ///< "D.rate = 3 or D.rate = -6.6"
    std::string names;  ///< "D.rate"
  };

  /// By the rates of joints in which they differ most, where there are joints.
  BranchText describe_branches(const std::vector<Branch>& branches) const {
    constexpr std::size_t kMostReported = 4;
    std::vector<std::string> names = list_joint_rates(system_);
    std::vector<std::vector<double>> values;
    const bool has_joints = !names.empty();
    if (!has_joints) {
      for (const int s : speeds_) names.push_back(system_.state_name(s));
    }
    for (const Branch& branch : branches) {
      values.push_back(has_joints
                           ? read_outputs(system_, names, conditions_.time(), branch.x, parameters_)
                           : pick(branch.x, speeds_));
    }
    std::size_t chosen = 0;
    double widest = 0;
    const bool all_are_cut = std::all_of(names.begin(), names.end(),
                                         [&](const auto& name) { return is_cut_angle(name); });
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (is_cut_angle(names[k]) && !all_are_cut) continue;
      const double apart = std::abs(values[0][k] - values[1][k]);
      if (apart <= widest * (1 + kEquallyNear)) continue;
      widest = apart;
      chosen = k;
    }
    BranchText text{"", names[chosen]};
    for (std::size_t b = 0; b < branches.size() && b < kMostReported; ++b) {
      text.all +=
          fmt::format("{}{} = {:.6g}", b == 0 ? "" : " or ", names[chosen], values[b][chosen]);
    }
    if (branches.size() > kMostReported) text.all += " …";
    return text;
  }

  // A guess of a joint that closes a loop starts no state.
  bool is_cut_angle(const std::string& rate) const {
    const std::string joint = rate.substr(0, rate.rfind('.'));
    for (const StateBlock& block : system_.states) {
      if (block.role == StateBlock::Role::other && block.name == joint + ".angle") return true;
    }
    return false;
  }

  static std::vector<double> pick(const std::vector<double>& x, const std::vector<int>& states) {
    std::vector<double> result;
    for (const int s : states) result.push_back(x[static_cast<std::size_t>(s)]);
    return result;
  }

  void report_redundancy(Start& start) {
    const RowRank& usual = near_.rank > here_.rank ? near_ : here_;
    if (usual.redundant.empty()) return;
    std::string text;
    for (std::size_t k = 0; k < usual.redundant.size() && k < kMostNamesReported; ++k) {
      text += (k == 0 ? "" : "; ") +
              conditions_.row_name(static_cast<Eigen::Index>(usual.redundant[k]));
    }
    if (usual.redundant.size() > kMostNamesReported) text += "; …";
    start.notes.push_back(fmt::format(
        "{} of {} constraints of closed loops are redundant ({}): the loops can move, but the "
        "reactions that they share are not determined, and the minimum-norm solution is taken",
        usual.redundant.size(), conditions_.rows(), text));
    start.undetermined = find_undetermined(
        *system_.constraints,
        conditions_.calc_sparse_jacobian(x_, conditions_.states(Level::speeds), Level::speeds,
                                         conditions_.rows()),
        conditions_.row_scales(), make_inputs(system_, conditions_.time(), x_, parameters_));
    if (!start.undetermined.empty()) {
      start.notes.push_back("reactions that are not determined: " +
                            list_by_part(start.undetermined));
    }
  }

  const System& system_;
  const std::vector<double>& parameters_;
  const SystemPrograms programs_;
  LoopConditions conditions_;
  RowRank here_, near_;
  std::vector<int> places_, speeds_;  // that are free
  std::vector<double> x_;
};

}  // namespace

Start find_start(const System& system, double t0, const std::vector<double>& parameters) {
  std::vector<double> in{t0};
  in.insert(in.end(), parameters.begin(), parameters.end());
  Start start;
  start.x = system.start->evaluate(in);
  system.project(start.x.data());
  if (!system.constraints || system.constraints->names.empty()) return start;
  return StartSearch(system, t0, parameters).run(std::move(start.x));
}

}  // namespace holon
