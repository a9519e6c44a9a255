// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/load_kernels.h"

#include "holon/mechanics/kernels/kinematic_kernels.h"
#include "holon/spatial/screw_motion.h"

namespace holon::detail {

namespace {

constexpr Rows kIdentity{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
constexpr const char* kEndNames[] = {"first", "second"};

Triple<Expr> weighted(const Triple<Expr>& c, const Triple<Expr>& x) {
  return {c[0] * x[0], c[1] * x[1], c[2] * x[2]};
}

Rows product_of(const Rows& A, const Rows& B) {
  Rows C;
  for (int i = 0; i < 3; ++i) C[i] = transposed_times(B, A[i]);
  return C;
}

Rows transposed(const Rows& A) {
  return {{{A[0][0], A[1][0], A[2][0]}, {A[0][1], A[1][1], A[2][1]}, {A[0][2], A[1][2], A[2][2]}}};
}

/// A force and its moment, and what came before.
struct TracedLoads {
  Triple<Expr> force, moment;

  explicit TracedLoads(KernelBuilder& k) {
    k.input_group("loads");
    force = k.input3("force");
    moment = k.input3("moment");
  }
  FunctionRef add(KernelBuilder& k, const Triple<Expr>& f, const Triple<Expr>& n,
                  const std::string& name) {
    k.output_group("loads");
    k.output_in_place(plus(force, f));
    k.output_in_place(plus(moment, n));
    return k.make(name);
  }
};

struct TracedPlace {
  Triple<Expr> r;
  Rows Q;
  explicit TracedPlace(Reader& constants)
      : r(constants.next3()), Q(rows_of(read_quaternion(constants))) {}
};

struct EndPoses {
  std::array<Rows, 2> R{kIdentity, kIdentity};
  std::array<Triple<Expr>, 2> point{};
};

/// Poses of the links that the two ends are on; at rest where an end is on none.
EndPoses input_poses(KernelBuilder& k, const OnLinks& on) {
  EndPoses poses;
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    poses.R[e] = input_rows(k, "R");
    poses.point[e] = k.input3("p");
  }
  return poses;
}

}  // namespace

std::string text_of(const OnLinks& on) { return {on[0] ? 'l' : 'w', on[1] ? 'l' : 'w'}; }

FunctionRef make_load(LoadAxes axes, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  TracedLoads loads(k);
  Rows R{}, R_axes{};
  if (axes != LoadAxes::same_link) {
    k.input_group("link");
    R = input_rows(k, "R");
  }
  if (axes == LoadAxes::other_link) {
    k.input_group("axes");
    R_axes = input_rows(k, "A");
  }
  k.input_group("wrench");
  Triple<Expr> force = k.input3("force"), torque = k.input3("torque");
  Reader constants(kinds.trace(piece, k));
  const TracedPlace place(constants);
  for (Triple<Expr>* v : {&force, &torque}) {
    *v = times(place.Q, *v);
    if (axes == LoadAxes::other_link) *v = times(R_axes, *v);
    if (axes != LoadAxes::same_link) *v = transposed_times(R, *v);
  }
  return loads.add(k, force, plus(torque, cross(place.r, force)), "load");
}

// --- pulls ---------------------------------------------------------------------------------------

FunctionRef make_line(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  auto [R, point] = input_poses(k, on);
  Reader constants(kinds.trace(piece, k));
  for (std::size_t e = 0; e < 2; ++e) point[e] = plus(point[e], times(R[e], constants.next3()));
  const Triple<Expr> way = minus(point[1], point[0]);
  const Expr square = inner(way, way);
  const Expr apart = less(0.0, square);
  const Expr length = select(apart, sqrt(square), 0.0);
  const Triple<Expr> direction = scaled(select(apart, 1.0 / length, 0.0), way);
  k.output_group("length");
  k.output_in_place(length);
  for (std::size_t e = 0; e < 2; ++e) {
    k.output_group(kEndNames[e]);
    k.output_in_place(transposed_times(R[e], direction));
  }
  return k.make("line " + text_of(on));
}

FunctionRef make_line_rate(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  std::array<Triple<Expr>, 2> direction{}, w{}, v{};
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    direction[e] = k.input3("direction");
    w[e] = k.input3("omega");
    v[e] = k.input3("v");
  }
  Reader constants(kinds.trace(piece, k));
  std::array<Expr, 2> along;
  for (std::size_t e = 0; e < 2; ++e) {
    along[e] = inner(direction[e], v[e]) + inner(w[e], cross(constants.next3(), direction[e]));
  }
  k.output_group("rate");
  k.output(along[1] - along[0]);
  return k.make("line rate " + text_of(on));
}

