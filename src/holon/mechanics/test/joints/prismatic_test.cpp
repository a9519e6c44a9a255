// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/prismatic.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

TEST(Prismatic, CarriesAMassOnASpringAsTheExactSolutionSays) {
  // m x" + d x' + k (x − xr) = −m g, released at rest in x = 0.
  const double m = 2.0, k = 50.0, d = 3.0, rest = 1.0, g = 9.80665;
  Model model;
  model.add<PointMass>("mass", {.mass = m});
  model.add<Prismatic>(
      "slide",
      {.between = {"world", "mass"}, .axis = "z", .stiffness = k, .rest = rest, .damping = d});
  const System system = make_system(model);
  const Results r = test::run(
      system, 4.0, {"slide.position", "slide.speed", "mass.position", "slide.reaction.force"});
  const double level = rest - m * g / k, decay = d / (2 * m), w = std::sqrt(k / m - decay * decay);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    const double x =
        level - level * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
    EXPECT_NEAR(number_of(r, i, "slide.position"), x, test::kGlobal);
    EXPECT_EQ(number_of(r, i, "mass.position.z"), number_of(r, i, "slide.position"));
    // The reaction is the whole force on the mass: spring and damper along the axis.
    EXPECT_NEAR(
        number_of(r, i, "slide.reaction.force.z"),
        -k * (number_of(r, i, "slide.position") - rest) - d * number_of(r, i, "slide.speed"),
        1e-12 * k);
  }
  test::expect_energy_balance(system, 4.0);
}

TEST(Prismatic, CarriesAPendulumOnATrolley) {
  // Lagrange: (M + m) x" + m l (θ" cos θ − θ'² sin θ) = F,  x" cos θ + l θ" + g sin θ = 0.
  const double M = 3.0, m = 1.0, l = 0.8, g = 9.80665;
  Model model;
  model.add<PointMass>("trolley", {.mass = M});
  RigidBody bob{.mass = m, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}};
  bob.center_of_mass = {0.0, 0.0, -l};
  model.add<RigidBody>("bob", bob);
  model.add<Prismatic>(
      "rail",
      {.between = {"world", "trolley"}, .axis = "x", .force = 2.0, .initial = {.speed = 0.3}});
  model.add<Revolute>(
      "pin",
      {.between = {"trolley", "bob"}, .axis = "-y", .initial = {.angle = 1.1, .rate = -2.0}});
  const System system = make_system(model);
  const auto y = test::values_at_start(system, {"rail.acceleration", "pin.acceleration"});
  const double c = std::cos(1.1), s = std::sin(1.1), F = 2.0;
  const double x = (F + m * l * 4.0 * s + m * g * s * c) / (M + m - m * c * c);
  constexpr double kRounding = 1e-13;
  EXPECT_NEAR(y[0], x, kRounding);
  EXPECT_NEAR(y[1], -(x * c + g * s) / l, kRounding);
}

TEST(Prismatic, FollowsAPrescribedMotion) {
  Model model;
  model.add<PointMass>("mass", {.mass = 2.0});
  model.add<Prismatic>(
      "slide",
      {.between = {"world", "mass"}, .axis = "z", .motion = 0.1 * sin(5.0 * model.time())});
  const System system = make_system(model);
  for (double t : {0.0, 0.3, 1.0}) {
    const auto y = test::values_at_start(system, {"mass.acceleration", "slide.reaction.force"}, t);
    constexpr double kRounding = 1e-13;
    EXPECT_NEAR(y[2], -2.5 * std::sin(5 * t), kRounding);
    EXPECT_NEAR(y[5], 2 * (9.80665 - 2.5 * std::sin(5 * t)), kRounding * 100);
  }
}

TEST(Prismatic, SaysWhatIsWrongWithIt) {
  Model model;
  model.add<PointMass>("mass", {.mass = 2.0});
  model.add<Prismatic>("slide", {.between = {"world", "mass"},
                                 .motion = 0.0,
                                 .force = 1.0,
                                 .stiffness = 1.0,
                                 .initial = {.speed = 1.0},
                                 .guess = {.position = 1.0}});
  const std::string errors = test::errors_of(model);
  for (const char* name : {"force", "stiffness", "initial.speed", "guess.position"}) {
    EXPECT_NE(
        errors.find("'" + std::string(name) + "' has no effect: 'motion' prescribes the position"),
        std::string::npos)
        << errors;
  }
}

}  // namespace
}  // namespace holon
