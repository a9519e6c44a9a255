// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/errors.h"
#include "holon/solve/integrator.h"

namespace holon::detail {

/// Why a lane cannot go on.
struct StepFailure {
  enum class Kind { none, not_finite, step_too_small, unstable, not_solved };
  Kind kind = Kind::none;
  double time = 0;     ///< [s] of the last accepted state
  double step = 0;     ///< [s] that failed; 0 at the start
  int component = -1;  ///< the worst state
  double value = 0;    ///< not_finite: the derivative; unstable: the state
  double pace = 0;     ///< unstable: step times rate of the fastest motion
  double since = 0;    ///< [s] unstable: from when on the step was too long
};

/// Operations of an explicit method beside an evaluation, per state.
inline constexpr double kExplicitPerState = 7;

/// What every method of L lanes keeps: where each lane stands, the ends of its last step, and what
/// it cost. Element i of lane l of an array (n x L) stands at [i * L + l].
template <int L>
class Stepper {
 public:
  Stepper(Rhs& rhs, const IntegratorOptions& options);

  double time(int lane) const { return t_[index(lane)]; }
  double previous_time(int lane) const { return t_previous_[index(lane)]; }
  void state(int lane, double* x) const { gather(y_, lane, x); }
  const double* states() const { return y_.data(); }
  const StepFailure& failure(int lane) const { return failure_[index(lane)]; }
  const StepStatistics& statistics(int lane) const { return statistics_[index(lane)]; }
  /// Counts what was before the beginning as well.
  void add_statistics(int lane, const StepStatistics& before);
  /// The statistics of all lanes, see Integrator::archive.
  void archive(Archive& a);
  /// Times, states, their derivatives and the statistics of all lanes, see
  /// Integrator::archive_whole. What is read must be finite, and the derivatives those at the
  /// states.
  void archive_whole(Archive& a);
  const Rhs& rhs() const { return rhs_; }
  const IntegratorOptions& options() const { return options_; }

 protected:
  using Array = std::vector<double>;
  using Row = std::array<double, L>;

  static std::size_t index(int lane) { return static_cast<std::size_t>(lane); }
  Array make_array() const { return Array(n_ * L); }
  void gather(const Array& from, int lane, double* x) const;
  void copy_lane(const Array& from, Array& to, int lane) const;
  /// Evaluates the right side and counts it for the lanes of the mask.
  void evaluate(const double* t, const Array& x, Array& dx, unsigned lanes);
  /// The first state of the lane that is not finite in `values`, or -1.
  int find_not_finite(const Array& values, int lane) const;
  void fail(int lane, StepFailure::Kind kind, double step, int component, double value);
  void fail_unstable(int lane, double step, int component, double value, double pace, double since);

  /// Takes over the beginning: t, x, f(t, x); lanes whose derivative is not finite fail. Returns
  /// the lanes in play. `slopes`: f(t, x), where it is known.
  unsigned begin(const double* t, const double* x, unsigned used, const Array* slopes = nullptr);
  /// What both methods do with a step that was accepted in the lanes of the mask: project `raw`
  /// into y_, renew f_ where that moved the state, take over the time, count. `derivative` holds
  /// f(t_new, raw). `ended_by_limit`: steps whose length was not the method's.
  void accept(unsigned lanes, const Row& t_new, const Array& raw, const Array& derivative,
              unsigned ended_by_limit);
  /// Lanes of the mask that have room before their limits and have not failed.
  unsigned find_movable(const double* limits, unsigned lanes) const;

  Rhs& rhs_;
  const IntegratorOptions options_;
  const std::size_t n_;
  Array y_;  ///< projected state at t_
  Array f_;  ///< its derivative
  Row t_{}, t_previous_{};

 private:
  std::array<StepFailure, L> failure_;
  std::array<StepStatistics, L> statistics_;
  Array scratch_, renewed_;

 protected:
  StepStatistics& statistics_of(int lane) { return statistics_[index(lane)]; }
};

/// Numbers that stand in the order of lanes, as one value of an archive. Those that are read must
/// be finite.
template <class Numbers>
void archive_numbers(Archive& a, std::string_view name, Numbers& numbers) {
  std::vector<double> values(numbers.begin(), numbers.end());
  a.fixed(name, values);
  if (a.is_reading()) a.check_finite(name, values);
  std::copy(values.begin(), values.end(), numbers.begin());
}

/// Counts likewise; those that are read must not be negative.
template <class Counts>
void archive_counts(Archive& a, std::string_view name, Counts& counts) {
  for (auto& count : counts) {
    a.item(name, count);
    if (a.is_reading()) a.check_at_least(name, static_cast<double>(count), 0);
  }
}

/// The failure with its state's name, what happened and what to try.
RunError explain(const StepFailure& failure, const Rhs& rhs, const IntegratorOptions& options);

extern template class Stepper<1>;
extern template class Stepper<LaneIntegrator::kLanes>;

}  // namespace holon::detail
