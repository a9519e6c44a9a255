// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/kinematic_kernels.h"

#include "holon/base/errors.h"
#include "holon/mechanics/tree/tidy.h"

// From the world outward, with S q̇ the joint's motion:
//
//   pose           X_WC = X_WP X_PJ X_JC(q)
//   velocity       𝔳 = 𝔳_parent + S q̇
//   acceleration   field of the parent at the joint, + its motion with Coriolis' acceleration
//   reaction       𝔣 = M∘𝔞 + gyroscopic force − load + Σ 𝔣_child     (Newton, Euler)
//
// motors and fields of the parent shifted and rotated to the child as traced.h has it.

namespace holon::detail {

namespace {

Rotation<Expr> input_quaternion(KernelBuilder& k) {
  const Expr w = k.input("w"), x = k.input("x"), y = k.input("y"), z = k.input("z");
  return {w, x, y, z};
}

void append_quaternion(std::vector<Expr>& list, const Rotation<Expr>& R) {
  for (Expr e : {R.w(), R.x(), R.y(), R.z()}) list.push_back(e);
}

}  // namespace

Rotation<Expr> read_quaternion(Reader& constants) {
  const Expr w = constants.next();
  const Vector3<Expr> v = constants.next3();
  return {w, v[0], v[1], v[2]};
}

Transform<Expr> read_pose(Reader& constants) {
  const Vector3<Expr> p = constants.next3();
  return {tidy(read_quaternion(constants).to_matrix()), p};
}

std::vector<Expr> joint_constants(const Link& link) {
  std::vector<Expr> list;
  append_rotation(list, link);
  append(list, link.position);
  return list;
}

std::vector<Expr> rotation_quaternion(const Link& link) {
  std::vector<Expr> list;
  append_quaternion(list, link.rotation.quaternion);
  return list;
}

FunctionRef make_pose(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Matrix3<Expr> R = identity3<Expr>();
  Vector3<Expr> p;
  if (!shape.at_rest) {
    k.input_group("parent");
    R = k.input_matrix("R");
    p = k.input3("p");
  }
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);
  p += multiply(R, constants.next3());
  R = multiply(R, joint.R_PJ);
  p += multiply(R, joint.offset());
  R = multiply(R, joint.R_JC);
  k.output_group("R");
  for (int i = 0; i < 3; ++i) k.output_in_place(Vector3<Expr>(R.row(i).transpose()));
  k.output_group("p");
  k.output_in_place(p);
  return k.make("pose " + shape.text());
}

const FunctionRef& half_turn_function() {
  static const FunctionRef function = [] {
    KernelBuilder k;
    k.input_group("angle");
    const Expr half = 0.5 * k.input("angle");
    k.output_group("turn");
    k.output(cos(half));
    k.output(sin(half));
    return k.make("half turn");
  }();
  return function;
}

FunctionRef make_orientation(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Rotation<Expr> R;
  if (!shape.at_rest) {
    k.input_group("parent");
    R = input_quaternion(k);
  }
  k.input_group("joint");
  Rotation<Expr> own;
  if (shape.is_hinged()) {
    const Expr c = k.input("c"), s = k.input("s");
    Vector3<Expr> v;
    v[shape.axis] = shape.sign < 0 ? -s : s;
    own = {c, v[0], v[1], v[2]};
  } else if (shape.has_quaternion()) {
    own = input_quaternion(k);
  }
  Reader constants(kinds.trace(piece, k));
  R = R * read_quaternion(constants) * own;
  k.output_group("orientation");
  for (Expr e : {R.w(), R.x(), R.y(), R.z()}) k.output_in_place(e);
  return k.make("orientation " + shape.text());
}

FunctionRef make_velocity(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  VelocityMotor<Expr> V;
  if (!shape.at_rest) {
    k.input_group("parent");
    V = k.input_velocity();
  }
  TracedJoint joint(shape, k);
  k.input_group("v");
  const TracedRates rates(joint, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);
  V = joint.to_joint(V.shift(constants.next3()));
  const RelativeMotion motion = rates.motion();
  V.moment() += motion.translation;
  V = joint.to_child(V);
  V.resultant() += motion.rotation;
  k.output_group("omega");
  k.output_in_place(V.omega());
  k.output_group("v");
  k.output_in_place(V.v());
  return k.make("velocity " + shape.text());
}

FunctionRef make_acceleration(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  AccelerationField<Expr> field;
  if (!shape.at_rest) {
    k.input_group("parent");
    field = k.input_field();
  }
  TracedJoint joint(shape, k);
  k.input_group("v");
  const TracedRates rates(joint, k);
  k.input_group("vdot");
  const TracedRates changes(joint, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);
  const Vector3<Expr> position = constants.next3();
  const RelativeMotion v = rates.motion(), vdot = changes.motion();
  field = joint.to_joint(field.shift(position)).add_translation(v.translation, vdot.translation);
  field = joint.to_child(field).add_rotation(v.rotation, vdot.rotation);
  k.output_group("alpha");
  k.output_in_place(field.alpha);
  k.output_group("a");
  k.output_in_place(field.a);
  return k.make("acceleration " + shape.text());
}

