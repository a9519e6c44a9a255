// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders against boxes, capsules and cylinders: against the plane in closed form, and as
// capsules where their sides touch.
#include <Eigen/Geometry>
#include <functional>
#include <numbers>
#include <random>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/contact/contact_geometry.h"
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
/// The same where the ends are caps of a sphere of a thousand radii, whose tops are at ± half.
Point project_onto_capped_cylinder(const Point& p, double radius, double half) {
  const double sphere = 1000.0 * radius,
               sag = sphere - std::sqrt(sphere * sphere - radius * radius);
  const double r = std::hypot(p[0], p[1]), above = std::abs(p[2]) - half + sphere;
  double across = std::min(r, radius), up = std::abs(p[2]);
  if (r * (sphere - sag) <= radius * above) {
    const double share = std::min(1.0, sphere / std::hypot(r, above));
    across = share * r;
    up = share * above + half - sphere;
  } else {
    up = std::min(up, half - sag);
  }
  const double share = r > 0.0 ? across / r : 1.0;
  return {share * p[0], share * p[1], std::copysign(up, p[2])};
}
Point project_onto_cuboid(const Point& p, const Point& half) {
  return p.cwiseMax(-half).cwiseMin(half);
}

/// A shape of these tests, with what is around its core.
struct TestShape {
  detail::SecondShape shape;
  double around;
  std::function<Point(const Point&)> project;  ///< onto the core, in the shape's axes
};
TestShape cylinder_of(double radius, double length, double rounding = 0.0) {
  return {Cylinder{.radius = radius, .length = length, .axis = Axis(0.0, 0.0, 1.0)}, rounding,
          [=](const Point& p) {
            return project_onto_cylinder(p, radius - rounding, 0.5 * length - rounding);
          }};
}
TestShape capped_cylinder_of(double radius, double length, double rounding = 0.0) {
  TestShape shape = cylinder_of(radius, length, rounding);
  shape.project = [=](const Point& p) {
    return project_onto_capped_cylinder(p, radius - rounding, 0.5 * length - rounding);
  };
  return shape;
}
TestShape capsule_of(double radius, double length) {
  return {
      Capsule{.radius = radius, .length = length, .axis = Axis(0.0, 0.0, 1.0)}, radius,
      [=](const Point& p) { return Point(0.0, 0.0, std::clamp(p[2], -length / 2, length / 2)); }};
}
TestShape box_of(const Point& size, double rounding) {
  return {Box{{size[0], size[1], size[2]}}, rounding, [=](const Point& p) {
            return project_onto_cuboid(p, Point(0.5 * size - Point::Constant(rounding)));
          }};
}

/// Two shapes, the first at rest at the origin.
struct ShapePair {
  std::string name;
  TestShape first, second;
  Expr rounding;

  FunctionRef make_touches() const {
    const auto graph = std::make_shared<Graph>();
    const std::vector<Expr> x = graph->symbols("x", 7);
    std::vector<Expr> found;
    const detail::FirstShape first_shape = std::visit(
        [](const auto& shape) -> detail::FirstShape {
          if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, detail::BarePoint>) {
            return detail::GroundPlane{};
          } else {
            return shape;
          }
        },
        first.shape);
    for (const detail::TouchPoint& touch : detail::find_touch_points(
             first_shape, second.shape, Axis(), {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
             {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}}, rounding)) {
      found.push_back(touch.gap);
      for (int i = 0; i < 3; ++i) found.push_back(touch.normal[i]);
      for (int i = 0; i < 3; ++i) found.push_back(touch.point[i]);
    }
    return Function::make("touches", graph, {{"x", x}}, {{"touches", found}});
  }

  /// By the accelerated projected gradient of the square of the distance of the second core's
  /// points from the first core (A. Beck, M. Teboulle, SIAM J. Imaging Sci. 2 (2009) 183): half of
  /// the square converges as 2 (distance of the start)²/k².
  double calc_distance(const Point& p, const Eigen::Quaterniond& q, int steps = 4000) const {
    Point on_second = p, ahead = p;
    double step = 1.0;
    for (int i = 0; i < steps; ++i) {
      const Point last = on_second;
      on_second = p + q * second.project(q.inverse() * Point(first.project(ahead) - p));
      const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * step * step));
      ahead = on_second + (step - 1.0) / next * (on_second - last);
      step = next;
    }
    return (on_second - first.project(on_second)).norm() - first.around - second.around;
  }
};

