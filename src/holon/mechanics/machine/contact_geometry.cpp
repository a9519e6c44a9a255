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
// §5.1.9). The distance is continuous through parallel segments, whose nearest points are not
// determined. A box touches by its core, which is smaller by the rounding of its edges, with this
// radius around it: so the normal is continuous where a corner slides over an edge.
#include "holon/mechanics/machine/contact_geometry.h"

#include <array>
#include <cmath>
#include <type_traits>

#include "holon/model/describe/fields.h"

namespace holon::detail {

namespace {

constexpr std::array<double, 2> kSides{-1.0, 1.0};

Vector3<Expr> axis_vector(const Axis& axis) {
  const auto& d = axis.direction;
  return {Expr(d[0]), Expr(d[1]), Expr(d[2])};
}

Expr clamp_to(const Expr& x, const Expr& most) { return max(-most, min(x, most)); }

/// In world axes.
std::vector<Vector3<Expr>> corners_of(const Box& core, const ShapePose& X) {
  std::vector<Vector3<Expr>> corners;
  for (const double z : kSides) {
    for (const double y : kSides) {
      for (const double x : kSides) {
        const Vector3<Expr> corner{0.5 * x * core.size[0], 0.5 * y * core.size[1],
                                   0.5 * z * core.size[2]};
        corners.push_back(X.position + X.orientation * corner);
      }
    }
  }
  return corners;
}

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
    for (const Vector3<Expr>& corner : corners_of(box, X_2_)) corners.push_back(below(corner, 0.0));
    return corners;
  }
  std::vector<TouchPoint> operator()(const Cylinder& c) const {
    const Vector3<Expr> a = X_2_.orientation * axis_vector(c.axis);
    const Vector3<Expr> along = dot(a, normal_) * a, across = normal_ - along;
    const double k = std::sqrt(1.0 + kCrown * kCrown) - kCrown;
    const Expr root = sqrt(dot(across, across) + kCrown * kCrown);
    const Expr R = c.radius / k;
    const Expr reach = R * (root - kCrown);
    const Vector3<Expr> to_lowest = (-R * ((1.0 + kCrown * kCrown) / root - kCrown)) * across -
                                    (R * (kCrown * kCrown / root - kCrown)) * along;
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

/// Of the surface of a shape the point nearest to p, in the shape's axes: how far it is, and the
/// unit normal there. Inside the distance is negative, to the nearest face.
struct NearestPoint {
  Expr distance;
  Vector3<Expr> normal;
};

NearestPoint from_inner_point(const Vector3<Expr>& p, const Vector3<Expr>& inner) {
  const Vector3<Expr> d = p - inner;
  const Expr distance = sqrt(dot(d, d));
  return {distance, (1.0 / distance) * d};
}

/// Around shapes with a sphere, or a point.
class SphereTouches {
 public:
  explicit SphereTouches(const Vector3<Expr>& p) : p_(p) {}

  NearestPoint operator()(const GroundPlane& /*plane*/) const { return {}; }
  NearestPoint operator()(const Sphere& s) const {
    NearestPoint n = from_inner_point(p_, {0.0, 0.0, 0.0});
    n.distance -= s.radius;
    return n;
  }
  NearestPoint operator()(const Capsule& c) const {
    const Vector3<Expr> a = axis_vector(c.axis);
    NearestPoint n = from_inner_point(p_, clamp_to(dot(p_, a), 0.5 * c.length) * a);
    n.distance -= c.radius;
    return n;
  }
  NearestPoint operator()(const Box& box) const {
    std::array<Expr, 3> beyond;
    Vector3<Expr> out;
    for (int i = 0; i < 3; ++i) {
      const Expr half = 0.5 * box.size[i];
      beyond[static_cast<std::size_t>(i)] = abs(p_[i]) - half;
      out[i] = p_[i] - clamp_to(p_[i], half);
    }
    const Expr deepest = max(beyond[0], max(beyond[1], beyond[2]));
    const Expr is_inside = less_equal(deepest, 0.0);
    const Expr distance = sqrt(select(is_inside, 1.0, dot(out, out)));
    Vector3<Expr> face;
    Expr is_open = 1.0;  // the first face that is the nearest
    for (int i = 0; i < 3; ++i) {
      const Expr is_it = is_open * less_equal(deepest, beyond[static_cast<std::size_t>(i)]);
      face[i] = select(is_it, select(less(p_[i], 0.0), -1.0, 1.0), 0.0);
      is_open = is_open * (1.0 - is_it);
    }
    return choose_side(is_inside, {deepest, face}, {distance, (1.0 / distance) * out});
  }
  NearestPoint operator()(const Cylinder& c) const {
    const Vector3<Expr> a = axis_vector(c.axis);
    const Expr z = dot(p_, a), half = 0.5 * c.length;
    const Vector3<Expr> w = p_ - z * a;
    constexpr double kOnAxis = 1e-24;  // [m²] of the square of the distance
    const Expr radial = sqrt(max(dot(w, w), kOnAxis));
    const Vector3<Expr> outward = (1.0 / radial) * w;
    const Expr along = abs(z) - half, across = radial - c.radius;
    const Vector3<Expr> end = select(less(z, 0.0), -1.0, 1.0) * a;
    const Expr is_inside = less_equal(max(along, across), 0.0);
    const Expr up = max(along, 0.0), out = max(across, 0.0);
    const Expr distance = sqrt(select(is_inside, 1.0, up * up + out * out));
    const Vector3<Expr> around = (up / distance) * end + (out / distance) * outward;
    const Expr is_end_nearer = less(across, along);
    Vector3<Expr> face;
    for (int i = 0; i < 3; ++i) face[i] = select(is_end_nearer, end[i], outward[i]);
    return choose_side(is_inside, {max(along, across), face}, {distance, around});
  }

 private:
  static NearestPoint choose_side(const Expr& is_inside, const NearestPoint& inside,
                                  const NearestPoint& outside) {
    NearestPoint n;
    n.distance = select(is_inside, inside.distance, outside.distance);
    for (int i = 0; i < 3; ++i)
      n.normal[i] = select(is_inside, inside.normal[i], outside.normal[i]);
    return n;
  }

  const Vector3<Expr> p_;
};

}  // namespace

void GroundPlane::describe(Fields<GroundPlane>& f) {
  f.axis("normal", &GroundPlane::normal, "out of the ground, in the frame; default: z");
  f.bare();
}

void BarePoint::describe(Fields<BarePoint>&) {}

namespace {

// Of 1 − c²: segments that count as parallel.
constexpr double kNearlyParallel = 1e-12;
// Of a box's shortest edge.
constexpr double kDefaultRounding = 0.01;

Box core_of(const Box& box, const Expr& rounding) {
  Box core = box;
  for (int i = 0; i < 3; ++i) core.size[i] -= 2.0 * rounding;
  return core;
}

Vector3<Expr> unit_vector(int axis) {
  Vector3<Expr> e{0.0, 0.0, 0.0};
  e[axis] = 1.0;
  return e;
}

/// A sphere of the second body on a shape of the first.
template <class Shape>
TouchPoint touch_by_sphere(const Shape& shape, const Expr& around, const ShapePose& X,
                           const Vector3<Expr>& centre, const Expr& radius) {
  const Vector3<Expr> p = X.orientation.inverse() * Vector3<Expr>(centre - X.position);
  NearestPoint nearest = SphereTouches(p)(shape);
  nearest.distance -= around;
  TouchPoint touch;
  touch.normal = X.orientation * nearest.normal;
  touch.gap = nearest.distance - radius;
  touch.point = centre - nearest.distance * touch.normal;
  return touch;
}

/// The same, seen from the other body.
TouchPoint seen_from_sphere(TouchPoint touch) {
  touch.point = touch.point + touch.gap * touch.normal;  // on the sphere, which is the first now
  touch.normal = -touch.normal;
  return touch;
}

SecondShape as_second(const FirstShape& first) {
  if (const auto* box = std::get_if<Box>(&first)) return *box;
  if (const auto* capsule = std::get_if<Capsule>(&first)) return *capsule;
  return BarePoint{};
}

/// A capsule and a capsule or box.
std::vector<TouchPoint> touch_capsules(const FirstShape& first, const SecondShape& second,
                                       const ShapePose& X_1, const ShapePose& X_2,
                                       const Expr& rounding) {
  std::vector<TouchPoint> points;
  const std::vector<ShapeEdge> own = find_edges(as_second(first), X_1, rounding),
                               other = find_edges(second, X_2, rounding);
  const auto add_ends = [&](const ShapeEdge& capsule, const auto& shape, const ShapePose& X,
                            bool is_first) {
    for (const double side : kSides) {
      const Vector3<Expr> end = capsule.centre + (side * capsule.half) * capsule.direction;
      TouchPoint touch;
      if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Box>) {
        touch = touch_by_sphere(core_of(shape, rounding), rounding, X, end, capsule.radius);
      } else {
        touch = touch_by_sphere(shape, 0.0, X, end, capsule.radius);
      }
      points.push_back(is_first ? seen_from_sphere(touch) : touch);
    }
  };
  if (std::holds_alternative<Capsule>(second)) {
    if (const auto* box = std::get_if<Box>(&first)) add_ends(other[0], *box, X_1, false);
    if (const auto* capsule = std::get_if<Capsule>(&first))
      add_ends(other[0], *capsule, X_1, false);
  }
  if (std::holds_alternative<Capsule>(first)) {
    if (const auto* box = std::get_if<Box>(&second)) add_ends(own[0], *box, X_2, true);
    if (const auto* capsule = std::get_if<Capsule>(&second)) add_ends(own[0], *capsule, X_2, true);
  }
  for (const ShapeEdge& a : own)
    for (const ShapeEdge& b : other) points.push_back(touch_edges(a, b));
  return points;
}

}  // namespace

