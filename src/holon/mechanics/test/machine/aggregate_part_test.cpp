// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/aggregate_part.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/constraints/distance.h"
#include "holon/mechanics/parts/forces/force.h"
#include "holon/mechanics/parts/forces/spring_damper.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/model/test/model_errors.h"

namespace holon {
namespace {

using test::number_of;

/// A cart on the x axis with a mass on a spring and a damper inside, by its matrices:
///   M s″ = F_x + k x + c x′,  m (s″ + x″) = −k x − c x′.
struct CartWithMass {
  Expr mass = 3.0, inner_mass = 1.0, stiffness = 80.0, damping = 0.5, stretch = 0.1;
  /// What is wrong with its matrices: [0] of D, [1] of C, [2] of B's sign, [3] B is too short, [4]
  /// D depends on time.
  std::optional<int> fault{};

  static void describe(Descriptor<CartWithMass>& d) {
    d.type("CartWithMass", "A cart with a mass inside.");
    d.value("mass", &CartWithMass::mass, "kg", "of the cart");
    d.value("inner_mass", &CartWithMass::inner_mass, "kg", "of the mass inside");
    d.value("stiffness", &CartWithMass::stiffness, "N/m", "of the spring");
    d.value("damping", &CartWithMass::damping, "N s/m", "of the damper");
    d.value("stretch", &CartWithMass::stretch, "m", "of the spring at the start");
    d.frame("hook", "moves with the cart");
    d.output("position", "m", "of the cart");
    d.output("speed", "m/s", "of the cart");
    d.output("acceleration", "m/s^2", "of the cart");
    d.output("stretch", "m", "of the spring");
    d.output("stretch_rate", "m/s", "of the spring");
  }

  void build(PartBuilder& b) const {
    AggregatePart part(b);
    const auto [s, v] = part.add_coordinate(
        {.name = "position", .rate = "speed", .dimension = dimensions::kLength});
    const auto [x, u] = part.add_coordinate({.name = "stretch",
                                             .rate = "stretch_rate",
                                             .dimension = dimensions::kLength,
                                             .initial = stretch});
    const Expr pull = stiffness * x + damping * u;
    part.set_accelerations({pull / mass, -pull / mass - pull / inner_mass});
    AggregatePart::Matrices m;
    m.B.assign(fault == 3 ? 6 : 12, 0.0);
    m.C.assign(6, 0.0);
    m.D.assign(12, 0.0);
    m.B[0] = (fault == 2 ? -1.0 : 1.0) / mass;
    if (fault != 3) m.B[6] = -1.0 / mass;
    m.D[0] = fault == 0 ? Expr(1.1) : fault == 4 ? b.assembly().time() : Expr(1.0);
    if (fault == 1) m.C[4] = v * v;
    part.connect("hook", {.position = {s, 0.0, 0.0}}, m);
    part.set_energies({.kinetic = 0.5 * (mass * square(v) + inner_mass * square(v + u)),
                       .potential = 0.5 * stiffness * square(x),
                       .dissipated = damping * square(u)});
    b.define_output("position", s);
    b.define_output("speed", v);
    b.define_output("stretch", x);
    b.define_output("stretch_rate", u);
    b.define_output("acceleration", part.acceleration(0));
  }
};

constexpr std::array<double, 3> kMoments{0.3, 0.5, 0.4};  ///< [kg m²]

/// A rigid body as a part of its own, by its mass matrix: M = diag(J, m 1) of (ω, v).
struct BoxByMatrix {
  Expr mass = 2.0;
  Mechanism::FreeStart start{};

  static void describe(Descriptor<BoxByMatrix>& d) {
    d.type("BoxByMatrix", "A rigid body by its mass matrix.");
    d.value("mass", &BoxByMatrix::mass, "kg", "of it");
    d.frame("hand", "at (0.5, 0, 0)");
    d.frame("foot", "at (−0.4, 0.1, 0), turned");
    d.vector_output("position", "m", "of its centre of mass");
    d.vector_output("velocity", "m/s", "of its centre of mass");
    d.quaternion_output("orientation", "of it");
    d.vector_output("angular_velocity", "rad/s", "in its axes");
  }

  static FramePlace hand() { return {.position = {0.5, 0.0, 0.0}}; }
  static FramePlace foot() {
    return {.position = {-0.4, 0.1, 0.0},
            .rotation = Rotation<Expr>::from_rpy({Expr(0.3), Expr(-0.2), Expr(0.5)})};
  }

