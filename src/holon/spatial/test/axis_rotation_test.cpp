// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/axis_rotation.h"

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

/// A rotation by an axis is a handful of products, of entries up to one.
constexpr double kAxisRotationRounding = 64 * kEps<double>;

struct AnyAxisRotation {
  int axis = *rc::gen::inRange(0, 3);
  double angle = any_number(-3.2, 3.2);
  AxisRotation<double> R{axis, std::cos(angle), std::sin(angle)};
  Matrix3<double> matrix =
      make_axis_rotation<double>(identity3<double>().col(axis), std::cos(angle), std::sin(angle));
};

RC_GTEST_PROP(AxisRotationLaws, it_is_the_matrix_of_its_axis, ()) {
  const AnyAxisRotation any;
  const Vector3<double> v = any_vector();
  const double bound = kAxisRotationRounding * (1 + v.norm());
  check_near(multiply(any.R, v), multiply(any.matrix, v), bound);
  check_near(multiply_transposed(any.R, v), multiply_transposed(any.matrix, v), bound);
}

RC_GTEST_PROP(AxisRotationLaws, matrices_rotate_by_their_traceless_part, ()) {
  const AnyAxisRotation any;
  const Matrix3<double> B = any_matrix(), R = any.matrix;
  const Matrix3<double> expected = R * B * R.transpose();
  const double bound = kAxisRotationRounding * (1 + B.norm());
  check_near(rotate_matrix(any.R, B), expected, bound);
  check_near(rotate_matrix(R, B), expected, bound);
}

RC_GTEST_PROP(AxisRotationLaws, symmetric_matrices_rotate_as_full_ones_do, ()) {
  const AnyAxisRotation any;
  const Matrix3<double> A = any_matrix(), B = A + A.transpose(), R = any.matrix;
  const auto S = SymmetricMatrix3<double>::from_matrix(B);
  const Vector3<double> v = any_vector();
  const Matrix3<double> expected = R * B * R.transpose();
  const double bound = kAxisRotationRounding * (1 + B.norm());
  RC_ASSERT(S.to_matrix() == B);
  RC_ASSERT(multiply(S, v) == multiply(B, v));
  check_near(S.rotate(any.R).to_matrix(), expected, bound);
  check_near(S.rotate(R).to_matrix(), expected, bound);
}

RC_GTEST_PROP(FactoredRotationLaws, factors_act_from_the_right_and_back_from_the_left, ()) {
  const AnyAxisRotation first, second;
  const FactoredRotation<double> R(std::vector{first.R, second.R}), identity;
  const FactoredRotation<double> M(Matrix3<double>(first.matrix * second.matrix));
  const auto F = any_motor<ForceMotor<double>>();
  const Vector3<double> v = any_vector();
  const double bound = kAxisRotationRounding * (1 + size(F) + v.norm());
  check_near(R.apply(F), F.rotate(*M.matrix()), bound);
  check_near(R.apply(v), M.apply(v), bound);
  check_near(R.apply_inverse(v), M.apply_inverse(v), bound);
  check_near(R.apply_inverse(R.apply(F)), F, bound);
  RC_ASSERT(identity.is_identity() && identity.apply(F) == F && identity.apply_inverse(v) == v);
  const Matrix3<double> Q = any_rotation().to_matrix();
  check_near(multiply(Q, R), Matrix3<double>(Q * *M.matrix()), bound);
}

}  // namespace
}  // namespace holon::test
