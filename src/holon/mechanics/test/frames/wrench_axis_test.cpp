// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/frames/wrench_axis.h"

#include <limits>

#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

TEST(WrenchAxis, OfAForceBesideItsFrameIsTheLineOfTheForce) {
  // 2 N along z through (0.5, 0, 0) and 6 N m about it, given about the frame at (0, 1, 0):
  // m = (0.5, -1, 0) x (0, 0, 2) + (0, 0, 6) = (-2, -1, 6).
  Model model;
  model.add<Frame>("place", {.position = {0.0, 1.0, 0.0}});
  model.add<WrenchAxis>("axis", {.force = Vector3<Expr>(0.0, 0.0, 2.0),
                                 .torque = Vector3<Expr>(-2.0, -1.0, 6.0),
                                 .at = "place"});
  test::expect_start(
      model, {"axis.point", "axis.direction", "axis.pitch", "axis.magnitude", "axis.axial_torque"},
      {0.5, 0, 0, 0, 0, 1, 3, 2, 6});
}

TEST(WrenchAxis, TakesComponentsInTheAxesOfAFrame) {
  Model model;
  const double quarter = 0.5 * 3.141592653589793;
  model.add<Frame>("tool", {.position = {1.0, 0.0, 0.0},
                            .orientation = Orientation::axis_angle({0.0, 0.0, 1.0}, quarter)});
  model.add<WrenchAxis>("axis",
                        {.force = Vector3<Expr>(4.0, 0.0, 0.0), .at = "tool", .in = "tool"});
  test::expect_start(model, {"axis.point", "axis.direction", "axis.pitch"}, {1, 0, 0, 0, 1, 0, 0});
}

TEST(WrenchAxis, OfTheReactionOfADoorAtRestIsTheVerticalThroughItsCentreOfMass) {
  // Only the weight balances it, so that both have the same line.
  const double width = 0.9, height = 0.7;
  Model model;
  model.add<RigidBody>("door", {.mass = test::kMass,
                                .inertia = InertiaMatrix{{0.1, 0.2, 0.3}},
                                .center_of_mass = {0.5 * width, 0.1, -height}});
  model.add<Revolute>("hinge", {.between = {"world", "door"}, .axis = {0.0, 0.0, 1.0}});
  model.add<WrenchAxis>("axis", {.joint = "hinge"});
  test::expect_start(model, {"axis.point", "axis.direction", "axis.pitch", "axis.magnitude"},
                     {0.5 * width, 0.1, 0, 0, 0, 1, 0, test::kMass * test::kGravity});
}

TEST(WrenchAxis, OfACoupleHasItsDirectionAndAnInfinitePitch) {
  Model model;
  model.add<Frame>("place", {.position = {1.0, 2.0, 3.0}});
  model.add<WrenchAxis>("axis", {.torque = Vector3<Expr>(0.0, 5.0, 0.0), .at = "place"});
  model.add<WrenchAxis>("none", {.force = Vector3<Expr>(0.0, 0.0, 0.0), .at = "place"});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"axis.point", "axis.direction", "axis.magnitude", "axis.axial_torque",
                           "none.pitch", "none.direction", "none.magnitude", "axis.pitch"});
  const std::vector<double> expected{1, 2, 3, 0, 1, 0, 0, 5, 0, 0, 0, 0, 0};
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(y[k], expected[k], test::kRounding) << k;
  EXPECT_EQ(y[13], std::numeric_limits<double>::infinity());
}

TEST(WrenchAxis, WantsOneWrench) {
  Model model;
  model.add<WrenchAxis>("axis", {});
  EXPECT_NE(test::errors_of(model).find("no wrench is given"), std::string::npos);
  Model joint = test::two_tumbling_bodies();
  joint.add<WrenchAxis>("axis", {.joint = "pin"});
  EXPECT_NE(test::errors_of(joint).find("there is no joint 'pin'"), std::string::npos);
  Model twice = test::two_tumbling_bodies();
  twice.add<WrenchAxis>("axis", {.joint = "pin", .at = "one"});
  EXPECT_NE(test::errors_of(twice).find("given twice"), std::string::npos);
}

}  // namespace
}  // namespace holon
