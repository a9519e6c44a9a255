// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/tracks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

namespace holon {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

EarthTrack two_points() {
  return {"mast <1>",
          {0, 59.9996},
          {48.1 * kDegree, 48.2 * kDegree},
          {11.6 * kDegree, -0.5 * kDegree},
          {520, 521.25}};
}

TEST(Tracks, as_geojson_have_longitude_first) {
  const auto json =
      nlohmann::json::parse(write_geojson({two_points()}, gps_time_of_utc({2026, 6, 1, 10, 0, 0})));
  EXPECT_EQ(json["type"], "FeatureCollection");
  const auto& feature = json["features"][0];
  EXPECT_EQ(feature["geometry"]["type"], "LineString");
  EXPECT_EQ(feature["geometry"]["coordinates"][0], (nlohmann::json{11.6, 48.1, 520.0}));
  EXPECT_EQ(feature["geometry"]["coordinates"][1], (nlohmann::json{-0.5, 48.2, 521.25}));
  EXPECT_EQ(feature["properties"]["name"], "mast <1>");
  EXPECT_EQ(feature["properties"]["times"][1], "2026-06-01T10:01:00.000Z");
}

TEST(Tracks, as_kml_escape_names_and_subtract_the_geoid) {
  const std::string kml =
      write_kml({two_points()}, "A & B", gps_time_of_utc({2026, 6, 1, 10, 0, 0}), 47);
  for (const char* part :
       {"<name>A &amp; B</name>", "<name>mast &lt;1&gt;</name>",
        "<when>2026-06-01T10:00:00.000Z</when>", "<gx:coord>11.6 48.1 473</gx:coord>",
        "<gx:coord>-0.5 48.2 474.25</gx:coord>"}) {
    EXPECT_NE(kml.find(part), std::string::npos) << part << "\n" << kml;
  }
}

}  // namespace
}  // namespace holon
