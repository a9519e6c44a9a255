// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/tree/link_shape.h"

/// Coordinates, rates and accelerations of joints as joint_info counts them, of the child side
/// against the parent side, out of those of links, which are of the side that is farther from
/// the world against the nearer one.
namespace holon {

/// By joint the links of its motions: the i-th is that of its i-th freedom; one for joints without
/// one-dimensional freedoms, none for joints that no link has (fixed, or cut).
std::vector<std::vector<int>> find_links_of_joints(const Mechanism& mechanism, const Tree& tree);

/// `links`: one joint's, by find_links_of_joints.
std::vector<Expr> joint_coordinates(const Tree& tree, const std::vector<LinkState>& states,
                                    const std::vector<int>& links);
std::vector<Expr> joint_rates(const Tree& tree, const std::vector<LinkState>& states,
                              const std::vector<int>& links);
/// `vdot`: by link; of prescribed links LinkState::vdot counts.
std::vector<Expr> joint_accelerations(const Mechanism& mechanism, const Tree& tree,
                                      const std::vector<LinkState>& states,
                                      const std::vector<std::vector<Expr>>& vdot,
                                      const std::vector<int>& links);

namespace detail {

/// A relative motion as seen from the other side. Orientation q (4) and place p (3), angular
/// velocity (3, in the axes of what moves) and velocity (3, in those against which it moves), and
/// the changes of these; without place and velocity for spherical joints. Quaternions of any
/// length: the result has the same.
///   R' = Rᵀ,  p' = −Rᵀ p,  ω' = −R ω,  v' = −Rᵀ v + ω × Rᵀ p
std::vector<Expr> reverse_coordinates(const std::vector<Expr>& q);
std::vector<Expr> reverse_rates(const std::vector<Expr>& q, const std::vector<Expr>& v);
std::vector<Expr> reverse_accelerations(const std::vector<Expr>& q, const std::vector<Expr>& v,
                                        const std::vector<Expr>& vdot);

/// Whether what `initial` gives a joint holds states of its link. Of a reversed link positions
/// and rates depend on the attitude: where that is not held, they can only be conditions.
bool start_is_state(const Mechanism::Joint& joint, const Link& link);

/// Fills coordinates, rates and vdot of a driven link.
void set_driven(const Mechanism& mechanism, const Link& link, LinkState& state);
/// Fills what is prescribed; false where the link moves freely along its joint.
bool set_prescribed(const Mechanism& mechanism, const Link& link, LinkState& state);

}  // namespace detail

}  // namespace holon
