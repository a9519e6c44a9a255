// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/dyad.h"

#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Velocity = VelocityMotor<double>;
using Force = ForceMotor<double>;
using Momentum = MomentumMotor<double>;
using Screw = ScrewMotor<double>;

/// As in motor_test: sums of a few dozen products, each rounded a few times.
template <class T>
constexpr double kDyadRounding = 64 * kEps<T>;

template <class A, class B>
concept Multipliable = requires(A a, B b) {
  a* b;
};
using FullInertia = Dyad<double, DyadKind::inertia>;
static_assert(std::is_same_v<decltype(FullInertia() * Velocity()), Momentum>);
static_assert(std::is_same_v<decltype(FullInertia() * AccelerationMotor<double>()), Force>);
static_assert(std::is_same_v<decltype(MobilityDyad<double>() * Momentum()), Velocity>);
static_assert(std::is_same_v<decltype(Dyad<double>() * Force()), Force>);
static_assert(!Multipliable<FullInertia, Force>);
static_assert(!Multipliable<FullInertia, FullInertia>);
static_assert(!Multipliable<MobilityDyad<double>, Velocity>);
static_assert(std::is_same_v<decltype(MobilityDyad<double>() * FullInertia()), Dyad<double>>);
static_assert(std::is_same_v<decltype(Dyad<double>() * FullInertia()), FullInertia>);
static_assert(std::is_same_v<decltype(InertiaDyad<double>() * Velocity()), Momentum>);
static_assert(std::is_same_v<decltype(InertiaDyad<double>() * AccelerationMotor<double>()), Force>);
static_assert(!Multipliable<InertiaDyad<double>, Force>);
static_assert(!Multipliable<InertiaDyad<double>, InertiaDyad<double>>);

TEST(DyadTest, maps_by_the_blocks_of_von_mises) {
  Matrix3<double> D11, D12, D21, D22;
  D11 << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  D12 << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  D21 << 2, 0, 0, 0, 3, 0, 0, 0, 4;
  D22 << 1, 1, 0, 0, 1, 1, 1, 0, 1;
  const Dyad<double> D(D11, D12, D21, D22);
  const Screw a({1, 2, 3}, {4, 5, 6});
  // D11 h + D12 g = (32, 77, 122) + (2, 3, 1), D21 h + D22 g = (8, 15, 24) + (3, 5, 4).
  EXPECT_EQ(D * a, Screw({34, 80, 123}, {11, 20, 28}));
  EXPECT_EQ(D.apply<MotorKind::force>(a), Force({34, 80, 123}, {11, 20, 28}));
}

TEST(DyadTest, starts_as_zero) { EXPECT_EQ(Dyad<double>() * Screw({1, 2, 3}, {4, 5, 6}), Screw()); }

TEST(DyadTest, has_no_inverse_where_it_is_singular) {
  EXPECT_FALSE(find_inverse(Dyad<double>()));
  EXPECT_FALSE(
      find_inverse(make_cross_dyad(Screw({1, 2, 3}, {4, 5, 6}))));  // kernel: the motor itself
  EXPECT_FALSE(find_inverse(make_cross_dyad(ScrewMotor<float>({1, 2, 3}, {4, 5, 6}))));
  EXPECT_TRUE(find_inverse(Dyad<double>::identity()));
}

TEST(DyadTest, of_very_different_units_has_an_inverse_all_the_same) {
  // A stiffness of 1e9 N/m and 1e-9 N m/rad: singular only if the two are compared.
  const Matrix3<double> zero = diagonal<double>({0, 0, 0});
  const Dyad<double> D(diagonal<double>({1e9, 1e9, 1e9}), zero, zero,
                       diagonal<double>({1e-9, 1e-9, 1e-9}));
  const auto inverse = find_inverse(D);
  ASSERT_TRUE(inverse);
  const Screw a({1, 2, 3}, {4, 5, 6});
  const Screw b = *inverse * (D * a);
  EXPECT_LE(error(b, a), kDyadRounding<double> * size(a));
}

RC_GTEST_PROP(DyadLaws, the_identity_changes_nothing, ()) {
  const auto a = any_motor<Screw>();
  const auto D = any_dyad(), one = Dyad<double>::identity();
  RC_ASSERT(one * a == a);
  RC_ASSERT(one * D == D);
  RC_ASSERT(D * one == D);
}

