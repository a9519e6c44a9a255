// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/record/moments.h"
#include "holon/report/run/run_curves.h"
#include "holon/simulate/simulation.h"
#include "holon/study/model_view.h"

namespace holon {

/// A run as a figure: its plots, and the machine at several instants. Model, view and curves must
/// outlive it.
class RunFigure {
 public:
  RunFigure(const LoadedModel& loaded, const ModelView& view, const RunCurves& curves)
      : loaded_(loaded), view_(view), curves_(curves) {}

  /// Adds its poses to a run that has not begun, beside the streams of the curves.
  void record(Simulation& simulation);
  /// As SVG.
  std::string draw(const RunSummary& summary) const;

 private:
  const LoadedModel& loaded_;
  const ModelView& view_;
  const RunCurves& curves_;
  /// Names of what the figure's poses hold: poses, forces and reactions that the model's outputs or
  /// plots name, axes.
  std::vector<std::string> list_outputs() const;
  std::optional<MomentsSink> poses_;
};

}  // namespace holon
