// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/free.h"

#include "holon/mechanics/parts/revolute.h"
#include "holon/mechanics/parts/rigid_body.h"
#include "run_model.h"

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
  Model implied, told;
  RigidBody body = lump();
  told.add<RigidBody>("body", body);
  told.add<Free>("joint", {.between = {"world", "body"}, .initial = start});
  body.initial = start;
  implied.add<RigidBody>("body", body);
  const std::vector<std::string> names{
      "body.position",     "body.orientation",          "body.velocity",
      "body.acceleration", "body.angular_acceleration", "system.energy.total"};
  const System a = make_system(implied), b = make_system(told);
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
  // A body that flies past a carousel, told in the carousel's axes, moves as one told in the
  // world's.
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

TEST(Free, AsksForTheEndsInTheirOrder) {
  Model model;
  model.add<RigidBody>("body", lump());
  model.add<Free>("joint", {.between = {"body", "world"}});
  EXPECT_NE(test::errors_of(model).find(
                "the child 'world' of this Free joint is nearer to the world than its "
                "parent 'body'; write between: [world, body]"),
            std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
