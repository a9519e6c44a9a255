// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/closure.h"

#include "holon/mechanics/kernels/line_kernels.h"
#include "holon/mechanics/kernels/rolling_rows.h"

namespace holon {

using detail::CutShape;

namespace {

Closure make_line(const Mechanism& mechanism, const Tree& tree, const std::string& name,
                  const std::array<std::string, 2>& ends) {
  Closure closure{.name = name};
  for (std::size_t side = 0; side < 2; ++side) {
    closure.sides[side] = tree.place_of(mechanism, mechanism.find_frame(ends[side]));
    closure.bodies[side] = mechanism.find_body(ends[side]);
  }
  return closure;
}

}  // namespace

const std::optional<Expr>& Closure::activity() const {
  static const std::optional<Expr> always;
  return equation() ? equation()->activity : always;
}

const EquationConstraint::Rolling* Closure::rolling() const {
  return equation() && equation()->rolling ? &*equation()->rolling : nullptr;
}

int Closure::row_count() const {
  if (line()) return 3;
  if (!joint()) return 1;
  return detail::cut_row_count(joint()->joint.type) + static_cast<int>(shape().driven.size());
}

CutShape Closure::shape(std::vector<bool> kept) const {
  CutShape result;
  result.type = JointType::fixed;
  result.is_length = rod() || equation();
  result.is_line = line();
  result.parent_moves = sides[0].link != kWorld;
  result.child_moves = sides[1].link != kWorld;
  if (joint()) {
    result.type = joint()->joint.type;
    for (std::size_t f = 0; f < joint_info(result.type).freedoms.size(); ++f) {
      if (joint()->joint.freedoms[f].motion) result.driven.push_back(static_cast<int>(f));
    }
  }
  result.kept = std::move(kept);
  return result;
}

std::string Closure::kind_name(std::vector<bool> kept) const {
  return (rolling() ? "rolling " : "") + shape(std::move(kept)).text();
}

std::vector<Expr> Closure::constants(const Vector3<Expr>& gravity) const {
  const FramePlace &parent = sides[0].place, &child = sides[1].place;
  if (line()) return detail::line_constants(parent, child, *line(), gravity);
  if (const EquationConstraint::Rolling* own = rolling())
    return detail::rolling_constants({parent.position, own->normal}, {child.position, own->axis},
                                     own->radius, gravity);
  static const Mechanism::Joint none;
  return detail::cut_constants(parent, child, joint() ? joint()->joint : none, gravity);
}

Closure Closure::of(const Mechanism& mechanism, const Tree& tree, const Mechanism::Rod& rod) {
  Closure closure = make_line(mechanism, tree, rod.name, rod.between);
  closure.kind = RodConstraint{rod.length};
  return closure;
}

std::optional<Closure> Closure::of(const Mechanism& mechanism, const Tree& tree,
                                   const Mechanism::LineBody& body) {
  Closure closure = make_line(mechanism, tree, body.name, body.between);
  closure.kind = detail::calc_line_terms(body);
  const bool moves = closure.sides[0].link != kWorld || closure.sides[1].link != kWorld;
  if (!moves || closure.line()->reach.is_constant(0.0)) return {};
  return closure;
}

}  // namespace holon
