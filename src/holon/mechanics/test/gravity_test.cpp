// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/gravity.h"

#include "holon/mechanics/parts/point_mass.h"
#include "run_model.h"

namespace holon {
namespace {

TEST(Gravity, TakesThePlaceOfTheWorlds) {
  Model model;
  model.add<PointMass>(
      "stone", {.mass = 2.0, .initial = PointStart{.position = Vector3<Expr>(0.0, 3.0, 0.0)}});
  model.add<Gravity>("moon", {.uniform = {0.0, -1.62, 0.5}});
  const System system = make_system(model);
  const auto y = test::values_at_start(system, {"stone.acceleration", "system.energy.potential"});
  constexpr double kRounding = 1e-14;
  EXPECT_NEAR(y[0], 0.0, kRounding);
  EXPECT_NEAR(y[1], -1.62, kRounding);
  EXPECT_NEAR(y[2], 0.5, kRounding);
  EXPECT_NEAR(y[3], 2 * 1.62 * 3, kRounding * 10);
  test::expect_energy_balance(system, 1.0);
}

TEST(Gravity, MayChangeInTime) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("shaken", {.uniform = {0.0, 0.0, sin(model.time())}});
  const Results r = test::run(make_system(model), 3.0, {"stone.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    EXPECT_NEAR(test::number_of(r, k, "stone.position.z"), t - std::sin(t), test::kGlobal);
  }
}

TEST(Gravity, IsThereOnce) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("one", {});
  model.add<Gravity>("two", {});
  EXPECT_NE(test::errors_of(model).find("two: there is already a Gravity part; keep one of them"),
            std::string::npos)
      << test::errors_of(model);
}

TEST(Gravity, DependsOnNoOutput) {
  Model model;
  model.add<PointMass>("stone", {.mass = 2.0});
  model.add<Gravity>("field", {.uniform = {0.0, 0.0, -model.output("stone.position.z")}});
  EXPECT_NE(test::errors_of(model).find("uniform gravity cannot depend on 'stone.position.z'"),
            std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
