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
//
// The end of a cylinder B, a disc of the radius R about c with the outward axis a, and a cylinder A
// with the axis u. The chords of the disc along e₁ ∥ a × u are perpendicular to both axes; e₂ = a ×
// e₁. The end is crowned,
//
//   P(α, x) = c + R (y e₂ + x e₁ − ε/2 (x² + y²) a),     y = sin α,  |x| <= cos α,
//
// the distance of A from P is a convex function of x and y, and its slopes are n·∂P/∂x, n·∂P/∂y, n
// the normal of A at its point nearest to P. Along a chord n is known in closed form, so that a
// search for x within a search for α costs little. At the result dg/dt = v·n to rounding error,
// also where |x| = cos α, at the edge. A search by α alone with x in closed form is not exact by ε.
//
// The edges of two cylinders are rounded as those of boxes are: each is a core with the rounding
// around it, so that n does not jump at an edge. A capsule is a cylinder of the radius zero with
// its radius around it. e₁ of parallel axes is any.
//
// The end of a cylinder on a box touches at the lowest point of the end along the normal n of the
// box as seen from such a point, from the one as seen from c on. Where the point is above a face it
// is the nearest one, else a point beside it: there edges and corners of the box touch the
// cylinder.
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

// e₁ of axes that are parallel within this angle [rad] is not determined.
constexpr double kSameAxes = 1e-8;
constexpr int kHalvings = 24, kChordHalvings = 14, kEndSteps = 3;
// How often the end on a box is taken along the normal at the last point.
constexpr int kEndNormals = 3;

/// Finds a point of the end of a cylinder. In the axes of the other cylinder, whose axis is z: the
/// centre c, the outward axis a and the radius of the end, radius and half length of the other one.
struct EndProblem {
  Vector3<Expr> centre, axis;
  Expr radius, other_radius, other_half;

  static constexpr int kSize = 9;
  explicit EndProblem(std::span<const Expr> x)
      : centre(x[0], x[1], x[2]),
        axis(x[3], x[4], x[5]),
        radius(x[6]),
        other_radius(x[7]),
        other_half(x[8]) {}

  struct Chord {
    Vector3<Expr> point;
    Expr slope;  ///< of the distance, by α
  };
  /// t = tan(α/2).
  Chord find_nearest_of_chord(const Expr& t) const {
    const Vector3<Expr> other_axis{0.0, 0.0, 1.0};
    const Vector3<Expr> across =
        cross(axis, other_axis) + Expr(kSameAxes) * directions_across(axis)[0];
    const Vector3<Expr> e_1 = (1.0 / sqrt(dot(across, across))) * across, e_2 = cross(axis, e_1);
    const Expr per = 1.0 / (1.0 + t * t), y = 2.0 * t * per, most = (1.0 - t * t) * per;
    const Vector3<Expr> middle = centre + radius * (y * e_2 - (0.5 * kCrown * y * y) * axis);
    const Expr foot = -dot(middle, e_1);
    const Vector3<Expr> beside = middle + foot * e_1;
    const Expr reach = radius * most;
    const Expr begins_up = less_equal(0.0, slope_of_chord(-reach, foot, beside)[0]),
               ends_down = less_equal(slope_of_chord(reach, foot, beside)[0], 0.0);
    Expr low = -1.0, high = 1.0;
    for (int i = 0; i < kChordHalvings; ++i) {
      const Expr half = 0.5 * (low + high);
      const Expr is_beyond = less(slope_of_chord(half * reach, foot, beside)[0], 0.0);
      low = select(is_beyond, half, low);
      high = select(is_beyond, high, half);
    }
    Expr x = (0.5 * (low + high)) * reach;
    for (int i = 0; i < kEndSteps; ++i) {
      const std::array<Expr, 2> f = slope_of_chord(x, foot, beside);
      x = max(low * reach, min(high * reach, x - f[0] / f[1]));
    }
    x = select(ends_down, reach, select(begins_up, -reach, x));
    Chord chord;
    chord.point = middle + x * e_1 - (0.5 * kCrown * x * x / radius) * axis;
    const SecondShape other =
        Cylinder{.radius = other_radius, .length = 2.0 * other_half, .axis = Axis(0.0, 0.0, 1.0)};
    const Vector3<Expr> n = find_nearest_point(other, chord.point).normal;
    const Expr is_at_end = logical_or(begins_up, ends_down);
    const Expr along_chord = -y * is_at_end * select(less(x, 0.0), -1.0, 1.0);
    const Expr crown = select(is_at_end, 0.0, kCrown * y * most);
    chord.slope = dot(n, Vector3<Expr>(most * e_2 + along_chord * e_1 - crown * axis));
    return chord;
  }

