// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Frames of elastic bodies that move with their modes.
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/slosh.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/forces/spring.h"
#include "holon/mechanics/parts/forces/spring_damper.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/six_dof.h"
#include "holon/mechanics/test/bodies/elastic_models.h"

namespace holon {
namespace {

using test::expect_alike_at_start;
using test::expect_conserved;
using test::expect_constant;
using test::make_beam;
using test::make_boom;
using test::make_forearm;
using test::make_tumbling_boom;
using test::number_of;

class ElasticFramesIn : public test::ElasticBodyFixture {};
INSTANTIATE_TEST_SUITE_P(Both, ElasticFramesIn, test::all_formulations(), test::formulation_of);

TEST_P(ElasticFramesIn, CarriesAMassOnAFrameThatMovesWithItsMode) {
  // A point mass m at the tip moves by φ η: (A + m φ²) η'' + c η = 0 without gravity.
  const double A = 2.0, c = 50.0, mass = 1.5, phi = 1.7;
  Model model = space();
  model.add<ElasticBody>("beam", make_beam(A, c, 3.0));
  model.add<Fixed>("wall", {.between = {"world", "beam"}});
  model.add<PointMass>("load", {.mass = mass});
  model.add<Fixed>("weld", {.between = {"beam.tip", "load"}});
  const Results r =
      test::run(make_system(model), 5.0,
                {"beam.modes[0].displacement", "load.position.z", "beam.tip.position.z",
                 "system.energy.total", "beam.modes[0].acceleration"});
  const double omega = std::sqrt(c / (A + mass * phi * phi));
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double eta = 0.05 * std::cos(omega * number_of(r, row, "time"));
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].displacement"), eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].acceleration"), -omega * omega * eta, 1e-7);
    EXPECT_NEAR(number_of(r, row, "load.position.z"), phi * eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "beam.tip.position.z"), phi * eta, test::kGlobal);
  }
  expect_constant(r, "system.energy.total", test::kGlobal);
}

TEST_P(ElasticFramesIn, ShowsTheMotionOfItsTip) {
  // A frame that only is seen: at 3 m along x, moved by φ η, and rotated about −y by ψ η.
  Model model = space();
  model.add<ElasticBody>("beam", make_beam(2.0, 50.0, 3.0));
  const Results r = test::run(
      make_system(model), 3.0,
      {"beam.modes[0].displacement", "beam.modes[0].rate", "beam.tip.position", "beam.position",
       "beam.tip.velocity.z", "beam.velocity.z", "beam.tip.angular_velocity.y"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    // Without participation in rotation and with the centre of mass at its frame it does not turn.
    const double eta = number_of(r, row, "beam.modes[0].displacement");
    const double rate = number_of(r, row, "beam.modes[0].rate");
    EXPECT_NEAR(number_of(r, row, "beam.tip.position.z") - number_of(r, row, "beam.position.z"),
                1.7 * eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "beam.tip.velocity.z") - number_of(r, row, "beam.velocity.z"),
                1.7 * rate, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "beam.tip.angular_velocity.y"), -0.8 * rate, test::kGlobal);
  }
}

TEST_P(ElasticFramesIn, IsDeflectedByASpringOnAFrameThatMovesWithItsMode) {
  // A spring from the tip straight up to the world: k φ² adds to the stiffness of small motions.
  const double A = 2.0, c = 50.0, k = 40.0, phi = 1.7;
  Model model = space();
  ElasticBody beam = make_beam(A, c, 3.0);
  model.add<ElasticBody>("beam", beam);
  model.add<Fixed>("wall", {.between = {"world", "beam"}});
  RigidBody roof{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  model.add<RigidBody>("roof", roof);
  model.add<Fixed>("ceiling", {.between = {"world", "roof"}, .origin = {.at = {3.0, 0.0, 2.0}}});
  model.add<Spring>("spring", {.between = {"roof", "beam.tip"}, .stiffness = k, .length = 2.0});
  const Results r =
      test::run(make_system(model), 3.0, {"beam.modes[0].displacement", "system.energy.total"});
  const double omega = std::sqrt((c + k * phi * phi) / A);
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].displacement"),
                0.05 * std::cos(omega * number_of(r, row, "time")), test::kGlobal);
  }
  expect_constant(r, "system.energy.total", test::kGlobal);
}

