// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "holon/base/names.h"
#include "holon/expr/graph/function.h"
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
    complain_(path, path + " requires " + text + " numbers, not " + std::to_string(list.size()),
              "");
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
    // An angle that was meant in degrees is recognised in degrees.
    const auto quantity = [&](double v) {
      if (field.unit != "rad") return print_quantity(field, v);
      return fmt::format("{:.6g} rad ({:.6g} deg)", v, v * 180 / std::numbers::pi);
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

std::string print_quantity(const Field& field, double value) {
  const bool is_bare = field.unit.empty() || field.unit == "any" || value == 0;
  return print_number(value) + (is_bare ? "" : " " + field.unit);
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
