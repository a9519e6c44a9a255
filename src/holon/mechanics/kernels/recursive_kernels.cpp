// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/kernels/recursive_kernels.h"

// The articulated-body algorithm with bias accelerations taken outward first, in motor calculus:
// spatial/articulated_body.h has articulated bodies, spatial/acceleration_field.h accelerations.
// Symbols and numbers of equations are those of docs/design/recursive.md:
//
//   𝔞 field     ω, α, a: angular velocity [rad/s] and acceleration [rad/s²] of a link, material
//               acceleration of its origin [m/s²], in link axes; at r: a + A r              (5)
//   I, 𝔭        articulated inertia and bias force of a link and all that it carries:
//               𝔣 = I∘𝔞 + 𝔭                                                                 (1)
//   S, τ, v̇     freedoms of the joint, effort [N m, N], joint acceleration
//
//   outward     the fields for v̇ = 0, the world accelerating by −gravity                     (6)
//               𝔭 = M∘𝔞 + gyroscopic force of the link alone                                 (7)
//   inward      I = M + Σ children, each shifted to the link's origin (3); released along S (4);
//               rotated into the parent's axes (2)
//   return      v̇ = (τ − p_S)/D − (U/D, Δ𝔞),  Δ𝔞 += S v̇, which the children take on          (8)
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
  if (!shape.is_straight()) return;  // released in all directions
  filled.fill(true);
  if (shape.type == JointType::screw || shape.is_rotated()) return;
  const bool turns = shape.type == JointType::revolute;
  ArticulatedBody<Expr> body;
  const std::array<Expr*, 27> all = body.entries();
  const auto place = [&](const Expr* e) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k] == e) return k;
    }
    return all.size();
  };
  const int k = shape.axis + (turns ? 3 : 0);
  for (int i = 0; i < 6; ++i) filled[place(&body.inertia.at(i, k))] = false;
  const std::size_t own = place(&coordinate(body.bias, k));
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

std::vector<Expr> outward_constants(const Tree& tree, const Link& link,
                                    std::span<const Vector3<Expr>> points,
                                    const Vector3<Expr>& gravity) {
  std::vector<Expr> list;
  append(list, link.inertia);
  append(list, link.inertia.calc_differences());
  append_modal(list, link);
  append_rotation(list, link);
  append_children(list, tree, link);
  for (const Vector3<Expr>& point : points) append(list, point);
  if (link.parent == Mechanism::kWorld) append(list, gravity);
  return list;
}

std::vector<Expr> inward_constants(const Tree& tree, const Link& link,
                                   const Mechanism::Freedom& freedom) {
  std::vector<Expr> list;
  append(list, link.inertia);
  append_modal(list, link);
  append_children(list, tree, link);
  append_rotation(list, link);
  for (Expr e : {freedom.stiffness, freedom.rest, freedom.damping}) list.push_back(e);
  return list;
}

std::vector<Expr> return_constants(const Tree& tree, const Link& link) {
  std::vector<Expr> list;
  append_rotation(list, link);
  append_children(list, tree, link);
  return list;
}

