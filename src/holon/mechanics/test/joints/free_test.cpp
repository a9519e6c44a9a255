// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/free.h"

#include <Eigen/Geometry>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"
#include "holon/spatial/rotation.h"

namespace holon {
namespace {

using test::number_of;

RigidBody lump() {
  return {.mass = 2.0,
          .inertia = InertiaMatrix{{0.3, 0.5, 0.4, 0.01, -0.02, 0.03}},
          .center_of_mass = {0.1, 0.0, -0.2}};
}

TEST(Free, IsWhatABodyHasThatNothingHolds) {
  const FreeStart start{.position = Vector3<Expr>(1.0, 2.0, 3.0),
                        .orientation = Orientation::axis_angle({1.0, 2.0, 2.0}, 0.7),
                        .velocity = Vector3<Expr>(0.3, 0.2, -0.1),
                        .angular_velocity = Vector3<Expr>(1.0, -2.0, 0.5)};
  Model implied, explicit_joint;
  RigidBody body = lump();
  explicit_joint.add<RigidBody>("body", body);
  explicit_joint.add<Free>("joint", {.between = {"world", "body"}, .initial = start});
  body.initial = start;
  implied.add<RigidBody>("body", body);
  const std::vector<std::string> names{
      "body.position",     "body.orientation",          "body.velocity",
      "body.acceleration", "body.angular_acceleration", "system.energy.total"};
  const System a = make_system(implied), b = make_system(explicit_joint);
  EXPECT_EQ(test::values_at_start(a, names), test::values_at_start(b, names));
  EXPECT_EQ(a.state_name(0), "body.orientation.w");
  EXPECT_EQ(b.state_name(0), "joint.orientation.w");
  const auto y = test::values_at_start(
      b, {"joint.position", "joint.angular_velocity", "joint.reaction.force"});
  const std::vector<double> expected{1, 2, 3, 1, -2, 0.5, 0, 0, 0};
  constexpr double kRounding = 1e-13;
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(y[k], expected[k], kRounding);
}

TEST(Free, SeesTheSameMotionFromATurningFrame) {
  // A body that flies past a carousel, described in the carousel's axes, moves as one described in
  // the world's.
  const double rate = 1.3;
  Model seen;
  seen.add<RigidBody>(
      "carousel", {.mass = 5.0, .inertia = Cylinder{.radius = 1.0, .length = 0.1, .axis = "z"}});
  seen.add<Revolute>("axle",
                     {.between = {"world", "carousel"}, .axis = "z", .motion = rate * seen.time()});
  seen.add<RigidBody>("body", lump());
  // In the carousel's axes the world's velocity v is v − ω × p.
  seen.add<Free>("joint", {.between = {"carousel", "body"},
                           .initial = {.position = Vector3<Expr>(2.0, 0.0, 0.0),
                                       .velocity = Vector3<Expr>(0.0, 1.0 - rate * 2.0, 4.0),
                                       .angular_velocity = Vector3<Expr>(0.2, 0.3, 0.4 - rate)}});
  Model plain;
  RigidBody body = lump();
  body.initial = FreeStart{.position = Vector3<Expr>(2.0, 0.0, 0.0),
                           .velocity = Vector3<Expr>(0.0, 1.0, 4.0),
                           .angular_velocity = Vector3<Expr>(0.2, 0.3, 0.4)};
  plain.add<RigidBody>("body", body);
  const Results a = test::run(make_system(seen), 2.0, {"body.position", "body.angular_velocity"});
  const Results b = test::run(make_system(plain), 2.0, {"body.position", "body.angular_velocity"});
  for (std::size_t k = 0; k < a.row_count(); ++k) {
    for (const char* name : {"body.position.x", "body.position.y", "body.position.z",
                             "body.angular_velocity.x", "body.angular_velocity.z"}) {
      EXPECT_NEAR(number_of(a, k, name), number_of(b, k, name), 10 * test::kGlobal) << name;
    }
  }
}

TEST(Free, MovesTheSameWhicheverEndIsCalledTheParent) {
  // The world in the body's axes: its state is the body's in the world all the same.
  const Orientation attitude = Orientation::axis_angle({1.0, 2.0, 2.0}, 0.7);
  const auto& q = attitude.quaternion;
  const Rotation<Expr> R(q[0], q[1], q[2], q[3]);  // of the body
  const Vector3<Expr> p(1.0, 2.0, 3.0), v(0.3, 0.2, -0.1), w(1.0, -2.0, 0.5);
  Model plain, reversed;
  RigidBody body = lump();
  reversed.add<RigidBody>("body", body);
  // p' = −Rᵀ p,  ω' = −R ω,  v' = −Rᵀ v + ω × Rᵀ p
  const Rotation<Expr> back = R.inverse();
  const Vector3<Expr> seen = back * p;
  reversed.add<Free>("joint", {.between = {"body", "world"},
                               .initial = {.position = Vector3<Expr>(-seen),
                                           .orientation = Orientation{{q[0], -q[1], -q[2], -q[3]}},
                                           .velocity = Vector3<Expr>(w.cross(seen) - back * v),
                                           .angular_velocity = Vector3<Expr>(-(R * w))}});
  body.initial =
      FreeStart{.position = p, .orientation = attitude, .velocity = v, .angular_velocity = w};
  plain.add<RigidBody>("body", body);
  const std::vector<std::string> names{"body.position",     "body.velocity",
                                       "body.acceleration", "body.angular_velocity",
                                       "body.com.velocity", "body.angular_acceleration"};
  const System a = make_system(plain), b = make_system(reversed);
  const auto x = test::values_at_start(a, names), y = test::values_at_start(b, names);
  constexpr double kRounding = 1e-13;
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 10 * kRounding) << k;
  // The joint measures the world as seen from the body: differences of its outputs are its outputs.
  const Results r =
      test::run(b, 0.02, {"joint.position", "joint.velocity", "joint.acceleration"}, 1e-3);
  constexpr double h = 1e-3;
  for (const char* axis : {".x", ".y", ".z"}) {
    const auto at = [&](const char* what, std::size_t k) {
      return number_of(r, k, std::string("joint.") + what + axis);
    };
    for (std::size_t k = 1; k + 1 < r.row_count(); ++k) {
      // Central differences are wrong by h²/6 times the third derivative, some 100 here.
      constexpr double kDifference = 100 * h * h;
      EXPECT_NEAR((at("position", k + 1) - at("position", k - 1)) / (2 * h), at("velocity", k),
                  kDifference);
      EXPECT_NEAR((at("velocity", k + 1) - at("velocity", k - 1)) / (2 * h), at("acceleration", k),
                  kDifference);
    }
  }
}

TEST(Free, JoinsBodiesOfAllFormulations) {
  // A hinge hangs on a body whose Free joint is written, and on one whose Free joint is implied.
  const FreeStart start{.position = Vector3<Expr>(1.0, 2.0, 3.0),
                        .orientation = Orientation::axis_angle({1.0, 2.0, 2.0}, 0.7),
                        .velocity = Vector3<Expr>(0.3, 0.2, -0.1),
                        .angular_velocity = Vector3<Expr>(1.0, -2.0, 0.5)};
  const auto run = [&](Formulation formulation, bool is_written) {
    Model model;
    model.simulate.formulation = formulation;
    RigidBody body = lump();
    if (!is_written) body.initial = start;
    model.add<RigidBody>("body", body);
    model.add<RigidBody>("arm", lump());
    if (is_written) model.add<Free>("joint", {.between = {"world", "body"}, .initial = start});
    model.add<Revolute>("pin", {.between = {"body", "arm"}, .axis = "y"});
    return test::run(make_system(model), 1.0, {"pin.angle", "body.position", "arm.velocity"});
  };
  const Results expected = run(Formulation::recursive, false);
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    const Results results = run(formulation, true);
    const std::size_t last = results.row_count() - 1;
    for (const char* name : {"pin.angle", "body.position.x", "body.position.z", "arm.velocity.y"})
      EXPECT_NEAR(number_of(results, last, name),
                  number_of(expected, expected.row_count() - 1, name), 10 * test::kGlobal)
          << name_of(formulation) << ' ' << name;
  }
}

