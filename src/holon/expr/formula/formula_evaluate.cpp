// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "holon/expr/formula/formula_evaluator.h"
#include "holon/expr/formula/formula_lexer.h"

namespace holon {
namespace detail {
namespace {

using FormulaOp = Formula::Op;

}  // namespace

Value FormulaEvaluator::fail(const Node& node, std::string message, std::string suggestion) {
  errors_.push_back({node.offset, node.length, std::move(message), std::move(suggestion)});
  return Value::failure();
}

Value FormulaEvaluator::evaluate(const Node& node) {
  switch (node.op) {
    case FormulaOp::error: return Value::failure();
    case FormulaOp::number: return as_operand(node, evaluate_number(node));
    case FormulaOp::name: return as_operand(node, evaluate_name(node));
    case FormulaOp::list: return evaluate_list(node);
    case FormulaOp::negate: {
      // -20 [degC] is a temperature, not the negative of one.
      if (child(node, 0).op == FormulaOp::number)
        return as_operand(child(node, 0), evaluate_number(child(node, 0), -1));
      const Value x = evaluate(child(node, 0));
      if (x.failed()) return x;
      return each(x, x.dimension(), [](Expr e) { return -e; });
    }
    case FormulaOp::logical_not: {
      const Value x = evaluate(child(node, 0));
      if (x.failed() || !check_condition(child(node, 0), x, "'not'")) return Value::failure();
      return Value(logical_not(x.scalar()), Dimension{}, Value::Shape::condition);
    }
    case FormulaOp::add:
    case FormulaOp::subtract:
    case FormulaOp::multiply:
    case FormulaOp::divide:
    case FormulaOp::logical_and:
    case FormulaOp::logical_or: return evaluate_chain(node);
    case FormulaOp::power: return evaluate_power(node);
    case FormulaOp::less:
    case FormulaOp::less_equal:
    case FormulaOp::greater:
    case FormulaOp::greater_equal:
    case FormulaOp::equal:
    case FormulaOp::not_equal: return evaluate_comparison(node);
    case FormulaOp::call: return call(node);
    case FormulaOp::component: {
      const Value whole = evaluate(child(node, 0));
      if (whole.failed()) return whole;
      return take_component(node, whole, source(child(node, 0)), node.text);
    }
    case FormulaOp::index: {
      const Value whole = evaluate(child(node, 0));
      const std::optional<int> index = evaluate_index(child(node, 1));
      if (whole.failed() || !index) return Value::failure();
      return take_element(node, whole, source(child(node, 0)), *index);
    }
  }
  return Value::failure();
}

Value FormulaEvaluator::evaluate_number(const Node& node, double sign) {
  const Unit* unit = formula_.unit(node);
  if (!unit) return Value(Expr(sign * node.value));
  if (unit->offset != 0 && unit->to_si(sign * node.value) < 0) {
    return fail(node, fmt::format("{:g} {} is below absolute zero", sign * node.value, unit->text),
                "a difference of temperatures is in K");
  }
  return Value(Expr(unit->to_si(sign * node.value)), unit->dimension)
      .as_absolute(unit->offset != 0);
}

/// A number or name that is the whole value (or an item of a list that is), except for its sign.
bool FormulaEvaluator::stands_alone(const Node& node) const {
  const auto is_it = [&](const Node* whole) {
    while (whole->op == FormulaOp::negate) whole = &child(*whole, 0);
    return whole == &node;
  };
  const Node& root = formula_.root();
  if (root.op != FormulaOp::list) return is_it(&root);
  for (std::size_t k = 0; k < root.children; ++k) {
    if (is_it(&child(root, k))) return true;
  }
  return false;
}

Value FormulaEvaluator::as_operand(const Node& node, Value value) const {
  if (!is_strict_ || value.failed() || value.dimension()) return value;
  // An output of unknown dimension is not checked.
  const bool is_number = node.op == FormulaOp::number || node.text == "pi";
  const bool is_zero = value.is_single() && value.scalar().is_constant(0.0);
  if (is_zero || (!is_number && !value.apparent()) || stands_alone(node)) return value;
  value.set_dimension(is_number ? Dimension{} : *value.apparent());
  return value;
}

// For a sum. A term added to 20 [degC] must be a difference: a name may be one or not.
bool FormulaEvaluator::check_temperatures(const Node& node, const Value& a, const Value& b) {
  for (const std::size_t k : {0, 1}) {
    const Node& written = child(node, k);
    const Node& other = child(node, 1 - k);
    const bool is_literal = written.op == FormulaOp::number && (k == 0 ? a : b).is_absolute();
    const bool is_both = k == 1 && a.is_absolute() && b.is_absolute();
    if (!is_both && !(is_literal && other.op == FormulaOp::name)) continue;
    std::string suggestion = "a difference of temperatures is written in K";
    if (is_literal) {
      const std::string value = source(written).substr(0, source(written).find_first_of(" ["));
      suggestion += ": " + value + " [K]";
    }
    if (is_literal && !is_both)
      suggestion += "; if the other one is the difference, write this in K";
    fail(written, "'" + source(written) + "' is a temperature, not a difference of temperatures",
         std::move(suggestion));
    return false;
  }
  return true;
}

Value FormulaEvaluator::evaluate_list(const Node& node) {
  if (node.children == 0) return Value::failure();  // reported by the parser
  std::vector<Expr> elements;
  std::optional<Value> known;  // the first element with a dimension
  bool ok = true;
  for (std::size_t i = 0; i < node.children; ++i) {
    const Value element = evaluate(child(node, i));
    if (element.failed()) {
      ok = false;
      continue;
    }
    if (!element.is_single()) {
      fail(child(node, i),
           "an element of a vector is a single number, not " + element.description());
      ok = false;
      continue;
    }
    elements.push_back(element.scalar());
    if (!element.dimension()) continue;
    if (!known) {
      known = element;
    } else if (!can_add(*known->dimension(), *element.dimension())) {
      fail(child(node, i),
           "a vector cannot hold both " + known->description() + " and " + element.description());
      ok = false;
    } else {
      known->set_dimension(sum_dimension(*known->dimension(), *element.dimension()));
    }
  }
  if (!ok) return Value::failure();
  return Value(std::move(elements), known ? known->dimension() : std::nullopt);
}

std::optional<Value> FormulaEvaluator::single(const Node& node, std::string_view user) {
  Value value = evaluate(node);
  if (value.failed()) return {};
  if (!value.is_single()) {
    fail(node, std::string(user) + " takes single numbers, not " + value.description());
    return {};
  }
  return value;
}

bool FormulaEvaluator::check_condition(const Node& node, const Value& value,
                                       std::string_view user) {
  if (value.shape() == Value::Shape::condition) return true;
  const bool is_flag = value.is_single() &&
                       (!value.dimension() || (is_strict_ && value.dimension()->is_number())) &&
                       (value.scalar().is_constant(0.0) || value.scalar().is_constant(1.0));
  if (is_flag) return true;
  fail(node, std::string(user) + " takes a condition such as x > 0, not " + value.description());
  return false;
}

std::optional<Dimension> FormulaEvaluator::sum_of(const Node& node, const Value& a, const Value& b,
                                                  std::string_view verb, std::string_view with,
                                                  bool& ok) {
  if (!a.dimension()) return b.dimension();
  if (!b.dimension()) return a.dimension();
  if (can_add(*a.dimension(), *b.dimension())) {
    return sum_dimension(*a.dimension(), *b.dimension());
  }
  fail(node,
       "cannot " + std::string(verb) + ' ' + a.description() + ' ' + std::string(with) + ' ' +
           b.description(),
       trades_cycles(*a.dimension(), *b.dimension())
           ? "Hz counts cycles of 2*pi radians: multiply the frequency by 2*pi"
           : "");
  ok = false;
  return {};
}

Value FormulaEvaluator::checked(const Node& node, Value value) {
  for (const Expr e : value.elements()) {
    if (!e.is_constant() || std::isfinite(e.value())) continue;
    const bool is_nan = std::isnan(e.value());
    return fail(node,
                in_apostrophes(source(node)) + (is_nan ? " is not a number" : " is infinite"));
  }
  return value;
}

}  // namespace detail

Value evaluate(const Formula& formula, FormulaScope& scope, std::vector<TextError>& errors) {
  if (formula.empty()) return Value::failure();
  if (formula.has_errors()) {
    detail::FormulaEvaluator(formula, scope, errors).check_names();
    return Value::failure();
  }
  const std::size_t errors_before = errors.size();
  Value value;
  try {
    value = detail::FormulaEvaluator(formula, scope, errors).evaluate(formula.root());
  } catch (const std::overflow_error&) {
    errors.push_back(
        {0, formula.text().size(), "the exponents of its dimension get too large", {}});
  }
  return errors.size() > errors_before ? Value::failure() : value;
}

}  // namespace holon
