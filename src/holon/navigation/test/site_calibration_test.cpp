// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/site_calibration.h"

#include "degree.h"
#include "holon/earth/projection.h"
#include "run_sensors.h"

namespace holon {
namespace {

using test::kDegree;
constexpr double kRounding = 1e-8;  // of coordinates of 5e6 m

std::vector<double> values_of(Model& model, const std::vector<std::string>& names) {
  const Results r = test::run(model, 0.0, names, 1.0);
  std::vector<double> values;
  for (const std::string& name : names) values.push_back(r.values(name)[0]);
  return values;
}

TEST(SiteCalibration, ProjectsAsGeographiclib) {
  Model model;
  model.add<SiteCalibration>("site", {.latitude = 48.1 * kDegree,
                                      .longitude = 11.6 * kDegree,
                                      .height = 520.0,
                                      .utm = 32,
                                      .geoid = Expr(46.9)});
  const auto y = values_of(
      model, {"site.easting", "site.northing", "site.elevation", "site.east", "site.north"});
  EXPECT_NEAR(y[0], 693566.088289796, kRounding);  // GeoConvert 2.1.2
  EXPECT_NEAR(y[1], 5330684.896675280, kRounding);
  EXPECT_NEAR(y[2], 473.1, 1e-12);
  EXPECT_EQ(y[3], y[0]);
  EXPECT_EQ(y[4], y[1]);
}

TEST(SiteCalibration, FitsTheGridOfItsPoints) {
  // A grid that is turned by 0.3 rad, scaled by 0.9998 and shifted, and in the height by −47.2 m.
  const auto utm = earth::TransverseMercator::utm(32, false);
  const auto to_site = [](const earth::GridPoint<double>& p) {
    const double c = 0.9998 * std::cos(0.3), s = 0.9998 * std::sin(0.3);
    const double x = p.east - 693000, y = p.north - 5330000;
    return std::array<double, 2>{c * x - s * y + 1000, s * x + c * y + 2000};
  };
  const double places[4][3] = {
      {48.1, 11.6, 520}, {48.11, 11.6, 523}, {48.1, 11.62, 518}, {48.112, 11.617, 530}};
  SiteCalibration site{
      .latitude = 48.105 * kDegree, .longitude = 11.61 * kDegree, .height = 525.0, .utm = 32};
  for (const auto& place : places) {
    const auto at = to_site(utm.project(place[0] * kDegree, place[1] * kDegree));
    site.points.push_back({.latitude = place[0] * kDegree,
                           .longitude = place[1] * kDegree,
                           .height = place[2],
                           .east = at[0],
                           .north = at[1],
                           .elevation = Expr(place[2] - 47.2)});
  }
  const auto expected = to_site(utm.project(48.105 * kDegree, 11.61 * kDegree));
  Model model;
  model.add<SiteCalibration>("site", site);
  const auto y = values_of(model, {"site.east", "site.north", "site.elevation", "site.residual"});
  EXPECT_NEAR(y[0], expected[0], kRounding);
  EXPECT_NEAR(y[1], expected[1], kRounding);
  EXPECT_NEAR(y[2], 525 - 47.2, 1e-9);
  EXPECT_LT(y[3], kRounding);
  // A blunder of 1 m in one of four points stays at it by more than a quarter.
  site.points[2].east += 1;
  Model wrong;
  wrong.add<SiteCalibration>("site", site);
  EXPECT_GT(values_of(wrong, {"site.residual"})[0], 0.25);
}

TEST(SiteCalibration, SaysWhatIsMissing) {
  const auto errors = [](SiteCalibration site) {
    Model model;
    model.add<SiteCalibration>("site", std::move(site));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.latitude = 0.8, .longitude = 0.2, .points = {{}}}),
            "parts/site: 'points' fit a grid to a projection, which is not given; write 'utm: "
            "32', or give 'projection'\n");
  EXPECT_EQ(errors({.latitude = 0.8,
                    .longitude = 0.2,
                    .utm = 32,
                    .points = {{.latitude = 0.8}, {.latitude = 0.8}}}),
            "parts/site: all points have the same position; give points at distances comparable "
            "with the size of the site\n");
}

}  // namespace
}  // namespace holon
