// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holon/mechanics/kernels/kinds.h"
#include "holon/mechanics/tree/link_shape.h"
#include "holon/spatial/articulated_body.h"

/// The passes of the formulation `recursive`, one Function per kind of link each. Numbers refer to
/// docs/design/recursive.md.
namespace holon::detail {

/// Which entries of a link's articulated body are not zero by structure once it is expressed in its
/// parent's axes at the joint, in the order of ArticulatedBody::entries.
struct BlockPattern {
  std::array<bool, 27> filled{};
  int effort = -1;  ///< the entry that is the joint's effort itself; -1: none

  explicit BlockPattern(const LinkShape& shape);
  bool is_empty() const { return filled == std::array<bool, 27>{}; }
  std::string text() const;
};

/// Constants of a link in the order in which the kernels read them.
std::vector<Expr> outward_constants(const Tree& tree, const Link& link,
                                    std::span<const Vector3<Expr>> points,
                                    const Vector3<Expr>& gravity);
std::vector<Expr> inward_constants(const Tree& tree, const Link& link,
                                   const Mechanism::Freedom& freedom);
std::vector<Expr> return_constants(const Tree& tree, const Link& link);

/// Outward: with all vdot = 0 and gravity as an acceleration of the world, the acceleration field
/// at the children's joints and at other points; the force motor that the link alone then needs.
///   inputs   parent: omega, alpha, a of the joint (9, absent at rest); attitude; q; v; [vdot];
///            constants
///   outputs  omega, alpha, a per child and point; f, n
FunctionRef make_outward(const LinkShape& shape, int points, const Kinds& kinds, std::size_t piece);
/// Inward: the articulated body, released along its freedoms.
///   inputs   f, n; children's blocks; attitude; q; v; effort; load (6); constants
///   outputs  block; pivots (rate and weights each); inverses, where requested; effort
FunctionRef make_inward(const LinkShape& shape, const std::vector<BlockPattern>& children,
                        const Kinds& kinds, std::size_t piece);
/// Return: vdot, and the difference of the accelerations to those of the outward pass, a motor.
///   inputs   parent: change of alpha, of a of the joint (6, absent at rest); attitude; q; pivots;
///            constants
///   outputs  vdot; change of alpha, of a per child
FunctionRef make_return(const LinkShape& shape, int children, const Kinds& kinds,
                        std::size_t piece);

}  // namespace holon::detail
