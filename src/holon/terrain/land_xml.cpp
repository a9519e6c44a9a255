// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Surfaces of LandXML files (landxml.org, schema 1.2):
//
//   <LandXML><Units><Metric linearUnit="meter" …/></Units>
//    <Surfaces><Surface name="site"><Definition surfType="TIN">
//      <Pnts><P id="1">northing easting elevation</P> …</Pnts>
//      <Faces><F>1 2 3</F><F i="1">…</F> …</Faces> …    i="1": invisible, no part of the surface
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <string_view>

#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/terrain/tin.h"

namespace holon::detail {

namespace {

/// The numbers of a text between blanks; nothing if one is none.
std::optional<std::vector<double>> list_xml_numbers(std::string_view text) {
  std::vector<double> numbers;
  std::size_t at = 0;
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at == text.size()) return numbers;
    double value = 0;
    const auto [end, code] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (code != std::errc() || !std::isfinite(value)) return {};
    at = static_cast<std::size_t>(end - text.data());
    numbers.push_back(value);
  }
}

/// [m] of the file's linear unit.
std::optional<double> find_unit(const pugi::xml_node& root, std::string& name) {
  const pugi::xml_node units = root.child("Units");
  if (!units) return 1.0;
  const pugi::xml_node system =
      units.child("Metric") ? units.child("Metric") : units.child("Imperial");
  name = system.attribute("linearUnit").as_string();
  const std::map<std::string, double> known{{"meter", 1},         {"millimeter", 1e-3},
                                            {"centimeter", 1e-2}, {"kilometer", 1e3},
                                            {"foot", 0.3048},     {"USSurveyFoot", 1200.0 / 3937},
                                            {"inch", 0.0254}};
  const auto found = known.find(name);
  if (found == known.end()) return {};
  return found->second;
}

/// Reads one surface.
class LandSurface {
 public:
  LandSurface(const pugi::xml_node& surface, double unit) : surface_(surface), unit_(unit) {}

  std::optional<Tin> read(std::string& error) {
    const pugi::xml_node definition = surface_.child("Definition");
    if (!read_points(definition.child("Pnts"), error)) return {};
    for (const pugi::xml_node list : definition.children("Faces"))
      if (!read_faces(list, error)) return {};
    Tin tin(std::move(points_), faces_);
    if (tin.triangle_count() == 0) {
      error = "the surface has no triangle with an area";
      return {};
    }
    return tin;
  }

 private:
  bool read_points(const pugi::xml_node& list, std::string& error) {
    for (const pugi::xml_node p : list.children("P")) {
      const std::string id = p.attribute("id").as_string();
      const auto numbers = list_xml_numbers(p.text().get());
      if (!numbers || numbers->size() != 3) {
        error = "the point '" + id + "' needs three numbers: northing, easting, elevation";
        return false;
      }
      if (!index_.emplace(id, static_cast<int>(points_.size())).second) {
        error = "there are two points '" + id + "'";
        return false;
      }
      points_.push_back({(*numbers)[1] * unit_, (*numbers)[0] * unit_, (*numbers)[2] * unit_});
    }
    if (points_.empty()) error = "the surface has no points: its Definition needs Pnts and Faces";
    return !points_.empty();
  }

  bool read_faces(const pugi::xml_node& list, std::string& error) {
    for (const pugi::xml_node f : list.children("F")) {
      if (f.attribute("i").as_int() == 1) continue;
      Tin::Triangle triangle{};
      std::size_t count = 0;
      const std::string text = f.text().get();
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
        if (begin == std::string::npos) break;
        at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
        const auto found = index_.find(text.substr(begin, at - begin));
        if (found == index_.end()) {
          error = "a face names the point '" + text.substr(begin, at - begin) +
                  "', which does not exist";
          return false;
        }
        if (count < 3) triangle[count] = found->second;
        ++count;
      }
      if (count != 3) {
        error = fmt::format("a face has {} points, not 3: '{}'", count, text);
        return false;
      }
      faces_.push_back(triangle);
    }
    return true;
  }

  pugi::xml_node surface_;
  double unit_;
  std::vector<Tin::Point> points_;
  std::map<std::string, int> index_;
  std::vector<Tin::Triangle> faces_;
};

}  // namespace

std::optional<Tin> read_land_xml(const std::string& path, const std::string& surface,
                                 std::string& error) {
  const auto fail = [&](const std::string& why) {
    error = path + ": " + why;
    return std::nullopt;
  };
  std::string reason;
  const auto text = read_file(path, file_limits::kData, FileSource::regular, reason);
  if (!text) return fail(reason);
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text->data(), text->size());
  if (!parsed) return fail(fmt::format("{} at byte {}", parsed.description(), parsed.offset));
  const pugi::xml_node root = document.child("LandXML");
  if (!root) return fail("it is not a LandXML file: its root is not 'LandXML'");
  std::string unit_name;
  const auto unit = find_unit(root, unit_name);
  if (!unit && unit_name.empty()) return fail("its element Units has no linearUnit");
  if (!unit) return fail("its linear unit '" + unit_name + "' is not known");
  std::vector<std::string> names;
  pugi::xml_node chosen;
  for (const pugi::xml_node list : root.children("Surfaces")) {
    for (const pugi::xml_node s : list.children("Surface")) {
      names.emplace_back(s.attribute("name").as_string());
      if (!surface.empty() && names.back() != surface) continue;
      if (!surface.empty() && chosen) return fail("it has two surfaces '" + surface + "'");
      if (!chosen) chosen = s;
    }
  }
  if (names.empty()) return fail("it has no surface");
  if (!chosen) return fail("it has no surface '" + surface + "'; it may be " + quote_list(names));
  if (surface.empty() && names.size() > 1)
    return fail("it has several surfaces: name one of " + quote_list(names));
  std::optional<Tin> tin = LandSurface(chosen, *unit).read(reason);
  if (!tin) return fail(reason);
  return tin;
}

}  // namespace holon::detail
