// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "holon/mechanics/test/dense_reference.h"

namespace holon::test {

struct RandomOptions {
  int bodies = 8;
  bool chain = false;  ///< each body hangs on the one before
  bool with_fixed = true;
  bool with_free_inside = true;  ///< Free joints between bodies, not only from the world
  bool with_motion = true;
  bool with_wrenches = true;
  bool aligned_only = false;  ///< axes x, y, z and frames turned by quarter turns
  bool with_springs = true;
  bool with_frames = true;   ///< frames that are driven, between bodies
  bool simple_only = false;  ///< revolute, prismatic, fixed and free joints
};

/// Trees of random bodies, joints of all types in either direction, and a state.
class RandomMechanism {
 public:
  explicit RandomMechanism(unsigned seed) : random_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  Vector3d vector(double size);

  Rotation<Expr> rotation(bool quarter_turns);

  static Vector3<Expr> expr(const Vector3d& v) { return {v[0], v[1], v[2]}; }

  /// Mass, centre and inertia of a cloud of points, so that they can exist.
  Mechanism::Body body(const std::string& name);

  Mechanism make(const RandomOptions& options);

  JointType joint_type(const RandomOptions& options, bool inside);

  Vector3d axis(bool aligned_only);

  /// Puts a driven frame on the frame `in`; returns its name.
  std::string drive(Mechanism& m, const std::string& name, const std::string& in);

  std::vector<JointState> state(const Mechanism& m);

 private:
  std::mt19937_64 random_;
};

}  // namespace holon::test
