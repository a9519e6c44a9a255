// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/rolling.h"

#include <Eigen/Geometry>
#include <numbers>

#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/free.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/simulate/start/start.h"

namespace holon {
namespace {

using test::kGlobal;
using test::kGravity;
using test::number_of;

constexpr double kDiscMass = 2.0, kDiscRadius = 0.3;
constexpr double kAcross = kDiscMass * kDiscRadius * kDiscRadius / 4, kAbout = 2 * kAcross;

class RollingIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, RollingIn, test::all_formulations(), test::formulation_of);

/// A disc on the world's xy plane that touches it at the origin. Its axis y is inclined to the
/// vertical by `tilt`; p [rad/s] is the rate of that angle, q that about the line up the disc, and
/// spin that about its axis.
Model disc(Formulation formulation, double tilt, double p, double q, double spin) {
  Model model;
  model.simulate.formulation = formulation;
  RigidBody body{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
  const double r = kDiscRadius, s = std::sin(tilt), c = std::cos(tilt);
  body.initial.emplace().position = Vector3<Expr>(0.0, r * c, r * s);
  body.initial->orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, std::numbers::pi / 2 + tilt);
  body.initial->angular_velocity = Vector3<Expr>(p, spin, -q);
  body.initial->velocity = Vector3<Expr>(-r * spin, -r * p * s, r * p * c);
  model.add<RigidBody>("disc", body);
  model.add<Rolling>("roll", {.between = {"world", "disc"}, .axis = "y", .radius = r});
  return model;
}

TEST_P(RollingIn, KeepsADiscOnItsCircle) {
  // Neimark and Fufaev, ch. III: with the precession W, the tilt t and the spin w about the axis
  // (C + m r²) w W sin t − A W² sin t cos t + m g r cos t = 0; centre and contact go round.
  const double tilt = 1.0, W = 1.7, m = kDiscMass, r = kDiscRadius;
  const double s = std::sin(tilt), c = std::cos(tilt);
  const double spin =
      (kAcross * W * W * s * c - m * kGravity * r * c) / ((kAbout + m * r * r) * W * s);
  const Results rows =
      test::run(make_system(disc(GetParam(), tilt, 0.0, W * s, spin)), 4.0,
                {"disc.position", "roll.force", "roll.normal_force", "roll.contact_position"});
  const double path = r * spin / W;  // y of the centre from that of the circle
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double a = W * number_of(rows, k, "time");
    const double away = path - r * c;  // contact from the circle's centre
    const double y0 = r * c - path;
    EXPECT_NEAR(number_of(rows, k, "disc.position.x"), -path * std::sin(a), kGlobal);
    EXPECT_NEAR(number_of(rows, k, "disc.position.y"), y0 + path * std::cos(a), kGlobal);
    EXPECT_NEAR(number_of(rows, k, "disc.position.z"), r * s, kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.contact_position.x"), -away * std::sin(a), kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.contact_position.y"), y0 + away * std::cos(a), kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.normal_force"), m * kGravity, 100 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.force.x"), m * W * W * path * std::sin(a), 100 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.force.y"), -m * W * W * path * std::cos(a), 100 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.force.z"), m * kGravity, 100 * kGlobal);
  }
}

TEST_P(RollingIn, WobblesAsNewtonAndEulerHaveIt) {
  // Momentum and angular momentum of the disc with an unknown contact force in axes that do not
  // spin with it, solved for the accelerations and integrated with scipy.integrate.solve_ivp
  // (DOP853, rtol = atol = 1e-13).
  struct Place {
    double time, x, y, z;
  };
  const std::vector<Place> expected{{0.5, 0.8338089341, 0.4055714936, 0.2670324510},
                                    {1.0, 1.1916312266, 1.2181563020, 0.2689846821},
                                    {2.0, 0.0388105357, 2.3854794994, 0.2709348059}};
  const System system = make_system(disc(GetParam(), 70 * std::numbers::pi / 180, 0.2, 0.5, -6.0));
  const Results rows = test::run(system, 2.0, {"disc.position"}, 0.5);
  for (const Place& place : expected) {
    const auto k = static_cast<std::size_t>(std::lround(place.time / 0.5));
    EXPECT_NEAR(number_of(rows, k, "disc.position.x"), place.x, 2 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "disc.position.y"), place.y, 2 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "disc.position.z"), place.z, 2 * kGlobal);
  }
  test::expect_energy_balance(system, 20.0);
}

