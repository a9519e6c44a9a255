// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/universal.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kGravity;

/// A body of inertia diag(A, B, C) about the centre of a cardan joint: angle1 about x, angle2 about
/// y. With c, s of angle2:
///   2 T = (A c² + C s²) θ1'² + B θ2'²,   V = −m g l cos θ1 cos θ2
struct Cardan {
  double m = 2.0, l = 0.4, A = 0.5, B = 0.55, C = 0.3;

  Model model(Universal joint) const {
    Model model;
    model.add<RigidBody>("bob", {.mass = m,
                                 .inertia = InertiaMatrix{{A - m * l * l, B - m * l * l, C}},
                                 .center_of_mass = {0.0, 0.0, -l}});
    joint.between = {"world", "bob"};
    joint.axis = "x";
    joint.axis2 = "y";
    model.add<Universal>("cross", joint);
    return model;
  }
  /// By Lagrange.
  std::array<double, 2> accelerations(double q1, double q2, double v1, double v2) const {
    const double c = std::cos(q2), s = std::sin(q2), g = m * kGravity * l;
    return {(-g * std::sin(q1) * c + 2 * (A - C) * s * c * v1 * v2) / (A * c * c + C * s * s),
            (-(A - C) * s * c * v1 * v1 - g * std::cos(q1) * s) / B};
  }
};

TEST(Universal, MovesAsLagrangeSays) {
  const Cardan cardan;
  const System system = make_system(
      cardan.model({.initial = {.angle1 = 0.6, .angle2 = -1.1, .rate1 = 2.0, .rate2 = -3.0}}));
  const auto y = test::values_at_start(system, {"cross.acceleration1", "cross.acceleration2"});
  const auto expected = cardan.accelerations(0.6, -1.1, 2.0, -3.0);
  constexpr double kRounding = 1e-12;
  EXPECT_NEAR(y[0], expected[0], kRounding);
  EXPECT_NEAR(y[1], expected[1], kRounding);
  test::expect_energy_balance(system, 3.0);
}

TEST(Universal, ConservesWhatItsOuterAxisDoesNotTake) {
  // Without gravity nothing turns the body about axis 1: (A c² + C s²) θ1' stays.
  const Cardan cardan;
  Model model = cardan.model({.initial = {.angle2 = 0.3, .rate1 = 2.0, .rate2 = 1.0}});
  model.world.gravity = {0.0, 0.0, 0.0};
  const Results r = test::run(make_system(model), 4.0, {"cross.angle2", "cross.rate1"});
  const auto momentum = [&](std::size_t k) {
    const double a = number_of(r, k, "cross.angle2");
    return (cardan.A * std::pow(std::cos(a), 2) + cardan.C * std::pow(std::sin(a), 2)) *
           number_of(r, k, "cross.rate1");
  };
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(momentum(k), momentum(0), test::kGlobal * momentum(0));
  }
}

TEST(Universal, PassesATorqueOnAcrossItsCross) {
  // Held still at θ2 (no gravity), a torque u1 about axis 1 accelerates by u1 / (A c² + C s²).
  const Cardan cardan;
  Model model = cardan.model({.torque1 = 0.8, .initial = {.angle2 = 0.7}});
  model.world.gravity = {0.0, 0.0, 0.0};
  const auto y =
      test::values_at_start(make_system(model), {"cross.acceleration1", "cross.reaction.torque"});
  const double c = std::cos(0.7), s = std::sin(0.7);
  const double alpha = 0.8 / (cardan.A * c * c + cardan.C * s * s);
  constexpr double kRounding = 1e-13;
  EXPECT_NEAR(y[0], alpha, kRounding * 10);
  // About z the cross holds: the product of inertia (A − C) s c (sign by the turn about y).
  EXPECT_NEAR(y[1], 0.8, kRounding * 10);
  EXPECT_NEAR(y[2], 0.0, kRounding);
  EXPECT_NEAR(y[3], -(cardan.A - cardan.C) * s * c * alpha, kRounding * 10);
}

TEST(Universal, MovesTheSameWhicheverEndIsCalledTheParent) {
  // Seen from the bob, the world turns back: first about the bob's y, then about the world's x.
  const Cardan cardan;
  const Universal there{.damping1 = 0.2,
                        .stiffness2 = 3.0,
                        .initial = {.angle1 = 0.6, .angle2 = -1.1, .rate1 = 2.0, .rate2 = -3.0}};
  Model back;
  back.add<RigidBody>(
      "bob", {.mass = cardan.m,
              .inertia = InertiaMatrix{{cardan.A - cardan.m * cardan.l * cardan.l,
                                        cardan.B - cardan.m * cardan.l * cardan.l, cardan.C}},
              .center_of_mass = {0.0, 0.0, -cardan.l}});
  back.add<Universal>("cross",
                      {.between = {"bob", "world"},
                       .axis = "y",
                       .axis2 = "x",
                       .stiffness1 = 3.0,
                       .damping2 = 0.2,
                       .initial = {.angle1 = 1.1, .angle2 = -0.6, .rate1 = 3.0, .rate2 = -2.0}});
  const auto x = test::values_at_start(make_system(cardan.model(there)),
                                       {"cross.acceleration1", "cross.acceleration2",
                                        "bob.com.acceleration", "cross.reaction.force"});
  const auto y =
      test::values_at_start(make_system(back), {"cross.acceleration2", "cross.acceleration1",
                                                "bob.com.acceleration", "cross.reaction.force"});
  constexpr double kRounding = 1e-12;
  for (std::size_t k : {0u, 1u, 5u, 6u, 7u}) EXPECT_NEAR(x[k], -y[k], 10 * kRounding) << k;
  for (std::size_t k : {2u, 3u, 4u}) EXPECT_NEAR(x[k], y[k], 10 * kRounding) << k;
}

TEST(Universal, SaysWhatIsWrongWithIt) {
  Model model;
  model.add<RigidBody>("bob", {.mass = 1.0, .inertia = Sphere{}});
  model.add<Universal>("cross", {.between = {"world", "bob"}, .axis = "z", .axis2 = "-z"});
  EXPECT_NE(test::errors_of(model).find("'axis2' is parallel to 'axis'"), std::string::npos)
      << test::errors_of(model);
  Model light;
  light.add<PointMass>("bob", {.mass = 1.0});
  light.add<Universal>("cross", {.between = {"world", "bob"}, .axis = "x", .axis2 = "y"});
  EXPECT_NE(test::errors_of(light).find("joint 'cross' lets 'bob' rotate about its axis2 [0, 1, "
                                        "0], about which nothing has a moment of inertia"),
            std::string::npos)
      << test::errors_of(light);
}

}  // namespace
}  // namespace holon
