// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/expr/formula/formula.h"
#include "holon/expr/formula/formula_functions.h"

namespace holon::detail {

/// A value whose elements are those of another one after an operation.
template <class Operation>
Value each(const Value& value, std::optional<Dimension> dimension, Operation operation) {
  if (value.is_single()) return Value(operation(value.scalar()), std::move(dimension));
  std::vector<Expr> elements;
  elements.reserve(value.size());
  for (const Expr e : value.elements()) elements.push_back(operation(e));
  return Value(std::move(elements), std::move(dimension), value.shape());
}

/// Evaluates a formula in a scope: one pass over its nodes, every error reported once. Values that
/// depend on a failed value fail silently.
class FormulaEvaluator {
 public:
  FormulaEvaluator(const Formula& formula, FormulaScope& scope, std::vector<TextError>& errors)
      : formula_(formula), scope_(scope), errors_(errors), is_strict_(scope.is_strict()) {}

  Value evaluate(const Formula::Node& node);
  /// Only reports errors of names, for a formula that could not be parsed completely.
  void check_names();

 private:
  using Node = Formula::Node;

  Value evaluate_number(const Node& node, double sign = 1);
  /// Under `units: strict` an operand without a unit is a pure number.
  Value as_operand(const Node& node, Value value) const;
  bool stands_alone(const Node& node) const;
  bool check_temperatures(const Node& node, const Value& a, const Value& b);
  Value evaluate_name(const Node& node);
  Value take_component(const Node& node, const Value& whole, std::string_view whole_name,
                       std::string_view component);
  Value take_element(const Node& node, const Value& whole, std::string_view whole_name, int index);
  std::optional<int> evaluate_index(const Node& node);
  std::optional<std::string> spell_name(const Node& node);
  Value evaluate_list(const Node& node);
  Value evaluate_chain(const Node& node);
  Value evaluate_comparison(const Node& node);
  Value evaluate_power(const Node& node);
  Value combine(const Node& node, const Value& a, const Value& b);
  Value add(const Node& node, const Value& a, const Value& b);
  Value multiply(const Node& node, const Value& a, const Value& b);
  Value divide(const Node& node, const Value& a, const Value& b);
  Value join(const Node& node, const Value& a, const Value& b);
  Value equality(const Node& node, Expr a, Expr b);
  Expr positive(Expr indicator, Expr larger, Expr smaller, bool or_equal);

  Value call(const Node& node);
  Value call_elementary(const Node& node, FormulaFunction function);
  Value call_rounding(const Node& node, FormulaFunction function);
  Value call_atan2(const Node& node);
  Value call_mod(const Node& node);
  Value call_extreme(const Node& node, FormulaFunction function);
  Value call_hypot(const Node& node);
  Value call_vectors(const Node& node, FormulaFunction function);
  Value call_norm(const Node& node);
  Value call_if(const Node& node);
  Value call_der(const Node& node);
  Value call_frame(const Node& node, bool to_frame);
  Value call_lookup(const Node& node);
  Value sign_of(const Value& x);

  const Node& child(const Node& node, std::size_t index) const {
    return formula_.node(formula_.children(node)[index]);
  }
  /// The value of an argument that must be a single number; nothing after an error.
  std::optional<Value> single(const Node& node, std::string_view user);
  /// Whether the value may be a condition; a constant 0 or 1 may.
  bool check_condition(const Node& node, const Value& value, std::string_view user);
  /// The dimension of the sum of two values; reports an error if they cannot be added; `verb` is
  /// the attempted operation: "cannot {verb} a length (m) {with} a time (s)".
  std::optional<Dimension> sum_of(const Node& node, const Value& a, const Value& b,
                                  std::string_view verb, std::string_view with, bool& ok);
  /// The value, unless finite operands gave a result that is not finite.
  Value checked(const Node& node, Value value);
  Value fail(const Node& node, std::string message, std::string suggestion = {});
  std::string source(const Node& node) const {
    return formula_.text().substr(node.offset, node.length);
  }

  const Formula& formula_;
  FormulaScope& scope_;
  std::vector<TextError>& errors_;
  int smooth_ = 0;
  bool is_strict_ = false;
};

}  // namespace holon::detail
