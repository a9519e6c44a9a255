// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders against cylinders, capsules and boxes.
//
// The distance of a convex shape from a point of a segment p + s u, |s| <= a, is a convex function
// of s. Its slope φ(s) = n·u, n the normal of the shape at its nearest point, grows with s. Where
// the segment is parallel to a face or to the side of a cylinder φ is zero all along. So the
// segment is a barrel,
//
//   g = distance(p + s u) + e s²/(2 a),     g' = φ + e s/a = 0,
//
// e small, whose point does not jump. As g is least there, dg/dt = v·n, the velocity of the point
// as if it were fixed to its body. What a search finds is taken as constant, and one step of
// Newton's method from there gives it its derivative: that of an implicit function.
//
// The ends of cylinders are caps of a sphere of the radius ρ = R/ε, which meets the side at the
// rim, δ = ρ − √(ρ² − R²) below its top. So a standing cylinder has one contact point, which moves
// to the rim as it tilts by ε. Two cylinders: of the end of B, with the outward axis a, the nearest
// point to A is
//
//   on the cap, c − ρ (a + n),   n the normal of A at its point nearest to the centre c − ρ a of
//   the
//                                sphere, where |n × a| <= ε, n·a < 0,
//   else on its rim              c − δ a + R (b₁ cos β + b₂ sin β).
//
// There it is the point of the disc within the rim that is nearest to A, whose axis is u. The
// chords along e₁ ∥ a × u are perpendicular to both axes, so that the nearest point of a chord is
// where it is nearest to the axis of A, or its end. A chord's distance is a convex function of its
// place y e₂, e₂ = a × e₁, |y| <= R, and its least value is found by bisection.
//
// The edges of two cylinders are rounded as those of boxes are: each is a core with the rounding
// around it, so that n does not jump at an edge.
//
// The end of a cylinder on a box touches at the lowest point of the end along the normal n of the
// box as seen from such a point, from the one as seen from c on. Where the point is above a face it
// is the nearest one, else a point beside it: there edges and corners of the box touch the
// cylinder.
#include "holon/mechanics/contact/cylinder_contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/contact/nearest_point.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

constexpr std::array<double, 2> kEnds{-1.0, 1.0};
// e: the slope of the distance below which a segment counts as parallel, of springs, whose force is
// then shared out smoothly, and of constraints.
constexpr double kParallelSlope = 1e-5, kParallelConstraint = 1e-8;
constexpr int kBisections = 8, kNewtonSteps = 6;
// What belongs to the end of a segment, of half of it.
constexpr double kSegmentEnd = 1e-6;

/// x to 2⁻⁴⁴: a number whose derivative is zero.
Expr hold_value(const Expr& x) {
  constexpr double kSteps = 0x1p44;
  return floor(x * kSteps) / kSteps;
}

/// A convex shape by its sizes, which may be symbols of a Function.
std::vector<Expr> list_sizes(const SecondShape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return {box->size[0], box->size[1], box->size[2]};
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return {cylinder->radius, cylinder->length};
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return {capsule->radius, capsule->length};
  return {};
}

SecondShape with_sizes(SecondShape shape, std::span<const Expr> sizes) {
  if (auto* box = std::get_if<Box>(&shape)) box->size = {sizes[0], sizes[1], sizes[2]};
  if (auto* cylinder = std::get_if<Cylinder>(&shape)) {
    cylinder->radius = sizes[0];
    cylinder->length = sizes[1];
  }
  if (auto* capsule = std::get_if<Capsule>(&shape)) {
    capsule->radius = sizes[0];
    capsule->length = sizes[1];
  }
  return shape;
}

