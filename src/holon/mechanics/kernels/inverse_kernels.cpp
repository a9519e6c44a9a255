// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/inverse_kernels.h"

namespace holon::detail {

namespace {

struct TracedWrench {
  Triple<Expr> force, moment;
  TracedWrench(KernelBuilder& k, const char* name) {
    k.input_group(name);
    force = k.input3("force");
    moment = k.input3("moment");
  }
};

struct TracedInertia {
  Expr mass;
  Triple<Expr> first_moment;
  Symmetric<Expr> theta;
  TracedInertia(KernelBuilder& k, const char* name) {
    k.input_group(name);
    mass = k.input("mass");
    first_moment = k.input3("first_moment");
    for (std::size_t e = 0; e < 6; ++e) theta.entries[e] = k.input("theta" + std::to_string(e));
  }
  /// About a point from which the old one lies at r:
  ///   Θ' = Θ + 2 (r·c) 1 − r cᵀ − c rᵀ + m (r·r 1 − r rᵀ),  c' = c + m r
  void shift(const Triple<Expr>& r) {
    const Triple<Expr>& c = first_moment;
    const Triple<Expr> half = plus(c, scaled(0.5 * mass, r));
    const Expr both = 2.0 * (r[0] * half[0] + r[1] * half[1] + r[2] * half[2]);
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        Expr change = -(r[i] * half[j] + half[i] * r[j]);
        if (i == j) change = both + change;
        theta(i, j) += change;
      }
    }
    first_moment = plus(first_moment, scaled(mass, r));
  }
};

/// Spin in the child's axes and slide in the joint's, of every freedom of a joint.
std::vector<std::array<Triple<Expr>, 2>> unit_motions(const TracedJoint& joint) {
  std::vector<std::array<Triple<Expr>, 2>> motions;
  const LinkShape& shape = joint.shape;
  if (shape.is_straight()) {
    const Expr unit = joint.signed_by(1.0);
    motions.push_back({joint.spin_of(unit), joint.slide_of(unit)});
  }
  for (int turns = shape.has_quaternion() ? 1 : 0; turns >= 0; --turns) {
    if (shape.is_straight() || (!turns && !shape.has_place())) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      std::array<Triple<Expr>, 2> motion{};
      motion[turns ? 0 : 1][i] = 1.0;
      motions.push_back(motion);
    }
  }
  return motions;
}

void turn_back_by(Triple<Expr>& v, const TracedJoint& joint) {
  if (joint.shape.is_hinged()) turn_back(v, joint.turn());
  if (joint.shape.has_quaternion()) v = times(joint.R, v);
}

}  // namespace

std::vector<Expr> pass_constants(const Link& link) {
  std::vector<Expr> list;
  append_turn(list, link);
  append(list, link.position);
  return list;
}

std::vector<Expr> motion_constants(const Link& link) {
  if (link.type == JointType::screw) return {link.pitch};
  return {};
}

FunctionRef make_wrench_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const TracedWrench parent(k, "parent");
  TracedWrench own(k, "own");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  const Triple<Expr> position = constants.next3();
  for (Triple<Expr>* v : {&own.force, &own.moment}) turn_back_by(*v, joint);
  own.moment = plus(own.moment, cross(joint.offset(), own.force));
  for (Triple<Expr>* v : {&own.force, &own.moment}) turn.back(*v);
  own.moment = plus(own.moment, cross(position, own.force));
  k.output_group("parent");
  k.output_in_place(plus(parent.force, own.force));
  k.output_in_place(plus(parent.moment, own.moment));
  return k.make("wrench pass " + shape.text());
}

FunctionRef make_inertia_pass(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const TracedInertia parent(k, "parent");
  TracedInertia own(k, "own");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  const Triple<Expr> position = constants.next3();
  turn_back_by(own.first_moment, joint);
  if (shape.is_hinged()) turn_back(own.theta, joint.turn());
  if (shape.has_quaternion()) own.theta = turned_by(joint.R, own.theta);
  own.shift(joint.offset());
  turn.back(own.first_moment);
  turn.back(own.theta);
  own.shift(position);
  k.output_group("parent");
  k.output_in_place(parent.mass + own.mass);
  k.output_in_place(plus(parent.first_moment, own.first_moment));
  for (std::size_t e = 0; e < 6; ++e) {
    k.output_in_place(parent.theta.entries[e] + own.theta.entries[e]);
  }
  return k.make("inertia pass " + shape.text());
}

FunctionRef make_projection(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  const TracedWrench wrench(k, "wrench");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  Triple<Expr> force = wrench.force;
  turn_back_by(force, joint);
  k.output_group("effort");
  for (const auto& [spin, slide] : unit_motions(joint)) {
    k.output(inner(spin, wrench.moment) + inner(slide, force));
  }
  return k.make("projection " + shape.text());
}

FunctionRef make_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  TracedInertia inertia(k, "inertia");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  for (const auto& [alpha, slide] : unit_motions(joint)) {
    Triple<Expr> a = slide;
    joint.turn_child(a);
    const Triple<Expr>& c = inertia.first_moment;
    const Triple<Expr> pull = cross(alpha, c), lever = cross(c, a);
    Triple<Expr> spin;
    for (int i = 0; i < 3; ++i) {
      spin[i] = inertia.theta(i, 0) * alpha[0] + inertia.theta(i, 1) * alpha[1] +
                inertia.theta(i, 2) * alpha[2];
    }
    k.output_group("wrench");
    k.output_in_place(plus(scaled(inertia.mass, a), pull));
    k.output_in_place(plus(spin, lever));
  }
  return k.make("columns " + shape.text());
}

FunctionRef make_jacobian_columns(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("link");
  const Rows R = input_rows(k, "R");
  const Triple<Expr> p = k.input3("p");
  k.input_group("point");
  const Triple<Expr> point = k.input3("point");
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  joint.read_pitch(constants);
  const Triple<Expr> lever = plus(point, scaled(-1.0, p));
  for (const auto& [spin, slide] : unit_motions(joint)) {
    Triple<Expr> v = slide;
    joint.turn_child(v);
    const Triple<Expr> omega = times(R, spin);
    k.output_group("column");
    k.output_in_place(omega);
    k.output_in_place(plus(times(R, v), cross(omega, lever)));
  }
  return k.make("jacobian columns " + shape.text());
}

}  // namespace holon::detail