TEST_P(RollingIn, CorrectsAStartThatSlips) {
  Model model;
  model.simulate.formulation = GetParam();
  RigidBody slips{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
  slips.guess.emplace().position = Vector3<Expr>(0.0, 0.0, kDiscRadius);
  slips.guess->orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, 0.1);
  slips.guess->velocity = Vector3<Expr>(1.0, 0.0, 0.0);
  model.add<RigidBody>("other", slips);
  model.add<Rolling>("other_roll",
                     {.between = {"world", "other"}, .axis = "y", .radius = kDiscRadius});
  const System system = make_system(model);
  std::string notes;
  for (const std::string& note : find_start(system, 0.0, {}).notes) notes += note;
  // A push in the middle: m v = (m + C/r²) v', as C = m r²/2 holds the disc back by a third.
  EXPECT_NE(notes.find("velocity changed by 0.3333 m/s"), std::string::npos) << notes;
  EXPECT_NE(notes.find(" moved by"), std::string::npos) << notes;
}

TEST_P(RollingIn, RollsAWheelOnACartDownAnIncline) {
  // A cart m on a rail with a wheel on a revolute joint: (m + M + C/r²) a = (m + M) g sin β. The
  // joint carries what the wheel's own mass and spin do not: along the rail M a − M g sin β + C
  // a/r².
  const double slope = 0.3, m = 3.0, M = kDiscMass, r = kDiscRadius;
  Model model;
  model.simulate.formulation = GetParam();
  model.world.gravity = {kGravity * std::sin(slope), 0.0, -kGravity * std::cos(slope)};
  model.add<RigidBody>("cart", {.mass = m, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  RigidBody wheel{.mass = M, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
  model.add<RigidBody>("wheel", wheel);
  Prismatic rail{.between = {"world", "cart"}, .axis = "x"};
  rail.origin.at = {0.0, 0.0, r};
  model.add<Prismatic>("rail", rail);
  model.add<Revolute>("hub", {.between = {"cart", "wheel"}, .axis = "y"});
  model.add<Rolling>("roll", {.between = {"world", "wheel"}, .axis = "y", .radius = r});
  const System system = make_system(model);
  const double a = (m + M) * kGravity * std::sin(slope) / (m + M + kAbout / (r * r));
  const Results rows =
      test::run(system, 2.0, {"cart.position", "hub.angle", "hub.reaction.force", "roll.force.x"});
  for (std::size_t k = 0; k < rows.row_count(); ++k) {
    const double t = number_of(rows, k, "time");
    EXPECT_NEAR(number_of(rows, k, "cart.position.x"), a * t * t / 2, 10 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "hub.angle"), a * t * t / 2 / r, 100 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "roll.force.x"), -kAbout * a / (r * r), 10 * kGlobal);
    EXPECT_NEAR(number_of(rows, k, "hub.reaction.force.x"),
                M * a - M * kGravity * std::sin(slope) + kAbout * a / (r * r), 10 * kGlobal);
  }
}

TEST(Rolling, FollowsAPlaneThatAccelerates) {
  // On a table with the acceleration b a disc that rolls along has b/3, and C = m r²/2.
  Model model;
  model.add<RigidBody>("table", {.mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Prismatic>(
      "drive",
      {.between = {"world", "table"}, .axis = "x", .motion = 0.6 * model.time() * model.time()});
  RigidBody body{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
  body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, kDiscRadius);
  model.add<RigidBody>("disc", body);
  model.add<Rolling>("roll", {.between = {"table", "disc"}, .axis = "y", .radius = kDiscRadius});
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    model.simulate.formulation = formulation;
    const System system = make_system(model);
    const Results rows =
        test::run(system, 1.0, {"disc.position", "roll.force.x", "drive.reaction.force"});
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double t = number_of(rows, k, "time");
      EXPECT_NEAR(number_of(rows, k, "disc.position.x"), 0.2 * t * t, 10 * kGlobal);
      EXPECT_NEAR(number_of(rows, k, "roll.force.x"), kDiscMass * 0.4, 10 * kGlobal);
    }
  }
}

TEST_P(RollingIn, LoadsATableThatMovesStraightWithItsWeight) {
  // A disc rolls at constant speed over a table on a slide, prescribed or free: the slide carries
  // both weights, and M g times the distance of the contact from it.
  for (const bool is_prescribed : {false, true}) {
    const double table = 5.0, speed = 0.3, ahead = 0.2;
    Model model;
    model.simulate.formulation = GetParam();
    model.add<RigidBody>("table", {.mass = table, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
    Prismatic slide{.between = {"world", "table"}, .axis = "x"};
    if (is_prescribed) {
      slide.motion = speed * model.time();
    } else {
      slide.initial.speed = speed;
    }
    model.add<Prismatic>("slide", slide);
    RigidBody body{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
    body.initial.emplace().position = Vector3<Expr>(ahead, 0.0, kDiscRadius);
    body.initial->velocity = Vector3<Expr>(2 * speed, 0.0, 0.0);
    body.initial->angular_velocity = Vector3<Expr>(0.0, speed / kDiscRadius, 0.0);
    model.add<RigidBody>("disc", body);
    model.add<Rolling>("roll", {.between = {"table", "disc"}, .axis = "y", .radius = kDiscRadius});
    const Results rows = test::run(
        make_system(model), 1.0,
        {"disc.position.x", "slide.reaction.force.z", "slide.reaction.torque.y", "system.power"});
    for (std::size_t k = 0; k < rows.row_count(); ++k) {
      const double t = number_of(rows, k, "time");
      EXPECT_NEAR(number_of(rows, k, "disc.position.x"), ahead + 2 * speed * t, 10 * kGlobal);
      EXPECT_NEAR(number_of(rows, k, "slide.reaction.force.z"), (table + kDiscMass) * kGravity,
                  100 * kGlobal);
      EXPECT_NEAR(number_of(rows, k, "slide.reaction.torque.y"),
                  -kDiscMass * kGravity * (ahead + speed * t), 100 * kGlobal);
      EXPECT_NEAR(number_of(rows, k, "system.power"), 0.0, 100 * kGlobal);
    }
  }
}

TEST_P(RollingIn, WobblesOnATurntableAsFormulasHaveIt) {
  // The contact by kernels against a Constraint of the same formulas, on a table that turns and
  // tilts as time has it: accelerations at the start and the force.
  const auto build = [&](bool is_by_formulas) {
    Model model;
    model.simulate.formulation = GetParam();
    const Expr t = model.time();
    Frame table{.in = "world", .position = {0.1 * t, -0.2 * t * t, 0.05 * t}};
    table.orientation = Orientation::axis_angle({1.0, 2.0, 4.0}, 0.3 * t + 0.2 * t * t);
    model.add<Frame>("table", table);
    const auto vector = [&](const std::string& name) {
      return Vector3<Expr>(model.output(name + ".x"), model.output(name + ".y"),
                           model.output(name + ".z"));
    };
    const auto attitude = [&](const std::string& name) {
      return Rotation<Expr>(model.output(name + ".w"), model.output(name + ".x"),
                            model.output(name + ".y"), model.output(name + ".z"));
    };
    // On the table, with the velocity that its angular velocity gives it: the table is at its place
    // then, and moves with v and w.
    const Vector3<double> w = 0.3 * Vector3<double>(1.0, 2.0, 4.0).normalized(), v(0.1, 0.0, 0.05);
    const Eigen::AngleAxisd turn(2.4, Vector3<double>(1.0, 0.2, 0.1).normalized());
    const Vector3<double> up = Vector3<double>::UnitZ(), own = turn * Vector3<double>::UnitY();
    const double sine_now = own.cross(up).norm();
    const Vector3<double> centre(0.3, 0.2, kDiscRadius * sine_now), spin(0.4, -5.0, 0.7);
    const Vector3<double> down = kDiscRadius / sine_now * (own.dot(up) * own - up);
    const Vector3<double> along = v + w.cross(centre + down) - (turn * spin).cross(down);
    RigidBody other{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
    other.initial.emplace().position = Vector3<Expr>(centre[0], centre[1], centre[2]);
    other.initial->orientation = Orientation::axis_angle({1.0, 0.2, 0.1}, 2.4);
    other.initial->angular_velocity = Vector3<Expr>(spin[0], spin[1], spin[2]);
    other.initial->velocity = Vector3<Expr>(along[0], along[1], along[2]);
    model.add<RigidBody>("other", other);
    if (!is_by_formulas) {
      model.add<Rolling>("on_table",
                         {.between = {"table", "other"}, .axis = "y", .radius = kDiscRadius});
      return make_system(model);
    }
    const Vector3<Expr> n = attitude("table.orientation") * Vector3<Expr>(0.0, 0.0, 1.0);
    const Vector3<Expr> a = attitude("other.orientation") * Vector3<Expr>(0.0, 1.0, 0.0);
    const Vector3<Expr> side = cross(a, n);
    const Expr sine = sqrt(dot(side, side));
    const Vector3<Expr> c = vector("other.position") - vector("table.position");
    const Vector3<Expr> arm = (kDiscRadius / sine) * Vector3<Expr>(dot(a, n) * a - n);
    const Vector3<Expr> u =
        vector("other.velocity") + cross(vector("other.angular_velocity"), arm) -
        vector("table.velocity") - cross(vector("table.angular_velocity"), Vector3<Expr>(c + arm));
    model.add<Constraint>("height", {.equations = {dot(n, c) - kDiscRadius * sine}});
    model.add<Constraint>("slip", {.velocity_equations = {dot(u, side), dot(u, cross(n, side))}});
    return make_system(model);
  };
  const std::vector<std::string> names{"other.position",
                                       "other.velocity",
                                       "other.angular_velocity",
                                       "other.acceleration",
                                       "other.angular_acceleration",
                                       "system.power"};
  const Results a = test::run(build(false), 1.0, names, 0.25);
  const Results b = test::run(build(true), 1.0, names, 0.25);
  for (std::size_t k = 0; k < a.row_count(); ++k) {
    for (const auto& column : a.columns()) {
      const double scale = std::max(1.0, std::abs(number_of(b, k, column.name)));
      EXPECT_NEAR(number_of(a, k, column.name), number_of(b, k, column.name), 3 * kGlobal * scale)
          << column.name << ' ' << k;
    }
  }
}

TEST(Rolling, CostsNoMoreThanACutJointWithAsManyRows) {
  // Operations of the accelerations: of a disc that rolls, and of a body that a ball holds (three
  // rows) where it is cut, since the body's own joint is a Free one with values at the start.
  const auto count = [](const Model& model) {
    const System system = make_system(model);
    return Program(*system.derivative, {Engine::tape}).operation_count();
  };
  const std::size_t rolling = count(disc(Formulation::recursive, 1.0, 0.1, 0.2, 3.0));
  Model held;
  RigidBody body{.mass = kDiscMass, .inertia = InertiaMatrix{{kAcross, kAbout, kAcross}}};
  body.frames.add("ear", {.at = {0.1, 0.2, 0.3}});
  held.add<RigidBody>("disc", body);
  held.add<Free>("free", {.between = {"world", "disc"}});
  held.add<Spherical>("ball", {.between = {"world", "disc.ear"}});
  EXPECT_LE(rolling, count(held));
}

TEST(Rolling, NamesWhatItCannotHold) {
  Model model;
  model.add<RigidBody>("disc", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Rolling>("roll", {.between = {"disc", "world"}, .axis = "y", .radius = 0.3});
  EXPECT_NE(test::errors_of(model).find(
                "roll: between: the second frame is the disc's, and the world does not move"),
            std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
