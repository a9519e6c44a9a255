// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fields/magnetic_torquer.h"

#include "holon/mechanics/parts/fields/magnetic_field.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

Model compass(MagneticTorquer needle) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.output("system.energy.supplied");
  RigidBody body{.mass = 1.0, .inertia = InertiaMatrix{{0.02, 0.02, 0.02}}};
  body.initial.emplace().orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 1e-3);
  model.add<RigidBody>("body", body);
  model.add<MagneticField>("magnetic", {.field = {3e-5, 0.0, 0.0}});
  needle.on = "body";
  model.add<MagneticTorquer>("needle", std::move(needle));
  return model;
}

class MagneticTorquerIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, MagneticTorquerIn, test::all_formulations(), test::formulation_of);

TEST_P(MagneticTorquerIn, SwingsACompassNeedle) {
  // J θ" = −d B sin θ: the frequency √(d B/J); the amplitude of 1e-3 changes it by θ0²/16.
  Model model = compass({.dipole = {50.0, 0.0, 0.0}});
  model.simulate.formulation = GetParam();
  const System system = make_system(model);
  const double rate = std::sqrt(50 * 3e-5 / 0.02);
  const Results r = test::run(system, 20.0,
                              {"body.orientation.z", "needle.power", "needle.world_torque",
                               "system.energy.total", "system.energy.supplied"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time");
    const double theta = 2 * std::asin(test::number_of(r, k, "body.orientation.z"));
    EXPECT_NEAR(theta, 1e-3 * std::cos(rate * t), 1e-3 * (1e-6 / 16 * rate * 20) + 1e-11);
    EXPECT_NEAR(test::number_of(r, k, "needle.world_torque.z"), -50 * 3e-5 * std::sin(theta),
                1e-12);
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total"),
                test::number_of(r, k, "system.energy.supplied"), 1e-11);
  }
}

TEST(MagneticTorquer, IsLimitedInEachComponent) {
  Model model = compass({.dipole = {7.0, -9.0, 2.0}, .limit = Expr(5.0)});
  test::expect_start(model, {"needle.moment"}, {5.0, -5.0, 2.0});
}

TEST(MagneticTorquer, NeedsABody) {
  Model model = compass({.dipole = {1.0, 0.0, 0.0}});
  model.add<MagneticTorquer>("fixed", {.on = "world", .dipole = {1.0, 0.0, 0.0}});
  EXPECT_NE(test::errors_of(model).find("fixed: it has no effect on the world"), std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
