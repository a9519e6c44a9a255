// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine.h"
#include "holon/mechanics/start.h"

/// What the joints among the parts have in common.
namespace holon::detail {

/// A joint with one freedom, as its part gives it, and what its values are called there.
struct StraightJoint {
  JointType type = JointType::revolute;
  const char* coordinate = "angle";
  const char* rate = "rate";
  const char* effort = "torque";
  std::optional<Expr> motion;
  Mechanism::Freedom freedom;  ///< motion not yet filled in
  std::optional<Expr> initial_q, initial_v, guess_q, guess_v;
};

/// Adds the joint to the machine with its outputs and its line in the scene.
void build_straight_joint(PartBuilder& b, const std::array<FrameName, 2>& between,
                          const Placement& origin, const Axis& axis, StraightJoint values);
/// The same for joints without parameters of their freedoms; returns the joint's index.
int build_joint(PartBuilder& b, const std::array<FrameName, 2>& between, const Placement& origin,
                Mechanism::Joint joint);
void define_reaction(PartBuilder& b, int joint);

FramePlace place_of(const Placement& placement);

template <class P>
void describe_ends(Descriptor<P>& d) {
  d.between("between", &P::between, "parent frame and child frame").required();
  d.object("origin", &P::origin, "the joint's frame in the parent frame");
}

template <class P>
void describe_reaction(Descriptor<P>& d) {
  d.vector_output("reaction.force", "N",
                  "whole force of the parent side on the child side, in world axes");
  d.vector_output("reaction.torque", "N m",
                  "whole torque of the parent side on the child side, about the child's joint "
                  "frame, in world axes");
}

/// friction and limits are for a later version.
template <class P>
void describe_later(Descriptor<P>& d) {
  d.not_yet("friction", "dry friction");
  d.not_yet("limits", "end stops");
}

}  // namespace holon::detail
