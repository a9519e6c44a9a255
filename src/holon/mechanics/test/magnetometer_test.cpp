// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/navigation/parts/magnetometer.h"

#include "force_models.h"
#include "holon/mechanics/parts/magnetic_field.h"

namespace holon {
namespace {

TEST(Magnetometer, MeasuresInTheAxesOfABodyThatTurns) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}};
  body.initial.emplace().angular_velocity = Vector3<Expr>(0.0, 0.0, 2.0);
  model.add<RigidBody>("body", body);
  model.add<MagneticField>("magnetic", {.field = {3e-5, 0.0, 1e-5}});
  model.add<Magnetometer>("probe", {.on = "body"});
  const Results r = test::run(make_system(model), 3.0, {"probe.field"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double angle = 2 * test::number_of(r, k, "time");
    EXPECT_NEAR(test::number_of(r, k, "probe.field.x"), 3e-5 * std::cos(angle),
                3e-5 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "probe.field.y"), -3e-5 * std::sin(angle),
                3e-5 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "probe.field.z"), 1e-5, 3e-5 * test::kGlobal);
  }
}

TEST(Magnetometer, NeedsAField) {
  Model model;
  model.add<RigidBody>("body", {.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Magnetometer>("probe", {.on = "body"});
  EXPECT_EQ(test::errors_of(model),
            "parts/probe: the model has no magnetic field; add a part of type MagneticField\n");
}

}  // namespace
}  // namespace holon
