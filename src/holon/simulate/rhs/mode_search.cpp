// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rhs/mode_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "holon/base/names.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/graph/arbitrary.h"

namespace holon {
namespace {

// An indicator is zero where relative changes of the inputs by this change it as much. The instant
// of a switch is known as well as the indicator of the held modes resolves it: where that hardly
// changes with the inputs, as the voltage at a diode that conducts, the other one has more error.
constexpr std::array kChanges = {1e-12, 1e-10, 1e-8};
constexpr int kPatterns = 3;
constexpr int kMostTries = 20'000;
constexpr int kMostChangesOnPath = 3;
constexpr int kBisections = 60;

}  // namespace

ModeSearch::ModeSearch(const System& system, const Program& indicators)
    : system_(system),
      indicators_(indicators),
      count_(static_cast<std::size_t>(system.mode_count())),
      modes_at_(static_cast<std::size_t>(system.function_input_count()) - count_),
      values_(count_),
      tolerances_(count_) {
  if (!system.loop_checks) return;
  checks_ = std::make_unique<Program>(*system.loop_checks->values);
  check_values_.resize(system.loop_checks->names.size());
}

bool ModeSearch::is_solvable(const double* in) {
  if (!checks_) return true;
  checks_->run(in, check_values_.data(), workspace_);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < check_values_.size(); ++i)
    if (!(std::abs(check_values_[i]) <= 1)) names.push_back(system_.loop_checks->names[i]);
  if (names.empty()) return true;
  contradiction_ = quote_list(names, "and");
  return false;
}

/// Those on a cycle of the graph in which a mode depends on those that its indicator names.
void ModeSearch::find_involved() {
  knows_involved_ = true;
  const std::vector<Expr>& inputs = system_.indicators->input_scalars();
  const std::vector<Expr> modes(inputs.end() - static_cast<std::ptrdiff_t>(count_), inputs.end());
  const Sparsity pattern = find_dependence(system_.indicators->output_scalars(), modes);
  // By mode: the indicators that it changes, directly or not.
  std::vector<std::vector<bool>> reaches(count_, std::vector<bool>(count_, false));
  for (std::size_t j = 0; j < count_; ++j) {
    std::vector<std::size_t> pending{j};
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      for (int e = pattern.start[at]; e < pattern.start[at + 1]; ++e) {
        const auto row = static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(e)]);
        if (reaches[j][row]) continue;
        reaches[j][row] = true;
        pending.push_back(row);
      }
    }
    if (reaches[j][j]) involved_.push_back(j);
  }
}

void ModeSearch::calc_indicators(const Modes& modes) {
  std::copy(modes.begin(), modes.end(), in_.begin() + static_cast<std::ptrdiff_t>(modes_at_));
  indicators_.run(in_.data(), values_.data(), workspace_);
}

/// What these modes add to them.
void ModeSearch::add_tolerances(const Modes& modes, double relative_change) {
  const std::vector<double> in = in_;
  calc_indicators(modes);
  const std::vector<double> values = values_;
  for (int pattern = 0; pattern < kPatterns; ++pattern) {
    for (std::size_t i = 0; i < modes_at_; ++i)
      in_[i] = in[i] * (1 + relative_change * (arbitrary_number(i, pattern) > 0.75 ? 1 : -1));
    calc_indicators(modes);
    for (std::size_t k = 0; k < count_; ++k)
      if (const double change = std::abs(values_[k] - values[k]); change > tolerances_[k])
        tolerances_[k] = change;
  }
  in_ = in;
}

/// For the held modes, and those that their indicators ask for.
void ModeSearch::find_tolerances(const Modes& held, double relative_change) {
  std::fill(tolerances_.begin(), tolerances_.end(), 0.0);
  add_tolerances(held, relative_change);
  calc_indicators(held);
  Modes next(count_);
  for (std::size_t k = 0; k < count_; ++k) next[k] = values_[k] > 0 ? 1 : 0;
  add_tolerances(next, relative_change);
  if (!checks_) return;
  // Parameters of ideal elements are in nominal units: at time zero inputs have no error, they do.
  double largest = 0;
  for (const std::size_t k : involved_)
    if (std::isfinite(values_[k])) largest = std::max(largest, std::abs(values_[k]));
  for (const std::size_t k : involved_)
    tolerances_[k] = std::max(tolerances_[k], relative_change * largest);
}

bool ModeSearch::agrees(std::size_t k, const Modes& modes) const {
  return (values_[k] > 0) == (modes[k] != 0) ? !std::isnan(values_[k])
                                             : std::abs(values_[k]) <= tolerances_[k];
}

/// All that are involved; the others follow from them.
bool ModeSearch::agrees(const Modes& modes) {
  calc_indicators(modes);
  return std::all_of(involved_.begin(), involved_.end(),
                     [&](std::size_t k) { return agrees(k, modes); }) &&
         is_solvable(in_.data());
}