  void build(PartBuilder& b) const {
    AggregatePart part(b);
    const AggregatePart::Pose pose = part.add_pose(start);
    const Vector3<Expr>& w = pose.angular_velocity;
    const Vector3<Expr> Jw{kMoments[0] * w[0], kMoments[1] * w[1], kMoments[2] * w[2]};
    const Vector3<Expr> torque = -w.cross(Jw);
    std::vector<Expr> M(36, 0.0), f;
    for (std::size_t i = 0; i < 3; ++i) {
      M[i * 7] = kMoments[i];
      M[(i + 3) * 7] = mass;
      f.push_back(torque[static_cast<Eigen::Index>(i)]);
    }
    for (int i = 0; i < 3; ++i) f.push_back(mass * part.gravity()[i]);
    part.set_equations(M, f);
    for (const auto& [name, place] : {std::pair("hand", hand()), std::pair("foot", foot())}) {
      const Vector3<Expr> p = pose.position + pose.orientation.apply(place.position);
      part.connect(name, {.position = p, .rotation = pose.orientation * place.rotation});
    }
    const Vector3<Expr>& v = pose.velocity;
    part.set_energies({.kinetic = 0.5 * (w.dot(Jw) + mass * v.dot(v)),
                       .potential = -mass * part.gravity().dot(pose.position)});
    const auto list = [](const Vector3<Expr>& x) { return std::vector<Expr>{x[0], x[1], x[2]}; };
    b.define_output("position", list(pose.position));
    b.define_output("velocity", list(v));
    b.define_output("angular_velocity", list(w));
    const std::vector<Expr>& q = part.coordinates();
    b.define_output("orientation", {q[0], q[1], q[2], q[3]});
  }
};

/// The same of Holon's own.
RigidBody make_box() {
  RigidBody box{.mass = 2.0, .inertia = InertiaMatrix{{kMoments[0], kMoments[1], kMoments[2]}}};
  box.frames.add("hand", {.at = {0.5, 0.0, 0.0}});
  const Rotation<Expr> R = BoxByMatrix::foot().rotation;
  box.frames.add("foot",
                 {.at = {-0.4, 0.1, 0.0}, .rotate = Orientation{{R.w(), R.x(), R.y(), R.z()}}});
  return box;
}

RigidBody make_link() {
  return {.mass = 1.0,
          .inertia = InertiaMatrix{{0.02, 0.1, 0.09}},
          .center_of_mass = {0.4, 0.0, 0.0},
          .frames = {{"tip", {.at = {0.8, 0.0, 0.0}}}}};
}

class AggregatePartIn : public testing::TestWithParam<Formulation> {
 protected:
  Model make_model(Formulation formulation = GetParam()) const {
    Model model;
    model.simulate.formulation = formulation;
    return model;
  }
  static void expect_same(const Results& a, const Results& b,
                          const std::vector<std::pair<std::string, std::string>>& columns,
                          double tolerance = test::kGlobal) {
    ASSERT_EQ(a.row_count(), b.row_count());
    for (const auto& [of_a, of_b] : columns) {
      double scale = 1;
      for (const double value : b.values(of_b)) scale = std::max(scale, std::abs(value));
      for (std::size_t k = 0; k < a.row_count(); ++k)
        EXPECT_NEAR(number_of(a, k, of_a), number_of(b, k, of_b), tolerance * scale)
            << of_a << " in row " << k;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, AggregatePartIn, test::all_formulations(), test::formulation_of);

TEST_P(AggregatePartIn, CarriesALinkAsBodiesDo) {
  const auto add_link = [](Model& model, const char* hook) {
    model.add<RigidBody>("link", make_link());
    Revolute pin{.between = {hook, "link"}, .axis = "y", .damping = 0.02};
    pin.initial.angle = 0.3;
    model.add<Revolute>("pin", pin);
    model.add<SpringDamper>(
        "rope",
        {.between = {"world", "link.tip"}, .stiffness = 5.0, .length = 0.1, .damping = 0.1});
    model.add<Force>("push", {.on = hook, .force = {sin(3.0 * model.time()), 0.0, 0.0}});
  };
  Model part = make_model();
  part.add<CartWithMass>("cart", {});
  add_link(part, "cart.hook");
  Model bodies = make_model(Formulation::recursive);
  bodies.add<PointMass>("sledge", {.mass = 3.0});
  bodies.add<Prismatic>("rail", {.between = {"world", "sledge"}, .axis = "x"});
  bodies.add<PointMass>("mass", {.mass = 1.0});
  Prismatic spring{.between = {"sledge", "mass"}, .axis = "x", .stiffness = 80.0, .damping = 0.5};
  spring.initial.position = 0.1;
  bodies.add<Prismatic>("spring", spring);
  add_link(bodies, "sledge");
  const Results a = test::run(
      make_system(part), 2.0,
      {"cart.position", "cart.acceleration", "cart.stretch", "pin.angle", "pin.reaction.force.x",
       "pin.reaction.torque.y", "cart.hook.acceleration.x", "system.energy.total", "system.power"});
  const Results b = test::run(
      make_system(bodies), 2.0,
      {"rail.position", "rail.acceleration", "spring.position", "pin.angle", "pin.reaction.force.x",
       "pin.reaction.torque.y", "sledge.acceleration.x", "system.energy.total", "system.power"});
  expect_same(a, b,
              {{"cart.position", "rail.position"},
               {"cart.acceleration", "rail.acceleration"},
               {"cart.hook.acceleration.x", "sledge.acceleration.x"},
               {"cart.stretch", "spring.position"},
               {"pin.angle", "pin.angle"},
               {"pin.reaction.force.x", "pin.reaction.force.x"},
               {"pin.reaction.torque.y", "pin.reaction.torque.y"},
               {"system.energy.total", "system.energy.total"},
               {"system.power", "system.power"}});
}

TEST_P(AggregatePartIn, FloatsWithABodyWeldedAndALinkInALoop) {
  // A floating box with a body welded to its foot, a link on a ball at its hand, and a rod from the
  // link's tip back to the foot: a closed loop through the part.
  const auto build = [](Model& model) {
    model.world.gravity = {0.0, 0.3, -1.0};
    model.add<RigidBody>("stone", {.mass = 0.7, .inertia = InertiaMatrix{{0.05, 0.06, 0.04}}});
    model.add<Fixed>("weld", {.between = {"box.foot", "stone"}});
    model.add<RigidBody>("link", make_link());
    Spherical ball{.between = {"box.hand", "link"}};
    // The rod's length is that of the start, where the link does not turn against the box.
    const Rotation<double> R(0.8, 0.0, 0.48, 0.36);
    ball.initial.orientation = Orientation{{R.w(), R.x(), R.y(), R.z()}};
    ball.initial.angular_velocity = {0.0, 0.0, 0.0};
    const Vector3<double> way =
        Vector3<double>(0.9, -0.1, 0.0) + R.apply(Vector3<double>(0.8, 0.0, 0.0));
    model.add<Spherical>("ball", ball);
    model.add<Distance>("rod", {.between = {"link.tip", "box.foot"}, .length = way.norm()});
  };
  Mechanism::FreeStart start;
  start.angular_velocity = {0.4, -0.7, 0.5};
  start.holds_angular_velocity = start.holds_velocity = true;
  start.holds_position = start.holds_orientation = true;
  Model part = make_model();
  part.add<BoxByMatrix>("box", {.start = start});
  build(part);
  Model bodies = make_model(Formulation::recursive);
  RigidBody box = make_box();
  box.initial.emplace();
  box.initial->position = {0.0, 0.0, 0.0};
  box.initial->velocity = {0.0, 0.0, 0.0};
  box.initial->angular_velocity = {0.4, -0.7, 0.5};
  box.initial->orientation = Orientation{};
  bodies.add<RigidBody>("box", box);
  build(bodies);
  const std::vector<std::string> names{
      "box.position.x",        "box.position.y",        "box.position.z",
      "box.orientation.x",     "link.tip.position.x",   "link.tip.position.y",
      "link.tip.position.z",   "weld.reaction.force.x", "weld.reaction.torque.z",
      "ball.reaction.force.y", "rod.tension",           "system.energy.total"};
  const Results a = test::run(make_system(part), 1.0, names);
  const Results b = test::run(make_system(bodies), 1.0, names);
  std::vector<std::pair<std::string, std::string>> columns;
  for (const std::string& name : names) columns.emplace_back(name, name);
  expect_same(a, b, columns, 3 * test::kGlobal);
}

TEST_P(AggregatePartIn, StandsAloneAndBetweenParts) {
  // Two carts, a rod between their hooks: the second follows the first; no body anywhere.
  Model model = make_model();
  model.world.gravity = {0.0, 0.0, 0.0};
  model.add<CartWithMass>("a", {});
  model.add<CartWithMass>("b", {.mass = 2.0, .stretch = 0.0});
  model.add<Fixed>("bar", {.between = {"a.hook", "b.hook"}});
  const Results r = test::run(make_system(model), 2.0,
                              {"a.position", "b.position", "a.speed", "b.speed", "a.stretch_rate",
                               "b.stretch_rate", "system.energy.kinetic"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(number_of(r, k, "a.position"), number_of(r, k, "b.position"), test::kGlobal);
    // Momentum: 3 + 1 and 2 + 1 kg.
    const double v = number_of(r, k, "a.speed");
    EXPECT_NEAR(7 * v + number_of(r, k, "a.stretch_rate") + number_of(r, k, "b.stretch_rate"), 0,
                10 * test::kGlobal);
  }
  EXPECT_GT(number_of(r, 1, "system.energy.kinetic"), 1e-3);
  test::expect_energy_balance(make_system(model), 2.0);
}

TEST(AggregatePart, NamesWhatIsWrongWithItsMatrices) {
  const auto errors = [](int fault) {
    Model model;
    model.add<CartWithMass>("cart", {.fault = fault});
    model.add<RigidBody>("link", make_link());
    model.add<Revolute>("pin", {.between = {"cart.hook", "link"}, .axis = "y"});
    return test::errors_of(model);
  };
  const auto expect = [&](int fault, const char* text) {
    const std::string all = errors(fault);
    EXPECT_NE(all.find(text), std::string::npos) << all;
  };
  expect(0,
         "cart: D v of the connection 'cart.hook' is not the derivative of its place: the x of the "
         "velocity is");
  expect(1, "C of the connection 'cart.hook' is not the acceleration of its place at v' = 0");
  expect(2,
         "a connection accelerates against its wrench: D B is not positive semidefinite; W acts "
         "on the part; check the sign of B");
  expect(3, "B of the connection 'cart.hook' has 6 entries, not 12; the part has 2 rates");
  expect(4, "D of the connection 'cart.hook' depends on more than the part's own coordinates");
  EXPECT_NE(test::errors_of([] {
              Model model;
              model.add<CartWithMass>("cart", {});
              model.add<Constraint>("rule", {.equations = {model.output("cart.stretch") - 0.1}});
              return model;
            }())
                .find("'rule' names a coordinate of a part with inner states that gives no mass "
                      "matrix"),
            std::string::npos);
}

TEST_P(AggregatePartIn, KeepsEquationsLimitsAndFrictionAsBodiesDo) {
  // A box by its mass matrix and one of Holon's own: a link with a limit and dry friction at its
  // hand, an equation on its place and time, and one on its speeds. The start satisfies both: which
  // start is the nearest depends on the coordinates.
  const auto build = [](Model& model) {
    model.world.gravity = {0.0, 0.3, -1.0};
    model.add<RigidBody>("link", make_link());
    Revolute pin{.between = {"box.hand", "link"}, .axis = "y"};
    pin.limits = RotationLimits{{{-0.2, 0.6}, 0.5}};
    pin.friction = RotationFriction{{.coulomb = 0.02}};
    pin.initial.angle = 0.1;
    pin.initial.rate = 1.5;
    model.add<Revolute>("pin", pin);
    const Expr x = model.output("box.hand.position.x"), z = model.output("box.hand.position.z");
    model.add<Constraint>("wire", {.equations = {z - 0.3 * sin(x) - 0.1 * model.time()}});
    model.add<Constraint>("blade",
                          {.velocity_equations = {model.output("box.foot.velocity.y") -
                                                  0.2 * model.output("box.foot.velocity.x")}});
  };
  Mechanism::FreeStart start;
  start.position = {-0.5, 0.0, 0.0};
  start.velocity = {0.0, 0.0, 0.1};
  start.angular_velocity = {0.4, 0.0, 0.0};
  start.holds_angular_velocity = start.holds_velocity = true;
  start.holds_position = start.holds_orientation = true;
  Model part = make_model();
  part.add<BoxByMatrix>("box", {.start = start});
  build(part);
  Model bodies = make_model(Formulation::recursive);
  RigidBody box = make_box();
  box.initial.emplace();
  box.initial->position = {-0.5, 0.0, 0.0};
  box.initial->velocity = {0.0, 0.0, 0.1};
  box.initial->angular_velocity = {0.4, 0.0, 0.0};
  box.initial->orientation = Orientation{};
  bodies.add<RigidBody>("box", box);
  build(bodies);
  const std::vector<std::string> names{
      "box.position.x",     "box.position.z",      "box.orientation.x",   "pin.angle",
      "pin.reaction.force", "pin.reaction.torque", "system.energy.total", "system.power"};
  const Results a = test::run(make_system(part), 1.0, names);
  const Results b = test::run(make_system(bodies), 1.0, names);
  std::vector<std::pair<std::string, std::string>> columns;
  for (const auto& column : b.columns()) columns.emplace_back(column.name, column.name);
  expect_same(a, b, columns, 10 * test::kGlobal);
  const std::vector<double>& angle = b.values("pin.angle");
  EXPECT_GT(*std::max_element(angle.begin(), angle.end()), 0.5);  // it comes to the limit
}

TEST_P(AggregatePartIn, CarriesAFrameThatMovesInItAsBodiesDo) {
  // A turret that slides and turns in the hand as time has it, on it a second frame, and there a
  // link on a hinge and a rope. A floating box by its matrices and one of Holon's own.
  const auto build = [](Model& model) {
    model.world.gravity = {0.0, 0.3, -1.0};
    const Expr t = model.time();
    Frame turret{.in = "box.hand", .position = {0.2 * sin(2.0 * t), 0.1 * t, 0.05 * cos(t)}};
    turret.orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, 0.7 * t);
    model.add<Frame>("turret", turret);
    Frame crane{.in = "turret", .position = {0.1, 0.1 * sin(t), 0.0}};
    crane.orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, 0.3 + 0.5 * t);
    model.add<Frame>("crane", crane);
    model.add<RigidBody>("link", make_link());
    Revolute pin{.between = {"crane", "link"}, .axis = "y"};
    pin.initial.angle = 0.4;
    pin.initial.rate = -0.3;
    model.add<Revolute>("pin", pin);
    model.add<SpringDamper>(
        "rope", {.between = {"world", "crane"}, .stiffness = 5.0, .length = 0.1, .damping = 0.1});
  };
  Mechanism::FreeStart start;
  start.angular_velocity = {0.4, -0.7, 0.5};
  start.holds_angular_velocity = start.holds_velocity = true;
  start.holds_position = start.holds_orientation = true;
  Model part = make_model();
  part.add<BoxByMatrix>("box", {.start = start});
  build(part);
  Model bodies = make_model(Formulation::recursive);
  RigidBody box = make_box();
  box.initial.emplace();
  box.initial->position = {0.0, 0.0, 0.0};
  box.initial->velocity = {0.0, 0.0, 0.0};
  box.initial->angular_velocity = {0.4, -0.7, 0.5};
  box.initial->orientation = Orientation{};
  bodies.add<RigidBody>("box", box);
  build(bodies);
  const std::vector<std::string> names{
      "box.position.x",        "box.position.y",       "box.orientation.x",
      "link.tip.position.x",   "link.tip.position.z",  "pin.angle",
      "pin.acceleration",      "pin.reaction.force.x", "pin.reaction.force.z",
      "pin.reaction.torque.x", "crane.acceleration.x"};
  const Results a = test::run(make_system(part), 1.0, names);
  const Results b = test::run(make_system(bodies), 1.0, names);
  std::vector<std::pair<std::string, std::string>> columns;
  for (const std::string& name : names) columns.emplace_back(name, name);
  expect_same(a, b, columns, 3 * test::kGlobal);
}

TEST(Aggregate, HasWrenchesOfWeldsAmongItsUnknowns) {
  // Three boxes in a row, welded, that spin about z: each weld pulls the ones outboard of it inward
  // with m r ω², r from the common centre.
  const double m = 2.0, w = 3.0, d = 0.7;
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    Model model;
    model.simulate.formulation = formulation;
    model.world.gravity = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
      RigidBody box{.mass = m, .inertia = InertiaMatrix{{0.1, 0.2, 0.3}}};
      box.frames.add("end", {.at = {d, 0.0, 0.0}});
      if (k == 0) {
        box.initial.emplace();
        box.initial->position = {-d, 0.0, 0.0};
        box.initial->velocity = {0.0, -d * w, 0.0};
        box.initial->angular_velocity = {0.0, 0.0, w};
      }
      model.add<RigidBody>("box" + std::to_string(k), box);
      if (k > 0)
        model.add<Fixed>(
            "weld" + std::to_string(k),
            {.between = {"box" + std::to_string(k - 1) + ".end", "box" + std::to_string(k)}});
    }
    const System system = make_system(model);
    // Each body is a part: 13 states, in the other formulations all are one.
    EXPECT_EQ(system.state_count(), formulation == Formulation::aggregate ? 39 : 13);
    const std::vector<double> pull =
        test::values_at_start(system, {"weld1.reaction.force", "weld1.reaction.torque",
                                       "weld2.reaction.force", "box2.acceleration"});
    const std::vector<double> expected{m * d * w * w,  0, 0, 0,          0, 0,
                                       -m * d * w * w, 0, 0, -d * w * w, 0, 0};
    // weld1 acts on box1 and box2, whose centre is at d/2: 2 m (d/2) ω² inward.
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(pull[k], k == 0 ? -expected[k] : expected[k], 1e-9 * m * d * w * w)
          << name_of(formulation) << " " << k;
    test::expect_energy_balance(system, 1.0);
  }
}

}  // namespace
}  // namespace holon
