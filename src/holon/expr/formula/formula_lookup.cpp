// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Names of a formula in a scope, with their components and elements.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "holon/base/names.h"
#include "holon/expr/formula/formula_evaluator.h"
#include "holon/expr/formula/formula_lexer.h"

namespace holon::detail {
namespace {

using FormulaOp = Formula::Op;

}  // namespace

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
    fail(node, "the index is " + std::to_string(static_cast<int>(index)) + "; indices begin at 0");
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

}  // namespace holon::detail
