// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/inverse_kernels.h"

// Inverse dynamics and composite bodies, in motor calculus (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, ch. 5 and 6):
//
//   wrench      𝔣_parent = 𝔣 + Σ 𝔣_child               shifted and rotated to the parent
//   projection  τ_i = (S_i, 𝔣)
//   composite   M_parent = M + Σ M_child
//   columns     𝔣_i = M∘S_i,   so that the mass matrix has the entries (S_j, 𝔣_i)
//   jacobian    S_i, in world axes at a point

namespace holon::detail {

namespace {

InertiaDyad<Expr> input_inertia(KernelBuilder& k, const char* name) {
  k.input_group(name);
  const Expr mass = k.input("mass");
  const Vector3<Expr> first_moment = k.input3("first_moment");
  SymmetricMatrix3<Expr> theta;
  for (std::size_t e = 0; e < 6; ++e) theta.entries()[e] = k.input("theta" + std::to_string(e));
  return {mass, first_moment, theta};
}

}  // namespace

std::vector<Expr> pass_constants(const Link& link) {
  std::vector<Expr> list;
  append_rotation(list, link);
  append(list, link.position);
  return list;
}

std::vector<Expr> motion_constants(const Link& link) {
  if (link.type == JointType::screw) return {link.pitch};
  return {};
}

FunctionRef make_wrench_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("parent");
  const ForceMotor<Expr> parent = k.input_force();
  k.input_group("own");
  const ForceMotor<Expr> own = k.input_force();
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);
  k.output_group("parent");
  k.output_in_place(parent + joint.to_parent(own).shift_back(constants.next3()));
  return k.make("wrench pass " + shape.text());
}

FunctionRef make_inertia_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const InertiaDyad<Expr> parent = input_inertia(k, "parent"), own = input_inertia(k, "own");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);
  const InertiaDyad<Expr> sum = parent + joint.to_parent(own).shift_back(constants.next3());
  k.output_group("parent");
  k.output_in_place(sum.mass());
  k.output_in_place(sum.first_moment());
  for (const Expr& e : sum.theta().entries()) k.output_in_place(e);
  return k.make("inertia pass " + shape.text());
}

FunctionRef make_projection(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("wrench");
  const ForceMotor<Expr> wrench = k.input_force();
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  k.output_group("effort");
  for (const ScrewMotor<Expr>& S : joint.screws()) k.output(dot(S, wrench));
  return k.make("projection " + shape.text());
}

FunctionRef make_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const InertiaDyad<Expr> M = input_inertia(k, "inertia");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  for (const ScrewMotor<Expr>& S : joint.screws()) {
    k.output_group("wrench");
    k.output_in_place(M * S.at_acceleration(1.0));
  }
  return k.make("columns " + shape.text());
}

FunctionRef make_jacobian_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("link");
  const Matrix3<Expr> R = k.input_matrix("R");
  const Vector3<Expr> p = k.input3("p");
  k.input_group("point");
  const Vector3<Expr> lever = k.input3("point") - p;
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  for (const ScrewMotor<Expr>& S : joint.screws()) {
    k.output_group("column");
    k.output_in_place(S.rotate(R).shift(lever));
  }
  return k.make("jacobian columns " + shape.text());
}

}  // namespace holon::detail
