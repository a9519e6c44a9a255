// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bodies without mass and inertia, where what hangs on them has some.
#include <array>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/universal.h"
#include "holon/mechanics/test/run_model.h"
#include "holon/mechanics/tree/checks.h"

namespace holon {
namespace {

using test::kGravity;
using test::number_of;

const RigidBody kNothing{.mass = 0.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}};

/// A body that hangs on a cardan joint: angle1 about x, angle2 about y (A, B, C about the joint's
/// centre). By Lagrange, with c, s of angle2:
///   2 T = (A c² + C s²) θ1'² + B θ2'²,   V = −m g l cos θ1 cos θ2
struct Pendulum {
  double m = 2.0, l = 0.4, A = 0.5, B = 0.55, C = 0.3;
  double q1 = 0.6, q2 = -1.1, v1 = 2.0, v2 = -3.0;

  RigidBody bob() const {
    return {.mass = m,
            .inertia = InertiaMatrix{{A - m * l * l, B - m * l * l, C}},
            .center_of_mass = {0.0, 0.0, -l}};
  }
  /// Two hinges with a massless cross between them.
  Model with_cross(Formulation formulation) const {
    Model model;
    model.simulate.formulation = formulation;
    model.add<RigidBody>("cross", kNothing);
    model.add<RigidBody>("bob", bob());
    model.add<Revolute>(
        "first",
        {.between = {"world", "cross"}, .axis = "x", .initial = {.angle = q1, .rate = v1}});
    model.add<Revolute>(
        "second", {.between = {"cross", "bob"}, .axis = "y", .initial = {.angle = q2, .rate = v2}});
    return model;
  }
  Model with_universal(Formulation formulation) const {
    Model model;
    model.simulate.formulation = formulation;
    model.add<RigidBody>("bob", bob());
    model.add<Universal>("joint",
                         {.between = {"world", "bob"},
                          .axis = "x",
                          .axis2 = "y",
                          .initial = {.angle1 = q1, .angle2 = q2, .rate1 = v1, .rate2 = v2}});
    return model;
  }
  std::array<double, 2> accelerations() const {
    const double c = std::cos(q2), s = std::sin(q2), g = m * kGravity * l;
    return {(-g * std::sin(q1) * c + 2 * (A - C) * s * c * v1 * v2) / (A * c * c + C * s * s),
            (-(A - C) * s * c * v1 * v1 - g * std::cos(q1) * s) / B};
  }
};

class MasslessBody : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, MasslessBody, test::all_formulations(), test::formulation_of);

TEST_P(MasslessBody, BetweenTwoHingesIsTheCrossOfAUniversalJoint) {
  for (const auto& [q1, q2] : {std::array{0.6, -1.1}, {2.5, 0.4}, {-1.3, 3.0}, {0.1, 1.4}}) {
    const Pendulum p{.q1 = q1, .q2 = q2};
    const std::vector<double> found = test::values_at_start(
        make_system(p.with_cross(GetParam())), {"first.acceleration", "second.acceleration"});
    const auto expected = p.accelerations();
    constexpr double kRounding = 1e-11;
    EXPECT_NEAR(found[0], expected[0], kRounding);
    EXPECT_NEAR(found[1], expected[1], kRounding);
  }
}

