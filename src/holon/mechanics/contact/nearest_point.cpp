// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/contact/nearest_point.h"

#include <array>
#include <cmath>

namespace holon::detail {

Vector3<Expr> axis_vector(const Axis& axis) {
  const auto& d = axis.direction;
  return {Expr(d[0]), Expr(d[1]), Expr(d[2])};
}

// T. Duff and others, J. Comput. Graph. Tech. 6(1) (2017) 1.
std::array<Vector3<Expr>, 2> directions_across(const Vector3<Expr>& n) {
  const Expr sign = select(less(n[2], 0.0), -1.0, 1.0);
  const Expr a = -1.0 / (sign + n[2]), b = n[0] * n[1] * a;
  return {Vector3<Expr>{1.0 + sign * square(n[0]) * a, sign * b, -sign * n[0]},
          Vector3<Expr>{b, sign + square(n[1]) * a, -n[1]}};
}

Expr clamp_to(const Expr& x, const Expr& most) { return max(-most, min(x, most)); }

namespace {

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
  NearestPoint operator()(const BarePoint& /*point*/) const {
    return from_inner_point(p_, {0.0, 0.0, 0.0});
  }
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

NearestPoint find_nearest_point(const FirstShape& shape, const Vector3<Expr>& p) {
  return std::visit(SphereTouches(p), shape);
}
NearestPoint find_nearest_point(const SecondShape& shape, const Vector3<Expr>& p) {
  return std::visit(SphereTouches(p), shape);
}

Expr find_sag(const Expr& radius) {
  return ((1.0 - std::sqrt(1.0 - kCrown * kCrown)) / kCrown) * radius;
}

NearestPoint CappedCylinder::find_nearest(const Vector3<Expr>& p) const {
  const Expr sag = find_sag(radius);
  constexpr double kOnAxis = 1e-24;  // [m²] of the square of the distance
  const Expr r = sqrt(max(p[0] * p[0] + p[1] * p[1], kOnAxis)), z = abs(p[2]);
  const Expr sphere = radius / kCrown, above = z - half, w = above + sphere;
  const Expr to_centre = sqrt(r * r + w * w);
  const Expr of_cap = (r * r + above * (above + 2.0 * sphere)) / (to_centre + sphere);
  const Expr of_side = r - radius, above_rim = above + sag;
  const Expr is_in_cone = less_equal(r * (sphere - sag), radius * w);
  const Expr is_cap = logical_and(is_in_cone, less_equal(of_side, of_cap));
  const Expr is_rim = logical_and(logical_not(is_in_cone), less(0.0, above_rim));
  const Expr of_rim = sqrt(select(is_rim, of_side * of_side + above_rim * above_rim, 1.0));
  const auto choose = [&](const Expr& cap, const Expr& rim, const Expr& side) {
    return select(is_cap, cap, select(is_rim, rim, side));
  };
  const Expr outward = choose(r / to_centre, of_side / of_rim, 1.0) / r;
  const Expr up = choose(w / to_centre, above_rim / of_rim, 0.0);
  return {choose(of_cap, of_rim, of_side),
          {outward * p[0], outward * p[1], select(less(p[2], 0.0), -1.0, 1.0) * up}};
}

NearestPoint find_nearest_point(const PlacedShape& shape, const Vector3<Expr>& p) {
  const auto* cylinder = std::get_if<Cylinder>(&shape.core);
  if (!cylinder || !shape.is_capped) return find_nearest_point(shape.core, p);
  const Vector3<Expr> a = axis_vector(cylinder->axis);
  const auto across = directions_across(a);
  const NearestPoint own = CappedCylinder{cylinder->radius, 0.5 * cylinder->length}.find_nearest(
      {dot(p, across[0]), dot(p, across[1]), dot(p, a)});
  return {own.distance, own.normal[0] * across[0] + own.normal[1] * across[1] + own.normal[2] * a};
}

PlacedShape place(const SecondShape& shape, const ShapePose& X, const Expr& rounding) {
  if (const auto* box = std::get_if<Box>(&shape)) return {core_of(*box, rounding), rounding, X};
  return {shape, 0.0, X};
}

PlacedShape place(const FirstShape& shape, const ShapePose& X, const Expr& rounding) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {*sphere, 0.0, X};
  if (const auto* box = std::get_if<Box>(&shape)) return place(SecondShape(*box), X, rounding);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) return {*cylinder, 0.0, X};
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return {*capsule, 0.0, X};
  return {BarePoint{}, 0.0, X};
}

TouchPoint touch_by_sphere(const PlacedShape& shape, const Vector3<Expr>& centre,
                           const Expr& radius) {
  const Vector3<Expr> p = shape.X.orientation.inverse() * Vector3<Expr>(centre - shape.X.position);
  NearestPoint nearest = find_nearest_point(shape, p);
  nearest.distance -= shape.around;
  TouchPoint touch;
  touch.normal = shape.X.orientation * nearest.normal;
  touch.gap = nearest.distance - radius;
  touch.point = centre - nearest.distance * touch.normal;
  return touch;
}

TouchPoint seen_from_sphere(TouchPoint touch) {
  touch.point = touch.point + touch.gap * touch.normal;  // on the sphere, which is the first now
  touch.normal = -touch.normal;
  return touch;
}

Box core_of(const Box& box, const Expr& rounding) {
  Box core = box;
  for (int i = 0; i < 3; ++i) core.size[i] -= 2.0 * rounding;
  return core;
}

Vector3<Expr> find_lowest_of_end(const Expr& radius, const Vector3<Expr>& a,
                                 const Vector3<Expr>& n) {
  const Vector3<Expr> along = dot(a, n) * a, across = n - along;
  const double k = std::sqrt(1.0 + kCrown * kCrown) - kCrown;
  const Expr root = sqrt(dot(across, across) + kCrown * kCrown);
  const Expr R = radius / k;
  return (-R * ((1.0 + kCrown * kCrown) / root - kCrown)) * across -
         (R * (kCrown * kCrown / root - kCrown)) * along;
}

}  // namespace holon::detail
