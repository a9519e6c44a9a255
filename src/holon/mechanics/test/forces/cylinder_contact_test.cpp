// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders against boxes, capsules and cylinders: against the plane in closed form, and as
// capsules where their sides touch.
#include <Eigen/Geometry>
#include <numbers>
#include <random>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/machine/contact_geometry.h"
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

class CylinderContactIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, CylinderContactIn, test::all_formulations(), test::formulation_of);

void add_roller(Model& model, const std::string& name, const Vector3<Expr>& position,
                const Vector3<Expr>& velocity = {0.0, 0.0, 0.0}) {
  RigidBody body{.mass = 2.0,
                 .inertia = Cylinder{.radius = 0.1, .length = 0.3, .axis = Axis(0.0, 1.0, 0.0)}};
  body.initial.emplace().position = position;
  body.initial->velocity = velocity;
  model.add<RigidBody>(name, body);
}

// A cylinder that lies on a tilted box rolls with 2/3 g sin α where friction holds it, else it
// slides with g (sin α − μ cos α) and turns with 2 μ g cos α/R, as on a plane.
TEST_P(CylinderContactIn, RollsDownATiltedBox) {
  constexpr double radius = 0.1, friction = 0.2, slope = 0.4;
  const double g = kGravity;
  for (const double angle : {slope, 2 * slope}) {
    Model model;
    model.simulate.formulation = GetParam();
    model.world.gravity = {g * std::sin(angle), 0.0, -g * std::cos(angle)};
    add_roller(model, "roller", {0.0, 0.05, 0.1 + radius});
    const Cylinder shape{.radius = radius, .length = 0.3, .axis = Axis(0.0, 1.0, 0.0)};
    model.add<Contact>("table", {.between = {"world", "roller"},
                                 .first = Box{{8.0, 1.0, 0.2}},
                                 .second = shape,
                                 .restitution = 0.0,
                                 .friction = friction});
    const Results r = test::run(
        make_system(model), 0.3,
        {"roller.position", "roller.angular_velocity.y", "table.normal_force", "table.touching"});
    const bool rolls = std::tan(angle) <= 3 * friction;
    const double a = rolls ? 2.0 / 3.0 * g * std::sin(angle)
                           : g * (std::sin(angle) - friction * std::cos(angle));
    const double turning = rolls ? a / radius : 2 * friction * g * std::cos(angle) / radius;
    const std::size_t last = r.row_count() - 1;
    const double t = number_of(r, last, "time");
    // Rest counts up to 1e-6 m/s when it lands.
    EXPECT_NEAR(number_of(r, last, "roller.position.x"), a * t * t / 2, 2e-6);
    EXPECT_NEAR(number_of(r, last, "roller.position.y"), 0.05, kGlobal);
    EXPECT_NEAR(number_of(r, last, "roller.position.z"), 0.1 + radius, kGlobal);
    EXPECT_NEAR(number_of(r, last, "roller.angular_velocity.y"), turning * t, 2e-5);
    EXPECT_NEAR(number_of(r, last, "table.normal_force"), 2.0 * g * std::cos(angle), 1e-6);
  }
}

