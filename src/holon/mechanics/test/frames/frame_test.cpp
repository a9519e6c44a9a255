// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/frame.h"

#include "holon/base/errors.h"
#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/forces/spring.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

const std::vector<std::string> kAll{"position",
                                    "orientation",
                                    "velocity",
                                    "acceleration",
                                    "angular_velocity",
                                    "angular_acceleration",
                                    "angular_velocity_body"};

std::vector<std::string> all_of(const std::string& frame) {
  std::vector<std::string> names;
  for (const std::string& output : kAll) names.push_back(frame + "." + output);
  return names;
}

TEST(Frame, StandsWhereItsFormulasSay) {
  Model model;
  const Expr t = model.time();
  // A turntable: angle 2 t², a frame at radius 3 + t on it.
  model.add<Frame>("table", {.orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, 2.0 * t * t)});
  model.add<Frame>("rider", {.in = "table", .position = {3.0 + t, 0.0, 0.0}});
  const double time = 0.5, angle = 0.5, w = 2.0, alpha = 4.0, r = 3.5, rdot = 1.0;
  const double c = std::cos(angle), s = std::sin(angle);
  const double along = -w * w * r, across = alpha * r + 2 * w * rdot;
  const std::vector<double> expected{r * c,
                                     r * s,
                                     0,  //
                                     std::cos(angle / 2),
                                     0,
                                     0,
                                     std::sin(angle / 2),  //
                                     rdot * c - w * r * s,
                                     rdot * s + w * r * c,
                                     0,  //
                                     along * c - across * s,
                                     along * s + across * c,
                                     0,  //
                                     0,
                                     0,
                                     w,  //
                                     0,
                                     0,
                                     alpha,  //
                                     0,
                                     0,
                                     w};
  const std::vector<double> y = test::values_at_start(make_system(model), all_of("rider"), time);
  ASSERT_EQ(y.size(), expected.size());
  for (std::size_t k = 0; k < y.size(); ++k) EXPECT_NEAR(y[k], expected[k], test::kRounding) << k;
}

/// Values of a frame's outputs by central differences of its poses, with the error of h² times
/// some derivatives and of rounding over h (over h² for second differences).
TEST(Frame, DerivativesAreThoseOfItsPose) {
  Model model;
  const Expr t = model.time();
  model.add<Frame>("a", {.position = {sin(t), 2.0 * cos(0.7 * t), t * t},
                         .orientation = Orientation::rpy(0.3 * t, sin(t), 1.0 - t * t)});
  model.add<Frame>("b", {.in = "a",
                         .position = {cos(t), 0.5, exp(-t)},
                         .orientation = Orientation::axis_angle({1.0, t, -0.5}, 1.0 + t)});
  const System system = make_system(model);
  const auto at = [&](const char* name, double time) {
    return test::values_at_start(system, {std::string("b.") + name}, time);
  };
  constexpr double kTime = 0.9, h = 1e-4, kFirst = 1e-6;
  const auto slope = [&](const char* name) {
    const std::vector<double> high = at(name, kTime + h), low = at(name, kTime - h);
    std::vector<double> result;
    for (std::size_t k = 0; k < high.size(); ++k) result.push_back((high[k] - low[k]) / (2 * h));
    return result;
  };
  const auto expect_slope = [&](const char* rate, const char* of) {
    const std::vector<double> exact = at(rate, kTime), difference = slope(of);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(exact[k], difference[k], kFirst) << rate;
  };
  expect_slope("velocity", "position");
  expect_slope("acceleration", "velocity");
  expect_slope("angular_acceleration", "angular_velocity");
  const std::vector<double> q = at("orientation", kTime), qdot = slope("orientation");
  const Rotation<double> R(q[0], q[1], q[2], q[3]);
  const Vector4<double> rate(qdot[0], qdot[1], qdot[2], qdot[3]);
  const std::vector<double> world = at("angular_velocity", kTime),
                            body = at("angular_velocity_body", kTime);
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_NEAR(world[i], R.calc_world_rate(rate)[k], kFirst);
    EXPECT_NEAR(body[i], R.calc_body_rate(rate)[k], kFirst);
  }
}

