// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>

#include "holon/mechanics/parts/joints/fixed.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/universal.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

TEST(Fixed, CarriesABeamAsACantilever) {
  Model model;
  model.world.gravity = {0.0, 0.0, -10.0};
  model.add<RigidBody>("beam", {.mass = 3.0,
                                .inertia = Rod{.length = 2.0},
                                .center_of_mass = {1.0, 0.0, 0.0},
                                .frames = {{"end", {.at = {2.0, 0.0, 0.0}}}}});
  model.add<Fixed>("wall", {.between = {"world", "beam"}, .origin = {.at = {0.0, 0.0, 1.0}}});
  model.add<Force>("load", {.on = "beam.end", .force = {0.0, 5.0, -20.0}});
  const System system = make_system(model);
  EXPECT_EQ(system.state_count(), 0);
  const auto y = test::values_at_start(system, {"wall.reaction.force", "wall.reaction.torque",
                                                "beam.end.position", "system.energy.potential"});
  EXPECT_EQ(y, (std::vector<double>{0, -5, 50, 0, -70, -10, 2, 0, 1, 30}));
}

TEST(Fixed, MakesOneBodyOfTwo) {
  // Two halves of a rod against the whole.
  Model halves, whole;
  for (Model* m : {&halves, &whole}) m->world.gravity = {0.0, 0.0, -9.81};
  const RigidBody half{.mass = 0.5,
                       .inertia = Rod{.length = 0.5},
                       .center_of_mass = {0.25, 0.0, 0.0},
                       .frames = {{"end", {.at = {0.5, 0.0, 0.0}}}}};
  halves.add<RigidBody>("first", half);
  halves.add<RigidBody>("second", half);
  halves.add<Revolute>("pin",
                       {.between = {"world", "first"}, .axis = "y", .initial = {.rate = 2.0}});
  // Turned about its own axis, and back to front: nothing that matters.
  halves.add<Fixed>("weld", {.between = {"second", "first.end"},
                             .origin = {.at = {0.0, 0.0, 0.0},
                                        .rotate = Orientation::axis_angle({1.0, 0.0, 0.0}, 0.3)}});
  whole.add<RigidBody>(
      "rod", {.mass = 1.0, .inertia = Rod{.length = 1.0}, .center_of_mass = {0.5, 0.0, 0.0}});
  whole.add<Revolute>("pin", {.between = {"world", "rod"}, .axis = "y", .initial = {.rate = 2.0}});
  const System a = make_system(halves), b = make_system(whole);
  const std::vector<std::string> names{"pin.acceleration", "pin.reaction.force",
                                       "system.energy.kinetic", "system.angular_momentum"};
  const auto x = test::values_at_start(a, names), y = test::values_at_start(b, names);
  constexpr double kRounding = 1e-14;
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], kRounding) << k;
  // In the weld the inner half feels the outer one's weight and inertia (child side: first).
  const auto weld = test::values_at_start(a, {"weld.reaction.force", "pin.acceleration"});
  const double alpha = weld[3];
  EXPECT_NEAR(weld[0], 0.5 * 0.75 * 4.0, kRounding);                  // pulls outward
  EXPECT_NEAR(weld[2], 0.5 * (0.75 * alpha - 9.81), 10 * kRounding);  // and down
}

TEST(Fixed, MayHoldTwiceOnlyWhatMeets) {
  Model model;
  model.add<RigidBody>("a", {.mass = 1.0, .inertia = Sphere{}});
  model.add<RigidBody>("b", {.mass = 1.0, .inertia = Sphere{}});
  model.add<Fixed>("one", {.between = {"a", "b"}});
  model.add<Fixed>("two", {.between = {"b", "a"}});
  EXPECT_EQ(test::errors_of(model), "");
  model.add<Fixed>("three", {.between = {"b", "a"}, .origin = {.at = {0.3, 0.0, 0.4}}});
  EXPECT_NE(
      test::errors_of(model).find("'b' and 'a' are already connected rigidly by 'one', with a "
                                  "gap of 0.5 m and a rotation of 0 deg between them"),
      std::string::npos)
      << test::errors_of(model);
}

TEST(Fixed, MovesNothingOnOneBody) {
  Model on_one;
  on_one.add<RigidBody>("a", {.mass = 1.0, .inertia = Sphere{}});
  on_one.add<Revolute>("pin", {.between = {"a", "a.com"}});
  EXPECT_NE(test::errors_of(on_one).find("'a' and 'a.com' are on the same body"),
            std::string::npos);
}

TEST(Fixed, IsNamedWhereItHoldsTheBodiesOfAnotherJoint) {
  Model model;
  for (const char* name : {"a", "b", "c", "d"})
    model.add<RigidBody>(name, {.mass = 1.0, .inertia = Sphere{}});
  model.add<Revolute>("base", {.between = {"world", "a"}});
  model.add<Fixed>("w1", {.between = {"a", "b"}});
  model.add<Fixed>("w2", {.between = {"c", "b"}});
  model.add<Fixed>("w3", {.between = {"a", "d"}});
  model.add<Revolute>("pin", {.between = {"d", "c"}});
  EXPECT_NE(test::errors_of(model).find(
                "'d' and 'c' are fixed to each other by 'w3', 'w1' and 'w2'; a joint connects two "
                "bodies that move relative to each other"),
            std::string::npos)
      << test::errors_of(model);
}

