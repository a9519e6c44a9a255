// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/pending_values.h"

#include <algorithm>
#include <utility>

namespace holon::detail {

namespace {

/// Depth of dependent formulas; each may itself be nested as deeply as the parser permits.
constexpr std::size_t kDeepestNesting = 32;

}  // namespace

std::string PendingValue::name() const {
  return parameter ? parameter->full : part->name + "." + path;
}

void PendingValues::work_out(const PendingValue& pending) {
  if (postponed_) return;  // unwinding
  if (!open_.empty()) {
    const auto open = std::find(open_.begin(), open_.end(), pending);
    if (open != open_.end()) {
      evaluator_.report_circle({open, open_.end()});
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
    evaluator_.report_circle({same, waiting.end()});
    for (auto it = same; it != waiting.end(); ++it) evaluator_.fail(*it);
    waiting.erase(same, waiting.end());
  }
}

void PendingValues::calc(const PendingValue& pending) {
  open_.push_back(pending);
  evaluator_.calc(pending);
  open_.pop_back();
}

}  // namespace holon::detail
