// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "holon/mechanics/mechanism/mechanism.h"

/// An independent way to the accelerations of a mechanism: absolute accelerations of every body and
/// a multiplier for every direction in which a joint holds, in one dense system
///   [M Gᵀ; G 0] [a; λ] = [forces; −bias]
/// in world axes. Shares nothing with the formulations but the description of the mechanism.
namespace holon::test {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Coordinates and rates of one joint, as JointType says.
struct JointState {
  std::vector<double> q, v;
  std::array<double, 3> effort{};  ///< by freedom
  std::vector<double> vdot;        ///< of prescribed freedoms; others are not used
};

struct DenseResult {
  std::vector<std::vector<double>> vdot;  ///< by joint
  std::vector<Vector3d> force, torque;    ///< by joint: parent on child at the child's frame
  std::vector<Vector3d> position, velocity, acceleration;  ///< of body frames
  std::vector<Vector3d> angular_velocity, angular_acceleration;
  std::vector<Matrix3d> attitude;
  double kinetic = 0.0, potential = 0.0;
  Vector3d momentum = Vector3d::Zero(), angular_momentum = Vector3d::Zero();
};

inline Vector3d number(const Vector3<Expr>& v) {
  return {v[0].value(), v[1].value(), v[2].value()};
}
inline Matrix3d matrix_of(double w, double x, double y, double z) {
  return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}
inline Matrix3d number(const Rotation<Expr>& R) {
  return matrix_of(R.w().value(), R.x().value(), R.y().value(), R.z().value());
}
inline Matrix3d skew(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;  // rows: rotation, translation
using Vector6 = Eigen::Matrix<double, 6, 1>;
/// The relative motion that a joint allows, in its parent side's joint axes: S v.
struct RelativeMotion {
  Matrix3d R_JC = Matrix3d::Identity();
  Vector3d offset = Vector3d::Zero();  // of the child frame
  Matrix6X S;
  Vector6 bias = Vector6::Zero();  // change of S times v
  std::vector<bool> prescribed;    // by rate
};

RelativeMotion relative_motion(const Mechanism::Joint& joint, const JointState& state);

/// Joints must be listed such that, going through them in order, one of their bodies is placed
/// already (the world is from the start).
DenseResult solve_dense(const Mechanism& mechanism, const std::vector<JointState>& joints);

}  // namespace holon::test
