// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "holon/expr/formula/formula_evaluator.h"
#include "holon/expr/formula/formula_lexer.h"

namespace holon::detail {
namespace {

using FormulaOp = Formula::Op;

bool is_sum(FormulaOp op) { return op == FormulaOp::add || op == FormulaOp::subtract; }
bool is_product(FormulaOp op) { return op == FormulaOp::multiply || op == FormulaOp::divide; }
bool is_logical(FormulaOp op) {
  return op == FormulaOp::logical_and || op == FormulaOp::logical_or;
}

std::optional<Dimension> product_of(const Value& a, const Value& b) {
  // A bare number fits anything, so the dimension of its product is unknown, too.
  if (!a.dimension() || !b.dimension()) return {};
  return *a.dimension() * *b.dimension();
}

}  // namespace

// Sums, products and chains of and/or are left-associative and may be long: processed without
// recursion.
Value FormulaEvaluator::evaluate_chain(const Node& node) {
  const auto belongs = [&](FormulaOp op) {
    return is_sum(node.op) ? is_sum(op) : is_product(node.op) ? is_product(op) : op == node.op;
  };
  std::vector<const Node*> chain;
  const Node* left = &node;
  while (belongs(left->op)) {
    chain.push_back(left);
    left = &child(*left, 0);
  }
  Value value = evaluate(*left);
  if (is_logical(node.op) && !value.failed() &&
      !check_condition(*left, value, node.op == FormulaOp::logical_and ? "'and'" : "'or'")) {
    value = Value::failure();
  }
  for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
    const Value right = evaluate(child(**each, 1));
    value = value.failed() || right.failed() ? Value::failure() : combine(**each, value, right);
  }
  return value;
}

Value FormulaEvaluator::combine(const Node& node, const Value& a, const Value& b) {
  switch (node.op) {
    case FormulaOp::add:
    case FormulaOp::subtract: return checked(node, add(node, a, b));
    case FormulaOp::multiply: return checked(node, multiply(node, a, b));
    case FormulaOp::divide: return checked(node, divide(node, a, b));
    default: return join(node, a, b);
  }
}

Value FormulaEvaluator::add(const Node& node, const Value& a, const Value& b) {
  const bool is_add = node.op == FormulaOp::add;
  if (a.is_single() != b.is_single() || a.size() != b.size()) {
    return fail(node, is_add ? "cannot add " + a.description() + " and " + b.description()
                             : "cannot subtract " + b.description() + " from " + a.description());
  }
  bool ok = true;
  const std::optional<Dimension> dimension =
      is_add ? sum_of(node, a, b, "add", "and", ok) : sum_of(node, b, a, "subtract", "from", ok);
  if (!ok || (is_add && !check_temperatures(node, a, b))) return Value::failure();
  if (a.is_single()) {
    return Value(is_add ? a.scalar() + b.scalar() : a.scalar() - b.scalar(), dimension)
        .as_absolute(is_add ? a.is_absolute() || b.is_absolute()
                            : a.is_absolute() && !b.is_absolute());
  }
  std::vector<Expr> elements(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    elements[i] = is_add ? a.elements()[i] + b.elements()[i] : a.elements()[i] - b.elements()[i];
  }
  return Value(std::move(elements), dimension);
}

Value FormulaEvaluator::multiply(const Node& node, const Value& a, const Value& b) {
  if (a.is_list() && b.is_list()) {
    return fail(node, "two vectors cannot be multiplied with '*'",
                "write dot(a, b) or cross(a, b)");
  }
  const Value& list = a.is_list() ? a : b;
  const Expr factor = a.is_list() ? b.scalar() : a.scalar();
  return each(list, product_of(a, b), [&](Expr e) { return factor * e; });
}

Value FormulaEvaluator::divide(const Node& node, const Value& a, const Value& b) {
  if (b.is_list()) {
    return fail(node, "cannot divide by " + b.description(), "its length is norm(v)");
  }
  if (b.scalar().is_constant(0.0)) {
    return fail(node, "division by zero: " + in_apostrophes(source(child(node, 1))) + " is 0");
  }
  std::optional<Dimension> dimension;
  if (a.dimension() && b.dimension()) dimension = *a.dimension() / *b.dimension();
  return each(a, dimension, [&](Expr e) { return e / b.scalar(); });
}

