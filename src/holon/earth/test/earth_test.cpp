// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reference values: GeographicLib 2.1.2 (CartConvert, TransverseMercatorProj, GeoConvert), which
// prints nanometres; gravity and potential by the closed formulas in 40 digits (mpmath).
#include <gtest/gtest.h>

#include <numbers>

#include "holon/earth/normal_gravity.h"
#include "holon/earth/projection.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"

namespace holon::earth {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kNano = 2e-9;      // [m] half the last printed digit, and rounding error of 6e6 m
constexpr double kRounding = 4e-9;  // [m] of coordinates of 6e6 m through some dozens of operations

struct Place {
  double latitude, longitude, height;  // [deg, deg, m]
  Vector3<double> ecef;
  Geodetic<double> geodetic() const { return {latitude * kDegree, longitude * kDegree, height}; }
};

const std::vector<Place>& places() {
  static const std::vector<Place> all{
      {48.1, 11.6, 520, {4180626.807464796, 858159.439895954, 4724696.307258269}},
      {-33.9, 151.2, -30, {-4643924.207058039, 2553018.937260779, -3537228.615551986}},
      {89.9999, -120, 8848, {-5.592420315, -9.686356122, 6365600.314235418}},
      {0, 180, 0, {-6378137, 0, 0}},
      {60, 5, 400000, {3384177.578356785, 296077.173464833, 5846887.295452415}},
      {-5, -179.9, 20200000, {-26477120.395003643, -46211.339656579, -2312729.963530465}}};
  return all;
}

TEST(Ellipsoid, agrees_with_geographiclib) {
  for (const Place& place : places()) {
    const Vector3<double> r = to_ecef(place.geodetic());
    const double scale = 1 + place.height / kSemiMajorAxis;
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(r[k], place.ecef[k], kNano * scale);
    const Geodetic<double> back = to_geodetic(r);
    const double across = place.height + kSemiMajorAxis;
    EXPECT_NEAR(back.latitude, place.latitude * kDegree, kRounding / kSemiMajorAxis);
    EXPECT_NEAR(std::remainder(back.longitude - place.longitude * kDegree, 2 * std::numbers::pi) *
                    across * std::cos(back.latitude),
                0, kRounding * scale);
    EXPECT_NEAR(back.height, place.height, kRounding * scale);
  }
}

TEST(Ellipsoid, geodetic_coordinates_come_back_from_the_sea_floor_to_satellites) {
  for (double latitude = -90; latitude <= 90; latitude += 7.5) {
    for (const double height : {-11000.0, 0.0, 8848.0, 4e5, 2.02e7, 4e7}) {
      const Geodetic<double> g{latitude * kDegree, 1.0, height};
      const Geodetic<double> back = to_geodetic(to_ecef(g));
      const double scale = 1 + std::abs(height) / kSemiMajorAxis;
      EXPECT_NEAR(back.latitude, g.latitude, 1e-15 + 4e-16 * scale) << latitude << " " << height;
      EXPECT_NEAR(back.height, g.height, kRounding * scale) << latitude << " " << height;
    }
  }
}

TEST(Ellipsoid, radii_of_curvature_are_those_of_the_arcs) {
  // M dφ along the meridian, N cos φ dλ along the parallel, by central differences of the position.
  constexpr double kStep = 1e-4, kTruncation = kStep * kStep;
  for (const double latitude : {-1.2, 0.0, 0.6, 1.5}) {
    const auto at = [](double lat, double lon) { return to_ecef(Geodetic<double>{lat, lon, 0.0}); };
    const double along =
        (at(latitude + kStep, 0.3) - at(latitude - kStep, 0.3)).norm() / (2 * kStep);
    const double across =
        (at(latitude, 0.3 + kStep) - at(latitude, 0.3 - kStep)).norm() / (2 * kStep);
    EXPECT_NEAR(along, meridian_radius(latitude), kTruncation * kSemiMajorAxis);
    EXPECT_NEAR(across, prime_vertical_radius(latitude) * std::cos(latitude),
                kTruncation * kSemiMajorAxis);
  }
  // At the equator M = b²/a, at the poles both are a²/b.
  EXPECT_NEAR(meridian_radius(0.0), kSemiMinorAxis * kSemiMinorAxis / kSemiMajorAxis, kRounding);
  EXPECT_NEAR(meridian_radius(std::numbers::pi / 2),
              kSemiMajorAxis * kSemiMajorAxis / kSemiMinorAxis, kRounding);
}

TEST(LocalFrame, is_orthonormal_and_points_east_north_and_up) {
  const LocalFrame<double> frame({48.1 * kDegree, 11.6 * kDegree, 520});
  const Matrix3<double> product = multiply(transpose(frame.axes()), frame.axes());
  EXPECT_LE((product - identity3<double>()).cwiseAbs().maxCoeff(), 1e-15);
  const auto above = frame.to_geodetic({0, 0, 100});
  EXPECT_NEAR(above.latitude, frame.origin().latitude, 1e-15);
  EXPECT_NEAR(above.height, 620, kRounding);
  EXPECT_GT(frame.to_geodetic({100, 0, 0}).longitude, frame.origin().longitude);
  EXPECT_GT(frame.to_geodetic({0, 100, 0}).latitude, frame.origin().latitude);
  const Vector3<double> point(1234.5, -987.6, 54.3);
  EXPECT_LE((frame.from_geodetic(frame.to_geodetic(point)) - point).norm(), 2 * kRounding);
}

TEST(TransportRate, is_the_rate_of_the_local_axes) {
  // R' = R [ω] along a course, by a central difference.
  const Geodetic<double> g{0.9, 0.2, 3000};
  const Vector3<double> velocity(180, -240, 5);
  const double M = meridian_radius(g.latitude) + g.height;
  const double N = prime_vertical_radius(g.latitude) + g.height;
  const double dt = 0.5;
  const auto axes_at = [&](double t) {
    return local_axes(g.latitude + velocity[1] / M * t,
                      g.longitude + velocity[0] / (N * std::cos(g.latitude)) * t);
  };
  const Matrix3<double> rate = (axes_at(dt) - axes_at(-dt)) / (2 * dt);
  const Matrix3<double> omega = multiply(transpose(axes_at(0)), rate);
  const Vector3<double> expected = transport_rate(g, velocity);
  const double bound = 1e-13;  // ε/dt, and the cube of the rate, 5e-5, times dt²
  EXPECT_NEAR(omega(2, 1), expected[0], bound);
  EXPECT_NEAR(omega(0, 2), expected[1], bound);
  EXPECT_NEAR(omega(1, 0), expected[2], bound);
}

TEST(NormalGravity, has_the_published_values) {
  // NIMA TR8350.2, table 3.4: γe, γp, U0; eq. 4-1 at 45°, and the exact values above it.
  const auto at = [](double latitude, double longitude, double height) {
    return to_ecef(Geodetic<double>{latitude * kDegree, longitude * kDegree, height});
  };
  constexpr double kPrinted = 6e-11;
  EXPECT_NEAR(gravity_vector(at(0, 0, 0)).norm(), 9.7803253359, kPrinted);
  EXPECT_NEAR(gravity_vector(at(90, 0, 0)).norm(), 9.8321849378, 2 * kPrinted);
  EXPECT_NEAR(gravity_potential(at(30, 40, 0)), 62636851.7146, 5e-5);
  constexpr double kFine = 2e-14;  // 9 terms of the series and rounding
  EXPECT_NEAR(gravity_vector(at(45, 0, 0)).norm(), 9.806197769377376, kFine);
  EXPECT_NEAR(gravity_vector(at(45, 0, 10000)).norm(), 9.775414188227465, kFine);
  EXPECT_NEAR(gravity_vector(at(48.1, 11.6, 520)).norm(), 9.807394632769264, kFine);
  EXPECT_NEAR(gravity_vector(at(0, 30, 20000)).norm(), 9.718858773096203, kFine);
  EXPECT_NEAR(gravity_vector(at(-60, -100, 400000)).norm(), 8.692387026391402, kFine);
  EXPECT_NEAR(gravity_potential(at(45, 0, 10000)), 62538943.7753174615, 3e-8);
  EXPECT_NEAR(gravity_potential(at(-60, -100, 400000)), 58941386.7466338607, 3e-8);
  // Its north component, since the field's lines are curved.
  const LocalFrame<double> high({45 * kDegree, 0, 10000});
  EXPECT_NEAR(high.direction_from_ecef(gravity_vector(high.origin_ecef()))[1], -8.135198898e-5,
              1e-14);
}

TEST(NormalGravity, is_the_gradient_of_its_potential) {
  const auto graph = std::make_shared<Graph>();
  const Vector3<Expr> r(graph->symbol("x"), graph->symbol("y"), graph->symbol("z"));
  const Expr U = gravity_potential(r);
  const Vector3<Expr> g = gravity_vector(r);
  const Vector3<double> place = to_ecef(Geodetic<double>{-0.8, 2.2, 9e4});
  const std::vector<double> at{place[0], place[1], place[2]};
  std::vector<Expr> all{g[0], g[1], g[2]};
  for (int k = 0; k < 3; ++k) {
    std::vector<Expr> along(3, 0.0);
    along[static_cast<std::size_t>(k)] = 1.0;
    all.push_back(derivative(std::span(&U, 1), std::vector<Expr>{r[0], r[1], r[2]}, along)[0]);
  }
  const auto f = Function::make("f", graph, {{"r", {r[0], r[1], r[2]}}}, {{"g", all}});
  const std::vector<double> y = f->evaluate(at);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(y[k], y[3 + k], 1e-13);
}

TEST(NormalGravity, follows_somigliana_at_the_surface_and_its_series_above) {
  for (double latitude = 0; latitude <= 90; latitude += 10) {
    const double lat = latitude * kDegree;
    const auto size_at = [&](double h) {
      return gravity_vector(to_ecef(Geodetic<double>{lat, 0.5, h})).norm();
    };
    EXPECT_NEAR(surface_gravity(lat), size_at(0), 3e-10);  // γe and k have 11 and 12 digits
    // Left out are terms of some f² h/a and the third order of h/a.
    EXPECT_NEAR(gravity_at_height(lat, 1000.0), size_at(1000), 1.5e-7);
    EXPECT_NEAR(gravity_at_height(lat, 20000.0), size_at(20000), 2e-6);
  }
}

TEST(TransverseMercator, agrees_with_geographiclib) {
  const TransverseMercator zone = TransverseMercator::utm(32, false);
  struct Case {
    double latitude, longitude, east, north, convergence;
  };
  // East and north without the false origin (TransverseMercatorProj -l 9 -k 0.9996).
  for (const Case& c :
       {Case{48.1, 11.6, 193566.088289796, 5330684.896675280, 1.935807893131325},
        Case{60, 30, 1157788.515101820, 6838296.292501713, 18.389623944091603},
        Case{-33.9, -20, -2722381.693873833, -4156241.036337405, 17.194233509109221}}) {
    const double lat = c.latitude * kDegree, lon = c.longitude * kDegree;
    const GridPoint<double> point = zone.project(lat, lon);
    EXPECT_NEAR(point.east - 500000, c.east, kRounding);
    EXPECT_NEAR(point.north, c.north, kRounding);
    EXPECT_NEAR(zone.convergence(lat, lon), c.convergence * kDegree, 1e-9);
    const Geodetic<double> back = zone.unproject(point);
    EXPECT_NEAR(back.latitude, lat, kRounding / kSemiMajorAxis);
    EXPECT_NEAR(back.longitude, lon, kRounding / kSemiMajorAxis);
  }
}

TEST(TransverseMercator, knows_the_zones_of_utm) {
  struct Case {
    double latitude, longitude;
    int zone;
    double east, north;
  };
  for (const Case& c : {Case{48.1, 11.6, 32, 693566.088289796, 5330684.896675280},
                        Case{60.3, 5.3, 32, 295566.295004350, 6690558.977079959},
                        Case{78.2, 15.6, 33, 513696.945417043, 8680760.053195585},
                        Case{-33.9, 151.2, 56, 333568.941011552, 6247473.336844020}}) {
    const double lat = c.latitude * kDegree, lon = c.longitude * kDegree;
    ASSERT_EQ(TransverseMercator::utm_zone(lat, lon), c.zone);
    const GridPoint<double> p = TransverseMercator::utm(c.zone, c.latitude < 0).project(lat, lon);
    EXPECT_NEAR(p.east, c.east, kRounding);
    EXPECT_NEAR(p.north, c.north, kRounding);
  }
  EXPECT_EQ(TransverseMercator::utm_zone(0, std::numbers::pi), 1);
  EXPECT_EQ(TransverseMercator::utm_zone(0, -std::numbers::pi), 1);
}

}  // namespace
}  // namespace holon::earth