TEST_P(ElasticFramesIn, KeepsMomentumAndEnergyWithAPendulumOnAMovingFrame) {
  // A free beam that tumbles, on whose moving tip a body hangs on a hinge with a spring.
  Model model = space();
  model.add<ElasticBody>("beam", make_tumbling_boom());
  model.add<RigidBody>(
      "load",
      {.mass = 2.0, .inertia = InertiaMatrix{{0.4, 0.3, 0.5}}, .center_of_mass = {0.3, 0.1, 0.2}});
  model.add<Revolute>(
      "hinge",
      {.between = {"beam.tip", "load"}, .axis = "y", .stiffness = 3.0, .initial = {.angle = 0.4}});
  expect_conserved(make_system(model), 10.0, 22.0 * 0.3, 30.0, 10.0);
}

TEST(ElasticBody, CarriesATwoLinkArmAlikeInAllFormulations) {
  // On the tip of a boom that stands on a column: in `recursive` the modes' accelerations are
  // unknowns of the System, elsewhere they are eliminated with the rows of the joint at the tip.
  const auto build = [](Formulation formulation) {
    Model model;
    model.simulate.formulation = formulation;
    model.add<ElasticBody>("boom", make_boom());
    model.add<Revolute>("column", {.between = {"world", "boom"},
                                   .axis = "z",
                                   .torque = 5.0,
                                   .damping = 0.1,
                                   .initial = {.rate = 0.7}});
    model.add<RigidBody>("upper", make_forearm());
    model.add<RigidBody>("fore", make_forearm());
    model.add<Revolute>("shoulder", {.between = {"boom.tip", "upper"},
                                     .axis = "y",
                                     .torque = 3.0,
                                     .stiffness = 20.0,
                                     .initial = {.angle = 0.4, .rate = -0.3}});
    model.add<Revolute>("elbow", {.between = {"upper.end", "fore"},
                                  .axis = "x",
                                  .damping = 0.3,
                                  .initial = {.angle = -0.6, .rate = 1.1}});
    model.add<SpringDamper>(
        "rope",
        {.between = {"world", "boom.tip"}, .stiffness = 30.0, .length = 2.0, .damping = 0.5});
    return make_system(model);
  };
  const std::vector<std::string> names{
      "boom.modes[0].acceleration", "boom.modes[1].acceleration",    "boom.modes[2].acceleration",
      "column.acceleration",        "shoulder.acceleration",         "elbow.acceleration",
      "boom.tip.acceleration",      "boom.tip.angular_acceleration", "boom.tip.specific_force",
      "fore.end.acceleration",      "shoulder.reaction.force",       "shoulder.reaction.torque",
      "column.reaction.force",      "column.reaction.torque",        "system.energy.total"};
  expect_alike_at_start(build, names);
}

TEST_P(ElasticFramesIn, ShakesAMassOnAFrameThatMovesAtTheTip) {
  // A point mass m on a frame that goes up and down by a sin(ωt) at a tip moved by φ η:
  // (A + m φ²) η'' + c η = m φ a ω² sin(ωt), from η = η₀ at rest.
  const double A = 2.0, c = 50.0, m = 1.5, phi = 1.7, a = 0.03, w = 2.0, start = 0.05;
  Model model = space();
  ElasticBody beam = make_beam(A, c, 3.0);
  ElasticBody::Frame end{.at = {3.0, 0.0, 0.0}};
  end.modes.push_back({.translation = {0.0, 0.0, phi}});
  beam.frames.add("end", end);
  model.add<ElasticBody>("beam", beam);
  model.add<Fixed>("wall", {.between = {"world", "beam"}});
  model.add<Frame>("lift", {.in = "beam.end", .position = {0.0, 0.0, a * sin(w * model.time())}});
  model.add<PointMass>("load", {.mass = m});
  model.add<Fixed>("weld", {.between = {"lift", "load"}});
  const Results r = test::run(make_system(model), 3.0,
                              {"beam.modes[0].displacement", "beam.modes[0].acceleration",
                               "load.position.z", "weld.reaction.force.z"});
  const double whole = A + m * phi * phi, own = std::sqrt(c / whole);
  const double forced = m * phi * a * w * w / (c - whole * w * w);
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = number_of(r, row, "time");
    const double eta =
        start * std::cos(own * t) - forced * w / own * std::sin(own * t) + forced * std::sin(w * t);
    const double change = (m * phi * a * w * w * std::sin(w * t) - c * eta) / whole;
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].displacement"), eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "beam.modes[0].acceleration"), change, 1e-7);
    EXPECT_NEAR(number_of(r, row, "load.position.z"), phi * eta + a * std::sin(w * t),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "weld.reaction.force.z"),
                m * (phi * change - a * w * w * std::sin(w * t)), 1e-6);
  }
}

