// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/torque.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

Model floating_off_centre() {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{
      .mass = 2.0, .inertia = InertiaMatrix{{0.3, 0.5, 0.4}}, .center_of_mass = {0.1, 0.2, 0.0}};
  body.initial.emplace().orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2);
  model.add<RigidBody>("body", body);
  return model;
}

TEST(Torque, TurnsABodyAboutItsCentreOfMass) {
  Model model = floating_off_centre();
  model.add<Torque>("twist", {.on = "body", .torque = {0.0, 0.6, 0.0}});  // the body's x
  const auto y = test::values_at_start(make_system(model),
                                       {"body.com.acceleration", "body.angular_acceleration"});
  constexpr double kRounding = 1e-14;
  const double expected[6] = {0, 0, 0, 0, 2, 0};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(y[k], expected[k], 10 * kRounding) << k;
}

TEST(Torque, SpinsUpAWheelInItsOwnAxes) {
  Model model = floating_off_centre();
  model.add<Torque>("motor", {.on = "body", .in = "body", .torque = {0.0, 0.0, 0.8}});
  const Results r =
      test::run(make_system(model), 3.0,
                {"body.angular_velocity_body", "motor.power", "system.energy.kinetic"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    EXPECT_NEAR(test::number_of(r, k, "body.angular_velocity_body.z"), 2 * t, test::kGlobal * 10);
    EXPECT_NEAR(test::number_of(r, k, "motor.power"), 1.6 * t, test::kGlobal * 10);
    EXPECT_NEAR(test::number_of(r, k, "system.energy.kinetic"), 0.5 * 0.4 * 4 * t * t,
                test::kGlobal * 10);
  }
}

TEST(Torque, HasNoEffectOnTheWorld) {
  Model model = floating_off_centre();
  model.add<Torque>("twist", {.on = "world", .torque = {1.0, 0.0, 0.0}});
  EXPECT_NE(test::errors_of(model).find("it has no effect on the world"), std::string::npos);
}

}  // namespace
}  // namespace holon
