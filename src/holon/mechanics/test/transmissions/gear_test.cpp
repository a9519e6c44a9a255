// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/gear.h"

#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/forces/torque.h"
#include "holon/mechanics/parts/joints/universal.h"
#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::kSecondInertia;
using test::number_of;
using test::two_wheels;

class GearIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, GearIn, test::all_formulations(), test::formulation_of);

TEST_P(GearIn, AcceleratesTwoWheelsAsOne) {
  // J1 ω1' = T − F,  J2 ω2' = n F,  ω1 = n ω2.
  for (const double n : {5.0, -5.0}) {
    Model model = two_wheels(GetParam(), 2.0);
    model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n});
    const System system = make_system(model);
    const double a = 2.0 / (kFirstInertia + kSecondInertia / (n * n));
    const Results r =
        test::run(system, 1.0, {"a.rate", "b.rate", "b.angle", "gear.tooth_torque", "gear.power"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time");
      EXPECT_NEAR(number_of(r, k, "a.rate"), a * t, 100 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "b.angle"), 0.5 * a * t * t / n, 10 * kGlobal);
      const double force = 2.0 - kFirstInertia * a;
      EXPECT_NEAR(number_of(r, k, "gear.tooth_torque"), force, kGlobal);
      EXPECT_NEAR(number_of(r, k, "gear.power"), force * a * t, 100 * kGlobal);
    }
    test::expect_energy_account(system, 1.0);
  }
}

TEST_P(GearIn, LosesPowerWhicheverSideDrives) {
  // Driven at the first side F = F₀, n η F = J2 ω2'; at the second −η F = J1 ω1', n F + T = J2 ω2'.
  const double n = 5.0, eta = 0.8;
  for (const bool forward : {true, false}) {
    Model model = two_wheels(GetParam(), forward ? 2.0 : 0.0, forward ? 0.0 : 7.0);
    model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n, .efficiency = eta});
    const System system = make_system(model);
    const double a = forward ? 2.0 / (kFirstInertia + kSecondInertia / (n * n * eta))
                             : n * 7.0 / (kSecondInertia + n * n * kFirstInertia / eta);
    const double force = forward ? kSecondInertia * a / (n * n * eta) : -kFirstInertia * a / eta;
    const Results r = test::run(system, 1.0, {"a.rate", "gear.tooth_torque", "gear.loss"});
    for (std::size_t k = 1; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time");
      EXPECT_NEAR(number_of(r, k, "a.rate"), a * t, 100 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "gear.tooth_torque"), force, 10 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "gear.loss"), (1 - eta) * std::abs(force) * a * t, 100 * kGlobal);
    }
    test::expect_energy_account(system, 1.0);
  }
}

TEST_P(GearIn, HoldsALoadByItsFriction) {
  // 50 N m at the second side: 5 N m at the first. It is held while the motor gives between
  // 5 η and 5/η; beyond that the load rises or falls.
  const double n = 10.0, eta = 0.8;
  for (const double ramp : {0.5, -0.5}) {
    Model model = two_wheels(GetParam(), [&](const Model& m, Revolute& a, Revolute& b) {
      a.torque = 5.0 + ramp * m.time();
      b.torque = -50.0;
    });
    model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n, .efficiency = eta});
    const System system = make_system(model);
    const double begins = ramp > 0 ? (5 / eta - 5) / ramp : (5 * eta - 5) / ramp;
    // Rising: J1 a + (50 + J2 a/n)/(n η) = T; falling: J1 a + η (50 + J2 a/n)/n = T.
    const double share = ramp > 0 ? 1 / eta : eta;
    const double inertia = kFirstInertia + kSecondInertia * share / (n * n);
    const Results r = test::run(system, 4.0, {"a.rate", "a.angle", "gear.friction_torque"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time"), late = std::max(0.0, t - begins);
      EXPECT_NEAR(number_of(r, k, "a.rate"), 0.5 * ramp * late * late / inertia, 1000 * kGlobal)
          << t;
      if (t < begins - 1e-6)
        EXPECT_NEAR(number_of(r, k, "gear.friction_torque"), -ramp * t, 10 * kGlobal);
    }
    test::expect_energy_account(system, 4.0);
  }
}

