// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/fixed.h"

#include "holon/mechanics/parts/force.h"
#include "holon/mechanics/parts/revolute.h"
#include "holon/mechanics/parts/rigid_body.h"
#include "run_model.h"

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
  EXPECT_NE(test::errors_of(model).find("'b' and 'a' are held together already, with a gap of 0.5 m "
                                        "and a turn of 0 deg between them"),
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

}  // namespace
}  // namespace holon
