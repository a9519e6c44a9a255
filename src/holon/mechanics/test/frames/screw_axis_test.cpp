// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/screw_axis.h"

#include <limits>

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/screw.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

TEST(ScrewAxis, OfANutOnAThreadIsTheThread) {
  // Turns at 2 rad/s about the vertical line through (1, 2, 0) and rises at 0.3 m/s.
  const double w = 2, rise = 0.3;
  Model model;
  const Expr angle = w * model.time();
  model.add<Frame>(
      "nut", {.position = {1.0 + 0.5 * cos(angle), 2.0 + 0.5 * sin(angle), rise * model.time()},
              .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, angle)});
  model.add<ScrewAxis>("axis", {.of = "nut"});
  test::expect_start(model,
                     {"axis.point", "axis.direction", "axis.pitch", "axis.rate", "axis.speed"},
                     {1, 2, 0, 0, 0, 1, rise / w, w, rise});
}

TEST(ScrewAxis, OfOneRotatingBodyInAnotherPassesThroughItsPitchPoint) {
  // Discs about the parallel axes x = 0 and x = 3 at 2 and -4 rad/s: the pitch point is at x = 2.
  Model model;
  model.add<Frame>("one",
                   {.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 2.0 * model.time())});
  model.add<Frame>("two",
                   {.position = {3.0, 0.0, 0.0},
                    .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, -4.0 * model.time())});
  model.add<ScrewAxis>("axis", {.of = "two", .to = "one"});
  test::expect_start(model, {"axis.point", "axis.direction", "axis.pitch", "axis.rate"},
                     {2, 0, 0, 0, 0, -1, 0, 6});
}

TEST(ScrewAxis, OfAScrewJointIsItsAxisWithThePitchOfTheThread) {
  Model model;
  model.add<RigidBody>("nut", {.mass = test::kMass, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  Screw screw{.between = {"world", "nut"}, .pitch = 0.05};
  screw.axis = {0.0, 1.0, 0.0};
  screw.initial.rate = 3.0;
  model.add<Screw>("thread", screw);
  model.add<ScrewAxis>("axis", {.of = "nut"});
  test::expect_start(model, {"axis.point", "axis.direction", "axis.pitch", "axis.rate"},
                     {0, 0, 0, 0, 1, 0, 0.05, 3});
}

TEST(ScrewAxis, PointsOfItMoveAlongIt) {
  // Of body two as seen from body one: what the rigid motion makes of the point of the axis.
  Model model = test::two_tumbling_bodies();
  model.add<ScrewAxis>("axis", {.of = "two.ear", .to = "one"});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"axis.point", "axis.direction", "axis.speed", "axis.rate",
                           "one.position", "one.velocity", "one.angular_velocity", "two.position",
                           "two.velocity", "two.angular_velocity", "two.ear.position"});
  const auto at = [&](std::size_t k) { return Vector3<double>(y[k], y[k + 1], y[k + 2]); };
  const Vector3<double> point = at(0), direction = at(3);
  const auto velocity_at = [&](std::size_t body) {
    return Vector3<double>(at(body + 3) + at(body + 6).cross(point - at(body)));
  };
  const Vector3<double> relative = velocity_at(17) - velocity_at(8);
  EXPECT_LT((relative - y[6] * direction).norm(), test::kRounding);
  EXPECT_LT((at(23) - at(14) - y[7] * direction).norm(), test::kRounding);
  // The nearest to the frame's origin.
  EXPECT_NEAR((at(26) - point).dot(direction), 0.0, test::kRounding);
}

TEST(ScrewAxis, OfATranslationHasItsDirectionAndAnInfinitePitch) {
  Model model;
  model.add<Frame>("cart", {.position = {1.0, 3.0 * model.time(), 4.0 * model.time()}});
  model.add<ScrewAxis>("axis", {.of = "cart"});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"axis.point", "axis.direction", "axis.speed", "axis.pitch"});
  const std::vector<double> expected{1, 0, 0, 0, 0.6, 0.8, 5};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(y[k], expected[k], test::kRounding) << k;
  EXPECT_EQ(y[7], std::numeric_limits<double>::infinity());
}

TEST(ScrewAxis, AtRestThereIsNone) {
  Model model;
  model.add<Frame>("post", {.position = {1.0, 2.0, 3.0}});
  model.add<ScrewAxis>("axis", {.of = "post"});
  test::expect_start(model,
                     {"axis.point", "axis.direction", "axis.pitch", "axis.rate", "axis.speed"},
                     {1, 2, 3, 0, 0, 0, 0, 0, 0});
}

TEST(ScrewAxis, NeedsTwoFrames) {
  Model model = test::two_tumbling_bodies();
  model.add<ScrewAxis>("axis", {.of = "one", .to = "one"});
  EXPECT_NE(test::errors_of(model).find("a frame does not move relative to itself"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
