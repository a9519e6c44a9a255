// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/machine/joint_freedom.h"

namespace holon::detail {

/// Two freedoms in mesh: s₁ q₁ = s₂ q₂. machine/mesh.cpp has the equations.
struct Mesh {
  JointFreedom first, second;
  Expr first_scale = 1.0, second_scale = 1.0;  ///< s₁, s₂
  Expr efficiency = 1.0;
  std::optional<Expr> backlash{};  ///< total clearance of s₁ q₁ − s₂ q₂
  Expr restitution = 0.0;          ///< of impacts of the flanks
  std::string force;               ///< local name of the part's output: "tooth_torque"
};

/// Adds the constraint, with its flanks where there is backlash, and defines the outputs `force`
/// and `power` of the part.
void add_rigid_mesh(PartBuilder& b, const Mesh& mesh);
/// The same with its losses, and the outputs `friction` (by its local name), `loss` and `play`.
void add_mesh(PartBuilder& b, const Mesh& mesh, const std::string& friction);

}  // namespace holon::detail
