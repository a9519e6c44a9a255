// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/switch_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

constexpr int kTime = -1, kHeld = -2;
// Where bounds stay too wide halving would come to no end. So many pieces may be examined in a
// step, and what is saved in others, where steps are long, once.
constexpr int kPiecesOfAStep = 250, kMostPieces = 20'000;
constexpr double kEps = std::numeric_limits<double>::epsilon();
// A piece of so many rounding errors of the time is one instant.
constexpr double kPieceRoundingErrors = 2;
// The error that interpolation may have, in relation to the largest intermediate number.
constexpr double kInterpolation = 32 * kEps;

}  // namespace

SwitchScan::SwitchScan(const Function& indicators, int states, const std::vector<bool>& open)
    : bounds_(indicators, open), out_(bounds_.outputs().size()), pieces_(out_.size(), kMostPieces) {
  for (std::size_t k = 0; k < bounds_.inputs().size(); ++k) {
    const int input = bounds_.inputs()[k];
    state_of_.push_back(input == 0 ? kTime : input <= states ? input - 1 : kHeld);
    if (state_of_.back() != kHeld) moving_.push_back(k);
  }
}

void SwitchScan::set_whole(const Step& step) {
  whole_.from = 0, whole_.to = 1;
  whole_.in.resize(state_of_.size());
  for (std::size_t k = 0; k < state_of_.size(); ++k) {
    Bounds::Input& in = whole_.in[k];
    if (state_of_[k] == kHeld) {
      in = Bounds::Input::point(step.inputs[static_cast<std::size_t>(bounds_.inputs()[k])]);
    } else if (state_of_[k] == kTime) {
      in = Bounds::Input::line(step.from, step.to);
    } else {
      std::array<double, kSamples> values;
      for (std::size_t j = 0; j < kSamples; ++j)
        values[j] = step.states[j][static_cast<std::size_t>(state_of_[k])];
      // (What multistep methods interpolate may be of a higher degree, and is met nearly.)
      in.curve = detail::fit_curve(values);
      double most = 0;
      for (const double v : in.curve) most = std::max(most, std::abs(v));
      in.rounding = kInterpolation * most;
    }
  }
}

void SwitchScan::halve(const Piece& piece, Piece& left, Piece& right) const {
  const double middle = 0.5 * (piece.from + piece.to);
  left = right = piece;
  left.to = right.from = middle;
  for (const std::size_t k : moving_)
    detail::halve(piece.in[k].curve, left.in[k].curve, right.in[k].curve);
}

// A comparison of what is not a number is false.
SwitchScan::Verdict SwitchScan::judge(const Bounds::Output& output, bool is_on) {
  const double lower = output.range.lower, upper = output.range.upper;
  if (std::isnan(lower)) return is_on ? Verdict::has_switched : Verdict::stays;
  if (!std::isfinite(output.rounding)) return Verdict::may_switch;  // it is as wide as can be
  const double farthest = is_on ? -lower : upper, nearest = is_on ? -upper : lower;
  if (nearest > output.rounding) return Verdict::has_switched;
  if (farthest > output.rounding) return Verdict::may_switch;
  return farthest > 0 ? Verdict::within_rounding_errors : Verdict::stays;
}

// Whether its middle has about as large a rounding as the whole piece: one that comes from numbers
// elsewhere in the piece excuses nothing.
bool SwitchScan::has_local_rounding(std::size_t k, const Piece& piece, double rounding) {
  constexpr double kAbout = 4;
  middle_ = piece.in;
  for (const std::size_t input : moving_) {
    const double at = detail::values_at_quarters(middle_[input].curve)[kSamples / 2];
    middle_[input].curve = Bounds::Input::point(at).curve;
  }
  return rounding <= kAbout * bounds_.run_one(k, middle_, workspace_).rounding;
}

std::optional<SwitchScan::Place> SwitchScan::find(const Step& step, double until,
                                                  const IsSwitched& is_switched) {
  if (is_empty()) return std::nullopt;
  for (int& pieces : pieces_) pieces = std::min(pieces + kPiecesOfAStep, kMostPieces);
  set_whole(step);
  bounds_.run(whole_.in, out_, workspace_);
  std::optional<Place> first;
  for (std::size_t k = 0; k < out_.size(); ++k) {
    const bool is_on = step.modes[static_cast<std::size_t>(bounds_.outputs()[k])] != 0;
    if (judge(out_[k], is_on) == Verdict::stays) continue;
    const auto place = find_of(k, step, until, is_switched);
    if (!place) continue;
    first = place;
    until = place->behind;
  }
  return first;
}

std::optional<SwitchScan::Place> SwitchScan::find_of(std::size_t k, const Step& step, double until,
                                                     const IsSwitched& is_switched) {
  const bool is_on = step.modes[static_cast<std::size_t>(bounds_.outputs()[k])] != 0;
  const double length = step.to - step.from;
  const double instant =
      kPieceRoundingErrors * kEps * std::max(std::abs(step.from), std::abs(step.to));
  const auto time_of = [&](double part) { return part == 1 ? step.to : step.from + part * length; };
  double before = step.from;
  stack_.assign(1, whole_);
  while (!stack_.empty()) {
    if (pieces_[k] <= 0) {
      gave_up_on_ = bounds_.outputs()[k];
      return std::nullopt;
    }
    --pieces_[k];
    const Piece piece = std::move(stack_.back());
    stack_.pop_back();
    const double from = time_of(piece.from), to = time_of(piece.to);
    if (from >= until) return std::nullopt;
    const double last = std::min(to, until);
    const Bounds::Output output = bounds_.run_one(k, piece.in, workspace_);
    Verdict verdict = judge(output, is_on);
    if (verdict == Verdict::within_rounding_errors &&
        !has_local_rounding(k, piece, output.rounding))
      verdict = Verdict::may_switch;
    if (verdict == Verdict::may_switch &&
        output.is_monotone) {  // once, or (but for a millionth) not at all
      if (is_switched(last)) return Place{before, last};
    } else if (verdict == Verdict::may_switch && to - from > instant) {
      Piece left, right;
      halve(piece, left, right);
      stack_.push_back(std::move(right));
      stack_.push_back(std::move(left));
      continue;
    }
    if (verdict == Verdict::has_switched && is_switched(last)) return Place{before, last};
    before = last;
  }
  return std::nullopt;
}

}  // namespace holon