 private:
  /// By x [m]: the slope of the distance along a chord, and its own slope, but for terms that are
  /// small like the crown against it. `foot` [m]: where the chord is nearest to the axis of the
  /// other cylinder, at `beside` without the crown.
  std::array<Expr, 2> slope_of_chord(const Expr& x, const Expr& foot,
                                     const Vector3<Expr>& beside) const {
    const Expr crown = (0.5 * kCrown) * x * x / radius, from_foot = x - foot;
    const Expr p_x = beside[0] - crown * axis[0], p_y = beside[1] - crown * axis[1],
               p_z = beside[2] - crown * axis[2];
    const Expr tiny = 1e-24 * square(radius);
    const Expr off = p_x * p_x + p_y * p_y;
    const Expr rho = sqrt(max(off + square(from_foot), tiny));
    const Expr out = max(rho - other_radius, 0.0), up = max(abs(p_z) - other_half, 0.0);
    const Expr distance = sqrt(max(up * up + out * out, tiny));
    const Expr n_out = out / distance, n_up = up / distance * select(less(p_z, 0.0), -1.0, 1.0);
    const Expr along_axis =
        min(n_up * axis[2] + n_out * (p_x * axis[0] + p_y * axis[1]) / rho, 0.0);
    const Expr crown_slope = -kCrown * along_axis / radius;
    const Expr bent = square(up / distance) / distance * square(from_foot / rho) +
                      n_out * off / (rho * rho * rho);
    constexpr double kFlat = 1e-30;
    return {n_out * from_foot / rho + x * crown_slope,
            max(select(less(0.0, out), bent, 0.0) + crown_slope, kFlat)};
  }
};

/// Finds the point: inputs of EndProblem.
FunctionRef make_end_search() {
  const auto inner = std::make_shared<Graph>();
  const std::vector<Expr> t_at = inner->symbols("t", 1),
                          x_at = inner->symbols("x", EndProblem::kSize);
  const Expr slope = EndProblem(x_at).find_nearest_of_chord(t_at[0]).slope;
  const auto make = [&](const char* name, std::vector<Expr> y) {
    return Function::make(name, inner, {{"t", t_at}, {"x", x_at}}, {{"y", std::move(y)}});
  };
  const FunctionRef slopes = make("slope along an end", {slope});
  const FunctionRef steps =
      make("slope along an end and its rate", {slope, derivative(slope, t_at[0])});

  const auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", EndProblem::kSize);
  const auto call_at = [&](const FunctionRef& function, const Expr& t) {
    std::vector<Expr> at{t};
    append(at, x);
    return call(function, at);
  };
  Expr low = -1.0, high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const Expr middle = 0.5 * (low + high);
    const Expr is_beyond = less(call_at(slopes, middle)[0], 0.0);
    low = select(is_beyond, middle, low);
    high = select(is_beyond, high, middle);
  }
  Expr t = 0.5 * (low + high);
  for (int i = 0; i < kEndSteps; ++i) {
    const std::vector<Expr> y = call_at(steps, t);
    constexpr double kFlat = 1e-12;
    t = max(low, min(high, t - y[0] / select(less(y[1], kFlat), INFINITY, y[1])));
  }
  std::vector<Expr> point;
  append(point, EndProblem(x).find_nearest_of_chord(t).point);
  return Function::make("nearest point of an end", graph, {{"x", x}}, {{"point", point}});
}

/// A cylinder or capsule at its pose, as its core with what is around it.
struct RoundCore {
  Vector3<Expr> centre, axis;
  Expr radius, half, around;

  RoundCore(const Cylinder& c, const ShapePose& X, const Expr& rounding)
      : centre(X.position),
        axis(X.orientation * axis_vector(c.axis)),
        radius(c.radius - rounding),
        half(0.5 * c.length - rounding),
        around(rounding) {}
  RoundCore(const Capsule& c, const ShapePose& X)
      : centre(X.position),
        axis(X.orientation * axis_vector(c.axis)),
        radius(0.0),
        half(0.5 * c.length),
        around(c.radius) {}
  ShapeEdge side() const { return {centre, axis, half, radius + around}; }
};

/// What the ends of one touch on another one.
class EndTouches {
 public:
  EndTouches() : search_(make_end_search()) {}

