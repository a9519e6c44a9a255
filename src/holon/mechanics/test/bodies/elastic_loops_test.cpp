// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Constraints, limits and closed loops at frames of elastic bodies that move with their modes.
#include <cmath>
#include <numbers>

#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/six_dof.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/bodies/elastic_models.h"

namespace holon {
namespace {

using test::expect_conserved;
using test::expect_constant;
using test::make_beam;
using test::make_forearm;
using test::make_tumbling_boom;
using test::number_of;

class ElasticLoopsIn : public test::ElasticBodyFixture {};
INSTANTIATE_TEST_SUITE_P(All, ElasticLoopsIn, test::all_formulations(), test::formulation_of);

TEST_P(ElasticLoopsIn, KeepsMomentumInALoopThroughAFrameThatMovesAtTheTip) {
  // A boom that tumbles in space with a rod from its hub to the arm: what moves the frames is
  // inside, so momentum and angular momentum stay.
  Model model = space();
  model.add<ElasticBody>("boom", make_tumbling_boom());
  const Expr t = model.time();
  Frame slew{.in = "boom.tip", .position = {0.1 * sin(2.0 * t), 0.0, 0.1}};
  slew.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 0.3 * sin(t));
  model.add<Frame>("slew", slew);
  model.add<RigidBody>("upper", make_forearm());
  model.add<RigidBody>("fore", make_forearm());
  model.add<Spherical>("shoulder", {.between = {"slew", "upper"}});
  model.add<Revolute>(
      "elbow",
      {.between = {"upper.end", "fore"}, .axis = "y", .stiffness = 4.0, .guess = {.angle = 1.2}});
  model.add<Distance>("rod", {.between = {"boom", "fore.end"}, .length = 2.2});
  const Results r = simulate(make_system(model), test::tape_settings(2.0, 0.5, 1e-12),
                             {"system.momentum", "system.angular_momentum"});
  for (const char* axis : {".x", ".y", ".z"}) {
    expect_constant(r, std::string("system.momentum") + axis, 1e-9 * 7);
    expect_constant(r, std::string("system.angular_momentum") + axis, 1e-9 * 40);
  }
}

TEST_P(ElasticLoopsIn, KeepsMomentumWithACarriageBetweenLimitsAtTheTip) {
  // Two directions of a SixDof on a boom that tumbles: between limits, and with dry friction.
  Model model = space();
  model.add<ElasticBody>("boom", make_tumbling_boom());
  model.add<RigidBody>("load", {.mass = 1.0, .inertia = InertiaMatrix{{0.01, 0.01, 0.02}}});
  SixDof joint{.between = {"boom.tip", "load"}};
  joint.x.emplace().stiffness = 100.0;
  joint.x->limits.emplace().range = {-0.02, 0.02};
  joint.x->initial.speed = 0.4;
  joint.y.emplace().stiffness = 30.0;
  joint.y->friction.emplace().coulomb = 0.5;
  model.add<SixDof>("carriage", joint);
  const Results r = simulate(make_system(model), test::tape_settings(2.0, 0.25, 1e-12),
                             {"system.momentum", "system.angular_momentum", "system.energy.total",
                              "system.energy.dissipated", "carriage.x.position"});
  for (const char* axis : {".x", ".y", ".z"}) {
    expect_constant(r, std::string("system.momentum") + axis, 1e-9 * 7);
    expect_constant(r, std::string("system.angular_momentum") + axis, 1e-9 * 40);
  }
  const std::vector<double> total = r.values("system.energy.total"),
                            lost = r.values("system.energy.dissipated");
  for (std::size_t k = 0; k < total.size(); ++k)
    EXPECT_NEAR(total[k] + lost[k], total[0] + lost[0], 1e-8);
}

TEST_P(ElasticLoopsIn, KeepsATipOnAPath) {
  // z = φ η of the tip of a clamped beam follows a sin(ωt): λ φ = A η'' + c η, by the tip's place
  // and by the mode's coordinate itself.
  const double A = 2.0, c = 50.0, phi = 1.7, a = 0.03, omega = 2.0;
  for (const bool by_mode : {false, true}) {
    const double slope = by_mode ? 1.0 : phi;
    Model model = space();
    ElasticBody beam = make_beam(A, c, 3.0);
    beam.modes[0].initial = {};
    model.add<ElasticBody>("beam", beam);
    model.add<Fixed>("wall", {.between = {"world", "beam"}});
    const Expr path = a * sin(omega * model.time());
    model.add<Constraint>("path", {.equations = {model.output(by_mode ? "beam.modes[0].displacement"
                                                                      : "beam.tip.position.z") -
                                                 path}});
    const Results r =
        test::run(make_system(model), 2.0,
                  {"beam.modes[0].displacement", "beam.modes[0].acceleration", "system.power"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double t = number_of(r, row, "time");
      const double eta = a * std::sin(omega * t) / slope;
      const double force = (c - A * omega * omega) * eta / slope;
      EXPECT_NEAR(number_of(r, row, "beam.modes[0].displacement"), eta, test::kGlobal);
      EXPECT_NEAR(number_of(r, row, "beam.modes[0].acceleration"), -omega * omega * eta, 1e-7);
      EXPECT_NEAR(number_of(r, row, "system.power"), force * a * omega * std::cos(omega * t), 1e-6);
    }
  }
}

TEST_P(ElasticLoopsIn, HoldsTwoTipsByARod) {
  // Clamped beams one above the other, a rod upright between their tips: (A + A') η'' + (c + c') η
  // = 0, and T φ = A η'' + c η in it.
  const double A = 2.0, c = 50.0, phi = 1.7, height = 2.0;
  Model model = space();
  model.add<ElasticBody>("low", make_beam(A, c, 3.0));
  model.add<ElasticBody>("high", make_beam(1.5 * A, 4 * c, 1.0));
  model.add<Fixed>("floor", {.between = {"world", "low"}});
  model.add<Fixed>("roof", {.between = {"world", "high"}, .origin = {.at = {0.0, 0.0, height}}});
  model.add<Distance>("rod", {.between = {"low.tip", "high.tip"}, .length = height});
  const Results r = test::run(make_system(model), 3.0,
                              {"low.modes[0].displacement", "high.modes[0].displacement",
                               "rod.tension", "system.energy.total", "low.tip.position.z"});
  const double w = std::sqrt(5 * c / (2.5 * A));
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double eta = 0.05 * std::cos(w * number_of(r, row, "time"));
    EXPECT_NEAR(number_of(r, row, "low.modes[0].displacement"), eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "high.modes[0].displacement"), eta, test::kGlobal);
    EXPECT_NEAR(number_of(r, row, "rod.tension"), (c - A * w * w) * eta / phi, 1e-6);
  }
  expect_constant(r, "system.energy.total", test::kGlobal);
}

