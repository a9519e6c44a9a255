// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/loading.h"
#include "holon/report/page/report.h"

namespace holon::app {

/// What every page tells of its model: its diagram, its bond graph, its files by their path from
/// the first one's folder.
void add_model(Report& report, const LoadedModel& loaded);

}  // namespace holon::app
