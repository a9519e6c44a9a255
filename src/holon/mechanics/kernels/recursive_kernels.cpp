// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/recursive_kernels.h"

// The articulated-body algorithm with bias accelerations taken outward first. Symbols and numbers
// of equations are those of docs/design/recursive.md:
//
//   omega, alpha, a   angular velocity [rad/s] and acceleration [rad/s²] of a link, material
//                     acceleration of its origin [m/s²], in link axes
//   A = [alpha] + omega omegaᵀ − omega² 1     acceleration of a point r: a + A r              (5)
//   outward   all of these for vdot = 0, the world accelerating by −gravity                   (6)
//             f = m a + A mc,  n = Theta alpha + omega × Theta omega + mc × a                 (7)
//   inward    sum of children, shifted (3); elimination of the joint (4); turn (2)
//   return    vdot = rate − weight · (change of a, alpha), which is then handed on            (8)
//
// Featherstone, Rigid Body Dynamics Algorithms, 2008, ch. 7; Brandl, Johanni, Otter, "A very
// efficient algorithm for the simulation of robots and similar multibody systems without inversion
// of the mass matrix", IFAC 1986.

#include <algorithm>
#include <optional>
#include <string>

#include "holon/base/errors.h"
#include "holon/mechanics/kernels/traced.h"

namespace holon::detail {

namespace {

void append_children(std::vector<Expr>& list, const Tree& tree, const Link& link) {
  for (int c : link.children) append(list, tree.links[static_cast<std::size_t>(c)].position);
}

}  // namespace

BlockPattern::BlockPattern(const LinkShape& shape) {
  if (shape.prescribed) {
    filled.fill(!shape.is_idle);
    return;
  }
  if (shape.type == JointType::spherical) {  // M and f
    std::fill_n(filled.begin(), 6, true);
    std::fill_n(filled.begin() + 21, 3, true);
  }
  if (!shape.is_straight()) return;  // lets go in all directions
  filled.fill(true);
  if (shape.type == JointType::screw || shape.has_turn()) return;
  const bool turns = shape.type == JointType::revolute;
  Articulated<Expr> a;
  const std::array<Expr*, 27> all = entries(a);
  const auto place = [&](const Expr* e) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k] == e) return k;
    }
    return all.size();
  };
  const int k = shape.axis + (turns ? 3 : 0);
  for (int i = 0; i < 6; ++i) filled[place(&a.at(i, k))] = false;
  const std::size_t own = place(&a.bias(k));
  filled[own] = shape.has_effort;
  if (shape.has_effort) effort = static_cast<int>(own);
}

std::string BlockPattern::text() const {
  std::string t;
  for (std::size_t k = 0; k < filled.size(); ++k) {
    t += !filled[k] ? '.' : static_cast<int>(k) == effort ? 'u' : 'x';
  }
  return t;
}

std::array<Expr*, 27> entries(Articulated<Expr>& a) {
  std::array<Expr*, 27> all{};
  std::size_t at = 0;
  for (Expr& e : a.M.entries) all[at++] = &e;
  for (Triple<Expr>& row : a.H) {
    for (Expr& e : row) all[at++] = &e;
  }
  for (Expr& e : a.J.entries) all[at++] = &e;
  for (Expr& e : a.f) all[at++] = &e;
  for (Expr& e : a.n) all[at++] = &e;
  return all;
}

std::vector<Expr> outward_constants(const Tree& tree, const Link& link,
                                    std::span<const Vector3<Expr>> points,
                                    const Vector3<Expr>& gravity) {
  std::vector<Expr> list{link.mass};
  append(list, link.first_moment);
  const auto& I = link.inertia;
  list.insert(list.end(), I.begin(), I.end());
  for (Expr difference : {I[2] - I[1], I[0] - I[2], I[1] - I[0]}) list.push_back(difference);
  append_turn(list, link);
  append_children(list, tree, link);
  for (const Vector3<Expr>& point : points) append(list, point);
  if (link.parent == Mechanism::kWorld) append(list, gravity);
  return list;
}

std::vector<Expr> inward_constants(const Tree& tree, const Link& link,
                                   const Mechanism::Freedom& freedom) {
  std::vector<Expr> list{link.mass};
  append(list, link.first_moment);
  list.insert(list.end(), link.inertia.begin(), link.inertia.end());
  append_children(list, tree, link);
  append_turn(list, link);
  for (Expr e : {freedom.stiffness, freedom.rest, freedom.damping}) list.push_back(e);
  return list;
}

std::vector<Expr> return_constants(const Tree& tree, const Link& link) {
  std::vector<Expr> list;
  append_turn(list, link);
  append_children(list, tree, link);
  return list;
}