/// Finds s and s²: inputs p, u (in the shape's axes), a, sizes of the shape.
FunctionRef make_search(const PlacedShape& on, double slope_of_parallel) {
  const SecondShape& kind = on.core;
  const int size = 7 + static_cast<int>(list_sizes(kind).size());
  const auto calc_slope = [&](std::span<const Expr> x, const Expr& s) {
    const Vector3<Expr> p(x[0], x[1], x[2]), u(x[3], x[4], x[5]);
    const SecondShape shape = with_sizes(kind, x.subspan(7));
    const NearestPoint nearest =
        find_nearest_point(PlacedShape{shape, 0.0, {}, on.is_capped}, Vector3<Expr>(p + s * u));
    return dot(nearest.normal, u) + slope_of_parallel * s / x[6];
  };
  const auto inner = std::make_shared<Graph>();
  const std::vector<Expr> s_at = inner->symbols("s", 1), x_at = inner->symbols("x", size);
  const Expr slope = calc_slope(x_at, s_at[0]);
  const FunctionRef slopes =
      Function::make("slope of a distance", inner, {{"s", s_at}, {"x", x_at}},
                     {{"y", {slope, derivative(slope, s_at[0])}}});

  const auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", size);
  const Expr half = x[6];
  const auto call_at = [&](const Expr& share) {
    std::vector<Expr> at{share * half};
    append(at, x);
    return call(slopes, at);
  };
  Expr low = -1.0, high = 1.0;
  for (int i = 0; i < kBisections; ++i) {
    const Expr middle = 0.5 * (low + high);
    const Expr is_beyond = less(call_at(middle)[0], 0.0);
    low = select(is_beyond, middle, low);
    high = select(is_beyond, high, middle);
  }
  Expr share = 0.5 * (low + high);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const std::vector<Expr> y = call_at(share);
    share = max(low, min(high, share - y[0] / (y[1] * half)));
  }
  const Expr held = hold_value(share);
  const std::vector<Expr> y = call_at(held);
  const Expr s = max(-half, min(half, held * half - y[0] / y[1]));
  return Function::make("nearest point of a segment", graph, {{"x", x}}, {{"s", {s}}});
}

// e₁ of axes that are parallel within this angle [rad] is not determined.
constexpr double kSameAxes = 1e-8;
constexpr int kHalvings = 26;
// How often the end on a box is taken along the normal at the last point.
constexpr int kEndNormals = 3;

/// Finds a point of the end of a cylinder. In the axes of the other cylinder, whose axis is z: the
/// top c of the end, its outward axis a, a direction b across, its radius, radius and half length
/// of the other one.
struct EndProblem {
  Vector3<Expr> top, axis, across;
  Expr radius;
  CappedCylinder other;

  static constexpr int kSize = 12;
  explicit EndProblem(std::span<const Expr> x)
      : top(x[0], x[1], x[2]),
        axis(x[3], x[4], x[5]),
        across(x[6], x[7], x[8]),
        radius(x[9]),
        other{x[10], x[11]} {}

  Vector3<Expr> middle() const { return top - find_sag(radius) * axis; }

  struct Chord {
    Vector3<Expr> outward;  ///< to its nearest point, of the radius
    Expr slope;             ///< of the distance, by α
  };
  /// t = tan(α/2), y = sin α.
  Chord find_nearest_of_chord(const Expr& t) const {
    const Vector3<Expr> other_axis{0.0, 0.0, 1.0};
    const Vector3<Expr> both = cross(axis, other_axis) + Expr(kSameAxes) * across;
    const Vector3<Expr> e_1 = (1.0 / sqrt(dot(both, both))) * both, e_2 = cross(axis, e_1);
    const Expr per = 1.0 / (1.0 + t * t), y = 2.0 * t * per, most = (1.0 - t * t) * per;
    const Expr foot = -dot(Vector3<Expr>(middle() + (radius * y) * e_2), e_1) / radius;
    const Expr x = clamp_to(foot, most);
    Chord chord;
    chord.outward = x * e_1 + y * e_2;
    const Vector3<Expr> n =
        other.find_nearest(Vector3<Expr>(middle() + radius * chord.outward)).normal;
    const Expr along = select(less_equal(most, abs(foot)), -y * sign(foot), 0.0);
    chord.slope = dot(n, Vector3<Expr>(most * e_2 + along * e_1));
    return chord;
  }

  /// At an angle from a direction on the rim.
  Vector3<Expr> point_of_rim(const Vector3<Expr>& direction, const Expr& angle) const {
    const Vector3<Expr> turned = direction + angle * cross(axis, direction);
    return middle() + (radius / sqrt(1.0 + angle * angle)) * turned;
  }
  Expr slope_along_rim(const Vector3<Expr>& direction, const Expr& angle) const {
    const Vector3<Expr> n = other.find_nearest(point_of_rim(direction, angle)).normal;
    return dot(n, Vector3<Expr>(cross(axis, direction) - angle * direction));
  }
};

