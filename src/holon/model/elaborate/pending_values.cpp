// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters and parts' values to which formulas refer. Each is evaluated once, when it is first
// needed, and may depend on others. A chain of dependences is followed by recursion to the depth
// kDeepestNesting; the next value is then postponed: all evaluations in progress return without a
// result and without messages, the postponed value is evaluated separately, and the evaluation is
// repeated. So a chain of any length needs little stack and about twice the work.
#include <algorithm>
#include <utility>

#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

namespace {

/// Depth of dependent formulas; each may itself be nested as deeply as the parser permits.
constexpr std::size_t kDeepestNesting = 32;

}  // namespace

std::string PendingValue::name() const {
  return parameter ? parameter->full : part->name + "." + path;
}

const Value& Elaboration::evaluate(ScopedParameter& parameter) {
  if (!parameter.is_done) work_out({&parameter});
  return parameter.value;
}

Value Elaboration::read_field_of(PartEntry& entry, const std::string& path) {
  const PendingValue pending{nullptr, &entry, path};
  const std::string name = pending.name();
  if (!field_values_.contains(name)) work_out(pending);
  const auto found = field_values_.find(name);
  return found == field_values_.end() ? Value::failure() : found->second;
}

void Elaboration::work_out(const PendingValue& pending) {
  if (postponed_) return;  // unwinding
  if (!open_.empty()) {
    const auto open = std::find(open_.begin(), open_.end(), pending);
    if (open != open_.end()) {
      report_circle({open, open_.end()});
    } else if (open_.size() == kDeepestNesting) {
      postponed_ = pending;
    } else {
      calc(pending);
    }
    return;
  }
  std::vector<PendingValue> waiting{pending};
  while (!waiting.empty()) {
    calc(waiting.back());
    if (!postponed_) {
      waiting.pop_back();
      continue;
    }
    const PendingValue next = *std::exchange(postponed_, std::nullopt);
    const auto same = std::find(waiting.begin(), waiting.end(), next);
    if (same == waiting.end()) {
      waiting.push_back(next);
      continue;
    }
    report_circle({same, waiting.end()});
    for (auto it = same; it != waiting.end(); ++it) fail(*it);
    waiting.erase(same, waiting.end());
  }
}

void Elaboration::calc(const PendingValue& pending) {
  open_.push_back(pending);
  if (pending.parameter) {
    calc(*pending.parameter);
  } else {
    Value value = calc_field(*pending.part, pending.path);
    if (!postponed_) field_values_.insert_or_assign(pending.name(), std::move(value));
  }
  open_.pop_back();
}

void Elaboration::fail(const PendingValue& pending) {
  if (pending.parameter) {
    pending.parameter->is_done = true;
  } else {
    field_values_.insert_or_assign(pending.name(), Value::failure());
  }
}

/// For long cycles only some of the members are known, kDeepestNesting steps apart.
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
                              " need each other: " + circle + members[0].name();
  constexpr const char* kAdvice = "give one of them a value of its own";
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
