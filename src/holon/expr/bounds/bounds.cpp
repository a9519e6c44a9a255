// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/bounds/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "holon/expr/graph/operations.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"

namespace holon {

struct Bounds::Table {
  TableRef data;
  detail::TableSlopes slopes;
  Interval all;  ///< of its values
};

namespace {

constexpr std::uint32_t kNoStep = 0xFFFFFFFF;

using detail::Band;

Bounds::Value make_value(const detail::Curve& c, double rounding) {
  const Band band{c, 0};
  return {band.range(), rounding, false, true, band};
}
Bounds::Value make_point(double x) { return make_value({x, x, x, x, x}, 0); }

bool is_point(const Bounds::Value& v) { return v.range.lower == v.range.upper; }

/// For sums and multiples.
std::optional<Band> combine_linearly(Op op, const Bounds::Value& a, const Bounds::Value& b,
                                     const Bounds::Value& c) {
  const auto product = [&]() -> std::optional<Band> {
    if (is_point(a)) return a.range.lower * b.band;
    if (is_point(b)) return b.range.lower * a.band;
    return std::nullopt;
  };
  switch (op) {
    case Op::neg: return -1 * a.band;
    case Op::add: return a.band + b.band;
    case Op::sub: return a.band - b.band;
    case Op::mul: return product();
    case Op::fma: {
      const std::optional<Band> scaled = product();
      return scaled ? std::optional(*scaled + c.band) : std::nullopt;
    }
    case Op::div:
      return is_point(b) && b.range.lower != 0 ? std::optional(1 / b.range.lower * a.band)
                                               : std::nullopt;
    default: return std::nullopt;
  }
}

/// For all other smooth operations.
std::optional<Band> combine_bands(Op op, const Bounds::Value& a, const Bounds::Value& b,
                                  const Bounds::Value& c) {
  switch (op) {
    case Op::mul: return a.band * b.band;
    case Op::fma: return a.band * b.band + c.band;
    case Op::div: {
      const std::optional<Band> inverse = detail::invert(b.band, b.range);
      return inverse ? std::optional(a.band * *inverse) : std::nullopt;
    }
    case Op::pow: return is_point(b) ? detail::raise(a.band, a.range, b.range.lower) : std::nullopt;
    case Op::abs:
      if (a.range.contains(0)) return std::nullopt;
      return a.range.lower > 0 ? a.band : -1 * a.band;
    case Op::min:
    case Op::max: {
      if (a.range.lower < b.range.upper && b.range.lower < a.range.upper) return std::nullopt;
      const bool is_less = a.range.upper <= b.range.lower;
      return is_less == (op == Op::min) ? a.band : b.band;
    }
    default: return detail::apply(op, a.band, a.range);
  }
}

/// Whether it may be NaN for some of the arguments. Comparisons never are; choices are if the
/// chosen value is.
bool may_become_undefined(Op op, const Bounds::Value& a, const Bounds::Value& b,
                          const Bounds::Value& c) {
  const int count = detail::arity(op);
  switch (op) {
    case Op::relation:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not: return false;
    case Op::select: return b.may_be_undefined || c.may_be_undefined;
    case Op::sqrt:
    case Op::log:
      if (!(a.range.lower >= 0)) return true;
      break;
    case Op::asin:
    case Op::acos:
      if (!(a.range.lower >= -1 && a.range.upper <= 1)) return true;
      break;
    case Op::div:
      if (b.range.contains(0)) return true;
      break;
    case Op::pow:
      if (!(a.range.lower > 0)) return true;
      break;
    default: break;
  }
  return a.may_be_undefined || (count > 1 && b.may_be_undefined) ||
         (count > 2 && c.may_be_undefined);
}

/// An unknown rounding error, such as that of 1/cosh(x) with infinite cosh(x), is at most the width
/// of the interval.
double limit_rounding(double rounding, const Interval& range) {
  if (std::isfinite(rounding)) return rounding;
  const double width = range.upper - range.lower;
  if (!std::isfinite(width)) return std::numeric_limits<double>::infinity();
  return width + std::numeric_limits<double>::epsilon() * range.magnitude();
}

bool is_finite(const Band& band) {
  double sum = band.slack;
  for (const double c : band.curve) sum += std::abs(c);
  return std::isfinite(sum);
}

bool is_table_of_one(const Payload& payload) {
  return payload.table && payload.table->y.empty() && payload.derivative == 0;
}

/// By node, whether all nodes on which it depends are supported by Bounds.
std::vector<bool> find_known(const Graph& graph, const Function& function,
                             const std::vector<bool>& open) {
  std::vector<bool> known(graph.size(), false);
  const std::vector<Expr>& inputs = function.input_scalars();
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (!open[k]) known[inputs[k].id()] = true;
  for (std::uint32_t id = 0; id < graph.size(); ++id) {
    const Node& node = graph.node(id);
    if (node.op == Op::symbol) continue;
    if (detail::has_payload(node.op) &&
        !(node.op == Op::table && is_table_of_one(graph.payload(node))))
      continue;
    const auto arguments = graph.arguments(id);
    known[id] = std::all_of(arguments.begin(), arguments.end(),
                            [&](std::uint32_t argument) { return known[argument]; });
  }
  return known;
}

}  // namespace

Bounds::Bounds(const Function& function, const std::vector<bool>& open) {
  const std::vector<Expr>& all = function.output_scalars();
  const Graph* graph = detail::find_graph(all);
  if (!graph) return;
  const std::vector<bool> known = find_known(*graph, function, open);
  std::vector<Expr> requested;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].is_constant() || !known[all[k].id()]) continue;
    outputs_.push_back(static_cast<int>(k));
    requested.push_back(all[k]);
  }
  std::unordered_map<std::uint32_t, int> input_of;
  for (int k = 0; k < function.input_count(); ++k)
    input_of[function.input_scalars()[static_cast<std::size_t>(k)].id()] = k;
  const std::vector<std::uint32_t> nodes = detail::find_reachable(*graph, requested);
  std::unordered_map<std::uint32_t, std::uint32_t> slot;
  for (const std::uint32_t id : nodes) {
    if (graph->node(id).op != Op::symbol) continue;
    slot[id] = static_cast<std::uint32_t>(start_.size());
    inputs_.push_back(input_of.at(id));
    start_.emplace_back();
  }
  std::vector<std::uint32_t> step_of(start_.size(), kNoStep);  // by slot
  for (const std::uint32_t id : nodes) {
    const Node& node = graph->node(id);
    if (node.op == Op::symbol) continue;
    if (node.op == Op::output) {  // of a table
      slot[id] = slot.at(node.args[0]);
      continue;
    }
    const auto to = static_cast<std::uint32_t>(start_.size());
    slot[id] = to;
    start_.emplace_back();
    step_of.push_back(kNoStep);
    if (node.op == Op::constant) {
      start_.back() = make_point(graph->constant_value(node));
      continue;
    }
    Step step;
    step.op = node.op;
    step.to = to;
    const auto arguments = graph->arguments(id);
    for (std::size_t k = 0; k < arguments.size(); ++k) step.from[k] = slot.at(arguments[k]);
    if (node.op == Op::table) {
      const TableRef& data = graph->payload(node).table;
      const auto [low, high] = std::minmax_element(data->values.begin(), data->values.end());
      step.table = static_cast<int>(tables_.size());
      tables_.push_back(
          std::make_shared<Table>(Table{data, detail::calc_slopes(*data), {*low, *high}}));
    }
    step_of[to] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
  }
  for (const Expr& e : requested) {
    output_slots_.push_back(slot.at(e.id()));
    std::vector<std::uint32_t>& own = steps_of_.emplace_back();
    std::vector<std::uint32_t> open_slots{output_slots_.back()};
    std::unordered_set<std::uint32_t> seen(open_slots.begin(), open_slots.end());
    while (!open_slots.empty()) {
      const std::uint32_t at = step_of[open_slots.back()];
      open_slots.pop_back();
      if (at == kNoStep) continue;
      own.push_back(at);
      for (const std::uint32_t from : steps_[at].from)
        if (seen.insert(from).second) open_slots.push_back(from);
    }
    std::sort(own.begin(), own.end());
  }
}

