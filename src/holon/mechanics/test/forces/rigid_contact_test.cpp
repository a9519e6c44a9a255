// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts that are rigid, or whose friction sticks, against closed forms.
#include <numbers>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/contact.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGlobal;
using test::kGravity;
using test::number_of;

class RigidContactIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, RigidContactIn, test::all_formulations(), test::formulation_of);

/// Speeds below which friction sticks are set to zero: 1e-6 m/s, once for each stop.
constexpr double kStopped = 2e-6;

Model with_slope(Formulation formulation, double slope) {
  Model model;
  model.simulate.formulation = formulation;
  model.world.gravity = {kGravity * std::sin(slope), 0.0, -kGravity * std::cos(slope)};
  return model;
}

TEST_P(RigidContactIn, BouncesInAGeometricSeries) {
  // Fallen from h it bounces at t₀ = √(2h/g), and again 2 t₀ e, 2 t₀ e², … later, to heights h e²ⁿ;
  // all of it ends at t₀ (1 + e)/(1 − e).
  constexpr double kHeight = 1.0, kRestitution = 0.7, kMassOfBall = 2.0;
  Model model;
  model.simulate.formulation = GetParam();
  PointMass ball{.mass = kMassOfBall};
  ball.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kHeight);
  model.add<PointMass>("ball", ball);
  model.add<Contact>("floor", {.between = {"world", "ball"}, .restitution = kRestitution});
  const System system = make_system(model);
  const double fall = std::sqrt(2 * kHeight / kGravity);
  const double end = fall * (1 + kRestitution) / (1 - kRestitution);
  const Results r =
      test::run(system, end + 0.5,
                {"ball.position.z", "floor.normal_force", "system.energy.dissipated"}, 0.01);
  double from = fall, span = 2 * fall * kRestitution;
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    double z = 0.0;
    if (t <= fall) z = kHeight - kGravity * t * t / 2;
    while (t > from + span && span > 1e-9) {
      from += span;
      span *= kRestitution;
    }
    if (t > fall && span > 1e-9) z = kGravity * (t - from) * (from + span - t) / 2;
    EXPECT_NEAR(number_of(r, i, "ball.position.z"), z, kGlobal) << t;
  }
  EXPECT_NEAR(r.values("ball.position.z").back(), 0.0, 1e-15);
  EXPECT_NEAR(r.values("floor.normal_force").back(), kMassOfBall * kGravity, 1e-9);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), kMassOfBall * kGravity * kHeight,
              kGlobal);
}

TEST_P(RigidContactIn, HoldsABoxOnASlopeUpToItsFriction) {
  const double kFriction = 0.5, kMassOfBox = 3.0, kHalf = 0.1;
  for (const double tangent : {0.49, 0.6}) {
    const double slope = std::atan(tangent);
    Model model = with_slope(GetParam(), slope);
    RigidBody body{.mass = kMassOfBox, .inertia = Box{{0.6, 0.4, 0.2}}};
    body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kHalf);
    model.add<RigidBody>("box", body);
    model.add<Contact>("floor", {.between = {"world", "box"},
                                 .second = Box{{0.6, 0.4, 0.2}},
                                 .restitution = 0.0,
                                 .friction = kFriction});
    const System system = make_system(model);
    const Results r = test::run(
        system, 1.0,
        {"box.position", "box.orientation", "floor.normal_force", "floor.friction_force",
         "floor.touching", "floor.points[0].normal_force", "floor.points[1].normal_force"});
    const double load = kMassOfBox * kGravity * std::cos(slope);
    const double a =
        tangent < kFriction ? 0.0 : kGravity * (std::sin(slope) - kFriction * std::cos(slope));
    const double friction = kMassOfBox * kGravity * std::sin(slope) - kMassOfBox * a;
    for (std::size_t i = 0; i < r.row_count(); ++i) {
      const double t = number_of(r, i, "time");
      EXPECT_NEAR(number_of(r, i, "box.position.x"), a * t * t / 2, kStopped);
      EXPECT_NEAR(number_of(r, i, "box.position.y"), 0.0, kGlobal);
      EXPECT_NEAR(number_of(r, i, "box.position.z"), kHalf, kGlobal);
      EXPECT_NEAR(number_of(r, i, "box.orientation.w"), 1.0, kGlobal);
      EXPECT_NEAR(number_of(r, i, "floor.normal_force"), load, 1e-7);
      EXPECT_EQ(number_of(r, i, "floor.touching"), 4.0);
      // At the instant at which it breaks away friction is against the forces that held each
      // corner, whose shares across the slope are not determined.
      if (i == 0 && a > 0) continue;
      EXPECT_NEAR(number_of(r, i, "floor.friction_force.x"), -friction, 1e-7);
      // The load of both edges has the moment of the friction: 2 (N₁ − N₀) 0.3 m = T · 0.1 m.
      EXPECT_NEAR(number_of(r, i, "floor.points[1].normal_force") -
                      number_of(r, i, "floor.points[0].normal_force"),
                  friction * kHalf / 0.6, 1e-7);
    }
  }
}

