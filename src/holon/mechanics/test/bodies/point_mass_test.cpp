// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/point_mass.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

TEST(PointMass, FliesOnAParabolaWithThreeFreedoms) {
  Model model;
  model.add<PointMass>("ball", {.mass = 0.5,
                                .initial = PointStart{.position = Vector3<Expr>(1.0, 0.0, 2.0),
                                                      .velocity = Vector3<Expr>(3.0, 0.0, 5.0)}});
  const System system = make_system(model);
  EXPECT_EQ(system.state_count(), 6);
  EXPECT_EQ(system.state_name(0), "ball.position.x");
  EXPECT_EQ(system.state_name(5), "ball.velocity.z");
  const Results r =
      test::run(system, 2.0, {"ball.position", "ball.orientation", "ball.com.velocity"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "ball.position.x"), 1 + 3 * t, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "ball.position.z"), 2 + 5 * t - 9.80665 / 2 * t * t, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "ball.com.velocity.z"), 5 - 9.80665 * t, 10 * test::kGlobal);
    EXPECT_EQ(number_of(r, k, "ball.orientation.w"), 1.0);
  }
  test::expect_energy_balance(system, 2.0);
}

TEST(PointMass, MovesOnAKeplerEllipseUnderACentralForceByFormula) {
  // r" = −r/|r|³ from (1 − e, 0) with √((1 + e)/(1 − e)): back after 2π.
  const double e = 0.5;
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<PointMass>(
      "moon",
      {.mass = 2.0,
       .initial = PointStart{.position = Vector3<Expr>(1 - e, 0.0, 0.0),
                             .velocity = Vector3<Expr>(0.0, std::sqrt((1 + e) / (1 - e)), 0.0)}});
  const Vector3<Expr> p = model.vector_output("moon.position");
  const Expr r2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  const Expr factor = -2.0 / (r2 * sqrt(r2));
  model.add<Force>("pull", {.on = "moon", .force = {factor * p[0], factor * p[1], factor * p[2]}});
  const Results r = test::run(make_system(model), 2 * M_PI, {"moon.position"}, M_PI);
  EXPECT_NEAR(number_of(r, 1, "moon.position.x"), -(1 + e), 10 * test::kGlobal);
  EXPECT_NEAR(number_of(r, 2, "moon.position.x"), 1 - e, 10 * test::kGlobal);
  EXPECT_NEAR(number_of(r, 2, "moon.position.y"), 0.0, 10 * test::kGlobal);
}

TEST(PointMass, AddsItsInertiaToABodyThatItIsFixedTo) {
  // A massless-as-can-be arm with a bob: T = 2π √(l/g) for small swings, here by the acceleration.
  Model model;
  model.add<RigidBody>("arm", {.mass = 1.0,
                               .inertia = Rod{.length = 2.0},
                               .center_of_mass = {1.0, 0.0, 0.0},
                               .frames = {{"end", {.at = {2.0, 0.0, 0.0}}}}});
  model.add<PointMass>("bob", {.mass = 3.0});
  model.add<Fixed>("weld", {.between = {"arm.end", "bob"}});
  model.add<Revolute>("pin", {.between = {"world", "arm"}, .axis = "y"});
  const System system = make_system(model);
  const double J = 4.0 / 3 + 3 * 4, moment = 9.80665 * (1 + 3 * 2);
  const auto y = test::values_at_start(
      system, {"pin.acceleration", "bob.acceleration", "weld.reaction.force"});
  constexpr double kRounding = 1e-13;
  EXPECT_NEAR(y[0], moment / J, kRounding);
  EXPECT_NEAR(y[3], -2 * moment / J, kRounding);
  EXPECT_NEAR(y[6], 3 * (9.80665 - 2 * moment / J), 10 * kRounding);
}

TEST(PointMass, NeedsAMassThatIsPositive) {
  Model model;
  model.add<PointMass>("ball", {.mass = 0.0});
  EXPECT_NE(test::errors_of(model).find("mass must be positive, not 0"), std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