/// Between its points a table is monotone, so that the points and the ends determine the range.
Interval Bounds::look_up(const Table& table, const Interval& x) const {
  constexpr std::ptrdiff_t kMost = 64;  // beyond them the whole table
  const TableData& data = *table.data;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(x.lower > -kInfinity && x.upper < kInfinity)) {
    return data.extrapolation == Extrapolation::hold ? table.all : Interval{-kInfinity, kInfinity};
  }
  const double a = detail::interpolate(data, table.slopes, 0, x.lower, 0);
  const double b = detail::interpolate(data, table.slopes, 0, x.upper, 0);
  Interval result{std::min(a, b), std::max(a, b)};
  const auto first = std::upper_bound(data.x.begin(), data.x.end(), x.lower);
  const auto last = std::lower_bound(first, data.x.end(), x.upper);
  if (last - first > kMost) {
    return {std::min(result.lower, table.all.lower), std::max(result.upper, table.all.upper)};
  }
  for (auto at = first; at != last; ++at) {
    const double value = data.values[static_cast<std::size_t>(at - data.x.begin())];
    result.lower = std::min(result.lower, value), result.upper = std::max(result.upper, value);
  }
  return result;
}

/// Three times a chord's slope, the limit of a monotone cubic, in the range of x; and the range of
/// the values there.
double Bounds::calc_rounding(const Table& table, const Value& x, const Interval& y) const {
  const std::vector<double>&points = table.data->x, &values = table.data->values;
  const auto index_of = [&](double at) {  // of the next point, at least the second
    const auto behind = std::upper_bound(points.begin() + 1, points.end() - 1, at);
    return static_cast<std::size_t>(behind - points.begin());
  };
  double steepest = 0;
  if (x.rounding > 0 && std::isfinite(x.range.lower) && std::isfinite(x.range.upper)) {
    const std::size_t last = index_of(x.range.upper);
    for (std::size_t k = index_of(x.range.lower); k <= last; ++k) {
      const double chord = (values[k] - values[k - 1]) / (points[k] - points[k - 1]);
      steepest = std::max(steepest, 3 * std::abs(chord));
    }
  }
  return x.rounding * steepest +
         std::numeric_limits<double>::epsilon() * std::max(std::abs(y.lower), std::abs(y.upper));
}