FunctionRef make_outward(const LinkShape& shape, int points, const Kinds& kinds,
                         std::size_t piece) {
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
  std::optional<TracedRates> prescribed;
  if (shape.prescribed) {
    k.input_group("vdot");
    prescribed.emplace(joint, k);
  }
  Reader constants(kinds.trace(piece, k));
  const Expr m = constants.next();
  const Triple<Expr> mc = constants.next3();
  std::array<Expr, 9> theta;
  for (Expr& e : theta) e = constants.next();
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  std::vector<Triple<Expr>> positions;
  for (int c = 0; c < points; ++c) positions.push_back(constants.next3());
  if (shape.at_rest) {
    for (Expr& e : a) e = -constants.next();
  }

  for (Triple<Expr>* v : {&w, &alpha, &a}) turn.into(*v);
  // The child's origin moves on: a + A offset + 2 omega × v + vdot.
  const Triple<Expr> slide = rates.slide();
  a = plus(a, times(make_gradient(w, alpha), joint.offset()));
  const Triple<Expr> coriolis = cross(w, slide);
  for (int n = 0; n < 3; ++n) a[n] += 2.0 * coriolis[n];
  if (prescribed) a = plus(a, prescribed->slide());
  for (Triple<Expr>* v : {&w, &alpha, &a}) joint.turn_child(*v);
  const Triple<Expr> spin = rates.spin();
  alpha = plus(alpha, cross(w, spin));
  if (prescribed) alpha = plus(alpha, prescribed->spin());
  w = plus(w, spin);

  const Rows A = make_gradient(w, alpha);
  if (points > 0) {
    k.output_group("omega");
    k.output_in_place(w);
    k.output_group("alpha");
    k.output_in_place(alpha);
  }
  for (const Triple<Expr>& r : positions) {
    k.output_group("a");
    k.output_in_place(plus(a, times(A, r)));
  }
  const Triple<Expr> pull = times(A, mc);
  k.output_group("f");
  for (int n = 0; n < 3; ++n) k.output_in_place(m * a[n] + pull[n]);
  k.output_group("n");
  k.output_in_place(calc_moment(w, alpha, a, mc, theta));
  return k.make("outward " + shape.text() + std::to_string(points));
}

FunctionRef make_inward(const LinkShape& shape, const std::vector<BlockPattern>& children,
                        const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  Articulated<Expr> a;
  k.input_group("f");
  a.f = k.input3("f");
  k.input_group("n");
  a.n = k.input3("n");
  std::vector<Articulated<Expr>> blocks(children.size());
  for (std::size_t c = 0; c < children.size(); ++c) {
    const std::array<Expr*, 27> all = entries(blocks[c]);
    k.input_group("child" + std::to_string(c));
    for (std::size_t e = 0; e < all.size(); ++e) {
      const bool own = static_cast<int>(e) == children[c].effort;
      if (children[c].filled[e] && !own) *all[e] = k.input("b" + std::to_string(e));
    }
    if (children[c].effort >= 0) *all[static_cast<std::size_t>(children[c].effort)] = k.input("u");
  }
  TracedJoint joint(shape, k);
  k.input_group("v");
  const Expr v = shape.is_straight() ? k.input("v") : Expr(0.0);
  k.input_group("effort");
  Expr effort = shape.has_drive ? k.input("effort") : Expr(0.0);
  if (shape.has_load) {
    k.input_group("load");
    const Triple<Expr> force = k.input3("force"), torque = k.input3("torque");
    for (int i = 0; i < 3; ++i) {
      a.f[i] -= force[i];
      a.n[i] -= torque[i];
    }
  }
  Reader constants(kinds.trace(piece, k));
  const Expr m = constants.next();
  const Triple<Expr> mc = constants.next3();
  for (int i = 0; i < 3; ++i) {
    a.M(i, i) = m;
    a.H[i][(i + 1) % 3] = mc[(i + 2) % 3];
    a.H[(i + 1) % 3][i] = -mc[(i + 2) % 3];
  }
  for (Expr& e : a.J.entries) e = constants.next();
  for (Articulated<Expr>& block : blocks) {
    shift(block, constants.next3());
    add(a, block);
  }
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);
  const Expr stiffness = constants.next(), rest = constants.next(), damping = constants.next();
  effort = joint.signed_by(effort - stiffness * (joint.q - rest) - damping * v);

  std::vector<Pivot<Expr>> pivots;
  const std::vector<int> freedoms = shape.freedoms();
  std::vector<Expr> inverses;
  // Along a screw the coordinate turns and slides at once.
  if (!shape.prescribed) skew(a, shape.axis, joint.pitch);
  for (int f : freedoms) {
    pivots.push_back(eliminate(a, f, shape.is_straight() ? effort : 0.0));
    inverses.push_back(pivots.back().inverse);
  }
  if (!shape.prescribed) skew(a, shape.axis, -joint.pitch);

  Expr passed_on = 0.0;
  const BlockPattern pattern(shape);
  if (!shape.at_rest && !pattern.is_empty()) {
    joint.turn_parent(a);
    shift(a, joint.offset());
    turn.back(a);
    k.output_group("block");
    const std::array<Expr*, 27> all = entries(a);
    for (std::size_t e = 0; e < all.size(); ++e) {
      if (static_cast<int>(e) == pattern.effort) {
        passed_on = *all[e];
      } else if (pattern.filled[e]) {
        k.output_in_place(*all[e]);
      } else {
        HOLON_CHECK(all[e]->is_constant(0.0), "an entry of the block should be zero");
      }
    }
  }
  const std::vector<std::vector<int>> kept = shape.kept_coordinates();
  for (std::size_t p = 0; p < pivots.size(); ++p) {
    k.output_group("pivot");
    k.output_in_place(pivots[p].rate);
    for (int c : kept[p]) k.output_in_place(pivots[p].weight[static_cast<std::size_t>(c)]);
  }
  if (shape.has_inverses) {
    k.output_group("inverse");
    for (Expr e : inverses) k.output_in_place(e);
  }
  k.output_group("effort");
  k.output(passed_on);
  return k.make("inward " + shape.text() + std::to_string(children.size()));
}

