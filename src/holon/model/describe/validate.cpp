// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "holon/base/names.h"
#include "holon/expr/bounds/interval.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/print/print.h"
#include "holon/model/describe/color.h"
#include "holon/model/describe/values.h"
#include "holon/model/describe/visit.h"

namespace holon::detail {

namespace {

class Validator {
 public:
  Validator(Symbols& symbols, const ComplainAt& complain)
      : symbols_(symbols), complain_(complain) {}

  void check(const Field& field, const void* value, const std::string& path) {
    static constexpr const char* kXyz[] = {".x", ".y", ".z"};
    switch (field.kind) {
      case FieldKind::number: check_number(field, *static_cast<const Expr*>(value), path); break;
      case FieldKind::plain: check_range(field, *static_cast<const double*>(value), path); break;
      case FieldKind::integer:
        check_range(field, static_cast<double>(*static_cast<const std::int64_t*>(value)), path);
        break;
      case FieldKind::vector: {
        const auto& v = *static_cast<const Vector3<Expr>*>(value);
        for (int k = 0; k < 3; ++k) check_number(field, v[k], path + kXyz[k]);
        break;
      }
      case FieldKind::numbers:
        check_list(field, *static_cast<const std::vector<Expr>*>(value), path);
        break;
      case FieldKind::text:
        if (field.is_color) check_color(*static_cast<const std::string*>(value), path);
        break;
      case FieldKind::orientation:
        for (const Expr e : static_cast<const Orientation*>(value)->quaternion) {
          if (!e.is_constant() && !check_dependence(field, e, path)) break;
        }
        break;
      default: break;
    }
  }

 private:
  void check_list(const Field& field, const std::vector<Expr>& list, const std::string& path) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      check_number(field, list[k], path + "[" + std::to_string(k) + "]");
    }
    if (field.sizes.empty()) return;
    std::vector<std::string> sizes;
    for (const int size : field.sizes) {
      if (size == static_cast<int>(list.size())) return;
      sizes.push_back(std::to_string(size));
    }
    std::string text = sizes[0];
    for (std::size_t k = 1; k < sizes.size(); ++k) {
      text += (k + 1 == sizes.size() ? " or " : ", ") + sizes[k];
    }
    complain_(path, path + " takes " + text + " numbers, not " + std::to_string(list.size()), "");
  }

  void check_color(const std::string& text, const std::string& path) {
    Rgb color;
    if (text.empty() || parse_color(text, color)) return;
    const std::string nearest = nearest_color_name(text);
    complain_(path, "'" + text + "' is not a colour",
              nearest.empty() ? "give a CSS name such as 'steelblue', or '#rrggbb'"
                              : "did you mean '" + nearest + "'?");
  }

  void check_number(const Field& field, Expr e, const std::string& path) {
    if (e.is_constant()) {
      check_range(field, e.value(), path);
    } else if (check_dependence(field, e, path) && !symbols_.varies(e)) {
      check_range(field, value_at_parameters(e, symbols_), path);
    }
  }

  bool check_dependence(const Field& field, Expr e, const std::string& path) {
    const bool varies = symbols_.varies(e);
    if (!field.is_structural && (field.is_varying || !varies)) return true;
    std::string cause;
    for (const Expr symbol : find_symbols(std::span(&e, 1))) {
      if (symbols_.varies(symbol) == varies) cause = symbol.symbol_name();
    }
    if (field.is_structural) {
      complain_(
          path,
          path + " changes the equations and must be a constant; it depends on '" + cause + "'",
          varies ? "" : "take '" + cause + "' out of 'tunable'");
    } else {
      complain_(path, path + " must not change during the run; it depends on '" + cause + "'",
                field.constant_advice);
    }
    return false;
  }

  void check_range(const Field& field, double value, const std::string& path) {
    const auto quantity = [&](double v) {
      const bool bare = field.unit.empty() || field.unit == "any" || v == 0;
      return print_number(v) + (bare ? "" : " " + field.unit);
    };
    std::string need;
    if (is_interval(field) && std::isinf(value)) return;
    if (!std::isfinite(value)) {
      need = "must be a finite number";
    } else if (field.excludes_minimum ? value <= field.minimum : value < field.minimum) {
      if (field.minimum == 0) {
        need = field.excludes_minimum ? "must be positive" : "must not be negative";
      } else {
        need = (field.excludes_minimum ? "must be above " : "must be at least ") +
               quantity(field.minimum);
      }
    } else if (field.excludes_maximum ? value >= field.maximum : value > field.maximum) {
      need = (field.excludes_maximum ? "must be below " : "must be at most ") +
             quantity(field.maximum);
    }
    if (!need.empty()) complain_(path, path + " " + need + ", not " + quantity(value), "");
  }

  Symbols& symbols_;
  const ComplainAt& complain_;
};

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
  RangeWatch(Symbols& symbols, std::vector<WatchedRange>& found)
      : symbols_(symbols), found_(found) {}

  void watch(const Field& field, Expr e, const std::string& path) {
    if (!field.is_varying || e.is_constant() || !symbols_.varies(e)) return;
    const Interval range = RangeFinder().find(e);
    // A formula that touches the end of its range misses it by rounding errors, and by the error of
    // the states in it.
    constexpr double kError = 1e-6;
    const Expr slack = kError * SizeFinder(symbols_).find(e);
    const double least_slack = std::isfinite(range.magnitude()) ? kError * range.magnitude() : 0.0;
    Expr is_outside = 0.0;
    std::string violation;
    if (std::isfinite(field.minimum) &&
        (field.excludes_minimum ? range.lower <= field.minimum
                                : range.lower < field.minimum - least_slack)) {
      is_outside = field.excludes_minimum ? 1.0 - relation(e - field.minimum)
                                          : relation(field.minimum - slack - e);
      violation = field.minimum != 0       ? "falls below " + with_unit(field, field.minimum)
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
                   with_unit(field, field.maximum);
    }
    if (!violation.empty())
      found_.push_back({path, violation, e, is_outside, field.requirement.dimension});
  }

 private:
  static std::string with_unit(const Field& field, double value) {
    const bool is_bare = field.unit.empty() || field.unit == "any" || value == 0;
    return print_number(value) + (is_bare ? "" : " " + field.unit);
  }

  Symbols& symbols_;
  std::vector<WatchedRange>& found_;
};

}  // namespace

bool is_interval(const Field& field) {
  return field.kind == FieldKind::numbers &&
         std::find(field.sizes.begin(), field.sizes.end(), 2) != field.sizes.end();
}

void validate(const Schema& schema, const void* object, Symbols& symbols,
              const ComplainAt& complain) {
  Validator validator(symbols, complain);
  visit_fields(schema, object, [&](const Field& field, const void* value, const std::string& path) {
    validator.check(field, value, path);
  });
}

std::vector<WatchedRange> find_watched_ranges(const Schema& schema, const void* object,
                                              Symbols& symbols) {
  static constexpr const char* kXyz[] = {".x", ".y", ".z"};
  std::vector<WatchedRange> found;
  RangeWatch watch(symbols, found);
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

double value_at_parameters(Expr e, const Symbols& symbols) {
  if (e.is_constant()) return e.value();
  std::vector<Expr> from, to;
  for (const Symbols::Parameter& parameter : symbols.parameters()) {
    from.push_back(parameter.symbol);
    to.emplace_back(parameter.value);
  }
  const Expr value = substitute(std::span(&e, 1), from, to)[0];
  return value.is_constant() ? value.value() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace holon::detail
