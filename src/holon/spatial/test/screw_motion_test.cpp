// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/screw_motion.h"

#include <cmath>
#include <numbers>

#include "holon/spatial/axis.h"
#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Screw = ScrewMotor<double>;
using Pose = Transform<double>;
using Vec = Vector3<double>;
using std::numbers::pi;

/// Positions are sums of a few products of at most the size of pose and lever: 32 ε of that.
template <class T>
constexpr double kScrewRounding = 32 * kEps<T>;

/// exp of the 4 x 4 matrix ([g], h; 0, 0) by scaling and squaring of its power series: an
/// independent method.
Pose series_exponential(const Screw& s) {
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topLeftCorner<3, 3>() = cross_matrix(s.resultant());
  A.topRightCorner<3, 1>() = s.moment();
  int halvings = 0;
  while (A.norm() > 0.5) {
    A *= 0.5;
    ++halvings;
  }
  Eigen::Matrix4d sum = Eigen::Matrix4d::Identity(), term = sum;
  for (int k = 1; k < 20; ++k) {
    term = term * A / k;
    sum += term;
  }
  for (; halvings > 0; --halvings) sum = (sum * sum).eval();
  return {Matrix3<double>(sum.topLeftCorner<3, 3>()), Vec(sum.topRightCorner<3, 1>())};
}

RC_GTEST_PROP(TransformLaws, poses_compose_and_invert, ()) {
  const Pose X_AB = any_transform(), X_BC = any_transform();
  const Vec p_C = any_vector();
  const double scale = size(X_AB) * size(X_BC) * (1 + p_C.norm());
  check_near((X_AB * X_BC).apply_to_point(p_C), X_AB.apply_to_point(X_BC.apply_to_point(p_C)),
             kScrewRounding<double> * scale);
  check_near(X_AB.apply_inverse_to_point(X_AB.apply_to_point(p_C)), p_C,
             kScrewRounding<double> * scale);
  check_near(X_AB.inverse().apply_to_point(p_C), X_AB.apply_inverse_to_point(p_C),
             kScrewRounding<double> * scale);
  check_near(X_AB * X_AB.inverse(), Pose(), kScrewRounding<double> * size(X_AB) * size(X_AB));
  check_near(X_AB.apply_to_vector(p_C), Vec(X_AB.apply_to_point(p_C) - X_AB.translation()),
             kScrewRounding<double> * scale);
  check_near(X_AB.apply_inverse_to_vector(X_AB.apply_to_vector(p_C)), p_C,
             kScrewRounding<double> * scale);
  check_near(X_AB.calc_rotation().to_matrix(), X_AB.matrix(), kScrewRounding<double>);
}

TEST(TransformTest, starts_as_identity_and_moves_points) {
  EXPECT_EQ(Pose().apply_to_point({1, 2, 3}), Vec(1, 2, 3));
  EXPECT_EQ(Pose(Vec(1, 0, 0)).apply_to_point({1, 2, 3}), Vec(2, 2, 3));
  const Pose X(Rotation<double>::about_z(pi / 2), {10, 0, 0});
  EXPECT_LE(error(X.apply_to_point({1, 0, 0}), Vec(10, 1, 0)), kScrewRounding<double> * 10);
}

TEST(ScrewMotionTest, of_zero_goes_nowhere) {
  EXPECT_EQ(exponential(Screw()).matrix(), identity3<double>());
  EXPECT_EQ(exponential(Screw()).translation(), Vec(0, 0, 0));
  EXPECT_EQ(logarithm(Pose()), Screw());
}

TEST(ScrewMotionTest, of_a_couple_is_a_translation) {
  const Pose X = exponential(Screw({0, 0, 0}, {1, -2, 3}));
  EXPECT_EQ(X.matrix(), identity3<double>());
  EXPECT_EQ(X.translation(), Vec(1, -2, 3));
  EXPECT_EQ(logarithm(X), Screw({0, 0, 0}, {1, -2, 3}));
}

