// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts that are rigid, or whose friction sticks, against closed forms.
#include <numbers>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/contact.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/joints/prismatic.h"
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

}  // namespace
}  // namespace holon