TEST_P(RigidContactIn, StopsAPointThatSlidesUphillForGood) {
  // Uphill it is slowed down by g (sin + μ cos) to rest, and stays: tan < μ.
  const double slope = 0.3, friction = 0.4, speed = 2.0, m = 1.5;
  Model model = with_slope(GetParam(), slope);
  PointMass point{.mass = m};
  point.initial.emplace().velocity = Vector3<Expr>(-speed, 0.0, 0.0);
  model.add<PointMass>("point", point);
  model.add<Contact>("floor",
                     {.between = {"world", "point"}, .restitution = 0.0, .friction = friction});
  const System system = make_system(model);
  const double slowing = kGravity * (std::sin(slope) + friction * std::cos(slope));
  const Results r =
      test::run(system, 2.0,
                {"point.position", "point.velocity", "floor.touching", "floor.sticking_points",
                 "floor.friction_force", "system.energy.dissipated"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time"), until = std::min(t, speed / slowing);
    EXPECT_NEAR(number_of(r, i, "point.position.x"), -speed * until + slowing * until * until / 2,
                kGlobal);
    EXPECT_EQ(number_of(r, i, "floor.sticking_points"), t > speed / slowing ? 1.0 : 0.0) << t;
    EXPECT_NEAR(number_of(r, i, "floor.friction_force.x"),
                t > speed / slowing ? -m * kGravity * std::sin(slope)
                                    : friction * m * kGravity * std::cos(slope),
                1e-7);
  }
  const double way = speed * speed / (2 * slowing);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(),
              friction * m * kGravity * std::cos(slope) * way, kGlobal);
  test::expect_energy_balance(system, 2.0, kGlobal);
}

TEST_P(RigidContactIn, MakesASlidingBallRollAtFiveSeventhsOfItsSpeed) {
  // With spin across the direction of flight, too: the slip u of a homogeneous ball keeps its
  // direction, and u' = −7/2 μ g u/|u|, so that it rolls at v − 2/7 u from t = 2 |u|/(7 μ g) on.
  constexpr double kRadius = 0.1, kMassOfBall = 3.0, kFriction = 0.2;
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody ball{.mass = kMassOfBall, .inertia = Sphere{kRadius}};
  ball.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kRadius);
  ball.initial->velocity = Vector3<Expr>(1.4, 0.2, 0.0);
  ball.initial->angular_velocity = Vector3<Expr>(6.0, -3.0, 2.0);
  model.add<RigidBody>("ball", ball);
  model.add<Contact>(
      "floor",
      {.between = {"world", "ball"}, .radius = kRadius, .restitution = 0.5, .friction = kFriction});
  const System system = make_system(model);
  const Results r = test::run(system, 1.0,
                              {"ball.position", "ball.velocity", "ball.angular_velocity",
                               "floor.sticking_points", "system.energy.dissipated"});
  // u = v + ω × (−R z) = (vx − ωy R, vy + ωx R)
  const double ux = 1.4 + 3.0 * kRadius, uy = 0.2 + 6.0 * kRadius, u = std::hypot(ux, uy);
  const double end = 2 * u / (7 * kFriction * kGravity), a = kFriction * kGravity;
  ASSERT_LT(end, 0.9);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time"), s = std::min(t, end);
    EXPECT_NEAR(number_of(r, i, "ball.velocity.x"), 1.4 - a * s * ux / u, kStopped) << t;
    EXPECT_NEAR(number_of(r, i, "ball.velocity.y"), 0.2 - a * s * uy / u, kStopped) << t;
    EXPECT_NEAR(number_of(r, i, "ball.position.x"),
                1.4 * t - a * ux / u * (s * s / 2 + s * (t - s)), kStopped);
    EXPECT_NEAR(number_of(r, i, "ball.angular_velocity.z"), 2.0, kGlobal);
    EXPECT_EQ(number_of(r, i, "floor.sticking_points"), t > end ? 1.0 : 0.0) << t;
  }
  EXPECT_NEAR(r.values("ball.angular_velocity.y").back() * kRadius,
              r.values("ball.velocity.x").back(), kGlobal);
  // 2/7 of the kinetic energy ½ m u² of the slip.
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), kMassOfBall * u * u / 7, kStopped);
  test::expect_energy_balance(system, 1.0, kGlobal);
}

