// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

/// Evaluates values that depend on other values, in chains of any length. A value is followed by
/// recursion to a fixed depth; the next one is then postponed: all evaluations in progress return
/// without a result and without messages, the postponed value is evaluated separately, and the
/// evaluation is repeated. So a chain of any length needs little stack and about twice the work.
class PendingValues {
 public:
  class Evaluator {
   public:
    Evaluator() = default;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;
    virtual ~Evaluator() = default;
    /// May call `work_out` for other values. Keeps its result unless `is_unwinding` then.
    virtual void calc(const PendingValue& value) = 0;
    /// The value has no result: it belongs to a cycle, which has been reported.
    virtual void fail(const PendingValue& value) = 0;
    /// Of long cycles only some of the members are known, a fixed number of steps apart.
    virtual void report_circle(std::span<const PendingValue> members) = 0;
  };

  explicit PendingValues(Evaluator& evaluator) : evaluator_(evaluator) {}

  void work_out(const PendingValue& pending);
  bool is_unwinding() const { return postponed_.has_value(); }

 private:
  void calc(const PendingValue& pending);

  Evaluator& evaluator_;
  std::vector<PendingValue> open_;         ///< being evaluated, each for the next
  std::optional<PendingValue> postponed_;  ///< nested too deeply, evaluated first
};

}  // namespace holon::detail
