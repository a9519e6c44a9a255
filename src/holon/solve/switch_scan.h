// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "holon/base/archive.h"
#include "holon/expr/bounds/bounds.h"

namespace holon {

/// Searches a whole step for the first instant at which an indicator is on the other side of
/// zero, by more than rounding errors, however short it is there: with bounds of the indicators
/// (bounds.h) over the step, over its halves where these leave it open, and so on. So pulses of
/// formulas of time and states are seen that lie between all samples of a step. Of indicators
/// without bounds it says nothing.
class SwitchScan {
 public:
  static constexpr std::size_t kSamples = 5;  ///< at the quarters of a step

  /// `indicators`: inputs t, x (states), then what stands still during a step; `open`: inputs of
  /// which nothing is known, as those that come from outside.
  SwitchScan(const Function& indicators, int states, const std::vector<bool>& open);

  /// Whether there is nothing that it could see.
  bool is_empty() const { return bounds_.outputs().empty(); }

  struct Step {
    double from = 0, to = 0;                       ///< [s] the whole step
    std::array<const double*, kSamples> states{};  ///< x (nx) at its quarters
    const double* inputs = nullptr;                ///< of the indicators; t and x are not read
    const double* modes = nullptr;                 ///< 1 or 0, held during the step
  };
  struct Place {
    double before = 0, behind = 0;  ///< [s] not switched, switched
  };
  /// The indicator of which it has come to no end in some step, so that a switch there and back may
  /// have been missed.
  std::optional<int> gave_up_on() const { return gave_up_on_; }
  void archive(Archive& a) {
    const std::size_t count = pieces_.size();
    a.item("pieces_to_look_at", pieces_);
    if (pieces_.size() != count) a.refuse("holds a scan of other comparisons");
  }

  using IsSwitched = std::function<bool(double t)>;
  /// Between the step's beginning and `until`. `is_switched`: by the indicators themselves.
  std::optional<Place> find(const Step& step, double until, const IsSwitched& is_switched);

 private:
  struct Piece {
    double from = 0, to = 0;  // parts of the step
    std::vector<Bounds::Input> in;
  };
  enum class Verdict { stays, within_rounding_errors, may_switch, has_switched };
  void set_whole(const Step& step);
  static Verdict judge(const Bounds::Output& output, bool is_on);
  void halve(const Piece& piece, Piece& left, Piece& right) const;
  bool has_local_rounding(std::size_t indicator, const Piece& piece, double rounding);
  std::optional<Place> find_of(std::size_t indicator, const Step& step, double until,
                               const IsSwitched& is_switched);

  const Bounds bounds_;
  std::vector<std::size_t> moving_;  ///< inputs of the bounds that are t and x
  std::vector<int> state_of_;        ///< by input of the bounds; -1: t, -2: it stands still
  std::vector<Bounds::Output> out_;
  Bounds::Workspace workspace_;
  Piece whole_;
  std::vector<Piece> stack_;
  std::vector<Bounds::Input> middle_;
  std::vector<int> pieces_;  ///< by output of the bounds: that may be examined
  std::optional<int> gave_up_on_;
};

}  // namespace holon