FunctionRef make_frame_output(FrameOutput which, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Matrix3<Expr> R;
  Rotation<Expr> orientation;
  Vector3<Expr> p, v;
  AccelerationField<Expr> field;
  k.input_group("link");
  if (which == FrameOutput::orientation) {
    orientation = input_quaternion(k);
  } else if (which != FrameOutput::angular_velocity_body) {
    R = k.input_matrix("R");
  }
  const bool needs_omega = which == FrameOutput::velocity || which == FrameOutput::acceleration ||
                           which == FrameOutput::angular_velocity ||
                           which == FrameOutput::angular_velocity_body;
  if (which == FrameOutput::position) p = k.input3("p");
  if (needs_omega) field.omega = k.input3("omega");
  if (which == FrameOutput::velocity) v = k.input3("v");
  if (which == FrameOutput::acceleration || which == FrameOutput::angular_acceleration) {
    field.alpha = k.input3("alpha");
  }
  if (which == FrameOutput::acceleration) field.a = k.input3("a");
  Reader constants(kinds.trace(piece, k));
  const Vector3<Expr> r = constants.next3();
  const Rotation<Expr> R_LF = read_quaternion(constants);
  k.output_group("value");
  Vector3<Expr> value;
  switch (which) {
    case FrameOutput::orientation: {
      const Rotation<Expr> q = orientation * R_LF;
      for (Expr e : {q.w(), q.x(), q.y(), q.z()}) k.output(e);
      return k.make("frame orientation");
    }
    case FrameOutput::position: value = Transform<Expr>(R, p).apply_to_point(r); break;
    case FrameOutput::velocity:
      value = multiply(R, VelocityMotor<Expr>(field.omega, v).moment_at(r));
      break;
    case FrameOutput::acceleration: value = multiply(R, field.at(r)); break;
    case FrameOutput::angular_velocity: value = multiply(R, field.omega); break;
    case FrameOutput::angular_acceleration: value = multiply(R, field.alpha); break;
    case FrameOutput::angular_velocity_body:
      value = multiply_transposed(tidy(R_LF.to_matrix()), field.omega);
      break;
    case FrameOutput::specific_force: HOLON_CHECK(false, "a specific force is none of the link's");
  }
  k.output(value);
  return k.make("frame output");
}

std::vector<Expr> body_constants(const Link& link, const Vector3<Expr>& gravity) {
  std::vector<Expr> list;
  append(list, link.inertia);
  append(list, link.inertia.calc_differences());
  append(list, gravity);
  return list;
}

std::vector<Expr> reaction_constants(const Tree& tree, const Link& link,
                                     const Vector3<Expr>& gravity) {
  std::vector<Expr> list = body_constants(link, gravity);
  for (int c : link.children) append(list, tree.links[static_cast<std::size_t>(c)].position);
  append_rotation(list, link);
  return list;
}

namespace {

/// Motion of a link, for the force motor that its mass needs for it.
struct TracedNeed {
  Matrix3<Expr> R;
  AccelerationField<Expr> field;

  explicit TracedNeed(KernelBuilder& k) {
    k.input_group("link");
    R = k.input_matrix("R");
    field = k.input_field();
  }
  /// By body_constants; weight counts as an acceleration.
  ForceMotor<Expr> calc(Reader& constants) {
    const InertiaDyad<Expr> M = constants.next_inertia();
    const Vector3<Expr> differences = constants.next3();
    field.a -= multiply_transposed(R, constants.next3());
    return calc_force(M, field, differences);
  }
};

}  // namespace

FunctionRef make_body_wrench(const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  TracedNeed need(k);
  Reader constants(kinds.trace(piece, k));
  k.output_group("wrench");
  k.output_in_place(need.calc(constants));
  return k.make("body wrench");
}

FunctionRef make_reaction(const LinkShape& shape, int children, const Kinds& kinds,
                          std::size_t piece) {
  KernelBuilder k;
  TracedNeed need(k);
  ForceMotor<Expr> load;
  if (shape.has_load) {
    k.input_group("load");
    load = k.input_motor<ForceMotor<Expr>>("force", "torque");
  }
  std::vector<ForceMotor<Expr>> handed;
  for (int c = 0; c < children; ++c) {
    k.input_group("child" + std::to_string(c));
    handed.push_back(k.input_motor<ForceMotor<Expr>>("force", "torque"));
  }
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  ForceMotor<Expr> reaction = need.calc(constants) - load;
  for (const ForceMotor<Expr>& child : handed) reaction += child.shift_back(constants.next3());
  k.output_group("own");
  k.output_in_place(reaction);
  joint.read(constants);
  k.output_group("handed");
  k.output_in_place(joint.to_parent(reaction));
  return k.make("reaction " + shape.text() + std::to_string(children));
}

}  // namespace holon::detail
