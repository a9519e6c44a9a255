// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/star_tracker.h"

#include <numbers>

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/spatial/rotation.h"
#include "run_sensors.h"

namespace holon {
namespace {

using namespace test;

constexpr double kStarTrackerPeriod = 0.1;  // [s] of the sensor

TEST(StarTracker, ErrorsHaveTheirDeviationsAcrossAndAboutTheBoresight) {
  constexpr double kAcross = 1e-4, kAbout = 1e-3;
  Model model;
  const Rotation<double> R = Rotation<double>::from_rpy({0.3, -0.4, 1.2});
  model.add<Frame>("craft", {.orientation = Orientation::rpy(0.3, -0.4, 1.2)});
  model.add<StarTracker>("s", {.on = "craft",
                               .boresight = "x",
                               .sigma = StarTracker::Sigma{.across = kAcross, .about = kAbout},
                               .sample = kStarTrackerPeriod});
  const Results r = run(model, 300, {"s.orientation", "s.valid"}, kStarTrackerPeriod);
  std::array<std::vector<double>, 3> errors;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const Rotation<double> q(r.values("s.orientation.w")[k], r.values("s.orientation.x")[k],
                             r.values("s.orientation.y")[k], r.values("s.orientation.z")[k]);
    const Vec e = (R.inverse() * q).to_rotation_vector();
    for (int i = 0; i < 3; ++i) errors[static_cast<std::size_t>(i)].push_back(e[i]);
  }
  const double scatter = 5 / std::sqrt(2.0 * static_cast<double>(r.row_count()));
  EXPECT_NEAR(deviation_about(errors[0], 0), kAbout, scatter * kAbout);
  EXPECT_NEAR(deviation_about(errors[1], 0), kAcross, scatter * kAcross);
  EXPECT_NEAR(deviation_about(errors[2], 0), kAcross, scatter * kAcross);
}

TEST(StarTracker, HasNoMeasurementAtHighRatesOrNearTheSun) {
  Model model;
  const Expr t = model.time();
  model.add<Frame>("fast", {.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, t * t)});
  model.add<Frame>("turns", {.orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, t)});
  model.add<StarTracker>("f", {.on = "fast", .max_rate = 1.0, .sample = kStarTrackerPeriod});
  model.add<StarTracker>("s",
                         {.on = "turns",
                          .exclusion = StarTracker::Exclusion{.sun = {1.0, 0.0, 0.0}, .angle = 0.5},
                          .sample = kStarTrackerPeriod});
  const Results r = run(model, 3, {"f.valid", "s.valid"}, kStarTrackerPeriod);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double time = kStarTrackerPeriod * static_cast<double>(k);
    if (k != 5) EXPECT_EQ(r.values("f.valid")[k], time < 0.5 ? 1 : 0) << time;
    EXPECT_EQ(r.values("s.valid")[k], std::abs(time - std::numbers::pi / 2) < 0.5 ? 0 : 1) << time;
  }
}

}  // namespace
}  // namespace holon
