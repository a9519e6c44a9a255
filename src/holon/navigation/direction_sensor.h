// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/frame_motion.h"
#include "holon/navigation/sensor_errors.h"

/// Common to sensors of directions and attitudes. An error of direction is a small rotation: of a
/// direction d by the rotation vector ε (its part along d has no effect), of an attitude R_WB by
/// one in the axes of B, R_WB exp([ε]).
namespace holon {

/// A rotation vector [rad] in the frame's axes: a known one and white noise of each component.
Vector3<Expr> add_rotation_error(SensorClock& clock, const std::optional<Vector3<Expr>>& known,
                                 const Vector3<Expr>& sigma);

/// The unit vector along v, turned by ε.
Vector3<Expr> measure_direction(const Vector3<Expr>& v, const Vector3<Expr>& error);

/// The angle [rad] between two directions that are not zero.
Expr angle_between(const Vector3<Expr>& a, const Vector3<Expr>& b);

/// Whether the segment from a point towards a direction (both in world axes) meets a sphere: a
/// planet that hides the Sun.
Expr is_hidden(const Vector3<Expr>& point, const Vector3<Expr>& direction,
               const Vector3<Expr>& center, Expr radius);

}  // namespace holon
