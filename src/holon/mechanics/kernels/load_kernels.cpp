// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/load_kernels.h"

#include "holon/mechanics/kernels/kinematic_kernels.h"
#include "holon/spatial/screw_motion.h"

namespace holon::detail {

namespace {

constexpr const char* kEndNames[] = {"first", "second"};

Vector3<Expr> weighted(const Vector3<Expr>& c, const Vector3<Expr>& x) {
  return {c[0] * x[0], c[1] * x[1], c[2] * x[2]};
}

/// The load on a link so far.
ForceMotor<Expr> input_loads(KernelBuilder& k) {
  k.input_group("loads");
  return k.input_force();
}

FunctionRef make_sum_of(KernelBuilder& k, const ForceMotor<Expr>& loads,
                        const ForceMotor<Expr>& more, const std::string& name) {
  k.output_group("loads");
  k.output_in_place(loads + more);
  return k.make(name);
}

/// Poses of the links that the two ends are on; at rest where an end is on none.
std::array<Transform<Expr>, 2> input_poses(KernelBuilder& k, const OnLinks& on) {
  std::array<Transform<Expr>, 2> poses;
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    const Matrix3<Expr> R = k.input_matrix("R");
    poses[e] = {R, k.input3("p")};
  }
  return poses;
}

}  // namespace

std::string text_of(const OnLinks& on) { return {on[0] ? 'l' : 'w', on[1] ? 'l' : 'w'}; }

FunctionRef make_load(LoadAxes axes, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const ForceMotor<Expr> loads = input_loads(k);
  Matrix3<Expr> R, R_axes;
  if (axes != LoadAxes::same_link) {
    k.input_group("link");
    R = k.input_matrix("R");
  }
  if (axes == LoadAxes::other_link) {
    k.input_group("axes");
    R_axes = k.input_matrix("A");
  }
  k.input_group("wrench");
  ForceMotor<Expr> F = k.input_motor<ForceMotor<Expr>>("force", "torque");
  Reader constants(kinds.trace(piece, k));
  const Transform<Expr> X = read_pose(constants);
  F = F.rotate(X.matrix());
  if (axes == LoadAxes::other_link) F = F.rotate(R_axes);
  if (axes != LoadAxes::same_link) F = F.rotate_back(R);
  return make_sum_of(k, loads, F.shift_back(X.translation()), "load");
}

// --- pulls ---------------------------------------------------------------------------------------

FunctionRef make_line(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const std::array<Transform<Expr>, 2> poses = input_poses(k, on);
  Reader constants(kinds.trace(piece, k));
  std::array<Vector3<Expr>, 2> point;
  for (std::size_t e = 0; e < 2; ++e) point[e] = poses[e].apply_to_point(constants.next3());
  const Vector3<Expr> between = point[1] - point[0];
  const Expr square = dot(between, between);
  const Expr apart = less(0.0, square);
  const Expr length = select(apart, sqrt(square), 0.0);
  const Vector3<Expr> direction = select(apart, 1.0 / length, 0.0) * between;
  k.output_group("length");
  k.output_in_place(length);
  for (std::size_t e = 0; e < 2; ++e) {
    k.output_group(kEndNames[e]);
    k.output_in_place(poses[e].apply_inverse_to_vector(direction));
  }
  return k.make("line " + text_of(on));
}

FunctionRef make_line_rate(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  std::array<Vector3<Expr>, 2> direction;
  std::array<VelocityMotor<Expr>, 2> V;
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    direction[e] = k.input3("direction");
    V[e] = k.input_velocity();
  }
  Reader constants(kinds.trace(piece, k));
  // The power of a unit force along the line.
  std::array<Expr, 2> along;
  for (std::size_t e = 0; e < 2; ++e) {
    along[e] = dot(ForceMotor<Expr>::at_point(constants.next3(), direction[e]), V[e]);
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
  const ForceMotor<Expr> loads = input_loads(k);
  k.input_group("pull");
  const Expr tension = k.input("tension");
  const Vector3<Expr> direction = k.input3("direction");
  Reader constants(kinds.trace(piece, k));
  const Vector3<Expr> force = (is_first ? tension : -tension) * direction;
  return make_sum_of(k, loads, ForceMotor<Expr>::at_point(constants.next3(), force), "pull");
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
  std::array<Transform<Expr>, 2> X = input_poses(k, on);
  Reader constants(kinds.trace(piece, k));
  for (Transform<Expr>& pose : X) pose = pose * read_pose(constants);
  const Vector3<Expr> p = X[0].apply_inverse_to_vector(X[1].translation() - X[0].translation());
  const Matrix3<Expr> R_12 = multiply(transpose(X[0].matrix()), X[1].matrix());
  const Matrix3<Expr> R_21 = transpose(R_12);
  const auto screw_to = [&](const Vector3<Expr>& y) { return logarithm(Transform<Expr>(R_21, y)); };
  const Vector3<Expr> phi = -screw_to({0.0, 0.0, 0.0}).resultant();
  const Vector3<Expr> force = -weighted(constants.next3(), p);
  // Jᵀ y is the moment of the screw that leads to (R⁻¹, y), see screw_motion.h.
  const Vector3<Expr> moment = screw_to(weighted(constants.next3(), phi)).moment();
  k.output_group("place");
  k.output_in_place(p);
  k.output_in_place(phi);
  k.output_group("spring");
  k.output_in_place(force);
  k.output_in_place(Vector3<Expr>(-moment));
  return k.make("bushing spring " + text_of(on));
}

