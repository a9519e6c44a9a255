// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Edges on edges: capsules and boxes against each other, with impacts in closed form.
#include <numbers>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/forces/contact.h"
#include "holon/mechanics/parts/frames/frame.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using std::numbers::pi;
using test::kGlobal;
using test::kGravity;
using test::number_of;

class EdgeContactIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, EdgeContactIn, test::all_formulations(), test::formulation_of);

struct FlyingBody {
  double mass;
  std::array<double, 3> inertia;
  Vector3<Expr> position{0.0, 0.0, 0.0}, velocity{0.0, 0.0, 0.0};
  Orientation orientation{};
};

void add_flying(Model& model, const std::string& name, const FlyingBody& b) {
  RigidBody body{.mass = b.mass,
                 .inertia = InertiaMatrix{{b.inertia[0], b.inertia[1], b.inertia[2]}}};
  body.initial.emplace().position = b.position;
  body.initial->velocity = b.velocity;
  body.initial->orientation = b.orientation;
  model.add<RigidBody>(name, body);
}

Model without_gravity(Formulation formulation) {
  Model model;
  model.simulate.formulation = formulation;
  model.world.gravity = {0.0, 0.0, 0.0};
  return model;
}

Capsule capsule_along(double x, double y, double radius, double length) {
  return {.radius = radius, .length = length, .axis = Axis(x, y, 0.0)};
}

// Two capsules that cross at right angles, hit at the distance a from the centre of the lower one
// (along x) and b from that of the upper one (along y), which comes down with w. Without friction
// the impulse is P = (1 + e) w/(1/m + 1/M + a²/J + b²/K).
TEST_P(EdgeContactIn, CapsulesThatCrossBounceByTheirEffectiveMass) {
  constexpr double m = 2.0, M = 3.0, J = 0.05, K = 0.08, a = 0.2, b = -0.1, w = 1.5, e = 0.6;
  Model model = without_gravity(GetParam());
  add_flying(model, "low", {.mass = m, .inertia = {0.01, J, J}});
  add_flying(
      model, "high",
      {.mass = M, .inertia = {K, 0.01, K}, .position = {a, -b, 0.5}, .velocity = {0.0, 0.0, -w}});
  model.add<Contact>("hit", {.between = {"low", "high"},
                             .first = capsule_along(1, 0, 0.03, 0.8),
                             .second = capsule_along(0, 1, 0.05, 0.8),
                             .restitution = e});
  const Results r =
      test::run(make_system(model), 0.4,
                {"low.velocity", "high.velocity", "low.angular_velocity", "high.angular_velocity",
                 "system.momentum", "system.angular_momentum", "system.energy.dissipated"});
  const double per_mass = 1 / m + 1 / M + a * a / J + b * b / K;
  const double P = (1 + e) * w / per_mass;
  const std::size_t last = r.row_count() - 1;
  // They rotate about principal axes then, at constant rates.
  EXPECT_NEAR(number_of(r, last, "low.velocity.z"), -P / m, kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.velocity.z"), -w + P / M, kGlobal);
  EXPECT_NEAR(number_of(r, last, "low.angular_velocity.y"), a * P / J, kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.angular_velocity.x"), b * P / K, kGlobal);
  EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), (1 - e * e) * w * w / per_mass / 2,
              kGlobal);
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "system.momentum.z"), -M * w, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.y"), a * M * w, kGlobal);
  }
}

