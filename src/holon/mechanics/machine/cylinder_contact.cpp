// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Cylinders against cylinders, capsules and boxes.
//
// The distance of a convex shape from a point of a segment p + s u, |s| <= a, is a convex function
// of s. Its slope φ(s) = n·u, n the normal of the shape at its nearest point, grows with s, and its
// zero is the nearest point of the segment: found by bisection, whose result is constant but for
// jumps, and Newton's steps from there, which give it its derivative. Where the segment is parallel
// to a face or to the side of a cylinder φ is zero all along; with e s/a added to it, e small, the
// zero is then in the middle and does not jump.
//
// A slice of a cylinder about the centre c on its axis touches a shape at the lowest point of the
// slice along the normal n of the shape as seen from c. This is the nearest point of the slice
// where the shape is flat there, and where n is perpendicular to the axis; elsewhere it is a point
// of the cylinder beside the nearest one.
#include "holon/mechanics/machine/cylinder_contact.h"

#include <algorithm>
#include <array>
#include <memory>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/nearest_point.h"

namespace holon::detail {

namespace {

constexpr std::array<double, 2> kEnds{-1.0, 1.0};
// e: the slope of the distance below which a segment counts as parallel.
constexpr double kParallelSlope = 1e-5;
constexpr int kBisections = 8, kNewtonSteps = 4;

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

/// Finds s: inputs p, u (in the shape's axes), a, sizes of the shape.
FunctionRef make_search(const SecondShape& kind) {
  const int size = 7 + static_cast<int>(list_sizes(kind).size());
  const auto calc_slope = [&](std::span<const Expr> x, const Expr& s) {
    const Vector3<Expr> p(x[0], x[1], x[2]), u(x[3], x[4], x[5]);
    const SecondShape shape = with_sizes(kind, x.subspan(7));
    const NearestPoint nearest = find_nearest_point(shape, Vector3<Expr>(p + s * u));
    return dot(nearest.normal, u) + kParallelSlope * s / x[6];
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
  Expr low = -half, high = half;
  for (int i = 0; i < kBisections; ++i) {
    const Expr middle = 0.5 * (low + high);
    std::vector<Expr> at{middle};
    append(at, x);
    const Expr is_beyond = less(call(slopes, at)[0], 0.0);
    low = select(is_beyond, middle, low);
    high = select(is_beyond, high, middle);
  }
  Expr s = 0.5 * (low + high);
  for (int i = 0; i < kNewtonSteps; ++i) {
    std::vector<Expr> at{s};
    append(at, x);
    const std::vector<Expr> y = call(slopes, at);
    s = max(low, min(high, s - y[0] / y[1]));
  }
  return Function::make("nearest point of a segment", graph, {{"x", x}}, {{"s", {s}}});
}

/// Of segments and slices of cylinders on one shape.
class ShapeTouches {
 public:
  explicit ShapeTouches(const PlacedShape& shape)
      : shape_(shape), search_(make_search(shape.core)) {}

  /// Of a segment about its centre the point that is nearest to the shape.
  Vector3<Expr> find_nearest(const Vector3<Expr>& centre, const Vector3<Expr>& direction,
                             const Expr& half) const {
    const auto& R = shape_.X.orientation;
    std::vector<Expr> x;
    append(x, Vector3<Expr>(R.inverse() * Vector3<Expr>(centre - shape_.X.position)));
    append(x, Vector3<Expr>(R.inverse() * direction));
    x.push_back(half);
    for (const Expr& size : list_sizes(shape_.core)) x.push_back(size);
    return centre + call(search_, x)[0] * direction;
  }
  TouchPoint touch_slice(const Vector3<Expr>& centre, const Vector3<Expr>& axis,
                         const Expr& radius) const {
    const Vector3<Expr> n = touch_by_sphere(shape_, centre, 0.0).normal;
    return touch_by_sphere(shape_, centre + find_lowest_of_end(radius, axis, n), 0.0);
  }
  TouchPoint touch_ball(const Vector3<Expr>& centre, const Expr& radius) const {
    return touch_by_sphere(shape_, centre, radius);
  }

 private:
  const PlacedShape shape_;
  const FunctionRef search_;
};

struct PlacedCylinder {
  Vector3<Expr> centre, axis;
  Expr radius, half;

  PlacedCylinder(const Cylinder& c, const ShapePose& X)
      : centre(X.position),
        axis(X.orientation * axis_vector(c.axis)),
        radius(c.radius),
        half(0.5 * c.length) {}
  Vector3<Expr> end(double side) const { return centre + (side * half) * axis; }
};

/// What the features of `second` touch on the cylinder `first`.
void add_features(const Cylinder& first, const SecondShape& second, const ShapePose& X_1,
                  const ShapePose& X_2, const Expr& rounding, std::vector<TouchPoint>& points) {
  const ShapeTouches touches({first, 0.0, X_1});
  if (const auto* cylinder = std::get_if<Cylinder>(&second)) {
    const PlacedCylinder c(*cylinder, X_2);
    for (const double side : kEnds)
      points.push_back(touches.touch_slice(c.end(side), c.axis, c.radius));
    points.push_back(
        touches.touch_slice(touches.find_nearest(c.centre, c.axis, c.half), c.axis, c.radius));
    return;
  }
  for (const ShapeEdge& edge : find_edges(second, X_2, rounding)) {
    if (std::holds_alternative<Capsule>(second)) {
      for (const double side : kEnds)
        points.push_back(touches.touch_ball(
            Vector3<Expr>(edge.centre + (side * edge.half) * edge.direction), edge.radius));
    }
    points.push_back(touches.touch_ball(
        touches.find_nearest(edge.centre, edge.direction, edge.half), edge.radius));
  }
  if (const auto* box = std::get_if<Box>(&second)) {
    for (const Vector3<Expr>& corner : find_corners(core_of(*box, rounding), X_2))
      points.push_back(touches.touch_ball(corner, rounding));
  }
}

/// What the ends of the cylinder `second` touch on `first`.
void add_ends(const PlacedShape& first, const Cylinder& second, const ShapePose& X_2,
              std::vector<TouchPoint>& points) {
  const ShapeTouches touches(first);
  const PlacedCylinder c(second, X_2);
  for (const double side : kEnds)
    points.push_back(touches.touch_slice(c.end(side), c.axis, c.radius));
}

}  // namespace

std::vector<TouchPoint> touch_cylinders(const FirstShape& first, const SecondShape& second,
                                        const ShapePose& X_1, const ShapePose& X_2,
                                        const Expr& rounding) {
  std::vector<TouchPoint> points, others;
  const auto* own = std::get_if<Cylinder>(&first);
  const auto* other = std::get_if<Cylinder>(&second);
  if (own) {
    add_features(*own, second, X_1, X_2, rounding, points);
    add_ends(place(second, X_2, rounding), *own, X_1, others);
  } else if (other && !std::holds_alternative<Sphere>(first)) {
    add_ends(place(first, X_1, rounding), *other, X_2, points);
    const SecondShape features = place(first, X_1, 0.0).core;
    add_features(*other, features, X_2, X_1, rounding, others);
  }
  for (const TouchPoint& touch : others) points.push_back(seen_from_sphere(touch));
  return points;
}

}  // namespace holon::detail
