// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/damper.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

Model gliding() {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  PointMass mass{.mass = 2.0};
  mass.initial.emplace().position = Vector3<Expr>(3.0, 0.0, 4.0);
  mass.initial->velocity = Vector3<Expr>(1.2, 0.0, 1.6);
  model.add<PointMass>("mass", mass);
  return model;
}

TEST(Damper, SlowsAMassAlongItsLine) {
  Model model = gliding();
  const double m = 2.0, d = 3.0;
  model.add<Damper>("damper", {.between = {"world", "mass"}, .damping = d});
  const Results r = test::run(make_system(model), 2.0,
                              {"damper.length", "damper.length_rate", "damper.force",
                               "damper.power", "system.energy.dissipated"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double fade = std::exp(-d / m * test::number_of(r, row, "time")), v = 2.0 * fade;
    EXPECT_NEAR(test::number_of(r, row, "damper.length"), 5.0 + 2.0 * m / d * (1 - fade),
                test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "damper.length_rate"), v, test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "damper.force"), d * v, 10 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "damper.power"), -d * v * v, 20 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "system.energy.dissipated"), 0.5 * m * (4.0 - v * v),
                10 * test::kGlobal);
  }
}

TEST(Damper, TakesAForceByFormulaOnTop) {
  Model model = gliding();
  model.add<Damper>("damper", {.between = {"mass", "world"}, .damping = 3.0, .force = -5.0});
  test::expect_start(model, {"damper.force", "mass.acceleration"}, {1, -0.3, 0, -0.4});
}

TEST(Damper, BetweenTumblingBodiesKeepsTheMomentaAndTheSumOfEnergies) {
  Model model = test::two_tumbling_bodies();
  model.add<Damper>("damper", {.between = {"one.ear", "two.ear"}, .damping = 0.6});
  const System system = make_system(model);
  test::expect_energy_balance(system, 4.0);
  test::expect_momenta_stay(system, 4.0);
}

TEST(Damper, NeedsADirectionAtTheStart) {
  Model model = test::two_tumbling_bodies();
  model.add<Damper>("damper", {.between = {"world", "one"}, .damping = 0.6});
  EXPECT_NE(test::errors_of(model).find("coincide at the start"), std::string::npos);
}

}  // namespace
}  // namespace holon
