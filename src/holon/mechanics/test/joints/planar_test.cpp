// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/planar.h"

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kGravity;

TEST(Planar, LetsARodFlyInItsPlane) {
  // With the normal −y, x is the world's x and y its z. The centre of mass flies on a parabola, the
  // rod turns evenly.
  const double l = 0.5, rate = 3.0, angle = 0.4, vx = 2.0, vy = 5.0;
  Model model;
  model.add<RigidBody>(
      "rod", {.mass = 2.0, .inertia = Rod{.length = 2 * l}, .center_of_mass = {l, 0.0, 0.0}});
  model.add<Planar>("plane", {.between = {"world", "rod"},
                              .axis = "-y",
                              .initial = {.angle = angle,
                                          .speed_x = vx + rate * l * std::sin(angle),
                                          .speed_y = vy - rate * l * std::cos(angle),
                                          .rate = rate}});
  const System system = make_system(model);
  const Results r = test::run(system, 1.5,
                              {"plane.x", "plane.y", "plane.angle", "rod.com.position",
                               "plane.reaction.force", "plane.reaction.torque"});
  constexpr double kRounding = 1e-11;  // of forces of some 100 N
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), a = angle + rate * t, range = vy * 1.5;
    const double x = l * std::cos(angle) + vx * t;
    const double z = l * std::sin(angle) + vy * t - kGravity * t * t / 2;
    EXPECT_NEAR(number_of(r, k, "plane.angle"), a, test::kGlobal * range);
    EXPECT_NEAR(number_of(r, k, "rod.com.position.x"), x, test::kGlobal * range);
    EXPECT_EQ(number_of(r, k, "rod.com.position.y"), 0.0);
    EXPECT_NEAR(number_of(r, k, "rod.com.position.z"), z, test::kGlobal * range);
    EXPECT_NEAR(number_of(r, k, "plane.x"), x - l * std::cos(a), test::kGlobal * range);
    EXPECT_NEAR(number_of(r, k, "plane.y"), z - l * std::sin(a), test::kGlobal * range);
    for (const char* axis : {".x", ".y", ".z"}) {  // nothing holds it back
      EXPECT_NEAR(number_of(r, k, "plane.reaction.force" + std::string(axis)), 0.0, kRounding);
      EXPECT_NEAR(number_of(r, k, "plane.reaction.torque" + std::string(axis)), 0.0, kRounding);
    }
  }
}

TEST(Planar, ItsCoordinatesAndRatesAreOutputsOfThatRole) {
  Model model;
  model.add<RigidBody>("rod", {.mass = 2.0, .inertia = Rod{.length = 1.0}});
  model.add<Planar>("plane", {.between = {"world", "rod"}});
  std::vector<std::string> coordinates, rates;
  for (const SystemOutput& output : make_system(model).list_outputs()) {
    if (output.role == OutputRole::coordinate) coordinates.push_back(output.name);
    if (output.role == OutputRole::rate) rates.push_back(output.name);
  }
  EXPECT_EQ(coordinates, (std::vector<std::string>{"plane.x", "plane.y", "plane.angle"}));
  EXPECT_EQ(rates, (std::vector<std::string>{"plane.speed_x", "plane.speed_y", "plane.rate"}));
}

TEST(Planar, LaysItsDirectionsAsItsPageSays) {
  const auto expect = [](Vector3<double> n, Vector3<double> x, Vector3<double> y) {
    const auto [found_x, found_y] = planar_directions(n);
    constexpr double kRounding = 1e-15;
    EXPECT_NEAR((found_x - x).norm(), 0.0, kRounding);
    EXPECT_NEAR((found_y - y).norm(), 0.0, kRounding);
  };
  expect({0, 0, 1}, {1, 0, 0}, {0, 1, 0});
  expect({0, 0, -1}, {1, 0, 0}, {0, -1, 0});
  expect({0, 1, 0}, {1, 0, 0}, {0, 0, -1});
  expect({0, -1, 0}, {1, 0, 0}, {0, 0, 1});
  expect({1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  expect({0.6, 0, 0.8}, {0.8, 0, -0.6}, {0, 1, 0});
}

TEST(Planar, SwingsOnSpringsOfItsOwn) {
  // Three oscillators that do not feel each other: k_x x, k_y y (and gravity along −y), k_a angle.
  const double m = 2.0, J = 0.3, kx = 50.0, ky = 80.0, ka = 4.0, c = 3.0;
  Model model;
  model.add<RigidBody>("plate", {.mass = m, .inertia = InertiaMatrix{{0.2, J, 0.2}}});
  model.add<Planar>("plane", {.between = {"world", "plate"},
                              .axis = "-y",
                              .stiffness_x = kx,
                              .damping_x = c,
                              .stiffness_y = ky,
                              .stiffness_angle = ka,
                              .initial = {.x = 0.2, .angle = 1.2, .speed_y = -0.5}});
  const System system = make_system(model);
  const Results r = test::run(system, 2.0, {"plane.x", "plane.y", "plane.angle"});
  const double decay = c / (2 * m), w = std::sqrt(kx / m - decay * decay);
  const double low = -m * kGravity / ky, wy = std::sqrt(ky / m);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "plane.x"),
                0.2 * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t)),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "plane.y"),
                low - low * std::cos(wy * t) - 0.5 / wy * std::sin(wy * t), test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "plane.angle"), 1.2 * std::cos(std::sqrt(ka / J) * t),
                test::kGlobal);
  }
  test::expect_energy_balance(system, 2.0);
}

TEST(Planar, HoldsABodyInItsPlane) {
  // A body that is not symmetric to the plane: spinning, its product of inertia asks for a torque.
  const double rate = 5.0, Ixz = 0.02;
  Model model;
  model.world.gravity = {0.0, 0.0, -kGravity};
  model.add<RigidBody>("disc",
                       {.mass = 1.5, .inertia = InertiaMatrix{{0.3, 0.3, 0.5, 0.0, Ixz, 0.0}}});
  model.add<Planar>("table",
                    {.between = {"world", "disc"}, .axis = "z", .initial = {.rate = rate}});
  const auto y =
      test::values_at_start(make_system(model), {"table.reaction.force", "table.reaction.torque"});
  // ω × Θω = (−Iyz, Ixz, 0) ω²
  const std::vector<double> expected{0, 0, 1.5 * kGravity, 0, Ixz * rate * rate, 0};
  constexpr double kRounding = 1e-14;
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(y[k], expected[k], 100 * kRounding) << k;
}

TEST(Planar, KeepsItsEnergyWhicheverEndIsCalledTheParent) {
  for (const bool reversed : {false, true}) {
    Model model;
    model.add<RigidBody>("rod", {.mass = 2.0,
                                 .inertia = InertiaMatrix{{0.1, 0.2, 0.25}},
                                 .center_of_mass = {0.3, 0.0, 0.1}});
    Planar plane{.axis = "-y",
                 .stiffness_x = 30.0,
                 .damping_y = 0.4,
                 .initial = {.x = 0.1, .speed_y = 1.0, .rate = 2.0}};
    plane.between = {"world", "rod"};
    if (reversed) std::swap(plane.between[0], plane.between[1]);
    model.add<Planar>("plane", plane);
    test::expect_energy_balance(make_system(model), 1.5);
  }
}

TEST(Planar, NamesTheFreedomThatNothingCarries) {
  Model model;
  model.add<PointMass>("puck", {.mass = 1.0});
  model.add<Planar>("table", {.between = {"world", "puck"}, .axis = "z"});
  EXPECT_NE(
      test::errors_of(model).find("joint 'table' lets 'puck' rotate about its axis [0, 0, 1]"),
      std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
