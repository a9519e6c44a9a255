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
  EXPECT_NE(test::errors_of(model).find("write the world first"), std::string::npos);
}

TEST(Contact, KnowsHowFarASphereIsFromOtherShapes) {
  const double radius = 0.1;
  struct Case {
    detail::FirstShape shape;
    std::array<double, 3> at;
    double distance;
    std::array<double, 3> normal;
  };
  const Box box{{2.0, 1.0, 0.6}};
  const Cylinder cylinder{0.5, 1.0, "z"};
  const Capsule capsule{0.1, 1.0, "z"};
  const double edge = std::sqrt(0.41), end = std::sqrt(0.5);
  const std::vector<Case> cases{
      {box, {1.5, 0.2, 0.1}, 0.5, {1, 0, 0}},
      {box, {1.3, -0.9, 0.7}, edge, {0.3 / edge, -0.4 / edge, 0.4 / edge}},
      {box, {0.9, 0.1, 0.0}, -0.1, {1, 0, 0}},
      {box, {0.1, 0.1, -0.25}, -0.05, {0, 0, -1}},
      {cylinder, {0.0, -0.8, 0.2}, 0.3, {0, -1, 0}},
      {cylinder, {0.9, 0.0, -0.8}, 0.5, {0.8, 0, -0.6}},
      {cylinder, {0.0, 0.0, 0.45}, -0.05, {0, 0, 1}},
      {cylinder, {0.48, 0.0, 0.1}, -0.02, {1, 0, 0}},
      {capsule, {0.3, 0.4, 1.0}, end - 0.1, {0.3 / end, 0.4 / end, 0.5 / end}},
      {capsule, {0.0, 0.3, -0.2}, 0.2, {0, 1, 0}},
      {Sphere{0.2}, {0.0, 0.6, 0.8}, 0.8, {0, 0.6, 0.8}},
  };
  // The shapes stand anywhere.
  const Vector3<Expr> away{0.4, -1.0, 2.0};
  const Rotation<Expr> turn =
      Rotation<Expr>::from_axis_angle(Vector3<Expr>(1.0, 2.0, -1.0), Expr(0.8));
  for (const Case& c : cases) {
    const Vector3<Expr> p{c.at[0], c.at[1], c.at[2]}, n{c.normal[0], c.normal[1], c.normal[2]};
    const Vector3<Expr> centre = away + turn * p, normal = turn * n;
    const auto touches = detail::find_touch_points(c.shape, Sphere{radius}, "z", {away, turn},
                                                   {centre, Rotation<Expr>()}, 0.0);
    ASSERT_EQ(touches.size(), 1U);
    EXPECT_NEAR(touches[0].gap.value(), c.distance - radius, 1e-14);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(touches[0].normal[i].value(), normal[i].value(), 1e-14);
      EXPECT_NEAR(touches[0].point[i].value(), centre[i].value() - c.distance * normal[i].value(),
                  1e-14);
    }
  }
}

TEST(Contact, KnowsTheLowestPointsOfACylinder) {
  // Of an edge inclined by t the lowest point is R sin t below its centre, less some of the crown.
  const double R = 0.2, L = 0.5, height = 1.0;
  for (const double tilt : {0.0, 1e-4, 0.3, 1.2, M_PI / 2}) {
    const auto turn = Rotation<Expr>::from_axis_angle(Vector3<Expr>(1.0, 0.0, 0.0), Expr(tilt));
    const auto touches = detail::find_touch_points(detail::GroundPlane{}, Cylinder{R, L, "z"}, "z",
                                                   {Vector3<Expr>(0.0, 0.0, 0.0), {}},
                                                   {Vector3<Expr>(0.0, 0.0, height), turn}, 0.0);
    ASSERT_EQ(touches.size(), 2U);
    for (const double side : {-1.0, 1.0}) {
      const auto& touch = touches[side < 0 ? 0 : 1];
      const double lowest = height + side * L / 2 * std::cos(tilt) - R * std::sin(tilt);
      const double crown = tilt == M_PI / 2 ? 1e-15 : detail::kCrown * R;
      EXPECT_NEAR(touch.gap.value(), lowest, crown);
      EXPECT_NEAR(touch.point[2].value(), touch.gap.value(), 1e-14);
    }
  }
}

TEST(Contact, SaysWhatDoesNotGoTogether) {
  Model model;
  model.add<PointMass>("ball", {.mass = 1.0});
  const auto errors_with = [&](const Contact& contact) {
    Model with = model;
    with.add<Contact>("floor", contact);
    return test::errors_of(with);
  };
  const std::array<FrameName, 2> between{"world", "ball"};
  const auto expect = [&](const Contact& contact, const char* message) {
    const std::string errors = errors_with(contact);
    EXPECT_NE(errors.find(message), std::string::npos) << errors;
  };
  expect({.between = between}, "needs 'stiffness' (compliant) or 'restitution' (rigid)");
  expect({.between = between, .stiffness = 1e4, .restitution = 0.5},
         "'stiffness' describes a compliant contact, 'restitution' a rigid one");
  expect({.between = between, .dissipation = 0.1, .restitution = 0.5},
         "'dissipation' has no effect in a rigid contact");
  expect({.between = between, .restitution = 0.5, .friction = 0.3, .slip_speed = 0.1},
         "'slip_speed' has no effect");
  expect({.between = between, .stiffness = 1e4, .friction = 0.3, .static_friction = 0.4},
         "regularised friction never sticks");
  expect({.between = between, .restitution = 0.0, .friction = 0.3, .static_friction = 0.2},
         "'static_friction' is less than 'friction'");
  expect({.between = between, .first = Box{{1.0, 1.0, 1.0}}, .normal = "x", .stiffness = 1e4},
         "'normal' has no effect");
  expect({.between = between, .second = Sphere{0.1}, .radius = 0.1, .stiffness = 1e4},
         "'radius' has no effect");
}

}  // namespace
}  // namespace holon
