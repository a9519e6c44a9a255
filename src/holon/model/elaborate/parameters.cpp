// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `parameters:` and `tunable:`. Parameters are evaluated on demand, so they may refer to each other
// in any order.
#include <cmath>

#include "holon/base/names.h"
#include "holon/model/describe/validate.h"
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

void Elaboration::declare_parameters(const SourceNode* map, Scope& scope, const PartLabel& label) {
  if (!map || map->is_empty() || !map->expect(SourceNode::Kind::map, diagnostics_, label)) return;
  for (const SourceNode::Entry& entry : map->entries()) {
    if (!check_new_name(entry, scope, label, diagnostics_)) continue;
    ScopedParameter& parameter = scope.parameters.emplace_back();
    parameter.name = entry.key;
    parameter.full = scope.prefix + entry.key;
    parameter.node = &entry.value;
    parameter.where = &scope;
    parameter.label = label;
    scope.parameter_index.emplace(entry.key, &parameter);
  }
}

void Elaboration::override_parameters(std::vector<PendingOverride>& overrides, Scope& scope) {
  for (PendingOverride& pending : overrides) {
    ScopedParameter* parameter = scope.find_parameter(pending.path);
    if (!parameter) continue;
    parameter->node = &pending.override->value;
    parameter->where = &scope;
    parameter->label = {"--set " + pending.override->name, ""};
    *pending.is_used = true;
  }
}

void Elaboration::calc(ScopedParameter& parameter) {
  std::optional<Formula::Quantity> quantity;
  Value value = read_any(*parameter.node, *parameter.where, parameter.label, &quantity);
  if (pending_.is_unwinding()) return;
  parameter.quantity = std::move(quantity);
  const auto is_number = [&] {
    return !value.failed() && value.shape() == Value::Shape::scalar &&
           !std::isnan(value_at_parameters(value.scalar(), symbols()));
  };
  if (parameter.is_tunable && !value.failed()) value = make_tunable(parameter, value);
  if (parameter.is_kept && is_number()) value = make_tunable(parameter, value);
  if (opened_.contains(parameter.node) && value.shape() == Value::Shape::scalar) {
    parameter.quantity.reset();
    const auto dimension = value.dimension();
    value = Value(opened_.open(*parameter.node, value.scalar(), dimension), dimension);
  }
  parameter.value = std::move(value);
  parameter.is_done = true;
}

Value Elaboration::make_tunable(ScopedParameter& parameter, const Value& value) {
  if (value.shape() != Value::Shape::scalar) {
    parameter.node->error(diagnostics_, parameter.label,
                          "'" + parameter.name + "' is tunable and must be a single number, not " +
                              value.description());
    return Value::failure();
  }
  const double number = value_at_parameters(value.scalar(), symbols());
  if (std::isnan(number)) {
    parameter.node->error(diagnostics_, parameter.label,
                          "'" + parameter.name + "' is tunable and must not vary during the run");
    return Value::failure();
  }
  parameter.quantity.reset();
  const Expr symbol =
      symbols().parameter(parameter.full, number, value.dimension().value_or(Dimension{}));
  return Value(symbol, value.dimension());
}

void Elaboration::read_tunable(const SourceNode* list, bool is_nested) {
  if (!list || list->is_empty()) return;
  if (!list->expect(SourceNode::Kind::list, diagnostics_, {})) return;
  for (const SourceNode::Entry& item : list->items()) {
    const std::string& name = item.value.text();
    if (!item.value.expect(SourceNode::Kind::scalar, diagnostics_, {})) continue;
    if ((name.find('.') != std::string::npos) != is_nested) continue;
    const Meaning meaning = names_.find(scope_, name);
    uses_.report(item.value, scope_);
    if (!meaning.parameter) {
      std::vector<std::string> names;
      for (const ScopedParameter& parameter : scope_.parameters) names.push_back(parameter.name);
      item.value.error(diagnostics_, {}, "there is no parameter '" + name + "' to be tunable",
                       did_you_mean(name, names));
      continue;
    }
    meaning.parameter->is_used = false;  // being tunable does not count as a use
    if (meaning.parameter->is_done) {
      item.value.error(diagnostics_, {},
                       "'" + name + "' determines the number of parts and cannot be tunable");
    }
    meaning.parameter->is_tunable = true;
  }
}

void Elaboration::evaluate_all(Scope& scope) {
  for (ScopedParameter& parameter : scope.parameters) evaluate(parameter);
  for (PartEntry& part : scope.parts) evaluate_all(part.scope);
}

void Elaboration::report_unused(const Scope& scope) {
  for (const ScopedParameter& parameter : scope.parameters) {
    if (parameter.is_used) continue;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.place = parameter.node->key_place();
    warning.part_path = parameter.label.path;
    warning.part_type = parameter.label.type;
    warning.message = "nothing uses parameter '" + parameter.name + "'";
    warning.length = static_cast<int>(parameter.name.size());
    diagnostics_.add(std::move(warning));
  }
  for (const PartEntry& part : scope.parts) report_unused(part.scope);
}

}  // namespace holon::detail