// A bar across the edge of a box that stands on it (turned by 45°): the compliant contact of an
// edge on an edge is one spring of N = k δ, so that a central elastic impact takes half a period,
// π √(µ/k) with µ = m M/(m + M), δ has at most w √(µ/k), and the bodies have the velocities of a
// straight elastic impact.
TEST_P(EdgeContactIn, BarHitsTheEdgeOfABoxElastically) {
  constexpr double m = 1.0, M = 4.0, w = 0.5, k = 1e5, rounding = 0.002, radius = 0.02;
  Model model = without_gravity(GetParam());
  const double top = (0.2 - 2 * rounding) / std::sqrt(2.0) + rounding;  // of the rounded edge
  add_flying(model, "box",
             {.mass = M,
              .inertia = {0.03, 0.03, 0.03},
              .orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, pi / 4)});
  add_flying(model, "bar",
             {.mass = m,
              .inertia = {0.01, 0.01, 0.01},
              .position = {0.0, 0.0, top + radius + 0.05},
              .velocity = {0.0, 0.0, -w}});
  model.add<Contact>("hit", {.between = {"box", "bar"},
                             .first = Box{{0.2, 0.6, 0.2}},
                             .second = capsule_along(1, 0, radius, 0.6),
                             .stiffness = k,
                             .rounding = rounding});
  const double mu = m * M / (m + M), half = pi * std::sqrt(mu / k), start = 0.05 / w;
  const System system = make_system(model);
  const Results r =
      test::run(system, start + half / 2, {"hit.penetration", "hit.normal_force", "hit.touching"},
                (start + half / 2) / 10);
  const std::size_t last = r.row_count() - 1;
  const double deepest = w * std::sqrt(mu / k);
  EXPECT_NEAR(number_of(r, last, "hit.penetration"), deepest, kGlobal);
  EXPECT_NEAR(number_of(r, last, "hit.normal_force"), k * deepest, k * kGlobal);
  EXPECT_EQ(number_of(r, last, "hit.touching"), 1.0);
  const Results after =
      test::run(system, start + 2 * half, {"box.velocity", "bar.velocity", "system.energy.kinetic"},
                start + 2 * half);
  const std::size_t end = after.row_count() - 1;
  EXPECT_NEAR(number_of(after, end, "box.velocity.z"), -2 * m * w / (m + M), kGlobal);
  EXPECT_NEAR(number_of(after, end, "bar.velocity.z"), (M - m) * w / (m + M), kGlobal);
  EXPECT_NEAR(number_of(after, end, "system.energy.kinetic"), m * w * w / 2, kGlobal);
}

/// Two boxes on edges that cross at right angles: the lower one has its edge along y on top, the
/// upper one its edge along x below, at the distance a from the middle of the lower edge.
Model with_crossing_bodies(Formulation formulation, double a, double w) {
  Model model = without_gravity(formulation);
  add_flying(model, "low",
             {.mass = 4.0,
              .inertia = {0.06, 0.04, 0.06},
              .orientation = Orientation::axis_angle({0.0, 1.0, 0.0}, pi / 4)});
  add_flying(model, "high",
             {.mass = 1.0,
              .inertia = {0.02, 0.03, 0.03},
              .position = {0.0, a, 0.4},
              .velocity = {0.0, 0.0, -w},
              .orientation = Orientation::axis_angle({1.0, 0.0, 0.0}, pi / 4)});
  return model;
}

Model with_crossing_boxes(Formulation formulation, double a, double w, double stiffness) {
  Model model = with_crossing_bodies(formulation, a, w);
  model.add<Contact>("hit", {.between = {"low", "high"},
                             .first = Box{{0.2, 0.6, 0.2}},
                             .second = Box{{0.6, 0.2, 0.2}},
                             .stiffness = stiffness,
                             .rounding = 0.005});
  return model;
}

