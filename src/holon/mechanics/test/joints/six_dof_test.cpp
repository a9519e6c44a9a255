// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/six_dof.h"

#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

using test::number_of;

class SixDofIn : public testing::TestWithParam<Formulation> {
 protected:
  Model model() const {
    Model model;
    model.simulate.formulation = GetParam();
    return model;
  }
};
INSTANTIATE_TEST_SUITE_P(Both, SixDofIn, test::all_formulations(), test::formulation_of);

const RigidBody kBody{.mass = 2.0,
                      .inertia = InertiaMatrix{{0.3, 0.5, 0.4, 0.02, -0.03, 0.05}},
                      .center_of_mass = {0.1, -0.2, 0.3}};

TEST_P(SixDofIn, HasIndependentSpringsAlongItsAxes) {
  // x: m x'' + k x = 0; y: with damping; z: weight, about z = −m g/k. Nothing rotates.
  Model m = model();
  m.add<RigidBody>("body", kBody);
  SixDof mount{.between = {"world", "body"}};
  mount.x.emplace();
  mount.x->stiffness = 50.0;
  mount.x->initial.position = 0.1;
  mount.y.emplace();
  mount.y->stiffness = 20.0;
  mount.y->damping = 1.6;
  mount.y->initial.position = 0.2;
  mount.z.emplace();
  mount.z->stiffness = 100.0;
  m.add<SixDof>("mount", mount);
  const Results r = test::run(make_system(m), 3.0,
                              {"mount.x.position", "mount.y.position", "mount.z.position",
                               "mount.x.effort", "mount.rotation_x.angle", "body.position"});
  const double delta = 0.4, w = std::sqrt(10.0 - delta * delta);
  const double sag = 2.0 * test::kGravity / 100.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), x = 0.1 * std::cos(5 * t);
    EXPECT_NEAR(number_of(r, k, "mount.x.position"), x, test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "mount.x.effort"), -50.0 * x, 50 * test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "mount.y.position"),
                0.2 * std::exp(-delta * t) * (std::cos(w * t) + delta / w * std::sin(w * t)),
                test::kGlobal);
    EXPECT_NEAR(number_of(r, k, "body.position.z"), -sag * (1 - std::cos(std::sqrt(50.0) * t)),
                test::kGlobal);
    EXPECT_EQ(number_of(r, k, "mount.rotation_x.angle"), 0.0);
  }
}

TEST_P(SixDofIn, IsAChainOfASlideThatIsDrivenAndHinges) {
  Model one = model(), chain = model();
  const auto motion = [](Model& m) { return 0.2 * sin(3.0 * m.time()); };
  const Placement origin{.at = {0.1, 0.2, 0.3}, .rotate = Orientation::axis_angle({1, 2, 0}, 0.4)};
  SixDof joint{.between = {"world", "body"}, .origin = origin};
  joint.x.emplace();
  joint.x->axis = Axis(1.0, 0.0, 1.0);
  joint.x->motion = motion(one);
  joint.rotation_y.emplace();
  joint.rotation_y->damping = 0.1;
  joint.rotation_y->initial.angle = 0.7;
  joint.rotation_z.emplace();
  joint.rotation_z->stiffness = 3.0;
  joint.rotation_z->rest = 0.2;
  joint.rotation_z->initial.rate = 1.5;
  one.add<RigidBody>("body", kBody);
  one.add<SixDof>("joint", joint);
  const RigidBody nothing{.mass = 0.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}};
  chain.add<RigidBody>("body", kBody);
  chain.add<RigidBody>("a", nothing);
  chain.add<RigidBody>("b", nothing);
  chain.add<Prismatic>("slide", {.between = {"world", "a"},
                                 .axis = Axis(1.0, 0.0, 1.0),
                                 .origin = origin,
                                 .motion = motion(chain)});
  chain.add<Revolute>(
      "first", {.between = {"a", "b"}, .axis = "y", .damping = 0.1, .initial = {.angle = 0.7}});
  chain.add<Revolute>("second", {.between = {"b", "body"},
                                 .axis = "z",
                                 .stiffness = 3.0,
                                 .rest = 0.2,
                                 .initial = {.rate = 1.5}});
  const Results a = test::run(
      make_system(one), 2.0,
      {"body.position", "body.orientation", "joint.rotation_y.angle", "joint.reaction.torque",
       "joint.reaction.force", "joint.x.effort", "system.energy.total"});
  const Results b =
      test::run(make_system(chain), 2.0,
                {"body.position", "body.orientation", "first.angle", "second.reaction.torque",
                 "second.reaction.force", "slide.motion_force", "system.energy.total"});
  for (std::size_t column = 1; column < a.columns().size(); ++column) {
    const std::string &first = a.columns()[column].name, &second = b.columns()[column].name;
    for (std::size_t k = 0; k < a.row_count(); ++k) {
      EXPECT_NEAR(number_of(a, k, first), number_of(b, k, second), 100 * test::kGlobal) << first;
    }
  }
}