TEST(ScrewMotionTest, of_a_thread_turns_about_its_axis_and_advances_by_its_pitch) {
  const double pitch = 0.002 / (2 * pi);  // a thread of 2 mm per revolution
  const auto axis = Line<double>::through({0.3, 0.4, 0}, {0, 0, 1});
  const Pose X = exponential(1.5 * pi * make_screw(axis, pitch));  // three quarters of a revolution
  EXPECT_LE(error(X.apply_to_point({0.3, 0.4, 0}), Vec(0.3, 0.4, 0.0015)), kScrewRounding<double>);
  EXPECT_LE(error(X.apply_to_point({1.3, 0.4, 0}), Vec(0.3, -0.6, 0.0015)),
            kScrewRounding<double> * 2);
}

RC_GTEST_PROP(ScrewMotionLaws, the_exponential_is_that_of_the_matrix, ()) {
  const Screw s = 0.5 * any_motor<Screw>();
  // The series squares up to 5 times, which doubles its rounding error each time.
  check_near(exponential(s), series_exponential(s), 32 * kScrewRounding<double> * (1 + size(s)));
}

template <class T>
void check_logarithm() {
  const Vector3<T> e = any_direction<T>(), h = any_vector<T>();
  // Angles over many decades, and approaching π.
  const double decade = std::pow(10.0, any_number(-20, 0));
  const bool near_pi = *rc::gen::arbitrary<bool>();
  const T angle(near_pi ? pi * (1 - decade) : pi * decade);
  const ScrewMotor<T> s(angle * e, h);
  const Transform<T> X = exponential(s);
  check_near(exponential(logarithm(X)), X, kScrewRounding<T> * (1 + h.norm()));
  // Within 1e-3 of π the sign of the axis depends on rounding errors; the motion above is right
  // nevertheless.
  if (angle < T(3.14)) {
    check_near(logarithm(X).resultant(), s.resultant(), kScrewRounding<T> * 4);
    check_near(logarithm(X).moment(), s.moment(), kScrewRounding<T> * 4 * (1 + h.norm()));
  }
  RC_ASSERT(logarithm(X).resultant().norm() <= pi * (1 + kScrewRounding<T>));
}
RC_GTEST_PROP(ScrewMotionLaws, the_logarithm_undoes_the_exponential, ()) {
  check_logarithm<double>();
  check_logarithm<float>();
}

RC_GTEST_PROP(ScrewMotionLaws, motions_along_one_screw_add, ()) {
  const Screw s = any_motor<Screw>();
  const double a = any_number(-1, 1), b = any_number(-1, 1);
  check_near(exponential(a * s) * exponential(b * s), exponential((a + b) * s),
             4 * kScrewRounding<double> * (1 + size(s)) * (1 + s.resultant().norm()));
}

RC_GTEST_PROP(ScrewMotionLaws, a_screw_seen_from_elsewhere_moves_alike, ()) {
  // X exp(s) X⁻¹ = exp(X s): the motor's transform is the adjoint of the motion.
  const Screw s = any_motor<Screw>();
  const Pose X = any_transform();
  check_near(X * exponential(s) * X.inverse(), exponential(s.transform(X)),
             4 * kScrewRounding<double> * (1 + size(s)) * size(X) * size(X));
}

RC_GTEST_PROP(ScrewMotionLaws, points_on_the_axis_stay_on_it, ()) {
  const Screw s = any_motor<Screw>();
  RC_PRE(s.resultant().norm() > 0.1);
  const auto axis = find_axis(s);
  RC_ASSERT(axis.has_value());
  const Vec advance = calc_axis_moment(s);
  const Vec p = axis->point_at(any_number());
  check_near(exponential(s).apply_to_point(p), Vec(p + advance),
             kScrewRounding<double> * (1 + size(s)) * (1 + p.norm()));
}

}  // namespace
}  // namespace holon::test
