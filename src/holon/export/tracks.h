// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/earth/gps_time.h"

/// Courses on the Earth for maps and globes.
namespace holon {

/// The course of a frame or a receiver: one number of each list per instant.
struct EarthTrack {
  std::string name;
  std::vector<double> times;                ///< [s] since the epoch
  std::vector<double> latitude, longitude;  ///< [rad]
  std::vector<double> height;               ///< [m] above the ellipsoid
};

/// KML 2.2 with a gx:Track each, by UTC. KML counts altitudes from sea level (EGM96): they are
/// `height` − `geoid` [m].
std::string write_kml(const std::vector<EarthTrack>& tracks, const std::string& title,
                      const GpsTime& epoch, double geoid = 0);
/// GeoJSON (RFC 7946): a LineString each, of longitude, latitude in degrees and height above the
/// ellipsoid, as the standard has it; the property `times` holds UTC.
std::string write_geojson(const std::vector<EarthTrack>& tracks, const GpsTime& epoch);

/// "2026-06-01T10:00:00.250Z"
std::string utc_text(const GpsTime& time);

}  // namespace holon
