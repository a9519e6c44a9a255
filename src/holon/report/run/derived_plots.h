// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/model/assembly/part_plots.h"
#include "holon/report/page/report.h"

namespace holon {

/// Adds a plot whose curves are computed of the recorded rows: a plan with ellipses, or the sky.
/// What is computed has a stream of its own.
void add_derived_plot(const PanelRequest& request, const Results& rows, Report& report);

/// Adds estimated positions with ellipsoids of 95 % to the scene, which are magnified where they
/// would not be seen; a note says so. `report.poses` has their columns.
void add_ellipsoids(const std::vector<PartPlots::Ellipsoid>& list, const Scene& scene,
                    Report& report);

}  // namespace holon
