// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "holon/expr/formula/formula_evaluator.h"

namespace holon::detail {
namespace {

using F = FormulaFunction;

constexpr double kOneOverLog10 = 0.43429448190325182765;  // 1/ln 10

bool is_number(const Value& value) {
  return !value.dimension() || value.dimension()->si().is_number();
}

/// A number of cycles is neither an angle nor a pure number.
bool is_pure(const Value& value) {
  return is_number(value) &&
         !(value.dimension() && trades_cycles(*value.dimension(), dimensions::kAngle));
}

std::array<Expr, 3> cross(std::span<const Expr> a, std::span<const Expr> b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::string_view name_of(FormulaFunction function) {
  for (const FormulaFunctionInfo& info : formula_functions()) {
    if (info.function == function) return info.name;
  }
  return {};
}

}  // namespace

Value FormulaEvaluator::call(const Node& node) {
  const FormulaFunctionInfo* info = find_formula_function(node.text);
  if (!info) return Value::failure();
  // Reported by the parser; names in a formula with errors are checked nevertheless.
  const int count = static_cast<int>(node.children);
  if (count < info->least_arguments || count > info->most_arguments) {
    for (const std::uint32_t child : formula_.children(node)) evaluate(formula_.node(child));
    return Value::failure();
  }
  switch (info->function) {
    case F::atan2: return call_atan2(node);
    case F::abs:
    case F::sign:
    case F::sqrt:
    case F::floor:
    case F::ceil: return call_rounding(node, info->function);
    case F::mod: return call_mod(node);
    case F::min:
    case F::max: return call_extreme(node, info->function);
    case F::hypot: return call_hypot(node);
    case F::dot:
    case F::cross: return call_vectors(node, info->function);
    case F::norm: return call_norm(node);
    case F::if_: return call_if(node);
    case F::der: return call_der(node);
    case F::to_frame: return call_frame(node, true);
    case F::from_frame: return call_frame(node, false);
    case F::lookup: return call_lookup(node);
    case F::smooth: {
      ++smooth_;
      Value value = evaluate(child(node, 0));
      --smooth_;
      return value;
    }
    default: return call_elementary(node, info->function);
  }
}

// Functions of an angle or a pure number.
Value FormulaEvaluator::call_elementary(const Node& node, FormulaFunction function) {
  const std::optional<Value> x = single(child(node, 0), node.text);
  if (!x) return Value::failure();
  const bool is_of_angle = function == F::sin || function == F::cos || function == F::tan;
  if (!is_pure(*x)) {
    const bool is_time = x->dimension() == dimensions::kTime;
    const bool is_cycles = is_number(*x);
    return fail(child(node, 0),
                node.text +
                    (is_of_angle ? " takes an angle or a pure number, not "
                                 : " takes a pure number, not ") +
                    x->description(),
                is_cycles && is_of_angle
                    ? "a cycle is 2*pi radians: multiply by 2*pi, or give rad/s for Hz"
                : is_cycles              ? "Hz counts cycles; a rate of decay is given in 1/s"
                : is_time && is_of_angle ? "multiply by an angular rate: 2 [rad/s] * time"
                : is_time                ? "divide by a time constant: time / 1 [s]"
                                         : "");
  }
  const Expr e = x->scalar();
  const auto result = [&](Expr value, const Dimension& dimension) {
    return checked(node, Value(value, dimension));
  };
  switch (function) {
    case F::sin: return result(sin(e), {});
    case F::cos: return result(cos(e), {});
    case F::tan: return result(tan(e), {});
    case F::asin: return result(asin(e), dimensions::kAngle);
    case F::acos: return result(acos(e), dimensions::kAngle);
    case F::atan: return result(atan(e), dimensions::kAngle);
    case F::sinh: return result(sinh(e), {});
    case F::cosh: return result(cosh(e), {});
    case F::tanh: return result(tanh(e), {});
    case F::exp: return result(exp(e), {});
    case F::log: return result(log(e), {});
    case F::log10: return result(log(e) * kOneOverLog10, {});
    default: return Value::failure();
  }
}

Value FormulaEvaluator::call_rounding(const Node& node, FormulaFunction function) {
  const std::optional<Value> x = single(child(node, 0), node.text);
  if (!x) return Value::failure();
  const Expr e = x->scalar();
  switch (function) {
    case F::abs: return Value(abs(e), x->dimension());
    case F::sign: return sign_of(*x);
    case F::sqrt: {
      std::optional<Dimension> dimension = x->dimension();
      if (dimension) dimension = dimension->sqrt();
      return checked(node, Value(sqrt(e), dimension));
    }
    default: break;
  }
  if (!is_number(*x)) {
    return fail(child(node, 0), node.text + " of " + x->description() + " depends on the unit",
                "divide by a step first: " + node.text + "(x / 2 [mm])");
  }
  return Value(function == F::floor ? floor(e) : -floor(-e), x->dimension());
}

// -1, 0 or 1. Its jumps are events, like those of a comparison.
Value FormulaEvaluator::sign_of(const Value& x) {
  const Expr e = x.scalar();
  if (smooth_ > 0 || e.is_constant()) return Value(sign(e), Dimension{});
  return Value(relation(e) - relation(-e), Dimension{});
}

Value FormulaEvaluator::call_atan2(const Node& node) {
  const std::optional<Value> y = single(child(node, 0), node.text);
  const std::optional<Value> x = single(child(node, 1), node.text);
  if (!y || !x) return Value::failure();
  bool ok = true;
  sum_of(node, *y, *x, "take atan2 of", "and", ok);
  if (!ok) return Value::failure();
  return Value(atan2(y->scalar(), x->scalar()), dimensions::kAngle);
}

// x - period*floor(x/period): in [0, period).
Value FormulaEvaluator::call_mod(const Node& node) {
  const std::optional<Value> x = single(child(node, 0), node.text);
  const std::optional<Value> period = single(child(node, 1), node.text);
  if (!x || !period) return Value::failure();
  bool ok = true;
  const std::optional<Dimension> dimension = sum_of(node, *x, *period, "take mod of", "and", ok);
  if (!ok) return Value::failure();
  if (period->scalar().is_constant(0.0)) return fail(child(node, 1), "the period of mod is 0");
  const Expr turns = floor(x->scalar() / period->scalar());
  return Value(x->scalar() - period->scalar() * turns, dimension);
}

Value FormulaEvaluator::call_extreme(const Node& node, FormulaFunction function) {
  std::optional<Value> result;
  bool ok = true;
  for (std::size_t i = 0; i < node.children; ++i) {
    const std::optional<Value> x = single(child(node, i), node.text);
    if (!x) {
      ok = false;
      continue;
    }
    if (!result) {
      result = Value(x->scalar(), x->dimension());
      continue;
    }
    bool fits = true;
    const auto dimension = sum_of(child(node, i), *result, *x, "compare", "with", fits);
    ok = ok && fits;
    if (!fits) continue;
    result = Value(function == F::min ? min(result->scalar(), x->scalar())
                                      : max(result->scalar(), x->scalar()),
                   dimension);
  }
  return ok && result ? *result : Value::failure();
}

Value FormulaEvaluator::call_hypot(const Node& node) {
  std::optional<Value> sum;
  bool ok = true;
  for (std::size_t i = 0; i < node.children; ++i) {
    const std::optional<Value> x = single(child(node, i), node.text);
    if (!x) {
      ok = false;
      continue;
    }
    const Expr term = x->scalar() * x->scalar();
    if (!sum) {
      sum = Value(term, x->dimension());
      continue;
    }
    bool fits = true;
    const auto dimension = sum_of(child(node, i), *sum, *x, "take hypot of", "and", fits);
    ok = ok && fits;
    if (fits) sum = Value(sum->scalar() + term, dimension);
  }
  return ok && sum ? Value(sqrt(sum->scalar()), sum->dimension()) : Value::failure();
}

Value FormulaEvaluator::call_vectors(const Node& node, FormulaFunction function) {
  const Value a = evaluate(child(node, 0));
  const Value b = evaluate(child(node, 1));
  if (a.failed() || b.failed()) return Value::failure();
  const bool is_cross = function == F::cross;
  if (!a.is_list() || a.size() != b.size() || (is_cross && a.size() != 3)) {
    return fail(node, std::string(name_of(function)) +
                          (is_cross ? " takes two vectors of 3, not "
                                    : " takes two vectors of one size, not ") +
                          a.description() + " and " + b.description());
  }
  std::optional<Dimension> dimension;
  if (a.dimension() && b.dimension()) dimension = *a.dimension() * *b.dimension();
  if (is_cross) {
    const std::array<Expr, 3> c = detail::cross(a.elements(), b.elements());
    return Value(std::vector<Expr>(c.begin(), c.end()), dimension);
  }
  Expr sum = a.elements()[0] * b.elements()[0];
  for (std::size_t i = 1; i < a.size(); ++i) sum += a.elements()[i] * b.elements()[i];
  return Value(sum, dimension);
}

Value FormulaEvaluator::call_norm(const Node& node) {
  const Value v = evaluate(child(node, 0));
  if (v.failed()) return v;
  if (!v.is_list()) {
    return fail(child(node, 0), "norm takes a vector, not " + v.description(),
                "the magnitude of a number is abs(x)");
  }
  Expr sum = v.elements()[0] * v.elements()[0];
  for (std::size_t i = 1; i < v.size(); ++i) sum += v.elements()[i] * v.elements()[i];
  return Value(sqrt(sum), v.dimension());
}

Value FormulaEvaluator::call_if(const Node& node) {
  const Value condition = evaluate(child(node, 0));
  const bool is_condition = !condition.failed() && check_condition(child(node, 0), condition, "if");
  // Known in advance: the other branch may be invalid, such as link[i-1] for i = 0.
  if (is_condition && condition.scalar().is_constant()) {
    return evaluate(child(node, condition.scalar().is_constant(0.0) ? 2 : 1));
  }
  const Value a = evaluate(child(node, 1));
  const Value b = evaluate(child(node, 2));
  if (!is_condition || a.failed() || b.failed()) return Value::failure();
  if (a.is_single() != b.is_single() || a.size() != b.size()) {
    return fail(node, "the branches of if are " + a.description() + " and " + b.description());
  }
  if (a.dimension() && b.dimension() && !can_add(*a.dimension(), *b.dimension())) {
    return fail(node, "the branches of if are " + a.description() + " and " + b.description());
  }
  bool ok = true;
  const auto dimension = sum_of(node, a, b, "choose between", "and", ok);
  if (a.is_single()) {
    const bool are_conditions =
        a.shape() == Value::Shape::condition && b.shape() == Value::Shape::condition;
    return Value(select(condition.scalar(), a.scalar(), b.scalar()), dimension,
                 are_conditions ? Value::Shape::condition : Value::Shape::scalar);
  }
  std::vector<Expr> elements(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    elements[i] = select(condition.scalar(), a.elements()[i], b.elements()[i]);
  }
  return Value(std::move(elements), dimension, a.shape());
}

Value FormulaEvaluator::call_der(const Node& node) {
  const Value x = evaluate(child(node, 0));
  if (x.failed()) return x;
  std::optional<Dimension> dimension = x.dimension();
  if (dimension) dimension = *dimension / dimensions::kTime;
  std::vector<Expr> elements;
  for (const Expr e : x.elements()) {
    if (e.is_constant()) {
      elements.emplace_back(0.0);
    } else if (const std::optional<Expr> derivative = scope_.time_derivative(e)) {
      elements.push_back(*derivative);
    } else {
      return fail(node, "der(x) cannot be used here");
    }
  }
  if (x.is_single()) return Value(elements[0], dimension);
  return Value(std::move(elements), dimension, x.shape());
}

// With q = (w, u), u reversed for the transformation into the frame: v + 2w (u × v) + 2u × (u × v).
Value FormulaEvaluator::call_frame(const Node& node, bool to_frame) {
  const Value v = evaluate(child(node, 0));
  const Node& frame_node = child(node, 1);
  const std::optional<std::string> frame = spell_name(frame_node);
  if (!frame) return Value::failure();
  const std::optional<Value> q = scope_.find_orientation(*frame);
  if (!q) {
    TextError error = scope_.explain_missing(*frame);
    if (error.length == 0 || *frame != source(frame_node)) {
      error.offset = 0;
      error.length = frame_node.length;
    }
    error.offset += frame_node.offset;
    error.message = "'" + *frame + "' is not a frame";
    errors_.push_back(std::move(error));
    return Value::failure();
  }
  if (v.failed() || q->failed()) return Value::failure();
  if (!v.is_list() || v.size() != 3) {
    return fail(child(node, 0), node.text + " rotates a vector of 3, not " + v.description());
  }
  if (q->size() != 4) return fail(frame_node, "'" + *frame + "' is not a frame");
  const auto e = q->elements();
  const double sign = to_frame ? -1.0 : 1.0;
  const std::array<Expr, 3> u{sign * e[1], sign * e[2], sign * e[3]};
  const std::array<Expr, 3> once = detail::cross(u, v.elements());
  const std::array<Expr, 3> twice = detail::cross(u, once);
  std::vector<Expr> turned(3);
  for (std::size_t i = 0; i < 3; ++i) {
    turned[i] = v.elements()[i] + 2.0 * (e[0] * once[i] + twice[i]);
  }
  return Value(std::move(turned), v.dimension());
}

Value FormulaEvaluator::call_lookup(const Node& node) {
  const std::optional<std::string> table = spell_name(child(node, 0));
  std::vector<Value> arguments;
  bool ok = table.has_value();
  for (std::size_t i = 1; i < node.children; ++i) {
    std::optional<Value> x = single(child(node, i), node.text);
    ok = ok && x;
    if (x) arguments.push_back(*std::move(x));
  }
  if (!ok) return Value::failure();
  TextError error;
  std::optional<Value> value = scope_.lookup(*table, arguments, error);
  if (value) return *std::move(value);
  return fail(node, std::move(error.message), std::move(error.suggestion));
}

}  // namespace holon::detail
