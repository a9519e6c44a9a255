// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/cylindrical.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kGravity;
using test::kMass;
using test::kSpin;

TEST(Cylindrical, TurnsAndSlidesEachForItself) {
  // On the axis the two do not feel each other: I φ" + d φ' + k φ = M,  m z" + c z = −m g.
  const double k = 1.5, d = 0.02, M = 0.3, c = 40.0;
  Model model;
  model.add<RigidBody>("sleeve", {.mass = kMass, .inertia = InertiaMatrix{{0.03, 0.03, kSpin}}});
  model.add<Cylindrical>("rod", {.between = {"world", "sleeve"},
                                 .axis = "z",
                                 .torque = M,
                                 .stiffness_angle = k,
                                 .damping_angle = d,
                                 .stiffness_position = c,
                                 .initial = {.angle = 0.5, .speed = 1.0}});
  const System system = make_system(model);
  const Results r = test::run(system, 3.0, {"rod.angle", "rod.position"});
  const double decay = d / (2 * kSpin), w = std::sqrt(k / kSpin - decay * decay), rest = M / k;
  const double a = 0.5 - rest, b = decay * a / w;
  const double low = -kMass * kGravity / c, f = std::sqrt(c / kMass);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    EXPECT_NEAR(number_of(r, i, "rod.angle"),
                rest + std::exp(-decay * t) * (a * std::cos(w * t) + b * std::sin(w * t)),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, i, "rod.position"), low - low * std::cos(f * t) + std::sin(f * t) / f,
                test::kGlobal);
  }
}

TEST(Cylindrical, HoldsWhatItDoesNotLetGo) {
  // An eccentric mass m at e turns at ω about the vertical rod and falls freely along it: the rod
  // gives −m e ω² towards the axis and nothing along it.
  const double e = 0.3, omega = 4.0;
  Model model;
  model.add<RigidBody>("arm", {.mass = kMass,
                               .inertia = InertiaMatrix{{0.02, 0.02, 0.02}},
                               .center_of_mass = {e, 0.0, 0.0}});
  model.add<Cylindrical>("rod",
                         {.between = {"world", "arm"}, .axis = "z", .initial = {.rate = omega}});
  const auto y = test::values_at_start(
      make_system(model), {"rod.reaction.force", "rod.reaction.torque", "rod.angle_acceleration",
                           "rod.position_acceleration"});
  constexpr double kRounding = 1e-13;
  const std::vector<double> expected{-kMass * e * omega * omega, 0, 0, 0, 0, 0, 0, -kGravity};
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(y[k], expected[k], 100 * kRounding) << k;
  }
}

TEST(Cylindrical, KeepsItsEnergyInEitherDirection) {
  for (const bool reversed : {false, true}) {
    Model model;
    model.add<RigidBody>("arm", {.mass = kMass,
                                 .inertia = InertiaMatrix{{0.02, 0.03, 0.04}},
                                 .center_of_mass = {0.2, 0.1, 0.0}});
    Cylindrical rod{.axis = "x",
                    .stiffness_position = 100.0,
                    .damping_position = 0.5,
                    .initial = {.rate = 2.0, .position = 0.1}};
    rod.between = {"world", "arm"};
    if (reversed) std::swap(rod.between[0], rod.between[1]);
    model.add<Cylindrical>("rod", rod);
    test::expect_energy_balance(make_system(model), 2.0);
  }
}

TEST(Cylindrical, MayHaveOneOfItsFreedomsDriven) {
  Model model;
  model.add<RigidBody>("sleeve", {.mass = kMass, .inertia = InertiaMatrix{{0.03, 0.03, kSpin}}});
  model.add<Cylindrical>("rod", {.between = {"world", "sleeve"},
                                 .axis = "z",
                                 .motion_position = 0.1 * sin(2.0 * model.time()),
                                 .initial = {.rate = 1.5}});
  const System system = make_system(model);
  EXPECT_EQ(system.state_count(), 2);
  const auto y = test::values_at_start(
      system, {"rod.position", "rod.position_acceleration", "rod.reaction.force"}, 0.4);
  constexpr double kRounding = 1e-13;
  EXPECT_NEAR(y[0], 0.1 * std::sin(0.8), kRounding);
  EXPECT_NEAR(y[1], -0.4 * std::sin(0.8), kRounding);
  EXPECT_NEAR(y[4], kMass * (kGravity + y[1]), 100 * kRounding);
}

TEST(Cylindrical, NamesWhatIsWrongByItsOwnNames) {
  Model model;
  model.add<RigidBody>("sleeve", {.mass = 1.0, .inertia = Sphere{}});
  model.add<Cylindrical>("rod", {.between = {"world", "sleeve"},
                                 .rest_angle = 1.0,
                                 .motion_position = 1.0,
                                 .force = 2.0,
                                 .initial = {.speed = 1.0}});
  const std::string errors = test::errors_of(model);
  for (const char* text :
       {"'rest_angle' has no effect without 'stiffness_angle'",
        "'force' has no effect: 'motion_position' prescribes the position",
        "'initial.speed' has no effect: 'motion_position' prescribes the position"}) {
    EXPECT_NE(errors.find(text), std::string::npos) << text << "\n" << errors;
  }
  Model light;
  light.add<PointMass>("bead", {.mass = 1.0});
  light.add<Cylindrical>("wire", {.between = {"world", "bead"}, .axis = "x"});
  EXPECT_NE(test::errors_of(light).find("joint 'wire' lets 'bead' rotate about its axis [1, 0, 0], "
                                        "about which nothing has a moment of inertia"),
            std::string::npos)
      << test::errors_of(light);
}

}  // namespace
}  // namespace holon
