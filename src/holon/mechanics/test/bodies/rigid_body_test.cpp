// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/bodies/rigid_body.h"

#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

Model free_body() {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody body{.mass = 1.0, .inertia = InertiaMatrix{{500.0, 200.0, 300.0}}};
  body.initial.emplace().angular_velocity = Vector3<Expr>(0.5, -0.4, 0.7);
  model.add<RigidBody>("body", body);
  return model;
}

TEST(RigidBody, TurnsFreelyAsPublished) {
  // MISSION: modified Rodrigues parameters after 10 s to 1e-8, energy and momentum to 1e-10.
  const System system = make_system(free_body());
  const Results r = test::run(
      system, 10.0, {"body.orientation", "system.energy.kinetic", "system.angular_momentum"});
  const std::size_t last = r.row_count() - 1;
  const double expected[3] = {0.373034285, -0.00239564413, 0.208570797};
  const char* const component[3] = {"x", "y", "z"};
  const double w = number_of(r, last, "body.orientation.w");
  for (int k = 0; k < 3; ++k) {
    const double q = number_of(r, last, std::string("body.orientation.") + component[k]);
    EXPECT_NEAR((w < 0 ? -q : q) / (1 + std::abs(w)), expected[k], 1e-8);  // the inner set
    const std::string momentum = std::string("system.angular_momentum.") + component[k];
    EXPECT_NEAR(number_of(r, last, momentum), number_of(r, 0, momentum), 1e-10 * 500);
  }
  const double energy = number_of(r, 0, "system.energy.kinetic");
  EXPECT_NEAR(number_of(r, last, "system.energy.kinetic"), energy, 1e-10 * energy);
}

TEST(RigidBody, KeepsItsQuaternionOfUnitLength) {
  const System system = make_system(free_body());
  const Results r = test::run(system, 5.0, {"system.constraint_drift", "body.orientation"});
  constexpr double kRounding = 4e-16;
  for (double drift : r.values("system.constraint_drift")) EXPECT_LE(drift, kRounding);
}

TEST(RigidBody, FallsWithItsCentreOfMassOnAParabolaWhileItTurns) {
  Model model;
  RigidBody body{.mass = 2.0, .inertia = InertiaMatrix{{0.3, 0.5, 0.4, 0.01, -0.02, 0.03}}};
  body.center_of_mass = {0.3, -0.2, 0.1};
  body.initial = FreeStart{.position = Vector3<Expr>(1.0, 2.0, 3.0),
                           .velocity = Vector3<Expr>(0.5, 0.0, 4.0),
                           .angular_velocity = Vector3<Expr>(1.0, 2.0, -3.0)};
  model.add<RigidBody>("body", body);
  const System system = make_system(model);
  const Results r = test::run(system, 1.0, {"body.com.position", "body.com.velocity"});
  const double g = 9.80665;
  // Velocity of the centre of mass: v + omega × c = (0.5 + 2·0.1 − (−3)(−0.2), …).
  const double v[3] = {0.5 + (2 * 0.1 - 3 * 0.2), -3 * 0.3 - 1 * 0.1, 4.0 + (1 * -0.2 - 2 * 0.3)};
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "body.com.position.x"), 1.3 + v[0] * t, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "body.com.position.y"), 1.8 + v[1] * t, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "body.com.position.z"), 3.1 + v[2] * t - g / 2 * t * t,
                test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "body.com.velocity.z"), v[2] - g * t, test::kGlobal * 10);
  }
  test::expect_energy_balance(system, 2.0);
}

TEST(RigidBody, OffersItsFramesWhereTheyAre) {
  Model model;
  RigidBody body{.mass = 1.0, .inertia = Sphere{.radius = 0.1}};
  body.frames.add(
      "tip", {.at = {1.0, 0.0, 0.0}, .rotate = Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2)});
  body.initial = FreeStart{.position = Vector3<Expr>(0.0, 0.0, 5.0),
                           .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, M_PI / 2),
                           .angular_velocity = Vector3<Expr>(0.0, 0.0, 2.0)};
  model.add<RigidBody>("body", body);
  const System system = make_system(model);
  const auto expect = [&](const char* name, std::vector<double> expected) {
    const std::vector<double> found = test::values_at_start(system, {name});
    constexpr double kRounding = 1e-14;
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(found[k], expected[k], kRounding) << name << " " << k;
    }
  };
  expect("body.tip.position", {0, 1, 5});
  expect("body.tip.orientation", {0, 0, 0, 1});
  expect("body.tip.velocity", {-2, 0, 0});
  expect("body.tip.acceleration", {0, -4, -9.80665});
  expect("body.tip.angular_velocity", {0, 0, 2});
  expect("body.tip.angular_velocity_body", {0, 0, 2});
  expect("body.tip.angular_acceleration", {0, 0, 0});
  expect("body.com.position", {0, 0, 5});
}