TEST_P(EdgeContactIn, EdgesOfBoxesExchangeVelocitiesInACentralImpact) {
  constexpr double w = 0.5, k = 1e5, m = 1.0, M = 4.0;
  const System system = make_system(with_crossing_boxes(GetParam(), 0.0, w, k));
  const Results r = test::run(system, 0.6,
                              {"low.velocity", "high.velocity", "low.angular_velocity",
                               "high.angular_velocity", "system.energy.kinetic", "hit.touching"},
                              0.6);
  const std::size_t last = r.row_count() - 1;
  EXPECT_EQ(number_of(r, last, "hit.touching"), 0.0);
  EXPECT_NEAR(number_of(r, last, "low.velocity.z"), -2 * m * w / (m + M), kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.velocity.z"), (M - m) * w / (m + M), kGlobal);
  EXPECT_NEAR(number_of(r, last, "low.angular_velocity.x"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.angular_velocity.y"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "system.energy.kinetic"), m * w * w / 2, kGlobal);
}

// Off the middle: momentum, angular momentum and energy are conserved whatever the stiffness, and
// as it grows the velocities tend to those of the instantaneous elastic impact, with an error
// proportional to its duration, 1/√k: four times the stiffness, half of the error.
TEST(BoxContact, OffTheMiddleEdgesTendToTheInstantaneousImpact) {
  constexpr double a = 0.12, w = 0.5, m = 1.0, M = 4.0, J = 0.06;
  const double P = 2 * w / (1 / m + 1 / M + a * a / J);
  std::vector<double> errors;
  for (const double k : {2e5, 8e5}) {
    const System system = make_system(with_crossing_boxes(Formulation::recursive, a, w, k));
    const Results r =
        test::run(system, 0.35,
                  {"low.velocity", "high.velocity", "low.angular_velocity", "system.momentum",
                   "system.angular_momentum", "system.energy.total", "hit.touching"},
                  0.35);
    const std::size_t last = r.row_count() - 1;
    EXPECT_EQ(number_of(r, last, "hit.touching"), 0.0);
    EXPECT_NEAR(number_of(r, last, "system.momentum.z"), -m * w, kGlobal);
    EXPECT_NEAR(number_of(r, last, "system.angular_momentum.x"), -a * m * w, kGlobal);
    EXPECT_NEAR(number_of(r, last, "system.energy.total"), m * w * w / 2, kGlobal);
    errors.push_back(std::abs(number_of(r, last, "low.angular_velocity.x") + a * P / J));
  }
  EXPECT_LT(errors[0], 0.02 * a * P / J);
  EXPECT_NEAR(errors[1] / errors[0], 0.5, 0.1);
}

// At rest each contact point carries its share: four corners on a face, four crossings of edges.
TEST(BoxContact, BoxesRestOnCornersAndOnCrossingEdges) {
  constexpr double k = 1e5, m = 2.0;
  for (const bool crosses : {false, true}) {
    Model model;
    const Box upper{crosses ? Vector3<Expr>(0.6, 0.1, 0.1) : Vector3<Expr>(0.2, 0.2, 0.1)};
    const Box lower{crosses ? Vector3<Expr>(0.1, 0.6, 0.1) : Vector3<Expr>(0.6, 0.6, 0.1)};
    add_flying(model, "box",
               {.mass = m, .inertia = {0.02, 0.02, 0.02}, .position = {0.0, 0.0, 0.1}});
    model.add<Contact>("table", {.between = {"world", "box"},
                                 .first = lower,
                                 .second = upper,
                                 .stiffness = k,
                                 .dissipation = 50.0,
                                 .friction = 0.3});
    const Results r = test::run(make_system(model), 3.0,
                                {"table.penetration", "table.normal_force", "table.touching",
                                 "box.position.x", "box.orientation.w"},
                                3.0);
    const std::size_t last = r.row_count() - 1;
    EXPECT_EQ(number_of(r, last, "table.touching"), 4.0);
    EXPECT_NEAR(number_of(r, last, "table.penetration"), m * kGravity / (4 * k), 1e-7);
    EXPECT_NEAR(number_of(r, last, "table.normal_force"), m * kGravity, 1e-2);
    EXPECT_NEAR(number_of(r, last, "box.position.x"), 0.0, kGlobal);
    EXPECT_NEAR(number_of(r, last, "box.orientation.w"), 1.0, kGlobal);
  }
}

/// A box that is thrown onto another one in a general attitude.
Model with_tumbling_boxes() {
  Model model = without_gravity(Formulation::recursive);
  add_flying(model, "low", {.mass = 3.0, .inertia = {0.05, 0.07, 0.06}});
  add_flying(model, "high",
             {.mass = 1.0,
              .inertia = {0.01, 0.02, 0.015},
              .position = {0.05, 0.08, 0.35},
              .velocity = {0.1, -0.05, -0.6},
              .orientation = Orientation::rpy(0.5, 0.4, 0.3)});
  return model;
}
constexpr double kTumblingEnergy = 0.5 * (0.01 + 0.0025 + 0.36);

// What an elastic contact without friction conserves, over corners, edges and faces.
TEST(BoxContact, TumblingBoxesKeepMomentumAndEnergy) {
  Model model = with_tumbling_boxes();
  model.add<Contact>("hit", {.between = {"low", "high"},
                             .first = Box{{0.5, 0.4, 0.2}},
                             .second = Box{{0.3, 0.2, 0.15}},
                             .stiffness = 5e4,
                             .rounding = 0.005});
  const Results r = test::run(make_system(model), 1.0,
                              {"system.momentum", "system.angular_momentum", "system.energy.total",
                               "hit.touching", "low.velocity"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "system.momentum.x"), 0.1, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.momentum.z"), -0.6, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.x"), -0.08 * 0.6 + 0.35 * 0.05, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.y"), 0.35 * 0.1 + 0.05 * 0.6, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.energy.total"), kTumblingEnergy, 1e-7);
  }
  EXPECT_LT(r.values("low.velocity.z").back(), -0.05);  // it was hit
}