template <class T>
void check_composition() {
  const auto D = any_dyad<T>(), E = any_dyad<T>();
  const auto a = any_motor<ScrewMotor<T>>();
  check_near((D * E) * a, D * (E * a), kDyadRounding<T> * size(D) * size(E) * size(a));
  check_near((D + E) * a, D * a + E * a, kDyadRounding<T> * (size(D) + size(E)) * size(a));
  check_near((D - E) * a, D * a - E * a, kDyadRounding<T> * (size(D) + size(E)) * size(a));
}
RC_GTEST_PROP(DyadLaws, a_product_maps_twice_and_a_sum_adds, ()) {
  check_composition<double>();
  check_composition<float>();
}

RC_GTEST_PROP(DyadLaws, the_matrix_and_the_form_are_the_same_dyad, ()) {
  const auto D = any_dyad();
  const auto a = any_motor<Screw>(), b = any_motor<Screw>();
  const Screw c = Screw::from_vector(D.to_matrix() * a.to_vector());
  check_near(c, D * a, kDyadRounding<double> * size(D) * size(a));
  check_near(b.to_vector().dot(D.to_form() * a.to_vector()), dot(b, D * a),
             kDyadRounding<double> * size(D) * size(a) * size(b));
}

template <class T>
void check_adjoint() {
  const auto D = any_dyad<T>(), E = any_dyad<T>();
  const auto a = any_motor<ScrewMotor<T>>(), b = any_motor<ScrewMotor<T>>();
  check_near(dot(a, D * b), dot(D.adjoint() * a, b),
             kDyadRounding<T> * size(D) * size(a) * size(b));
  check_near((D * E).adjoint(), E.adjoint() * D.adjoint(), kDyadRounding<T> * size(D) * size(E));
  RC_ASSERT(D.adjoint().adjoint() == D);
}
RC_GTEST_PROP(DyadLaws, the_adjoint_moves_a_dyad_to_the_other_factor, ()) {
  check_adjoint<double>();
  check_adjoint<float>();
}

RC_GTEST_PROP(DyadLaws, the_cross_dyad_is_the_cross_product_and_skew, ()) {
  const auto a = any_motor<Screw>(), b = any_motor<Screw>();
  const auto A = make_cross_dyad(a), B = make_cross_dyad(b);
  check_near(A * b, cross(a, b), kDyadRounding<double> * size(a) * size(b));
  RC_ASSERT(A.adjoint() == -1.0 * A);
  // Jacobi's identity as a commutator.
  check_near(make_cross_dyad(cross(a, b)), A * B - B * A,
             kDyadRounding<double> * size(a) * size(b));
}

RC_GTEST_PROP(DyadLaws, a_dyadic_product_projects_on_its_second_factor, ()) {
  const auto a = any_motor<Momentum>(), b = any_motor<Momentum>();
  const auto v = any_motor<Velocity>();
  const auto D = make_product_dyad<DyadKind::inertia>(a, b);
  check_near(D * v, dot(b, v) * a, kDyadRounding<double> * size(a) * size(b) * size(v));
  RC_ASSERT(D.adjoint() == make_product_dyad<DyadKind::inertia>(b, a));
}

template <class T>
void check_frames() {
  const auto D = any_dyad<T>();
  const auto a = any_motor<ScrewMotor<T>>();
  const Transform<T> X = any_transform<T>(), Y = any_transform<T>();
  const Vector3<T> r = any_vector<T>();
  const double lever = 1 + r.norm(), x = size(X), y = size(Y);
  const double scale = kDyadRounding<T> * size(D) * size(a);
  check_near(D.shift(r) * a.shift(r), (D * a).shift(r), scale * lever * lever * lever);
  check_near(D.rotate(X.matrix()) * a.rotate(X.matrix()), (D * a).rotate(X.matrix()), scale);
  check_near(D.transform(X) * a.transform(X), (D * a).transform(X), scale * x * x * x);
  check_near(D.transform(X).inverse_transform(X), D, kDyadRounding<T> * size(D) * x * x * x * x);
  check_near(D.transform(X * Y), D.transform(Y).transform(X),
             kDyadRounding<T> * size(D) * x * x * y * y);
}
RC_GTEST_PROP(DyadLaws, a_dyad_moves_with_the_motors_that_it_maps, ()) {
  check_frames<double>();
  check_frames<float>();
}

RC_GTEST_PROP(DyadLaws, the_inverse_undoes_the_dyad, ()) {
  const auto D = any_dyad();
  const auto a = any_motor<Screw>();
  const auto inverse = find_inverse(D);
  RC_PRE(inverse.has_value());
  const double condition = size(D) * size(*inverse);
  RC_PRE(condition < 1e10);  // the law below is meaningless if it is larger
  check_near(*inverse * (D * a), a, kDyadRounding<double> * condition * size(a));
}

}  // namespace
}  // namespace holon::test
