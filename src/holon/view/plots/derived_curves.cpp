// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Ellipses of a plan: the points p + k L (cos φ, sin φ) with P = L Lᵀ, the covariance of the
// horizontal position, and k² = −2 ln 0.05, the 95 % point of χ² of two degrees of freedom.
//
// A satellite with elevation h and azimuth a (clockwise from north) stands in a plot of the sky at
// the distance 90° − h from the middle, north up and east to the right as on a map:
// x = (90° − h) sin a, y = (90° − h) cos a.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "holon/view/plots/plot.h"

namespace holon {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// The 2x2 factor L of a covariance, and the longer half axis of its ellipse for k = 1.
struct EllipseShape {
  double a = 0, b = 0, c = 0;  // L = [a 0; b c]
  double half_axis = 0;
};

EllipseShape make_ellipse_shape(double xx, double xy, double yy) {
  EllipseShape s;
  s.a = std::sqrt(std::max(xx, 0.0));
  s.b = s.a > 0 ? xy / s.a : 0;
  s.c = std::sqrt(std::max(yy - s.b * s.b, 0.0));
  const double middle = 0.5 * (xx + yy), apart = std::hypot(0.5 * (xx - yy), xy);
  s.half_axis = std::sqrt(std::max(middle + apart, 0.0));
  return s;
}

/// Rows at nearly equal times, the last one among them.
std::vector<std::size_t> choose_ellipse_rows(const std::vector<double>& time) {
  constexpr int kMostEllipses = 40;
  std::vector<std::size_t> rows;
  if (time.empty()) return rows;
  const double step = (time.back() - time.front()) / kMostEllipses;
  double next = time.front();
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (time[k] < next && k + 1 < time.size()) continue;
    rows.push_back(k);
    next = time[k] + step * (1 - 1e-9);
  }
  return rows;
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> d(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) d[k] = a[k] - b[k];
  return d;
}

std::vector<Curve> make_plan_curves(const PlotSettings& plot, const Results& results) {
  const PlotSettings::Plan& plan = *plot.plan;
  const std::vector<double>&x = results.values(plot.x), &y = results.values(plot.y[0]);
  std::vector<Curve> curves;
  if (!plan.error_x.empty())
    curves.push_back({"true position", differences(x, results.values(plan.error_x)),
                      differences(y, results.values(plan.error_y))});
  const std::vector<double>&xx = results.values(plan.xx), &xy = results.values(plan.xy),
        &yy = results.values(plan.yy);
  const double k95 = std::sqrt(-2 * std::log(0.05));
  std::vector<std::size_t> rows;
  std::vector<EllipseShape> shapes;
  std::vector<double> half_axes;
  for (const std::size_t row : choose_ellipse_rows(results.values(std::size_t{0}))) {
    const EllipseShape shape = make_ellipse_shape(xx[row], xy[row], yy[row]);
    if (!std::isfinite(shape.half_axis) || !std::isfinite(x[row]) || !std::isfinite(y[row]))
      continue;
    rows.push_back(row);
    shapes.push_back(shape);
    half_axes.push_back(k95 * shape.half_axis);
  }
  if (rows.empty()) return curves;
  const double factor = choose_magnification(half_axes, std::max(extent_of(x), extent_of(y)));
  Curve ellipses{
      factor > 1 ? fmt::format("95 % ellipses, magnified {:.0f} times", factor) : "95 % ellipses",
      {},
      {},
      Curve::Mark::outline};
  constexpr int kSides = 48;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    for (int i = 0; i <= kSides; ++i) {
      const double angle = 2 * std::numbers::pi * i / kSides;
      const double c = factor * k95 * std::cos(angle), s = factor * k95 * std::sin(angle);
      ellipses.x.push_back(x[rows[n]] + shapes[n].a * c);
      ellipses.y.push_back(y[rows[n]] + shapes[n].b * c + shapes[n].c * s);
    }
    ellipses.x.push_back(kGap);
    ellipses.y.push_back(kGap);
  }
  curves.push_back(std::move(ellipses));
  return curves;
}

std::pair<double, double> place_in_sky(double azimuth, double elevation) {
  const double from_zenith = 90 - elevation * kDegrees;
  return {from_zenith * std::sin(azimuth), from_zenith * std::cos(azimuth)};
}

