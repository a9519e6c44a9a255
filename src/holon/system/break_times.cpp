// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Every node is examined once: is it a + b t, with numbers a and b? A table with such an argument
// reaches its points x at t = (x - a) / b. Between them a linear table is a straight line and a
// cubic one a polynomial. Each derivative is smooth to one order less: that of a linear table jumps
// at its points.
#include "holon/system/break_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>

#include "holon/base/errors.h"
#include "holon/expr/graph/table_slopes.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/print.h"
#include "holon/system/delays.h"

namespace holon {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
// Times, and values relative to the magnitude of their terms, are equal within this relative
// distance.
constexpr double kRounding = 64 * kEps;
// The largest deviation of a table's argument, evaluated by its formula, from offset + slope t.
constexpr double kArgument = 4 * kEps;

/// offset + slope t.
struct AffineValue {
  double offset = 0, slope = 0;
};
using Lines = std::vector<std::optional<AffineValue>>;

/// The points of one axis of a table, with the values along it: row r of those at point k.
struct TableAxis {
  const std::vector<double>& points;
  const std::vector<double>& values;
  std::size_t rows, point_stride, row_stride;
  double at(std::size_t k, std::size_t row) const {
    return values[k * point_stride + row * row_stride];
  }
  bool is_level(std::size_t k) const {  // from k to k + 1
    for (std::size_t r = 0; r < rows; ++r)
      if (at(k, r) != at(k + 1, r)) return false;
    return true;
  }
  bool is_straight(std::size_t k) const {  // through k - 1, k, k + 1
    const double x0 = points[k - 1], x1 = points[k], x2 = points[k + 1];
    for (std::size_t r = 0; r < rows; ++r) {
      const double v0 = at(k - 1, r), v1 = at(k, r), v2 = at(k + 1, r);
      const double beside = ((v1 - v0) * (x2 - x1) - (v2 - v1) * (x1 - x0)) / (x2 - x0);
      const double largest = std::max({std::abs(v0), std::abs(v1), std::abs(v2)});
      const double steepest = std::max(std::abs(v1 - v0), std::abs(v2 - v1)) / (x2 - x0);
      if (!(std::abs(beside) <= kRounding * (largest + steepest * std::abs(x1)))) return false;
    }
    return true;
  }
  bool is_jump(std::size_t k) const {  // from k to k + 1
    return points[k] >= just_before(points[k + 1]);
  }
};

class BreakFinder {
 public:
  explicit BreakFinder(std::vector<BreakTime>& found) : found_(found) {}

  /// For the nodes on which some outputs of f depend; `inputs` by scalar input.
  void search(const Function& f, std::span<const Expr> outputs, const Lines& inputs) {
    if (!has_tables(f)) return;
    const Graph& graph = *f.graph();
    detail::NodeMap<std::optional<AffineValue>> lines(graph);
    for (std::size_t k = 0; k < inputs.size(); ++k) lines[f.input_scalars()[k].id()] = inputs[k];
    Lines arguments;
    for (const std::uint32_t id : detail::find_reachable(graph, outputs)) {
      const Node node = graph.node(id);
      arguments.clear();
      for (const std::uint32_t argument : graph.arguments(id)) arguments.push_back(lines[argument]);
      switch (node.op) {
        case Op::symbol: break;  // an input
        case Op::table: meet_table(graph.payload(node), arguments); break;
        case Op::newton:
          std::fill_n(arguments.begin(), graph.payload(node).size, std::nullopt);  // its unknowns
          [[fallthrough]];
        case Op::call: {
          const Function& called = *graph.payload(node).function;
          search(called, called.output_scalars(), arguments);
          break;
        }
        default: lines[id] = calc_line(graph, id, arguments);
      }
    }
  }

