// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/rigid_groups.h"

#include <gtest/gtest.h>

namespace holon::detail {
namespace {

Mechanism make_boxes(int count) {
  Mechanism m;
  for (int k = 0; k < count; ++k) {
    Mechanism::Body body;
    body.name = "box" + std::to_string(k);
    body.mass = 1.0;
    body.inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    m.add_body(body);
  }
  return m;
}

void join_boxes(Mechanism& m, const std::string& name, JointType type, const std::string& parent,
                const std::string& child, double x = 0.0) {
  Mechanism::Joint joint;
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  joint.origin.position = {x, 0.0, 0.0};
  joint.report = [](const std::string&, const std::string&, const std::string&) {};
  m.joints.push_back(joint);
}

TEST(RigidGroups, AreBodiesThatFixedJointsHoldTogether) {
  Mechanism m = make_boxes(4);
  join_boxes(m, "a", JointType::fixed, "box0", "box1", 0.5);
  join_boxes(m, "b", JointType::fixed, "box1", "box2", 0.25);
  join_boxes(m, "pin", JointType::revolute, "box2", "box3");
  join_boxes(m, "ground", JointType::fixed, "world", "box3", 2.0);
  std::vector<std::string> errors;
  RigidGroups groups(m, TreeForm::spanning, errors);
  groups.find();
  ASSERT_TRUE(errors.empty());
  ASSERT_EQ(groups.all().size(), 2U);
  EXPECT_EQ(groups.all()[0].bodies, (std::vector<int>{3}));  // with the world
  EXPECT_EQ(groups.all()[1].bodies, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(groups.all()[1].joints, (std::vector<int>{2}));
  EXPECT_FALSE(groups.all()[1].is_child);
  EXPECT_EQ(groups.place_of(2).position[0].value(), 0.75);
  EXPECT_EQ(groups.place_of(3).position[0].value(), 2.0);
}

TEST(RigidGroups, ArePartsOfTheirOwnWhereTheFormulationWantsThem) {
  Mechanism m = make_boxes(2);
  join_boxes(m, "weld", JointType::fixed, "box0", "box1");
  std::vector<std::string> errors;
  RigidGroups groups(m, TreeForm::parts, errors);
  groups.find();
  EXPECT_TRUE(groups.is_always_cut(0));
  EXPECT_EQ(groups.all().size(), 3U);
}

TEST(RigidGroups, LeaveAJointThatNoLinksCanStandForToItsConstraints) {
  Mechanism m = make_boxes(2);
  join_boxes(m, "homokinetic", JointType::constant_velocity, "box0", "box1");
  for (const TreeForm form : {TreeForm::spanning, TreeForm::flat, TreeForm::parts}) {
    std::vector<std::string> errors;
    RigidGroups groups(m, form, errors);
    groups.find();
    EXPECT_TRUE(groups.is_always_cut(0));
    EXPECT_TRUE(groups.of(1).joints.empty());
    EXPECT_TRUE(groups.of(1).is_turned);
  }
  std::vector<std::string> errors;
  RigidGroups start(m, TreeForm::start, errors);  // where it is a ball
  start.find();
  EXPECT_FALSE(start.is_always_cut(0));
  EXPECT_EQ(start.of(1).joints, (std::vector<int>{0}));
}

TEST(RigidGroups, RefuseAJointWithinOneOfThem) {
  Mechanism m = make_boxes(2);
  join_boxes(m, "weld", JointType::fixed, "box0", "box1");
  join_boxes(m, "pin", JointType::revolute, "box0", "box1");
  std::vector<std::string> errors;
  RigidGroups groups(m, TreeForm::spanning, errors);
  groups.find();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].find("'box0' and 'box1' are fixed to each other by 'weld'"),
            std::string::npos)
      << errors[0];
}

}  // namespace
}  // namespace holon::detail
