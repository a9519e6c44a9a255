// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/record/results.h"
#include "holon/study/loading.h"

namespace holon::app {

/// Writes rows over time as a file of results: CSV with units in its headings, HDF5 or MAT, by its
/// ending, with the provenance of the model. Throws CommandError if the file is one that is read.
void write_series(const std::string& path, const LoadedModel& loaded, const Results& rows);

}  // namespace holon::app
