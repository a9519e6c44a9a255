// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/bushing.h"

#include "holon/mechanics/test/force_models.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

Model mounted(const Orientation& attitude) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{.mass = 2.0, .inertia = InertiaMatrix{{0.3, 0.5, 0.4}}};
  body.initial.emplace().position = Vector3<Expr>(0.1, -0.2, 0.3);
  body.initial->orientation = attitude;
  body.initial->velocity = Vector3<Expr>(1.0, 2.0, 3.0);
  model.add<RigidBody>("body", body);
  return model;
}

TEST(Bushing, HoldsAlongTheAxesOfItsFirstFrame) {
  Model model = mounted(Orientation::axis_angle({0.0, 0.0, 1.0}, 0.4));
  model.add<Bushing>(
      "mount",
      {.between = {"world", "body"}, .stiffness = {10.0, 20.0, 30.0}, .damping = {1.0, 2.0, 3.0}});
  test::expect_start(model,
                     {"mount.position", "mount.rotation", "mount.velocity", "mount.force",
                      "mount.energy", "mount.power", "body.acceleration"},
                     {0.1, -0.2, 0.3,  //
                      0, 0, 0.4,       //
                      1, 2, 3,         //
                      -2, 0, -18,      //
                      0.05 + 0.4 + 1.35, -56, -1, 0, -9});
}

TEST(Bushing, MayBeTurnedRound) {
  // Seen from the body, turned by 90° about z, the world's origin lies at R⁻¹ (−p).
  Model model = mounted(Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2));
  model.add<Bushing>("mount", {.between = {"body", "world"}, .stiffness = {10.0, 20.0, 30.0}});
  test::expect_start(model, {"mount.position", "mount.force", "body.acceleration"},
                     {0.2, 0.1, -0.3, -2, -2, 9, -1, 1, -4.5});
}

TEST(Bushing, TurnsBackInProportionToTheAngleAtAnyAngle) {
  // About a principal axis: I θ'' = −k θ, also for 2.5 rad.
  Model model = mounted(Orientation::axis_angle({0.0, 1.0, 0.0}, 2.5));
  model.add<Bushing>("mount",
                     {.between = {"world", "body"}, .rotational_stiffness = {1.0, 8.0, 3.0}});
  const Results r = test::run(make_system(model), 3.0, {"mount.rotation", "mount.torque"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double angle = 2.5 * std::cos(4.0 * test::number_of(r, row, "time"));
    EXPECT_NEAR(test::number_of(r, row, "mount.rotation.y"), angle, 4 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "mount.torque.y"), -8.0 * angle, 32 * test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "mount.torque.x"), 0.0, test::kGlobal);
  }
}

TEST(Bushing, TorqueDerivesFromItsEnergyInEveryDirection) {
  // −∂U/∂θ for small turns of the body about each axis of the first frame, by central differences:
  // error h² times third derivatives (some 10 N m) plus rounding of U over h.
  const auto model = [&](const Rotation<double>& R) {
    Model m = mounted(Orientation::from_quaternion(R.w(), R.x(), R.y(), R.z()));
    m.add<Bushing>("mount",
                   {.between = {"world", "body"}, .rotational_stiffness = {2.0, 7.0, 4.0}});
    return make_system(m);
  };
  const Rotation<double> R = Rotation<double>::from_axis_angle({0.6, -0.5, 0.9}, 1.8);
  const std::vector<double> torque = test::values_at_start(model(R), {"mount.torque"});
  constexpr double h = 1e-5, kDifference = 1e-8;
  for (int k = 0; k < 3; ++k) {
    const Vector3<double> turn = h * Vector3<double>::Unit(k);
    const auto energy = [&](const Vector3<double>& by) {
      return test::value_at_start(model(Rotation<double>::from_rotation_vector(by) * R),
                                  "mount.energy");
    };
    EXPECT_NEAR(torque[static_cast<std::size_t>(k)], -(energy(turn) - energy(-turn)) / (2 * h),
                kDifference);
  }
}

TEST(Bushing, BetweenTumblingBodiesKeepsEnergyAndMomenta) {
  for (const double damping : {0.0, 0.4}) {
    Model model = test::two_tumbling_bodies();
    model.add<Bushing>("mount", {.between = {"one.ear", "two.ear"},
                                 .stiffness = {9.0, 5.0, 12.0},
                                 .damping = {damping, 0.0, 2 * damping},
                                 .rotational_stiffness = {0.4, 0.9, 0.2},
                                 .rotational_damping = {0.0, damping, damping}});
    const System system = make_system(model);
    test::expect_energy_balance(system, 3.0);
    test::expect_momenta_stay(system, 3.0);
  }
}

TEST(Bushing, MustDoSomething) {
  Model model = mounted({});
  model.add<Bushing>("mount", {.between = {"world", "body"}});
  EXPECT_NE(test::errors_of(model).find("it has no effect: all its values are zero"),
            std::string::npos);
}

}  // namespace
}  // namespace holon
