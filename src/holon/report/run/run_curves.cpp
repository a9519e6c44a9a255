// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/run_curves.h"

namespace holon {

void RunCurves::record(Simulation& simulation) {
  // So fine that the pieces of a curve are not seen on the widest screen; what zooming shows beyond
  // that are the steps of the run.
  constexpr int kPieces = 2000;
  const double until = loaded_.model.simulate.until;
  const std::vector<std::string> names = panel_outputs(view_.panels);
  if (until > 0 && !names.empty())
    simulation.record(sink_, names, {RowSchedule::Kind::fine, until / kPieces});
  const std::vector<std::string> sky = sky_outputs(view_.panels);
  if (until > 0 && !sky.empty())
    simulation.record(sky_.emplace(kSkyMoments), sky,
                      {RowSchedule::Kind::moments, until / kSkyMoments, double{kSkyMoments}});
}

}  // namespace holon