/// Finds the point: inputs of EndProblem.
FunctionRef make_end_search() {
  const auto graph_of_search = std::make_shared<Graph>();
  const std::vector<Expr> t_at = graph_of_search->symbols("t", 1),
                          x_at = graph_of_search->symbols("x", EndProblem::kSize);
  const FunctionRef chord_slope =
      Function::make("slope along an end", graph_of_search, {{"t", t_at}, {"x", x_at}},
                     {{"y", {EndProblem(x_at).find_nearest_of_chord(t_at[0]).slope}}});
  const auto graph_of_rim = std::make_shared<Graph>();
  const std::vector<Expr> angle = graph_of_rim->symbols("angle", 1),
                          direction_at = graph_of_rim->symbols("direction", 3),
                          x_of = graph_of_rim->symbols("x", EndProblem::kSize);
  const Expr slope = EndProblem(x_of).slope_along_rim(
      {direction_at[0], direction_at[1], direction_at[2]}, angle[0]);
  const FunctionRef rim_slopes =
      Function::make("slope along a rim", graph_of_rim,
                     {{"angle", angle}, {"direction", direction_at}, {"x", x_of}},
                     {{"y", {slope, derivative(slope, angle[0])}}});

  const auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", EndProblem::kSize);
  const EndProblem problem(x);
  Expr low = -1.0, high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const Expr middle = 0.5 * (low + high);
    std::vector<Expr> at{middle};
    append(at, x);
    const Expr is_beyond = less(call(chord_slope, at)[0], 0.0);
    low = select(is_beyond, middle, low);
    high = select(is_beyond, high, middle);
  }
  // Held in the axes of the end: about parallel axes e₁ turns as fast as it likes.
  const Vector3<Expr> found = problem.find_nearest_of_chord(0.5 * (low + high)).outward;
  const Vector3<Expr> beside = cross(problem.axis, problem.across);
  const Expr c = hold_value(dot(found, problem.across)), s = hold_value(dot(found, beside));
  constexpr double kMiddle = 1e-24;
  const Expr size = sqrt(max(c * c + s * s, kMiddle));
  const Vector3<Expr> direction = (c / size) * problem.across + (s / size) * beside;
  std::vector<Expr> at{0.0};
  append(at, direction);
  append(at, x);
  const std::vector<Expr> y = call(rim_slopes, at);
  constexpr double kFlat = 1e-9;  // [rad⁻¹]
  const Vector3<Expr> on_rim =
      problem.point_of_rim(direction, -y[0] / select(less(y[1], kFlat), INFINITY, y[1]));
  const Expr sphere = problem.radius / kCrown;
  const Vector3<Expr> n =
      problem.other.find_nearest(Vector3<Expr>(problem.top - sphere * problem.axis)).normal;
  const Vector3<Expr> aside = cross(n, problem.axis);
  const Expr is_cap =
      logical_and(less_equal(dot(aside, aside), kCrown * kCrown), less(dot(n, problem.axis), 0.0));
  const Vector3<Expr> on_cap = problem.top - sphere * (problem.axis + n);
  std::vector<Expr> point;
  for (int i = 0; i < 3; ++i) point.push_back(select(is_cap, on_cap[i], on_rim[i]));
  return Function::make("nearest point of an end", graph, {{"x", x}}, {{"point", point}});
}

/// A cylinder at its pose, as its core with what is around it.
struct RoundCore {
  Vector3<Expr> centre, axis, across;
  Expr radius, half, around;

  RoundCore(const Cylinder& c, const ShapePose& X, const Expr& rounding)
      : centre(X.position),
        axis(X.orientation * axis_vector(c.axis)),
        across(X.orientation * directions_across(axis_vector(c.axis))[0]),
        radius(c.radius - rounding),
        half(0.5 * c.length - rounding),
        around(rounding) {}
  /// From rim to rim.
  ShapeEdge side() const { return {centre, axis, half - find_sag(radius), radius + around}; }
};

/// What the ends of one touch on another one.
class EndTouches {
 public:
  EndTouches() : search_(make_end_search()) {}

  /// `only_side`: as a constraint it counts on the side of the other one alone.
  TouchPoint touch(const RoundCore& on, const RoundCore& cylinder, double side,
                   bool only_side) const {
    const Vector3<Expr> outward = Expr(side) * cylinder.axis;
    const Vector3<Expr> top = cylinder.centre + cylinder.half * outward - on.centre;
    const std::array<Vector3<Expr>, 3> axes{on.across, cross(on.axis, on.across), on.axis};
    std::vector<Expr> x;
    for (const Vector3<Expr>* v : {&top, &outward, &cylinder.across})
      for (const Vector3<Expr>& axis : axes) x.push_back(dot(*v, axis));
    for (const Expr& size : {cylinder.radius, on.radius, on.half}) x.push_back(size);
    const std::vector<Expr> found = call(search_, x);
    const NearestPoint nearest = CappedCylinder{on.radius, on.half}.find_nearest(
        Vector3<Expr>(found[0], found[1], found[2]));
    Vector3<Expr> point = on.centre;
    TouchPoint touch;
    touch.normal = {0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < 3; ++i) {
      point += found[i] * axes[i];
      touch.normal += nearest.normal[static_cast<int>(i)] * axes[i];
    }
    touch.gap = nearest.distance - on.around - cylinder.around;
    touch.point = point - (nearest.distance - on.around) * touch.normal;
    if (only_side)
      touch.applies = 1.0 - kSegmentEnd - abs(found[2]) / (on.half - find_sag(on.radius));
    return touch;
  }

