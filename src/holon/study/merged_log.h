// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "holon/study/loading.h"

namespace holon {

/// One of the files that together are the log of a trip.
struct LogSource {
  std::string path;
  std::string receiver{};  ///< whose log it is: "gps=rover.nmea"; empty: the model's only one
  std::optional<double> start{};  ///< [s] the time of its first row: "rover.nmea@12.5"
  bool is_nmea() const { return std::filesystem::path(path).extension() == ".nmea"; }
};

/// "imu.csv", "gps=rover.nmea", "gps=rover.nmea@12.5".
LogSource parse_log_source(const std::string& text);

/// Writes the rows of several logs, by their times, into one table that a filter reads (CSV, with
/// `nan` where a row has no value), and returns what the user should know. CSV, HDF5 and MAT bring
/// their columns as they are. The NMEA log of a GnssReceiver `gps` brings
///
///   gps.position  in the axes of the model's world, whose place on Earth it needs (`world: earth`)
///   gps.velocity  x and y, of speed and course
///   gps.sigma     east, north, up (GST)
///   gps.valid, gps.fix, gps.time_of_validity
///
/// at the times of validity: seconds of the day (UTC), or from `start` on. Throws InputError.
std::vector<std::string> merge_logs(const std::vector<LogSource>& logs, const LoadedModel& model,
                                    const std::filesystem::path& table);

}  // namespace holon
