// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/solve/integrator.h"

namespace holon {

/// Where a run stands; see RunObserver.
struct RunStatus {
  double start = 0, time = 0, until = 0;  ///< [s] simulated
  double wall_seconds = 0;
  StepStatistics steps;
};

/// Watches a run. Called after every accepted step and every so many rows, so it must be quick.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// False ends the run here, cleanly.
  virtual bool go_on(const RunStatus& status) = 0;
  /// Something that the user should know, as soon as it is found; the summary keeps it too.
  virtual void note(const std::string& /*text*/) {}
  /// The same of what is no trouble: what was found at the start.
  virtual void remark(const std::string& /*text*/) {}
};

}  // namespace holon