FunctionRef make_tension(bool slack, bool damped, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("line");
  const Expr length = k.input("length");
  const Expr rate = damped ? k.input("rate") : Expr(0.0);
  Reader constants(kinds.trace(piece, k));
  const Expr stiffness = constants.next(), rest = constants.next(), damping = constants.next(),
             force = constants.next();
  const Expr stretch = length - rest, drag = damping * rate;
  Expr tension = force + stiffness * stretch + drag;
  if (slack) tension = select(relation(stretch), max(0.0, tension), 0.0);
  k.output_group("tension");
  k.output(tension);
  return k.make(slack ? "cable" : "tension");
}

FunctionRef make_pull_load(bool is_first, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  TracedLoads loads(k);
  k.input_group("pull");
  const Expr tension = k.input("tension");
  const Triple<Expr> direction = k.input3("direction");
  Reader constants(kinds.trace(piece, k));
  const Triple<Expr> f = scaled(is_first ? tension : -tension, direction);
  return loads.add(k, f, cross(constants.next3(), f), "pull");
}

FunctionRef make_pull_energy(bool slack, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  const Expr sum = k.input("sum");
  k.input_group("line");
  const Expr length = k.input("length");
  Reader constants(kinds.trace(piece, k));
  const Expr stiffness = constants.next();
  Expr stretch = length - constants.next();
  if (slack) stretch = max(0.0, stretch);
  k.output_group("sum");
  k.output(sum + 0.5 * stiffness * square(stretch));
  return k.make("pull energy");
}

FunctionRef make_pull_loss(bool slack, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  const Expr sum = k.input("sum");
  k.input_group("line");
  const Expr length = k.input("length"), rate = k.input("rate"), tension = k.input("tension");
  Reader constants(kinds.trace(piece, k));
  const Expr stiffness = constants.next(), rest = constants.next(), damping = constants.next();
  k.output_group("sum");
  // What a cable loses as it falls slack faster than it contracts is lost too.
  k.output(slack ? sum + (tension - stiffness * max(0.0, length - rest)) * rate
                 : sum + damping * square(rate));
  return k.make("pull loss");
}

// --- bushings ------------------------------------------------------------------------------------

FunctionRef make_bushing_spring(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  auto [R, point] = input_poses(k, on);
  Reader constants(kinds.trace(piece, k));
  for (std::size_t e = 0; e < 2; ++e) {
    const TracedPlace place(constants);
    point[e] = plus(point[e], times(R[e], place.r));
    R[e] = product_of(R[e], place.Q);
  }
  const Triple<Expr> p = transposed_times(R[0], minus(point[1], point[0]));
  const Rows R_12 = product_of(transposed(R[0]), R[1]);
  Matrix3<Expr> R_21;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) R_21(j, i) = R_12[i][j];
  }
  const auto twist_of = [&](const Triple<Expr>& y) {
    return logarithm(Transform<Expr>(R_21, Vector3<Expr>(y[0], y[1], y[2])));
  };
  const Vector3<Expr> back = twist_of({}).resultant();
  const Triple<Expr> phi{-back[0], -back[1], -back[2]};
  const Triple<Expr> force = scaled(-1.0, weighted(constants.next3(), p));
  // Jᵀ y is the moment of the screw that leads to (R⁻¹, y), see screw_motion.h.
  const Vector3<Expr> moment = twist_of(weighted(constants.next3(), phi)).moment();
  k.output_group("place");
  k.output_in_place(p);
  k.output_in_place(phi);
  k.output_group("spring");
  k.output_in_place(force);
  k.output_in_place({-moment[0], -moment[1], -moment[2]});
  return k.make("bushing spring " + text_of(on));
}

