// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/contact.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kGravity;

TEST(Contact, OfAPointWithoutLossIsAHalfSwing) {
  // m z" = −m g − k z below the ground, from a fall of 1 m; up again to where it came from.
  constexpr double kMass = 2.0, kStiffness = 5000.0;
  Model model;
  PointMass ball{.mass = kMass};
  ball.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 1.0);
  model.add<PointMass>("ball", ball);
  model.add<Contact>("floor", {.between = {"world", "ball"}, .stiffness = kStiffness});
  const System system = make_system(model);
  const Results r = test::run(system, 2.0, {"ball.position", "floor.normal_force"}, 0.01);
  const double fall = std::sqrt(2 / kGravity), v = kGravity * fall,
               w = std::sqrt(kStiffness / kMass), sag = kGravity / (w * w);
  // z = −sag + sag cos(w s) − v/w sin(w s), until it is 0 again.
  const double phase = std::atan2(v / w, sag), touch = (2 * M_PI - 2 * phase) / w;
  const double period = 2 * fall + touch;
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = std::fmod(number_of(r, i, "time") + fall, period), s = t - 2 * fall;
    const double z = s < 0 ? v * t - kGravity * t * t / 2
                           : -sag + sag * std::cos(w * s) - v / w * std::sin(w * s);
    EXPECT_NEAR(number_of(r, i, "ball.position.z"), z, test::kGlobal);
    EXPECT_NEAR(number_of(r, i, "floor.normal_force"), z < 0 ? -kStiffness * z : 0,
                kStiffness * test::kGlobal);
  }
  test::expect_energy_balance(system, 2.0, test::kGlobal);
}

TEST(Contact, MakesASlidingBallRoll) {
  // A solid ball thrown flat without spin rolls at 5/7 of its speed in the end, whatever the law of
  // friction; it got there by friction · g until then. The ground gives, so that it rolls on a
  // circle that is a little smaller: 5/7 is 1 / (1 + 2/5 (radius / rolling)²).
  constexpr double kRadius = 0.1, kMass = 3.0, kStiffness = 1e6, kSpeed = 1.4, kFriction = 0.2;
  Model model;
  constexpr double kInertia = 0.4 * kMass * kRadius * kRadius;
  RigidBody ball{.mass = kMass, .inertia = InertiaMatrix{{kInertia, kInertia, kInertia}}};
  ball.initial.emplace().position =
      Vector3<Expr>(0.0, 0.0, kRadius - kMass * kGravity / kStiffness);
  ball.initial->velocity = Vector3<Expr>(kSpeed, 0.0, 0.0);
  model.add<RigidBody>("ball", ball);
  model.add<Contact>("floor", {.between = {"world", "ball"},
                               .radius = kRadius,
                               .stiffness = kStiffness,
                               .friction = kFriction,
                               .slip_speed = 1e-3});
  const System system = make_system(model);
  const Results r = test::run(
      system, 0.5, {"ball.velocity", "ball.angular_velocity", "system.energy.dissipated"}, 0.05);
  // While it slides much faster than slip_speed: u/√(u² + s²) = 1 − (s/u)²/2.
  EXPECT_NEAR(number_of(r, 2, "ball.velocity.x"), kSpeed - kFriction * kGravity * 0.1, 1e-6);
  const double v = r.values("ball.velocity.x").back();
  const double rolling = kRadius - kMass * kGravity / kStiffness;
  EXPECT_NEAR(v, kSpeed / (1 + 0.4 * std::pow(kRadius / rolling, 2)), 1e-8);
  EXPECT_NEAR(r.values("ball.angular_velocity.y").back() * rolling, v, 1e-8);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), kMass * kSpeed * kSpeed / 7, 1e-3);
  test::expect_energy_balance(system, 0.5, 1e-7);
}

TEST(Contact, ActsOnBothBodies) {
  // A ball falls onto a free plate in space: what one gets the other loses.
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody plate{.mass = 5.0, .inertia = InertiaMatrix{{0.4, 0.4, 0.8}}};
  model.add<RigidBody>("plate", plate);
  RigidBody ball{.mass = 1.0, .inertia = InertiaMatrix{{0.004, 0.004, 0.004}}};
  ball.initial.emplace().position = Vector3<Expr>(0.2, 0.1, 0.5);
  ball.initial->velocity = Vector3<Expr>(0.3, -0.2, -2.0);
  ball.initial->angular_velocity = Vector3<Expr>(3.0, 1.0, -2.0);
  model.add<RigidBody>("ball", ball);
  model.add<Contact>("touch", {.between = {"plate", "ball"},
                               .radius = 0.1,
                               .stiffness = 2e4,
                               .dissipation = 0.1,
                               .friction = 0.4});
  const System system = make_system(model);
  const Results r =
      test::run(system, 1.0, {"system.momentum", "system.angular_momentum", "ball.velocity"}, 0.02);
  EXPECT_GT(r.values("ball.velocity.z").back(), 0.5);
  for (std::size_t i = 1; i < r.row_count(); ++i)
    for (const std::string axis : {"x", "y", "z"})
      for (const std::string what : {"system.momentum.", "system.angular_momentum."})
        EXPECT_NEAR(number_of(r, i, what + axis), number_of(r, 0, what + axis), 1e-9)
            << what << axis;
  test::expect_energy_balance(system, 1.0, 1e-8);
}

TEST(Contact, SaysWhichFrameIsTheGround) {
  Model model;
  model.add<PointMass>("ball", {.mass = 1.0});
  model.add<Contact>("floor", {.between = {"ball", "world"}, .stiffness = 1e4});
  EXPECT_NE(test::errors_of(model).find("write the ground's frame first"), std::string::npos);
}

}  // namespace
}  // namespace holon