TEST_P(RigidContactIn, RollsACylinderDownASlope) {
  // Without slip 2/3 g sin while tan <= 3 μ, else g (sin − μ cos) with ω' = 2 μ g cos/R.
  constexpr double kRadius = 0.2, kMassOfRoller = 5.0;
  const double slope = 0.4;
  for (const double friction : {0.2, 0.05}) {
    Model model = with_slope(GetParam(), slope);
    const Cylinder shape{kRadius, 0.5, "y"};
    RigidBody body{.mass = kMassOfRoller, .inertia = shape};
    body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kRadius);
    model.add<RigidBody>("roller", body);
    model.add<Contact>("floor", {.between = {"world", "roller"},
                                 .second = shape,
                                 .restitution = 0.0,
                                 .friction = friction});
    const System system = make_system(model);
    const bool rolls = std::tan(slope) <= 3 * friction;
    const double g = kGravity;
    const double a = rolls ? 2.0 / 3.0 * g * std::sin(slope)
                           : g * (std::sin(slope) - friction * std::cos(slope));
    const double turning = rolls ? a / kRadius : 2 * friction * g * std::cos(slope) / kRadius;
    const Results r = test::run(system, 1.0,
                                {"roller.position", "roller.angular_velocity", "floor.normal_force",
                                 "floor.friction_force"});
    for (std::size_t i = 0; i < r.row_count(); ++i) {
      const double t = number_of(r, i, "time");
      EXPECT_NEAR(number_of(r, i, "roller.position.x"), a * t * t / 2, 10 * kStopped) << t;
      EXPECT_NEAR(number_of(r, i, "roller.position.y"), 0.0, kGlobal) << t;
      EXPECT_NEAR(number_of(r, i, "roller.position.z"), kRadius, kGlobal) << t;
      EXPECT_NEAR(number_of(r, i, "roller.angular_velocity.y"), turning * t, 10 * kStopped) << t;
      EXPECT_NEAR(number_of(r, i, "floor.normal_force"), kMassOfRoller * g * std::cos(slope), 1e-7);
      EXPECT_NEAR(number_of(r, i, "floor.friction_force.x"),
                  kMassOfRoller * (a - g * std::sin(slope)), 1e-7);
    }
    test::expect_energy_balance(system, 1.0, kGlobal);
  }
}

TEST_P(RigidContactIn, RestsACapsuleOnTwoPoints) {
  // Its centre of mass is 0.1 m from the middle of 0.4 m: the ends carry 3/4 and 1/4.
  constexpr double kRadius = 0.05, kLength = 0.4, kMassOfCapsule = 2.0;
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody body{.mass = kMassOfCapsule, .inertia = InertiaMatrix{{0.01, 0.05, 0.05}}};
  body.center_of_mass = {0.1, 0.0, 0.0};
  body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kRadius);
  model.add<RigidBody>("capsule", body);
  model.add<Contact>("floor", {.between = {"world", "capsule"},
                               .second = Capsule{kRadius, kLength, "x"},
                               .restitution = 0.0,
                               .friction = 0.3});
  const Results r = test::run(make_system(model), 1.0,
                              {"capsule.position", "floor.points[0].normal_force",
                               "floor.points[1].normal_force", "floor.sticking_points"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "capsule.position.z"), kRadius, 1e-12);
    EXPECT_NEAR(number_of(r, i, "floor.points[0].normal_force"), 0.75 * kMassOfCapsule * kGravity,
                1e-9);
    EXPECT_NEAR(number_of(r, i, "floor.points[1].normal_force"), 0.25 * kMassOfCapsule * kGravity,
                1e-9);
    EXPECT_EQ(number_of(r, i, "floor.sticking_points"), 2.0);
  }
}

/// Two balls of 1 and 3 kg that hang side by side, the first one lifted.
Model cradle(Formulation formulation, double restitution, double mass) {
  constexpr double kRadius = 0.05;
  Model model;
  model.simulate.formulation = formulation;
  for (const bool second : {false, true}) {
    const std::string name = second ? "two" : "one";
    model.add<RigidBody>(name, {.mass = second ? mass : 1.0,
                                .inertia = InertiaMatrix{{0.001, 0.001, 0.001}},
                                .center_of_mass = {0.0, 0.0, -1.0},
                                .frames = {{"ball", {.at = {0.0, 0.0, -1.0}}}}});
    Revolute pin{.between = {"world", name}, .axis = "-y"};
    pin.origin.at = {second ? 2 * kRadius : 0.0, 0.0, 0.0};
    pin.initial.angle = second ? 0.0 : -0.3;
    model.add<Revolute>(name + "_pin", pin);
  }
  model.add<Contact>("touch", {.between = {"one.ball", "two.ball"},
                               .first = Sphere{kRadius},
                               .second = Sphere{kRadius},
                               .restitution = restitution});
  return model;
}

