// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

std::vector<ScrewMotor<Expr>> TracedJoint::screws() const {
  std::vector<RelativeMotion> motions;
  if (shape.is_straight()) {
    motions.push_back(motion_at(signed_by(1.0)));
  } else {
    for (int i = 0; i < 3 && shape.has_quaternion(); ++i) motions.emplace_back().rotation[i] = 1.0;
    for (int i = 0; i < 3 && shape.has_place(); ++i) motions.emplace_back().translation[i] = 1.0;
  }
  std::vector<ScrewMotor<Expr>> screws;
  for (const RelativeMotion& motion : motions) {
    screws.emplace_back(motion.rotation, R_JC.apply_inverse(motion.translation));
  }
  return screws;
}

void append(std::vector<Expr>& list, const Vector3<Expr>& v) {
  for (int k = 0; k < 3; ++k) list.push_back(v[k]);
}

void append(std::vector<Expr>& list, const InertiaDyad<Expr>& M, bool has_theta) {
  list.push_back(M.mass());
  append(list, M.first_moment());
  if (has_theta) append(list, M.theta().entries());
}

void append_modal(std::vector<Expr>& list, const Link& link) {
  if (!link.modal) return;
  append(list, link.modal->M.entries());
  for (int i = 0; i < 3; ++i) append(list, Vector3<Expr>(link.modal->H.row(i).transpose()));
  append(list, link.modal->J.entries());
}

ForceMotor<Expr> calc_need(const InertiaDyad<Expr>& M,
                           const std::optional<ArticulatedInertia<Expr>>& modal,
                           const AccelerationField<Expr>& field, const Vector3<Expr>& differences) {
  ForceMotor<Expr> need = calc_force(M, field, differences);
  if (modal) need += *modal * AccelerationMotor<Expr>(field.alpha, field.a);
  return need;
}

void append_rotation(std::vector<Expr>& list, const Link& link) {
  const FactoredRotation<Expr>& rotation = link.rotation.factored;
  for (const AxisRotation<Expr>& factor : rotation.factors()) {
    list.push_back(factor.cosine());
    list.push_back(factor.sine());
  }
  if (rotation.matrix()) {
    for (int i = 0; i < 3; ++i) {
      append(list, Vector3<Expr>(rotation.matrix()->row(i).transpose()));
    }
  }
  if (link.type == JointType::screw) list.push_back(link.pitch);
}

const FunctionRef& turn_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("angle");
    const Expr angle = k.input("angle");
    k.output_group("turn");
    k.output(cos(angle));
    k.output(sin(angle));
    return k.make("turn");
  }();
  return function;
}

const FunctionRef& attitude_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("orientation");
    const Expr w = k.input("w"), x = k.input("x"), y = k.input("y"), z = k.input("z");
    // Divided by the square of the norm, so that it is a rotation whatever the norm has become
    // within a step.
    const Expr two = 2.0 / ((w * w + x * x) + (y * y + z * z));
    const Expr x2 = two * x, y2 = two * y, z2 = two * z;
    const Expr wx = w * x2, wy = w * y2, wz = w * z2;
    const Expr xx = x * x2, xy = x * y2, xz = x * z2, yy = y * y2, yz = y * z2, zz = z * z2;
    k.output_group("R");
    for (Expr e : {1.0 - (yy + zz), xy - wz, xz + wy,  //
                   xy + wz, 1.0 - (xx + zz), yz - wx,  //
                   xz - wy, yz + wx, 1.0 - (xx + yy)}) {
      k.output(e);
    }
    return k.make("attitude");
  }();
  return function;
}

const FunctionRef& quaternion_rate_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("orientation");
    const Expr w = k.input("w"), x = k.input("x"), y = k.input("y"), z = k.input("z");
    k.input_group("omega");
    const Vector4<Expr> rate =
        Rotation<Expr>(w, x, y, z).calc_derivative_from_body_rate(k.input3("omega"));
    k.output_group("rate");
    for (int i = 0; i < 4; ++i) k.output(rate[i]);
    return k.make("quaternion rate");
  }();
  return function;
}

const FunctionRef& relative_orientation_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    const auto read = [&](const char* group) {
      k.input_group(group);
      const Expr w = k.input("w"), x = k.input("x"), y = k.input("y"), z = k.input("z");
      return Rotation<Expr>(w, x, y, z);
    };
    const Rotation<Expr> from = read("from"), to = read("to");
    const Vector4<Expr> q = (from.inverse() * to).coefficients();
    k.output_group("orientation");
    for (int i = 0; i < 4; ++i) k.output(q[i]);
    return k.make("relative orientation");
  }();
  return function;
}

void append_joint(std::vector<Expr>& list, const LinkShape& shape, const LinkState& state,
                  const std::vector<Expr>& attitude) {
  list.insert(list.end(), attitude.begin(), attitude.end());
  const auto skip = shape.has_quaternion() ? 4 : 0;
  list.insert(list.end(), state.q.begin() + skip, state.q.end());
}

std::vector<Expr> calc_attitude(const LinkShape& shape, const LinkState& state) {
  if (shape.is_hinged()) return call(turn_function(), state.q);
  if (shape.has_quaternion()) {
    return call(attitude_function(), std::span(state.q).first(4));
  }
  return {};
}

}  // namespace holon::detail
