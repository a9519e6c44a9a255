// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sentences of NMEA 0183 (IEC 61162-1) of satellite receivers: GGA, RMC, VTG, HDT, THS and GST.
// Angles are in radians, heights above the ellipsoid; the sentences' altitude is height minus the
// separation of the geoid.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/earth/gps_time.h"

namespace holon {

/// What a receiver reports at one instant.
struct NavigationFix {
  CalendarTime utc{};
  double latitude = 0, longitude = 0;  ///< [rad]
  double height = 0;                   ///< [m] above the ellipsoid
  double separation = 0;               ///< [m] of the geoid above the ellipsoid
  int quality = 0;                     ///< 0 none, 1 single, 2 differential, 4 fixed, 5 float
  std::optional<int> satellites{};
  std::optional<double> hdop{};
  std::optional<double> speed{}, course{};       ///< [m/s], [rad] from north, clockwise
  std::optional<double> heading{};               ///< [rad] from north, clockwise
  std::optional<std::array<double, 3>> sigma{};  ///< [m] east, north, up
};

/// "GPGGA,…" with "$", "*" and its checksum, without the end of line.
std::string nmea_sentence(const std::string& body);
std::string write_gga(const NavigationFix& fix);
std::string write_rmc(const NavigationFix& fix);
/// Empty where the fix has no speed and course.
std::string write_vtg(const NavigationFix& fix);
std::string write_hdt(const NavigationFix& fix);  ///< empty where it has no heading
std::string write_ths(const NavigationFix& fix);  ///< likewise
std::string write_gst(const NavigationFix& fix);  ///< empty where it has no sigma
/// All sentences of one instant, each with CR LF.
std::string write_nmea(const NavigationFix& fix);

/// A log as columns: a row for each instant, in the order of the log.
struct NmeaLog {
  std::vector<std::string> names;
  std::vector<const char*> units;  ///< "s", "rad", "m", "m/s" or "" for a number
  std::vector<std::vector<double>> columns;
  std::vector<int> lines;       ///< where each row begins
  int dropped = 0;              ///< sentences whose checksum was wrong, or that could not be read
  int others = 0;               ///< sentences of other kinds
  int heights_above_geoid = 0;  ///< GGA without the geoid's separation: they have no height
  double start = 0;             ///< [s] of the day (UTC), of the first row
};

/// The columns `time` (since the first row, over midnights), `latitude`, `longitude`, `height`,
/// `fix`, `satellites`, `hdop`, `speed`, `course`, `heading`, `sigma_east`, `sigma_north`,
/// `sigma_up` and `dropped` (sentences dropped so far); without those that no sentence gives. What
/// a row's sentences do not give keeps its last value, 0 before the first; a row without a solution
/// has the fix 0. Rows whose time does not grow are joined with the one before. Nothing, with the
/// reason, if there is no position in it.
std::optional<NmeaLog> read_nmea(std::string_view text, std::string& error);

}  // namespace holon