// The sides of cylinders that cross touch as capsules of their radius do: rigid, without friction
// the impulse is P = (1 + e) w/(1/m + 1/M + a²/J + b²/K).
TEST_P(CylinderContactIn, CylindersThatCrossBounceByTheirEffectiveMass) {
  constexpr double m = 2.0, M = 3.0, J = 0.05, K = 0.08, a = 0.2, b = -0.1, w = 1.5, e = 0.6;
  const double per_mass = 1 / m + 1 / M + a * a / J + b * b / K, P = (1 + e) * w / per_mass;
  const Axis x(1.0, 0.0, 0.0), y(0.0, 1.0, 0.0);
  const Cylinder own{.radius = 0.03, .length = 0.8, .axis = x};
  const Cylinder other{.radius = 0.05, .length = 0.8, .axis = y};
  const std::vector<std::pair<detail::FirstShape, detail::SecondShape>> pairs{
      {own, other},
      {own, Capsule{.radius = 0.05, .length = 0.7, .axis = y}},
      {Capsule{.radius = 0.03, .length = 0.7, .axis = x}, other}};
  for (const auto& [first, second] : pairs) {
    Model model;
    model.simulate.formulation = GetParam();
    model.world.gravity = {0.0, 0.0, 0.0};
    RigidBody low{.mass = m, .inertia = InertiaMatrix{{0.01, J, J}}};
    low.initial.emplace();
    model.add<RigidBody>("low", low);
    RigidBody high{.mass = M, .inertia = InertiaMatrix{{K, 0.01, K}}};
    high.initial.emplace().position = Vector3<Expr>(a, -b, 0.5);
    high.initial->velocity = Vector3<Expr>(0.0, 0.0, -w);
    model.add<RigidBody>("high", high);
    model.add<Contact>(
        "hit", {.between = {"low", "high"}, .first = first, .second = second, .restitution = e});
    const Results r = test::run(make_system(model), 0.4,
                                {"low.velocity", "high.velocity", "low.angular_velocity",
                                 "high.angular_velocity", "system.energy.dissipated"});
    const std::size_t last = r.row_count() - 1;
    EXPECT_NEAR(number_of(r, last, "low.velocity.z"), -P / m, kGlobal);
    EXPECT_NEAR(number_of(r, last, "high.velocity.z"), -w + P / M, kGlobal);
    EXPECT_NEAR(number_of(r, last, "low.angular_velocity.y"), a * P / J, kGlobal);
    EXPECT_NEAR(number_of(r, last, "high.angular_velocity.x"), b * P / K, kGlobal);
    EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), (1 - e * e) * w * w / per_mass / 2,
                kGlobal);
  }
}

// A log across the edges of a box that is narrower than it: each edge carries half of its weight,
// and it stays level; so does one that lies along another log in a groove of two.
TEST(CylinderContact, LogsRestOnEdgesAndInAGroove) {
  constexpr double k = 1e5;
  const Cylinder log{.radius = 0.1, .length = 0.3, .axis = Axis(0.0, 1.0, 0.0)};
  {
    Model model;
    add_roller(model, "log", {0.0, 0.0, 0.1 + 0.1});
    model.add<Contact>("block", {.between = {"world", "log"},
                                 .first = Box{{1.0, 0.2, 0.2}},
                                 .second = log,
                                 .stiffness = k,
                                 .dissipation = 50.0,
                                 .friction = 0.3});
    const Results r =
        test::run(make_system(model), 2.0,
                  {"block.normal_force", "block.touching", "log.position", "log.orientation"}, 2.0);
    const std::size_t last = r.row_count() - 1;
    EXPECT_NEAR(number_of(r, last, "block.normal_force"), 2.0 * kGravity, 1e-3);
    EXPECT_EQ(number_of(r, last, "block.touching"), 2.0);
    EXPECT_NEAR(number_of(r, last, "log.position.z"), 0.2 - kGravity / k, 1e-6);
    EXPECT_NEAR(number_of(r, last, "log.orientation.w"), 1.0, kGlobal);
  }
  // Two logs at ±0.12 m with the third above in the middle: its axis is √(0.2² − 0.12²) = 0.16 m
  // higher, and each of the two carries m g/2 · 0.2/0.16 along the line of the axes.
  Model model;
  add_roller(model, "log", {0.0, 0.0, 0.16});
  for (const bool is_left : {false, true}) {
    const std::string name = is_left ? "left" : "right";
    model.add<Frame>(name, {.position = {is_left ? -0.12 : 0.12, 0.0, 0.0}});
    model.add<Contact>(
        "on_" + name,
        {.between = {FrameName(name), "log"}, .first = log, .second = log, .restitution = 0.0});
  }
  const Results r = test::run(
      make_system(model), 1.0,
      {"on_left.normal_force", "on_right.normal_force", "log.position.z", "log.orientation.w"},
      1.0);
  const std::size_t last = r.row_count() - 1;
  for (const char* side : {"on_left", "on_right"})
    EXPECT_NEAR(number_of(r, last, std::string(side) + ".normal_force"),
                2.0 * kGravity / 2 * 0.2 / 0.16, 1e-6);
  EXPECT_NEAR(number_of(r, last, "log.position.z"), 0.16, kGlobal);
  EXPECT_NEAR(number_of(r, last, "log.orientation.w"), 1.0, kGlobal);
}

