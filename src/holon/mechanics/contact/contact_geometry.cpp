// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Where shapes touch.
//
// A convex body touches a plane of the unit normal n at the gradient of its support
// function h(n) at −n. For the end of a cylinder of the radius R, axis a, with
// s = |a × n| and c = a·n,
//
//   h = R/k (√(s² + ε² |n|²) − ε |n|),     k = √(1 + ε²) − ε,
//
// a disc of the radius R whose faces are crowned by some ε R. Its lowest point is, from the centre,
//
//   ρ = −R/k ((1 + ε²)/√(s² + ε²) − ε) n_s − R/k (ε²/√(s² + ε²) − ε) n_a,
//   n_a = c a,   n_s = n − n_a
//
// so that a lying cylinder (s = 1) has exactly the radius R, and a standing one (s = 0) stands on
// the centre of its end face.
//
// Two segments p + s u (|s| <= a) and q + t w (|t| <= b), u and w unit vectors, d = p − q and
// c = u·w: s is (c w·d − u·d)/(1 − c²), cut to its range, t the best for that s, t = w·(d + s u),
// cut to its range, and s the best for that t (C. Ericson, Real-Time Collision Detection, 2005,
// §5.1.9). Of parallel segments, whose nearest points are not determined, those in the middle m of
// where they are side by side count: s is (D (c w·d − u·d) + e² m)/(D² + e²) with D = 1 − c² and
// some small e, so that at rest on each other they touch at a point that does not jump. As
// constraints they are nearest where |p + s u − q − t w|² + e² (s − m)² is least, the square of a
// distance in four dimensions, with a smaller e: then dg/dt = v·n to rounding error. A box
// touches by its core, which is smaller by the rounding of its edges, with this radius around it:
// so the normal is continuous where a corner slides over an edge.
#include "holon/mechanics/contact/contact_geometry.h"

#include <array>

#include "holon/mechanics/contact/cylinder_contact.h"
#include "holon/mechanics/contact/nearest_point.h"
#include "holon/model/describe/fields.h"

namespace holon::detail {

namespace {

constexpr std::array<double, 2> kSides{-1.0, 1.0};

/// Above a plane.
class PlaneTouches {
 public:
  PlaneTouches(const Axis& normal, const ShapePose& X_1, const ShapePose& X_2)
      : normal_(X_1.orientation * axis_vector(normal)), origin_(X_1.position), X_2_(X_2) {}

  std::vector<TouchPoint> operator()(const BarePoint& /*point*/) const {
    return {below(X_2_.position, 0.0)};
  }
  std::vector<TouchPoint> operator()(const Sphere& s) const {
    return {below(X_2_.position, s.radius)};
  }
  std::vector<TouchPoint> operator()(const Capsule& c) const {
    const Vector3<Expr> to_end = (0.5 * c.length) * (X_2_.orientation * axis_vector(c.axis));
    return {below(X_2_.position + to_end, c.radius), below(X_2_.position - to_end, c.radius)};
  }
  std::vector<TouchPoint> operator()(const Box& box) const {
    std::vector<TouchPoint> corners;
    for (const Vector3<Expr>& corner : find_corners(box, X_2_))
      corners.push_back(below(corner, 0.0));
    return corners;
  }
  std::vector<TouchPoint> operator()(const Cylinder& c) const {
    const Vector3<Expr> a = X_2_.orientation * axis_vector(c.axis);
    const Vector3<Expr> to_lowest = find_lowest_of_end(c.radius, a, normal_);
    const Expr reach = -dot(to_lowest, normal_);
    std::vector<TouchPoint> ends;
    for (const double side : {-0.5, 0.5}) {
      const Vector3<Expr> centre = X_2_.position + (side * c.length) * a;
      TouchPoint end;
      end.gap = height_of(centre) - reach;
      end.normal = normal_;
      end.point = centre + to_lowest;
      ends.push_back(std::move(end));
    }
    return ends;
  }

 private:
  /// Of a sphere; its foot on the plane is the contact point.
  TouchPoint below(const Vector3<Expr>& centre, const Expr& radius) const {
    TouchPoint touch;
    const Expr height = height_of(centre);
    touch.gap = height - radius;
    touch.normal = normal_;
    touch.point = centre - height * normal_;
    return touch;
  }
  Expr height_of(const Vector3<Expr>& p) const {
    const Vector3<Expr> r = p - origin_;
    return dot(r, normal_);
  }