 private:
  /// Whether f or a function that it calls contains a table lookup.
  bool has_tables(const Function& f) {
    const auto known = has_tables_.find(&f);
    if (known != has_tables_.end()) return known->second;
    bool has = false;
    const Graph& graph = *f.graph();
    for (std::uint32_t id = 0; id < graph.size() && !has; ++id) {
      const Node node = graph.node(id);
      has = node.op == Op::table || ((node.op == Op::call || node.op == Op::newton) &&
                                     has_tables(*graph.payload(node).function));
    }
    return has_tables_[&f] = has;
  }

  std::optional<AffineValue> calc_line(const Graph& graph, std::uint32_t id, const Lines& of) {
    const Node node = graph.node(id);
    if (node.op == Op::constant) return AffineValue{graph.constant_value(node), 0};
    if (of.empty() || node.op == Op::output || node.op == Op::solve) return {};
    for (const auto& line : of)
      if (!line) return {};
    const AffineValue a = *of[0], b = of.size() > 1 ? *of[1] : AffineValue{};
    switch (node.op) {
      case Op::add: return AffineValue{a.offset + b.offset, a.slope + b.slope};
      case Op::sub: return AffineValue{a.offset - b.offset, a.slope - b.slope};
      case Op::neg: return AffineValue{-a.offset, -a.slope};
      case Op::mul: return calc_product(a, b);
      case Op::div:
        if (b.slope != 0 || b.offset == 0) return {};
        return AffineValue{a.offset / b.offset, a.slope / b.offset};
      case Op::fma: {
        const auto product = calc_product(a, b);
        if (!product) return {};
        return AffineValue{product->offset + of[2]->offset, product->slope + of[2]->slope};
      }
      default: break;
    }
    std::vector<Expr> numbers;
    for (const auto& line : of) {
      if (line->slope != 0) return {};
      numbers.emplace_back(line->offset);
    }
    const Expr value = scratch_.rebuild(graph, id, numbers);
    if (!value.is_constant()) return {};
    return AffineValue{value.value(), 0};
  }

  static std::optional<AffineValue> calc_product(const AffineValue& a, const AffineValue& b) {
    if (a.slope != 0 && b.slope != 0) return {};
    return AffineValue{a.offset * b.offset, a.slope * b.offset + a.offset * b.slope};
  }

  void meet_table(const Payload& p, const Lines& arguments) {
    const TableData& table = *p.table;
    const std::array<int, 2> orders = detail::find_table_orders(p.derivative);
    const std::size_t ny = std::max<std::size_t>(table.y.size(), 1);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (!arguments[k] || arguments[k]->slope == 0) continue;
      const TableAxis axis = k == 0 ? TableAxis{table.x, table.values, ny, ny, 1}
                                    : TableAxis{table.y, table.values, table.x.size(), 1, ny};
      table.interpolation == Interpolation::linear ? meet_linear(table, axis, orders[k])
                                                   : meet_cubic(table, axis, orders[k]);
      add_points(*arguments[k]);
    }
  }

  void meet_linear(const TableData& table, const TableAxis& axis, int order) {
    const std::size_t last = axis.points.size() - 1;
    if (order > 1) return;  // zero everywhere
    const bool holds = table.extrapolation == Extrapolation::hold;
    for (std::size_t k = 0; k <= last; ++k) {
      if (k < last && axis.is_jump(k)) {
        if (axis.is_level(k)) continue;
        if (order > 0) {
          throw ModelError("'" + table.name + "' jumps at " + print_number(axis.points[k + 1]) +
                               " s, and its rate of change is needed",
                           "a ramp between the two values has one");
        }
        points_.push_back({axis.points[k], axis.points[k + 1]});
        ++k;
        continue;
      }
      const bool is_end = k == 0 || k == last;
      const bool has_corner =
          is_end ? holds && !axis.is_level(k == 0 ? 0 : last - 1) : !axis.is_straight(k);
      if (has_corner) add_point(axis.points[k], order == 1);
    }
  }

