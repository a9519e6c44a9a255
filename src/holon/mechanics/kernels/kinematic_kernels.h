// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/kernels/traced.h"
#include "holon/model/describe/part_type.h"

/// One Function per kind of link, frame or body for everything that is known once coordinates,
/// rates and joint accelerations are: no formulation, only geometry and Newton's and Euler's laws.
/// Poses are in world axes, motions of links in link axes at the link's origin.
namespace holon::detail {

/// A quaternion among a kernel's constants, and the pose of a frame: position, quaternion.
Rotation<Expr> read_quaternion(Reader& constants);
Transform<Expr> read_pose(Reader& constants);

/// parent: R (9, by rows), p; attitude; q; turn, position -> R, p.
FunctionRef make_pose(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// parent's quaternion; joint's half turn (cos, sin) or quaternion; turn (4) -> quaternion.
FunctionRef make_orientation(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
const FunctionRef& half_turn_function();
/// parent: omega, v; attitude; q; v; turn, position -> omega, v: a velocity motor.
FunctionRef make_velocity(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// parent: omega, alpha, a; attitude; q; v; vdot; turn, position -> alpha, a: an acceleration
/// field.
FunctionRef make_acceleration(const LinkShape& shape, const Kinds& kinds, std::size_t piece);
/// Constants of the four: for `make_orientation` the turn's quaternion.
std::vector<Expr> joint_constants(const Link& link);
std::vector<Expr> rotation_quaternion(const Link& link);

/// One of frame_outputs(); constants: place in the link (3), attitude there (4).
///   position R, p · orientation quaternion · velocity R, omega, v · acceleration R, omega, alpha,
///   a · angular_velocity R, omega · angular_acceleration R, alpha · angular_velocity_body omega
FunctionRef make_frame_output(FrameOutput which, const Kinds& kinds, std::size_t piece);

/// The wrench on a link from its parent: R; omega, alpha, a; load (6); what it hands to its
/// children (6 each); attitude; q; constants -> force and moment about the link's origin in link
/// axes, the same about the joint's place in the parent's axes.
FunctionRef make_reaction(const LinkShape& shape, int children, const Kinds& kinds,
                          std::size_t piece);
/// Of a link without children, or of one of the bodies that are one: R; omega, alpha, a of the
/// link; constants -> force and moment about the link's origin in link axes.
FunctionRef make_body_wrench(bool has_modes, const Kinds& kinds, std::size_t piece);
std::vector<Expr> body_constants(const Link& link, const Vector3<Expr>& gravity);
std::vector<Expr> reaction_constants(const Tree& tree, const Link& link,
                                     const Vector3<Expr>& gravity);

}  // namespace holon::detail