TEST_P(SixDofIn, MovesFreelyWhereAllSixAreFree) {
  Model joined = model(), loose = model();
  SixDof joint{.between = {"world", "body"}};
  const double speed = 0.3, spin = 0.8;  // about y alone at the start, and along x
  joint.x.emplace();
  joint.x->initial.speed = speed;
  joint.y.emplace();
  joint.z.emplace();
  joint.rotation_x.emplace();
  joint.rotation_y.emplace();
  joint.rotation_y->initial.rate = spin;
  joint.rotation_z.emplace();
  RigidBody body = kBody;
  joined.add<RigidBody>("body", body);
  joined.add<SixDof>("joint", joint);
  body.initial.emplace().velocity = Vector3<Expr>(speed, 0.0, 0.0);
  body.initial->angular_velocity = Vector3<Expr>(0.0, spin, 0.0);
  loose.add<RigidBody>("body", body);
  const std::vector<std::string> outputs{"body.position", "body.orientation",
                                         "body.angular_velocity"};
  const Results a = test::run(make_system(joined), 1.0, outputs);
  const Results b = test::run(make_system(loose), 1.0, outputs);
  for (const auto& column : a.columns()) {
    for (std::size_t k = 0; k < a.row_count(); ++k) {
      EXPECT_NEAR(number_of(a, k, column.name), number_of(b, k, column.name), 10 * test::kGlobal)
          << column.name;
    }
  }
}

TEST_P(SixDofIn, IsFixedWhereAllAreLocked) {
  Model m = model();
  m.add<RigidBody>("body", kBody);
  m.add<SixDof>("joint", {.between = {"world", "body"}, .origin = {.at = {0.0, 0.0, 1.0}}});
  test::expect_start(m, {"body.position", "joint.reaction.force", "joint.reaction.torque"},
                     {0.0, 0.0, 1.0, 0.0, 0.0, 2.0 * test::kGravity, -0.4 * test::kGravity,
                      -0.2 * test::kGravity, 0.0});
}

TEST_P(SixDofIn, HasFrictionAndLimitsLikeTheJointOfThatDirection) {
  // A block that is pushed along x slides until its friction holds it; its lid falls on a stop.
  Model one = model(), chain = model();
  SixDof joint{.between = {"world", "body"}};
  joint.x.emplace();
  joint.x->initial.speed = 1.2;
  joint.x->friction.emplace().coulomb = 3.0;
  joint.x->friction->static_friction = 4.0;
  joint.rotation_y.emplace();
  joint.rotation_y->initial.angle = 0.3;
  joint.rotation_y->limits.emplace().range = {-0.2, 0.9};
  joint.rotation_y->limits->restitution = 0.4;
  one.add<RigidBody>("body", kBody);
  one.add<SixDof>("joint", joint);
  chain.add<RigidBody>("body", kBody);
  chain.add<RigidBody>("a", {.mass = 0.0, .inertia = InertiaMatrix{{0.0, 0.0, 0.0}}});
  chain.add<Prismatic>("slide", {.between = {"world", "a"},
                                 .axis = "x",
                                 .friction = joint.x->friction,
                                 .initial = {.speed = 1.2}});
  chain.add<Revolute>("hinge", {.between = {"a", "body"},
                                .axis = "y",
                                .limits = joint.rotation_y->limits,
                                .initial = {.angle = 0.3}});
  const Results a = test::run(
      make_system(one), 3.0,
      {"joint.x.position", "joint.x.friction_force", "joint.x.effort", "joint.rotation_y.angle",
       "joint.rotation_y.stop_torque", "joint.rotation_y.effort", "system.energy.total"});
  const Results b =
      test::run(make_system(chain), 3.0,
                {"slide.position", "slide.friction_force", "slide.effort", "hinge.angle",
                 "hinge.stop_torque", "hinge.effort", "system.energy.total"});
  double most_held = 0, least_angle = 1;
  for (std::size_t k = 0; k < a.row_count(); ++k) {
    for (std::size_t column = 1; column < a.columns().size(); ++column) {
      const std::string &first = a.columns()[column].name, &second = b.columns()[column].name;
      EXPECT_NEAR(number_of(a, k, first), number_of(b, k, second), 1000 * test::kGlobal) << first;
    }
    most_held = std::max(most_held, std::abs(number_of(a, k, "joint.rotation_y.stop_torque")));
    least_angle = std::min(least_angle, number_of(a, k, "joint.rotation_y.angle"));
  }
  EXPECT_GT(most_held, 0.1);
  EXPECT_GT(least_angle, -0.2 - test::kGlobal);
}

