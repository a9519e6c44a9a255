// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace holon {

/// A motion by rows, SI units.
struct CoordinateMotion {
  std::vector<double> time;
  Eigen::MatrixXd q, v, a;  ///< (rows x coordinates)
  /// t -> position, speed and acceleration of each coordinate, one after the other. Without it
  /// polynomials of fifth degree through the rows.
  std::function<void(double t, double* values)> evaluate{};
};

/// Derivatives of recorded values by differences of sixth order through seven neighbouring rows
/// (B. Fornberg, Math. Comput. 51 (1988) 699), at any distances of the rows: `v` and `a` of `q`.
void differentiate_rows(CoordinateMotion& motion);

namespace detail {

/// Positions, speeds and accelerations between rows, those of each coordinate one after the other:
/// polynomials of fifth degree that have those of the rows.
void interpolate_rows(const CoordinateMotion& motion, double t, double* values);

}  // namespace detail

}  // namespace holon