// As capsules that cross: without friction the impulse of two edges that cross at right angles, a
// from the middle of the lower one, is P = (1 + e) w/(1/m + 1/M + a²/J).
TEST_P(EdgeContactIn, EdgesOfRigidBoxesBounceByTheirEffectiveMass) {
  constexpr double a = 0.12, w = 0.5, e = 0.6, m = 1.0, M = 4.0, J = 0.06;
  Model model = with_crossing_bodies(GetParam(), a, w);
  model.add<Contact>("hit", {.between = {"low", "high"},
                             .first = Box{{0.2, 0.6, 0.2}},
                             .second = Box{{0.6, 0.2, 0.2}},
                             .restitution = e,
                             .rounding = 0.005});
  const Results r =
      test::run(make_system(model), 0.35,
                {"low.velocity", "high.velocity", "low.angular_velocity", "high.angular_velocity",
                 "system.energy.dissipated", "hit.touching"});
  const std::size_t last = r.row_count() - 1;
  const double per_mass = 1 / m + 1 / M + a * a / J, P = (1 + e) * w / per_mass;
  EXPECT_NEAR(number_of(r, last, "low.velocity.z"), -P / M, kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.velocity.z"), -w + P / m, kGlobal);
  EXPECT_NEAR(number_of(r, last, "low.angular_velocity.x"), -a * P / J, kGlobal);
  EXPECT_NEAR(number_of(r, last, "high.angular_velocity.x"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), (1 - e * e) * w * w / per_mass / 2,
              kGlobal);
  EXPECT_EQ(number_of(r, last, "hit.touching"), 0.0);
}

// Equal boxes, the upper one exactly on the lower one after a fall, both on the ground: what holds
// the upper one is its weight, what holds the lower one both weights, and the fall is lost.
TEST(BoxContact, RigidBoxesRestInAStack) {
  constexpr double m = 2.0, fall = 0.05, edge = 0.2;
  const Box shape{{edge, edge, edge}};
  Model model;
  for (const bool is_upper : {false, true}) {
    add_flying(model, is_upper ? "upper" : "lower",
               {.mass = m,
                .inertia = {0.0133, 0.0133, 0.0133},
                .position = {0.0, 0.0, is_upper ? 1.5 * edge + fall : edge / 2}});
  }
  model.add<Contact>(
      "floor",
      {.between = {"world", "lower"}, .second = shape, .restitution = 0.0, .friction = 0.4});
  model.add<Contact>("joint", {.between = {"lower", "upper"},
                               .first = shape,
                               .second = shape,
                               .restitution = 0.0,
                               .friction = 0.4});
  const System system = make_system(model);
  const Results r = test::run(system, 0.5,
                              {"floor.normal_force", "joint.normal_force", "upper.position",
                               "upper.orientation", "lower.position", "system.energy.dissipated"},
                              0.5);
  const std::size_t last = r.row_count() - 1;
  EXPECT_NEAR(number_of(r, last, "joint.normal_force"), m * kGravity, 1e-6);
  EXPECT_NEAR(number_of(r, last, "floor.normal_force"), 2 * m * kGravity, 1e-6);
  EXPECT_NEAR(number_of(r, last, "upper.position.z"), 1.5 * edge, kGlobal);
  EXPECT_NEAR(number_of(r, last, "upper.position.x"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "lower.position.z"), edge / 2, kGlobal);
  EXPECT_NEAR(number_of(r, last, "upper.orientation.w"), 1.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), m * kGravity * fall, 1e-6);
}