Expr default_rounding(const Box& box) {
  return kDefaultRounding * min(box.size[0], min(box.size[1], box.size[2]));
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

TouchPoint touch_edges(const ShapeEdge& first, const ShapeEdge& second) {
  const Vector3<Expr>&u = first.direction, &w = second.direction;
  const Vector3<Expr> d = first.centre - second.centre;
  const Expr c = dot(u, w), along_u = dot(u, d), along_w = dot(w, d);
  const Expr det = 1.0 - c * c, crosses = less(kNearlyParallel, det);
  const Expr free_s = select(crosses, (c * along_w - along_u) / select(crosses, det, 1.0), 0.0);
  const Expr t = clamp_to(along_w + c * clamp_to(free_s, first.half), second.half);
  const Expr s = clamp_to(c * t - along_u, first.half);
  const Vector3<Expr> on_first = first.centre + s * u;
  const Vector3<Expr> apart = second.centre + t * w - on_first;
  constexpr double kTouching = 1e-24;  // [m²] of the square of the distance
  const Expr distance = sqrt(max(dot(apart, apart), kTouching));
  TouchPoint touch;
  touch.normal = (1.0 / distance) * apart;
  touch.gap = distance - first.radius - second.radius;
  touch.point = on_first + first.radius * touch.normal;
  return touch;
}

std::vector<TouchPoint> touch_corners(const Box& first, const Box& second, const Expr& rounding,
                                      const ShapePose& X_1, const ShapePose& X_2) {
  std::vector<TouchPoint> points;
  const Box core_1 = core_of(first, rounding), core_2 = core_of(second, rounding);
  for (const Vector3<Expr>& corner : corners_of(core_2, X_2))
    points.push_back(touch_by_sphere(core_1, rounding, X_1, corner, rounding));
  for (const Vector3<Expr>& corner : corners_of(core_1, X_1))
    points.push_back(seen_from_sphere(touch_by_sphere(core_2, rounding, X_2, corner, rounding)));
  return points;
}

std::vector<TouchPoint> find_touch_points(const FirstShape& first, const SecondShape& second,
                                          const Axis& normal, const ShapePose& X_1,
                                          const ShapePose& X_2, const Expr& rounding) {
  const auto has_edges = [](const auto& shape) {
    return std::holds_alternative<Box>(shape) || std::holds_alternative<Capsule>(shape);
  };
  const bool are_boxes = std::holds_alternative<Box>(first) && std::holds_alternative<Box>(second);
  if (has_edges(first) && has_edges(second) && !are_boxes)
    return touch_capsules(first, second, X_1, X_2, rounding);
  if (std::holds_alternative<GroundPlane>(first))
    return std::visit(PlaneTouches(normal, X_1, X_2), second);
  Expr radius = 0.0;
  if (const auto* sphere = std::get_if<Sphere>(&second)) {
    radius = sphere->radius;
  } else if (!std::holds_alternative<BarePoint>(second)) {
    return {};
  }
  return {std::visit(
      [&](const auto& shape) { return touch_by_sphere(shape, 0.0, X_1, X_2.position, radius); },
      first)};
}

}  // namespace holon::detail