FunctionRef make_outward(const LinkShape& shape, int points, const Kinds& kinds,
                         std::size_t piece) {
  KernelBuilder k;
  AccelerationField<Expr> field;
  if (!shape.at_rest) {
    k.input_group("parent");
    field = k.input_field();
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
  const InertiaDyad<Expr> M = constants.next_inertia();
  const Vector3<Expr> differences = constants.next3();
  std::optional<ArticulatedInertia<Expr>> modal;
  if (shape.has_modes) modal = constants.next_articulated();
  joint.read(constants);
  std::vector<Vector3<Expr>> positions;
  for (int c = 0; c < points; ++c) positions.push_back(constants.next3());
  if (shape.at_rest) field.a = -constants.next3();

  const RelativeMotion v = rates.motion();
  const RelativeMotion vdot = prescribed ? prescribed->motion() : RelativeMotion{};
  field = joint.to_joint(field).add_translation(v.translation, vdot.translation);
  field = joint.to_child(field).add_rotation(v.rotation, vdot.rotation);

  if (points > 0) {
    k.output_group("omega");
    k.output_in_place(field.omega);
    k.output_group("alpha");
    k.output_in_place(field.alpha);
  }
  for (const Vector3<Expr>& r : positions) {
    k.output_group("a");
    k.output_in_place(field.at(r));
  }
  const ForceMotor<Expr> need = calc_need(M, modal, field, differences);
  k.output_group("f");
  k.output_in_place(need.force());
  k.output_group("n");
  k.output_in_place(need.torque());
  return k.make("outward " + shape.text() + std::to_string(points));
}

FunctionRef make_inward(const LinkShape& shape, const std::vector<BlockPattern>& children,
                        const Kinds& kinds, std::size_t piece) {
  KernelBuilder k;
  k.input_group("f");
  const Vector3<Expr> f = k.input3("f");
  k.input_group("n");
  ForceMotor<Expr> bias(f, k.input3("n"));
  std::vector<ArticulatedBody<Expr>> blocks(children.size());
  for (std::size_t c = 0; c < children.size(); ++c) {
    const std::array<Expr*, 27> all = blocks[c].entries();
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
    bias -= k.input_motor<ForceMotor<Expr>>("force", "torque");
  }
  Reader constants(kinds.trace(piece, k));
  ArticulatedBody<Expr> body{ArticulatedInertia<Expr>(constants.next_inertia()), bias};
  if (shape.has_modes) body.inertia += constants.next_articulated();
  for (const ArticulatedBody<Expr>& block : blocks) body += block.shift_back(constants.next3());
  joint.read(constants);
  const Expr stiffness = constants.next(), rest = constants.next(), damping = constants.next();
  effort = joint.signed_by(effort - stiffness * (joint.q - rest) - damping * v);

  std::vector<Pivot<Expr>> pivots;
  // Along a screw the coordinate rotates and translates at once.
  if (!shape.prescribed) body.add_pitch(shape.axis, joint.pitch);
  for (int freedom : shape.freedoms()) {
    pivots.push_back(body.release(freedom, shape.is_straight() ? effort : 0.0));
  }
  if (!shape.prescribed) body.add_pitch(shape.axis, -joint.pitch);

  Expr passed_on = 0.0;
  const BlockPattern pattern(shape);
  if (!shape.at_rest && !pattern.is_empty()) {
    body = joint.to_parent(body);
    k.output_group("block");
    const std::array<Expr*, 27> all = body.entries();
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
    for (int c : kept[p]) k.output_in_place(coordinate(pivots[p].weight, c));
  }
  if (shape.has_inverses) {
    k.output_group("inverse");
    for (const Pivot<Expr>& pivot : pivots) k.output_in_place(pivot.inverse);
  }
  k.output_group("effort");
  k.output(passed_on);
  return k.make("inward " + shape.text() + std::to_string(children.size()));
}

FunctionRef make_return(const LinkShape& shape, int children, const Kinds& kinds,
                        std::size_t piece) {
  KernelBuilder k;
  AccelerationMotor<Expr> change;
  if (!shape.at_rest) {
    k.input_group("parent");
    change = k.input_motor<AccelerationMotor<Expr>>("alpha", "a");
  }
  TracedJoint joint(shape, k);
  std::vector<Pivot<Expr>> pivots;
  const std::vector<int> freedoms = shape.freedoms();
  const std::vector<std::vector<int>> kept = shape.kept_coordinates();
  for (std::size_t p = 0; p < freedoms.size(); ++p) {
    k.input_group("pivot");
    Pivot<Expr>& pivot = pivots.emplace_back();
    pivot.k = freedoms[p];
    pivot.rate = k.input("rate");
    for (int c : kept[p]) coordinate(pivot.weight, c) = k.input("w" + std::to_string(c));
  }
  Reader constants(kinds.trace(piece, k));
  joint.read(constants);

  change = joint.to_child(joint.to_joint(change));
  std::vector<Expr> vdot(pivots.size());
  // The pivots of a screw measure the translation against what goes with the rotation.
  const Expr pitch = shape.prescribed ? Expr(0.0) : joint.pitch;
  const auto add_pitch = [&](const Expr& h) {
    coordinate(change, shape.axis) += h * coordinate(change, 3 + shape.axis);
  };
  add_pitch(-pitch);
  for (std::size_t p = pivots.size(); p-- > 0;) {
    vdot[p] = pivots[p].calc_rate(change);
    coordinate(change, pivots[p].k) += vdot[p];
  }
  add_pitch(pitch);
  k.output_group("vdot");
  if (shape.is_straight()) {
    for (Expr e : vdot) k.output(joint.signed_by(e));
  } else if (shape.type == JointType::spherical) {
    for (Expr e : vdot) k.output(e);
  } else if (!shape.prescribed) {
    const Vector3<Expr> acceleration = joint.R_JC.apply(vector_of(vdot));
    for (std::size_t p = 3; p < vdot.size(); ++p) k.output(vdot[p]);
    k.output(acceleration);
  }
  if (children > 0) {
    k.output_group("alpha");
    k.output_in_place(change.alpha());
  }
  for (int c = 0; c < children; ++c) {
    k.output_group("a");
    k.output_in_place(change.moment_at(constants.next3()));
  }
  return k.make("return " + shape.text() + std::to_string(children));
}

}  // namespace holon::detail