// A box on a tilted table that is a box, too: it stays below the angle of friction and slides with
// g (sin α − μ cos α) above it.
TEST(BoxContact, FrictionHoldsABoxOnABoxUpToItsAngle) {
  constexpr double friction = 0.5, mass = 3.0, height = 0.15;
  for (const double tangent : {0.45, 0.6}) {
    const double slope = std::atan(tangent), g = kGravity;
    Model model;
    model.world.gravity = {g * std::sin(slope), 0.0, -g * std::cos(slope)};
    add_flying(model, "box",
               {.mass = mass, .inertia = {0.05, 0.1, 0.13}, .position = {0.0, 0.0, height}});
    model.add<Contact>("table", {.between = {"world", "box"},
                                 .first = Box{{4.0, 1.0, 0.2}},
                                 .second = Box{{0.6, 0.4, 0.1}},
                                 .restitution = 0.0,
                                 .friction = friction});
    const Results r = test::run(make_system(model), 0.5,
                                {"box.position", "box.orientation", "table.normal_force",
                                 "table.friction_force", "table.touching"});
    const double a = tangent < friction ? 0.0 : g * (std::sin(slope) - friction * std::cos(slope));
    for (std::size_t i = 1; i < r.row_count(); ++i) {
      const double t = number_of(r, i, "time");
      EXPECT_NEAR(number_of(r, i, "box.position.x"), a * t * t / 2, 2e-6);
      EXPECT_NEAR(number_of(r, i, "box.position.z"), height, kGlobal);
      EXPECT_NEAR(number_of(r, i, "box.orientation.w"), 1.0, kGlobal);
      EXPECT_EQ(number_of(r, i, "table.touching"), 4.0);
      EXPECT_NEAR(number_of(r, i, "table.normal_force"), mass * g * std::cos(slope), 1e-6);
      EXPECT_NEAR(number_of(r, i, "table.friction_force.x"), mass * (a - g * std::sin(slope)),
                  1e-6);
    }
  }
}

// A box that slides over the edge of another one keeps its speed, or loses μ g of it per second; so
// does one that is crossed by the other and turns on it about their common normal.
TEST(BoxContact, RigidBoxesSlideOverEdgesAndTurnOnThem) {
  constexpr double mass = 2.0, height = 0.1, speed = 0.5, until = 0.3;
  for (const double friction : {0.0, 0.05}) {
    Model model;
    RigidBody body{.mass = mass, .inertia = InertiaMatrix{{0.01, 0.02, 0.02}}};
    body.initial.emplace().position = Vector3<Expr>(0.02, 0.01, height);
    body.initial->velocity = Vector3<Expr>(speed, 0.0, 0.0);
    model.add<RigidBody>("box", body);
    // Its foremost corners are at 0.17 m, the edge at 0.2 m: they pass it after 0.06 s, and the
    // centre of mass comes to 0.17 m.
    model.add<Contact>("table", {.between = {"world", "box"},
                                 .first = Box{{0.4, 0.4, 0.1}},
                                 .second = Box{{0.3, 0.2, 0.1}},
                                 .restitution = 0.0,
                                 .friction = friction});
    const Results r = test::run(make_system(model), until,
                                {"box.position", "box.velocity.x", "box.orientation.w",
                                 "table.normal_force", "table.touching"});
    for (std::size_t i = 1; i < r.row_count(); ++i) {
      const double t = number_of(r, i, "time");
      EXPECT_NEAR(number_of(r, i, "box.velocity.x"), speed - friction * kGravity * t, 1e-7);
      EXPECT_NEAR(number_of(r, i, "box.position.z"), height, 1e-7);
      EXPECT_NEAR(number_of(r, i, "box.orientation.w"), 1.0, kGlobal);
      EXPECT_NEAR(number_of(r, i, "table.normal_force"), mass * kGravity, 1e-4);
      EXPECT_EQ(number_of(r, i, "table.touching"), 4.0);
    }
  }
  Model model;
  RigidBody body{.mass = mass, .inertia = InertiaMatrix{{0.01, 0.02, 0.02}}};
  body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, height);
  body.initial->angular_velocity = Vector3<Expr>(0.0, 0.0, 2.0);
  model.add<RigidBody>("box", body);
  model.add<Contact>("table", {.between = {"world", "box"},
                               .first = Box{{0.1, 0.4, 0.1}},
                               .second = Box{{0.4, 0.1, 0.1}},
                               .restitution = 0.0});
  const Results r = test::run(make_system(model), until,
                              {"box.position.z", "box.angular_velocity.z", "table.normal_force"});
  for (std::size_t i = 1; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "box.angular_velocity.z"), 2.0, 1e-7);
    EXPECT_NEAR(number_of(r, i, "box.position.z"), height, 1e-7);
    EXPECT_NEAR(number_of(r, i, "table.normal_force"), mass * kGravity, 1e-4);
  }
}