  void meet_cubic(const TableData& table, const TableAxis& axis, int order) {
    const std::size_t last = axis.points.size() - 1;
    const bool holds = table.extrapolation == Extrapolation::hold;
    for (std::size_t k = 0; k <= last; ++k) {
      const bool is_level_before = k == 0 ? holds : axis.is_level(k - 1);
      const bool is_level_behind = k == last ? holds : axis.is_level(k);
      if (is_level_before && is_level_behind) continue;
      const bool is_end = k == 0 || k == last;
      add_point(axis.points[k], order > (is_end && holds ? 0 : 1));
    }
  }

  void add_point(double x, bool jumps) { points_.push_back({jumps ? just_before(x) : x, x}); }

  /// The times at which the argument passes the points found so far.
  void add_points(const AffineValue& argument) {
    for (const BreakTime& point : points_) {
      BreakTime time = point;
      if (argument.offset != 0 || argument.slope != 1) {
        const auto at = [&](double x) { return (x - argument.offset) / argument.slope; };
        const double end = std::abs(argument.offset / argument.slope);
        const double a = at(point.before), b = at(point.after);
        const double around = kArgument * std::max({std::abs(a), std::abs(b), end});
        time = {std::min(a, b), std::max(a, b)};
        if (point.jumps()) time = {time.before - around, time.after + around};
      }
      if (time.after > 0 && std::isfinite(time.after)) found_.push_back(time);
    }
    points_.clear();
  }

  std::vector<BreakTime>& found_;
  std::vector<BreakTime> points_;  // in the argument's unit
  std::unordered_map<const Function*, bool> has_tables_;
  Graph scratch_;
};

/// Ascending; points within rounding error of each other are one.
void unite(std::vector<BreakTime>& times) {
  std::sort(times.begin(), times.end(),
            [](const BreakTime& a, const BreakTime& b) { return a.before < b.before; });
  std::size_t count = 0;
  for (const BreakTime& time : times) {
    const bool is_same =
        count > 0 && time.before - times[count - 1].after <= kRounding * std::abs(time.before);
    if (!is_same) {
      times[count++] = time;
    } else if (time.jumps()) {
      BreakTime& last = times[count - 1];
      last = last.jumps() ? BreakTime{last.before, std::max(last.after, time.after)} : time;
    }
  }
  times.resize(count);
}

}  // namespace

double just_before(double t) {
  // Near zero a number of ordinary size: smaller values are slow, or lost in rounding.
  if (t == 0) return -std::numeric_limits<double>::min();
  return std::nextafter(t, -std::numeric_limits<double>::infinity());
}

std::vector<BreakTime> list_break_times(const System& system,
                                        const std::vector<double>& parameters) {
  std::vector<BreakTime> times;
  BreakFinder finder(times);
  const auto search = [&](const Function& f, std::span<const Expr> outputs,
                          const AffineValue& time) {
    Lines inputs(f.input_scalars().size());
    inputs[0] = time;
    const auto first = static_cast<std::size_t>(1 + system.state_count() + system.input_count());
    for (std::size_t k = 0; k < parameters.size(); ++k)
      inputs[first + k] = AffineValue{parameters[k], 0};
    finder.search(f, outputs, inputs);
  };
  if (const std::vector<SystemDelay> delays = list_delays(system); !delays.empty()) {
    const FunctionRef delayed = make_delayed_signals(system);
    // Until the delay has passed, the output is the history before the start.
    for (std::size_t k = 0; k < delays.size(); ++k)
      search(*delayed, {&delayed->outputs()[1].elements[k], 1}, {-delays[k].time, 1});
    std::erase_if(times, [&](const BreakTime& time) {
      return std::none_of(delays.begin(), delays.end(),
                          [&](const SystemDelay& d) { return time.before < d.time; });
    });
    search(*delayed, delayed->outputs()[0].elements, {0, 1});
  }
  for (const FunctionRef& f : {system.derivative, system.indicators, system.conditions})
    search(*f, f->output_scalars(), {0, 1});
  unite(times);
  return times;
}

}  // namespace holon
