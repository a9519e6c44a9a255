// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The grid of a site is fitted to its points by least squares: a similarity of the projected
// coordinates (x, y) and a vertical shift,
//
//   east = a x − b y + c,  north = b x + a y + d,  elevation = height + s
//
// With coordinates against the centroids (a bar), Σ over the points:
//
//   a = Σ (x̄ Ē + ȳ N̄)/Σ (x̄² + ȳ²),  b = Σ (x̄ N̄ − ȳ Ē)/Σ (x̄² + ȳ²)
#include "holon/navigation/parts/site_calibration.h"

#include <algorithm>
#include <cmath>

#include "holon/earth/projection.h"

namespace holon {

namespace {

/// The similarity, its shift, and the largest distance that is left at a point.
struct SiteGrid {
  double a = 1, b = 0, c = 0, d = 0, shift = 0;
  double residual = 0;  ///< [m]
};

SiteGrid fit_grid(const earth::TransverseMercator& projection,
                  const std::vector<SiteCalibration::Point>& points) {
  const auto n = static_cast<double>(points.size());
  std::vector<earth::GridPoint<double>> projected;
  double x = 0, y = 0, east = 0, north = 0;
  SiteGrid grid;
  for (const auto& point : points) {
    projected.push_back(projection.project(point.latitude, point.longitude));
    x += projected.back().east / n;
    y += projected.back().north / n;
    east += point.east / n;
    north += point.north / n;
    if (point.elevation) grid.shift += (point.elevation->value() - point.height) / n;
  }
  double dots = 0, crosses = 0, squares = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double dx = projected[k].east - x, dy = projected[k].north - y;
    const double dE = points[k].east - east, dN = points[k].north - north;
    dots += dx * dE + dy * dN;
    crosses += dx * dN - dy * dE;
    squares += dx * dx + dy * dy;
  }
  if (points.size() > 1) {
    grid.a = dots / squares;
    grid.b = crosses / squares;
  }
  grid.c = east - grid.a * x + grid.b * y;
  grid.d = north - grid.b * x - grid.a * y;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double off_east =
        grid.a * projected[k].east - grid.b * projected[k].north + grid.c - points[k].east;
    const double off_north =
        grid.b * projected[k].east + grid.a * projected[k].north + grid.d - points[k].north;
    const double off_up =
        points[k].elevation ? points[k].height + grid.shift - points[k].elevation->value() : 0;
    grid.residual = std::max(grid.residual, std::hypot(off_east, off_north, off_up));
  }
  return grid;
}

}  // namespace

void SiteCalibration::Projection::describe(Fields<Projection>& f) {
  f.value("central_meridian", &Projection::central_meridian, "rad",
          "longitude of the central meridian")
      .required();
  f.value("scale", &Projection::scale, "", "scale factor on the central meridian").positive();
  f.value("false_east", &Projection::false_east, "m", "easting of the central meridian");
  f.value("false_north", &Projection::false_north, "m", "northing of the origin's latitude");
  f.value("origin_latitude", &Projection::origin_latitude, "rad", "latitude of the origin");
}

void SiteCalibration::Point::describe(Fields<Point>& f) {
  f.value("latitude", &Point::latitude, "rad", "measured by the receiver").required();
  f.value("longitude", &Point::longitude, "rad", "measured by the receiver").required();
  f.value("height", &Point::height, "m", "measured, above the ellipsoid");
  f.value("east", &Point::east, "m", "in the grid of the site").required();
  f.value("north", &Point::north, "m", "in the grid of the site").required();
  f.value("elevation", &Point::elevation, "m", "in the grid of the site").structural();
}

