// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/derived_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace holon {

void add_ellipsoids(const std::vector<PartPlots::Ellipsoid>& list, const Scene& scene,
                    Report& report) {
  constexpr double kChiSquare = 7.814727903251179;  // 95 % of three degrees of freedom
  const auto column = [&](const std::string& name) -> const std::vector<double>& {
    return report.poses.values[static_cast<std::size_t>(report.poses.find(name))];
  };
  double size = 0;
  for (const BodyView& body : scene.bodies)
    for (const char* axis : {".position.x", ".position.y", ".position.z"})
      if (report.poses.find(body.name + axis) >= 0)
        size = std::max(size, extent_of(column(body.name + axis)));
  for (const PartPlots::Ellipsoid& from : list) {
    const std::vector<double>&xx = column(from.covariance[0]), &yy = column(from.covariance[3]),
          &zz = column(from.covariance[5]);
    std::vector<double> half_axes;
    for (std::size_t row = 0; row < xx.size(); ++row)
      half_axes.push_back(std::sqrt(kChiSquare * std::max({xx[row], yy[row], zz[row]})));
    const double factor = choose_magnification(std::move(half_axes), size);
    report.ellipsoids.push_back(
        {from.name, from.position, from.covariance, factor * std::sqrt(kChiSquare)});
    report.notes.push_back(fmt::format(
        "The ellipsoid about the estimated position ({}) holds it with 95 %{}.", from.name,
        factor > 1 ? fmt::format("; it is drawn {:.0f} times as large, so that it is seen", factor)
                   : ""));
  }
}

void add_derived_plot(const PanelRequest& request, const Results& rows, Report& report) {
  const PanelForm form = make_panel_form(request);
  Report::Plot plot;
  plot.title = form.title;
  plot.equal_scales = true;
  plot.is_added = form.is_added;
  if (form.is_derived) {
    plot.hides_axes = true;
    plot.view = {-kSkyEdge, kSkyEdge, -kSkyEdge, kSkyEdge};
    for (const Curve& guide : make_sky_guides(request, rows))
      plot.guides.push_back({guide.x, guide.y, guide.label});
  } else {
    plot.x_name = form.x_name, plot.x_unit = form.x_unit;
    plot.y_name = form.y_name, plot.y_unit = form.y_unit;
    for (const CurveSource& curve : form.curves)
      plot.lines.push_back({curve.label, "curves", curve.x, curve.y});
  }
  for (const Curve& curve : make_derived_curves(request, rows)) {
    const std::string stream = form.title + ": " + curve.label;
    // A curve of the run's rows goes with its time.
    const bool is_over_time =
        curve.x.size() == rows.row_count() && curve.mark == Curve::Mark::line && !form.is_derived;
    std::vector<double> key =
        is_over_time ? rows.values("time") : std::vector<double>(curve.x.size());
    if (!is_over_time) std::iota(key.begin(), key.end(), 0.0);
    const Dimension place = form.is_derived ? dimensions::kAngle : dimensions::kLength;
    report.streams.push_back(
        make_stream(stream, Results({{is_over_time ? "time" : "point",
                                      is_over_time ? dimensions::kTime : Dimension{}, ""},
                                     {"x", place, ""},
                                     {"y", place, ""}},
                                    {std::move(key), curve.x, curve.y})));
    plot.lines.push_back({curve.label, stream, "x", "y", 1, curve.mark});
  }
  report.plots.push_back(std::move(plot));
}

}  // namespace holon