TEST_P(RigidContactIn, SwapsTheSpeedsOfTwoBallsOfACradle) {
  const System system = make_system(cradle(GetParam(), 1.0, 1.0));
  const Results r = test::run(system, 5.0,
                              {"one_pin.angle", "two_pin.angle", "one_pin.rate", "two_pin.rate",
                               "system.energy.dissipated"},
                              0.01);
  double lowest = 0.0, highest = 0.0;
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    lowest = std::min(lowest, number_of(r, i, "one_pin.angle"));
    highest = std::max(highest, number_of(r, i, "two_pin.angle"));
    // One hangs while the other swings.
    EXPECT_LT(std::abs(number_of(r, i, "one_pin.rate") * number_of(r, i, "two_pin.rate")), kGlobal);
  }
  EXPECT_NEAR(lowest, -0.3, 1e-9);
  EXPECT_NEAR(highest, 0.3, 1e-4);  // between two rows
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), 0.0, kGlobal);
  test::expect_energy_balance(system, 5.0, kGlobal);
}

TEST_P(RigidContactIn, KeepsTheMomentumOfAnImpactThatLosesEnergy) {
  // v₁ = (m₁ − e m₂)/(m₁ + m₂) v, v₂ = (1 + e) m₁/(m₁ + m₂) v, lost ½ (1 − e²) m₁ m₂/(m₁ + m₂) v²,
  // with moments of inertia in the place of masses.
  const double e = 0.6, I1 = 1.001, I2 = 3.001,
               w = std::sqrt(2 * kGravity * (1 - std::cos(0.3)) / I1);
  const System system = make_system(cradle(GetParam(), e, 3.0));
  const double quarter = 0.6;  // [s] just behind the impact at some 0.505 s
  const Results r = test::run(system, quarter,
                              {"one_pin.angle", "two_pin.angle", "one_pin.rate", "two_pin.rate",
                               "system.energy.dissipated"});
  const double w1 = (I1 - e * I2) / (I1 + I2) * w, w2 = (1 + e) * I1 / (I1 + I2) * w;
  const auto energy = [&](const char* pin, double m, double I) {
    const double angle = r.values(std::string(pin) + ".angle").back(),
                 rate = r.values(std::string(pin) + ".rate").back();
    return I * rate * rate / 2 + m * kGravity * (1 - std::cos(angle));
  };
  EXPECT_NEAR(energy("one_pin", 1.0, I1), I1 * w1 * w1 / 2, kGlobal);
  EXPECT_NEAR(energy("two_pin", 3.0, I2), I2 * w2 * w2 / 2, kGlobal);
  EXPECT_NEAR(r.values("system.energy.dissipated").back(),
              (1 - e * e) * I1 * I2 / (I1 + I2) * w * w / 2, kGlobal);
  test::expect_energy_balance(system, 5.0, kGlobal);
}

TEST_P(RigidContactIn, BoundsTheImpulseOfFrictionByThatOfTheImpact) {
  // A ball thrown obliquely onto the floor: v' = v − min(μ (1 + e) vn, 2/7 u) along the slip u, and
  // ω' R = ω R + 5/2 of it.
  constexpr double kRadius = 0.1, kMassOfBall = 3.0, kRestitution = 0.8;
  for (const double friction : {0.1, 0.9}) {
    Model model;
    model.simulate.formulation = GetParam();
    model.world.gravity = {0.0, 0.0, 0.0};
    RigidBody ball{.mass = kMassOfBall, .inertia = Sphere{kRadius}};
    ball.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kRadius + 0.5);
    ball.initial->velocity = Vector3<Expr>(2.0, 0.0, -1.0);
    ball.initial->angular_velocity = Vector3<Expr>(0.0, -5.0, 0.0);
    model.add<RigidBody>("ball", ball);
    model.add<Contact>("floor", {.between = {"world", "ball"},
                                 .radius = kRadius,
                                 .restitution = kRestitution,
                                 .friction = friction});
    const System system = make_system(model);
    const Results r = test::run(
        system, 1.0, {"ball.velocity", "ball.angular_velocity", "system.energy.dissipated"});
    const double slip = 2.0 + 5.0 * kRadius;
    const double change = std::min(friction * (1 + kRestitution) * 1.0, 2.0 / 7.0 * slip);
    EXPECT_NEAR(r.values("ball.velocity.x").back(), 2.0 - change, 1e-12);
    EXPECT_NEAR(r.values("ball.velocity.z").back(), kRestitution, 1e-12);
    EXPECT_NEAR(r.values("ball.angular_velocity.y").back() * kRadius, -5.0 * kRadius + 2.5 * change,
                1e-12);
    test::expect_energy_balance(system, 1.0, kGlobal);
  }
}

