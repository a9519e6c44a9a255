// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/spatial/articulated_body.h"

namespace holon {

/// The constant rotation between the axes of a parent link and those in which its child's joint
/// moves.
struct ConstantRotation {
  FactoredRotation<Expr> factored;
  Rotation<Expr> quaternion;  ///< the same
};

/// One or more bodies that move as one (held together by Fixed joints), with the joint that holds
/// them on their parent. Link axes have their origin in the child's joint frame, and lie so that
/// the joint's axis is a coordinate axis.
struct Link {
  int parent = Mechanism::kWorld;  ///< a link before this one, or the world
  std::vector<int> children;       ///< links after this one
  int body = 0;                    ///< the body that gives the link its name
  int joint = -1;                  ///< -1: free because nothing holds it
  /// revolute, prismatic, screw, spherical, translation, free or driven: joints that are made of
  /// several motions have a link for each of them.
  JointType type = JointType::free;
  int freedom = 0;                        ///< which of its joint's
  bool massless = false;                  ///< lies between two motions of one joint, without a body
  bool reversed = false;                  ///< the joint's child side is nearer to the world
  int axis = 2;                           ///< coordinate axis of a one-dimensional freedom …
  int sign = 1;                           ///< … and its sense, reversal included
  Expr pitch = 0.0;                       ///< [m/rad] of a screw
  Vector3<Expr> position{0.0, 0.0, 0.0};  ///< [m] of the joint frame, in the parent link's axes
  ConstantRotation rotation;              ///< child axes at rest -> parent link's axes
  InertiaDyad<Expr> inertia;              ///< in link axes, about the link's origin
  /// What the modes of elastic bodies add to it where they follow the motion: −Σ u uᵀ/A.
  std::optional<ArticulatedInertia<Expr>> modal{};
};

/// A mechanism as a tree of links, parents before children, level by level.
struct Tree {
  struct BodyPlace {
    int link = Mechanism::kWorld;
    FramePlace place;  ///< of the body's frame in the link's axes
  };
  /// A joint that a tree does not need: it closes a loop between its joint frames.
  struct Cut {
    int joint = 0;
    BodyPlace parent, child;  ///< of the joint frames on either side; kWorld where it does not move
  };
  std::vector<Link> links;
  std::vector<BodyPlace> bodies;  ///< of every body
  std::vector<Cut> cuts;          ///< in the order of the joints

  /// The link that a frame is on, and its place there. kWorld for frames that do not move.
  BodyPlace place_of(const Mechanism& mechanism, int frame) const;
};

/// X_AC = X_AB X_BC, with the rounding errors of zeros and ones among constants removed.
FramePlace compose(const FramePlace& X_AB, const FramePlace& X_BC);
FramePlace inverse(const FramePlace& X_AB);

/// Chooses the tree from the world: joints may be given in either direction, bodies that nothing
/// holds become free, Fixed joints make one link of several bodies. Of the joints of a closed loop
/// one is cut: one without motion, spring, damper, effort and initial values where there is one,
/// with as many freedoms as can be, far from the world. Errors are reported through the
/// report of the part (where it has one) and collected in `errors` as "name: message": masses
/// and inertias that no body can have, Fixed joints that contradict each other, freedoms without
/// inertia.
/// A flat tree has every body on the world, free to move, and cuts all joints but driven ones and
/// the hinges of rotors (rotors.h), which hang on the body that carries them. One by parts cuts
/// Fixed joints as well, between bodies that have inertia of their own and no more such joints than
/// hold them together; what is fixed to the world stays with it. Joints on connections of parts
/// with inner states are cut, but for the tree `start`, which places all bodies at the start.
enum class TreeForm : std::uint8_t { spanning, flat, parts, start };
Tree make_tree(const Mechanism& mechanism, std::vector<std::string>& errors,
               TreeForm form = TreeForm::spanning);

namespace detail {
/// Mass, and a moment of inertia about every axis: no point and no thin rod, as far as is known.
bool has_full_inertia(const Mechanism::Body& body);
}  // namespace detail

}  // namespace holon
