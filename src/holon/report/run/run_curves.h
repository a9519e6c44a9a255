// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/record/bounded.h"
#include "holon/record/moments.h"
#include "holon/simulate/simulation.h"
#include "holon/study/model_view.h"

namespace holon {

/// The curves of a run that figures and pages draw. Model and view must outlive it.
class RunCurves {
 public:
  RunCurves(const LoadedModel& loaded, const ModelView& view) : loaded_(loaded), view_(view) {}

  /// Adds them to a run that has not begun; nothing where the model has no plots.
  void record(Simulation& simulation);

  const Results& results() const { return sink_.results(); }
  /// Rows for a panel: those of the sky are few.
  const Results& results(const PanelRequest& request) const {
    return !request.plot.sky.empty() && sky_ ? sky_->results() : sink_.results();
  }
  /// Points that were computed, of which `results` holds so many that curves look the same.
  std::int64_t row_count() const { return sink_.row_count(); }
  /// By column of `results`, of all these points.
  const std::vector<ColumnStatistics>& statistics() const { return sink_.statistics(); }

 private:
  // Of long runs so many numbers are kept that a page with them opens at once, and in a figure what
  // a line of ink shows.
  static constexpr std::size_t kDrawnNumbers = 300'000;

  static constexpr int kSkyMoments = 240;

  const LoadedModel& loaded_;
  const ModelView& view_;
  BoundedSink sink_{kDrawnNumbers};
  std::optional<MomentsSink> sky_;
};

}  // namespace holon
