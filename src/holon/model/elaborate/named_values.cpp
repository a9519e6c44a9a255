// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters and parts' values to which formulas refer. Each is evaluated once, when it is first
// needed, and may depend on others.
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

const Value& Elaboration::evaluate(ScopedParameter& parameter) {
  if (!parameter.is_done) pending_.work_out({&parameter});
  return parameter.value;
}

Value Elaboration::read_field_of(PartEntry& entry, const std::string& path) {
  const PendingValue pending{nullptr, &entry, path};
  const std::string name = pending.name();
  if (!field_values_.contains(name)) pending_.work_out(pending);
  const auto found = field_values_.find(name);
  return found == field_values_.end() ? Value::failure() : found->second;
}

void Elaboration::calc(const PendingValue& pending) {
  if (pending.parameter) {
    calc(*pending.parameter);
  } else {
    Value value = calc_field(*pending.part, pending.path);
    if (!pending_.is_unwinding()) field_values_.insert_or_assign(pending.name(), std::move(value));
  }
}

void Elaboration::fail(const PendingValue& pending) {
  if (pending.parameter) {
    pending.parameter->is_done = true;
  } else {
    field_values_.insert_or_assign(pending.name(), Value::failure());
  }
}

void Elaboration::report_circle(std::span<const PendingValue> members) {
  constexpr std::size_t kMostNames = 12;
  std::string circle;
  bool are_parameters = true;
  for (std::size_t k = 0; k < members.size(); ++k) {
    are_parameters = are_parameters && members[k].parameter;
    if (k < kMostNames) circle += members[k].name() + " → ";
    if (k == kMostNames) circle += "… → ";
  }
  const std::string message = std::string(are_parameters ? "parameters" : "values") +
                              " depend on each other: " + circle + members[0].name();
  constexpr const char* kAdvice = "give one of them an independent value";
  const PendingValue& first = members[0];
  if (first.parameter) {
    first.parameter->node->error(diagnostics_, first.parameter->label, message, kAdvice);
  } else {
    bool found = false;
    find_place(*first.part->node, first.path, found)
        .error(diagnostics_, first.part->label, message, kAdvice);
  }
}

}  // namespace holon::detail
