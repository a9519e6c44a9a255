// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Two boxes that touch at corners and edges. Each of the 8 + 8 corners and each of the 144 pairs of
// edges is a point with the gap g, the normal n and the velocity v of the second box against the
// first there; δ = max(0, −g),
//
//   N = max(0, k δ (1 − c v·n)),   T = −μ N u/√(u² + s²),   u = v − (v·n) n,
//
// with the stored energy k δ²/2, whose slope is k δ: the gap is a distance, so that dg/dt = v·n.
// The law of a point is one function, called for each of them.
//
// Where points are constraints there are fewer of them: edges of the two faces that are opposite
// to each other. The direction from box to box is that of their nearest points, found by
// alternating projections (W. Cheney, A. A. Goldstein, Proc. Amer. Math. Soc. 10 (1959) 448); some
// steps are enough to choose faces. An edge on which the other box may touch belongs to the face
// that is turned most towards the latter. As long as a pair of edges touches, the faces stay.
#include "holon/mechanics/contact/box_contact.h"

#include <memory>

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/mechanics/contact/nearest_point.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

/// Takes numbers off a list.
class NumberReader {
 public:
  explicit NumberReader(std::span<const Expr> list) : list_(list) {}
  Expr number() { return list_[at_++]; }
  Vector3<Expr> vector() {
    const Vector3<Expr> v(list_[at_], list_[at_ + 1], list_[at_ + 2]);
    at_ += 3;
    return v;
  }

 private:
  std::span<const Expr> list_;
  std::size_t at_ = 0;
};

std::vector<Expr> list_motion(const BoxMotion& m, const BoxLaw& law) {
  std::vector<Expr> list;
  for (const Vector3<Expr>* v :
       {&m.position_1, &m.velocity_1, &m.spin_1, &m.position_2, &m.velocity_2, &m.spin_2})
    append(list, *v);
  for (const Expr& e : {law.stiffness, law.dissipation, law.friction, law.slip_speed})
    list.push_back(e);
  return list;
}

constexpr int kMotionSize = 22, kTouchSize = 7, kEdgesSize = 15;

/// What one point does: gap, 1 while it touches, N, force, friction, torques, energy, loss.
std::vector<Expr> calc_point(const TouchPoint& touch, NumberReader& in) {
  const Vector3<Expr> x_1 = in.vector(), v_1 = in.vector(), w_1 = in.vector();
  const Vector3<Expr> x_2 = in.vector(), v_2 = in.vector(), w_2 = in.vector();
  const Expr k = in.number(), c = in.number(), mu = in.number(), slow = in.number();
  const Vector3<Expr>& n = touch.normal;
  const Vector3<Expr> arm_1 = touch.point - x_1, arm_2 = touch.point - x_2;
  const Vector3<Expr> v = v_2 + cross(w_2, arm_2) - v_1 - cross(w_1, arm_1);
  const Expr depth = max(0.0, -touch.gap), leaving = dot(v, n);
  const Expr spring = k * depth;
  const Expr N = max(0.0, spring * (1.0 - c * leaving));
  const Vector3<Expr> u = v - leaving * n;
  const Vector3<Expr> T = (-mu * N / sqrt(dot(u, u) + square(slow))) * u;
  const Vector3<Expr> force = N * n + T;
  std::vector<Expr> out{touch.gap, less(touch.gap, 0.0), N};
  append(out, force);
  append(out, T);
  append(out, Vector3<Expr>(-cross(arm_1, force)));
  append(out, cross(arm_2, force));
  out.push_back(0.5 * spring * depth);
  out.push_back((spring - N) * leaving - dot(T, v));
  return out;
}

void add_point_forces(BoxForces& sum, const std::vector<Expr>& point, bool is_first) {
  NumberReader out(point);
  const Expr gap = out.number();
  sum.gap = is_first ? gap : min(sum.gap, gap);
  sum.count += out.number();
  sum.normal_force += out.number();
  sum.force += out.vector();
  sum.friction += out.vector();
  sum.first_torque += out.vector();
  sum.second_torque += out.vector();
  sum.energy += out.number();
  sum.loss += out.number();
}

}  // namespace

