// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Frames of elastic bodies that move with their modes.
#include <numbers>

#include "holon/mechanics/parts/forces/spring.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/bodies/elastic_models.h"

namespace holon {
namespace {

using test::expect_conserved;
using test::expect_constant;
using test::make_beam;
using test::make_panel;
using test::number_of;

class ElasticFramesIn : public test::ElasticBodyFixture {};
INSTANTIATE_TEST_SUITE_P(Both, ElasticFramesIn, test::all_formulations(), test::formulation_of);

TEST(ElasticBody, CarriesAMassOnAFrameThatMovesWithItsMode) {
  // A point mass m at the tip moves by φ η: (A + m φ²) η'' + c η = 0 without gravity.
  const double A = 2.0, c = 50.0, mass = 1.5, phi = 1.7;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<ElasticBody>("beam", make_beam(A, c, 3.0));
  model.add<Fixed>("wall", {.between = {"world", "beam"}});
  model.add<RigidBody>("load", {.mass = mass, .inertia = InertiaMatrix{{1e-9, 1e-9, 1e-9}}});
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
  // A frame that only is seen: at 3 m along x, moved by φ η, and turned about −y by 2 atan(ψ η/2).
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
    EXPECT_NEAR(number_of(r, row, "beam.tip.angular_velocity.y"),
                -0.8 * rate / (1 + 0.16 * eta * eta), test::kGlobal);
  }
}

TEST(ElasticBody, IsDeflectedByASpringOnAFrameThatMovesWithItsMode) {
  // A spring from the tip straight up to the world: k φ² adds to the stiffness of small motions.
  const double A = 2.0, c = 50.0, k = 40.0, phi = 1.7;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
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

TEST(ElasticBody, KeepsMomentumAndEnergyWithAPendulumOnAMovingFrame) {
  // A free beam that tumbles, on whose moving tip a body hangs on a hinge with a spring.
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  ElasticBody beam = make_panel(false);
  beam.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
  beam.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.1);
  ElasticBody::Frame tip{.at = {0.2, 0.1, 2.5}};
  tip.modes.push_back({.translation = {0.1, 0.3, 0.9}, .rotation = {0.3, -0.5, 0.2}});
  tip.modes.push_back({.translation = {0.7, 0.0, 0.1}, .rotation = {0.0, 0.4, 0.0}});
  beam.frames.add("tip", tip);
  model.add<ElasticBody>("beam", beam);
  model.add<RigidBody>(
      "load",
      {.mass = 2.0, .inertia = InertiaMatrix{{0.4, 0.3, 0.5}}, .center_of_mass = {0.3, 0.1, 0.2}});
  model.add<Revolute>(
      "hinge",
      {.between = {"beam.tip", "load"}, .axis = "y", .stiffness = 3.0, .initial = {.angle = 0.4}});
  expect_conserved(make_system(model), 10.0, 22.0 * 0.3, 30.0, 10.0);
}

TEST_P(ElasticFramesIn, KeepsEnergyAsTheCouplerOfAFourBar) {
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