/// A slewing frame on the tip of a boom, in it a second one that telescopes, and there an arm with
/// a rope to the world.
void add_slewing_arm(Model& model) {
  const Expr t = model.time();
  Frame slew{.in = "boom.tip", .position = {0.1 * sin(2.0 * t + 0.3), 0.0, 0.1 + 0.05 * t}};
  slew.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 0.4 + 0.9 * t + 0.2 * t * t);
  model.add<Frame>("slew", slew);
  Frame telescope{.in = "slew", .position = {0.3 + 0.2 * sin(t), 0.0, 0.0}};
  telescope.orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, 0.2 - 0.3 * t);
  model.add<Frame>("telescope", telescope);
  model.add<RigidBody>("arm", make_forearm());
  model.add<Revolute>("shoulder", {.between = {"telescope", "arm"},
                                   .axis = "y",
                                   .torque = 3.0,
                                   .stiffness = 20.0,
                                   .initial = {.angle = 0.4, .rate = -0.3}});
  model.add<SpringDamper>(
      "rope",
      {.between = {"world", "telescope"}, .stiffness = 30.0, .length = 2.0, .damping = 0.5});
}

TEST(ElasticBody, CarriesFramesThatMoveAtItsTipAlikeInAllFormulations) {
  const auto build = [](Formulation formulation) {
    Model model;
    model.simulate.formulation = formulation;
    model.add<ElasticBody>("boom", make_boom());
    model.add<Revolute>(
        "column",
        {.between = {"world", "boom"}, .axis = "z", .torque = 5.0, .initial = {.rate = 0.7}});
    add_slewing_arm(model);
    return make_system(model);
  };
  const std::vector<std::string> names{
      "boom.modes[0].acceleration", "boom.modes[1].acceleration", "boom.modes[2].acceleration",
      "column.acceleration",        "shoulder.acceleration",      "telescope.acceleration",
      "boom.tip.acceleration",      "arm.end.acceleration",       "shoulder.reaction.force",
      "shoulder.reaction.torque",   "column.reaction.force",      "column.reaction.torque"};
  expect_alike_at_start(build, names);
}

TEST_P(ElasticFramesIn, SwingsABobOnAMasslessRodAtTheTip) {
  // A bob m at L from a hinge at a tip moved by φ η, without inertia of its own, θ about y, torque
  // τ:
  //   (A + m φ² sin²θ) η'' = −c η − m φ L sin θ θ'² + φ cos θ τ/L,   L θ'' = φ cos θ η'' + τ/(m L).
  // With a rod elsewhere there are rows in `recursive` too.
  const double A = 2.0, stiffness = 50.0, m = 1.5, phi = 1.7, L = 0.7;
  const double eta = 0.05, theta = 0.4, rate = 1.5, torque = 2.0;
  for (const bool has_rod : {false, true}) {
    Model model = space();
    ElasticBody beam = make_beam(A, stiffness, 3.0);
    ElasticBody::Frame end{.at = {3.0, 0.0, 0.0}};
    end.modes.push_back({.translation = {0.0, 0.0, phi}});
    beam.frames.add("end", end);
    model.add<ElasticBody>("beam", beam);
    model.add<Fixed>("wall", {.between = {"world", "beam"}});
    model.add<RigidBody>(
        "bob",
        {.mass = m, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}, .center_of_mass = {L, 0.0, 0.0}});
    model.add<Revolute>("hinge", {.between = {"beam.end", "bob"},
                                  .axis = "y",
                                  .torque = torque,
                                  .initial = {.angle = theta, .rate = rate}});
    if (has_rod) {
      RigidBody ball{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
      ball.initial.emplace().position = Vector3<Expr>(0.0, 5.0, 0.0);
      model.add<RigidBody>("ball", ball);
      model.add<Distance>("rod", {.between = {"world", "ball"}, .length = 5.0});
    }
    const std::vector<double> v = test::values_at_start(
        make_system(model), {"beam.modes[0].acceleration", "hinge.acceleration",
                             "hinge.reaction.force.x", "hinge.reaction.force.z"});
    const double s = std::sin(theta), c = std::cos(theta);
    const double change =
        (-stiffness * eta - m * phi * L * s * rate * rate + phi * c * torque / L) /
        (A + m * phi * phi * s * s);
    const double turn = (phi * c * change + torque / (m * L)) / L;
    EXPECT_NEAR(v[0], change, 1e-13 * 50);
    EXPECT_NEAR(v[1], turn, 1e-13 * 50);
    EXPECT_NEAR(v[2], -m * L * (s * turn + c * rate * rate), 1e-13 * 50);
    EXPECT_NEAR(v[3], m * (phi * change - L * c * turn + L * s * rate * rate), 1e-13 * 50);
  }
}