TEST_P(GearIn, HasBacklashWithImpacts) {
  // The first side crosses half of the backlash at 1 rad/s, then P changes both: with ω = ω1 − n ω2
  // afterwards −e ω, P = (1 + e) ω/(1/J1 + n²/J2).
  const double n = 4.0, clearance = 0.02, e = 0.3;
  Model model =
      two_wheels(GetParam(), [](const Model&, Revolute& a, Revolute&) { a.initial.rate = 1.0; });
  model.add<Gear>(
      "gear", {.joints = {"a", "b"}, .ratio = n, .backlash = Expr(clearance), .restitution = e});
  const System system = make_system(model);
  const double touches = 0.5 * n * clearance;
  const double P = (1 + e) / (1 / kFirstInertia + n * n / kSecondInertia);
  const double first = 1 - P / kFirstInertia, second = n * P / kSecondInertia;
  const Results r = test::run(system, 2 * touches, {"a.rate", "b.rate", "gear.play"}, touches / 2);
  EXPECT_NEAR(number_of(r, 1, "a.rate"), 1.0, kGlobal);
  EXPECT_NEAR(number_of(r, 1, "gear.play"), 0.5 * touches, kGlobal);
  EXPECT_NEAR(number_of(r, 3, "a.rate"), first, kGlobal);
  EXPECT_NEAR(number_of(r, 3, "b.rate"), second, kGlobal);
  EXPECT_NEAR(number_of(r, 4, "gear.play"), touches + touches * (first - n * second), kGlobal);
  test::expect_energy_account(system, 1.0);
}

TEST_P(GearIn, PushesThroughItsBacklashWithoutBouncing) {
  // A constant torque: after the plastic impacts both move as with a rigid gear.
  Model model = two_wheels(GetParam(), 2.0);
  const double n = 4.0;
  model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n, .backlash = Expr(0.02)});
  const System system = make_system(model);
  const Results r = test::run(
      system, 1.0, {"a.acceleration", "gear.play", "gear.tooth_torque", "a.rate", "b.rate"});
  const std::size_t last = r.row_count() - 1;
  const double a = 2.0 / (kFirstInertia + kSecondInertia / (n * n));
  EXPECT_NEAR(number_of(r, last, "a.acceleration"), a, 1e-6);
  EXPECT_NEAR(number_of(r, last, "gear.play"), 0.04, kGlobal);
  EXPECT_NEAR(number_of(r, last, "a.rate"), n * number_of(r, last, "b.rate"), 10 * kGlobal);
  EXPECT_NEAR(number_of(r, last, "gear.tooth_torque"), 2.0 - kFirstInertia * a, 1e-6);
  test::expect_energy_account(system, 1.0);
}

TEST_P(GearIn, OnACarrierMakesAPlanetarySet) {
  // Sun and planet turn on the carrier, the ring is fixed: on the carrier it turns at −ω_c. Willis:
  // (ω_s − ω_c)/(−ω_c) = −z_r/z_s. By energies, with ω_s = 4 ω_c and ω_p = −2 ω_c,
  // ω_s' = T/(J_s + (J_c + m_p r² + 4 J_p)/16).
  const double zs = 24, zr = 72, zp = 24;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.simulate.formulation = GetParam();
  model.output("system.energy.supplied");
  const auto wheel = [](double m, double J) {
    return RigidBody{.mass = m, .inertia = InertiaMatrix{{J, J, J}}};
  };
  const double Js = 0.01, Jc = 0.2, Jp = 0.004, mp = 0.5, arm = 0.12, torque = 3.0;
  RigidBody carrier = wheel(2.0, Jc);
  carrier.frames.add("planet", {.at = {0.0, arm, 0.0}});
  model.add<RigidBody>("carrier", carrier);
  model.add<RigidBody>("sun", wheel(1.0, Js));
  model.add<RigidBody>("planet", wheel(mp, Jp));
  model.add<Revolute>("c", {.between = {"world", "carrier"}, .axis = "x"});
  model.add<Revolute>("s", {.between = {"carrier", "sun"}, .axis = "x"});
  model.add<Revolute>("p", {.between = {"carrier.planet", "planet"}, .axis = "x"});
  model.add<Gear>("sun_planet", {.joints = {"s", "p"}, .ratio = -zp / zs});
  model.add<Gear>("planet_ring", {.joints = {"p", "c"}, .ratio = -zr / zp});
  model.add<Torque>("motor", {.on = "sun", .torque = {torque, 0.0, 0.0}});
  const System system = make_system(model);
  const Results r = test::run(
      system, 1.0,
      {"sun.angular_velocity.x", "carrier.angular_velocity.x", "planet.angular_velocity.x"});
  const double a = torque / (Js + (Jc + mp * arm * arm + 4 * Jp) / 16);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double sun = a * number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "sun.angular_velocity.x"), sun, 100 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "carrier.angular_velocity.x"), sun / 4, 100 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "planet.angular_velocity.x"), -sun / 2, 100 * kGlobal);
  }
  test::expect_energy_account(system, 1.0);
}