// The tumbling boxes of above, rigid: an elastic impact conserves momentum, angular momentum and
// energy, at whatever corner or edge it is.
TEST(BoxContact, RigidBoxesThatTumbleKeepMomentumAndEnergy) {
  Model model = with_tumbling_boxes();
  model.add<Contact>("hit", {.between = {"low", "high"},
                             .first = Box{{0.5, 0.4, 0.2}},
                             .second = Box{{0.3, 0.2, 0.15}},
                             .restitution = 1.0,
                             .rounding = 0.005});
  const Results r = test::run(make_system(model), 1.0,
                              {"system.momentum", "system.angular_momentum", "system.energy.total",
                               "hit.penetration", "low.velocity"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    EXPECT_NEAR(number_of(r, i, "system.momentum.x"), 0.1, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.momentum.z"), -0.6, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.x"), -0.08 * 0.6 + 0.35 * 0.05, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.angular_momentum.y"), 0.35 * 0.1 + 0.05 * 0.6, kGlobal);
    EXPECT_NEAR(number_of(r, i, "system.energy.total"), kTumblingEnergy, kGlobal);
    EXPECT_LT(number_of(r, i, "hit.penetration"), kGlobal);
  }
  EXPECT_LT(r.values("low.velocity.z").back(), -0.05);  // it was hit
}

// A log that comes to rest in a groove of two others, at first not quite parallel to them: where
// edges are nearest to each other does not jump from end to end. With points that did, millions of
// steps were taken.
TEST(CapsuleContact, ALogComesToRestInAGroove) {
  constexpr double m = 2.0, radius = 0.1, k = 1e5;
  Model model;
  add_flying(model, "log",
             {.mass = m,
              .inertia = {0.02, 0.02, 0.02},
              .position = {0.001, 0.01, 0.17},
              .orientation = Orientation::rpy(0.02, 0.0, 0.01)});
  for (const bool is_left : {false, true}) {
    const std::string name = is_left ? "left" : "right";
    model.add<Frame>(name, {.position = {is_left ? -0.12 : 0.12, 0.0, 0.0}});
    model.add<Contact>("on_" + name, {.between = {FrameName(name), "log"},
                                      .first = capsule_along(0, 1, radius, 0.3),
                                      .second = capsule_along(0, 1, radius, 0.3),
                                      .stiffness = k,
                                      .dissipation = 5.0,
                                      .friction = 0.3});
  }
  const System system = make_system(model);
  SimulateSettings settings = test::tape_settings(1.0, 0.5, 1e-8);
  settings.solver = SolverMethod::automatic;
  Simulation simulation(system, settings);
  Results r;
  simulation.record(r, {"log.position", "on_left.normal_force", "on_right.normal_force"},
                    {RowSchedule::Kind::interval, 0.5});
  simulation.run();
  EXPECT_LT(simulation.summary().status.steps.steps, 5000);
  const std::size_t last = r.row_count() - 1;
  EXPECT_NEAR(number_of(r, last, "log.position.x"), 0.0, 1e-5);
  EXPECT_NEAR(number_of(r, last, "on_left.normal_force"), m * kGravity / 2 * 0.2 / 0.16, 0.1);
  EXPECT_NEAR(number_of(r, last, "on_right.normal_force"), m * kGravity / 2 * 0.2 / 0.16, 0.1);
}

TEST(BoxContact, RoundingIsLessThanHalfOfAnEdge) {
  Model model;
  model.add<RigidBody>("a", RigidBody{.mass = 1.0, .inertia = Sphere{0.1}});
  model.add<Contact>("hit", {.between = {"world", "a"},
                             .first = Box{},
                             .second = Box{},
                             .stiffness = 1.0,
                             .rounding = 0.7});
  EXPECT_NE(test::errors_of(model).find("more than half of an edge"), std::string::npos);
}

}  // namespace
}  // namespace holon