FunctionRef make_bushing_damper(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  std::array<Rows, 2> R{kIdentity, kIdentity};
  std::array<Triple<Expr>, 2> w{}, v{};
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    R[e] = input_rows(k, "R");
    w[e] = k.input3("omega");
    v[e] = k.input3("v");
  }
  k.input_group("place");
  const Triple<Expr> p = k.input3("p");
  Reader constants(kinds.trace(piece, k));
  const TracedPlace first(constants), second(constants);
  // The first body's material at the second frame's origin, and the second's: in world axes.
  const Triple<Expr> lever = plus(first.r, times(first.Q, p));
  const Triple<Expr> v1 = times(R[0], plus(v[0], cross(w[0], lever)));
  const Triple<Expr> v2 = times(R[1], plus(v[1], cross(w[1], second.r)));
  const Rows R_1 = product_of(R[0], first.Q);
  const Triple<Expr> velocity = transposed_times(R_1, minus(v2, v1));
  const Triple<Expr> spin = transposed_times(R_1, minus(times(R[1], w[1]), times(R[0], w[0])));
  k.output_group("rates");
  k.output_in_place(velocity);
  k.output_in_place(spin);
  k.output_group("damper");
  k.output_in_place(scaled(-1.0, weighted(constants.next3(), velocity)));
  k.output_in_place(scaled(-1.0, weighted(constants.next3(), spin)));
  return k.make("bushing damper " + text_of(on));
}

FunctionRef make_bushing_load(bool is_first, bool damped, const OnLinks& on, const Kinds& kinds,
                              std::size_t piece) {
  KernelBuilder k;
  TracedLoads loads(k);
  Triple<Expr> force{}, torque{};
  for (const char* name : {"spring", "damper"}) {
    if (std::string(name) == "damper" && !damped) continue;
    k.input_group(name);
    force = plus(force, k.input3("force"));
    torque = plus(torque, k.input3("torque"));
  }
  Triple<Expr> p{};
  std::array<Rows, 2> R{kIdentity, kIdentity};
  if (is_first) {
    k.input_group("place");
    p = k.input3("p");
  } else {
    for (std::size_t e = 0; e < 2; ++e) {
      if (!on[e]) continue;
      k.input_group(kEndNames[e]);
      R[e] = input_rows(k, "R");
    }
  }
  Reader constants(kinds.trace(piece, k));
  const TracedPlace first(constants), second(constants);
  Triple<Expr> f = times(first.Q, force), n = times(first.Q, torque);
  if (is_first) {
    f = scaled(-1.0, f);
    const Triple<Expr> lever = plus(first.r, times(first.Q, p));
    return loads.add(k, f, plus(scaled(-1.0, n), cross(lever, f)), "bushing, first");
  }
  for (Triple<Expr>* x : {&f, &n}) *x = transposed_times(R[1], times(R[0], *x));
  return loads.add(k, f, plus(n, cross(second.r, f)), "bushing, second");
}

FunctionRef make_quadratic_sum(double scale, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  Expr sum = k.input("sum");
  k.input_group("vectors");
  const Triple<Expr> x = k.input3("x"), y = k.input3("y");
  Reader constants(kinds.trace(piece, k));
  const Triple<Expr> cx = constants.next3(), cy = constants.next3();
  k.output_group("sum");
  k.output(sum + scale * (inner(weighted(cx, x), x) + inner(weighted(cy, y), y)));
  return k.make("quadratic sum");
}

}  // namespace holon::detail