/// Modes that do not depend on themselves, with the involved ones as they are.
bool ModeSearch::settle_others(Modes& modes) {
  std::vector<bool> is_involved(count_, false);
  for (const std::size_t k : involved_) is_involved[k] = true;
  for (std::size_t round = 0; round <= count_; ++round) {
    calc_indicators(modes);
    bool changed = false;
    for (std::size_t k = 0; k < count_; ++k) {
      const double mode = values_[k] > 0 ? 1 : 0;
      if (is_involved[k] || modes[k] == mode) continue;
      modes[k] = mode;
      changed = true;
    }
    if (!changed) return true;
  }
  return false;
}

bool ModeSearch::accept(Modes& modes) { return settle_others(modes) && agrees(modes); }

bool ModeSearch::iterate(Modes& modes) {
  for (std::size_t round = 0; round <= 2 * count_ + 1; ++round) {
    calc_indicators(modes);
    bool changed = false;
    for (std::size_t k = 0; k < count_; ++k) {
      const double mode = values_[k] > 0 ? 1 : 0;
      if (modes[k] == mode || (round > 0 && agrees(k, modes))) continue;
      modes[k] = mode;
      changed = true;
    }
    if (!changed) return agrees(modes);
  }
  return false;
}

bool ModeSearch::follow_path(Modes& modes, const double* from) {
  const auto go_to = [&](double share) {
    for (std::size_t i = 0; i < modes_at_; ++i)
      in_[i] = share == 1 ? target_[i] : from[i] + share * (target_[i] - from[i]);
  };
  double at = 0;
  go_to(at);
  if (!agrees(modes)) return false;
  for (std::size_t switches = 0; switches <= 8 * count_; ++switches) {
    go_to(1);
    if (agrees(modes)) return accept(modes);
    double behind = 1;
    for (int k = 0; k < kBisections && behind > at; ++k) {
      const double middle = at + (behind - at) / 2;
      go_to(middle);
      (agrees(modes) ? at : behind) = middle;
    }
    go_to(behind);
    if (!iterate(modes) && !search(modes, kMostChangesOnPath, kMostTries)) break;
    at = behind;
  }
  in_ = target_;
  return false;
}

bool ModeSearch::pivot(Modes& modes) {
  for (std::size_t step = 0; step <= 8 * count_ + 50; ++step) {
    calc_indicators(modes);
    const auto wrong = std::find_if(involved_.begin(), involved_.end(), [&](std::size_t k) {
      return step == 0 ? (values_[k] > 0) != (modes[k] != 0) : !agrees(k, modes);
    });
    if (wrong == involved_.end()) return accept(modes);
    modes[*wrong] = modes[*wrong] == 0 ? 1 : 0;
  }
  return false;
}

bool ModeSearch::search_changes(Modes& modes, std::size_t from, int changes, int& tries) {
  if (changes == 0) {
    if (tries-- <= 0) return false;
    if (!agrees(modes)) return false;
    const Modes before = modes;
    if (accept(modes)) return true;
    modes = before;
    return false;
  }
  for (std::size_t k = from; k + static_cast<std::size_t>(changes) <= involved_.size(); ++k) {
    double& mode = modes[involved_[k]];
    mode = mode == 0 ? 1 : 0;
    if (search_changes(modes, k + 1, changes - 1, tries)) return true;
    mode = mode == 0 ? 1 : 0;
    if (tries <= 0) return false;
  }
  return false;
}

/// By the number of modes that change.
bool ModeSearch::search(Modes& modes, int most_changes, int most_tries) {
  most_changes = std::min(most_changes, static_cast<int>(involved_.size()));
  for (int changes = 1; changes <= most_changes && most_tries > 0; ++changes)
    if (search_changes(modes, 0, changes, most_tries)) return true;
  return false;
}

bool ModeSearch::run(double* in, const std::vector<double>& held, const double* from) {
  if (!knows_involved_) find_involved();
  contradiction_.clear();
  target_.assign(in, in + modes_at_ + count_);
  in_ = target_;
  Modes modes;
  const auto found = [&](auto&& method) {
    modes = held;
    in_ = target_;
    return method() && modes != held;
  };
  const auto iterate_within = [&](double relative_change) {
    in_ = target_;
    find_tolerances(held, relative_change);
    return found([&] { return iterate(modes); });
  };
  bool is_found = std::any_of(kChanges.begin(), kChanges.end(), iterate_within);
  if (!is_found) find_tolerances(held, kChanges.front());
  is_found = is_found || (from && found([&] { return follow_path(modes, from); })) ||
             found([&] { return pivot(modes); }) ||
             found([&] { return search(modes, static_cast<int>(involved_.size()), kMostTries); });
  if (is_found) {
    contradiction_.clear();
    std::copy(modes.begin(), modes.end(), in + modes_at_);
  }
  return is_found;
}

}  // namespace holon
