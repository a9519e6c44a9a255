// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers and formulas: from text to expressions in SI, checked against the requirement of their
// field.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/expr/formula/formula_bare_numbers.h"
#include "holon/expr/print/print.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/scope_names.h"

namespace holon::detail {

namespace {
constexpr const char* kListAdvice = "lists are written [1, 2, 3]";
}  // namespace

std::optional<Value> ScopeNames::find(std::string_view name) {
  const Meaning found = meaning(name);
  switch (found.kind) {
    case Meaning::Kind::value:
    case Meaning::Kind::field:
    case Meaning::Kind::output: return elaboration_.value_of(found);
    case Meaning::Kind::silent: return Value::failure();
    default: return std::nullopt;
  }
}

TextError ScopeNames::explain_missing(std::string_view name) {
  return elaboration_.names().explain_missing(scope_, name);
}

std::optional<Value> ScopeNames::find_orientation(std::string_view frame) {
  const Meaning found = meaning(frame);
  if (found.kind == Meaning::Kind::silent) return Value::failure();
  if (found.kind != Meaning::Kind::frame) return std::nullopt;
  return find(std::string(frame) + ".orientation");
}

std::optional<Expr> ScopeNames::time_derivative(Expr x) {
  return elaboration_.symbols().time_derivative(x);
}

std::optional<Value> ScopeNames::lookup(std::string_view table, std::span<const Value> arguments,
                                        TextError& error) {
  return elaboration_.look_up(scope_, table, arguments, error);
}

Value Elaboration::value_of(const Meaning& meaning) {
  switch (meaning.kind) {
    case Meaning::Kind::value:
      return meaning.parameter ? evaluate(*meaning.parameter) : meaning.value;
    case Meaning::Kind::field: return read_field_of(*meaning.part, meaning.path);
    case Meaning::Kind::output: break;
    default: return Value::failure();
  }
  const OutputType& output = *meaning.output;
  const std::optional<Dimension> dimension = dimensions_.of(meaning);
  if (meaning.component >= 0 || output.components.empty()) {
    const int component = std::max(meaning.component, 0);
    return Value(symbols().output(component_name(meaning.full, output.components, component)),
                 dimension);
  }
  std::vector<Expr> elements;
  for (int k = 0; k < output.size(); ++k) {
    elements.push_back(symbols().output(component_name(meaning.full, output.components, k)));
  }
  return Value(std::move(elements), dimension,
               output.size() == 4 ? Value::Shape::quaternion : Value::Shape::vector);
}

Formula Elaboration::parse(const SourceNode& node, Scope& scope, const PartLabel& label) {
  std::vector<TextError> errors;
  Formula formula = parse_value(node.text(), errors);
  for (const TextError& error : errors) node.text_error(diagnostics_, label, error);
  uses_.report(formula, node, scope);
  return formula;
}

void Elaboration::report_formula(std::vector<TextError>& errors, const SourceNode& node,
                                 const Scope& scope, const PartLabel& label) {
  const Scope* member = &scope;  // of an array, or a part in one
  while (member->outer && member->index != 0) member = member->outer;
  for (TextError& error : errors) {
    const bool is_before_first = error.message.starts_with("the index is -");
    if (is_before_first && member->index == 0 && error.suggestion.empty()) {
      error.suggestion =
          member == &scope
              ? "the first member has no predecessor: 'override: {0: {…}}' gives it a value of its "
                "own"
              : "the first member has no predecessor: 'override: {0: {parts: {…}}}' beside "
                "'repeat' "
                "gives its parts values of their own";
    }
    node.text_error(diagnostics_, label, error);
  }
}

void Elaboration::mark_used(const Formula& formula, Scope& scope) {
  for (const Formula::Name& name : formula.names()) {
    const std::string_view head =
        std::string_view(name.text).substr(0, name.text.find_first_of(".["));
    for (Scope* s = &scope; s; s = s->outer) {
      if (ScopedParameter* parameter = s->find_parameter(head)) {
        parameter->is_used = true;
        break;
      }
    }
  }
}

Value Elaboration::evaluate_in(const Formula& formula, const SourceNode& node, Scope& scope,
                               const PartLabel& label, const Requirement* needed) {
  mark_used(formula, scope);
  ScopeNames names(*this, scope);
  std::vector<TextError> errors;
  Value value = holon::evaluate(formula, names, errors);
  report_formula(errors, node, scope, label);
  if (!errors.empty()) return Value::failure();
  if (!value.failed() && !scope.is_strict()) {
    const BareNumbers found = find_bare_numbers(formula, names, needed);
    if (!value.dimension()) value.set_apparent(found.apparent);
    if (!pending_.is_unwinding()) bare_numbers_.add(found, node, label);
  }
  return value;
}

std::optional<Formula::Quantity> Elaboration::find_quantity(const Formula& formula, Scope& scope) {
  if (auto quantity = formula.quantity()) return quantity;
  const auto name = formula.name();
  if (!name) return std::nullopt;
  // A parameter that is a single quantity is converted by the field that uses it.
  const Meaning meaning = names_.find(scope, *name);
  if (!meaning.parameter || meaning.parameter->is_tunable) return std::nullopt;
  evaluate(*meaning.parameter);
  return meaning.parameter->quantity;
}

std::optional<Expr> Elaboration::read_number(const SourceNode& node, const Requirement& needed,
                                             Scope& scope, const PartLabel& label) {
  const std::optional<Expr> number = read_written_number(node, needed, scope, label);
  if (!number || opened_.empty()) return number;
  if (needed.kind != Requirement::Kind::any) return opened_.open(node, *number, needed.dimension);
  // In the unit that is written.
  std::optional<Dimension> own;
  std::vector<TextError> errors;
  const Formula formula = parse_value(node.text(), errors);
  if (errors.empty())
    if (const auto quantity = find_quantity(formula, scope); quantity && quantity->unit)
      own = quantity->unit->dimension;
  return opened_.open(node, *number, own);
}

std::optional<Expr> Elaboration::read_written_number(const SourceNode& node,
                                                     const Requirement& needed, Scope& scope,
                                                     const PartLabel& label) {
  if (!node.is_scalar()) {
    const std::string message = "a number or a formula is needed, not " + node.description();
    const bool is_dashed =
        node.is_list() && node.size() == 1 && !node.peek_entries()[0].value.is_list();
    const std::string advice = is_dashed ? "quote a formula that begins with '- ': \"- " +
                                               node.peek_entries()[0].value.text() + "\""
                                         : "";
    node.is_empty() ? node.key_error(diagnostics_, label, message)
                    : node.error(diagnostics_, label, message, advice);
    return std::nullopt;
  }
  const Formula formula = parse(node, scope, label);
  if (formula.has_errors()) {
    evaluate_in(formula, node, scope, label);  // reports unknown names
    return std::nullopt;
  }
  if (const auto quantity = find_quantity(formula, scope)) {
    if (!quantity->unit) {
      bare_numbers_.check_angle(quantity->value, node, label, needed);
      return quantity->value;
    }
    const Converted converted = convert(quantity->value, *quantity->unit, needed);
    if (converted.ok) return converted.value;
    node.error(diagnostics_, label, converted.message, converted.suggestion);
    return std::nullopt;
  }
  const Value value = evaluate_in(formula, node, scope, label, &needed);
  if (value.failed()) return std::nullopt;
  if (value.shape() == Value::Shape::condition) {
    node.error(diagnostics_, label, "a number is needed, not a condition",
               "write if(" + node.text() + ", 1, 0)");
    return std::nullopt;
  }
  if (!value.is_single()) {
    node.error(diagnostics_, label, "a single number is needed, not " + value.description(),
               "take one component of it, such as .x");
    return std::nullopt;
  }
  const bool is_difference =
      needed.kind == Requirement::Kind::temperature_difference || needed.text == "delta any";
  if (is_difference && value.is_absolute()) {
    node.error(diagnostics_, label, "a difference of temperatures is needed, not a temperature",
               "subtract another one");
    return std::nullopt;
  }
  if (!value.dimension()) return value.scalar();
  const Fit fits = fit(*value.dimension(), needed, formula.strictness());
  if (fits.ok) return fits.scale == 1 ? value.scalar() : value.scalar() * fits.scale;
  node.error(diagnostics_, label, fits.message, fits.suggestion);
  return std::nullopt;
}

std::optional<Expr> Elaboration::read_condition(const SourceNode& node, Scope& scope,
                                                const PartLabel& label) {
  if (!node.expect(SourceNode::Kind::scalar, diagnostics_, label)) return std::nullopt;
  const Formula formula = parse(node, scope, label);
  const Value value = evaluate_in(formula, node, scope, label);
  if (formula.has_errors() || value.failed()) return std::nullopt;
  const bool is_known = value.shape() == Value::Shape::scalar && value.scalar().is_constant() &&
                        (value.scalar().value() == 0 || value.scalar().value() == 1);
  if (value.shape() == Value::Shape::condition || is_known) return value.scalar();
  node.error(diagnostics_, label, "a condition is needed, not " + value.description(),
             "compare it: '" + node.text() + " > 0'");
  return std::nullopt;
}

std::optional<double> Elaboration::read_period(const SourceNode& node, Scope& scope,
                                               const PartLabel& label) {
  const Value value = read_any(node, scope, label);
  if (value.failed()) return std::nullopt;
  if (!value.is_single() || !value.scalar().is_constant()) {
    node.error(diagnostics_, label, "a constant time or rate is needed, not " + value.description(),
               "write '50 Hz' or '20 ms'");
    return std::nullopt;
  }
  const double number = value.scalar().value();
  const Dimension dimension = value.dimension().value_or(Dimension{});
  const bool is_rate = dimension.without(BaseQuantity::cycle) == dimensions::kTime.inverse();
  const bool is_time = dimension == dimensions::kTime;
  if (!(number > 0 && std::isfinite(number))) {
    node.error(diagnostics_, label,
               std::string(is_rate   ? "a rate"
                           : is_time ? "a sampling period"
                                     : "a sampling period or rate") +
                   " must be positive and finite, not '" + node.text() + "'",
               "write '50 Hz' or '20 ms'");
    return std::nullopt;
  }
  if (is_rate || is_time) return is_rate ? 1 / number : number;
  if (value.dimension() == dimensions::kAngularRate) {
    constexpr double kTurn = 2 * std::numbers::pi;
    node.error(
        diagnostics_, label,
        "a sampling rate is in cycles per time, and '" + node.text() + "' is an angular rate",
        fmt::format("write '{:.6g} Hz' if one turn is one tick", number / kTurn));
    return std::nullopt;
  }
  if (value.dimension()) {
    node.error(diagnostics_, label, "a time or rate is needed, not " + value.description(),
               "write '50 Hz' or '20 ms'");
    return std::nullopt;
  }
  // A sum with a known dimension has that dimension; a product with bare numbers has none.
  const auto as = [&](const char* unit) {
    double bare = 0;
    const char* end = node.text().data() + node.text().size();
    const bool is_number = std::from_chars(node.text().data(), end, bare).ptr == end;
    return is_number ? "'" + node.text() + " " + unit + "'"
                     : "'0 [" + std::string(unit) + "] + " + node.text() + "'";
  };
  node.error(diagnostics_, label, "'" + node.text() + "' is neither a time nor a rate",
             "write " + as("Hz") + " or " + as("s") + ", whichever is meant");
  return std::nullopt;
}

std::optional<std::vector<Expr>> Elaboration::read_list(const SourceNode& node,
                                                        const Requirement& needed, Scope& scope,
                                                        const PartLabel& label,
                                                        bool may_be_infinite) {
  std::vector<Expr> list;
  bool ok = true;
  if (node.is_list()) {
    for (const SourceNode::Entry& item : node.items()) {
      if (may_be_infinite && item.value.is_scalar() &&
          (item.value.text() == "inf" || item.value.text() == "-inf")) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        list.emplace_back(item.value.text()[0] == '-' ? -kInfinity : kInfinity);
        continue;
      }
      const auto number = read_number(item.value, needed, scope, label);
      ok = ok && number;
      list.push_back(number.value_or(0.0));
    }
    return ok ? std::optional(list) : std::nullopt;
  }
  if (!node.is_scalar()) {
    const std::string message = "a list is needed, not " + node.description();
    node.is_empty() ? node.key_error(diagnostics_, label, message, kListAdvice)
                    : node.error(diagnostics_, label, message, kListAdvice);
    return std::nullopt;
  }
  const Formula formula = parse(node, scope, label);
  if (formula.has_errors()) {
    evaluate_in(formula, node, scope, label);  // reports unknown names
    return std::nullopt;
  }
  const Value value = evaluate_in(formula, node, scope, label, &needed);
  if (value.failed()) return std::nullopt;
  if (!value.is_list()) {
    node.error(diagnostics_, label, "a list is needed, not " + value.description(), kListAdvice);
    return std::nullopt;
  }
  list.assign(value.elements().begin(), value.elements().end());
  if (!value.dimension()) return list;
  const Fit fits = fit(*value.dimension(), needed, formula.strictness());
  if (!fits.ok) {
    node.error(diagnostics_, label, fits.message, fits.suggestion);
    return std::nullopt;
  }
  if (fits.scale != 1) {
    for (Expr& e : list) e *= fits.scale;
  }
  return list;
}

