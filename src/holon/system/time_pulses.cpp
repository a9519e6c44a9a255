// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/time_pulses.h"

#include <algorithm>
#include <cmath>

#include "holon/expr/bounds/bounds.h"
#include "holon/expr/graph/traverse.h"

namespace holon {
namespace {

constexpr double kPart = 1.0 / 8;       // of a function's range
constexpr double kContrast = 1.0 / 16;  // of lengths
constexpr double kLongAgain = 1.0 / 4;  // so that some variation in a pulse does not end it
// Limits of the number of pieces of one function, in total and without a pulse: a pulse takes 40 to
// 200.
constexpr int kMostPieces = 200'000, kMostWithout = 5000;
// Limit of the pieces of one pulse: longer variations are not pulses.
constexpr std::size_t kMostOfAPulse = 400;
constexpr double kShortest = 1e-12;  // of the time

bool may_be_pulse(Op op) {
  switch (op) {
    case Op::exp:
    case Op::tanh:
    case Op::atan:
    case Op::div:
    case Op::pow:
    case Op::sinh:
    case Op::cosh: return true;
    default: return false;
  }
}

/// The outputs of f that depend only on time, its first input, and inputs that are not open.
std::vector<Expr> find_pulses(const Function& f, const std::vector<bool>& is_open) {
  const Graph& graph = *f.graph();
  enum class Of { something, numbers, time };
  detail::NodeMap<Of> of(graph);
  const std::vector<Expr>& inputs = f.input_scalars();
  of[inputs[0].id()] = Of::time;
  for (std::size_t k = 1; k < inputs.size(); ++k)
    if (!is_open[k]) of[inputs[k].id()] = Of::numbers;
  std::vector<Expr> pulses;
  for (const std::uint32_t id : detail::find_reachable(graph, f.output_scalars())) {
    const Node node = graph.node(id);
    if (node.op == Op::symbol) continue;
    Of all = Of::numbers;
    for (const std::uint32_t argument : graph.arguments(id)) {
      if (of[argument] == Of::something) all = Of::something;
      if (of[argument] == Of::time && all == Of::numbers) all = Of::time;
    }
    of[id] = all;
    const bool divides = node.op != Op::div || of[graph.arguments(id)[1]] == Of::time;
    if (all == Of::time && may_be_pulse(node.op) && divides) pulses.push_back(f.graph()->expr(id));
  }
  return pulses;
}

/// Examines the time from 0 on, piece by piece.
class PulseScan {
 public:
  PulseScan(const Bounds& bounds, std::size_t output, std::vector<Bounds::Input> in,
            std::vector<double>& found)
      : bounds_(bounds), output_(output), in_(std::move(in)), found_(found) {}

  void run(double until) {
    double from = 0;
    for (double to = 1; !is_over(from, until); from = to, to *= 2) {
      const Interval all = bound(from, to);
      const double range = all.upper - all.lower;
      if (!std::isfinite(range)) continue;  // near a pole
      range_ = std::max(range_, range);
      look(from, to, until);
    }
  }

 private:
  Interval bound(double from, double to) {
    for (std::size_t k = 0; k < in_.size(); ++k)
      if (bounds_.inputs()[k] == 0) in_[k] = Bounds::Input::line(from, to);
    return bounds_.run_one(output_, in_, workspace_).range;
  }

  /// A pulse that has begun is examined to its end, so that the result does not depend on the end
  /// of the run.
  bool is_over(double from, double until) const {
    return (from >= until && pulse_.empty()) || count_ >= kMostPieces || without_ >= kMostWithout;
  }

  void look(double from, double to, double until) {
    if (is_over(from, until)) return;
    ++count_, ++without_;
    const Interval range = bound(from, to);
    if (range.upper - range.lower > kPart * range_ && to - from > kShortest * to) {
      const double middle = 0.5 * (from + to);
      look(from, middle, until);
      look(middle, to, until);
    } else {
      meet(from, to);
    }
  }

  void meet(double from, double to) {
    const double length = to - from;
    if (!pulse_.empty() && pulse_.size() < kMostOfAPulse && length <= kLongAgain * longest_) {
      pulse_.push_back(to);
    } else if (pulse_.empty() && length <= kContrast * longest_) {
      pulse_ = {from, to};
    } else if (pulse_.empty()) {
      longest_ = std::max(longest_, length);
    } else {
      // A wave varies for longer than it rests.
      if (pulse_.back() - pulse_.front() < longest_) {
        found_.insert(found_.end(), pulse_.begin(), pulse_.end());
        without_ = 0;
      }
      pulse_.clear();
      longest_ = length;
    }
  }

  const Bounds& bounds_;
  const std::size_t output_;
  std::vector<Bounds::Input> in_;
  std::vector<double>& found_;
  Bounds::Workspace workspace_;
  double range_ = 0;           // up to this window's end
  double longest_ = 0;         // [s] piece since the last pulse
  std::vector<double> pulse_;  // the ends of the pieces of a pulse that has begun
  int count_ = 0, without_ = 0;
};

}  // namespace

std::vector<double> list_pulse_times(const System& system, const std::vector<double>& parameters,
                                     double until) {
  const Function& f = *system.derivative;
  const auto first = static_cast<std::size_t>(1 + system.state_count() + system.input_count());
  std::vector<bool> is_open(f.input_scalars().size(), true);
  is_open[0] = false;
  for (std::size_t k = 0; k < parameters.size(); ++k) is_open[first + k] = false;
  const std::vector<Expr> pulses = find_pulses(f, is_open);
  if (pulses.empty()) return {};
  const FunctionRef shapes = Function::make("pulses", f.graph(), f.inputs(), {{"shape", pulses}});
  const Bounds bounds(*shapes, is_open);
  std::vector<Bounds::Input> in;
  for (const int input : bounds.inputs()) {
    in.push_back(input == 0
                     ? Bounds::Input{}
                     : Bounds::Input::point(parameters[static_cast<std::size_t>(input) - first]));
  }
  std::vector<double> found;
  for (std::size_t k = 0; k < bounds.outputs().size(); ++k)
    PulseScan(bounds, k, in, found).run(until);
  std::erase_if(found, [&](double t) { return !(t > 0 && t < until); });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace holon
