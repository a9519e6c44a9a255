// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/mechanics/formulations/recursive.h"
#include "holon/model/assembly/model.h"

/// The equations of a tree of bodies as functions,
///
///   M(q) vdot + c(q, v) = tau,
///
/// for planning, control and identification. make_forward_dynamics (recursive.h) is their inverse.
/// q (nq), v, vdot, tau (nv) stand link after link of the tree (see make_tree): for a chain, or a
/// tree whose bodies stand parents first, level by level, in the order of bodies. Each link's
/// numbers are those of LinkState: angle and rate, position and speed, or orientation (w, x, y, z)
/// and position, with the angular velocity in the child's and the velocity in the parent's axes;
/// the efforts belong to the rates. vdot is the derivative of v. Springs, dampers, efforts and
/// constant forces of the mechanism act too and stand in c.
///
/// All throw ModelError for what make_tree finds, for joints that close loops, prescribed motions
/// and values that are not constants.
namespace holon {

/// The bodies, joints, frames and forces of a model. Throws InputError with all that is wrong with
/// the model, ModelError where it has no mechanical parts. Where its values depend on anything but
/// numbers the model must live as long as the mechanism.
Mechanism make_mechanism(const Model& model);

/// Inputs q, v, vdot, output tau: what must act in the joints besides. Newton's and Euler's laws
/// from link to link in O(n) (J. Luh, M. Walker, R. Paul, J. Dyn. Sys. Meas. Control 102 (1980)
/// 69).
FunctionRef make_inverse_dynamics(const Mechanism& mechanism);

/// Inputs q, v, output c: tau for vdot = 0.
FunctionRef make_bias_forces(const Mechanism& mechanism);

/// Input q, output M (nv x nv) by rows, symmetric and positive definite: composite rigid bodies,
/// in time proportional to the number of entries that are not zero by structure (M. Walker, D.
/// Orin, J. Dyn. Sys. Meas. Control 104 (1982) 205).
FunctionRef make_mass_matrix(const Mechanism& mechanism);

/// Input q, output J (6 x nv) by rows: J v are the angular velocity (rows 0–2) [rad/s] of a frame
/// and the velocity (rows 3–5) [m/s] of its origin, in world axes. Jᵀ applied to a torque and a
/// force at the origin gives the efforts they amount to. Throws ModelError with the nearest name
/// for an unknown frame.
FunctionRef make_frame_jacobian(const Mechanism& mechanism, const std::string& frame);

}  // namespace holon