FunctionRef make_return(const LinkShape& shape, int children, const Kinds& kinds,
                        std::size_t piece) {
  KernelBuilder k;
  Triple<Expr> alpha{}, a{};
  if (!shape.at_rest) {
    k.input_group("parent");
    alpha = k.input3("alpha");
    a = k.input3("a");
  }
  TracedJoint joint(shape, k);
  const std::vector<int> freedoms = shape.freedoms();
  std::vector<Expr> rates(freedoms.size());
  std::vector<std::array<Expr, 6>> weights(freedoms.size());
  const std::vector<std::vector<int>> kept = shape.kept_coordinates();
  for (std::size_t p = 0; p < freedoms.size(); ++p) {
    k.input_group("pivot");
    rates[p] = k.input("rate");
    for (int c : kept[p]) {
      weights[p][static_cast<std::size_t>(c)] = k.input("w" + std::to_string(c));
    }
  }
  Reader constants(kinds.trace(piece, k));
  const TracedTurn turn(shape, constants);
  joint.read_pitch(constants);

  turn.into(alpha);
  turn.into(a);
  a = plus(a, cross(alpha, joint.offset()));
  joint.turn_child(alpha);
  joint.turn_child(a);
  std::vector<Expr> vdot(freedoms.size());
  // The pivots of a screw tell the slide against what goes with the turn.
  const Expr pitch = shape.prescribed ? Expr(0.0) : joint.pitch;
  a[shape.axis] -= pitch * alpha[shape.axis];
  for (std::size_t p = freedoms.size(); p-- > 0;) {
    const int f = freedoms[p];
    const auto& w = weights[p];
    const Expr by_force = w[0] * a[0] + w[1] * a[1] + w[2] * a[2];
    const Expr by_turn = w[3] * alpha[0] + w[4] * alpha[1] + w[5] * alpha[2];
    Expr& own = f < 3 ? a[f] : alpha[f - 3];
    vdot[p] = (rates[p] - by_force) - (by_turn + own);
    own += vdot[p];
  }
  a[shape.axis] += pitch * alpha[shape.axis];
  k.output_group("vdot");
  if (shape.is_straight()) {
    for (Expr e : vdot) k.output(joint.signed_by(e));
  } else if (shape.type == JointType::spherical) {
    for (Expr e : vdot) k.output(e);
  } else if (!shape.prescribed) {
    const Triple<Expr> change = times(joint.R, {vdot[0], vdot[1], vdot[2]});
    for (std::size_t p = 3; p < vdot.size(); ++p) k.output(vdot[p]);
    for (Expr e : change) k.output(e);
  }
  if (children > 0) {
    k.output_group("alpha");
    k.output_in_place(alpha);
  }
  for (int c = 0; c < children; ++c) {
    k.output_group("a");
    k.output_in_place(plus(a, cross(alpha, constants.next3())));
  }
  return k.make("return " + shape.text() + std::to_string(children));
}

}  // namespace holon::detail
