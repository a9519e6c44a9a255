// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A text as a formula: it is read, errors lie within it, its normal form reads as the same formula,
// and it has a value or an error among names of all kinds.
#include <map>
#include <memory>

#include "fuzz.h"
#include "holon/expr/formula/formula.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/expr/print/print.h"

namespace holon::fuzz {
namespace {

class Scope : public FormulaScope {
 public:
  Scope() {
    using namespace dimensions;
    add("time", kTime);
    add("x", kLength);
    add("v", kSpeed);
    add("phi", kAngle);
    add("omega", kAngularRate);
    add("f", kFrequency);
    add("T", kTemperature);
    add("k", std::nullopt);
    add("link[0].angle", kAngle);
    values_["i"] = Value(Expr(1.0));
    values_["warm"] = Value(Expr(293.15), kTemperature).as_absolute();
    values_["broken"] = Value::failure();
    values_["body.position"] = Value(graph_.symbols("p", 3), kLength);
    values_["body.orientation"] = Value(graph_.symbols("q", 4), kNumber, Value::Shape::quaternion);
  }

  std::optional<Value> find(std::string_view name) override {
    const auto found = values_.find(name);
    if (found == values_.end()) return {};
    return found->second;
  }
  std::optional<Expr> time_derivative(Expr e) override {
    return derivative(e, values_.find("x")->second.scalar()) * values_.find("v")->second.scalar();
  }
  std::optional<Value> lookup(std::string_view table, std::span<const Value> arguments,
                              TextError& error) override {
    if (table != "engine") return FormulaScope::lookup(table, arguments, error);
    return Value(2.0 * arguments[0].scalar(), dimensions::kForce);
  }

 private:
  void add(const std::string& name, std::optional<Dimension> dimension) {
    values_[name] = Value(graph_.symbol(name), dimension);
  }
  Graph graph_;
  std::map<std::string, Value, std::less<>> values_;
};

void check_errors(std::string_view text, const std::vector<TextError>& errors) {
  for (const TextError& error : errors) {
    require(!error.message.empty(), "an error has a message");
    require(error.offset <= text.size() && error.length <= text.size() - error.offset + 1,
            "an error lies within the text", error.message);
  }
}

/// A graph takes longer to make than a formula to read; it must not grow without end either.
Scope& fresh_scope() {
  static std::unique_ptr<Scope> scope;
  static int uses = 0;
  if (uses++ % 500 == 0) scope = std::make_unique<Scope>();
  return *scope;
}

}  // namespace

void try_text(std::string_view text) {
  std::vector<TextError> errors;
  const Formula formula = parse_value(text, errors);
  check_errors(text, errors);
  require(formula.has_errors() == !errors.empty(), "a formula with errors has reported them");
  if (!formula.has_errors()) {
    const std::string normal = to_text(formula);
    const Formula again = parse_value(normal, errors);
    require(errors.empty(), "the normal form can be read", normal);
    require(to_text(again) == normal, "the normal form is its own", normal);
    require(again.size() == formula.size(), "the normal form is the same formula", normal);
  }
  errors.clear();
  const Value value = evaluate(formula, fresh_scope(), errors);
  check_errors(text, errors);
  for (const Expr& element : value.elements()) {
    to_text(element);
    to_mathml(element);
  }
}

}  // namespace holon::fuzz