TEST_P(ElasticLoopsIn, KeepsMomentumAndEnergyInALoopThroughATip) {
  // A tumbling boom, an arm of two links from its tip, and a rod from the arm's end to the hub.
  Model model = space();
  model.add<ElasticBody>("boom", make_tumbling_boom());
  model.add<RigidBody>("upper", make_forearm());
  model.add<RigidBody>("fore", make_forearm());
  model.add<Spherical>("shoulder", {.between = {"boom.tip", "upper"}});
  model.add<Revolute>(
      "elbow",
      {.between = {"upper.end", "fore"}, .axis = "y", .stiffness = 4.0, .guess = {.angle = 1.2}});
  model.add<Distance>("rod", {.between = {"boom", "fore.end"}, .length = 2.2});
  expect_conserved(make_system(model), 3.0, 22.4 * 0.3, 40.0, 10.0);
}

TEST_P(ElasticLoopsIn, KeepsMomentumAndEnergyWhereABlockHitsALimitAtTheTip) {
  // On a slide at the tip of a tumbling boom, between elastic stops.
  Model model = space();
  model.add<ElasticBody>("boom", make_tumbling_boom());
  model.add<RigidBody>("block", {.mass = 2.0, .inertia = InertiaMatrix{{0.1, 0.2, 0.15}}});
  Prismatic slide{.between = {"boom.tip", "block"}, .axis = "x"};
  slide.limits = TranslationLimits{{{-0.1, 0.1}, 1.0}};
  slide.initial.speed = 0.4;
  model.add<Prismatic>("slide", slide);
  const Results r = simulate(make_system(model), test::tape_settings(3.0, 0.1, 1e-12),
                             {"system.momentum", "system.angular_momentum", "system.energy.total",
                              "slide.position", "slide.speed"});
  for (const char* axis : {".x", ".y", ".z"}) {
    expect_constant(r, std::string("system.momentum") + axis, 1e-9 * 7);
    expect_constant(r, std::string("system.angular_momentum") + axis, 1e-9 * 40);
  }
  expect_constant(r, "system.energy.total", 1e-8);
  int turns = 0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_LE(std::abs(number_of(r, row, "slide.position")), 0.1 + 1e-9);
    turns += row > 0 && number_of(r, row, "slide.speed") * number_of(r, row - 1, "slide.speed") < 0;
  }
  EXPECT_GE(turns, 3);
}

TEST_P(ElasticLoopsIn, KeepsEnergyAsTheCouplerOfAFourBar) {
  // Four hinges and the elastic coupler: the projection onto the loop moves the mode's rate, too.
  Model model = on_earth();
  const auto bar = [](double length, double mass) {
    RigidBody body{.mass = mass, .inertia = Rod{length}, .center_of_mass = {length / 2, 0.0, 0.0}};
    body.frames.add("end", {.at = {length, 0.0, 0.0}});
    return body;
  };
  model.add<RigidBody>("crank", bar(0.5, 1.0));
  model.add<RigidBody>("rocker", bar(1.2, 2.0));
  ElasticBody coupler{.mass = 3.0, .inertia = Rod{1.5}, .center_of_mass = {0.75, 0.0, 0.0}};
  coupler.modes.push_back({.mass = 3.0,
                           .stiffness = 400.0,
                           .translation = {0.0, 0.0, 1.5},
                           .rotation = {0.0, -0.6, 0.0}});
  coupler.frames.add("end", {.at = {1.5, 0.0, 0.0}});
  model.add<ElasticBody>("coupler", coupler);
  const double degree = std::numbers::pi / 180;
  model.add<Revolute>("a", {.between = {"world", "crank"},
                            .axis = "-y",
                            .initial = {.angle = 50 * degree, .rate = 3.0}});
  model.add<Revolute>(
      "b", {.between = {"crank.end", "coupler"}, .axis = "-y", .guess = {.angle = -40 * degree}});
  model.add<Revolute>(
      "c", {.between = {"coupler.end", "rocker"}, .axis = "-y", .guess = {.angle = -90 * degree}});
  model.add<Revolute>(
      "d", {.between = {"world", "rocker.end"}, .axis = "-y", .origin = {.at = {1.6, 0.0, 0.0}}});
  test::expect_energy_balance(make_system(model), 1.0, test::kGlobal);
}

}  // namespace
}  // namespace holon
