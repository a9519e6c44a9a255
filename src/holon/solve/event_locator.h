// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "holon/solve/integrator.h"
#include "holon/solve/switch_scan.h"

namespace holon {

/// Finds the first instant within an integrator's last step at which a mode no longer is what its
/// indicator says (1 where that is above zero, else 0), or from which on an indicator is no number.
///
/// The step is sampled at its quarters and where a parabola through three samples leads to the
/// other side of zero; where the quarters do not lie on a parabola, as in the long steps of a
/// machine that stands still while forces on it change, its halves are sampled likewise. So a
/// switch there and back again is seen unless both lie within a small part of a step; where the
/// indicators have bounds (switch_scan.h) it is seen however short it is. Then the interval is
/// halved, or cut where the indicators' secants say, down to the rounding error of the time.
class EventLocator {
 public:
  /// The indicators (n) at t and x (nx), of modes as they were during the step.
  using Indicators = std::function<const double*(double t, const double* x)>;

  /// `watched`: the indicators of which it matters that they are numbers.
  EventLocator(int indicators, int states, SwitchScan scan, std::vector<bool> watched);

  /// The time just behind it; nothing where there is none. `modes` (n): 1 or 0. The step's
  /// beginning is taken to agree with them. `inputs`: of the scan, see SwitchScan::Step.
  std::optional<double> find(Integrator& integrator, const double* modes, const double* inputs,
                             const Indicators& indicators);
  /// See SwitchScan.
  std::optional<int> gave_up_on() const { return scan_.gave_up_on(); }
  void archive(Archive& a) { scan_.archive(a); }
  /// x (nx) at the time that was found.
  const std::vector<double>& state() const { return x_; }

 private:
  struct Sample {
    double time = 0;
    std::vector<double> values;
  };
  /// [s] what counts as one instant between these times of the step.
  double instant(double a, double b) const;
  void take(Sample& sample, double t);
  bool is_switched(const Sample& sample, std::size_t k) const {
    return (sample.values[k] > 0) != (modes_[k] != 0);
  }
  bool is_switched(const Sample& sample) const;
  bool is_rough(std::span<const Sample> five) const;
  bool find_bracket(double from, double to, int cuts, Sample& before, Sample& behind);
  bool check_vertices(const Sample* three, Sample& behind);
  bool turns_undefined(const Sample& sample) const;
  const Sample* find_undefined_sample(const Sample* behind) const;
  void find_undefined(Sample& before, Sample& behind);
  bool stays_undefined(double from, double to);
  bool scan(double until, const double* inputs, Sample& before, Sample& behind);
  double propose(const Sample& before, const Sample& behind, bool last_was_before) const;

  Integrator* integrator_ = nullptr;
  const Indicators* indicators_ = nullptr;
  const double* modes_ = nullptr;
  const std::size_t count_;
  std::array<Sample, SwitchScan::kSamples> whole_;  ///< at the quarters of the step
  SwitchScan scan_;
  const std::vector<bool> watched_;
  std::array<std::vector<double>, SwitchScan::kSamples> quarters_;  ///< x at those of the step
  std::vector<double> x_;
};

}  // namespace holon
