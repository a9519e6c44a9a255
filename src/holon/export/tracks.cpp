// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/tracks.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "holon/base/escape.h"

namespace holon {

namespace {
constexpr double kPerDegree = std::numbers::pi / 180;
/// Of 1e-9 degrees, 0.1 mm.
double rounded_degrees(double angle) { return std::round(angle / kPerDegree * 1e9) / 1e9; }
double rounded_millimetres(double length) { return std::round(length * 1e4) / 1e4; }
}  // namespace

std::string utc_text(const GpsTime& time) {
  // Rounded before the calendar, so that 59.9996 s become the next minute.
  GpsTime rounded = time.after(0.0005);
  const CalendarTime t = utc_of(rounded);
  return fmt::format("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:06.3f}Z", t.year, t.month, t.day, t.hour,
                     t.minute, std::floor(t.second * 1000) / 1000);
}

std::string write_kml(const std::vector<EarthTrack>& tracks, const std::string& title,
                      const GpsTime& epoch, double geoid) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<kml xmlns=\"http://www.opengis.net/kml/2.2\" "
      "xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n<Document>\n<name>" +
      xml_text(title) + "</name>\n";
  for (const EarthTrack& track : tracks) {
    text += "<Placemark>\n<name>" + xml_text(track.name) +
            "</name>\n<gx:Track>\n<altitudeMode>absolute</altitudeMode>\n";
    for (const double t : track.times) text += "<when>" + utc_text(epoch.after(t)) + "</when>\n";
    for (std::size_t k = 0; k < track.times.size(); ++k) {
      text += fmt::format("<gx:coord>{} {} {}</gx:coord>\n", rounded_degrees(track.longitude[k]),
                          rounded_degrees(track.latitude[k]),
                          rounded_millimetres(track.height[k] - geoid));
    }
    text += "</gx:Track>\n</Placemark>\n";
  }
  return text + "</Document>\n</kml>\n";
}

std::string write_geojson(const std::vector<EarthTrack>& tracks, const GpsTime& epoch) {
  using Json = nlohmann::ordered_json;
  Json features = Json::array();
  for (const EarthTrack& track : tracks) {
    Json line = Json::array(), times = Json::array();
    for (std::size_t k = 0; k < track.times.size(); ++k) {
      line.push_back({rounded_degrees(track.longitude[k]), rounded_degrees(track.latitude[k]),
                      rounded_millimetres(track.height[k])});
      times.push_back(utc_text(epoch.after(track.times[k])));
    }
    // A LineString has two positions or more.
    const bool is_line = line.size() > 1;
    Json geometry = nullptr;
    if (!line.empty()) {
      geometry = Json{{"type", is_line ? "LineString" : "Point"},
                      {"coordinates", is_line ? line : line[0]}};
    }
    features.push_back(Json{{"type", "Feature"},
                            {"properties", {{"name", track.name}, {"times", std::move(times)}}},
                            {"geometry", std::move(geometry)}});
  }
  return Json{{"type", "FeatureCollection"}, {"features", std::move(features)}}.dump(1) + "\n";
}

}  // namespace holon
