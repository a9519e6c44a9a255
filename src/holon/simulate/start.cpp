// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/simulate/system_rhs.h"

namespace holon {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kMet = 1e-11;      // [m, 1] a condition on places that holds
constexpr double kReached = 1e-13;  // … as well as rounding lets it
constexpr double kRank = 1e-9;      // of the largest pivot
constexpr int kMostSteps = 100;
constexpr std::size_t kMostNames = 6;  // of constraints in one message

class StartSearch {
 public:
  StartSearch(const System& system, double t0, const std::vector<double>& parameters)
      : system_(system),
        constraints_(*system.constraints),
        programs_(system),
        inputs_(system, programs_.indicators, 1),
        t_(t0),
        rows_(constraints_.names.size()),
        start_rows_(constraints_.start_names.size()),
        residual_(*constraints_.residual),
        start_residual_(*constraints_.start_residual),
        residual_jvp_(*constraints_.residual->jvp()),
        start_jvp_(*constraints_.start_residual->jvp()) {
    inputs_.set_parameters(0, parameters);
    for (const StateBlock& block : system.states) {
      for (int k = 0; k < block.size; ++k) {
        const bool held = !block.held.empty() && block.held[static_cast<std::size_t>(k)];
        const int index = block.offset + k;
        if (block.role == StateBlock::Role::coordinate)
          (held ? held_places_ : places_).push_back(index);
        if (block.role == StateBlock::Role::rate) (held ? held_speeds_ : speeds_).push_back(index);
      }
    }
  }

  Start run(std::vector<double> guess) {
    x_ = std::move(guess);
    system_.project(x_.data());
    const std::vector<double> guessed = x_;
    if (!find_places(places_)) explain_places(guessed);
    find_speeds();
    Start start;
    start.x = x_;
    tell_redundancy(start.notes);
    tell_taken(guessed, start.notes);
    return start;
  }

 private:
  /// Conditions on places (true) or speeds at x_: of the constraints, then of the start alone.
  VectorXd calc_residual(bool places) {
    const double* in = inputs_.fill(&t_, x_.data());
    VectorXd all(2 * (rows_ + start_rows_));
    residual_.run(in, all.data(), workspace_);
    start_residual_.run(in, all.data() + 2 * rows_, workspace_);
    return pick(all, places);
  }

  VectorXd pick(const VectorXd& all, bool places) const {
    VectorXd result(rows_ + start_rows_);
    const auto r = static_cast<Eigen::Index>(rows_), s = static_cast<Eigen::Index>(start_rows_);
    result.head(r) = all.segment(places ? 0 : r, r);
    result.tail(s) = all.segment(2 * r + (places ? 0 : s), s);
    return result;
  }

  /// Its derivative by some of the states.
  MatrixXd calc_jacobian(const std::vector<int>& states, bool places) {
    const auto inputs = static_cast<std::size_t>(system_.function_input_count());
    const double* in = inputs_.fill(&t_, x_.data());
    std::vector<double> both(in, in + inputs);
    both.resize(2 * inputs, 0.0);
    MatrixXd J(rows_ + start_rows_, states.size());
    VectorXd all(2 * (rows_ + start_rows_));
    for (std::size_t k = 0; k < states.size(); ++k) {
      double& seed = both[inputs + 1 + static_cast<std::size_t>(states[k])];
      seed = 1.0;
      residual_jvp_.run(both.data(), all.data(), workspace_);
      start_jvp_.run(both.data(), all.data() + 2 * rows_, workspace_);
      seed = 0.0;
      J.col(static_cast<Eigen::Index>(k)) = pick(all, places);
    }
    return J;
  }

  static VectorXd solve_least(const MatrixXd& J, const VectorXd& r) {
    if (J.cols() == 0) return VectorXd();  // everything is held; Eigen wants a column
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
    decomposition.setThreshold(kRank);
    decomposition.compute(J);
    return decomposition.solve(r);
  }