  const Vector3<Expr> normal_, origin_;
  const ShapePose& X_2_;
};

}  // namespace

void GroundPlane::describe(Fields<GroundPlane>& f) {
  f.axis("normal", &GroundPlane::normal, "out of the ground, in the frame; default: z");
  f.bare();
}

void BarePoint::describe(Fields<BarePoint>&) {}

namespace {

// Of 1 − c²: where segments begin to count as parallel …
constexpr double kNearlyParallel = 1e-6;
// … and where they do not cross any more.
constexpr double kCrosses = 1e-5;
// Of half of an edge: what belongs to its end. Edges of equal boxes that lie on each other are
// nearest at their ends, and a rounding error must not decide.
constexpr double kEnd = 1e-6;
// Of a box's shortest edge.
constexpr double kDefaultRounding = 0.01;

Vector3<Expr> unit_vector(int axis) {
  Vector3<Expr> e{0.0, 0.0, 0.0};
  e[axis] = 1.0;
  return e;
}

SecondShape as_second(const FirstShape& first) {
  if (const auto* box = std::get_if<Box>(&first)) return *box;
  if (const auto* capsule = std::get_if<Capsule>(&first)) return *capsule;
  return BarePoint{};
}

/// A sphere, and where the shape is a capsule it applies between its ends.
TouchPoint touch_within(const PlacedShape& shape, const Vector3<Expr>& centre, const Expr& radius) {
  TouchPoint touch = touch_by_sphere(shape, centre, radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape.core)) {
    const Vector3<Expr> axis = shape.X.orientation * axis_vector(capsule->axis);
    const Expr s = dot(Vector3<Expr>(centre - shape.X.position), axis);
    touch.applies = 1.0 - kEnd - 2.0 * abs(s) / capsule->length;
  }
  return touch;
}

/// A capsule and a capsule or box.
std::vector<TouchPoint> touch_capsules(const FirstShape& first, const SecondShape& second,
                                       const ShapePose& X_1, const ShapePose& X_2,
                                       const Expr& rounding, bool are_constraints) {
  std::vector<TouchPoint> points;
  const std::vector<ShapeEdge> own = find_edges(as_second(first), X_1, rounding),
                               other = find_edges(second, X_2, rounding);
  const auto add_ends = [&](const ShapeEdge& capsule, const PlacedShape& shape, bool is_first) {
    for (const double side : kSides) {
      const Vector3<Expr> end = capsule.centre + (side * capsule.half) * capsule.direction;
      // An end on an end is among those of the second.
      const TouchPoint touch = is_first ? touch_within(shape, end, capsule.radius)
                                        : touch_by_sphere(shape, end, capsule.radius);
      points.push_back(is_first ? seen_from_sphere(touch) : touch);
    }
  };
  if (std::holds_alternative<Capsule>(second))
    add_ends(other[0], place(first, X_1, rounding), false);
  if (std::holds_alternative<Capsule>(first)) add_ends(own[0], place(second, X_2, rounding), true);
  for (const ShapeEdge& a : own)
    for (const ShapeEdge& b : other) points.push_back(touch_sides(a, b, are_constraints));
  // Pairs of edges end there.
  const auto add_corners = [&](const Box& box, const ShapePose& X, const PlacedShape& capsule,
                               bool is_first) {
    for (const Vector3<Expr>& corner : find_corners(core_of(box, rounding), X)) {
      const TouchPoint touch = touch_within(capsule, corner, rounding);
      points.push_back(is_first ? seen_from_sphere(touch) : touch);
    }
  };
  if (!are_constraints) return points;
  if (const auto* box = std::get_if<Box>(&second))
    add_corners(*box, X_2, place(first, X_1, rounding), false);
  if (const auto* box = std::get_if<Box>(&first))
    add_corners(*box, X_1, place(second, X_2, rounding), true);
  return points;
}

}  // namespace

std::vector<Vector3<Expr>> find_corners(const Box& box, const ShapePose& X) {
  std::vector<Vector3<Expr>> corners;
  for (const double z : kSides) {
    for (const double y : kSides) {
      for (const double x : kSides) {
        const Vector3<Expr> corner{0.5 * x * box.size[0], 0.5 * y * box.size[1],
                                   0.5 * z * box.size[2]};
        corners.push_back(X.position + X.orientation * corner);
      }
    }
  }
  return corners;
}

Expr default_rounding(const Box& box) {
  return kDefaultRounding * min(box.size[0], min(box.size[1], box.size[2]));
}

Expr default_rounding(const Cylinder& cylinder) {
  return kDefaultRounding * min(cylinder.radius, cylinder.length);
}

std::vector<ShapeEdge> find_edges(const SecondShape& shape, const ShapePose& X,
                                  const Expr& rounding) {
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    return {{X.position, X.orientation * axis_vector(capsule->axis), 0.5 * capsule->length,
             capsule->radius}};
  }
  std::vector<ShapeEdge> edges;
  const auto* box = std::get_if<Box>(&shape);
  for (int i = 0; box && i < 3; ++i) {
    const Box core = core_of(*box, rounding);
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (const double y : kSides) {
      for (const double z : kSides) {
        Vector3<Expr> middle{0.0, 0.0, 0.0};
        middle[j] = 0.5 * y * core.size[j];
        middle[k] = 0.5 * z * core.size[k];
        edges.push_back({X.position + X.orientation * middle, X.orientation * unit_vector(i),
                         0.5 * core.size[i], rounding});
      }
    }
  }
  return edges;
}