TEST_P(MasslessBody, MovesAsTheMachineWithoutItDoes) {
  const Pendulum p;
  const std::vector<std::string> same{"bob.position", "bob.angular_velocity",
                                      "system.energy.kinetic"};
  std::vector<std::string> with = same, without = same;
  with.insert(with.end(), {"first.reaction.force", "second.reaction.torque"});
  without.insert(without.end(), {"joint.reaction.force", "joint.reaction.torque"});
  const Results a = test::run(make_system(p.with_cross(GetParam())), 3.0, with);
  const Results b = test::run(make_system(p.with_universal(GetParam())), 3.0, without);
  const auto expect_same = [&](const std::string& one, const std::string& other, double size) {
    for (std::size_t k = 0; k < a.row_count(); ++k)
      EXPECT_NEAR(number_of(a, k, one), number_of(b, k, other), 10 * test::kGlobal * size) << one;
  };
  for (const char* axis : {".x", ".y", ".z"}) {
    expect_same(std::string("bob.angular_velocity") + axis,
                std::string("bob.angular_velocity") + axis, 10);
    expect_same(std::string("first.reaction.force") + axis,
                std::string("joint.reaction.force") + axis, 100);
    expect_same(std::string("second.reaction.torque") + axis,
                std::string("joint.reaction.torque") + axis, 100);
  }
  test::expect_energy_balance(make_system(p.with_cross(GetParam())), 3.0);
}

TEST_P(MasslessBody, ThatIsFreeCarriesTwoOthersAsAPoint) {
  // Two equal balls on a massless hub, pushed apart along x by 3 N: each goes its own way, and
  // their centre falls. The hub goes with neither: it stays in the middle by equal springs.
  Model model;
  model.simulate.formulation = GetParam();
  model.add<RigidBody>("hub", kNothing);
  const RigidBody ball{.mass = 2.0, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}};
  model.add<RigidBody>("left", ball);
  model.add<RigidBody>("right", ball);
  model.add<Revolute>("a", {.between = {"hub", "left"}, .axis = "y", .torque = 3.0});
  model.add<Revolute>("b", {.between = {"hub", "right"}, .axis = "z", .torque = 1.0});
  const std::vector<double> found =
      test::values_at_start(make_system(model), {"left.acceleration", "right.acceleration"});
  // Bodies whose centres are one point, forced by couples alone: all of it falls.
  constexpr double kRounding = 1e-12;
  for (const std::size_t k : {0, 1, 3, 4}) EXPECT_NEAR(found[k], 0, kRounding);
  EXPECT_NEAR(found[2], -kGravity, kRounding * 10);
  EXPECT_NEAR(found[5], -kGravity, kRounding * 10);
}

TEST(MasslessBodies, AreRefusedWhereNothingBehindThemHasInertia) {
  Model alone;
  alone.add<RigidBody>("arm", kNothing);
  alone.add<Revolute>("pin", {.between = {"world", "arm"}, .axis = "y"});
  EXPECT_NE(
      test::errors_of(alone).find("joint 'pin' lets 'arm' rotate about its axis [0, 1, 0], about "
                                  "which nothing has a moment of inertia; give 'arm' an inertia"),
      std::string::npos)
      << test::errors_of(alone);

  Model slides;
  slides.add<RigidBody>("cart", kNothing);
  slides.add<Prismatic>("rail", {.between = {"world", "cart"}, .axis = "x"});
  EXPECT_NE(test::errors_of(slides).find("joint 'rail' lets 'cart' move along its axis [1, 0, 0], "
                                         "along which nothing has a mass; give 'cart' a mass"),
            std::string::npos)
      << test::errors_of(slides);

  Model free;
  free.add<RigidBody>("speck", kNothing);
  EXPECT_NE(test::errors_of(free).find("'speck' is free to move along its x axis, along which "
                                       "nothing has a mass; give it a mass"),
            std::string::npos)
      << test::errors_of(free);

  // The bob's own hinge leaves its inertia about the axis free: the massless one turns alone.
  Model parallel;
  parallel.add<RigidBody>("arm", kNothing);
  parallel.add<RigidBody>("bob", Pendulum{}.bob());
  parallel.add<Revolute>("inner", {.between = {"world", "arm"}, .axis = "y"});
  parallel.add<Revolute>("outer", {.between = {"arm", "bob"}, .axis = "y"});
  EXPECT_NE(test::errors_of(parallel).find("joint 'inner' lets 'arm' rotate about its axis"),
            std::string::npos)
      << test::errors_of(parallel);
}

