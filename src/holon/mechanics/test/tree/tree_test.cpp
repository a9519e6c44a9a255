// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/tree.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holon {
namespace {

Mechanism::Body lump_named(const std::string& name) {
  Mechanism::Body body;
  body.name = name;
  body.mass = 1.0;
  body.inertia = {0.1, 0.2, 0.25, 0.0, 0.0, 0.0};
  return body;
}

Mechanism::Joint tree_hinge(const std::string& name, const std::string& parent,
                            const std::string& child, Vector3<double> axis = {0.0, 0.0, 1.0}) {
  Mechanism::Joint joint;
  joint.name = name;
  joint.type = JointType::revolute;
  joint.parent = parent;
  joint.child = child;
  joint.axis = axis;
  return joint;
}

Tree tree_of(const Mechanism& m) {
  std::vector<std::string> errors;
  Tree tree = make_tree(m, errors);
  EXPECT_TRUE(errors.empty()) << errors.front();
  return tree;
}

TEST(Tree, StandsLevelByLevelParentsFirst) {
  Mechanism m;
  for (const char* name : {"leaf", "trunk", "branch", "twig"}) m.add_body(lump_named(name));
  m.joints = {tree_hinge("1", "branch", "leaf"), tree_hinge("2", "world", "trunk"),
              tree_hinge("3", "trunk", "branch"), tree_hinge("4", "trunk", "twig")};
  const Tree tree = tree_of(m);
  ASSERT_EQ(tree.links.size(), 4u);
  std::vector<std::string> names;
  for (const Link& link : tree.links)
    names.push_back(m.bodies[static_cast<std::size_t>(link.body)].name);
  EXPECT_EQ(names, (std::vector<std::string>{"trunk", "branch", "twig", "leaf"}));
  EXPECT_EQ(tree.links[0].children, (std::vector<int>{1, 2}));
  EXPECT_EQ(tree.links[3].parent, 1);
}

TEST(Tree, TakesJointsInEitherDirection) {
  Mechanism m;
  m.add_body(lump_named("a"));
  m.joints = {tree_hinge("pin", "a", "world")};
  const Tree tree = tree_of(m);
  EXPECT_EQ(tree.links[0].parent, Mechanism::kWorld);
  EXPECT_EQ(tree.links[0].sign, -1);
}

TEST(Tree, LetsFreeWhatNothingHolds) {
  // Of a group the body that is no joint's child, or the one that has a start.
  Mechanism m;
  m.add_body(lump_named("arm"));
  m.add_body(lump_named("craft"));
  m.joints = {tree_hinge("elbow", "craft", "arm")};
  const Tree tree = tree_of(m);
  ASSERT_EQ(tree.links.size(), 2u);
  EXPECT_EQ(tree.links[0].body, 1);
  EXPECT_EQ(tree.links[0].type, JointType::free);
  EXPECT_EQ(tree.links[0].joint, -1);
  m.bodies[0].start = Mechanism::FreeStart{};
  EXPECT_EQ(tree_of(m).links[0].body, 0);
}

TEST(Tree, KeepsAxesParallelHoweverFramesAreTurned) {
  // A quarter turn about x on the way: the child's z axis is the parent's −y, without a turn.
  const double h = std::sqrt(0.5);
  Mechanism m;
  m.add_body(lump_named("a"));
  m.add_body(lump_named("b"));
  m.add_frame({"a.out", 0, {{1.0, 0.0, 0.0}, Rotation<Expr>(h, h, 0.0, 0.0)}});
  m.joints = {tree_hinge("1", "world", "a"), tree_hinge("2", "a.out", "b")};
  const Tree tree = tree_of(m);
  const Link& b = tree.links[1];
  EXPECT_EQ(b.axis, 1);
  EXPECT_EQ(b.sign, -1);
  EXPECT_TRUE(b.rotation.factored.factors().empty());
  EXPECT_FALSE(b.rotation.factored.matrix().has_value());
  EXPECT_TRUE(b.position[0].is_constant(1.0));
  EXPECT_TRUE(b.position[1].is_constant(0.0));
  // Its inertia in link axes: y and z have changed places.
  EXPECT_NEAR(b.inertia.theta()(1, 1).value(), 0.25, 1e-15);
  EXPECT_NEAR(b.inertia.theta()(2, 2).value(), 0.2, 1e-15);
}

TEST(Tree, TurnsOnceForAnAxisInACoordinatePlaneAndTwiceForAnyOther) {
  for (const auto& [axis, steps] : {std::pair{Vector3<double>(0, 0.6, 0.8), 1u},
                                    {Vector3<double>(0.6, 0, 0.8), 1u},
                                    {Vector3<double>(0.6, 0.8, 0), 1u},
                                    {Vector3<double>(2. / 3, 1. / 3, 2. / 3), 2u}}) {
    Mechanism m;
    m.add_body(lump_named("a"));
    m.joints = {tree_hinge("pin", "world", "a", axis)};
    EXPECT_EQ(tree_of(m).links[0].rotation.factored.factors().size(), steps) << axis.transpose();
  }
}

TEST(Tree, SumsUpBodiesThatAreFixedTogether) {
  // Two points of 1 kg at ±1 on x make m = 2, Θ about the middle = diag(0, 2, 2).
  Mechanism m;
  Mechanism::Body hub = lump_named("hub");
  m.add_body(hub);
  for (double x : {-1.0, 1.0}) {
    Mechanism::Body point;
    point.name = x < 0 ? "left" : "right";
    point.mass = 1.0;
    point.is_point = true;
    m.add_body(point);
    m.add_frame({"hub." + point.name, 0, {{x, 0.0, 0.0}, {}}});
    Mechanism::Joint weld = tree_hinge("weld " + point.name, "hub." + point.name, point.name);
    weld.type = JointType::fixed;
    m.joints.push_back(weld);
  }
  m.joints.push_back(tree_hinge("pin", "world", "hub"));
  const Tree tree = tree_of(m);
  ASSERT_EQ(tree.links.size(), 1u);
  EXPECT_EQ(tree.links[0].inertia.mass().value(), 3.0);
  EXPECT_EQ(tree.links[0].inertia.first_moment()[0].value(), 0.0);
  EXPECT_EQ(tree.links[0].inertia.theta()(0, 0).value(), 0.1);
  EXPECT_EQ(tree.links[0].inertia.theta()(1, 1).value(), 2.2);
  EXPECT_EQ(tree.links[0].inertia.theta()(2, 2).value(), 2.25);
  EXPECT_EQ(tree.bodies[2].place.position[0].value(), 1.0);
}

std::string errors_of(const Mechanism& m) {
  std::vector<std::string> errors;
  make_tree(m, errors);
  std::string text;
  for (const std::string& error : errors) text += error + "\n";
  return text;
}

TEST(Tree, CutsTheJointThatMattersLeastAndIsFarthestFromTheWorld) {
  Mechanism loop;
  for (const char* name : {"a", "b"}) loop.add_body(lump_named(name));
  loop.joints = {tree_hinge("1", "world", "a"), tree_hinge("2", "a", "b"),
                 tree_hinge("3", "b", "world")};
  std::vector<std::string> errors;
  const auto cut = [&] { return make_tree(loop, errors).cuts.at(0).joint; };
  EXPECT_EQ(cut(), 1);
  loop.joints[1].freedoms[0].damping = 0.1;
  EXPECT_EQ(cut(), 2);
  loop.joints[2].freedoms[0].stiffness = 2.0;
  EXPECT_EQ(cut(), 0);
  loop.joints[0].freedoms[0].motion = Mechanism::Motion{0.0, 0.0, 0.0};
  EXPECT_EQ(cut(), 1);
  EXPECT_TRUE(errors.empty());
}

TEST(Tree, SaysWhatIsWrongWithAMechanism) {
  Mechanism m;
  m.add_body(lump_named("a"));
  m.joints = {tree_hinge("pin", "world", "a.tpi")};
  m.add_frame({"a.tip", 0, {}});
  EXPECT_EQ(errors_of(m), "pin: there is no frame 'a.tpi'; did you mean 'a.tip'?\n");

  Mechanism light;
  light.add_body(lump_named("a"));
  light.bodies[0].inertia = {};
  light.joints = {tree_hinge("pin", "world", "a")};
  EXPECT_EQ(errors_of(light),
            "pin: joint 'pin' lets 'a' rotate about its axis [0, 0, 1], about which nothing has a "
            "moment of inertia; give 'a' an inertia, or a centre of mass off the axis\n");
  light.bodies[0].center_of_mass = {0.0, 0.1, 0.0};
  EXPECT_EQ(errors_of(light), "");
}

}  // namespace
}  // namespace holon
