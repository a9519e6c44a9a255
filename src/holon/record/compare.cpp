// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/base/errors.h"
#include "holon/record/quantities.h"

namespace holon {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Times closer to each other than this fraction of their magnitude are equal.
constexpr double kSameTime = 1e-12;
constexpr double kLeastScale = 1e-3;  // of the magnitude

bool same_time(double a, double b) {
  return std::abs(a - b) <= kSameTime * std::max(std::abs(a), std::abs(b));
}

std::vector<double> read_times(ResultsReader& reader, const char* which) {
  const int column = reader.find("time");
  if (column < 0) throw InputError({}, std::string(which) + " has no column 'time'");
  std::vector<double> times = reader.read(static_cast<std::size_t>(column));
  if (times.empty()) throw InputError({}, std::string(which) + " has no rows");
  if (!std::is_sorted(times.begin(), times.end()) || !std::isfinite(times.back()))
    throw InputError({}, std::string(which) + " has times that decrease or are not numbers");
  return times;
}

/// The position of a row of A among those of B.
struct Spot {
  std::size_t row = 0;  ///< the same time, or the last one before it
  bool is_between = false;
};

/// The rows of A within B's times, and their positions.
struct Alignment {
  std::vector<double> a, b;  // times
  std::size_t first = 0;     // of A
  std::vector<Spot> spots;

  double value(const std::vector<double>& values, std::size_t k) const;
};

Alignment align(std::vector<double> a, std::vector<double> b) {
  Alignment alignment{std::move(a), std::move(b), 0, {}};
  const std::vector<double>&ta = alignment.a, &tb = alignment.b;
  while (alignment.first < ta.size() && ta[alignment.first] < tb[0] &&
         !same_time(ta[alignment.first], tb[0]))
    ++alignment.first;
  std::size_t next = 0;  // the first row of B that no row of A has been matched with yet
  for (std::size_t i = alignment.first; i < ta.size(); ++i) {
    while (next < tb.size() && tb[next] < ta[i] && !same_time(tb[next], ta[i])) ++next;
    if (next < tb.size() && same_time(tb[next], ta[i])) {
      alignment.spots.push_back({next, false});
      ++next;  // of two rows at one time the second corresponds to the second
      continue;
    }
    if (next > 0 && same_time(tb[next - 1], ta[i])) {
      alignment.spots.push_back({next - 1, false});
      continue;
    }
    if (next == tb.size()) break;
    alignment.spots.push_back({next - 1, true});
  }
  return alignment;
}

// The value at the k-th of A's times: of that row, or of the cubic through two rows on either side;
// through fewer near a jump or an end.
double Alignment::value(const std::vector<double>& values, std::size_t k) const {
  const Spot& spot = spots[k];
  if (!spot.is_between) return values[spot.row];
  constexpr std::size_t kPoints = 4;
  std::size_t low = spot.row, high = spot.row + 1;  // both included
  const auto below = [&] { return low > 0 && b[low - 1] < b[low]; };
  const auto above = [&] { return high + 1 < b.size() && b[high] < b[high + 1]; };
  if (below()) --low;
  if (above()) ++high;
  while (high - low + 1 < kPoints && below()) --low;
  while (high - low + 1 < kPoints && above()) ++high;
  const double t = a[first + k];
  double sum = 0;
  for (std::size_t i = low; i <= high; ++i) {
    double weight = 1;
    for (std::size_t j = low; j <= high; ++j)
      if (j != i) weight *= (t - b[j]) / (b[i] - b[j]);
    sum += weight * values[i];
  }
  return sum;
}

double difference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double difference = std::abs(a - b);
  return std::isnan(difference) ? kInfinity : difference;
}

/// Of the finite values of a column.
struct Extent {
  double least = kInfinity, most = -kInfinity;
  void add(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double range() const { return most > least ? most - least : 0; }
  double magnitude() const { return most >= least ? std::max(std::abs(least), std::abs(most)) : 0; }
};

ColumnComparison compare_column(ResultsReader& a, ResultsReader& b, std::size_t in_a,
                                std::size_t in_b, const Alignment& alignment, Extent& extent) {
  const Column &of_a = a.columns()[in_a], &of_b = b.columns()[in_b];
  ColumnComparison result;
  result.name = of_a.name;
  const Dimension& known = of_a.dimension.is_number() ? of_b.dimension : of_a.dimension;
  result.unit = known.to_string();
  // Tables without units have "1" for all columns.
  if (!of_a.dimension.is_number() && !of_b.dimension.is_number() &&
      of_a.dimension != of_b.dimension)
    result.fault =
        "in " + of_a.dimension.to_string() + " in A, in " + of_b.dimension.to_string() + " in B";
  const std::vector<double> va = a.read(in_a), vb = b.read(in_b);
  for (double value : va) extent.add(value);
  for (double value : vb) extent.add(value);
  for (std::size_t k = 0; k < alignment.spots.size(); ++k) {
    const std::size_t i = alignment.first + k;
    const double here = difference(va[i], alignment.value(vb, k));
    if (here <= result.difference) continue;
    result.difference = here;
    result.time = alignment.a[i];
  }
  return result;
}

void name_missing(ResultsReader& a, ResultsReader& b, Comparison& result) {
  for (const Column& column : a.columns())
    if (b.find(column.name) < 0) result.only_in_a.push_back(column.name);
  for (const Column& column : b.columns())
    if (a.find(column.name) < 0) result.only_in_b.push_back(column.name);
}

}  // namespace

double ColumnComparison::relative() const {
  return scale > 0 ? difference / scale : difference > 0 ? kInfinity : 0;
}

Comparison compare(ResultsReader& a, ResultsReader& b, const CompareOptions& options) {
  const Alignment alignment = align(read_times(a, "A"), read_times(b, "B"));
  Comparison result;
  result.times = alignment.spots.size();
  result.times_outside = alignment.a.size() - result.times;
  for (const Spot& spot : alignment.spots) result.interpolated += spot.is_between ? 1 : 0;
  result.from_a = alignment.a.front(), result.until_a = alignment.a.back();
  result.from_b = alignment.b.front(), result.until_b = alignment.b.back();
  name_missing(a, b, result);

  for (const Quantity& quantity : find_quantities(a.columns())) {
    Extent extent;
    double range = 0, magnitude = 0;
    const std::size_t first = result.columns.size();
    for (std::size_t in_a : quantity.columns) {
      const std::string& name = a.columns()[in_a].name;
      const int in_b = b.find(name);
      if (name == "time" || in_b < 0) continue;
      extent = {};
      result.columns.push_back(
          compare_column(a, b, in_a, static_cast<std::size_t>(in_b), alignment, extent));
      range = std::max(range, extent.range());
      magnitude = std::max(magnitude, extent.magnitude());
    }
    for (std::size_t k = first; k < result.columns.size(); ++k) {
      ColumnComparison& column = result.columns[k];
      column.scale = std::max(range, kLeastScale * magnitude);
      column.agrees =
          column.fault.empty() &&
          column.difference <= std::max(options.tolerance * column.scale, options.absolute);
    }
  }
  result.agrees = result.times > 0 && !result.columns.empty() &&
                  std::all_of(result.columns.begin(), result.columns.end(),
                              [](const auto& c) { return c.agrees; });
  if (!options.only_common && (!result.only_in_a.empty() || result.times_outside > 0))
    result.agrees = false;
  return result;
}

}  // namespace holon