TEST(MasslessBodies, MayTurnAboutAxesAboutWhichOnlyOthersHaveInertia) {
  // Thin rods along x, of which the first turns about its own axis: what hangs bent on it has
  // inertia there. Nothing turns the last about its own.
  Model model;
  const RigidBody rod{.mass = 1.0,
                      .inertia = Rod{.length = 1.0, .axis = "x"},
                      .center_of_mass = {0.5, 0.0, 0.0},
                      .frames = {{"tip", {.at = {1.0, 0.0, 0.0}}}}};
  model.add<RigidBody>("a", rod);
  model.add<RigidBody>("b", rod);
  model.add<RigidBody>("c", rod);
  model.add<Revolute>("turn", {.between = {"world", "a"}, .axis = "x", .torque = 0.3});
  model.add<Revolute>("fold", {.between = {"a.tip", "b"}, .axis = "z", .initial = {.angle = 0.8}});
  model.add<Revolute>("bend", {.between = {"b.tip", "c"}, .axis = "z", .initial = {.angle = 0.2}});
  EXPECT_EQ(test::errors_of(model), "");
}

// --- long chains
// ----------------------------------------------------------------------------------

Mechanism::Joint hinge(const std::string& name, const std::string& parent, const std::string& child,
                       Vector3<double> axis) {
  Mechanism::Joint joint;
  joint.name = name;
  joint.type = JointType::revolute;
  joint.parent = parent;
  joint.child = child;
  joint.axis = axis;
  return joint;
}

/// Rods in a straight line along x, all hinges about y; each is longer than the one before.
Mechanism make_long_chain(int count, double growth = 1) {
  Mechanism m;
  std::string parent = "world";
  double length = 1;
  for (int k = 0; k < count; ++k, length *= growth) {
    Mechanism::Body rod;
    rod.name = "rod" + std::to_string(k);
    rod.mass = 1.0;
    rod.center_of_mass = {length / 2, 0.0, 0.0};
    const double across = length * length / 12;
    rod.inertia = {0.0, across, across, 0.0, 0.0, 0.0};
    const int index = m.add_body(rod);
    m.add_frame({rod.name + ".tip", index, {.position = {length, 0.0, 0.0}}});
    m.joints.push_back(hinge("pin" + std::to_string(k), parent, rod.name, {0.0, 1.0, 0.0}));
    parent = rod.name + ".tip";
  }
  return m;
}

std::vector<std::string> find_singular(const Mechanism& m, const Tree& tree) {
  std::vector<std::string> errors;
  const std::vector<std::vector<double>> straight(tree.links.size(), {0.0});
  detail::check_start_position(m, tree, straight, errors);
  return errors;
}

TEST(LongChains, AreRegularHoweverMuchHangsOnAHinge) {
  // The inertia of the whole chain about its first hinge, 2e14 kg m², is 1e14 times what that
  // meets when the others are free. That of 30 000 equal rods grows like the cube of their number
  // and is 1e13 times as much.
  const Mechanism m = make_long_chain(140, 1.1);
  std::vector<std::string> errors;
  const Tree tree = make_tree(m, errors);
  EXPECT_TRUE(errors.empty()) << errors.front();
  const std::vector<std::string> singular = find_singular(m, tree);
  EXPECT_TRUE(singular.empty()) << singular.front();
}

TEST(LongChains, AreSingularWhereTwoHingesAreOne) {
  // A massless piece between two hinges about one line, in the middle of the chain.
  Mechanism m = make_long_chain(300);
  Mechanism::Body ring;
  ring.name = "ring";
  m.add_body(ring);
  m.joints.push_back(hinge("extra", "rod149.tip", "ring", {0.0, 1.0, 0.0}));
  m.joints[150].parent = "ring";
  std::vector<std::string> errors;
  make_tree(m, errors);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].rfind("extra: joint 'extra' lets 'ring' rotate about its axis", 0), 0u)
      << errors[0];
}

}  // namespace
}  // namespace holon