TEST_P(SixDofIn, StopsByFrictionAfterTheDistanceOfCoulombsLaw) {
  // m v²/2 = F s, and then it stays where it is.
  const double speed = 1.5, friction = 4.0, distance = 2.0 * speed * speed / 2 / friction;
  Model m = model();
  m.add<RigidBody>("body", kBody);
  SixDof joint{.between = {"world", "body"}};
  joint.y.emplace();
  joint.y->initial.speed = speed;
  joint.y->friction.emplace().coulomb = friction;
  m.add<SixDof>("joint", joint);
  const Results r = test::run(make_system(m), 2.0,
                              {"joint.y.position", "joint.y.friction_force", "joint.y.power"});
  const double stop = 2.0 * speed / friction;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    const bool slides = t < stop;
    EXPECT_NEAR(number_of(r, k, "joint.y.position"),
                slides ? speed * t - friction / 4 * t * t : distance, test::kGlobal);
    if (t > stop + 1e-3) EXPECT_NEAR(number_of(r, k, "joint.y.friction_force"), 0, test::kGlobal);
  }
}

TEST(SixDof, NamesTheDirectionWhoseStartIsBeyondItsLimit) {
  Model m;
  m.add<RigidBody>("body", kBody);
  SixDof joint{.between = {"world", "body"}};
  joint.z.emplace();
  joint.z->initial.position = 0.5;
  joint.z->limits.emplace().range = {-0.1, 0.2};
  m.add<SixDof>("joint", joint);
  EXPECT_EQ(test::errors_of(m),
            "parts/joint: z.initial.position: 'joint.z.position' begins at 0.5 m, beyond its upper "
            "limit of z of 0.2 m; give 0.2 m at most\n");
}

TEST(SixDof, RefusesDirectionsThatAreOne) {
  Model m;
  m.add<RigidBody>("body", kBody);
  SixDof joint{.between = {"world", "body"}};
  joint.x.emplace();
  joint.y.emplace();
  joint.y->axis = Axis("-x");
  m.add<SixDof>("joint", joint);
  EXPECT_EQ(test::errors_of(m),
            "parts/joint: y.axis: its axis lies in the line of those before, so that they are not "
            "independent; give another 'axis', or leave the direction out: it is then locked\n");
}

TEST(SixDof, RefusesWhatAMotionMakesUseless) {
  Model m;
  m.add<RigidBody>("body", kBody);
  SixDof joint{.between = {"world", "body"}};
  joint.rotation_z.emplace();
  joint.rotation_z->motion = sin(m.time());
  joint.rotation_z->stiffness = 2.0;
  joint.rotation_z->initial.angle = 0.1;
  m.add<SixDof>("joint", joint);
  EXPECT_EQ(test::errors_of(m),
            "parts/joint: rotation_z.stiffness: 'stiffness' has no effect: 'motion' prescribes the "
            "angle; leave out one of them\n"
            "parts/joint: rotation_z.initial.angle: 'initial.angle' has no effect: 'motion' "
            "prescribes the angle; leave out one of them\n");
}

}  // namespace
}  // namespace holon
