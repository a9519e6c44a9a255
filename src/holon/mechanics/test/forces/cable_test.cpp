// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/cable.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::kMass;
using test::kRoundGravity;
constexpr double kStiffness = 800.0, kLength = 1.5;

Model jumper(double z, double speed, double damping) {
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  PointMass mass{.mass = kMass};
  mass.initial.emplace().position = Vector3<Expr>(0.0, 0.0, z);
  mass.initial->velocity = Vector3<Expr>(0.0, 0.0, speed);
  model.add<PointMass>("mass", mass);
  model.add<Cable>("cable", {.between = {"world", "mass"},
                             .length = kLength,
                             .stiffness = kStiffness,
                             .damping = damping});
  return model;
}

TEST(Cable, PullsOnlyWhereItIsStretched) {
  test::expect_start(jumper(-1.0, 2.0, 5.0),
                     {"cable.tension", "cable.energy", "mass.acceleration.z"},
                     {0, 0, -kRoundGravity});
  // Stretched by 0.1 and shortening at 2: 80 − 10.
  test::expect_start(jumper(-1.6, 2.0, 5.0),
                     {"cable.tension", "cable.energy", "cable.power", "mass.acceleration.z"},
                     {70, 4, 140, 35 - kRoundGravity});
}

TEST(Cable, NeverPushes) {
  test::expect_start(jumper(-1.6, 2.0, 50.0), {"cable.tension", "mass.acceleration.z"},
                     {0, -kRoundGravity});
}

TEST(Cable, CatchesAFallingMass) {
  const System system = make_system(jumper(-0.5, 0.0, 0.0));
  const Results r = test::run(system, 0.75, {"mass.position", "cable.tension"}, 0.01);
  // Free fall to the length, then an oscillator that begins at speed.
  const double t1 = std::sqrt(2 * (kLength - 0.5) / kRoundGravity), v1 = kRoundGravity * t1;
  const double w = std::sqrt(kStiffness / kMass);
  double highest = 0.0;
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = test::number_of(r, row, "time"), tau = t - t1;
    double x = 0.5 - kLength + 0.5 * kRoundGravity * t * t;
    if (tau > 0) x = kRoundGravity / (w * w) * (1 - std::cos(w * tau)) + v1 / w * std::sin(w * tau);
    if (tau > 0 && x < 0) break;  // slack again
    // The step across the moment at which it becomes taut is not located: dopri5 sees a kink of
    // the force and holds its error there to its tolerance, not to its order.
    constexpr double kKink = 1e-8;
    EXPECT_NEAR(test::number_of(r, row, "mass.position.z"), -kLength - x, kKink) << t;
    highest = std::max(highest, test::number_of(r, row, "cable.tension"));
    EXPECT_NEAR(test::number_of(r, row, "cable.tension"), std::max(0.0, kStiffness * x),
                kStiffness * kKink);
  }
  EXPECT_GT(highest, 150.0);
}

TEST(Cable, LosesWhatItsDamperTakes) {
  test::expect_energy_balance(make_system(jumper(-0.5, 0.0, 8.0)), 2.0, 1e-7);
}

TEST(Cable, ThatDoesNotStretchBecomesTautWithAJerk) {
  // A bob falls from (0.6, 0), is caught by 1 m of rope at (0.6, −0.8), loses what it had along the
  // rope, and swings on as a pendulum.
  constexpr double kFall = 0.8, kSpeed = 3.961817764612603;  // √(2 g 0.8)
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  PointMass mass{.mass = kMass};
  mass.initial.emplace().position = Vector3<Expr>(0.6, 0.0, 0.0);
  model.add<PointMass>("mass", mass);
  model.add<Cable>("rope", {.between = {"world", "mass"}, .length = 1.0});
  const System system = make_system(model);
  const Results r = test::run(system, 3.0,
                              {"rope.length", "rope.tension", "mass.position", "mass.velocity",
                               "system.energy.total", "system.energy.dissipated"},
                              0.01);
  const double caught = std::sqrt(2 * kFall / kRoundGravity), along = 0.6 * kSpeed;
  const double energy = kMass * (along * along / 2 - kRoundGravity * kFall);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = test::number_of(r, i, "time"), z = test::number_of(r, i, "mass.position.z");
    if (t < caught) {
      EXPECT_EQ(test::number_of(r, i, "rope.tension"), 0);
      EXPECT_NEAR(z, -kRoundGravity * t * t / 2, 1e-12);
      continue;
    }
    const double vx = test::number_of(r, i, "mass.velocity.x"),
                 vz = test::number_of(r, i, "mass.velocity.z");
    EXPECT_NEAR(test::number_of(r, i, "rope.length"), 1, 1e-12);
    EXPECT_NEAR(test::number_of(r, i, "system.energy.total"), energy, test::kGlobal * kMass);
    EXPECT_NEAR(test::number_of(r, i, "rope.tension"),
                kMass * (vx * vx + vz * vz - kRoundGravity * z), 1e-10 * kMass * kRoundGravity);
  }
  EXPECT_NEAR(r.values("system.energy.dissipated").back(), -energy, test::kGlobal * kMass);
}

TEST(Cable, ThatDoesNotStretchFallsSlack) {
  // Thrown from below with v² = g (2 + 3 s) a bob leaves its circle at the height s.
  constexpr double kHeight = 0.5;
  Model model;
  model.world.gravity = {0.0, 0.0, -kRoundGravity};
  PointMass mass{.mass = kMass};
  mass.initial.emplace().position = Vector3<Expr>(0.0, 0.0, -1.0);
  mass.initial->velocity = Vector3<Expr>(std::sqrt(kRoundGravity * (2 + 3 * kHeight)), 0.0, 0.0);
  model.add<PointMass>("mass", mass);
  model.add<Cable>("rope", {.between = {"world", "mass"}, .length = 1.0});
  Results r;
  const System system = make_system(model);
  Simulation simulation(system, {.until = 1, .tolerance = test::kTolerance});
  simulation.record(r, {"rope.length", "rope.tension", "mass.position.z"}, {});
  simulation.run();
  std::size_t left = 1;
  while (test::number_of(r, left, "time") < 0.1 || test::number_of(r, left, "rope.tension") > 0)
    ++left;
  // Told to be slack where it would have to push with a nanonewton.
  EXPECT_NEAR(test::number_of(r, left, "mass.position.z"), kHeight, test::kGlobal);
  EXPECT_LT(r.values("rope.length").back(), 0.999);
  EXPECT_EQ(r.values("rope.tension").back(), 0);
}

TEST(Cable, SaysThatDampingNeedsStiffness) {
  Model model = test::two_tumbling_bodies();
  model.add<Cable>("cable", {.between = {"one", "two"}, .length = 1.0, .damping = 1.0});
  EXPECT_NE(test::errors_of(model).find("cable: 'damping' has no effect on an inextensible cable"),
            std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
