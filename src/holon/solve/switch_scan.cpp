// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/switch_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

// Pieces that are looked at in one step: where an indicator lies on zero all the time, as roundings
// of what is at rest, halving them would come to no end. Enough for a dozen of near misses.
constexpr int kMostPieces = 1500;
constexpr double kEps = std::numeric_limits<double>::epsilon();
// A piece of so many roundings of the time is one instant.
constexpr double kRoundings = 2;
// Where a step begins an indicator is often on zero: it has switched there a moment ago. On which
// side of it roundings of interpolated states let it be says nothing: within so many of them, and
// so small a part of the step, nothing is looked for.
constexpr double kUnsure = 64, kLeastPart = 1e-9;
// States that move by less than so many roundings rest.
constexpr double kRests = 1e4;

/// Of the polynomial of degree 4 through five values at equal distances, in Bernstein's form, which
/// encloses it: by the inverse of the Bernstein polynomials at the quarters. Of the same values the
/// same.
std::array<double, 5> fit(const std::array<double, 5>& p) {
  const double d1 = p[1] - p[0], d2 = p[2] - p[0], d3 = p[3] - p[0], d4 = p[4] - p[0];
  return {p[0], p[0] + (48 * d1 - 36 * d2 + 16 * d3 - 3 * d4) / 12,
          p[0] + (-64 * d1 + 120 * d2 - 64 * d3 + 13 * d4) / 18,
          p[0] + (16 * d1 - 36 * d2 + 48 * d3 - 13 * d4) / 12, p[4]};
}

}  // namespace

SwitchScan::SwitchScan(const Function& indicators, int states, const std::vector<bool>& open)
    : bounds_(indicators, open), in_(bounds_.inputs().size()), out_(bounds_.outputs().size()) {
  for (std::size_t k = 0; k < in_.size(); ++k) {
    const int input = bounds_.inputs()[k];
    curve_of_.push_back(-1);
    if (input == 0) {
      time_at_ = static_cast<int>(k);
    } else if (input <= states) {
      curve_of_.back() = static_cast<int>(states_.size());
      states_.push_back(input - 1);
    }
  }
}

void SwitchScan::set_curves(const Step& step, Piece& whole) const {
  whole.from = 0, whole.to = 1;
  whole.curves.resize(states_.size());
  for (std::size_t s = 0; s < states_.size(); ++s) {
    Curve values;
    for (std::size_t j = 0; j < kSamples; ++j)
      values[j] = step.states[j][static_cast<std::size_t>(states_[s])];
    whole.curves[s] = fit(values);
  }
}

/// By how much of the step roundings of the states may move a switch.
double SwitchScan::find_unsure_part(const Piece& whole) {
  double part = kLeastPart;
  for (const Curve& c : whole.curves) {
    const auto [low, high] = std::minmax_element(c.begin(), c.end());
    const double rounding = kEps * std::max(std::abs(*low), std::abs(*high));
    if (*high - *low > kRests * rounding)
      part = std::max(part, kUnsure * rounding / (*high - *low));
  }
  return part;
}

// De Casteljau's construction.
void SwitchScan::halve(const Piece& piece, Piece& left, Piece& right) {
  const double middle = 0.5 * (piece.from + piece.to);
  left.from = piece.from, left.to = right.from = middle, right.to = piece.to;
  left.curves.resize(piece.curves.size());
  right.curves.resize(piece.curves.size());
  for (std::size_t s = 0; s < piece.curves.size(); ++s) {
    Curve c = piece.curves[s];
    for (std::size_t j = 0; j < kSamples; ++j) {
      left.curves[s][j] = c[0];
      right.curves[s][kSamples - 1 - j] = c[kSamples - 1 - j];
      for (std::size_t k = 0; k + 1 < kSamples - j; ++k) c[k] = 0.5 * (c[k] + c[k + 1]);
    }
  }
}

SwitchScan::Verdict SwitchScan::judge(const Step& step, const Piece& piece) {
  for (std::size_t k = 0; k < in_.size(); ++k) {
    if (curve_of_[k] < 0) continue;
    const Curve& c = piece.curves[static_cast<std::size_t>(curve_of_[k])];
    const auto [low, high] = std::minmax_element(c.begin(), c.end());
    in_[k] = {*low, *high};
  }
  if (time_at_ >= 0) {
    const double length = step.to - step.from;
    in_[static_cast<std::size_t>(time_at_)] = {step.from + piece.from * length,
                                               step.from + piece.to * length};
  }
  bounds_.run(in_, out_, workspace_);
  Verdict verdict = Verdict::stays;
  for (std::size_t k = 0; k < out_.size(); ++k) {
    const bool is_on = step.modes[static_cast<std::size_t>(bounds_.outputs()[k])] != 0;
    const bool may = is_on ? out_[k].lower <= 0 : out_[k].upper > 0;
    const bool has = is_on ? out_[k].upper <= 0 : out_[k].lower > 0;
    if (has) return Verdict::has_switched;
    if (may) verdict = Verdict::may_switch;
  }
  return verdict;
}

std::optional<SwitchScan::Place> SwitchScan::find(const Step& step, double until,
                                                  const std::function<bool(double)>& is_switched) {
  if (is_empty()) return std::nullopt;
  for (std::size_t k = 0; k < in_.size(); ++k)
    in_[k] = Interval::point(step.inputs[static_cast<std::size_t>(bounds_.inputs()[k])]);
  const double length = step.to - step.from;
  const double instant = kRoundings * kEps * std::max(std::abs(step.from), step.to);
  const auto time_of = [&](double part) { return part == 1 ? step.to : step.from + part * length; };
  double before = step.from;
  stack_.resize(1);
  set_curves(step, stack_[0]);
  const double sure_from =
      step.from + std::max(kUnsure * instant, find_unsure_part(stack_[0]) * length);
  for (int count = 0; !stack_.empty() && count < kMostPieces; ++count) {
    const Piece piece = std::move(stack_.back());
    stack_.pop_back();
    const double from = time_of(piece.from), to = time_of(piece.to);
    if (from >= until) return std::nullopt;
    if (to <= sure_from) continue;
    const Verdict verdict = judge(step, piece);
    const bool is_instant = to - from <= instant;
    if (verdict == Verdict::may_switch && !is_instant) {
      Piece left, right;
      halve(piece, left, right);
      stack_.push_back(std::move(right));
      stack_.push_back(std::move(left));
      continue;
    }
    const double last = std::min(to, until);
    if (verdict != Verdict::stays && is_switched(last)) return Place{before, last};
    before = last;
  }
  return std::nullopt;
}

}  // namespace holon