TEST(Frame, ThatRestsOnABodyIsAFrameOfTheBody) {
  Model model = test::two_tumbling_bodies();
  model.add<Frame>("place", {.in = "one.ear",
                             .position = {0.1, -0.2, 0.3},
                             .orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, 0.5)});
  RigidBody body{.mass = 1.0, .inertia = Sphere{}};
  model.add<RigidBody>("three", body);
  model.add<Revolute>("pin", {.between = {"place", "three"}, .axis = "y"});
  const System system = make_system(model);
  EXPECT_EQ(system.state_count(), 13 + 13 + 2);
  const std::vector<double> place =
      test::values_at_start(system, {"place.position", "place.acceleration"});
  const std::vector<double> held =
      test::values_at_start(system, {"three.position", "three.acceleration"});
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(place[k], held[k], test::kRounding);
}

TEST(Frame, CarriesBodiesAlong) {
  // A pendulum whose pivot is shaken: L θ'' = −(g + z'') sin θ, here at θ = 30° with z'' = −a w².
  const double a = 0.1, w = 5.0, L = 0.4, g = 9.81, theta = M_PI / 6;
  Model model;
  model.world.gravity = {0.0, 0.0, -g};
  model.add<Frame>("pivot", {.position = {0.0, 0.0, a * cos(w * model.time())}});
  RigidBody bob{
      .mass = 2.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}, .center_of_mass = {0.0, 0.0, -L}};
  model.add<RigidBody>("bob", bob);
  model.add<Revolute>("pin",
                      {.between = {"pivot", "bob"}, .axis = "x", .initial = {.angle = theta}});
  test::expect_start(model, {"pin.acceleration", "bob.position.z"},
                     {-(g - a * w * w) * std::sin(theta) / L, a});
}

