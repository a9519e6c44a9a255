// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Inverse dynamics of a System: the efforts u that give coordinates q(t) their accelerations. With
// the rates v of the coordinates, v' = f(t, q, v, u) is affine in the efforts as a rule, so that
//
//   B u = q'' - f(t, q, q', 0),   B = f(…, e_k) - f(…, 0).
//
// Where the model limits efforts, Newton's method goes on from there. A generalised effort along a
// coordinate is no parameter of the model: with the mass matrix M of the kinetic energy, and Z
// whose columns are the speeds that the constraints leave, it adds Z (Zᵀ M Z)⁻¹ Zᵀ e_k to v'.
// Coordinates that are not given follow from closed loops: positions by Newton's method with the
// given ones held, speeds by the linear equations. Where conditions on speeds (a rolling wheel, a
// blade) determine speeds only, positions are their integrals; modes of elastic bodies move freely
// with the motion. Both are integrated along it.
#include <Eigen/Core>
#include <string>
#include <vector>

#include "holon/analyse/inverse/coordinate_motion.h"
#include "holon/system/system.h"

namespace holon {

struct InverseDynamics {
  std::vector<std::vector<double>> in;  ///< of each row the inputs of the System's functions
  Eigen::MatrixXd efforts;              ///< (rows x efforts) [SI unit]
  std::vector<std::string> integrated;  ///< states that are neither given nor follow from loops
};

/// In place of a parameter: the generalised effort along the coordinate.
inline constexpr int kGeneralisedEffort = -1;

/// The speed that is the rate of a coordinate, by index in the state; -1 if there is none.
int find_rate_of(const System& system, int coordinate);

/// `coordinates`: by index in the state; `efforts`: as many parameters, by index, or
/// kGeneralisedEffort. Throws ModelError
/// where the motion or the efforts do not determine each other, where no efforts make it, and for
/// what has discrete states, or other ones that change on their own and reach the accelerations.
InverseDynamics find_efforts(const System& system, const std::vector<double>& parameters,
                             const std::vector<int>& coordinates, const std::vector<int>& efforts,
                             const CoordinateMotion& motion);

}  // namespace holon