std::vector<Curve> make_sky_curves(const PlotSettings& plot, const Results& results) {
  std::vector<Curve> curves{{"used", {}, {}},
                            {"hidden by an obstacle", {}, {}},
                            {"below the mask", {}, {}},
                            {"at the end", {}, {}, Curve::Mark::circle}};
  for (const PlotSettings::Satellite& satellite : plot.sky) {
    const std::vector<double>&azimuth = results.values(satellite.azimuth),
          &elevation = results.values(satellite.elevation), &used = results.values(satellite.used);
    const std::vector<double>* hidden =
        satellite.hidden.empty() ? nullptr : &results.values(satellite.hidden);
    std::size_t before = curves.size();
    for (std::size_t k = 0; k < azimuth.size(); ++k) {
      const bool is_seen = elevation[k] > 0;
      const std::size_t now = !is_seen                      ? curves.size()
                              : used[k] != 0                ? 0
                              : hidden && (*hidden)[k] != 0 ? 1
                                                            : 2;
      const auto [x, y] = place_in_sky(azimuth[k], elevation[k]);
      // A track that changes its kind is continued to where it does.
      if (now != before && before < curves.size() && is_seen) {
        curves[before].x.push_back(x);
        curves[before].y.push_back(y);
      }
      if (now != before && before < curves.size()) {
        curves[before].x.push_back(kGap);
        curves[before].y.push_back(kGap);
      }
      before = now;
      if (!is_seen) continue;
      curves[now].x.push_back(x);
      curves[now].y.push_back(y);
      if (k + 1 < azimuth.size()) continue;
      curves[now].x.insert(curves[now].x.end(), {x, kGap});
      curves[now].y.insert(curves[now].y.end(), {y, kGap});
      curves.back().x.push_back(x);
      curves.back().y.push_back(y);
    }
  }
  std::erase_if(curves, [](const Curve& curve) { return curve.x.empty(); });
  return curves;
}

}  // namespace

double extent_of(const std::vector<double>& values) {
  double low = INFINITY, high = -INFINITY;
  for (const double v : values)
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  return high > low ? high - low : 0;
}

double choose_magnification(std::vector<double> half_axes, double size) {
  constexpr double kSmallest = 0.008, kReadable = 0.02;  // of the size
  if (half_axes.empty() || !(size > 0)) return 1;
  const auto middle = half_axes.begin() + static_cast<std::ptrdiff_t>(half_axes.size() / 2);
  std::nth_element(half_axes.begin(), middle, half_axes.end());
  if (!(*middle > 0) || *middle >= kSmallest * size) return 1;
  const double needed = kReadable * size / *middle;
  const double power = std::pow(10.0, std::floor(std::log10(needed)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= needed) return std::round(factor * power);
  return std::round(10 * power);
}

std::vector<Curve> make_derived_curves(const PanelRequest& request, const Results& results) {
  if (results.row_count() == 0) return {};
  if (request.plot.plan) return make_plan_curves(request.plot, results);
  if (!request.plot.sky.empty()) return make_sky_curves(request.plot, results);
  return {};
}

std::vector<Curve> make_sky_guides(const PanelRequest& request, const Results& results) {
  std::vector<Curve> guides;
  constexpr int kSides = 72;
  for (const int elevation : {0, 30, 60}) {
    Curve ring{elevation > 0 ? std::to_string(elevation) + "°" : "", {}, {}};
    // It ends at the north-east, where its label stands.
    for (int i = 0; i <= kSides; ++i) {
      const double azimuth = std::numbers::pi / 4 + 2 * std::numbers::pi * i / kSides;
      const auto [x, y] = place_in_sky(azimuth, elevation / kDegrees);
      ring.x.push_back(x);
      ring.y.push_back(y);
    }
    guides.push_back(std::move(ring));
  }
  const char* const names[] = {"N", "E", "S", "W"};
  for (int k = 0; k < 4; ++k) {
    const auto [x, y] = place_in_sky(0.5 * std::numbers::pi * k, 0);
    guides.push_back({names[k], {0, x}, {0, y}});
  }
  for (const PlotSettings::Satellite& satellite : request.plot.sky) {
    const std::vector<double>& elevation = results.values(satellite.elevation);
    if (elevation.empty() || !(elevation.back() > 0)) continue;
    const auto [x, y] = place_in_sky(results.values(satellite.azimuth).back(), elevation.back());
    guides.push_back({satellite.name, {x, x}, {y, y}});
  }
  return guides;
}

}  // namespace holon
