// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/model/assembly/part.h"

namespace holon::detail {

/// A motor about the point `at`, in world axes: (ω, v) of a motion, (f, m) of a wrench.
struct MotorAtPoint {
  Vector3<Expr> at{0.0, 0.0, 0.0}, resultant{0.0, 0.0, 0.0}, moment{0.0, 0.0, 0.0};
};

/// Its axis. Where the resultant is below `threshold`, the axis runs along the moment through `at`
/// and its pitch is infinite; where the moment is below it too, direction and pitch are zero.
struct MotorAxis {
  Vector3<Expr> point, direction;
  Expr pitch, magnitude, along;  ///< |resultant|, and the moment's component along the axis
};

/// The square root of a sum of squares, with a derivative of zero where it vanishes.
Expr magnitude_of(Expr square);

MotorAxis find_motor_axis(const MotorAtPoint& motor, Expr threshold);

/// What a part needs to have an axis as outputs, and in drawings.
struct AxisDefinition {
  std::function<MotorAtPoint()> motor;
  Expr threshold;
  const char* magnitude;  ///< names of outputs: of the resultant,
  const char* along;      ///< and of the moment along the axis
  bool is_wrench = false;
};

/// Defines point, direction, pitch, and `magnitude` and `along` by their names.
void define_motor_axis(PartBuilder& b, AxisDefinition definition);

}  // namespace holon::detail