TEST(RigidBody, KnowsTheInertiaOfSimpleShapes) {
  const auto diagonal = [](const Inertia& inertia) {
    const auto I = calc_inertia(inertia, 12.0);
    EXPECT_EQ(I[3].value(), 0.0);
    EXPECT_EQ(I[4].value(), 0.0);
    EXPECT_EQ(I[5].value(), 0.0);
    return std::vector<double>{I[0].value(), I[1].value(), I[2].value()};
  };
  EXPECT_EQ(diagonal(Rod{.length = 2.0, .axis = "y"}), (std::vector<double>{4, 0, 4}));
  EXPECT_EQ(diagonal(Box{.size = {1.0, 2.0, 3.0}}), (std::vector<double>{13, 10, 5}));
  EXPECT_EQ(diagonal(Cylinder{.radius = 1.0, .length = 2.0, .axis = "z"}),
            (std::vector<double>{7, 7, 6}));
  EXPECT_DOUBLE_EQ(diagonal(Sphere{.radius = 0.5})[1], 1.2);
  // A rod along the diagonal of x and y: m L²/12 (1 − e eᵀ).
  const auto I = calc_inertia(Rod{.length = 1.0, .axis = Axis(1, 1, 0)}, 12.0);
  constexpr double kRounding = 1e-15;
  EXPECT_NEAR(I[0].value(), 0.5, kRounding);
  EXPECT_NEAR(I[2].value(), 1.0, kRounding);
  EXPECT_NEAR(I[3].value(), -0.5, kRounding);
}

TEST(RigidBody, BalancesTheWorkOfAForce) {
  Model model;
  RigidBody body{.mass = 1.5, .inertia = Box{.size = {0.3, 0.5, 0.2}}};
  body.frames.add("corner", {.at = {0.15, 0.25, 0.1}});
  model.add<RigidBody>("body", body);
  model.add<Force>(
      "push", {.on = "body.corner", .in = "body", .force = {1.0, 2.0, sin(3.0 * model.time())}});
  const System system = make_system(model);
  // d/dt of the energy, by the exact derivative, is the force's power.
  Model with_rate = model;
  const Expr rate = with_rate.time_derivative(with_rate.output("system.energy.total"));
  struct Watch {
    Expr value = 0.0;
    static void describe(Descriptor<Watch>& d) {
      d.type("Watch", "Shows a value.");
      d.value("value", &Watch::value, "W", "what").varying();
      d.output("value", "W", "it");
    }
    void build(PartBuilder& b) const { b.define_output("value", value); }
  };
  with_rate.add<Watch>("watch", {.value = rate});
  const System watched = make_system(with_rate);
  const Results r = test::run(watched, 2.0, {"watch.value", "push.power"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    constexpr double kRounding = 1e-11;
    EXPECT_NEAR(number_of(r, k, "watch.value"), number_of(r, k, "push.power"), kRounding);
  }
}

TEST(RigidBody, SaysWhatIsWrongWithIt) {
  const auto error = [](RigidBody body) {
    Model model;
    model.add<RigidBody>("link", body);
    return test::errors_of(model);
  };
  EXPECT_NE(error({.mass = -1.0, .inertia = Rod{}}).find("mass must not be negative, not -1 kg"),
            std::string::npos)
      << error({.mass = -1.0, .inertia = Rod{}});
  EXPECT_NE(error({.mass = 1.0}).find("inertia"), std::string::npos);
  EXPECT_NE(error({.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 3.0}}})
                .find("no body has the principal moments 1, 1, 3 kg m^2: the largest is more than "
                      "the sum of the others; inertia is about the centre of mass"),
            std::string::npos);
  EXPECT_NE(error({.mass = 1.0, .inertia = InertiaMatrix{{1.0, 1.0, 1.0, 2.0, 0.0, 0.0}}})
                .find("negative principal moment of inertia, -1 kg m^2"),
            std::string::npos);
  EXPECT_NE(error({.mass = 1.0, .inertia = Rod{.length = 1.0}})
                .find("'link' is free to rotate about its x axis, about which nothing has a moment "
                      "of inertia"),
            std::string::npos)
      << error({.mass = 1.0, .inertia = Rod{.length = 1.0}});
  RigidBody named{.mass = 1.0, .inertia = Sphere{}};
  named.frames.add("com");
  EXPECT_NE(error(named).find("'com' is the centre of mass already"), std::string::npos);
  RigidBody twice{.mass = 1.0, .inertia = Sphere{}};
  twice.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 1.0);
  twice.guess.emplace().position = Vector3<Expr>(0.0, 0.0, 2.0);
  EXPECT_NE(error(twice).find("this guess has no effect: 'initial' gives the position"),
            std::string::npos);
}

TEST(RigidBody, RefusesAStartWhereAJointHoldsIt) {
  Model model;
  RigidBody body{.mass = 1.0, .inertia = Sphere{}};
  body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 1.0);
  model.add<RigidBody>("body", body);
  model.add<Fixed>("weld", {.between = {"world", "body"}});
  EXPECT_NE(test::errors_of(model).find("the body does not move freely: it is fixed to the world"),
            std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