TEST(Frame, ThatMovesOnABodyCarriesARodAndABodyInAllFormulations) {
  // An eye moves on a sledge that is free along x: what hangs on the eye by a rod or a hinge, and
  // what is fixed to it, pulls at the sledge, and the momentum along x stays. The hinge holds a
  // second body, so that what carries it has inertia, too.
  const double sledge = 2.0, bob = 1.0, weight = 0.4;
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    for (const bool by_rod : {true, false}) {
      Model model;
      model.simulate.formulation = formulation;
      model.add<RigidBody>("sledge", {.mass = sledge, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
      model.add<Prismatic>("rail", {.between = {"world", "sledge"}, .axis = "x"});
      model.add<Frame>("eye",
                       {.in = "sledge", .position = {0.1 * sin(2.0 * model.time()), 0.0, 0.0}});
      if (by_rod) {
        PointMass mass{.mass = bob};
        mass.initial.emplace().position = Vector3<Expr>(0.6, 0.0, -0.8);
        model.add<PointMass>("bob", mass);
        model.add<Distance>("rod", {.between = {"eye", "bob"}, .length = 1.0});
      } else {
        model.add<PointMass>("weight", {.mass = weight});
        model.add<Fixed>("weld", {.between = {"eye", "weight"}});
        model.add<RigidBody>("bob", {.mass = bob,
                                     .inertia = InertiaMatrix{{0.02, 0.1, 0.09}},
                                     .center_of_mass = {0.4, 0.0, 0.0}});
        model.add<Revolute>("pin",
                            {.between = {"eye", "bob"}, .axis = "y", .initial = {.angle = 0.3}});
      }
      const Results r = test::run(make_system(model), 1.0,
                                  {"system.momentum.x", "sledge.position.x", "eye.position.x"});
      for (std::size_t row = 0; row < r.row_count(); ++row) {
        EXPECT_NEAR(test::number_of(r, row, "system.momentum.x"),
                    test::number_of(r, 0, "system.momentum.x"), test::kGlobal)
            << name_of(formulation) << by_rod;
      }
      EXPECT_GT(std::abs(r.values("sledge.position.x").back()), 0.01);
      EXPECT_NEAR(r.values("eye.position.x").back() - r.values("sledge.position.x").back(),
                  0.1 * std::sin(2.0), test::kGlobal);
    }
  }
}

TEST(Frame, HoldsSpringsAndGivesAxes) {
  Model model = test::two_tumbling_bodies();
  model.add<Frame>("anchor", {.position = {3.0 + model.time(), 0.5, 0.0}});
  model.add<Spring>("spring", {.between = {"anchor", "two"}, .stiffness = 3.0});
  const std::vector<double> y =
      test::values_at_start(make_system(model), {"spring.length", "spring.length_rate"});
  EXPECT_NEAR(y[0], std::hypot(2.0, 0.3), test::kRounding);
  EXPECT_NEAR(y[1], 2.0 / std::hypot(2.0, 0.3), test::kRounding);
}

TEST(Frame, SaysWhichFormulaKeepsAnOutputFromExisting) {
  const auto error_of = [](bool jumps, const char* output) -> std::string {
    Model model;
    const Expr t = model.time();
    model.add<Frame>("base", {.position = {jumps ? floor(t) : abs(t - 1.0), 0.0, 0.0}});
    model.add<Frame>("plane", {.in = "base", .position = {1.0, 0.0, 0.0}});
    const System system = make_system(model);
    try {
      system.select_outputs({output});
    } catch (const ModelError& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(error_of(false, "plane.velocity"), "");
  EXPECT_EQ(error_of(false, "plane.acceleration"),
            "'plane.acceleration' does not exist: 'base.position' has kinks (abs)");
  EXPECT_EQ(error_of(true, "base.velocity"),
            "'base.velocity' does not exist: 'base.position' jumps (floor)");
  EXPECT_EQ(error_of(true, "plane.position"), "");
}

TEST(Frame, ThatCarriesNothingNeedsNoVelocityInTheAccountOfEnergy) {
  // It jumps at 0.5 s; what is supplied is the work of the force along the way of the slider.
  constexpr double kForce = 3.0;  // [N]
  Model model;
  model.add<Frame>("mark", {.position = {floor(2.0 * model.time()), 0.0, 0.0}});
  model.add<Frame>("on_it", {.in = "mark", .position = {0.0, 1.0, 0.0}});
  model.add<RigidBody>("slider", {.mass = test::kMass, .inertia = Sphere{}});
  model.add<Prismatic>("guide", {.between = {"world", "slider"}, .axis = "x", .force = kForce});
  model.output("system.energy.supplied");
  const Results r = simulate(make_system(model), test::tape_settings(0.8, 0.1, test::kTolerance),
                             {"system.energy.supplied", "guide.position", "on_it.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("system.energy.supplied")[k], kForce * r.values("guide.position")[k],
                test::kGlobal);
  EXPECT_GT(r.values("system.energy.supplied").back(), 1.0);
  EXPECT_EQ(r.values("on_it.position.x").back(), 1.0);
}

TEST(Frame, ThatCarriesABodyNeedsAnAcceleration) {
  Model model;
  model.add<Frame>("pivot", {.position = {0.0, 0.0, abs(sin(model.time()))}});
  model.add<RigidBody>("bob", {.mass = 2.0, .inertia = Sphere{}});
  model.add<Revolute>("pin", {.between = {"pivot", "bob"}, .axis = "x"});
  EXPECT_NE(test::errors_of(model).find("'pivot.position' has kinks (abs), but the parts attached "
                                        "to the frame need its acceleration; smooth the formula"),
            std::string::npos)
      << test::errors_of(model);
}

TEST(Frame, TakesNoForces) {
  Model model;
  model.add<Frame>("post", {.position = {1.0, 0.0, 0.0}});
  model.add<Frame>("pivot", {.position = {0.0, 0.0, sin(model.time())}});
  model.add<Force>("one", {.on = "post", .force = {1.0, 0.0, 0.0}});
  model.add<Force>("two", {.on = "pivot", .force = {1.0, 0.0, 0.0}});
  const std::string errors = test::errors_of(model);
  EXPECT_NE(errors.find("it has no effect: 'post' does not move"), std::string::npos) << errors;
  EXPECT_NE(errors.find("it has no effect: the motion of 'pivot' is prescribed"), std::string::npos)
      << errors;
}

TEST(Frame, CannotStandInItself) {
  Model model;
  model.add<Frame>("a", {.in = "b"});
  model.add<Frame>("b", {.in = "a"});
  EXPECT_NE(test::errors_of(model).find("'a' and 'b' form a cycle of frames"), std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