TEST(Contact, LetsABoxTumbleToRest) {
  // A box thrown onto the floor ends on one of its faces, and what it had is dissipated: the energy
  // balance holds through all impacts, and the least height of its centre is half of its least
  // edge.
  Model model;
  const Box shape{{0.3, 0.2, 0.1}};
  RigidBody box{.mass = 2.0, .inertia = shape};
  box.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 0.4);
  box.initial->velocity = Vector3<Expr>(0.8, 0.1, 0.0);
  box.initial->angular_velocity = Vector3<Expr>(1.0, 4.0, -2.0);
  model.add<RigidBody>("box", box);
  model.add<Contact>(
      "floor", {.between = {"world", "box"}, .second = shape, .restitution = 0.3, .friction = 0.5});
  const System system = make_system(model);
  const Results r = test::run(system, 4.0,
                              {"box.position.z", "box.velocity", "floor.touching",
                               "floor.normal_force", "floor.penetration"},
                              0.02);
  const double z = r.values("box.position.z").back();
  EXPECT_TRUE(std::abs(z - 0.05) < kGlobal || std::abs(z - 0.1) < kGlobal ||
              std::abs(z - 0.15) < kGlobal)
      << z;
  EXPECT_GE(r.values("floor.touching").back(), 3.0);  // the fourth carries nothing then
  EXPECT_NEAR(r.values("floor.normal_force").back(), 2.0 * kGravity, 1e-7);
  for (const char* axis : {".x", ".y", ".z"})
    EXPECT_NEAR(r.values(std::string("box.velocity") + axis).back(), 0.0, kGlobal);
  for (std::size_t i = 0; i < r.row_count(); ++i)
    EXPECT_LT(number_of(r, i, "floor.penetration"), kGlobal);
  test::expect_energy_balance(system, 4.0, kGlobal);
}

TEST_P(RigidContactIn, PressesWhereItSlidesThoughStickingWouldPull) {
  // A rod leans at 45° with its tip on the floor, from rest, and a force F = 3 m g pulls its centre
  // to the side. With the tip's inverse masses Gₙₙ = 1/m + b²/I, Gₙₜ = −b²/I a tip that sticks
  // would have to pull, N = (g + Gₙₜ (F/m)/Gₜₜ)/(Gₙₙ − Gₙₜ²/Gₜₜ) < 0; one that slides presses with
  // N = g/(Gₙₙ − μ Gₙₜ), and does slide. To leave is no solution: without a force it accelerates
  // into the floor.
  const double m = 1.0, I = 0.06, b = 0.3, mu = 0.3, F = 3 * m * kGravity;
  const double nn = 1 / m + b * b / I, nt = -b * b / I;
  ASSERT_LT(kGravity + nt * (F / m) / nn, 0.0);
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody rod{.mass = m, .inertia = InertiaMatrix{{I, I, I}}};
  rod.frames.add("tip", {.at = {-b, 0.0, -b}});
  rod.initial.emplace().position = Vector3<Expr>(0.0, 0.0, b);
  model.add<RigidBody>("rod", rod);
  model.add<Force>("pull", {.on = "rod.com", .force = {F, 0.0, 0.0}});
  model.add<Contact>("floor",
                     {.between = {"world", "rod.tip"}, .restitution = 0.0, .friction = mu});
  const System system = make_system(model);
  const Results r = test::run(system, 0.05,
                              {"floor.normal_force", "floor.friction_force", "floor.touching",
                               "rod.tip.velocity.x", "floor.penetration"},
                              0.01);
  const double N = kGravity / (nn - mu * nt), a = F / m + nt * N - nn * mu * N;
  EXPECT_NEAR(r.values("floor.normal_force")[0], N, 1e-9);
  EXPECT_NEAR(r.values("floor.friction_force.x")[0], -mu * N, 1e-9);
  EXPECT_GT(a, 0.0);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_EQ(number_of(r, i, "floor.touching"), 1.0);
    EXPECT_NEAR(number_of(r, i, "floor.penetration"), 0.0, kGlobal);
  }
}