 private:
  const FunctionRef search_;
};

TouchPoint select_touch(const Expr& condition, const TouchPoint& a, const TouchPoint& b) {
  TouchPoint touch;
  touch.gap = select(condition, a.gap, b.gap);
  for (int i = 0; i < 3; ++i) {
    touch.normal[i] = select(condition, a.normal[i], b.normal[i]);
    touch.point[i] = select(condition, a.point[i], b.point[i]);
  }
  return touch;
}

/// Two cylinders: the ends of the second, where sides touch each other, the ends of the first,
/// which count as constraints on the side of the second alone: ends on ends are among the former.
std::vector<TouchPoint> touch_two_cylinders(const RoundCore& first, const RoundCore& second,
                                            bool are_constraints) {
  const EndTouches ends;
  std::vector<TouchPoint> points;
  for (const double side : kEnds) points.push_back(ends.touch(first, second, side, false));
  for (const double side : kEnds)
    points.push_back(seen_from_sphere(ends.touch(second, first, side, true)));
  // As a constraint sides count where they are nearest to each other within their lengths. For
  // springs the point goes on as the least of the others, so that no energy is lost.
  const TouchPoint sides = touch_sides(first.side(), second.side(), are_constraints);
  TouchPoint least = points[0];
  for (std::size_t k = 1; k < points.size(); ++k)
    least = select_touch(less(points[k].gap, least.gap), points[k], least);
  TouchPoint middle = select_touch(less(0.0, sides.applies), sides, least);
  middle.applies = sides.applies;
  points.insert(points.begin() + 2, std::move(middle));
  return points;
}

/// [m] From the top of a cap with the outward axis a to its point that is the lowest along a unit
/// vector n.
Vector3<Expr> find_lowest_of_cap(const Expr& radius, const Vector3<Expr>& a,
                                 const Vector3<Expr>& n) {
  const Expr c = dot(a, n);
  const Vector3<Expr> across = n - c * a;
  const Expr s_2 = dot(across, across);
  const Expr is_cap = logical_and(less_equal(s_2, kCrown * kCrown), less(c, 0.0));
  constexpr double kUpright = 1e-24;
  const Vector3<Expr> on_cap = (-radius / kCrown) * (a + n),
                      on_rim = (-radius / sqrt(max(s_2, kUpright))) * across - find_sag(radius) * a;
  Vector3<Expr> lowest;
  for (int i = 0; i < 3; ++i) lowest[i] = select(is_cap, on_cap[i], on_rim[i]);
  return lowest;
}

/// Above zero where p is above a face of a box, along whose normal n has been; in world axes.
Expr find_above_face(const PlacedShape& shape, const Vector3<Expr>& point, const Vector3<Expr>& n) {
  const auto* box = std::get_if<Box>(&shape.core);
  if (!box) return 1.0;
  const auto& R = shape.X.orientation;
  const Vector3<Expr> p = R.inverse() * Vector3<Expr>(point - shape.X.position),
                      normal = R.inverse() * n;
  // A normal of a face is one of the axes but for rounding errors.
  constexpr double kOfFace = 1.0 - 1e-12;
  Expr least = 1.0, is_of_face = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Expr is_along = less(kOfFace, abs(normal[i]));
    is_of_face = max(is_of_face, is_along);
    least = min(least, select(is_along, 1.0, 1.0 - kSegmentEnd - 2.0 * abs(p[i]) / box->size[i]));
  }
  return select(is_of_face, least, -1.0);
}

/// The end of a cylinder on a box; `axis`: outward. It applies where it is above a face of the box.
TouchPoint touch_end(const PlacedShape& shape, const Vector3<Expr>& top, const Vector3<Expr>& axis,
                     const Expr& radius) {
  TouchPoint touch = touch_by_sphere(shape, top, 0.0);
  Vector3<Expr> seen = touch.normal;
  for (int i = 0; i < kEndNormals; ++i) {
    seen = touch.normal;
    const Vector3<Expr> lowest = top + find_lowest_of_cap(radius, axis, seen);
    touch = touch_by_sphere(shape, lowest, 0.0);
    touch.applies = find_above_face(shape, lowest, seen);
  }
  return touch;
}

