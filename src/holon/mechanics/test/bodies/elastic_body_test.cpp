// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/elastic_body.h"

#include <Eigen/Dense>

#include "holon/mechanics/parts/bodies/flywheel.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/fields/gravity.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/bodies/elastic_models.h"

namespace holon {
namespace {

using test::expect_conserved;
using test::expect_constant;
using test::kElasticConserved;
using test::make_beam;
using test::make_panel;
using test::names_of;
using test::number_of;
using Numbers = std::vector<double>;

class ElasticBodyIn : public test::ElasticBodyFixture {};
INSTANTIATE_TEST_SUITE_P(Both, ElasticBodyIn, test::all_formulations(), test::formulation_of);

TEST_P(ElasticBodyIn, TumblesAsItsMomentaSay) {
  // Reference: P and H in inertial axes and the modes' momenta A η' + p·v + s·ω as states, from
  // which the 9 x 9 matrix of the kinetic energy gives the velocities; SciPy, DOP853 at 1e-13 and
  // Radau at 1e-11 agree to 1e-12.
  Model model = space();
  ElasticBody panel = make_panel(true);
  panel.initial.emplace().velocity = Vector3<Expr>(0.3, -0.2, 0.1);
  panel.initial->angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
  model.add<ElasticBody>("panel", panel);
  const Results r = test::run(make_system(model), 10.0,
                              {"panel.position", "panel.orientation", "panel.modes[0].displacement",
                               "panel.modes[1].displacement", "panel.modes[2].displacement",
                               "panel.modes[0].rate", "panel.modes[1].rate", "panel.modes[2].rate",
                               "panel.angular_velocity_body", "system.energy.kinetic"});
  const std::vector<std::pair<std::string, double>> expected = {
      {"panel.position.x", -1.01391018923168},
      {"panel.position.y", -6.88092122951041},
      {"panel.position.z", 1.74111007554049},
      {"panel.orientation.w", -0.0877396182106923},
      {"panel.orientation.x", -0.43649886918040},
      {"panel.orientation.y", -0.30110615707563},
      {"panel.orientation.z", -0.84327076243138},
      {"panel.modes[0].displacement", -0.12001063361021},
      {"panel.modes[1].displacement", 0.04329899483195},
      {"panel.modes[2].displacement", -0.0144560212488},
      {"panel.modes[0].rate", -0.0754112420334923},
      {"panel.modes[1].rate", 0.0487715166005},
      {"panel.modes[2].rate", 0.00667072369299},
      {"panel.angular_velocity_body.x", -0.12052467205590},
      {"panel.angular_velocity_body.y", 0.39261397096572},
      {"panel.angular_velocity_body.z", 0.63514336688255},
      {"system.energy.kinetic", 8.854316514736434}};
  for (const auto& [column, value] : expected)
    EXPECT_NEAR(number_of(r, r.row_count() - 1, column), value, test::kGlobal) << column;
}

/// A hub with three wheels and three panels: on a Fixed joint, on a hinge, and askew.
Model make_craft(Model model) {
  RigidBody hub{.mass = 100.0,
                .inertia = InertiaMatrix{{60.0, 50.0, 70.0, 2.0, -1.0, 3.0}},
                .center_of_mass = {0.02, -0.01, 0.05}};
  hub.frames.add("a", {.at = {0.0, 0.5, 0.2}});
  hub.frames.add("b", {.at = {0.1, -0.5, 0.2}, .rotate = Orientation::axis_angle({1, 0, 0}, 2.9)});
  hub.frames.add("c", {.at = {-0.6, 0.0, 0.1}, .rotate = Orientation::axis_angle({1, 2, 0}, 0.8)});
  hub.initial.emplace().angular_velocity = Vector3<Expr>(0.3, -0.2, 0.4);
  hub.initial->velocity = Vector3<Expr>(0.1, 0.05, -0.2);
  model.add<RigidBody>("hub", hub);
  for (const char axis : {'x', 'y', 'z'}) {
    model.add<Flywheel>(std::string("wheel_") + axis,
                        {.on = "hub",
                         .axis = Axis(std::string(1, axis).c_str()),
                         .mass = 5.0,
                         .inertia = {.spin = 0.12, .transverse = 0.07},
                         .initial = {.speed = axis == 'y' ? -40.0 : 60.0}});
  }
  for (const char* name : {"a", "b", "c"})
    model.add<ElasticBody>(std::string("panel_") + name, make_panel(false));
  model.add<Fixed>("weld", {.between = {"hub.a", "panel_a"}});
  model.add<Revolute>(
      "hinge",
      {.between = {"hub.b", "panel_b"}, .axis = "x", .stiffness = 80.0, .initial = {.angle = 0.2}});
  model.add<Fixed>("weld_c", {.between = {"hub.c", "panel_c"}});
  return model;
}

TEST_P(ElasticBodyIn, KeepsMomentumAngularMomentumAndEnergyOfATumblingCraft) {
  const Model model = make_craft(space());
  const bool is_fast = GetParam() == Formulation::recursive;
  expect_conserved(make_system(model), is_fast ? 10.0 : 1.0, 175.0 * 0.2, 100.0, 30.0);
}

TEST(ElasticBody, MovesTheSameInBothFormulations) {
  std::vector<Results> results;
  const std::vector<std::string> outputs = {"hub.position",
                                            "hub.orientation",
                                            "panel_b.modes[0].displacement",
                                            "panel_c.modes[2].displacement",
                                            "hinge.angle",
                                            "weld.reaction.force",
                                            "weld_c.reaction.torque",
                                            "hinge.reaction.force",
                                            "panel_a.modes[1].acceleration",
                                            "panel_b.modes[0].acceleration"};
  for (const Formulation formulation : {Formulation::recursive, Formulation::augmented}) {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    model.simulate.formulation = formulation;
    results.push_back(test::run(make_system(make_craft(model)), 1.0, outputs, 0.5));
  }
  for (const std::string& column : names_of(results[0])) {
    for (std::size_t row = 0; row < results[0].row_count(); ++row) {
      EXPECT_NEAR(number_of(results[0], row, column), number_of(results[1], row, column),
                  10 * test::kGlobal * (1 + std::abs(number_of(results[0], row, column))))
          << column << row;
    }
  }
}

TEST_P(ElasticBodyIn, VibratesAtTheCoupledFrequencyOfHubAndPanel) {
  // About one axis J θ'' + s η'' = 0 and A η'' + c η + s θ'' = 0: ω² = c/(A − s²/J). J: of both
  // about the axis, s the panel's about the hub's axis, s + (r × p) with the arm r to its root.
  const double A = 3.2, c = 12.0, arm = 0.7, p = 2.1, s = 4.5, hub_inertia = 40.0;
  const double panel_mass = 20.0, reach = 2.0, own = 15.0;
  const double size = 1e-4;  // [m] terms of second order are small beside 1e-8 of it
  ElasticBody panel{.mass = panel_mass,
                    .inertia = InertiaMatrix{{own, 8.0, 20.0}},
                    .center_of_mass = {0.0, reach, 0.0}};
  panel.modes.push_back({.mass = A,
                         .stiffness = c,
                         .translation = {0.0, 0.0, p},
                         .rotation = {s, 0.0, 0.0},
                         .initial = {.displacement = size}});
  const double J = hub_inertia + own + panel_mass * (arm + reach) * (arm + reach);
  const double total = s + arm * p, omega = std::sqrt(c / (A - total * total / J));
  Model model = space();
  model.add<RigidBody>("hub", {.mass = 100.0, .inertia = InertiaMatrix{{hub_inertia, 50.0, 60.0}}});
  model.add<Revolute>("pin", {.between = {"world", "hub"}, .axis = "x"});
  model.add<ElasticBody>("panel", panel);
  model.add<Fixed>("root", {.between = {"hub", "panel"}, .origin = {.at = {0.0, arm, 0.0}}});
  const double until = 20.0;
  const Results r = simulate(make_system(model), test::tape_settings(until, 0.05, 1e-13),
                             {"panel.modes[0].displacement", "pin.angle"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = number_of(r, row, "time");
    EXPECT_NEAR(number_of(r, row, "panel.modes[0].displacement"), size * std::cos(omega * t),
                1e-8 * size * omega * until)
        << t;
    EXPECT_NEAR(number_of(r, row, "pin.angle"), size * total / J * (1 - std::cos(omega * t)),
                1e-8 * size * omega * until);
  }
}

TEST_P(ElasticBodyIn, IsARotorOnASpringWhereAModeOnlyRotates) {
  // A rotor with the inertias Js and Jt at r on the hub: the kinetic energy is that of one mode
  // with A = Js, s = Js a, p = 0, whatever the motion.
  const double Js = 1.5, Jt = 1.0, k = 20.0, rotor_mass = 4.0, hub_mass = 30.0;
  const Eigen::Vector3d r(0.2, -0.1, 0.3);
  const Eigen::Matrix3d hub_inertia = Eigen::Vector3d(8.0, 7.0, 9.0).asDiagonal();
  const auto steiner = [](const Eigen::Vector3d& v) -> Eigen::Matrix3d {
    return v.squaredNorm() * Eigen::Matrix3d::Identity() - v * v.transpose();
  };
  const double mass = hub_mass + rotor_mass;
  const Eigen::Vector3d center = rotor_mass / mass * r;
  Eigen::Matrix3d I = hub_inertia + hub_mass * steiner(center) + rotor_mass * steiner(r - center);
  I += Eigen::Vector3d(Jt, Js, Jt).asDiagonal().toDenseMatrix();
  FreeStart start;
  start.angular_velocity = Vector3<Expr>(0.8, 0.5, -0.6);
  start.velocity = Vector3<Expr>(0.2, 0.0, 0.1);

  Model elastic = space();
  ElasticBody one{.mass = mass,
                  .inertia = InertiaMatrix{{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}},
                  .center_of_mass = {center[0], center[1], center[2]},
                  .initial = start};
  one.modes.push_back(
      {.mass = Js, .stiffness = k, .rotation = {0.0, Js, 0.0}, .initial = {.displacement = 0.3}});
  elastic.add<ElasticBody>("body", one);
  Model rigid = space();
  RigidBody hub{.mass = hub_mass, .inertia = InertiaMatrix{{8.0, 7.0, 9.0}}, .initial = start};
  hub.frames.add("pin", {.at = {r[0], r[1], r[2]}});
  rigid.add<RigidBody>("body", hub);
  rigid.add<RigidBody>("rotor", {.mass = rotor_mass, .inertia = InertiaMatrix{{Jt, Js, Jt}}});
  rigid.add<Revolute>(
      "pin",
      {.between = {"body.pin", "rotor"}, .axis = "y", .stiffness = k, .initial = {.angle = 0.3}});
  const std::vector<std::string> motion{"body.orientation", "body.position", "system.momentum",
                                        "system.angular_momentum", "system.energy.total"};
  std::vector<std::string> first = motion, second = motion;
  first.emplace_back("body.modes[0].displacement");
  second.emplace_back("pin.angle");
  const Results a = test::run(make_system(elastic), 8.0, first);
  const Results b = test::run(make_system(rigid), 8.0, second);
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    EXPECT_NEAR(number_of(a, row, "body.modes[0].displacement"), number_of(b, row, "pin.angle"),
                test::kGlobal);
    for (const std::string& column : names_of(b)) {
      if (column == "pin.angle") continue;
      EXPECT_NEAR(number_of(a, row, column), number_of(b, row, column), 10 * test::kGlobal)
          << column;
    }
  }
}

TEST_P(ElasticBodyIn, IsAPointMassOnASpringWhereItOnlyTranslates) {
  // A point mass that a spring lets move along u in a carriage that does not rotate: A = μ, p = μ
  // u.
  const double mu = 1.5, k = 30.0, carriage = 4.0, cosine = 0.6, sine = 0.8;
  Model elastic = on_earth();
  ElasticBody one{.mass = carriage + mu, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  one.modes.push_back({.mass = mu,
                       .stiffness = k,
                       .damping = 0.4,
                       .translation = {mu * cosine, 0.0, mu * sine},
                       .initial = {.displacement = 0.2}});
  elastic.add<ElasticBody>("carriage", one);
  Model rigid = on_earth();
  rigid.add<RigidBody>("carriage", {.mass = carriage, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  rigid.add<RigidBody>("mass", {.mass = mu, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  rigid.add<Prismatic>("slide", {.between = {"carriage", "mass"},
                                 .axis = Axis(cosine, 0.0, sine),
                                 .stiffness = k,
                                 .damping = 0.4,
                                 .initial = {.position = 0.2}});
  for (Model* model : {&elastic, &rigid})
    model->add<Prismatic>("rail",
                          {.between = {"world", "carriage"}, .axis = "x", .stiffness = 50.0});
  const std::vector<std::string> motion{"rail.position", "rail.speed", "rail.reaction.force",
                                        "system.energy.kinetic", "system.momentum"};
  std::vector<std::string> first = motion, second = motion;
  first.emplace_back("carriage.modes[0].displacement");
  second.emplace_back("slide.position");
  const Results a = test::run(make_system(elastic), 5.0, first);
  const Results b = test::run(make_system(rigid), 5.0, second);
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    EXPECT_NEAR(number_of(a, row, "carriage.modes[0].displacement"),
                number_of(b, row, "slide.position"), test::kGlobal);
    for (const std::string& column : names_of(b)) {
      if (column == "slide.position") continue;
      EXPECT_NEAR(number_of(a, row, column), number_of(b, row, column), 100 * test::kGlobal)
          << column;
    }
  }
  test::expect_energy_balance(make_system(elastic), 5.0);
}

TEST_P(ElasticBodyIn, IsRigidWhereItsModesAreStiff) {
  // The deflection falls with the square of the frequency: at 200 Hz p a/c is some 1e-7 m.
  Model elastic = space(), rigid = space();
  ElasticBody panel = make_panel(true);
  for (ElasticBody::Mode& mode : panel.modes) {
    mode.mass = 1.0;
    mode.stiffness.reset();
    mode.damping.reset();
    mode.frequency = 200.0;
    mode.initial = {};
    mode.translation = Expr(0.3) * mode.translation;
    mode.rotation = Expr(0.3) * mode.rotation;
  }
  FreeStart start;
  start.angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
  panel.initial = start;
  elastic.add<ElasticBody>("panel", panel);
  rigid.add<RigidBody>("panel", {.mass = panel.mass,
                                 .inertia = panel.inertia,
                                 .center_of_mass = panel.center_of_mass,
                                 .initial = start});
  const std::vector<std::string> outputs{"panel.position", "panel.orientation"};
  const Results a = simulate(make_system(elastic), test::tape_settings(1.0, 0.1, 1e-9), outputs);
  const Results b = simulate(make_system(rigid), test::tape_settings(1.0, 0.1, 1e-9), outputs);
  for (std::size_t row = 0; row < a.row_count(); ++row) {
    for (const std::string& column : names_of(b))
      EXPECT_NEAR(number_of(a, row, column), number_of(b, row, column), 1e-6) << column;
  }
}

TEST_P(ElasticBodyIn, HangsInGravityByItsParticipation) {
  // A η'' + c η = p·g: at rest on a wall η = p·g/c, and the wall carries the weight.
  Model model = on_earth();
  ElasticBody beam{
      .mass = 5.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}, .center_of_mass = {0.5, 0.0, 0.0}};
  beam.modes.push_back({.mass = 2.0,
                        .stiffness = 80.0,
                        .translation = {0.0, 0.0, 3.0},
                        .rotation = {0.0, -1.5, 0.0}});
  model.add<ElasticBody>("beam", beam);
  model.add<Fixed>("wall", {.between = {"world", "beam"}});
  const Results r =
      test::run(make_system(model), 3.0,
                {"beam.modes[0].displacement", "wall.reaction.force", "wall.reaction.torque",
                 "system.energy.total", "beam.modes[0].rate"});
  const double omega = std::sqrt(80.0 / 2.0), sag = -3.0 * test::kGravity / 80.0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = number_of(r, row, "time");
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].displacement"), sag * (1 - std::cos(omega * t)),
                test::kGlobal);
    // m g and what accelerates the centre of mass, S'' = p η''
    const double acceleration = sag * omega * omega * std::cos(omega * t);
    EXPECT_NEAR(number_of(r, row, "wall.reaction.force.z"),
                5.0 * test::kGravity + 3.0 * acceleration, 1e-6);
    // the weight's moment about the wall, and s η''
    EXPECT_NEAR(number_of(r, row, "wall.reaction.torque.y"),
                -2.5 * test::kGravity - 1.5 * acceleration, 1e-6);
  }
  expect_constant(r, "system.energy.total", test::kGlobal);
}

TEST_P(ElasticBodyIn, FallsFreelyInAFieldWithoutDeflection) {
  // In an orbit gravity acts on the modes as on the body. What is left is the gradient:
  // p·Γ c/stiffness with Γ = 1e-6/s² is 1e-7 m, while p·g/stiffness would be 1 m.
  Model model;
  model.simulate.formulation = GetParam();
  Gravity gravity;
  gravity.central = Gravity::CentralBody{.mu = 3.986004418e14};
  model.add<Gravity>("gravity", gravity);
  ElasticBody panel = make_panel(false);
  for (ElasticBody::Mode& mode : panel.modes) mode.initial = {};
  panel.initial.emplace().position = Vector3<Expr>(7e6, 0.0, 0.0);
  panel.initial->velocity = Vector3<Expr>(0.0, 7546.05329, 0.0);
  model.add<ElasticBody>("panel", panel);
  const Results r =
      test::run(make_system(model), 100.0,
                {"panel.modes[0].displacement", "panel.modes[1].displacement",
                 "panel.modes[2].displacement", "system.energy.total", "system.angular_momentum.z"},
                5.0);
  for (const char* mode : {"panel.modes[0]", "panel.modes[1]", "panel.modes[2]"}) {
    for (const double x : r.values(std::string(mode) + ".displacement"))
      EXPECT_LE(std::abs(x), 1e-5);
  }
  const double kinetic = 0.5 * 20.0 * 7546.0 * 7546.0;
  expect_constant(r, "system.energy.total", kElasticConserved * kinetic);
  expect_constant(r, "system.angular_momentum.z", kElasticConserved * 20.0 * 7546.0 * 7e6);
}

TEST_P(ElasticBodyIn, KeepsMomentumAndEnergyInElasticImpacts) {
  // Two carriages on one rail and a limit between them without loss; the mode of one of them takes
  // part in the impulse: A Δη' + p Δv = 0.
  Model model = space();
  ElasticBody one{.mass = 3.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  one.modes.push_back({.mass = 1.0, .stiffness = 40.0, .translation = {1.2, 0.0, 0.0}});
  model.add<ElasticBody>("one", one);
  model.add<RigidBody>("two", {.mass = 2.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Prismatic>("rail",
                       {.between = {"world", "one"}, .axis = "x", .initial = {.speed = 0.3}});
  Prismatic gap{
      .between = {"one", "two"}, .axis = "x", .initial = {.position = 0.5, .speed = -1.0}};
  gap.limits.emplace().range = {0.0, 1.0};
  gap.limits->restitution = 1.0;
  model.add<Prismatic>("gap", gap);
  const Results r = test::run(make_system(model), 6.0,
                              {"system.momentum.x", "system.energy.total", "gap.speed"}, 0.05);
  expect_constant(r, "system.momentum.x", test::kGlobal);
  expect_constant(r, "system.energy.total", test::kGlobal);
  const Numbers& speed = r.values("gap.speed");
  EXPECT_GT(*std::max_element(speed.begin(), speed.end()), 0.5);  // it came back
}

TEST(ElasticBody, NamesTheEigenvalueWhereAModeTakesMoreThanTheBodyHas) {
  Model model;
  ElasticBody body{.mass = 10.0, .inertia = InertiaMatrix{{4.0, 5.0, 6.0}}};
  body.modes.push_back({.mass = 2.0, .stiffness = 1.0, .rotation = {3.0, 0.0, 0.0}});
  model.add<ElasticBody>("body", body);
  EXPECT_EQ(test::errors_of(model),
            "parts/body: the modes' participations in rotation exceed the inertia of the body: J "
            "- sum of s s'/A has the eigenvalue -0.5 kg m^2; the inertia is that of the whole "
            "undeflected body; reduce 'rotation', or check the modes' masses\n");
  Model heavy;
  body.modes[0].rotation = {0.0, 0.0, 0.0};
  body.modes[0].translation = {0.0, 5.0, 0.0};
  heavy.add<ElasticBody>("body", body);
  EXPECT_EQ(test::errors_of(heavy),
            "parts/body: the modes' participations in translation exceed the mass of the body: "
            "of 10 kg, m - sum of p p'/A has the eigenvalue -2.5 kg; the effective masses p^2/A of "
            "modes along one direction add up to at most the mass\n");
}

TEST_P(ElasticBodyIn, LinearMovesTheSameWhereOnlyRotationTakesPart) {
  const auto run = [&](bool linear) {
    Model model = space();
    ElasticBody panel = make_panel(true);
    panel.linear = linear;
    for (ElasticBody::Mode& mode : panel.modes) mode.translation = {0.0, 0.0, 0.0};
    panel.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
    model.add<ElasticBody>("panel", panel);
    return test::run(make_system(model), 3.0, {"panel.orientation", "panel.position"});
  };
  const Results a = run(true), b = run(false);
  for (const std::string& column : names_of(a)) {
    for (std::size_t row = 0; row < a.row_count(); ++row)
      EXPECT_EQ(number_of(a, row, column), number_of(b, row, column)) << column;
  }
}

TEST(ElasticBody, LinearLosesMomentumWhereTranslationTakesPart) {
  // To first order the two agree: the difference falls with the square of the motion.
  std::vector<double> lost;
  for (const double size : {1.0, 0.1}) {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    ElasticBody panel = make_panel(false);
    panel.linear = true;
    for (ElasticBody::Mode& mode : panel.modes) mode.initial = {};
    panel.modes[0].initial.displacement = 0.05 * size;
    panel.initial.emplace().angular_velocity = Vector3<Expr>(0.4 * size, 0.0, 0.0);
    model.add<ElasticBody>("panel", panel);
    const Results r = test::run(make_system(model), 3.0, {"system.momentum.y"});
    const Numbers& p = r.values("system.momentum.y");
    const auto [low, high] = std::minmax_element(p.begin(), p.end());
    lost.push_back(*high - *low);
  }
  EXPECT_GT(lost[0], 1e-3);
  EXPECT_LT(lost[1], 0.02 * lost[0]);
}

TEST_P(ElasticBodyIn, IsMovedByAFieldAsByTheSameUniformGravity) {
  // What the field supplies is what the potential energy of uniform gravity loses, with the work
  // on the modes.
  const auto fall = [&](Gravity gravity) {
    Model model = on_earth();
    ElasticBody panel = make_panel(false);
    panel.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
    model.add<ElasticBody>("panel", panel);
    model.add<Gravity>("gravity", std::move(gravity));
    model.output("system.energy.supplied");
    return test::run(make_system(model), 2.0,
                     {"panel.position", "panel.modes[0].displacement",
                      "panel.modes[1].displacement", "panel.modes[2].displacement",
                      "system.energy.kinetic", "system.energy.total", "system.energy.supplied"});
  };
  const Results field = fall({.field = {0.5, 0.0, -9.0}}),
                uniform = fall({.uniform = {0.5, 0.0, -9.0}});
  for (std::size_t k = 0; k < field.row_count(); ++k) {
    for (const char* name : {"panel.position.x", "panel.position.z", "panel.modes[0].displacement",
                             "panel.modes[1].displacement", "panel.modes[2].displacement"})
      EXPECT_NEAR(number_of(field, k, name), number_of(uniform, k, name), test::kGlobal) << name;
    const double kinetic = number_of(uniform, k, "system.energy.kinetic"),
                 scale = 1e-9 * (1.0 + kinetic);
    EXPECT_NEAR(number_of(field, k, "system.energy.kinetic"), kinetic, scale);
    EXPECT_NEAR(
        number_of(field, k, "system.energy.supplied"),
        number_of(field, k, "system.energy.total") - number_of(field, 0, "system.energy.total"),
        scale);
  }
}

TEST(ElasticBody, RefusesMoreModesOfAFrameThanTheBodyHas) {
  Model model;
  ElasticBody beam = make_beam(2.0, 50.0, 3.0);
  ElasticBody::Frame end{.at = {1.0, 0.0, 0.0}};
  end.modes.resize(2);
  beam.frames.add("end", end);
  model.add<ElasticBody>("beam", beam);
  EXPECT_EQ(test::errors_of(model),
            "parts/beam: frames.end.modes: the frame has 2 modes, and the body has 1; give one "
            "entry for each mode of the body, {} where the frame does not move\n");
}

TEST(ElasticBody, MayBeAThinRodThatAJointHolds) {
  // Without inertia about its axis, which no mode takes part in.
  Model model;
  ElasticBody rod{.mass = 3.0, .inertia = Rod{1.5}, .center_of_mass = {0.75, 0.0, 0.0}};
  rod.modes.push_back({.mass = 3.0,
                       .stiffness = 400.0,
                       .translation = {0.0, 0.0, 1.5},
                       .rotation = {0.0, -0.6, 0.0}});
  model.add<ElasticBody>("rod", rod);
  model.add<Revolute>("pin", {.between = {"world", "rod"}, .axis = "y"});
  EXPECT_EQ(test::errors_of(model), "");
  rod.modes[0].rotation = {0.1, -0.6, 0.0};
  Model wrong;
  wrong.add<ElasticBody>("rod", rod);
  wrong.add<Revolute>("pin", {.between = {"world", "rod"}, .axis = "y"});
  EXPECT_NE(test::errors_of(wrong).find("has the eigenvalue -"), std::string::npos);
}

TEST(ElasticBody, RefusesModesThatAreNotDetermined) {
  const auto errors = [](const ElasticBody::Mode& mode) {
    Model model;
    ElasticBody body{.mass = 10.0, .inertia = InertiaMatrix{{4.0, 5.0, 6.0}}};
    body.modes.push_back(mode);
    model.add<ElasticBody>("body", body);
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.mass = 1.0}),
            "parts/body: modes[0]: a mode needs a 'stiffness' or a 'frequency'; give mass, damping "
            "and stiffness, "
            "or frequency and damping_ratio\n");
  EXPECT_EQ(errors({.stiffness = 1.0}),
            "parts/body: modes[0]: a mode with a 'stiffness' needs its 'mass'; give it, or the "
            "'frequency' of a "
            "mode that is normalised to the mass 1 kg\n");
  EXPECT_EQ(
      errors({.mass = 1.0, .stiffness = 1.0, .frequency = 2.0}),
      "parts/body: modes[0].frequency: only one of 'stiffness' and 'frequency' can be given\n");
  EXPECT_EQ(errors({.damping = 1.0, .frequency = 2.0, .damping_ratio = 0.1}),
            "parts/body: modes[0].damping_ratio: only one of 'damping' and 'damping_ratio' can be "
            "given\n");
}

}  // namespace
}  // namespace holon