Value FormulaEvaluator::join(const Node& node, const Value& a, const Value& b) {
  const bool is_and = node.op == FormulaOp::logical_and;
  if (!check_condition(child(node, 1), b, is_and ? "'and'" : "'or'")) return Value::failure();
  return Value(is_and ? logical_and(a.scalar(), b.scalar()) : logical_or(a.scalar(), b.scalar()),
               Dimension{}, Value::Shape::condition);
}

Value FormulaEvaluator::evaluate_power(const Node& node) {
  const Node& base_node = child(node, 0);
  const Node& exponent_node = child(node, 1);
  const Value base = evaluate(base_node);
  const Value exponent = evaluate(exponent_node);
  if (base.failed() || exponent.failed()) return Value::failure();
  if (!base.is_single()) {
    return fail(base_node, "cannot raise " + base.description() + " to a power",
                "its square is dot(v, v)");
  }
  if (!exponent.is_single()) {
    return fail(exponent_node, "an exponent is a single number, not " + exponent.description());
  }
  if (exponent.dimension() && (!exponent.dimension()->si().is_number() ||
                               trades_cycles(*exponent.dimension(), dimensions::kAngle))) {
    return fail(exponent_node, "an exponent is a pure number, not " + exponent.description());
  }
  std::optional<Dimension> dimension = base.dimension();
  if (dimension && !dimension->is_number()) {
    const std::optional<Rational> power =
        exponent.scalar().is_constant() ? Rational::find(exponent.scalar().value()) : std::nullopt;
    if (!power && dimension->si().is_number()) {
      dimension = Dimension{};
    } else if (!power) {
      return fail(exponent_node, "the exponent of " + base.description() +
                                     " has to be a constant fraction such as 2 or 1/2");
    } else {
      dimension = dimension->pow(*power);
    }
  }
  return checked(node, Value(pow(base.scalar(), exponent.scalar()), dimension));
}

// a > b (or >=) as a mode that the solver owns; evaluated in place within smooth(…).
Expr FormulaEvaluator::positive(Expr indicator, Expr larger, Expr smaller, bool or_equal) {
  if (smooth_ > 0) return or_equal ? less_equal(smaller, larger) : less(smaller, larger);
  return or_equal ? logical_not(relation(-indicator)) : relation(indicator);
}

Value FormulaEvaluator::evaluate_comparison(const Node& node) {
  const Value a = evaluate(child(node, 0));
  const Value b = evaluate(child(node, 1));
  if (a.failed() || b.failed()) return Value::failure();
  if (!a.is_single() || !b.is_single()) {
    const Value& list = a.is_single() ? b : a;
    return fail(node, "cannot compare " + list.description(), "compare its components or norm(v)");
  }
  bool ok = true;
  sum_of(node, a, b, "compare", "with", ok);
  if (!ok) return Value::failure();
  const Expr x = a.scalar(), y = b.scalar();
  Expr result;
  switch (node.op) {
    case FormulaOp::less: result = positive(y - x, y, x, false); break;
    case FormulaOp::less_equal: result = positive(y - x, y, x, true); break;
    case FormulaOp::greater: result = positive(x - y, x, y, false); break;
    case FormulaOp::greater_equal: result = positive(x - y, x, y, true); break;
    default: return equality(node, x, y);
  }
  return Value(result, Dimension{}, Value::Shape::condition);
}

Value FormulaEvaluator::equality(const Node& node, Expr a, Expr b) {
  const bool are_constant = a.is_constant() && b.is_constant();
  if (!are_constant && smooth_ == 0) {
    std::string advice = "compare with a tolerance: abs(a - b) < 1e-3";
    if (&node == &formula_.root() && node.op == FormulaOp::equal) {
      advice += "; an equation is written as an expression that is zero: '" +
                as_difference(source(child(node, 0)), source(child(node, 1))) + "'";
    }
    return fail(node, "equality of two varying values cannot be located as an event",
                std::move(advice));
  }
  const Expr result = equal(a, b);
  return Value(node.op == FormulaOp::equal ? result : logical_not(result), Dimension{},
               Value::Shape::condition);
}

}  // namespace holon::detail