std::vector<ShapePair> list_pairs() {
  constexpr double rounding = 0.02;
  return {{"cylinders", capped_cylinder_of(0.3, 0.8, rounding),
           capped_cylinder_of(0.4, 0.6, rounding), rounding},
          {"cylinder and capsule", cylinder_of(0.3, 0.8), capsule_of(0.1, 0.7), 0.0},
          {"capsule and cylinder", capsule_of(0.1, 0.7), cylinder_of(0.3, 0.8), 0.0},
          {"box and cylinder", box_of({1.0, 0.6, 0.4}, rounding), capped_cylinder_of(0.3, 0.8),
           rounding}};
}

/// A pose at which the shapes are some distance apart, often a small one.
class RandomPoses {
 public:
  void next(const ShapePair& pair) {
    const auto direction = [&] {
      return Point(normal_(random_), normal_(random_), normal_(random_));
    };
    q = Eigen::Quaterniond(normal_(random_), normal_(random_), normal_(random_), normal_(random_))
            .normalized();
    const double gap = std::pow(10.0, -0.5 - 2.5 * std::abs(std::fmod(normal_(random_), 1.0)));
    const Point towards = direction().normalized();
    p = 2.0 * towards;
    for (int i = 0; i < 6; ++i) p -= std::max(0.0, pair.calc_distance(p, q, 300) - gap) * towards;
    v = direction();
    w = direction();
  }
  Point p, v, w;
  Eigen::Quaterniond q;

 private:
  std::mt19937 random_{3};
  std::normal_distribution<double> normal_;
};

std::vector<double> list_pose(const Point& p, const Eigen::Quaterniond& q) {
  return {p[0], p[1], p[2], q.w(), q.x(), q.y(), q.z()};
}

// The least gap of all points is the distance of the shapes. A capsule's axis and a box's edge are
// barrels against a cylinder, by 5e-6 of half of their length.
TEST(CylinderContact, LeastGapIsTheDistance) {
  for (const ShapePair& pair : list_pairs()) {
    const FunctionRef touches = pair.make_touches();
    RandomPoses poses;
    int count = 0;
    for (int k = 0; k < 50; ++k) {
      poses.next(pair);
      const double distance = pair.calc_distance(poses.p, poses.q);
      if (distance < 1e-4) continue;
      const std::vector<double> found = touches->evaluate(list_pose(poses.p, poses.q));
      double least = INFINITY;
      for (std::size_t i = 0; i < found.size(); i += 7) least = std::min(least, found[i]);
      // The error of the reference, 2 (1 m)²/k² with k = 4000, over the distance of the cores.
      const double error = 1e-6 + 1.25e-7 / (distance + pair.first.around + pair.second.around);
      constexpr double barrel = 5e-6 * 0.5;
      EXPECT_GT(least, distance - error) << pair.name << ' ' << k;
      EXPECT_LT(least, distance + barrel + error) << pair.name << ' ' << k;
      ++count;
    }
    EXPECT_GT(count, 40) << pair.name;
  }
}

/// Of an end that is reached from within its cylinder the nearest point is not exact: another point
/// is nearer to the other shape.
bool is_from_inside(const ShapePair& pair, const RandomPoses& poses, int point, const Point& n) {
  const double side = point == 0 || point == 3 ? -1.0 : 1.0;
  if (pair.name != "cylinders" || point == 2) return false;
  return point < 2 ? n.dot(poses.q * Point(0.0, 0.0, side)) > 0.0 : n[2] * side < 0.0;
}