  /// Gauss–Newton's method with steps of least length, halved while they do not help.
  bool find_places(const std::vector<int>& moved) {
    double error = calc_residual(true).lpNorm<Eigen::Infinity>();
    for (int k = 0; k < kMostSteps && error > kReached; ++k) {
      const VectorXd r = calc_residual(true);
      const VectorXd dx = solve_least(calc_jacobian(moved, true), r);
      const std::vector<double> before = x_;
      double now = error;
      for (double length = 1; length > 1e-3; length /= 2) {
        for (std::size_t i = 0; i < moved.size(); ++i) {
          const auto at = static_cast<std::size_t>(moved[i]);
          x_[at] = before[at] - length * dx[static_cast<Eigen::Index>(i)];
        }
        system_.project(x_.data());
        const VectorXd next = calc_residual(true);
        now = next.allFinite() ? next.lpNorm<Eigen::Infinity>() : 2 * error;
        if (next.allFinite() && next.norm() < r.norm()) break;
        x_ = before;
        now = error;
      }
      if (!(now < error) && error <= kMet) break;
      if (x_ == before) break;
      error = now;
    }
    return error <= kMet;
  }

  void find_speeds() {
    const VectorXd r = calc_residual(false);
    if (!(r.lpNorm<Eigen::Infinity>() > 0)) return;
    const MatrixXd J = calc_jacobian(speeds_, false);
    for (int round = 0; round < 2; ++round) {  // the second takes away what rounding left
      const VectorXd dx = solve_least(J, calc_residual(false));
      for (std::size_t i = 0; i < speeds_.size(); ++i) {
        x_[static_cast<std::size_t>(speeds_[i])] -= dx[static_cast<Eigen::Index>(i)];
      }
    }
    const VectorXd left = calc_residual(false);
    double size = 1;
    for (const int s : speeds_) size = std::max(size, std::abs(x_[static_cast<std::size_t>(s)]));
    for (const int s : held_speeds_)
      size = std::max(size, std::abs(x_[static_cast<std::size_t>(s)]));
    if (left.lpNorm<Eigen::Infinity>() <= 1e-9 * size) return;
    throw ModelError("the speeds that 'initial' gives contradict the closed loops: " +
                         list_failing(left, "/s", 1e-9 * size),
                     held_speeds_.empty() ? "a prescribed motion cannot be followed"
                                          : "give fewer of " + list_states(held_speeds_));
  }

  [[noreturn]] void explain_places(const std::vector<double>& guessed) {
    const VectorXd left = calc_residual(true);
    const std::string failing = list_failing(left, "", kMet);
    if (!held_places_.empty()) {
      x_ = guessed;
      std::vector<int> all = places_;
      all.insert(all.end(), held_places_.begin(), held_places_.end());
      if (find_places(all)) {
        throw ModelError("the places that 'initial' gives contradict the closed loops: " + failing,
                         "give fewer of " + list_states(held_places_) +
                             ", or make some of them guesses; " + "the loops close with " +
                             list_values(held_places_));
      }
    }
    throw ModelError("the loops do not close: " + failing,
                     "check the lengths, or give guesses nearer to a place where they close");
  }