TEST(Fixed, CarriesThroughALongRowOfWeldsWhatLiesBeyondEach) {
  // Equal blocks in a row on the wall: weld k carries n − k of them, at their levers.
  const int n = 60;
  const double m = 0.5, l = 0.1, g = 10.0;
  Model model;
  model.world.gravity = {0.0, 0.0, -g};
  std::vector<std::string> names;
  for (int k = 0; k < n; ++k) {
    const std::string name = "block" + std::to_string(k);
    model.add<RigidBody>(name, {.mass = m,
                                .inertia = Box{.size = {l, l, l}},
                                .center_of_mass = {l / 2, 0.0, 0.0},
                                .frames = {{"end", {.at = {l, 0.0, 0.0}}}}});
    const std::string before = k == 0 ? "world" : "block" + std::to_string(k - 1) + ".end";
    // Every other one is given from its far end.
    const bool back = k % 2 == 1;
    model.add<Fixed>("weld" + std::to_string(k),
                     {.between = {back ? name : before, back ? before : name}});
    names.push_back("weld" + std::to_string(k) + ".reaction.force");
    names.push_back("weld" + std::to_string(k) + ".reaction.torque");
  }
  const auto y = test::values_at_start(make_system(model), names);
  constexpr double kRounding = 1e-11;  // of sums of some 300 N
  for (int k = 0; k < n; ++k) {
    const double weight = (n - k) * m * g, sign = k % 2 == 1 ? -1.0 : 1.0;
    EXPECT_NEAR(y[static_cast<std::size_t>(6 * k) + 2], sign * weight, kRounding) << k;
    EXPECT_NEAR(y[static_cast<std::size_t>(6 * k) + 4], -sign * weight * (n - k) * l / 2, kRounding)
        << k;
  }
}

TEST(Fixed, CarriesWhatHangsOnItByAnyJoint) {
  // A bracket welded to a turning post carries a pendulum on a cardan joint; the weld's wrench is
  // the post joint's less what the post itself needs.
  for (const bool reversed : {false, true}) {
    Model model;
    model.add<RigidBody>("post", {.mass = 2.0,
                                  .inertia = InertiaMatrix{{0.1, 0.2, 0.3}},
                                  .center_of_mass = {0.0, 0.1, 0.2},
                                  .frames = {{"side", {.at = {0.3, 0.0, 0.1}}}}});
    model.add<RigidBody>("bracket", {.mass = 0.7,
                                     .inertia = InertiaMatrix{{0.02, 0.03, 0.04}},
                                     .center_of_mass = {0.1, 0.0, 0.0},
                                     .frames = {{"eye", {.at = {0.2, 0.1, 0.0}}}}});
    model.add<RigidBody>("bob", {.mass = 1.1,
                                 .inertia = InertiaMatrix{{0.05, 0.04, 0.03}},
                                 .center_of_mass = {0.0, 0.0, -0.4}});
    model.add<Revolute>(
        "turn",
        {.between = {"world", "post"}, .axis = "z", .initial = {.angle = 0.3, .rate = 2.0}});
    model.add<Fixed>("weld", {.between = {"post.side", "bracket"}});
    Universal eye{.axis = "x", .axis2 = "y", .initial = {.angle1 = 0.5, .rate2 = -1.0}};
    eye.between = {"bracket.eye", "bob"};
    if (reversed) std::swap(eye.between[0], eye.between[1]);
    model.add<Universal>("eye", eye);
    const auto y = test::values_at_start(
        make_system(model),
        {"weld.reaction.force", "weld.reaction.torque", "turn.reaction.force",
         "turn.reaction.torque", "post.com.acceleration", "post.angular_velocity",
         "post.angular_acceleration", "post.side.position"});
    const auto at = [&](std::size_t k) {
      return Vector3<double>(y[3 * k], y[3 * k + 1], y[3 * k + 2]);
    };
    const double c = std::cos(0.3), s = std::sin(0.3);
    const Vector3<double> com(-s * 0.1, c * 0.1, 0.2), side = at(7);
    const Vector3<double> need = 2.0 * (at(4) + Vector3<double>(0.0, 0.0, 9.80665));
    // The post's axis is one of its principal axes: Θ α, and no gyroscopic moment.
    const Vector3<double> spin(0.0, 0.0, 0.3 * at(6).z());
    constexpr double kRounding = 1e-12;
    EXPECT_NEAR((at(2) - need - at(0)).norm(), 0.0, 10 * kRounding);
    EXPECT_NEAR((at(3) - spin - com.cross(need) - at(1) - side.cross(at(0))).norm(), 0.0,
                10 * kRounding);
  }
}

}  // namespace
}  // namespace holon
