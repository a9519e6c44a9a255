// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A ray o + t u, |u| = 1, is inside a convex shape for t in one interval, which is the intersection
// of those of its faces:
//
//   a slab |x_i| ≤ h      t between (−h − o_i)/u_i and (h − o_i)/u_i
//   a sphere of radius r  t = −o·u ± √((o·u)² − o·o + r²)
//   a cylinder about a    the same in the plane across a: with p = o − (o·a) a, w = u − (u·a) a
//                         t = (−p·w ± √((p·w)² − w·w (p·p − r²)))/w·w
//
// It meets the shape if the interval is not empty and ends beyond the clearance. A component u_i of
// less than kParallel is taken as kParallel, so that nothing is divided by zero: over the size of a
// machine the ray moves by less than a nanometre for it.
#include "holon/navigation/obstacles.h"

#include "holon/model/assembly/frame_motion.h"

namespace holon {
namespace {

constexpr double kParallel = 1e-12;

/// Where a ray is inside: t from `in` to `out` [m]; empty where `in` is larger.
struct RayInterval {
  Expr in, out;
};

RayInterval intersect(const RayInterval& a, const RayInterval& b) {
  return {max(a.in, b.in), min(a.out, b.out)};
}

Expr is_beyond(const RayInterval& inside, double clearance) {
  return logical_and(less(inside.in, inside.out), less(clearance, inside.out));
}

RayInterval cross_slab(Expr half, Expr o, Expr u) {
  const Expr safe = select(less(abs(u), kParallel), kParallel, u);
  const Expr a = (-half - o) / safe, b = (half - o) / safe;
  return {min(a, b), max(a, b)};
}

/// w t² + 2 p t + q ≤ 0 with w > 0; no interval where it has no root.
RayInterval cross_quadric(Expr w, Expr p, Expr q) {
  const Expr root2 = square(p) - w * q;
  const Expr root = sqrt(max(root2, 0.0));
  const Expr none = less_equal(root2, 0.0);
  return {select(none, 1.0, (-p - root) / w), select(none, 0.0, (-p + root) / w)};
}

RayInterval cross_sphere(Expr radius, const Vector3<Expr>& o, const Vector3<Expr>& u) {
  return cross_quadric(1.0, dot<Expr>(o, u), dot<Expr>(o, o) - square(radius));
}

RayInterval cross_cylinder(Expr radius, Expr length, const Vector3<Expr>& axis,
                           const Vector3<Expr>& o, const Vector3<Expr>& u) {
  const Expr along = dot<Expr>(o, axis), rise = dot<Expr>(u, axis);
  const Vector3<Expr> p = o - along * axis, w = u - rise * axis;
  const Expr ww = max(dot<Expr>(w, w), kParallel * kParallel);
  return intersect(cross_quadric(ww, dot<Expr>(p, w), dot<Expr>(p, p) - square(radius)),
                   cross_slab(0.5 * length, along, rise));
}

Vector3<Expr> vector_of(const Axis& axis) {
  const auto& d = axis.direction;
  return {d[0], d[1], d[2]};
}

Rotation<Expr> rotation_of(const Orientation& orientation) {
  const auto& q = orientation.quaternion;
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

Expr meets_ray(const Shape& shape, const Vector3<Expr>& point, const Vector3<Expr>& direction,
               double clearance) {
  Vector3<Expr> o = point - shape.at, u = direction;
  if (!shape.rotate.is_identity()) {
    const Rotation<Expr> turn = rotation_of(shape.rotate).inverse();
    o = turn * o;
    u = turn * u;
  }
  if (const auto* box = std::get_if<Box>(&shape.geometry)) {
    RayInterval inside = cross_slab(0.5 * box->size[0], o[0], u[0]);
    for (int i = 1; i < 3; ++i)
      inside = intersect(inside, cross_slab(0.5 * box->size[i], o[i], u[i]));
    return is_beyond(inside, clearance);
  }
  if (const auto* sphere = std::get_if<Sphere>(&shape.geometry))
    return is_beyond(cross_sphere(sphere->radius, o, u), clearance);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape.geometry))
    return is_beyond(
        cross_cylinder(cylinder->radius, cylinder->length, vector_of(cylinder->axis), o, u),
        clearance);
  if (const auto* capsule = std::get_if<Capsule>(&shape.geometry)) {
    const Vector3<Expr> axis = vector_of(capsule->axis);
    Expr meets = is_beyond(cross_cylinder(capsule->radius, capsule->length, axis, o, u), clearance);
    for (const double side : {-0.5, 0.5}) {
      const Vector3<Expr> from = o - side * capsule->length * axis;
      meets = logical_or(meets, is_beyond(cross_sphere(capsule->radius, from, u), clearance));
    }
    return meets;
  }
  return 0.0;
}

std::string Obstacles::add(Assembly& assembly, const std::string& body) {
  for (const SceneBody& candidate : assembly.scene().bodies) {
    if (candidate.name != body) continue;
    if (candidate.shapes.empty())
      return "'" + body + "' has no shapes and therefore hides no satellite";
    for (const Shape& shape : candidate.shapes)
      if (std::holds_alternative<Mesh>(shape.geometry))
        return "'" + body + "' has a mesh, which cannot hide satellites";
    bodies_.push_back({body, candidate.shapes});
    return {};
  }
  return "'" + body + "' is not a body";
}

Expr Obstacles::hide(const std::shared_ptr<Symbols>& symbols, const Vector3<Expr>& point,
                     const Vector3<Expr>& direction) const {
  Expr hides = 0.0;
  for (const Body& body : bodies_) {
    const detail::FrameMotion motion(symbols, body.name);
    const Rotation<Expr> to_body = motion.orientation().inverse();
    const Vector3<Expr> o = to_body * Vector3<Expr>(point - motion.vector(FrameOutput::position));
    const Vector3<Expr> u = to_body * direction;
    for (const Shape& shape : body.shapes)
      hides = logical_or(hides, meets_ray(shape, o, u, kClearance));
  }
  return hides;
}

}  // namespace holon