// dg/dt = v·n of every point, against differences: what makes the work of the contact force that of
// the stored energy, and an elastic impact keep it.
TEST(CylinderContact, GapsChangeAsTheirPointsMove) {
  constexpr double h = 1e-6;
  for (const ShapePair& pair : list_pairs()) {
    if (pair.name == "box and cylinder") continue;
    const FunctionRef touches = pair.make_touches();
    RandomPoses poses;
    for (int k = 0; k < 50; ++k) {
      poses.next(pair);
      const auto at = [&](double t) {
        const double angle = t * poses.w.norm();
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, poses.w.normalized()));
        return touches->evaluate(list_pose(poses.p + t * poses.v, turn * poses.q));
      };
      const std::vector<double> now = at(0.0), before = at(-h), after = at(h);
      for (std::size_t i = 0; i < now.size(); i += 7) {
        const Point n(now[i + 1], now[i + 2], now[i + 3]), x(now[i + 4], now[i + 5], now[i + 6]);
        const double leaving = n.dot(poses.v + poses.w.cross(x - poses.p));
        if (is_from_inside(pair, poses, static_cast<int>(i / 7), n)) continue;
        EXPECT_NEAR(n.norm(), 1.0, 1e-12);
        // Differences: rates of curvature of 1/(0.04 m)², and of the point on a crown 1/ε, times
        // h².
        EXPECT_NEAR((after[i] - before[i]) / (2 * h), leaving, 1e-6)
            << pair.name << ' ' << k << ' ' << i / 7;
      }
    }
  }
}

// Two free bodies that hit each other obliquely, from random starts: momentum and angular momentum
// are conserved, and energy is where the impact is elastic; else it falls.
TEST(CylinderContact, ObliqueBouncesConserveEnergy) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  const auto vector = [&](double scale) {
    return Point(scale * normal(random), scale * normal(random), scale * normal(random));
  };
  const auto to_vector = [](const Point& p) { return Vector3<Expr>(p[0], p[1], p[2]); };
  int hits = 0;
  for (int start = 0; start < 4; ++start) {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    const Point towards = vector(1.0).normalized(), aside = vector(0.12);
    for (const bool is_second : {false, true}) {
      RigidBody body{.mass = is_second ? 2.0 : 3.0,
                     .inertia = InertiaMatrix{{0.05, 0.07, is_second ? 0.04 : 0.1}}};
      const Eigen::Quaterniond q =
          Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
              .normalized();
      body.initial.emplace().position =
          to_vector(is_second ? Point(1.1 * towards + aside) : Point(0, 0, 0));
      body.initial->velocity = to_vector(is_second ? Point(-1.5 * towards) : Point(0, 0, 0));
      body.initial->angular_velocity = to_vector(vector(1.0));
      body.initial->orientation = Orientation::from_quaternion(q.w(), q.x(), q.y(), q.z());
      model.add<RigidBody>(is_second ? "high" : "low", body);
    }
    Contact contact{.between = {"low", "high"}};
    const Axis z(0.0, 0.0, 1.0);
    if (start % 4 == 3) {
      contact.first = Capsule{.radius = 0.15, .length = 0.5, .axis = z};
    } else {
      contact.first = Cylinder{.radius = 0.3, .length = 0.5, .axis = z};
    }
    contact.second = Cylinder{.radius = 0.25, .length = 0.4, .axis = z};
    const bool is_elastic = start % 2 == 0 || start % 4 == 3;
    if (start % 4 == 2) {
      contact.stiffness = 2e5;
    } else {
      contact.restitution = is_elastic ? 1.0 : 0.5;
    }
    model.add<Contact>("hit", contact);
    const Results r = test::run(make_system(model), 0.7,
                                {"system.energy.total", "system.energy.dissipated",
                                 "system.momentum", "system.angular_momentum", "low.velocity"},
                                0.05);
    const std::size_t last = r.row_count() - 1;
    const double energy = number_of(r, 0, "system.energy.total");
    double dissipated = 0.0;
    for (std::size_t i = 0; i <= last; ++i) {
      for (const char* name :
           {"system.momentum.x", "system.momentum.y", "system.momentum.z",
            "system.angular_momentum.x", "system.angular_momentum.y", "system.angular_momentum.z"})
        EXPECT_NEAR(number_of(r, i, name), number_of(r, 0, name), 1e-7) << start;
      const double now = number_of(r, i, "system.energy.dissipated");
      EXPECT_GE(now, dissipated - 1e-7) << start;
      dissipated = now;
      // A compliant contact is integrated, over kinks of its normal at edges.
      const double tolerance = contact.stiffness ? 1e-6 : 1e-7;
      EXPECT_NEAR(number_of(r, i, "system.energy.total") + (is_elastic ? 0.0 : now), energy,
                  tolerance * energy)
          << start;
    }
    hits += std::abs(number_of(r, last, "low.velocity.x")) > 1e-3 ? 1 : 0;
  }
  EXPECT_GE(hits, 2);
}

}  // namespace
}  // namespace holon