// A can that falls upright on a can stays there.
TEST(CylinderContact, CansStand) {
  const Cylinder can{.radius = 0.04, .length = 0.1, .axis = Axis(0.0, 0.0, 1.0)};
  Model model;
  RigidBody body{.mass = 0.4, .inertia = can};
  body.initial.emplace().position = Vector3<Expr>(0.0, 0.0, 0.12);
  model.add<RigidBody>("can", body);
  model.add<Contact>("stack", {.between = {"world", "can"},
                               .first = can,
                               .second = can,
                               .restitution = 0.0,
                               .friction = 0.3});
  const Results r = test::run(
      make_system(model), 0.5,
      {"stack.normal_force", "can.position", "can.orientation", "system.energy.dissipated"}, 0.5);
  const std::size_t last = r.row_count() - 1;
  EXPECT_NEAR(number_of(r, last, "stack.normal_force"), 0.4 * kGravity, 1e-7);
  EXPECT_NEAR(number_of(r, last, "can.position.z"), 0.1, kGlobal);
  EXPECT_NEAR(number_of(r, last, "can.orientation.w"), 1.0, kGlobal);
  EXPECT_NEAR(number_of(r, last, "system.energy.dissipated"), 0.4 * kGravity * 0.02, 1e-7);
}

using Point = Eigen::Vector3d;

/// The point of a cylinder, or of a box without the rounding of its edges, that is nearest to p,
/// all in the shape's axes.
Point project_onto_cylinder(const Point& p, double radius, double half) {
  const double across = std::hypot(p[0], p[1]), share = across > radius ? radius / across : 1.0;
  return {share * p[0], share * p[1], std::clamp(p[2], -half, half)};
}
Point project_onto_cuboid(const Point& p, const Point& half) {
  return p.cwiseMax(-half).cwiseMin(half);
}

// Against alternating projections of a box and a cylinder in random poses. Edges and corners of the
// box are exact; of the ends of the cylinder a point of it is taken, so that the least gap is never
// less than the distance. That it is more by some part of it occurs where an end is turned towards
// a corner beyond it; on contact nothing is left of that.
TEST(CylinderContact, LeastGapIsTheDistance) {
  constexpr double radius = 0.3, length = 0.8, rounding = 0.02;
  const Point size(1.0, 0.6, 0.4);
  const auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 7);
  std::vector<Expr> found;
  for (const detail::TouchPoint& touch : detail::find_touch_points(
           Box{{size[0], size[1], size[2]}},
           Cylinder{.radius = radius, .length = length, .axis = Axis(0.0, 0.0, 1.0)}, Axis(),
           {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}},
           rounding))
    found.push_back(touch.gap);
  const FunctionRef gaps = Function::make("gaps", graph, {{"x", x}}, {{"gaps", found}});
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  int exact = 0;
  constexpr int kPoses = 40;
  for (int pose = 0; pose < kPoses; ++pose) {
    const Eigen::Quaterniond R(normal(random), normal(random), normal(random), normal(random));
    const Eigen::Quaterniond q = R.normalized();
    const Point p = 1.2 * Point(normal(random), normal(random), normal(random)).normalized();
    // The distance of the cores.
    const Point core = 0.5 * size - Point::Constant(rounding);
    Point on_box = p, on_cylinder;
    for (int i = 0; i < 20000; ++i) {
      on_cylinder = p + q * project_onto_cylinder(q.inverse() * (on_box - p), radius, 0.5 * length);
      on_box = project_onto_cuboid(on_cylinder, core);
    }
    const double distance = (on_box - on_cylinder).norm() - rounding;
    if (distance < 0.01) continue;
    double least = INFINITY;
    for (const double gap :
         gaps->evaluate(std::vector<double>{p[0], p[1], p[2], q.w(), q.x(), q.y(), q.z()}))
      least = std::min(least, gap);
    // The end faces are crowned by a thousandth of the radius.
    constexpr double kCrowned = 1e-3 * radius;
    EXPECT_GT(least, distance - kCrowned - 1e-6) << pose;
    exact += least < distance + kCrowned ? 1 : 0;
  }
  EXPECT_GT(exact, 0);
}

}  // namespace
}  // namespace holon
