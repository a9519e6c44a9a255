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
//   ρ = −R/k ((1 + ε²)/√(s² + ε²) − ε) n_s − R/k (ε²/√(s² + ε²) − ε) n_a,   n_a = c a, n_s = n −
//   n_a
//
// so that a lying cylinder (s = 1) has exactly the radius R, and a standing one (s = 0) stands on
// the centre of its end face.
#include "holon/mechanics/machine/contact_geometry.h"

#include <cmath>

#include "holon/model/describe/fields.h"

namespace holon::detail {

namespace {

Vector3<Expr> axis_vector(const Axis& axis) {
  const auto& d = axis.direction;
  return {Expr(d[0]), Expr(d[1]), Expr(d[2])};
}

Expr clamp_to(const Expr& x, const Expr& most) { return max(-most, min(x, most)); }

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
    for (const double z : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        for (const double x : {-0.5, 0.5}) {
          const Vector3<Expr> corner{x * box.size[0], y * box.size[1], z * box.size[2]};
          corners.push_back(below(X_2_.position + X_2_.orientation * corner, 0.0));
        }
      }
    }
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

std::vector<TouchPoint> find_touch_points(const FirstShape& first, const SecondShape& second,
                                          const Axis& normal, const ShapePose& X_1,
                                          const ShapePose& X_2) {
  if (std::holds_alternative<GroundPlane>(first))
    return std::visit(PlaneTouches(normal, X_1, X_2), second);
  Expr radius = 0.0;
  if (const auto* sphere = std::get_if<Sphere>(&second)) {
    radius = sphere->radius;
  } else if (!std::holds_alternative<BarePoint>(second)) {
    return {};
  }
  const Vector3<Expr> p = X_1.orientation.inverse() * (X_2.position - X_1.position);
  const NearestPoint nearest = std::visit(SphereTouches(p), first);
  TouchPoint touch;
  touch.normal = X_1.orientation * nearest.normal;
  touch.gap = nearest.distance - radius;
  touch.point = X_2.position - nearest.distance * touch.normal;
  return {touch};
}

}  // namespace holon::detail