BoxForces add_box_forces(const Box& first, const Box& second, const Expr& rounding,
                         const ShapePose& X_1, const ShapePose& X_2, const BoxMotion& motion,
                         const BoxLaw& law) {
  const auto graph = std::make_shared<Graph>();
  const auto make = [&](const char* name, int size, auto&& touch) {
    const std::vector<Expr> x = graph->symbols(name, size + kMotionSize);
    NumberReader in(x);
    const TouchPoint at = touch(in);
    return Function::make(name, graph, {{"x", x}}, {{"y", calc_point(at, in)}});
  };
  const FunctionRef corner = make("corner of a box", kTouchSize, [](NumberReader& in) {
    TouchPoint touch;
    touch.gap = in.number();
    touch.normal = in.vector();
    touch.point = in.vector();
    return touch;
  });
  const FunctionRef edges = make("edges of boxes", kEdgesSize, [](NumberReader& in) {
    ShapeEdge a, b;
    for (ShapeEdge* edge : {&a, &b}) {
      edge->centre = in.vector();
      edge->direction = in.vector();
      edge->half = in.number();
    }
    a.radius = b.radius = in.number();
    return touch_edges(a, b);
  });
  const std::vector<Expr> common = list_motion(motion, law);
  BoxForces sum;
  bool is_first = true;
  const auto add = [&](const FunctionRef& function, std::vector<Expr> x) {
    append(x, common);
    add_point_forces(sum, call(function, x), is_first);
    is_first = false;
  };
  for (const TouchPoint& touch : touch_corners(first, second, rounding, X_1, X_2)) {
    std::vector<Expr> x{touch.gap};
    append(x, touch.normal);
    append(x, touch.point);
    add(corner, std::move(x));
  }
  const std::vector<ShapeEdge> others = find_edges(second, X_2, rounding);
  for (const ShapeEdge& a : find_edges(first, X_1, rounding)) {
    for (const ShapeEdge& b : others) {
      std::vector<Expr> x;
      for (const ShapeEdge* edge : {&a, &b}) {
        append(x, edge->centre);
        append(x, edge->direction);
        x.push_back(edge->half);
      }
      x.push_back(rounding);
      add(edges, std::move(x));
    }
  }
  return sum;
}

namespace {

constexpr int kProjections = 8;
// Of the alignment of the best face: below it a face is given up.
constexpr double kGoodFace = 0.9;

Vector3<Expr> project_onto_box(const Box& core, const ShapePose& X, const Vector3<Expr>& point) {
  Vector3<Expr> p = X.orientation.inverse() * Vector3<Expr>(point - X.position);
  for (int i = 0; i < 3; ++i) p[i] = clamp_to(p[i], 0.5 * core.size[i]);
  return X.position + X.orientation * p;
}

Vector3<Expr> vector_along(int axis, const Expr& length) {
  Vector3<Expr> v{0.0, 0.0, 0.0};
  v[axis] = length;
  return v;
}

}  // namespace

BoxFaces find_facing(const Box& first, const Box& second, const Expr& rounding,
                     const ShapePose& X_1, const ShapePose& X_2,
                     const std::array<Expr, 2>& current) {
  const Box core_1 = core_of(first, rounding), core_2 = core_of(second, rounding);
  Vector3<Expr> on_first = project_onto_box(core_1, X_1, X_2.position), on_second = X_2.position;
  for (int i = 0; i < kProjections; ++i) {
    on_second = project_onto_box(core_2, X_2, on_first);
    on_first = project_onto_box(core_1, X_1, on_second);
  }
  const Vector3<Expr> apart = on_second - on_first;
  constexpr double kTouching = 1e-24;  // [m²] of the square of the distance
  const Vector3<Expr> n = (1.0 / sqrt(max(dot(apart, apart), kTouching))) * apart;
  BoxFaces faces;
  for (const bool is_second : {false, true}) {
    const Vector3<Expr> towards =
        (is_second ? X_2 : X_1).orientation.inverse() * Vector3<Expr>(is_second ? -n : n);
    const Expr face = current[is_second ? 1 : 0];
    Expr best = 0.0, best_alignment = -towards[0], alignment = 0.0;
    for (int k = 0; k < 6; ++k) {
      const Expr it = k % 2 == 0 ? -towards[k / 2] : towards[k / 2];
      best = select(less(best_alignment, it), static_cast<double>(k), best);
      best_alignment = max(best_alignment, it);
      alignment = select(equal(face, static_cast<double>(k)), it, alignment);
    }
    faces.best[is_second ? 1 : 0] = best;
    faces.handicap[is_second ? 1 : 0] = kGoodFace * best_alignment - alignment;
  }
  return faces;
}

std::vector<ShapeEdge> find_edges_of_face(const Box& box, const ShapePose& X, const Expr& rounding,
                                          const Expr& face) {
  const Box core = core_of(box, rounding);
  std::vector<ShapeEdge> edges;
  for (int number = 0; number < 4; ++number) {
    Vector3<Expr> middle{0.0, 0.0, 0.0}, direction{0.0, 0.0, 0.0};
    Expr half = 0.0;
    for (int k = 0; k < 6; ++k) {
      const int axis = k / 2, along = (axis + 1 + number / 2) % 3, across = 3 - axis - along;
      const Expr is_it = equal(face, static_cast<double>(k));
      const Vector3<Expr> at =
          vector_along(axis, (k % 2 == 0 ? -0.5 : 0.5) * core.size[axis]) +
          vector_along(across, (number % 2 == 0 ? -0.5 : 0.5) * core.size[across]);
      const Vector3<Expr> to = vector_along(along, 1.0);
      for (int i = 0; i < 3; ++i) {
        middle[i] = select(is_it, at[i], middle[i]);
        direction[i] = select(is_it, to[i], direction[i]);
      }
      half = select(is_it, 0.5 * core.size[along], half);
    }
    edges.push_back(
        {X.position + X.orientation * middle, X.orientation * direction, half, rounding});
  }
  return edges;
}

}  // namespace holon::detail