  std::string list_failing(const VectorXd& residual, const char* per, double limit) const {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < rows_ + start_rows_; ++k) {
      if (!(std::abs(residual[static_cast<Eigen::Index>(k)]) <= limit)) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(residual[static_cast<Eigen::Index>(a)]) >
             std::abs(residual[static_cast<Eigen::Index>(b)]);
    });
    std::string text;
    for (std::size_t k = 0; k < order.size() && k < kMostNames; ++k) {
      const std::string name = row_name(order[k]);
      const char* unit =
          name.find(": turn") == std::string::npos && name.find("angle") == std::string::npos
              ? "m"
              : "rad";
      text += fmt::format("{}a gap of {:.6g} {}{} at {}", text.empty() ? "" : ", ",
                          std::abs(residual[static_cast<Eigen::Index>(order[k])]), unit, per, name);
    }
    if (order.size() > kMostNames) text += fmt::format(" and {} more", order.size() - kMostNames);
    return text;
  }

  const std::string& row_name(std::size_t row) const {
    return row < rows_ ? constraints_.names[row] : constraints_.start_names[row - rows_];
  }

  std::string list_states(const std::vector<int>& states) const {
    std::string text;
    for (std::size_t k = 0; k < states.size() && k < kMostNames; ++k) {
      text += (text.empty() ? "" : ", ") + system_.state_name(states[k]);
    }
    if (states.size() > kMostNames) text += ", …";
    return text;
  }

  std::string list_values(const std::vector<int>& states) const {
    std::string text;
    for (std::size_t k = 0; k < states.size() && k < kMostNames; ++k) {
      text += fmt::format("{}{} = {:.6g}", text.empty() ? "" : ", ", system_.state_name(states[k]),
                          x_[static_cast<std::size_t>(states[k])]);
    }
    return text;
  }

  struct Rank {
    int rank = 0;
    std::vector<std::size_t> redundant;  ///< rows of the constraints, in order
  };

  Rank find_rank() {
    std::vector<int> all = places_;
    all.insert(all.end(), held_places_.begin(), held_places_.end());
    const MatrixXd J = calc_jacobian(all, true).topRows(static_cast<Eigen::Index>(rows_));
    Rank result;
    if (J.size() == 0) return result;
    Eigen::ColPivHouseholderQR<MatrixXd> qr;
    qr.setThreshold(kRank);
    qr.compute(J.transpose());
    result.rank = static_cast<int>(qr.rank());
    for (Eigen::Index k = qr.rank(); k < static_cast<Eigen::Index>(rows_); ++k) {
      result.redundant.push_back(static_cast<std::size_t>(qr.colsPermutation().indices()[k]));
    }
    std::sort(result.redundant.begin(), result.redundant.end());
    return result;
  }

  // Redundant is what stays so when the mechanism moves a little; what does not is a singular
  // place.
  void tell_redundancy(std::vector<std::string>& notes) {
    constexpr std::size_t kLargest = 1500;  // beyond it a rank takes longer than the run
    if (rows_ == 0 || rows_ > kLargest) return;
    const Rank here = find_rank();
    const std::vector<double> at_start = x_;
    std::vector<int> all = places_;
    all.insert(all.end(), held_places_.begin(), held_places_.end());
    for (std::size_t k = 0; k < all.size(); ++k) {
      x_[static_cast<std::size_t>(all[k])] += 0.01 * std::sin(1.0 + 2.3 * static_cast<double>(k));
    }
    system_.project(x_.data());
    Rank near = here;
    if (find_places(all)) near = find_rank();
    x_ = at_start;
    const Rank& usual = near.rank > here.rank ? near : here;
    if (!usual.redundant.empty()) {
      std::string text;
      for (std::size_t k = 0; k < usual.redundant.size() && k < kMostNames; ++k) {
        text += (text.empty() ? "" : "; ") + constraints_.names[usual.redundant[k]];
      }
      if (usual.redundant.size() > kMostNames) text += "; …";
      notes.push_back(
          fmt::format("{} of {} constraints of closed loops are redundant ({}): the loops move all "
                      "the same, but "
                      "reactions that only they share are not determined, and the least are taken",
                      usual.redundant.size(), rows_, text));
    }
    if (near.rank > here.rank) {
      notes.push_back(fmt::format(
          "the start is a singular position: {} of {} independent constraints act there", here.rank,
          near.rank));
    }
  }

  void tell_taken(const std::vector<double>& guessed, std::vector<std::string>& notes) {
    std::string text;
    std::size_t count = 0;
    constexpr double kSame = 1e-6;  // what a message would not show is no change
    for (const std::vector<int>* list : {&places_, &speeds_}) {
      for (const int s : *list) {
        const auto at = static_cast<std::size_t>(s);
        if (std::abs(x_[at] - guessed[at]) <= kSame * (1 + std::abs(guessed[at]))) continue;
        if (++count > kMostNames) continue;
        text += fmt::format("{}{} = {:.6g} (guess {:.6g})", text.empty() ? "" : ", ",
                            system_.state_name(s), x_[at], guessed[at]);
      }
    }
    if (count == 0) return;
    if (count > kMostNames) text += fmt::format(" and {} more", count - kMostNames);
    notes.push_back("the nearest start that closes the loops has " + text);
  }

  const System& system_;
  const SystemConstraints& constraints_;
  const SystemPrograms programs_;
  SystemInputs inputs_;
  const double t_;
  const std::size_t rows_, start_rows_;
  const Program residual_, start_residual_, residual_jvp_, start_jvp_;
  Workspace workspace_;
  std::vector<int> places_, held_places_, speeds_, held_speeds_;
  std::vector<double> x_;
};

}  // namespace

Start find_start(const System& system, double t0, const std::vector<double>& parameters) {
  std::vector<double> in{t0};
  in.insert(in.end(), parameters.begin(), parameters.end());
  Start start;
  start.x = system.start->evaluate(in);
  system.project(start.x.data());
  if (!system.constraints) return start;
  return StartSearch(system, t0, parameters).run(std::move(start.x));
}

}  // namespace holon