std::optional<double> Elaboration::read_constant(const SourceNode& node, const Requirement& needed,
                                                 Scope& scope, const PartLabel& label) {
  const auto number = read_number(node, needed, scope, label);
  if (!number) return std::nullopt;
  if (number->is_constant()) return number->value();
  std::string message = "a constant is needed here; '" + node.text() + "' ";
  const bool varies = symbols().varies(*number);
  message += varies ? "changes during the run" : "depends on a tunable parameter";
  node.error(diagnostics_, label, message);
  return std::nullopt;
}

Value Elaboration::read_any(const SourceNode& node, Scope& scope, const PartLabel& label,
                            std::optional<Formula::Quantity>* quantity) {
  if (node.is_scalar()) {
    const Formula formula = parse(node, scope, label);
    if (const auto found = find_quantity(formula, scope)) {
      if (quantity) *quantity = found;
      std::optional<Dimension> dimension;
      if (found->unit) dimension = found->unit->dimension;
      Value value =
          Value(found->si(), dimension).as_absolute(found->unit && found->unit->offset != 0);
      if (!found->unit) value.set_apparent(Dimension{});
      return value;
    }
    return evaluate_in(formula, node, scope, label);
  }
  if (!node.is_list()) {
    const std::string message =
        "a number, a formula or a list is needed, not " + node.description();
    node.is_empty() ? node.key_error(diagnostics_, label, message)
                    : node.error(diagnostics_, label, message);
    return Value::failure();
  }
  std::vector<Expr> elements;
  std::optional<Dimension> dimension;
  bool ok = true;
  for (const SourceNode::Entry& item : node.items()) {
    const Value value = read_any(item.value, scope, label);
    ok = ok && !value.failed();
    if (value.failed()) continue;
    if (!value.is_single()) {
      item.value.error(diagnostics_, label,
                       "a single number is needed, not " + value.description());
      ok = false;
      continue;
    }
    elements.push_back(value.scalar());
    if (!value.dimension()) continue;
    if (dimension && *dimension != *value.dimension()) {
      item.value.error(diagnostics_, label,
                       describe(*value.dimension()) + " is in a list with " + describe(*dimension));
      ok = false;
    }
    dimension = value.dimension();
  }
  return ok ? Value(std::move(elements), dimension) : Value::failure();
}

bool Elaboration::check_file(const SourceNode& node, const std::string& name,
                             const PartLabel& label) {
  namespace fs = std::filesystem;
  fs::path path = name;
  if (path.is_relative()) path = fs::path(std::string(node.place().file())).parent_path() / path;
  std::error_code code;
  if (fs::is_regular_file(path, code)) return true;
  if (const std::string reason = explain_irregular_file(path.string()); !reason.empty()) {
    node.error(diagnostics_, label, "'" + name + "' " + reason.substr(std::string("it ").size()));
  } else {
    node.error(diagnostics_, label, "there is no file '" + name + "'",
               "a file name is relative to the model's folder");
  }
  return false;
}

}  // namespace holon::detail
