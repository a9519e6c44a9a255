// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "holon/estimate/filter_plan.h"
#include "holon/system/process.h"

namespace holon {

/// A filter as a model of a process: one description for all runs.
class FilterModel final : public ProcessModel {
 public:
  explicit FilterModel(FilterPlan plan) : plan_(std::move(plan)) {}
  std::unique_ptr<Process> make(const ProgramOptions& options) const override;
  std::uint64_t fingerprint() const override;
  const FilterPlan& plan() const { return plan_; }

 private:
  FilterPlan plan_;
};

}  // namespace holon
