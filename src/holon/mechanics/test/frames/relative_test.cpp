// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/relative.h"

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

TEST(Relative, SeesARestingPointCircleRoundATurntable) {
  // Seen from what turns at w about z, a point that rests at (2, 0, 1) moves on a circle at −w.
  const double w = 3.0, t = 0.4;
  Model model;
  model.add<Frame>("table",
                   {.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, w * model.time())});
  model.add<Frame>("post", {.position = {2.0, 0.0, 1.0}});
  model.add<Relative>("view", {.of = "post", .to = "table"});
  const double c = std::cos(w * t), s = std::sin(w * t);
  const std::vector<double> expected{2 * c,
                                     -2 * s,
                                     1,  //
                                     -2 * w * s,
                                     -2 * w * c,
                                     0,  //
                                     -2 * w * w * c,
                                     2 * w * w * s,
                                     0,  //
                                     0,
                                     0,
                                     -w,  //
                                     0,
                                     0,
                                     0,  //
                                     std::sqrt(5.0),
                                     0,  //
                                     0,
                                     0,
                                     -w * t};
  const std::vector<double> y = test::values_at_start(
      make_system(model),
      {"view.position", "view.velocity", "view.acceleration", "view.angular_velocity",
       "view.angular_acceleration", "view.distance", "view.distance_rate", "view.rpy"},
      t);
  ASSERT_EQ(y.size(), expected.size());
  for (std::size_t k = 0; k < y.size(); ++k) EXPECT_NEAR(y[k], expected[k], test::kRounding) << k;
}

TEST(Relative, OfBodiesInTheirOwnRunIsTheDerivativeOfWhatIsSeen) {
  // Along a run of two tumbling bodies, exactly: the derivative of the view's own position.
  Model model = test::two_tumbling_bodies();
  model.add<Relative>("view", {.of = "two.ear", .to = "one.ear"});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"view.velocity", "view.acceleration", "view.distance_rate"});
  Model twin = test::two_tumbling_bodies();
  twin.add<Relative>("view", {.of = "two.ear", .to = "one.ear"});
  const auto assembly_derivative = [&](const std::string& name, int order) {
    Diagnostics diagnostics;
    const auto assembly = assemble(twin, diagnostics);
    Expr e = assembly->output(name);
    for (int k = 0; k < order; ++k) e = assembly->time_derivative(e);
    SystemOutput output;
    output.name = "derivative";
    assembly->define_output(output, std::vector<Expr>{e});
    return test::value_at_start(assembly->make_system(""), "derivative");
  };
  const char* axes[] = {".x", ".y", ".z"};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(y[k], assembly_derivative(std::string("view.position") + axes[k], 1),
                test::kRounding);
    EXPECT_NEAR(y[3 + k], assembly_derivative(std::string("view.position") + axes[k], 2),
                test::kRounding);
  }
  EXPECT_NEAR(y[6], assembly_derivative("view.distance", 1), test::kRounding);
}

TEST(Relative, WorksBothWays) {
  Model model = test::two_tumbling_bodies();
  model.add<Relative>("there", {.of = "two", .to = "one"});
  model.add<Relative>("back", {.of = "one", .to = "two"});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"there.orientation", "back.orientation", "there.distance",
                           "back.distance", "there.distance_rate", "back.distance_rate"});
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(y[k], k == 0 ? y[4] : -y[4 + k], test::kRounding);
  }
  EXPECT_NEAR(y[8], y[9], test::kRounding);
  EXPECT_NEAR(y[10], y[11], test::kRounding);
}

TEST(Relative, OfFramesThatMeetHasARateAllTheSame) {
  Model model = test::two_tumbling_bodies();  // body one begins in the world's origin
  model.add<Relative>("view", {.of = "one"});
  test::expect_start(model, {"view.distance", "view.distance_rate"}, {0, std::sqrt(0.14)});
}

TEST(Relative, NeedsTwoFrames) {
  Model model = test::two_tumbling_bodies();
  model.add<Relative>("view", {.of = "one", .to = "one"});
  EXPECT_NE(test::errors_of(model).find("a frame does not move relative to itself"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
