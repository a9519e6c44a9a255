// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/report/page/report.h"
#include "holon/study/loading.h"

namespace holon {

/// What every page shows of its model: its diagram, its bond graph, its files.
void add_model(Report& report, const LoadedModel& loaded);
/// The model's files alone, by their paths from the first one's folder.
void add_files(Report& report, const LoadedModel& loaded);

}  // namespace holon
