// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/report/page/report.h"
#include "holon/study/loading.h"

namespace holon {

/// What every page tells of its model: its diagram, its bond graph, its files by their path from
/// the first one's folder.
void add_model(Report& report, const LoadedModel& loaded);

}  // namespace holon
