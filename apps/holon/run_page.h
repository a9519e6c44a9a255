// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/loading.h"
#include "holon/record/bounded.h"
#include "holon/record/moments.h"
#include "holon/record/results.h"
#include "holon/report/page/report.h"
#include "holon/run_report.h"
#include "holon/simulate/simulation.h"

namespace holon::app {

/// What a run leaves for its page (--report): curves, poses with forces, energies. The model, the
/// view and the curves, which somebody else records, must outlive it.
class RunPage {
 public:
  RunPage(const LoadedModel& loaded, const ViewOfModel& view, const BoundedSink& curves)
      : loaded_(loaded), view_(view), curves_(curves) {}

  /// Adds its streams to a run that has not begun.
  void record(Simulation& simulation);
  /// The page as HTML. `remarks`: what was found at the start.
  std::string write(const RunOutcome& outcome, const std::vector<Setting>& settings,
                    const std::vector<std::string>& warnings,
                    const std::vector<std::string>& remarks);

 private:
  void record_rows(Simulation& simulation);
  void record_poses(Simulation& simulation);
  void add_curves(Report& report) const;
  void add_poses(Report& report) const;
  void add_statistics(Report& report, const RunOutcome& outcome) const;

  const LoadedModel& loaded_;
  const ViewOfModel& view_;
  const BoundedSink& curves_;
  std::unique_ptr<BoundedSink> recorded_;
  std::unique_ptr<MomentsSink> poses_, energies_;
};

}  // namespace holon::app
