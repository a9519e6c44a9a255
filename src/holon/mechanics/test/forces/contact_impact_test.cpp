// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Impacts of rigid contacts, with and without friction, against closed forms.
#include <algorithm>
#include <cmath>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/contact.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGlobal;
using test::kGravity;
using test::number_of;

class ContactImpactIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, ContactImpactIn, test::all_formulations(), test::formulation_of);

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

TEST_P(ContactImpactIn, SwapsTheSpeedsOfTwoBallsOfACradle) {
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

TEST_P(ContactImpactIn, KeepsTheMomentumOfAnImpactThatLosesEnergy) {
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

TEST_P(ContactImpactIn, BoundsTheImpulseOfFrictionByThatOfTheImpact) {
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

// Painlevé's paradox: a rod that slides with its end ahead, at 45° with friction 2, would be pushed
// into the ground by N itself, 1 + 3 cos (cos − μ sin) = −1/2 of 1/m: no N >= 0 holds it. What is
// left is an impact without collision (L. Lecornu, C. R. Acad. Sci. 140 (1905) 847; D. E. Stewart,
// SIAM Rev. 42 (2000) 3) that stops the end: angular momentum about it stays, m v h = (J + m l²) ω,
// and the rod turns about its end then.
TEST_P(ContactImpactIn, StopsPainlevesRodByAnImpactWithoutCollision) {
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
TEST_P(ContactImpactIn, AnImpactWithFrictionGainsNoEnergy) {
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
TEST_P(ContactImpactIn, ASupportDoesNotPullInAnImpact) {
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

}  // namespace
}  // namespace holon