TEST_P(GearIn, LosesPowerIndependentlyOfAnotherGear) {
  // Two machines in one model, whose losses are two algebraic loops through the same equations.
  const double n = 5.0, eta = 0.8;
  Model model = two_wheels(GetParam(), 2.0);
  model.add<RigidBody>("third", {.mass = 1.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  model.add<RigidBody>("fourth", {.mass = 1.0, .inertia = InertiaMatrix{{0.3, 0.3, 0.3}}});
  model.add<Revolute>("c", {.between = {"world", "third"}, .torque = 1.5});
  model.add<Revolute>("d", {.between = {"world", "fourth"}});
  model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n, .efficiency = eta});
  model.add<Gear>("other", {.joints = {"c", "d"}, .ratio = 2.0, .efficiency = 0.9});
  const System system = make_system(model);
  const Results r = test::run(system, 1.0, {"a.rate", "c.rate"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "a.rate"),
                2.0 * t / (kFirstInertia + kSecondInertia / (n * n * eta)), 100 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "c.rate"), 1.5 * t / (0.1 + 0.3 / (4 * 0.9)), 10 * kGlobal);
  }
  test::expect_energy_account(system, 1.0);
}

TEST(Gear, FollowsAPrescribedMotion) {
  Model model;
  model.add<RigidBody>("first", {.mass = 1.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  model.add<RigidBody>("second", {.mass = 1.0, .inertia = InertiaMatrix{{0.4, 0.4, 0.4}}});
  model.add<Revolute>("a", {.between = {"world", "first"}, .motion = sin(model.time())});
  model.add<Revolute>("b", {.between = {"world", "second"}});
  model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = 2.0});
  const Results r = test::run(make_system(model), 2.0, {"b.angle", "a.motion_torque"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "b.angle"), 0.5 * std::sin(t), kGlobal);
    EXPECT_NEAR(number_of(r, k, "a.motion_torque"), -(0.1 + 0.1) * std::sin(t), kGlobal);
  }
}

TEST_P(GearIn, TakesWhatItTransmitsFromAPrescribedMotion) {
  // ω1 = sin t drives J2 with the damping d through the ratio n: the drive gives
  // (J1 + J2/n²) ω1 ω1' + d ω1²/n², whose integral to t is
  // ½ (J1 + J2/n²) sin² t + d/n² (t/2 − sin 2t/4).
  const double n = -2.0, d = 0.3;
  enum class As { gear, equation, velocity_equation };
  for (const As as : {As::gear, As::equation, As::velocity_equation}) {
    Model model = two_wheels(GetParam(), [&](const Model& m, Revolute& a, Revolute& b) {
      a.motion = 1.0 - cos(m.time());
      b.damping = d;
    });
    if (as == As::velocity_equation) {
      model.add<Constraint>(
          "gear", {.velocity_equations = {model.output("a.rate") - n * model.output("b.rate")}});
    } else if (as == As::equation) {
      model.add<Constraint>("gear",
                            {.equations = {model.output("a.angle") - n * model.output("b.angle")}});
    } else {
      model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n});
    }
    const System system = make_system(model);
    const Results r = test::run(system, 3.0, {"system.power", "system.energy.supplied"});
    const double J = kFirstInertia + kSecondInertia / (n * n), loss = d / (n * n);
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time"), w = std::sin(t);
      EXPECT_NEAR(number_of(r, k, "system.power"), J * w * std::cos(t) + loss * w * w,
                  10 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "system.energy.supplied"),
                  0.5 * J * w * w + loss * (0.5 * t - 0.25 * std::sin(2 * t)), 10 * kGlobal);
    }
    test::expect_energy_account(system, 3.0);
  }
}