namespace {

struct NearestOfEdges {
  Expr s, t;            ///< [m] from the centres of both
  Expr beside_2 = 0.0;  ///< [m²] e² (s − m)²
};

NearestOfEdges find_nearest_of_edges(const ShapeEdge& first, const ShapeEdge& second,
                                     bool are_constraints) {
  const Vector3<Expr>&u = first.direction, &w = second.direction;
  const Vector3<Expr> d = first.centre - second.centre;
  const Expr c = dot(u, w), along_u = dot(u, d), along_w = dot(w, d);
  const Expr reach = second.half * abs(c);
  const Expr from = max(-first.half, -along_u - reach), to = min(first.half, reach - along_u);
  const Expr det = 1.0 - c * c;
  if (are_constraints) {
    constexpr double kBeside = 1e-12;  // e²
    const Expr m = clamp_to(0.5 * (from + to), first.half);
    const Expr best = clamp_to((c * along_w - along_u + kBeside * m) / (det + kBeside), first.half);
    const Expr t = clamp_to(along_w + c * best, second.half);
    const Expr s = clamp_to((c * t - along_u + kBeside * m) / (1.0 + kBeside), first.half);
    return {s, t, kBeside * square(s - m)};
  }
  constexpr double kParallel = kNearlyParallel * kNearlyParallel;
  const Expr free_s =
      (det * (c * along_w - along_u) + 0.5 * kParallel * (from + to)) / (square(det) + kParallel);
  const Expr t = clamp_to(along_w + c * clamp_to(free_s, first.half), second.half);
  return {clamp_to(c * t - along_u, first.half), t};
}

TouchPoint touch_at(const ShapeEdge& first, const ShapeEdge& second, const NearestOfEdges& at) {
  const Vector3<Expr> on_first = first.centre + at.s * first.direction;
  const Vector3<Expr> apart = second.centre + at.t * second.direction - on_first;
  constexpr double kTouching = 1e-24;  // [m²] of the square of the distance
  const Expr distance = sqrt(max(dot(apart, apart) + at.beside_2, kTouching));
  TouchPoint touch;
  touch.normal = (1.0 / distance) * apart;
  touch.gap = distance - first.radius - second.radius;
  touch.point = on_first + first.radius * touch.normal;
  return touch;
}

}  // namespace

TouchPoint touch_edges(const ShapeEdge& first, const ShapeEdge& second) {
  return touch_at(first, second, find_nearest_of_edges(first, second, false));
}

TouchPoint touch_sides(const ShapeEdge& first, const ShapeEdge& second, bool are_constraints) {
  const NearestOfEdges at = find_nearest_of_edges(first, second, are_constraints);
  TouchPoint touch = touch_at(first, second, at);
  const auto within = [](const Expr& x, const Expr& half) { return 1.0 - kEnd - abs(x) / half; };
  touch.applies = min(within(at.s, first.half), within(at.t, second.half));
  return touch;
}

TouchPoint touch_crossing_edges(const ShapeEdge& first, const ShapeEdge& second) {
  TouchPoint touch = touch_sides(first, second, true);
  const Expr c = dot(first.direction, second.direction);
  touch.applies = min(touch.applies, (1.0 - c * c) / kCrosses - 1.0);
  return touch;
}

std::vector<TouchPoint> touch_corners(const Box& first, const Box& second, const Expr& rounding,
                                      const ShapePose& X_1, const ShapePose& X_2) {
  std::vector<TouchPoint> points;
  const Box core_1 = core_of(first, rounding), core_2 = core_of(second, rounding);
  for (const Vector3<Expr>& corner : find_corners(core_2, X_2))
    points.push_back(touch_by_sphere({core_1, rounding, X_1}, corner, rounding));
  for (const Vector3<Expr>& corner : find_corners(core_1, X_1))
    points.push_back(seen_from_sphere(touch_by_sphere({core_2, rounding, X_2}, corner, rounding)));
  return points;
}

std::vector<TouchPoint> find_touch_points(const FirstShape& first, const SecondShape& second,
                                          const Axis& normal, const ShapePose& X_1,
                                          const ShapePose& X_2, const Expr& rounding,
                                          bool are_constraints) {
  const auto has_edges = [](const auto& shape) {
    return std::holds_alternative<Box>(shape) || std::holds_alternative<Capsule>(shape);
  };
  const bool are_boxes = std::holds_alternative<Box>(first) && std::holds_alternative<Box>(second);
  if (has_edges(first) && has_edges(second) && !are_boxes)
    return touch_capsules(first, second, X_1, X_2, rounding, are_constraints);
  if (std::holds_alternative<GroundPlane>(first))
    return std::visit(PlaneTouches(normal, X_1, X_2), second);
  if (const auto* sphere = std::get_if<Sphere>(&first)) {
    if (const auto* other = std::get_if<Sphere>(&second))
      return {touch_by_sphere({*sphere, 0.0, X_1}, X_2.position, other->radius)};
    return {
        seen_from_sphere(touch_by_sphere(place(second, X_2, 0.0), X_1.position, sphere->radius))};
  }
  const PlacedShape shape = place(first, X_1, 0.0);
  if (const auto* sphere = std::get_if<Sphere>(&second))
    return {touch_by_sphere(shape, X_2.position, sphere->radius)};
  if (std::holds_alternative<BarePoint>(second)) return {touch_by_sphere(shape, X_2.position, 0.0)};
  return touch_cylinders(first, second, X_1, X_2, rounding, are_constraints);
}

}  // namespace holon::detail
