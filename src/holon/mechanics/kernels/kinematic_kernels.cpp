// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/kinematic_kernels.h"

#include "holon/mechanics/tree/tidy.h"

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
  const Triple<Expr> v = constants.next3();
  return {w, v[0], v[1], v[2]};
}

Rows rows_of(const Rotation<Expr>& R) {
  const Matrix3<Expr> m = tidy(R.to_matrix());
  return {{{m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}, {m(2, 0), m(2, 1), m(2, 2)}}};
}

std::vector<Expr> joint_constants(const Link& link) {
  std::vector<Expr> list;
  append_turn(list, link);
  append(list, link.position);
  return list;
}

std::vector<Expr> turn_quaternion(const Link& link) {
  std::vector<Expr> list;
  append_quaternion(list, link.turn.rotation);
  return list;
}

FunctionRef make_pose(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Rows R{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  Triple<Expr> p{};
  if (!shape.at_rest) {
    k.input_group("parent");
    R = input_rows(k, "R");
    p = k.input3("p");
  }
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  p = plus(p, times(R, constants.next3()));
  for (Triple<Expr>& row : R) turn.into(row);
  p = plus(p, times(R, joint.offset()));
  for (Triple<Expr>& row : R) joint.turn_child(row);
  k.output_group("R");
  for (const Triple<Expr>& row : R) k.output_in_place(row);
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
    Triple<Expr> v{};
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
  Triple<Expr> w{}, v{};
  if (!shape.at_rest) {
    k.input_group("parent");
    w = k.input3("omega");
    v = k.input3("v");
  }
  TracedJoint joint(shape, k);
  k.input_group("v");
  const TracedRates rates(joint, k);
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  v = plus(v, cross(w, constants.next3()));
  turn.into(w);
  turn.into(v);
  v = plus(plus(v, cross(w, joint.offset())), rates.slide());
  joint.turn_child(w);
  joint.turn_child(v);
  k.output_group("omega");
  k.output_in_place(plus(w, rates.spin()));
  k.output_group("v");
  k.output_in_place(v);
  return k.make("velocity " + shape.text());
}

FunctionRef make_acceleration(const LinkShape& shape, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Triple<Expr> w{}, alpha{}, a{};
  if (!shape.at_rest) {
    k.input_group("parent");
    w = k.input3("omega");
    alpha = k.input3("alpha");
    a = k.input3("a");
  }
  TracedJoint joint(shape, k);
  k.input_group("v");
  const TracedRates rates(joint, k);
  k.input_group("vdot");
  const TracedRates change(joint, k);
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  a = plus(a, times(make_gradient(w, alpha), constants.next3()));
  for (Triple<Expr>* v : {&w, &alpha, &a}) turn.into(*v);
  a = plus(a, times(make_gradient(w, alpha), joint.offset()));
  a = plus(plus(a, change.slide()), scaled(2.0, cross(w, rates.slide())));
  for (Triple<Expr>* v : {&w, &alpha, &a}) joint.turn_child(*v);
  alpha = plus(plus(alpha, cross(w, rates.spin())), change.spin());
  k.output_group("alpha");
  k.output_in_place(alpha);
  k.output_group("a");
  k.output_in_place(a);
  return k.make("acceleration " + shape.text());
}

FunctionRef make_frame_output(FrameOutput which, const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Rows R{};
  Rotation<Expr> orientation;
  Triple<Expr> p{}, w{}, v{}, alpha{}, a{};
  k.input_group("link");
  if (which == FrameOutput::orientation) {
    orientation = input_quaternion(k);
  } else if (which != FrameOutput::angular_velocity_body) {
    R = input_rows(k, "R");
  }
  const bool needs_omega = which == FrameOutput::velocity || which == FrameOutput::acceleration ||
                           which == FrameOutput::angular_velocity ||
                           which == FrameOutput::angular_velocity_body;
  if (which == FrameOutput::position) p = k.input3("p");
  if (needs_omega) w = k.input3("omega");
  if (which == FrameOutput::velocity) v = k.input3("v");
  if (which == FrameOutput::acceleration || which == FrameOutput::angular_acceleration) {
    alpha = k.input3("alpha");
  }
  if (which == FrameOutput::acceleration) a = k.input3("a");
  Reader constants(kinds.trace(piece, k));
  const Triple<Expr> r = constants.next3();
  const Rotation<Expr> R_LF = read_quaternion(constants);
  k.output_group("value");
  Triple<Expr> value{};
  switch (which) {
    case FrameOutput::orientation: {
      const Rotation<Expr> q = orientation * R_LF;
      for (Expr e : {q.w(), q.x(), q.y(), q.z()}) k.output(e);
      return k.make("frame orientation");
    }
    case FrameOutput::position: value = plus(p, times(R, r)); break;
    case FrameOutput::velocity: value = times(R, plus(v, cross(w, r))); break;
    case FrameOutput::acceleration:
      value = times(R, plus(a, times(make_gradient(w, alpha), r)));
      break;
    case FrameOutput::angular_velocity: value = times(R, w); break;
    case FrameOutput::angular_acceleration: value = times(R, alpha); break;
    case FrameOutput::angular_velocity_body: value = transposed_times(rows_of(R_LF), w); break;
  }
  for (Expr e : value) k.output(e);
  return k.make("frame output");
}

std::vector<Expr> body_constants(const Link& link, const Vector3<Expr>& gravity) {
  std::vector<Expr> list{link.mass};
  append(list, link.first_moment);
  const auto& I = link.inertia;
  list.insert(list.end(), I.begin(), I.end());
  for (Expr difference : {I[2] - I[1], I[0] - I[2], I[1] - I[0]}) list.push_back(difference);
  append(list, gravity);
  return list;
}

std::vector<Expr> reaction_constants(const Tree& tree, const Link& link,
                                     const Vector3<Expr>& gravity) {
  std::vector<Expr> list = body_constants(link, gravity);
  for (int c : link.children) append(list, tree.links[static_cast<std::size_t>(c)].position);
  append_turn(list, link);
  return list;
}

namespace {

/// Motion of a link, and the wrench that its mass needs for it.
struct TracedNeed {
  Rows R;
  Triple<Expr> w, alpha, a;
  Triple<Expr> f{}, n{};

  explicit TracedNeed(KernelBuilder& k) {
    k.input_group("link");
    R = input_rows(k, "R");
    w = k.input3("omega");
    alpha = k.input3("alpha");
    a = k.input3("a");
  }
  /// body_constants.
  void read(Reader& constants) {
    const Expr m = constants.next();
    const Triple<Expr> mc = constants.next3();
    std::array<Expr, 9> theta;
    for (Expr& e : theta) e = constants.next();
    a = plus(a, scaled(-1.0, transposed_times(R, constants.next3())));
    f = plus(f, plus(scaled(m, a), times(make_gradient(w, alpha), mc)));
    n = plus(n, calc_moment(w, alpha, a, mc, theta));
  }
};

}  // namespace

FunctionRef make_body_wrench(const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  TracedNeed need(k);
  Reader constants(kinds.trace(piece, k));
  need.read(constants);
  k.output_group("wrench");
  k.output_in_place(need.f);
  k.output_in_place(need.n);
  return k.make("body wrench");
}

FunctionRef make_reaction(const LinkShape& shape, int children, const Kinds& kinds,
                          std::size_t piece) {
  KernelBuilder k;
  TracedNeed need(k);
  Triple<Expr>&f = need.f, &n = need.n;
  if (shape.has_load) {
    k.input_group("load");
    f = scaled(-1.0, k.input3("force"));
    n = scaled(-1.0, k.input3("torque"));
  }
  std::vector<std::array<Triple<Expr>, 2>> handed;
  for (int c = 0; c < children; ++c) {
    k.input_group("child" + std::to_string(c));
    const Triple<Expr> force = k.input3("force");
    handed.push_back({force, k.input3("torque")});
  }
  TracedJoint joint(shape, k);
  Reader constants(kinds.trace(piece, k));
  need.read(constants);
  for (const auto& [force, torque] : handed) {
    f = plus(f, force);
    n = plus(n, plus(torque, cross(constants.next3(), force)));
  }
  k.output_group("own");
  k.output_in_place(f);
  k.output_in_place(n);
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  Articulated<Expr> bias;
  bias.f = f;
  bias.n = n;
  joint.turn_parent(bias);
  bias.n = plus(bias.n, cross(joint.offset(), bias.f));
  turn.back(bias);
  k.output_group("handed");
  k.output_in_place(bias.f);
  k.output_in_place(bias.n);
  return k.make("reaction " + shape.text() + std::to_string(children));
}

}  // namespace holon::detail