TEST(ElasticBody, CarriesWhatHasNoMassAlikeInAllFormulations) {
  // On the tip of a boom that tumbles: a massless cross, the carriages of a SixDof, a Slosh.
  const auto build = [](int kind, Formulation formulation) {
    Model model;
    model.simulate.formulation = formulation;
    model.add<ElasticBody>("boom", make_tumbling_boom());
    if (kind == 0) {
      model.add<RigidBody>("cross", {.mass = 0.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}});
      model.add<RigidBody>("load", make_forearm());
      model.add<Revolute>(
          "one",
          {.between = {"boom.tip", "cross"}, .axis = "x", .initial = {.angle = 0.3, .rate = 0.7}});
      model.add<Revolute>("two", {.between = {"cross", "load"},
                                  .axis = "y",
                                  .stiffness = 2.0,
                                  .initial = {.angle = -0.4, .rate = 0.2}});
    } else if (kind == 1) {
      model.add<PointMass>("load", {.mass = 1.0});
      SixDof joint{.between = {"boom.tip", "load"}};
      joint.x.emplace().stiffness = 100.0;
      joint.y.emplace().damping = 1.0;
      joint.y->initial.speed = 0.3;
      joint.z.emplace().motion = 0.1 * sin(3.0 * model.time());
      model.add<SixDof>("one", joint);
    } else {
      model.add<Slosh>("load", {.on = "boom.tip",
                                .mass = 0.5,
                                .length = 0.3,
                                .damping_ratio = 0.02,
                                .apparent_gravity = Expr(5.0),
                                .initial = {.angle1 = 0.2, .angle2 = -0.1}});
    }
    return make_system(model);
  };
  for (const int kind : {0, 1, 2}) {
    std::vector<std::string> names{"boom.modes[0].acceleration", "boom.modes[1].acceleration",
                                   "boom.modes[2].acceleration", "boom.acceleration",
                                   "boom.angular_acceleration",  "boom.tip.acceleration"};
    if (kind == 0) names.insert(names.end(), {"one.acceleration", "two.reaction.torque"});
    if (kind == 1) names.insert(names.end(), {"one.reaction.force", "load.acceleration"});
    if (kind == 2) names.insert(names.end(), {"load.angle1", "load.angle2"});
    SCOPED_TRACE(kind);
    expect_alike_at_start([&](Formulation formulation) { return build(kind, formulation); }, names);
  }
}

TEST(ElasticFrames, RotateByTheVectorOfTheirModes) {
  // By its length about it, (cos θ/2, sin(θ/2) n): small ones and large ones, about one axis and
  // about the sum of two.
  const Vector3<double> a(0.3, -0.5, 0.2), b(0.0, 0.4, 0.7);
  for (const auto& [first, second] : {std::pair{0.0, 0.0}, {1e-3, 2e-3}, {0.7, 0.5}, {-2.0, 3.0}}) {
    Model model;
    ElasticBody body{.mass = 10.0, .inertia = InertiaMatrix{{4.0, 5.0, 6.0}}};
    for (const double start : {first, second})
      body.modes.push_back({.mass = 1.0, .stiffness = 1.0, .initial = {.displacement = start}});
    ElasticBody::Frame one, both;
    one.modes.push_back({.rotation = {a[0], a[1], a[2]}});
    both.modes = one.modes;
    both.modes.push_back({.rotation = {b[0], b[1], b[2]}});
    body.frames.add("one", one);
    body.frames.add("both", both);
    model.add<ElasticBody>("body", body);
    const std::vector<double> q = test::values_at_start(
        make_system(model), {"body.one.orientation", "body.both.orientation"});
    const auto expect = [&](std::size_t at, const Vector3<double>& theta) {
      const double angle = norm(theta), share = angle > 0 ? std::sin(angle / 2) / angle : 0.0;
      EXPECT_NEAR(q[at], std::cos(angle / 2), test::kRounding);
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(q[at + 1 + k], share * theta[static_cast<int>(k)], test::kRounding);
    };
    expect(0, first * a);
    expect(4, Vector3<double>(first * a + second * b));
  }
}

}  // namespace
}  // namespace holon
