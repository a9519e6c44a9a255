// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/force.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

Model floating() {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{.mass = 2.0, .inertia = InertiaMatrix{{0.3, 0.5, 0.4}}};
  body.frames.add(
      "ear", {.at = {0.0, 0.5, 0.0}, .rotate = Orientation::axis_angle({1.0, 0.0, 0.0}, M_PI / 2)});
  body.initial.emplace().orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2);
  body.initial->velocity = Vector3<Expr>(0.0, 0.0, 3.0);
  model.add<RigidBody>("body", body);
  return model;
}

constexpr double kRounding = 1e-14;

void expect_values(const System& system, const std::vector<std::string>& names,
                   const std::vector<double>& expected) {
  const auto y = test::values_at_start(system, names);
  ASSERT_EQ(y.size(), expected.size());
  for (std::size_t k = 0; k < y.size(); ++k) EXPECT_NEAR(y[k], expected[k], kRounding * 10) << k;
}

TEST(Force, ActsAtAFrameInWorldAxes) {
  Model model = floating();
  model.add<Force>("push", {.on = "body.ear", .force = {0.0, 0.0, 4.0}});
  // The ear is at (−0.5, 0, 0): moment (0, 0.5·4, 0) in the world, −x → … body x is world y.
  expect_values(make_system(model),
                {"body.acceleration", "body.angular_acceleration", "push.power"},
                {0, 0, 2, 0, 2 / 0.3, 0, 12});
}

TEST(Force, ActsInTheAxesOfAnyFrame) {
  Model own = floating();
  own.add<Force>("push", {.on = "body", .in = "body.ear", .force = {1.0, 2.0, 3.0}});
  // ear → body: y → z, z → −y; body → world: x → y, y → −x.
  expect_values(make_system(own), {"body.acceleration"}, {1.5, 0.5, 1});
  Model other = floating();
  other.add<RigidBody>("arm", {.mass = 1.0, .inertia = Sphere{.radius = 0.1}});
  other.add<Revolute>("pin",
                      {.between = {"world", "arm"}, .axis = "x", .initial = {.angle = M_PI / 2}});
  other.add<Force>("push", {.on = "body", .in = "arm", .force = {1.0, 2.0, 3.0}});
  expect_values(make_system(other), {"body.acceleration"}, {0.5, -1.5, 1});
}

TEST(Force, GivesTheMomentumThatItsTimeIntegralIs) {
  Model model = floating();
  model.add<Force>("push", {.on = "body.ear", .force = {cos(2.0 * model.time()), 0.0, 1.0}});
  const Results r = test::run(make_system(model), 2.0, {"system.momentum"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    EXPECT_NEAR(test::number_of(r, k, "system.momentum.x"), 0.5 * std::sin(2 * t), test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "system.momentum.z"), 6 + t, 10 * test::kGlobal);
  }
}

TEST(Force, HasNoEffectOnTheWorld) {
  Model model = floating();
  model.add<Force>("push", {.on = "world", .force = {1.0, 0.0, 0.0}});
  EXPECT_NE(test::errors_of(model).find("it has no effect on the world; name a frame of a body"),
            std::string::npos);
}

TEST(Force, MayDependOnTheAccelerationItCauses) {
  // m a = F − k a + m g along x and z: an added mass of k in one direction only.
  Model model;
  model.world.gravity = {0.6, 0.0, -2.0};
  model.add<RigidBody>("body", {.mass = 2.0, .inertia = Sphere{}});
  model.add<Force>(
      "push", {.on = "body", .force = {1.0 - 0.5 * model.output("body.acceleration.x"), 0.0, 0.0}});
  const std::vector<double> a = test::values_at_start(make_system(model), {"body.acceleration"});
  EXPECT_NEAR(a[0], (1.0 + 2.0 * 0.6) / 2.5, 1e-14);
  EXPECT_NEAR(a[2], -2.0, 1e-14);
}

TEST(Force, ThatCancelsWhatItIsMadeOfIsAnError) {
  Model model = floating();
  model.add<Force>("push",
                   {.on = "body", .force = {2.0 * model.output("body.acceleration.x"), 0.0, 0.0}});
  const std::string errors = test::errors_of(model);
  EXPECT_NE(errors.find("algebraic loop without a solution: push.force"), std::string::npos)
      << errors;
}

}  // namespace
}  // namespace holon