  TouchPoint touch(const RoundCore& on, const RoundCore& cylinder, double side) const {
    const Vector3<Expr> outward = Expr(side) * cylinder.axis;
    const Vector3<Expr> centre = cylinder.centre + cylinder.half * outward - on.centre;
    const std::array<Vector3<Expr>, 2> across = directions_across(on.axis);
    const std::array<Vector3<Expr>, 3> axes{across[0], across[1], on.axis};
    std::vector<Expr> x;
    for (const Vector3<Expr>* v : {&centre, &outward})
      for (const Vector3<Expr>& axis : axes) x.push_back(dot(*v, axis));
    for (const Expr& size : {cylinder.radius, on.radius, on.half}) x.push_back(size);
    const std::vector<Expr> found = call(search_, x);
    const SecondShape core =
        Cylinder{.radius = on.radius, .length = 2.0 * on.half, .axis = Axis(0.0, 0.0, 1.0)};
    const NearestPoint nearest =
        find_nearest_point(core, Vector3<Expr>(found[0], found[1], found[2]));
    Vector3<Expr> point = on.centre;
    TouchPoint touch;
    touch.normal = {0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < 3; ++i) {
      point += found[i] * axes[i];
      touch.normal += nearest.normal[static_cast<int>(i)] * axes[i];
    }
    touch.gap = nearest.distance - on.around - cylinder.around;
    touch.point = point - (nearest.distance - on.around) * touch.normal;
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

/// Two cylinders: the ends of the second, where sides touch each other, the ends of the first.
std::vector<TouchPoint> touch_two_cylinders(const RoundCore& first, const RoundCore& second) {
  const EndTouches ends;
  std::vector<TouchPoint> points;
  for (const double side : kEnds) points.push_back(ends.touch(first, second, side));
  for (const double side : kEnds)
    points.push_back(seen_from_sphere(ends.touch(second, first, side)));
  // As a constraint sides count where they are nearest to each other within their lengths. For
  // springs the point goes on as the least of the others, so that no energy is lost.
  const TouchPoint sides = touch_sides(first.side(), second.side());
  TouchPoint least = points[0];
  for (std::size_t k = 1; k < points.size(); ++k)
    least = select_touch(less(points[k].gap, least.gap), points[k], least);
  TouchPoint middle = select_touch(less(0.0, sides.applies), sides, least);
  middle.applies = sides.applies;
  points.insert(points.begin() + 2, std::move(middle));
  return points;
}

/// Of segments on one shape, and of the ends of cylinders on a box.
class ShapeTouches {
 public:
  explicit ShapeTouches(const PlacedShape& shape)
      : shape_(shape), search_(make_search(shape.core)) {}

  /// Of an edge the point that is nearest to the shape.
  TouchPoint touch_edge(const ShapeEdge& edge) const {
    const auto& R = shape_.X.orientation;
    std::vector<Expr> x;
    append(x, Vector3<Expr>(R.inverse() * Vector3<Expr>(edge.centre - shape_.X.position)));
    append(x, Vector3<Expr>(R.inverse() * edge.direction));
    x.push_back(edge.half);
    for (const Expr& size : list_sizes(shape_.core)) x.push_back(size);
    const Expr s = call(search_, x)[0];
    return touch_ball(Vector3<Expr>(edge.centre + s * edge.direction), edge.radius);
  }
  TouchPoint touch_end(const Vector3<Expr>& centre, const Vector3<Expr>& axis,
                       const Expr& radius) const {
    TouchPoint touch = touch_by_sphere(shape_, centre, 0.0);
    for (int i = 0; i < kEndNormals; ++i) {
      const Vector3<Expr> lowest = centre + find_lowest_of_end(radius, axis, touch.normal);
      touch = touch_by_sphere(shape_, lowest, 0.0);
    }
    return touch;
  }
  TouchPoint touch_ball(const Vector3<Expr>& centre, const Expr& radius) const {
    return touch_by_sphere(shape_, centre, radius);
  }

 private:
  const PlacedShape shape_;
  const FunctionRef search_;
};

/// What the features of `second`, a capsule or box, touch on the cylinder `first`.
void add_features(const Cylinder& first, const SecondShape& second, const ShapePose& X_1,
                  const ShapePose& X_2, const Expr& rounding, std::vector<TouchPoint>& points) {
  const ShapeTouches touches({first, 0.0, X_1});
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

/// What the ends of the cylinder `second` touch on `first`, a capsule or box.
void add_ends(const SecondShape& first, const Cylinder& second, const ShapePose& X_1,
              const ShapePose& X_2, const Expr& rounding, std::vector<TouchPoint>& points) {
  const RoundCore c(second, X_2, 0.0);
  if (const auto* capsule = std::get_if<Capsule>(&first)) {
    const EndTouches ends;
    for (const double side : kEnds) points.push_back(ends.touch(RoundCore(*capsule, X_1), c, side));
    return;
  }
  const ShapeTouches touches(place(first, X_1, rounding));
  for (const double side : kEnds)
    points.push_back(touches.touch_end(Vector3<Expr>(c.centre + (Expr(side) * c.half) * c.axis),
                                       c.axis, c.radius));
}

}  // namespace

std::vector<TouchPoint> touch_cylinders(const FirstShape& first, const SecondShape& second,
                                        const ShapePose& X_1, const ShapePose& X_2,
                                        const Expr& rounding) {
  std::vector<TouchPoint> points, others;
  const auto* own = std::get_if<Cylinder>(&first);
  const auto* other = std::get_if<Cylinder>(&second);
  if (own && other)
    return touch_two_cylinders(RoundCore(*own, X_1, rounding), RoundCore(*other, X_2, rounding));
  if (own) {
    add_features(*own, second, X_1, X_2, rounding, points);
    add_ends(second, *own, X_2, X_1, rounding, others);
  } else if (other && !std::holds_alternative<Sphere>(first)) {
    const SecondShape features = place(first, X_1, 0.0).core;
    add_ends(features, *other, X_1, X_2, rounding, points);
    add_features(*other, features, X_2, X_1, rounding, others);
  }
  for (const TouchPoint& touch : others) points.push_back(seen_from_sphere(touch));
  return points;
}

}  // namespace holon::detail
