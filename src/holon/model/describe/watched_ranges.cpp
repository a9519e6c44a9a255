// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/watched_ranges.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>

#include "holon/expr/bounds/interval.h"
#include "holon/expr/graph/graph.h"
#include "holon/model/describe/validate.h"
#include "holon/model/describe/visit.h"

namespace holon::detail {

namespace {

/// All numbers that an expression can be, whatever its symbols are.
class RangeFinder {
 public:
  Interval find(Expr e) {
    if (e.is_constant()) return Interval::point(e.value());
    if (const auto known = found_.find(e.id()); known != found_.end()) return known->second;
    found_[e.id()] = kAll;  // until it is known
    return found_[e.id()] = calc(e);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr Interval kAll{-kInfinity, kInfinity};

  Interval calc(Expr e) {
    Graph& graph = *e.graph();
    const Node& node = graph.node(e.id());
    if (node.op == Op::table) return calc_table(graph.payload(node));
    const bool has_arguments = node.op != Op::symbol && node.op != Op::constant;
    const bool is_plain = node.op < Op::relation;
    if (!has_arguments || (!is_plain && node.op != Op::relation)) return kAll;
    const std::span<const std::uint32_t> arguments = graph.arguments(e.id());
    std::array<Interval, 3> of{kAll, kAll, kAll};
    for (std::size_t k = 0; k < arguments.size() && k < of.size(); ++k)
      of[k] = find(graph.expr(arguments[k]));
    if (node.op == Op::relation) return {0, 1};
    if (node.op == Op::mul && arguments[0] == arguments[1])
      return {square(of[0].mignitude()), square(of[0].magnitude())};
    const Interval result = apply(node.op, of[0], of[1], of[2]);
    return std::isnan(result.lower) || std::isnan(result.upper) ? kAll : result;
  }

  static Interval calc_table(const Payload& payload) {
    const TableData& table = *payload.table;
    const bool is_between = (table.y.empty() || table.interpolation == Interpolation::linear) &&
                            table.extrapolation == Extrapolation::hold && payload.derivative == 0;
    if (!is_between || table.values.empty()) return kAll;
    const auto [least, most] = std::minmax_element(table.values.begin(), table.values.end());
    return {*least, *most};
  }
  static double square(double x) { return x * x; }

  std::unordered_map<std::uint32_t, Interval> found_;
};

/// The size of the terms of a formula, beside which errors of its value are small: |a| + |b| of
/// a + b, and so on; of what varies, one (in its SI unit) more than its magnitude.
class SizeFinder {
 public:
  explicit SizeFinder(Symbols& symbols) : symbols_(symbols) {}

  Expr find(Expr e) {
    if (e.is_constant()) return std::abs(e.value());
    if (const auto known = found_.find(e.id()); known != found_.end()) return known->second;
    const Expr size = calc(e);
    found_.emplace(e.id(), size);
    return size;
  }

 private:
  Expr calc(Expr e) {
    Graph& graph = *e.graph();
    const Node& node = graph.node(e.id());
    const std::vector<std::uint32_t> of = [&]() -> std::vector<std::uint32_t> {
      if (node.op == Op::symbol || node.op == Op::constant) return {};
      const auto all = graph.arguments(e.id());
      return {all.begin(), all.end()};
    }();
    const auto size = [&](std::size_t k) { return find(graph.expr(of[k])); };
    switch (node.op) {
      case Op::add:
      case Op::sub: return size(0) + size(1);
      case Op::mul: return size(0) * size(1);
      case Op::neg: return size(0);
      case Op::div: return size(0) / abs(graph.expr(of[1]));
      default: return symbols_.varies(e) ? abs(e) + 1.0 : abs(e);
    }
  }

  Symbols& symbols_;
  std::unordered_map<std::uint32_t, Expr> found_;
};

class RangeWatch {
 public:
  /// `of_parameters`: of values that are constant during a run.
  RangeWatch(Symbols& symbols, std::vector<WatchedRange>& found, bool of_parameters)
      : symbols_(symbols), found_(found), of_parameters_(of_parameters) {}

  void watch(const Field& field, Expr e, const std::string& path) {
    if (e.is_constant() || symbols_.varies(e) == of_parameters_) return;
    if (!of_parameters_ && !field.is_varying) return;
    const Interval range = RangeFinder().find(e);
    // A formula that touches the end of its range misses it by rounding errors, and by the error of
    // the states in it.
    const double error = of_parameters_ ? 0.0 : 1e-6;
    const Expr slack = error * SizeFinder(symbols_).find(e);
    const double least_slack = std::isfinite(range.magnitude()) ? error * range.magnitude() : 0.0;
    Expr is_outside = 0.0;
    std::string violation;
    if (std::isfinite(field.minimum) &&
        (field.excludes_minimum ? range.lower <= field.minimum
                                : range.lower < field.minimum - least_slack)) {
      is_outside = field.excludes_minimum ? 1.0 - relation(e - field.minimum)
                                          : relation(field.minimum - slack - e);
      violation = field.minimum != 0       ? "falls below " + print_quantity(field, field.minimum)
                  : field.excludes_minimum ? "is not positive"
                                           : "is negative";
    }
    if (std::isfinite(field.maximum) &&
        (field.excludes_maximum ? range.upper >= field.maximum
                                : range.upper > field.maximum + least_slack)) {
      const Expr is_above = field.excludes_maximum ? 1.0 - relation(field.maximum - e)
                                                   : relation(e - field.maximum - slack);
      is_outside = max(is_outside, is_above);
      violation += (violation.empty() ? "" : " or ") + std::string("exceeds ") +
                   print_quantity(field, field.maximum);
    }
    if (!violation.empty())
      found_.push_back({path, violation, e, is_outside, field.requirement.dimension});
  }

 private:
  Symbols& symbols_;
  std::vector<WatchedRange>& found_;
  bool of_parameters_;
};

std::vector<WatchedRange> find_ranges(const Schema& schema, const void* object, Symbols& symbols,
                                      bool of_parameters) {
  static constexpr const char* kXyz[] = {".x", ".y", ".z"};
  std::vector<WatchedRange> found;
  RangeWatch watch(symbols, found, of_parameters);
  visit_fields(schema, object, [&](const Field& field, const void* value, const std::string& path) {
    if (field.kind == FieldKind::number) {
      watch.watch(field, *static_cast<const Expr*>(value), path);
    } else if (field.kind == FieldKind::vector) {
      const auto& v = *static_cast<const Vector3<Expr>*>(value);
      for (int k = 0; k < 3; ++k) watch.watch(field, v[k], path + kXyz[k]);
    } else if (field.kind == FieldKind::numbers) {
      const auto& list = *static_cast<const std::vector<Expr>*>(value);
      for (std::size_t k = 0; k < list.size(); ++k)
        watch.watch(field, list[k], path + "[" + std::to_string(k) + "]");
    }
  });
  return found;
}

}  // namespace

std::vector<WatchedRange> find_watched_ranges(const Schema& schema, const void* object,
                                              Symbols& symbols) {
  return find_ranges(schema, object, symbols, false);
}

std::vector<WatchedRange> find_parameter_ranges(const Schema& schema, const void* object,
                                                Symbols& symbols) {
  return find_ranges(schema, object, symbols, true);
}

}  // namespace holon::detail