void SiteCalibration::describe(Descriptor<SiteCalibration>& d) {
  d.type("SiteCalibration", "Converts geodetic coordinates to the coordinates of a site.");
  d.role(PartRole::field);
  d.value("latitude", &SiteCalibration::latitude, "rad", "geodetic (WGS84)").required().varying();
  d.value("longitude", &SiteCalibration::longitude, "rad", "east").required().varying();
  d.value("height", &SiteCalibration::height, "m", "above the ellipsoid").varying();
  d.integer("utm", &SiteCalibration::utm, "zone of UTM, 1 to 60").at_least(0).at_most(60);
  d.flag("south", &SiteCalibration::south, "the zone of the southern hemisphere");
  d.object("projection", &SiteCalibration::projection, "transverse Mercator, instead of 'utm'");
  d.objects("points", &SiteCalibration::points,
            "known points, to which the grid of the site is fitted");
  d.value("geoid", &SiteCalibration::geoid, "m",
          "height of the geoid above the ellipsoid: a number, or lookup(…) in a Table")
      .varying();
  d.vector_output("position", "m", "in world axes, where 'world' has its location on the Earth")
      .main();
  d.output("easting", "m", "of the projection");
  d.output("northing", "m", "of the projection");
  d.output("east", "m", "in the grid of the site");
  d.output("north", "m", "in the grid of the site");
  d.output("elevation", "m", "above the geoid, or in the grid of the site");
  d.output("residual", "m", "largest distance of a point from the fitted grid");
}

void SiteCalibration::build(PartBuilder& b) const {
  if (const auto& earth = b.assembly().world().earth) {
    const Vector3<Expr> r = earth->frame().from_geodetic({latitude, longitude, height});
    b.define_output("position", std::vector<Expr>{r[0], r[1], r[2]});
  } else {
    b.define_output("position", [name = b.member("position")]() -> std::vector<Expr> {
      throw ModelError("'" + name + "' has no value in this model", "add 'earth' to 'world'");
    });
  }
  if (utm != 0 && projection) {
    b.error("utm", "the projection is given already", "keep 'utm' or 'projection'");
    return;
  }
  if (utm == 0 && south) b.error("south", "'south' has no effect without 'utm'", "leave it out");
  if (utm == 0 && !projection) {
    if (!points.empty()) {
      b.error("points", "'points' fit a grid to a projection, which is not given",
              "write 'utm: 32', or give 'projection'");
      return;
    }
    for (const char* name : {"easting", "northing", "east", "north"}) {
      b.define_output(name, [full = b.member(name)]() -> std::vector<Expr> {
        throw ModelError("'" + full + "' has no value in this model",
                         "write 'utm: 32', or give 'projection'");
      });
    }
    b.define_output("elevation", height - geoid.value_or(0.0));
    b.define_output("residual", Expr(0.0));
    return;
  }
  earth::TransverseMercator mercator = earth::TransverseMercator::utm(static_cast<int>(utm), south);
  if (projection) {
    mercator = {projection->central_meridian, projection->scale, projection->false_east,
                projection->false_north, projection->origin_latitude};
  }
  const bool fits_height =
      std::ranges::any_of(points, [](const Point& p) { return p.elevation.has_value(); });
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!fits_height || points[k].elevation) continue;
    b.error("points[" + std::to_string(k) + "]", "this point has no 'elevation', which others have",
            "give it for all points, or for none");
    return;
  }
  if (fits_height && geoid) {
    b.error("geoid", "the elevations of the points determine the vertical shift already",
            "leave out 'geoid', or the elevations");
    return;
  }
  const SiteGrid grid = points.empty() ? SiteGrid{} : fit_grid(mercator, points);
  if (!std::isfinite(grid.a) || !std::isfinite(grid.b)) {
    b.error("points", "all points have the same position",
            "give points at distances comparable with the size of the site");
    return;
  }
  const earth::GridPoint<Expr> at = mercator.project(latitude, longitude);
  b.define_output("easting", at.east);
  b.define_output("northing", at.north);
  b.define_output("east", grid.a * at.east - grid.b * at.north + grid.c);
  b.define_output("north", grid.b * at.east + grid.a * at.north + grid.d);
  b.define_output("elevation", fits_height ? height + grid.shift : height - geoid.value_or(0.0));
  b.define_output("residual", Expr(grid.residual));
}

}  // namespace holon