TEST_P(RigidContactIn, CarriesABoxOnABeltThatIsShaken) {
  // The belt is at A sin ωt, the box begins at rest: it slides with μ g until its speed is that of
  // the belt, which is slowed down faster then, until they meet again; it sticks up to A ω² |sin
  // ωt| = μ g, and slides. It turns by a trifle, so that its corners do not stop quite at once: one
  // that stopped before the others would break away against them, and the box before its time.
  const double A = 0.05, w = 8.0, mu = 0.2, a = mu * kGravity, until = 0.49;
  Model model;
  model.simulate.formulation = GetParam();
  model.add<RigidBody>("belt", {.mass = 10.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  Prismatic drive{.between = {"world", "belt"}, .axis = "x"};
  drive.motion = A * sin(w * model.time());
  model.add<Prismatic>("drive", drive);
  const Box shape{{0.3, 0.3, 0.2}};
  RigidBody box{.mass = 1.5, .inertia = shape};
  box.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 0.1);
  box.initial->angular_velocity = Vector3<Expr>(0.0, 0.0, 3e-6);
  model.add<RigidBody>("box", box);
  model.add<Contact>(
      "floor", {.between = {"belt", "box"}, .second = shape, .restitution = 0.0, .friction = mu});
  // When a (t − from) + v, or its opposite slope, is the belt's speed.
  const auto meet = [&](double v, double slope, double from, double low, double high) {
    for (int k = 0; k < 60; ++k) {
      const double t = 0.5 * (low + high);
      const bool is_before = (v + slope * (t - from) - A * w * std::cos(w * t)) * slope < 0;
      (is_before ? low : high) = t;
    }
    return low;
  };
  const double t1 = meet(0.0, a, 0.0, 0.0, 0.2), v1 = a * t1, t2 = meet(v1, -a, t1, 0.25, 0.46);
  const double t3 = (std::numbers::pi + std::asin(a / (A * w * w))) / w;
  const double x2 = a * t1 * t1 / 2 + v1 * (t2 - t1) - a * (t2 - t1) * (t2 - t1) / 2;
  const double x3 = x2 + A * (std::sin(w * t3) - std::sin(w * t2)), v3 = A * w * std::cos(w * t3);
  ASSERT_LT(t2, t3);
  SimulateSettings settings = test::tape_settings(until, 0.1, 1e-8);
  settings.interval.reset();  // a row for each step
  const Results r = simulate(make_system(model), settings, {"box.position"});
  const double t = until - t3;
  EXPECT_NEAR(r.values("box.position.x").back(), x3 + v3 * t + a * t * t / 2, kStopped);
  EXPECT_NEAR(r.values("box.position.y").back(), 0.0, kStopped);
  constexpr std::size_t kFew = 2000;  // 14 000 before
  EXPECT_LT(r.row_count(), kFew);
}

TEST(Contact, ComesToRestOnAnEdgeInFewSteps) {
  // A box that ends on one of its edges: of the two points there one sticks, and the other slides
  // more and more slowly without turning. It sticks, too, where it has hardly any speed left; else
  // the two hand the load to each other in 66 000 steps.
  Model model;
  RigidBody box{.mass = 2.0, .inertia = Box{{0.3, 0.2, 0.12}}};
  box.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 0.4);
  box.initial->orientation =
      Orientation::axis_angle({-1.267, 0.7, 0.524}, 4.02 * std::numbers::pi / 180);
  box.initial->velocity = Vector3<Expr>(0.08, -0.8, -0.64);
  box.initial->angular_velocity = Vector3<Expr>(-1.051, -2.967, 1.711);
  model.add<RigidBody>("box", box);
  model.add<Contact>("floor", {.between = {"world", "box"},
                               .second = Box{{0.3, 0.2, 0.1}},
                               .restitution = 0.6,
                               .friction = 0.8});
  const System system = make_system(model);
  SimulateSettings settings = test::tape_settings(1.2, 0.1, 1e-8);
  settings.interval.reset();  // a row for each step
  constexpr std::size_t kFew = 3000;
  EXPECT_LT(simulate(system, settings, {"box.position.z"}).row_count(), kFew);
  test::expect_energy_balance(system, 1.2, kGlobal);
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

TEST(Contact, SticksTrulyWhereItIsCompliant) {
  // On a slope below its angle of friction a point sinks in to N/k and stays, where regularised
  // friction creeps: by slip_speed · tan/√(μ² − tan²) each second.
  const double slope = 0.3, friction = 0.4, stiffness = 1e4, m = 1.5;
  const double sag = m * kGravity * std::cos(slope) / stiffness;
  for (const bool sticks : {true, false}) {
    Model model = with_slope(Formulation::recursive, slope);
    PointMass point{.mass = m};
    point.initial.emplace().position = Vector3<Expr>(0.0, 0.0, -sag);
    model.add<PointMass>("point", point);
    model.add<Contact>("floor", {.between = {"world", "point"},
                                 .stiffness = stiffness,
                                 .friction = friction,
                                 .sticking = sticks});
    const Results r =
        test::run(make_system(model), 10.0, {"point.position", "floor.friction_force"}, 5.0);
    const double t = std::tan(slope);
    const double creep = sticks ? 0.0 : 0.01 * t / std::sqrt(friction * friction - t * t);
    EXPECT_NEAR(number_of(r, 2, "point.position.x") - number_of(r, 1, "point.position.x"),
                5.0 * creep, kGlobal);
    EXPECT_NEAR(number_of(r, 2, "floor.friction_force.x"), -m * kGravity * std::sin(slope), 1e-7);
  }
}

TEST(Contact, BreaksAwayAtItsStaticFriction) {
  // A force that grows as 2 N/s · t tears a point off at μₛ m g, and it is then 2 t − μ m g.
  const double m = 1.0, friction = 0.3, still = 0.5;
  Model model;
  PointMass point{.mass = m};
  model.add<PointMass>("point", point);
  model.add<Contact>("floor", {.between = {"world", "point"},
                               .restitution = 0.0,
                               .friction = friction,
                               .static_friction = still});
  model.world.gravity = {2.0 * model.time(), 0.0, -kGravity};
  const double from = still * kGravity / 2;
  const Results r =
      test::run(make_system(model), from + 1.0, {"point.velocity", "point.position"}, from + 1.0);
  const double t0 = from, t1 = from + 1.0;
  const auto v = [&](double t) { return t * t - t0 * t0 - friction * kGravity * (t - t0); };
  EXPECT_NEAR(r.values("point.velocity.x").back(), v(t1), kStopped);
}

// Painlevé's paradox: a rod that slides with its end ahead, at 45° with friction 2, would be pushed
// into the ground by N itself, 1 + 3 cos (cos − μ sin) = −1/2 of 1/m: no N >= 0 holds it. What is
// left is an impact without collision (L. Lecornu, C. R. Acad. Sci. 140 (1905) 847; D. E. Stewart,
// SIAM Rev. 42 (2000) 3) that stops the end: angular momentum about it stays, m v h = (J + m l²) ω,
// and the rod turns about its end then.
TEST_P(RigidContactIn, StopsPainlevesRodByAnImpactWithoutCollision) {
  constexpr double m = 1.0, l = 1.0, J = m * l * l / 3, v = 2.0, until = 1e-3;
  const double h = l * std::sqrt(0.5);
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody rod{.mass = m, .inertia = InertiaMatrix{{0.001, J, J}}};
  rod.frames.add("tip", {.at = {l, 0.0, 0.0}});
  rod.initial.emplace().position = Vector3<Expr>(0.0, 0.0, h);
  rod.initial->orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, M_PI / 4);
  rod.initial->velocity = Vector3<Expr>(v, 0.0, 0.0);
  model.add<RigidBody>("rod", rod);
  model.add<Contact>("floor",
                     {.between = {"world", "rod.tip"}, .restitution = 0.0, .friction = 2.0});
  const Results r = test::run(make_system(model), until,
                              {"rod.angular_velocity", "rod.velocity", "rod.position",
                               "floor.normal_force", "floor.touching", "floor.sticking_points"},
                              until);
  const double inertia = J + m * l * l, omega = m * v * h / inertia;
  const double slowing = m * kGravity * h / inertia;
  // The rate of the second derivative is some g ω/l: 1e-5 (rad/s) over 1 ms.
  const std::size_t last = r.row_count() - 1;
  EXPECT_NEAR(number_of(r, last, "rod.angular_velocity.y"), omega - slowing * until, 1e-5);
  EXPECT_NEAR(number_of(r, last, "rod.velocity.x"),
              number_of(r, last, "rod.angular_velocity.y") * number_of(r, last, "rod.position.z"),
              kGlobal);
  EXPECT_EQ(number_of(r, last, "floor.sticking_points"), 1.0);
  for (std::size_t i = 0; i < r.row_count(); ++i)
    EXPECT_GE(number_of(r, i, "floor.normal_force"), 0.0);
}