TEST(Free, MeasuresBodiesAgainstEachOtherInAllFormulations) {
  // Off the origins, between bodies that move: the joint says where they begin, and its outputs are
  // those of `recursive`, where they are states.
  const auto run = [&](Formulation formulation) {
    Model model;
    model.simulate.formulation = formulation;
    RigidBody body = lump();
    body.frames.add(
        "eye", {.at = {0.3, -0.2, 0.5}, .rotate = Orientation::axis_angle({0.0, 1.0, 0.0}, 0.4)});
    model.add<RigidBody>("a", body);
    model.add<RigidBody>("b", body);
    model.add<RigidBody>("c", lump());
    const FreeStart first{.position = Vector3<Expr>(1.0, 2.0, 3.0),
                          .orientation = Orientation::axis_angle({1.0, 2.0, 2.0}, 0.7),
                          .velocity = Vector3<Expr>(0.3, 0.2, -0.1),
                          .angular_velocity = Vector3<Expr>(1.0, -2.0, 0.5)};
    const FreeStart second{.position = Vector3<Expr>(-0.4, 0.1, 0.6),
                           .orientation = Orientation::axis_angle({2.0, -1.0, 2.0}, 1.1),
                           .velocity = Vector3<Expr>(0.2, -0.5, 0.1),
                           .angular_velocity = Vector3<Expr>(-0.6, 0.3, 0.9)};
    model.add<Free>(
        "one",
        {.between = {"world", "a.eye"}, .origin = {.at = {0.5, 0.0, -1.0}}, .initial = first});
    model.add<Free>(
        "two",
        {.between = {"a.eye", "b.eye"}, .origin = {.at = {0.1, 0.2, 0.3}}, .initial = second});
    model.add<Revolute>("pin", {.between = {"b", "c"}, .axis = "y"});
    return test::run(make_system(model), 1.0,
                     {"one.position", "one.velocity", "two.position", "two.orientation",
                      "two.velocity", "two.angular_velocity", "two.acceleration",
                      "two.angular_acceleration", "pin.angle", "two.reaction.force"});
  };
  const Results expected = run(Formulation::recursive);
  for (const Formulation formulation : {Formulation::augmented, Formulation::aggregate}) {
    const Results results = run(formulation);
    ASSERT_EQ(results.row_count(), expected.row_count());
    for (const auto& column : expected.columns()) {
      for (std::size_t row = 0; row < results.row_count(); row += 5) {
        const double value = number_of(expected, row, column.name);
        EXPECT_NEAR(number_of(results, row, column.name), value,
                    100 * test::kGlobal * std::max(1.0, std::abs(value)))
            << name_of(formulation) << ' ' << column.name << ' ' << row;
      }
    }
  }
}

TEST(Free, ClosesNoLoopInAnyFormulation) {
  for (const Formulation formulation : {Formulation::recursive, Formulation::augmented}) {
    Model model;
    model.simulate.formulation = formulation;
    model.add<RigidBody>("a", lump());
    model.add<RigidBody>("b", lump());
    model.add<Free>("first", {.between = {"a", "b"}});
    model.add<Free>("joint", {.between = {"a", "b"}});
    EXPECT_EQ(
        test::errors_of(model),
        "parts/joint: between: 'a' and 'b' are connected already, and a Free joint constrains "
        "nothing; leave it out; a Relative measures their relative motion\n");
  }
}

}  // namespace
}  // namespace holon
