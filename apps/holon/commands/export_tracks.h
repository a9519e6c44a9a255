// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/commands/commands.h"
#include "holon/study/loading.h"

namespace holon::app {

/// `holon export nmea|kml|geojson`: runs the model and writes the courses of its receivers or
/// frames. `path`: the file. Returns the exit status.
int export_tracks(const ExportArguments& arguments, LoadedModel& loaded, const std::string& path);

}  // namespace holon::app