/// What an impact of a rod on its end does, along a line of impulses p (normal) and q: by small
/// steps of p (E. J. Routh, Dynamics of a System of Rigid Bodies, 1905, part I, art. 183), up to e²
/// of the work of compression. Returns the rates of the end after it.
struct RodImpact {
  double normal, slip;
};
RodImpact integrate_rod_impact(double mass, double inertia, double along, double across, double w,
                               double u, double restitution, double friction) {
  // Of an impulse (q, p) at the end, at (along, −across) from the centre.
  const double g_nn = 1 / mass + along * along / inertia, g_nt = along * across / inertia,
               g_tt = 1 / mass + across * across / inertia;
  const double step = 1e-6;
  double compression = 0.0, restored = 0.0;
  bool is_restoring = false;
  while (true) {
    double slope = -friction * (u > 0 ? 1.0 : -1.0);
    const double rate = g_nt + g_tt * slope;
    if (std::abs(u) <= std::abs(rate) * step) {
      const double held = -g_nt / g_tt;
      slope = std::clamp(held, -friction, friction);
      if (slope == held) u = 0.0;
    }
    const double next = w + step * (g_nn + g_nt * slope);
    const double work = -0.5 * (w + next) * step;
    is_restoring = is_restoring || next > 0.0;
    if (is_restoring) {
      restored -= work;
      if (restored >= restitution * restitution * compression) return {w, u};
    } else {
      compression += work;
    }
    w = next;
    u += step * (g_nt + g_tt * slope);
  }
}