void Bounds::put_in(std::span<const Input> in, Workspace& workspace) const {
  if (workspace.values.size() != start_.size()) workspace.values = start_;
  for (std::size_t k = 0; k < in.size(); ++k)
    workspace.values[k] = make_value(in[k].curve, in[k].rounding);
}

void Bounds::run(const Step& step, bool all_bands, std::vector<Value>& values) const {
  const Value &a = values[step.from[0]], &b = values[step.from[1]], &c = values[step.from[2]];
  Value& result = values[step.to];
  result.has_band = false;
  if (step.table >= 0) {
    const Table& table = *tables_[static_cast<std::size_t>(step.table)];
    result.range = look_up(table, a.range);
    result.rounding = limit_rounding(calc_rounding(table, a, result.range), result.range);
    result.may_be_undefined = a.may_be_undefined;
    return;
  }
  result.range = detail::apply(step.op, a.range, b.range, c.range);
  result.may_be_undefined = may_become_undefined(step.op, a, b, c);
  const bool is_mixed = (step.op == Op::min || step.op == Op::max) && result.may_be_undefined;
  if (is_mixed) {
    // Which of the two results if one is NaN is not distinguished here.
    const bool has_a = !std::isnan(a.range.lower), has_b = !std::isnan(b.range.lower);
    if (has_a != has_b) {
      result = has_a ? a : b;
      return;
    }
    result.range = detail::unite(result.range, detail::unite(a.range, b.range));
  }
  if (step.op == Op::select) {
    const bool is_decided = !a.range.contains(0) || is_point(a);
    if (is_decided && !std::isnan(a.range.lower)) {
      const Value& chosen = a.range.contains(0) ? c : b;
      result = chosen;
      return;
    }
  }
  const int count = detail::arity(step.op);
  if (!is_mixed && a.has_band && (count < 2 || b.has_band) && (count < 3 || c.has_band)) {
    std::optional<Band> band = combine_linearly(step.op, a, b, c);
    if (!band && all_bands) band = combine_bands(step.op, a, b, c);
    if (band && is_finite(*band)) {
      const Interval range = band->range();
      const Interval both{std::max(result.range.lower, range.lower),
                          std::min(result.range.upper, range.upper)};
      result.has_band = true;
      result.band = *band;
      if (both.lower <= both.upper) result.range = both;
    }
  }
  const double rounding = detail::carry_rounding(
      step.op, {a.range, b.range, c.range}, {a.rounding, b.rounding, c.rounding}, result.range);
  result.rounding = limit_rounding(rounding, result.range);
}

void Bounds::run(std::span<const Input> in, std::span<Output> out, Workspace& workspace) const {
  put_in(in, workspace);
  for (const Step& step : steps_) run(step, false, workspace.values);
  for (std::size_t k = 0; k < output_slots_.size(); ++k) {
    const Value& value = workspace.values[output_slots_[k]];
    out[k] = {value.range, value.rounding, value.has_band && value.band.is_monotone()};
  }
}

Bounds::Output Bounds::run_one(std::size_t k, std::span<const Input> in,
                               Workspace& workspace) const {
  put_in(in, workspace);
  for (const std::uint32_t at : steps_of_[k]) run(steps_[at], true, workspace.values);
  const Value& value = workspace.values[output_slots_[k]];
  return {value.range, value.rounding, value.has_band && value.band.is_monotone()};
}

}  // namespace holon