FunctionRef make_bushing_damper(const OnLinks& on, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  std::array<Matrix3<Expr>, 2> R{identity3<Expr>(), identity3<Expr>()};
  std::array<VelocityMotor<Expr>, 2> V;
  for (std::size_t e = 0; e < 2; ++e) {
    if (!on[e]) continue;
    k.input_group(kEndNames[e]);
    R[e] = k.input_matrix("R");
    V[e] = k.input_velocity();
  }
  k.input_group("place");
  const Vector3<Expr> p = k.input3("p");
  Reader constants(kinds.trace(piece, k));
  const Transform<Expr> X_1 = read_pose(constants), X_2 = read_pose(constants);
  // Of the first body's material at the second frame's origin, and of the second's: in world axes.
  const VelocityMotor<Expr> V_1 = V[0].shift(X_1.apply_to_point(p)).rotate(R[0]);
  const VelocityMotor<Expr> V_2 = V[1].shift(X_2.translation()).rotate(R[1]);
  const VelocityMotor<Expr> against = (V_2 - V_1).rotate_back(multiply(R[0], X_1.matrix()));
  k.output_group("rates");
  k.output_in_place(against.v());
  k.output_in_place(against.omega());
  k.output_group("damper");
  k.output_in_place(Vector3<Expr>(-weighted(constants.next3(), against.v())));
  k.output_in_place(Vector3<Expr>(-weighted(constants.next3(), against.omega())));
  return k.make("bushing damper " + text_of(on));
}

FunctionRef make_bushing_load(bool is_first, bool damped, const OnLinks& on, const Kinds& kinds,
                              std::size_t piece) {
  KernelBuilder k;
  const ForceMotor<Expr> loads = input_loads(k);
  ForceMotor<Expr> F;  // on the second frame, in the first one's axes
  for (const char* name : {"spring", "damper"}) {
    if (std::string(name) == "damper" && !damped) continue;
    k.input_group(name);
    F += k.input_motor<ForceMotor<Expr>>("force", "torque");
  }
  Vector3<Expr> p;
  std::array<Matrix3<Expr>, 2> R{identity3<Expr>(), identity3<Expr>()};
  if (is_first) {
    k.input_group("place");
    p = k.input3("p");
  } else {
    for (std::size_t e = 0; e < 2; ++e) {
      if (!on[e]) continue;
      k.input_group(kEndNames[e]);
      R[e] = k.input_matrix("R");
    }
  }
  Reader constants(kinds.trace(piece, k));
  const Transform<Expr> X_1 = read_pose(constants), X_2 = read_pose(constants);
  F = F.rotate(X_1.matrix());
  if (is_first) {
    return make_sum_of(k, loads, (-F).shift_back(X_1.apply_to_point(p)), "bushing, first");
  }
  F = F.rotate(R[0]).rotate_back(R[1]);
  return make_sum_of(k, loads, F.shift_back(X_2.translation()), "bushing, second");
}

FunctionRef make_quadratic_sum(double scale, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("sum");
  Expr sum = k.input("sum");
  k.input_group("vectors");
  const Vector3<Expr> x = k.input3("x"), y = k.input3("y");
  Reader constants(kinds.trace(piece, k));
  const Vector3<Expr> cx = constants.next3(), cy = constants.next3();
  k.output_group("sum");
  k.output(sum + scale * (dot(weighted(cx, x), x) + dot(weighted(cy, y), y)));
  return k.make("quadratic sum");
}

}  // namespace holon::detail