TEST_P(GearIn, LosesPowerFromAPrescribedMotion) {
  // ω1 = cos t + 2 > 0 turns J2 with the damping d, which always takes torque from the mesh:
  // F = (J2 ω1' + d ω1)/(n² η), and the loss is (1 − η) F ω1. Whichever joint is named first.
  const double n = 2.0, eta = 0.8, d = 2.0;
  for (const bool is_first : {true, false}) {
    Model model = two_wheels(GetParam(), [&](const Model& m, Revolute& a, Revolute& b) {
      a.motion = sin(m.time()) + 2.0 * m.time();
      b.damping = d;
      b.initial.rate = 3.0 / n;
    });
    if (is_first) {
      model.add<Gear>("gear", {.joints = {"a", "b"}, .ratio = n, .efficiency = eta});
    } else {
      model.add<Gear>("gear", {.joints = {"b", "a"}, .ratio = 1 / n, .efficiency = eta});
    }
    const System system = make_system(model);
    const Results r = test::run(system, 3.0, {"gear.loss", "b.rate"});
    for (std::size_t k = 1; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time"), w = std::cos(t) + 2.0;
      const double force = (-kSecondInertia * std::sin(t) + d * w) / (n * n * eta);
      EXPECT_NEAR(number_of(r, k, "b.rate"), w / n, 10 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "gear.loss"), (1 - eta) * force * w, 100 * kGlobal);
    }
    test::expect_energy_account(system, 3.0);
  }
}

TEST_P(GearIn, HitsAWheelThatAPrescribedMotionDrives) {
  // The first side turns at Ω whatever happens. At its flank the second goes from 0 to
  // (1 + e) Ω/n: the impulse P = (1 + e) J2 Ω/n² takes the work P Ω from the drive, of which
  // ½ (1 − e²) J2 Ω²/n² is lost, at t = n b/(2 Ω).
  const double n = 4.0, clearance = 0.02, e = 0.3, speed = 1.5;
  Model model = two_wheels(
      GetParam(), [&](const Model& m, Revolute& a, Revolute&) { a.motion = speed * m.time(); });
  model.add<Gear>(
      "gear", {.joints = {"a", "b"}, .ratio = n, .backlash = Expr(clearance), .restitution = e});
  const System system = make_system(model);
  const double hits = 0.5 * n * clearance / speed;
  const Results r = test::run(
      system, 2 * hits, {"b.rate", "system.energy.supplied", "system.energy.dissipated"}, hits / 2);
  const double reduced = kSecondInertia / (n * n), square = speed * speed;
  EXPECT_NEAR(number_of(r, 1, "system.energy.supplied"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, 3, "b.rate"), (1 + e) * speed / n, kGlobal);
  EXPECT_NEAR(number_of(r, 3, "system.energy.supplied"), (1 + e) * reduced * square, kGlobal);
  EXPECT_NEAR(number_of(r, 3, "system.energy.dissipated"), 0.5 * (1 - e * e) * reduced * square,
              kGlobal);
  test::expect_energy_account(system, 1.0);
}

TEST(Gear, SaysWhatIsWrong) {
  const auto errors = [](Gear gear) {
    Model model = two_wheels(Formulation::recursive);
    model.add<RigidBody>("cart", {.mass = 1.0, .inertia = InertiaMatrix{{0.4, 0.4, 0.4}}});
    model.add<Prismatic>("rail", {.between = {"world", "cart"}});
    model.add<RigidBody>("cross", {.mass = 1.0, .inertia = InertiaMatrix{{0.4, 0.4, 0.4}}});
    model.add<Universal>("cardan", {.between = {"cart", "cross"}, .axis = "x", .axis2 = "y"});
    model.add<Gear>("gear", std::move(gear));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.joints = {"a", "bb"}, .ratio = 2.0}),
            "parts/gear: joints: there is no joint 'bb'; there is 'a', 'b' and 'cardan'\n");
  EXPECT_EQ(errors({.joints = {"a"}, .ratio = 2.0}),
            "parts/gear: 'joints' takes 2 joints, not 1\n");
  EXPECT_EQ(errors({.joints = {"a", "a"}, .ratio = 2.0}),
            "parts/gear: joints: both are the same joint, 'a'; name two joints\n");
  EXPECT_EQ(errors({.joints = {"a", "rail"}, .ratio = 2.0}),
            "parts/gear: joints: 'rail' is not an angle of a joint; name a Revolute joint\n");
  EXPECT_EQ(errors({.joints = {"a", "cardan"}, .ratio = 2.0}),
            "parts/gear: joints: 'cardan' has several angles; name one: 'cardan.angle1' or "
            "'cardan.angle2'\n");
  EXPECT_EQ(errors({.joints = {"a", "cardan.angle2"}, .ratio = 2.0}), "");
  EXPECT_EQ(errors({.joints = {"a", "b"}, .ratio = 0.0}),
            "parts/gear: a ratio of 0 would stop the first joint; give the ratio of the teeth\n");
  EXPECT_EQ(errors({.joints = {"a", "b"}, .ratio = 2.0, .restitution = 0.5}),
            "parts/gear: 'restitution' has no effect without 'backlash'; leave it out\n");
}

}  // namespace
}  // namespace holon
