// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Rasters of heights: ESRI ASCII grids (Esri, "Esri ASCII raster format": a header of names and
// numbers, then rows from north to south), and CSV of points.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "holon/base/dimension.h"
#include "holon/base/names.h"
#include "holon/base/read_file.h"
#include "holon/model/elaborate/data_file.h"
#include "holon/terrain/height_field.h"

namespace holon::detail {

namespace {

constexpr std::size_t kMostCells = std::size_t{1} << 24;
constexpr double kDefaultGap = -9999;  // of a header without NODATA_VALUE, by Esri

const std::vector<std::string> kHeaderKeys{"ncols",     "nrows",     "cellsize",  "xllcorner",
                                           "yllcorner", "xllcenter", "yllcenter", "nodata_value"};

/// Words of a text, with their lines.
class RasterWords {
 public:
  explicit RasterWords(std::string_view text) : text_(text) {}
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) {
      if (text_[at_] == '\n') ++line_;
      ++at_;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  int line() const { return line_; }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::optional<double> read_number(std::string_view word) {
  double value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (code != std::errc() || end != word.data() + word.size() || word.empty()) return {};
  return value;
}

std::string lower_case(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::optional<HeightField> parse_esri(std::string_view text, const std::string& path,
                                      std::string& error) {
  RasterWords words(text);
  std::map<std::string, double> header;
  const auto fail = [&](const std::string& why) {
    error = fmt::format("{}:{}: {}", path, words.line(), why);
    return std::nullopt;
  };
  for (;;) {
    const RasterWords before = words;
    const std::string key = lower_case(words.next());
    if (key.empty() || !(key[0] >= 'a' && key[0] <= 'z')) {
      words = before;
      break;
    }
    if (std::find(kHeaderKeys.begin(), kHeaderKeys.end(), key) == kHeaderKeys.end())
      return fail("'" + key + "' is not a keyword of the header, which are " +
                  quote_list(kHeaderKeys));
    const auto value = read_number(words.next());
    if (!value || !std::isfinite(*value)) return fail("'" + key + "' needs a number");
    if (!header.emplace(key, *value).second) return fail("'" + key + "' occurs twice");
  }
  for (const char* key : {"ncols", "nrows", "cellsize"}) {
    if (!header.contains(key)) return fail(fmt::format("the header has no '{}'", key));
    if (!(header[key] > 0)) return fail(fmt::format("'{}' must be positive", key));
  }
  const double columns = header["ncols"], rows = header["nrows"];
  if (columns != std::floor(columns) || rows != std::floor(rows) ||
      columns * rows > static_cast<double>(kMostCells))
    return fail(fmt::format("{:g} columns and {:g} rows cannot be read", columns, rows));
  HeightField field;
  field.cell = header["cellsize"];
  field.nx = static_cast<int>(columns);
  field.ny = static_cast<int>(rows);
  const auto first = [&](const std::string& axis) -> std::optional<double> {
    if (header.contains(axis + "llcenter")) return header[axis + "llcenter"];
    if (header.contains(axis + "llcorner")) return header[axis + "llcorner"] + field.cell / 2;
    return {};
  };
  const auto x = first("x"), y = first("y");
  if (!x || !y) return fail("the header has neither 'xllcorner', 'yllcorner' nor their centres");
  field.x0 = *x;
  field.y0 = *y;
  field.z.resize(static_cast<std::size_t>(field.nx) * static_cast<std::size_t>(field.ny));
  const double gap = header.try_emplace("nodata_value", kDefaultGap).first->second;
  const double slack = 1e-6 * std::max(1.0, std::abs(gap));  // programs print it with few digits
  for (int j = field.ny - 1; j >= 0; --j) {
    for (int i = 0; i < field.nx; ++i) {
      const std::string_view word = words.next();
      const auto value = read_number(word);
      if (!value || !std::isfinite(*value))
        return fail(word.empty() ? "heights are missing at the end"
                                 : "'" + std::string(word) + "' is not a height");
      if (std::abs(*value - gap) <= slack)
        return fail("a cell has no data: cut the raster so that all cells have heights");
      field.z[field.index(i, j)] = *value;
    }
  }
  if (!words.next().empty()) return fail("there are more heights than cells");
  return field;
}

/// Sorted values without those that differ by rounding only.
std::vector<double> list_levels(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::vector<double> levels;
  const double span = values.back() - values.front();
  for (const double v : values) {
    if (levels.empty() || v - levels.back() > 1e-7 * span) levels.push_back(v);
  }
  return levels;
}

std::optional<HeightField> parse_points(const std::string& path, std::string& error) {
  const auto data = read_data_file(path, error);
  if (!data) return {};
  const auto column = [&](const char* name) -> const std::vector<double>* {
    for (std::size_t k = 0; k < data->names.size(); ++k)
      if (data->names[k] == name) return &data->columns[k];
    return nullptr;
  };
  const auto *x = column("x"), *y = column("y"), *z = column("z");
  const auto fail = [&](const std::string& why) {
    error = path + ": " + why;
    return std::nullopt;
  };
  if (!x || !y || !z) return fail("a raster requires the columns x, y and z");
  for (std::size_t k = 0; k < data->names.size(); ++k) {
    const bool is_read = data->names[k] == "x" || data->names[k] == "y" || data->names[k] == "z";
    if (is_read && data->dimensions[k] && *data->dimensions[k] != dimensions::kLength)
      return fail("the column '" + data->names[k] + "' is not a length");
  }
  if (x->size() < 4) return fail("a raster requires at least two columns and two rows");
  const std::vector<double> xs = list_levels(*x), ys = list_levels(*y);
  if (xs.size() < 2 || ys.size() < 2) return fail("its points lie on a line");
  HeightField field;
  field.nx = static_cast<int>(xs.size());
  field.ny = static_cast<int>(ys.size());
  field.cell = (xs.back() - xs.front()) / (field.nx - 1);
  field.x0 = xs.front();
  field.y0 = ys.front();
  const double other = (ys.back() - ys.front()) / (field.ny - 1);
  const double slack = 1e-4;  // of a cell, as numbers in files are rounded
  // Nor may it add up to more than what a point may be off its cell.
  if (std::abs(other / field.cell - 1) > std::min(slack, 1e-2 / std::max(field.nx, field.ny)))
    return fail(fmt::format("its cells are not square: {:g} m by {:g} m", field.cell, other));
  const std::size_t count = xs.size() * ys.size();
  if (count != x->size())
    return fail(
        fmt::format("{} by {} points are needed, it has {}", xs.size(), ys.size(), x->size()));
  field.z.assign(count, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < x->size(); ++k) {
    const double u = ((*x)[k] - field.x0) / field.cell, v = ((*y)[k] - field.y0) / other;
    const double i = std::round(u), j = std::round(v);
    if (std::abs(u - i) > 1e-2 || std::abs(v - j) > 1e-2)
      return fail(
          fmt::format("line {}: the point is not on the grid of the others", data->lines[k]));
    field.z[field.index(static_cast<int>(i), static_cast<int>(j))] = (*z)[k];
  }
  if (std::any_of(field.z.begin(), field.z.end(), [](double h) { return !std::isfinite(h); }))
    return fail("a point occurs twice or has no height");
  return field;
}

}  // namespace

std::optional<HeightField> read_raster(const std::string& path, std::string& error) {
  if (lower_case(path).ends_with(".csv")) return parse_points(path, error);
  std::string reason;
  const auto text = read_file(path, file_limits::kData, FileSource::regular, reason);
  if (!text) {
    error = path + ": " + reason;
    return {};
  }
  return parse_esri(*text, path, error);
}

}  // namespace holon::detail