// Kane's paradox (T. R. Kane, D. A. Levinson, Dynamics, 1985): by Newton's law of restitution and
// Coulomb's of friction a rod that falls on its end may gain energy where its slip is reversed. By
// the work of restitution it never does, and where the slip keeps its direction the two agree.
TEST_P(RigidContactIn, AnImpactWithFrictionGainsNoEnergy) {
  constexpr double m = 1.0, l = 0.5, J = m * l * l / 3;
  const double c = l * std::sqrt(0.5);  // to the end, along and down
  struct Case {
    double e, friction, slip;
  };
  for (const Case& k : {Case{1.0, 0.4, 0.0}, Case{1.0, 0.4, 0.3}, Case{1.0, 0.1, 1.0},
                        Case{0.6, 0.4, 0.5}, Case{0.6, 1.2, -0.4}, Case{0.0, 0.4, 0.3}}) {
    Model model;
    model.simulate.formulation = GetParam();
    model.world.gravity = {0.0, 0.0, 0.0};
    RigidBody rod{.mass = m, .inertia = InertiaMatrix{{0.001, J, J}}};
    rod.frames.add("tip", {.at = {l, 0.0, 0.0}});
    rod.initial.emplace().position = Vector3<Expr>(0.0, 0.0, c + 0.01);
    rod.initial->orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, M_PI / 4);
    rod.initial->velocity = Vector3<Expr>(k.slip, 0.0, -1.0);
    model.add<RigidBody>("rod", rod);
    model.add<Contact>(
        "floor", {.between = {"world", "rod.tip"}, .restitution = k.e, .friction = k.friction});
    const Results r = test::run(make_system(model), 0.010001,
                                {"rod.velocity", "rod.angular_velocity.y", "system.energy.total",
                                 "system.energy.dissipated"},
                                0.010001);
    const std::size_t last = r.row_count() - 1;
    // Of an end at (c, −c) the rates are those of the centre and ω × r: v + ω (−c), w − ω c.
    const double omega = number_of(r, last, "rod.angular_velocity.y");
    const double slip = number_of(r, last, "rod.velocity.x") - omega * c,
                 normal = number_of(r, last, "rod.velocity.z") - omega * c;
    const RodImpact by_steps = integrate_rod_impact(m, J, c, c, -1.0, k.slip, k.e, k.friction);
    // Steps of 1e-6 N s, over slopes of up to 10/kg, and ω² c for a microsecond after the impact.
    EXPECT_NEAR(slip, by_steps.slip, 2e-4) << k.e << ' ' << k.friction << ' ' << k.slip;
    EXPECT_NEAR(normal, by_steps.normal, 2e-4) << k.e << ' ' << k.friction << ' ' << k.slip;
    const double energy = number_of(r, 0, "system.energy.total");
    EXPECT_GE(number_of(r, last, "system.energy.dissipated"), -1e-12 * energy);
    EXPECT_NEAR(
        number_of(r, last, "system.energy.total") + number_of(r, last, "system.energy.dissipated"),
        energy, kGlobal * energy);
    if (k.friction == 0.1) EXPECT_NEAR(normal, k.e, 2e-4);  // Newton's
  }
}

// A rod that falls flat on two supports at x and y > x on the same side of its centre of mass hits
// the nearer one only, with P = (1 + e) w/(1/m + x²/J): at the farther one it leaves, for 1/m + x
// y/J exceeds 1/m + x²/J, and an impulse there would pull.
TEST_P(RigidContactIn, ASupportDoesNotPullInAnImpact) {
  constexpr double m = 2.0, J = 0.3, x = 0.1, y = 0.5, w = 1.0;
  for (const double e : {0.0, 0.7}) {
    Model model;
    model.simulate.formulation = GetParam();
    model.world.gravity = {0.0, 0.0, 0.0};
    RigidBody rod{.mass = m, .inertia = InertiaMatrix{{0.001, J, J}}};
    rod.frames.add("near", {.at = {x, 0.0, 0.0}});
    rod.frames.add("far", {.at = {y, 0.0, 0.0}});
    rod.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 0.05);
    rod.initial->velocity = Vector3<Expr>(0.0, 0.0, -w);
    model.add<RigidBody>("rod", rod);
    model.add<Contact>("near", {.between = {"world", "rod.near"}, .restitution = e});
    model.add<Contact>("far", {.between = {"world", "rod.far"}, .restitution = e});
    const Results r = test::run(
        make_system(model), 0.050001,
        {"rod.velocity.z", "rod.angular_velocity.y", "system.energy.dissipated"}, 0.050001);
    const std::size_t last = r.row_count() - 1;
    const double per_mass = 1 / m + x * x / J, P = (1 + e) * w / per_mass;
    EXPECT_NEAR(number_of(r, last, "rod.angular_velocity.y"), -P * x / J, 1e-5);
    EXPECT_NEAR(number_of(r, last, "rod.velocity.z"), -w + P / m, 1e-5);
    EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), (1 - e * e) * w * w / per_mass / 2,
                kGlobal);
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
