// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/field_json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "holon/base/base64.h"
#include "holon/view/machine/contact_ground.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "numbers of reports are little-endian");

constexpr std::size_t kMostChanges = 1'500'000;  // of cells, in one field: 12 MB
constexpr double kLevels = 65534;                // 65535 is where there is no height
constexpr std::uint16_t kNoHeight = 65535;

template <class T>
std::string encode_numbers(const std::vector<T>& numbers) {
  return encode_base64(
      {reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * sizeof(T)});
}

/// The range of all heights of a film.
struct HeightLevels {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(const std::vector<double>& heights) {
    for (const double h : heights) {
      if (!std::isfinite(h)) continue;
      low = std::min(low, h);
      high = std::max(high, h);
    }
  }
  double step() const { return high > low ? (high - low) / kLevels : 1.0; }
  std::vector<std::uint16_t> encode(const std::vector<double>& heights) const {
    std::vector<std::uint16_t> levels;
    levels.reserve(heights.size());
    for (const double h : heights)
      levels.push_back(std::isfinite(h)
                           ? static_cast<std::uint16_t>(std::lround((h - low) / step()))
                           : kNoHeight);
    return levels;
  }
};

/// Every k-th frame, with all that has changed since the one before.
std::vector<HeightFilm::Frame> merge_frames(const std::vector<HeightFilm::Frame>& frames,
                                            std::size_t k) {
  std::vector<HeightFilm::Frame> merged;
  std::map<std::uint64_t, double> changed;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t c = 0; c < frames[f].cells.size(); ++c)
      changed[frames[f].cells[c]] = frames[f].heights[c];
    if ((f + 1) % k != 0 && f + 1 != frames.size()) continue;
    HeightFilm::Frame frame{frames[f].time, {}, {}};
    for (const auto& [cell, height] : changed) {
      frame.cells.push_back(cell);
      frame.heights.push_back(height);
    }
    merged.push_back(std::move(frame));
    changed.clear();
  }
  return merged;
}

std::size_t count_changes(const std::vector<HeightFilm::Frame>& frames) {
  std::size_t count = 0;
  for (const HeightFilm::Frame& frame : frames) count += frame.cells.size();
  return count;
}

Json write_field(const HeightFilm& film) {
  std::vector<HeightFilm::Frame> frames = film.frames;
  for (std::size_t k = 2; count_changes(frames) > kMostChanges && k <= film.frames.size(); k *= 2)
    frames = merge_frames(film.frames, k);
  HeightLevels levels;
  levels.include(film.start);
  levels.include(film.design);
  for (const HeightFilm::Frame& frame : frames) levels.include(frame.heights);
  std::vector<std::uint32_t> cells, counts;
  std::vector<double> heights, times;
  for (const HeightFilm::Frame& frame : frames) {
    times.push_back(frame.time);
    counts.push_back(static_cast<std::uint32_t>(frame.cells.size()));
    for (const std::uint64_t cell : frame.cells) cells.push_back(static_cast<std::uint32_t>(cell));
    heights.insert(heights.end(), frame.heights.begin(), frame.heights.end());
  }
  Json json{{"name", film.name},
            {"x", film.x0},
            {"y", film.y0},
            {"cell", film.cell},
            {"columns", film.nx},
            {"rows", film.ny},
            {"lowest", levels.low},
            {"step", levels.step()},
            {"start", encode_numbers(levels.encode(film.start))}};
  if (!film.design.empty()) json["design"] = encode_numbers(levels.encode(film.design));
  const auto write_scale = [](const HeightScale& scale) {
    return Json{{"fine", scale.fine}, {"span", scale.span}};
  };
  json["error_scale"] = write_scale(choose_error_scale(film));
  json["change_scale"] = write_scale(choose_change_scale(film));
  json["times"] = times;
  json["counts"] = counts;
  json["cells"] = encode_numbers(cells);
  json["heights"] = encode_numbers(levels.encode(heights));
  return json;
}

}  // namespace

Json write_fields(const std::vector<std::shared_ptr<const HeightFilm>>& films) {
  Json fields = Json::array();
  for (const auto& film : films) fields.push_back(write_field(*film));
  return fields;
}

}  // namespace holon
