// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "holon/base/names.h"
#include "holon/expr/formula/formula_evaluator.h"
#include "holon/expr/formula/formula_lexer.h"

namespace holon {
namespace detail {
namespace {

using FormulaOp = Formula::Op;

bool is_sum(FormulaOp op) { return op == FormulaOp::add || op == FormulaOp::subtract; }
bool is_product(FormulaOp op) { return op == FormulaOp::multiply || op == FormulaOp::divide; }
bool is_logical(FormulaOp op) {
  return op == FormulaOp::logical_and || op == FormulaOp::logical_or;
}

std::string with_dimension(const Value& value) { return value.description(); }

std::optional<Dimension> product_of(const Value& a, const Value& b) {
  // A bare number fits anything, so the dimension of its product is unknown, too.
  if (!a.dimension() || !b.dimension()) return {};
  return *a.dimension() * *b.dimension();
}

template <class Operation>
Value each(const Value& value, std::optional<Dimension> dimension, Operation operation) {
  if (value.is_single()) return Value(operation(value.scalar()), std::move(dimension));
  std::vector<Expr> elements;
  elements.reserve(value.size());
  for (const Expr e : value.elements()) elements.push_back(operation(e));
  return Value(std::move(elements), std::move(dimension), value.shape());
}

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

void FormulaEvaluator::check_names() {
  std::map<std::size_t, const Node*> nodes;  // by offset
  for (std::size_t i = 0; i < formula_.size(); ++i) {
    const Node& node = formula_.node(static_cast<std::uint32_t>(i));
    if (node.op == FormulaOp::name) nodes.emplace(node.offset, &node);
  }
  std::size_t end = 0;
  for (const Formula::Name& name : formula_.names()) {
    const bool is_index = name.offset < end;  // listed with the name whose index it is
    // A function without parentheses has been reported already.
    if (is_index || name.is_frame || name.is_table || find_formula_function(name.text)) continue;
    end = name.offset + name.length;
    const auto node = nodes.find(name.offset);
    if (node != nodes.end()) evaluate(*node->second);
  }
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

std::optional<int> FormulaEvaluator::evaluate_index(const Node& node) {
  const Value value = evaluate(node);
  if (value.failed()) return {};
  constexpr int kLargest = 1 << 30;
  if (!value.is_single() || !value.scalar().is_constant()) {
    fail(node, "an index is a whole number that is known when the model is read, not " +
                   in_apostrophes(source(node)));
    return {};
  }
  const double index = value.scalar().value();
  if (index != std::floor(index) || !(std::abs(index) < kLargest)) {
    fail(node, "an index is a whole number, not " + std::to_string(index));
    return {};
  }
  if (index < 0) {
    fail(node,
         "the index is " + std::to_string(static_cast<int>(index)) + "; indices count from 0");
    return {};
  }
  return static_cast<int>(index);
}

std::optional<std::string> FormulaEvaluator::spell_name(const Node& node) {
  if (node.children == 0) return node.text;
  std::string name;
  std::size_t next = 0;
  for (std::size_t i = 0; i < node.text.size(); ++i) {
    name += node.text[i];
    if (node.text[i] != '[') continue;
    const std::optional<int> index = evaluate_index(child(node, next++));
    if (!index) return {};
    name += std::to_string(*index);
  }
  return name;
}

Value FormulaEvaluator::evaluate_name(const Node& node) {
  const std::optional<std::string> name = spell_name(node);
  if (!name) return Value::failure();
  if (*name == "pi") return Value(Expr(std::numbers::pi));
  if (std::optional<Value> value = scope_.find(*name)) return *std::move(value);

  // The last segment may be a component of the preceding name.
  const std::size_t cut = name->find_last_of(".[");
  if (cut != std::string::npos && cut > 0) {
    const std::string_view whole_name = std::string_view(*name).substr(0, cut);
    if (const std::optional<Value> whole = scope_.find(whole_name)) {
      if (whole->failed()) return Value::failure();
      const std::string_view rest = std::string_view(*name).substr(cut + 1);
      if ((*name)[cut] == '.') return take_component(node, *whole, whole_name, rest);
      return take_element(node, *whole, whole_name, std::stoi(std::string(rest)));
    }
  }

  if (const FormulaFunctionInfo* function = find_formula_function(*name)) {
    return fail(node, in_apostrophes(*name) + " is a function",
                "write " + *name + '(' + std::string(function->arguments) + ')');
  }
  TextError error = scope_.explain_missing(*name);
  const bool is_spelled_as_written = *name == source(node);
  if (error.length == 0 || !is_spelled_as_written) {
    error.offset = 0;
    error.length = node.length;
  }
  error.offset += node.offset;
  if (error.suggestion.empty() && *name == "e") error.suggestion = "the number e is exp(1)";
  errors_.push_back(std::move(error));
  return Value::failure();
}

Value FormulaEvaluator::take_component(const Node& node, const Value& whole,
                                       std::string_view whole_name, std::string_view component) {
  if (!whole.is_list()) {
    return fail(node, in_apostrophes(whole_name) + " is " + whole.description() +
                          " and has no component " + in_apostrophes(component));
  }
  const std::string_view components = whole.shape() == Value::Shape::quaternion ? "wxyz" : "xyz";
  const std::size_t count = std::min(components.size(), whole.size());
  const bool is_letter = component.size() == 1;
  const std::size_t index = is_letter ? components.find(component[0]) : std::string_view::npos;
  if (index < count && (whole.size() <= components.size())) {
    return Value(whole.elements()[index], whole.dimension());
  }
  std::string suggestion;
  if (whole.size() > components.size()) {
    suggestion = "its elements are [0] to [" + std::to_string(whole.size() - 1) + "]";
  } else {
    suggestion = "its components are ";
    for (std::size_t i = 0; i < count; ++i) {
      suggestion += i == 0 ? "." : i + 1 < count ? ", ." : " and .";
      suggestion += components[i];
    }
  }
  return fail(node, in_apostrophes(whole_name) + " has no component " + in_apostrophes(component),
              std::move(suggestion));
}

Value FormulaEvaluator::take_element(const Node& node, const Value& whole,
                                     std::string_view whole_name, int index) {
  if (!whole.is_list()) {
    return fail(node,
                in_apostrophes(whole_name) + " is " + whole.description() + " and has no elements");
  }
  if (index < 0 || static_cast<std::size_t>(index) >= whole.size()) {
    return fail(
        node, "there is no element " + std::to_string(index) + " in " + in_apostrophes(whole_name),
        "its elements are [0] to [" + std::to_string(whole.size() - 1) + "]");
  }
  return Value(whole.elements()[static_cast<std::size_t>(index)], whole.dimension());
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
      fail(child(node, i), "a vector cannot hold both " + with_dimension(*known) + " and " +
                               with_dimension(element));
      ok = false;
    } else {
      known->set_dimension(sum_dimension(*known->dimension(), *element.dimension()));
    }
  }
  if (!ok) return Value::failure();
  return Value(std::move(elements), known ? known->dimension() : std::nullopt);
}

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
    return fail(exponent_node, "an exponent is a pure number, not " + with_dimension(exponent));
  }
  std::optional<Dimension> dimension = base.dimension();
  if (dimension && !dimension->is_number()) {
    const std::optional<Rational> power =
        exponent.scalar().is_constant() ? Rational::find(exponent.scalar().value()) : std::nullopt;
    if (!power && dimension->si().is_number()) {
      dimension = Dimension{};
    } else if (!power) {
      return fail(exponent_node, "the exponent of " + with_dimension(base) +
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
       "cannot " + std::string(verb) + ' ' + with_dimension(a) + ' ' + std::string(with) + ' ' +
           with_dimension(b),
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