/// Of segments and balls on one shape.
class ShapeTouches {
 public:
  ShapeTouches(const PlacedShape& shape, bool are_constraints)
      : shape_(shape),
        slope_(are_constraints ? kParallelConstraint : kParallelSlope),
        search_(make_search(shape, slope_)) {}

  /// Of an edge the point that is nearest to the shape.
  TouchPoint touch_edge(const ShapeEdge& edge) const {
    const auto& R = shape_.X.orientation;
    std::vector<Expr> x;
    append(x, Vector3<Expr>(R.inverse() * Vector3<Expr>(edge.centre - shape_.X.position)));
    append(x, Vector3<Expr>(R.inverse() * edge.direction));
    x.push_back(edge.half);
    for (const Expr& size : list_sizes(shape_.core)) x.push_back(size);
    const Expr s = call(search_, x)[0];
    TouchPoint touch = touch_ball(Vector3<Expr>(edge.centre + s * edge.direction), edge.radius);
    touch.gap += (0.5 * slope_) * s * s / edge.half;
    touch.applies = 1.0 - kSegmentEnd - abs(s) / edge.half;
    return touch;
  }
  TouchPoint touch_ball(const Vector3<Expr>& centre, const Expr& radius) const {
    return touch_by_sphere(shape_, centre, radius);
  }

 private:
  const PlacedShape shape_;
  const double slope_;  ///< e
  const FunctionRef search_;
};

/// What the features of `second`, a capsule or box, touch on the cylinder `first`.
void add_features(const Cylinder& first, const SecondShape& second, const ShapePose& X_1,
                  const ShapePose& X_2, const Expr& rounding, bool are_constraints,
                  std::vector<TouchPoint>& points) {
  // A capsule lies on an end with both of its own.
  const bool is_capped = std::holds_alternative<Box>(second);
  const ShapeTouches touches({first, 0.0, X_1, is_capped}, are_constraints);
  for (const ShapeEdge& edge : find_edges(second, X_2, rounding)) {
    if (std::holds_alternative<Capsule>(second)) {
      for (const double side : kEnds)
        points.push_back(touches.touch_ball(
            Vector3<Expr>(edge.centre + (side * edge.half) * edge.direction), edge.radius));
    }
    points.push_back(touches.touch_edge(edge));
  }
  if (const auto* box = std::get_if<Box>(&second)) {
    for (const Vector3<Expr>& corner : find_corners(core_of(*box, rounding), X_2))
      points.push_back(touches.touch_ball(corner, rounding));
  }
}

/// What the ends of the cylinder `second` touch on the box `first`.
void add_ends(const Box& first, const Cylinder& second, const ShapePose& X_1, const ShapePose& X_2,
              const Expr& rounding, std::vector<TouchPoint>& points) {
  const RoundCore c(second, X_2, 0.0);
  const PlacedShape box = place(SecondShape(first), X_1, rounding);
  for (const double side : kEnds) {
    const Vector3<Expr> outward = Expr(side) * c.axis;
    points.push_back(touch_end(box, Vector3<Expr>(c.centre + c.half * outward), outward, c.radius));
  }
}

}  // namespace

std::vector<TouchPoint> touch_cylinders(const FirstShape& first, const SecondShape& second,
                                        const ShapePose& X_1, const ShapePose& X_2,
                                        const Expr& rounding, bool are_constraints) {
  std::vector<TouchPoint> points, others;
  const auto* own = std::get_if<Cylinder>(&first);
  const auto* other = std::get_if<Cylinder>(&second);
  if (own && other)
    return touch_two_cylinders(RoundCore(*own, X_1, rounding), RoundCore(*other, X_2, rounding),
                               are_constraints);
  if (own) {
    add_features(*own, second, X_1, X_2, rounding, are_constraints, points);
    if (const auto* box = std::get_if<Box>(&second))
      add_ends(*box, *own, X_2, X_1, rounding, others);
  } else if (other && !std::holds_alternative<Sphere>(first)) {
    const SecondShape features = place(first, X_1, 0.0).core;
    if (const auto* box = std::get_if<Box>(&features))
      add_ends(*box, *other, X_1, X_2, rounding, points);
    add_features(*other, features, X_2, X_1, rounding, are_constraints, others);
  }
  for (const TouchPoint& touch : others) points.push_back(seen_from_sphere(touch));
  return points;
}

}  // namespace holon::detail
