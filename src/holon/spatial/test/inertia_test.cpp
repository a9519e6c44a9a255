// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/inertia.h"

#include <Eigen/Geometry>
#include <cmath>

#include "holon/spatial/screw_motion.h"
#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

using Velocity = VelocityMotor<double>;
using Acceleration = AccelerationMotor<double>;
using Force = ForceMotor<double>;
using Momentum = MomentumMotor<double>;
using Vec = Vector3<double>;

/// As in motor_test: sums of a few dozen products, each rounded a few times.
template <class T>
constexpr double kInertiaRounding = 64 * kEps<T>;

TEST(InertiaTest, of_a_rod_about_its_end_is_a_third_of_m_l2) {
  const double m = 3, L = 2;
  const auto about_center = diagonal<double>({0, m * L * L / 12, m * L * L / 12});
  const auto M = inertia_dyad<double>(m, {L / 2, 0, 0}, about_center);
  EXPECT_EQ(M.to_dyad().D22(), diagonal<double>({0, m * L * L / 3, m * L * L / 3}));
  EXPECT_EQ(M.to_dyad().D11(), diagonal<double>({m, m, m}));
  // Rotating about z through its end at 1 rad/s: p = m L/2 in y, l = m L²/3.
  const Momentum P = M * Velocity({0, 0, 1}, {0, 0, 0});
  EXPECT_EQ(P, Momentum({0, 3, 0}, {0, 0, 4}));
  EXPECT_EQ(calc_kinetic_energy(M, Velocity({0, 0, 1}, {0, 0, 0})), 2.0);
}

TEST(InertiaTest, the_worked_example_of_the_design_note) {
  // docs/design/motors.md: a level bar hinged at its end starts with 3g/(2L); the pin carries m
  // g/4.
  const auto M = inertia_dyad<double>(1, {0.5, 0, 0}, diagonal<double>({0, 1.0 / 12, 1.0 / 12}));
  const auto weight = ForceMotor<double>::at_point({0.5, 0, 0}, {0, 0, -9.81});
  const ScrewMotor<double> S({0, 1, 0}, {0, 0, 0});
  const auto U = M * S.at_rate(1);
  const double inertia = dot(S, U);
  EXPECT_NEAR(inertia, 1.0 / 3, kEps<double>);
  const double acceleration = dot(S, weight) / inertia;
  EXPECT_NEAR(acceleration, 1.5 * 9.81, kInertiaRounding<double> * 14.715);
  const auto A = S.at_acceleration(acceleration);
  EXPECT_LE(error(A.moment_at({0.5, 0, 0}), Vec(0, 0, -7.3575)), kInertiaRounding<double> * 10);
  const auto pin = calc_force(M, VelocityMotor<double>(), A) - weight;
  EXPECT_LE(error(pin, Force({0, 0, 9.81 / 4}, {0, 0, 0})), kInertiaRounding<double> * 10);
}

TEST(InertiaTest, a_shift_gives_products_of_inertia_with_the_sign_of_the_matrix) {
  // A point of 2 kg at (1, 2, 3): Θ_o = 2 (r² I - r rᵀ), entries of the matrix.
  const auto theta = shift_from_center<double>(2, {1, 2, 3}, diagonal<double>({0, 0, 0}));
  Matrix3<double> expected;
  expected << 26, -4, -6, -4, 20, -12, -6, -12, 10;
  EXPECT_EQ(theta, expected);
}

TEST(InertiaTest, the_heavy_top_precesses_steadily_at_the_textbook_rate) {
  // A gyroscope fixed at O, its axis x level, spin Ω: m g L = Θ Ω ψ' at the precession ψ'. In the
  // frame that rotates with ψ' the momentum is constant, so 𝔣 = 𝔳_frame × 𝔭.
  const double m = 2, L = 0.5, gravity = 9.81, spin_inertia = 0.04, spin = 150;
  const double precession = m * gravity * L / (spin_inertia * spin);  // H. Goldstein, § 5.7
  const auto M = inertia_dyad<double>(m, {L, 0, 0}, diagonal<double>({spin_inertia, 0.03, 0.03}));
  const Velocity V_frame({0, 0, precession}, {0, 0, 0});
  const Velocity V_body({spin, 0, precession}, {0, 0, 0});
  const Force F = cross(V_frame, M * V_body);
  const Force weight = Force::at_point({L, 0, 0}, {0, 0, -m * gravity});
  // x × -z = y: the torque of the weight is about y, as required for the precession.
  EXPECT_NEAR(F.torque()[1], weight.torque()[1], 64 * kEps<double> * std::abs(m * gravity * L));
  EXPECT_EQ(F.torque()[0], 0.0);
  EXPECT_EQ(F.torque()[2], 0.0);
}

template <class T>
void check_steiner() {
  const auto body = any_body<T>();
  const Vector3<T> r = any_vector<T>();
  const auto there = inertia_dyad<T>(body.mass, body.center - r, body.about_center);
  const double lever = 1 + body.center.norm() + r.norm();
  check_near(body.dyad().shift(r), there,
             kInertiaRounding<T> * (size(body.dyad()) + body.mass) * lever * lever);
}
RC_GTEST_PROP(InertiaLaws, the_shift_of_an_inertia_is_steiners, ()) {
  check_steiner<double>();
  check_steiner<float>();
}

RC_GTEST_PROP(InertiaLaws, an_inertia_turns_with_its_body, ()) {
  const auto body = any_body();
  const Rotation<double> R = any_rotation();
  const Matrix3<double> A = R.to_matrix();
  const auto turned = inertia_dyad<double>(body.mass, R * body.center,
                                           multiply(multiply(A, body.about_center), transpose(A)));
  check_near(body.dyad().rotate(R), turned, kInertiaRounding<double> * size(body.dyad()));
}

template <class T>
void check_ten_numbers() {
  const auto body = any_body<T>();
  const auto M = body.dyad();
  const auto D = M.to_dyad();
  const auto V = any_motor<VelocityMotor<T>>();
  const Transform<T> X = any_transform<T>();
  const Vector3<T> r = any_vector<T>();
  const double bound = kInertiaRounding<T> * size(M) * size(X) * size(X);
  const double shifted = kInertiaRounding<T> * size(M) * (1 + r.norm()) * (1 + r.norm());
  check_near(M * V, D * V, kInertiaRounding<T> * size(M) * size(V));
  check_near((M + M).to_dyad(), D + D, bound);
  check_near(M.shift(r).to_dyad(), D.shift(r), shifted);
  check_near(M.shift_back(r).to_dyad(), D.shift(Vector3<T>(-r)), shifted);
  check_near(M.rotate(X.matrix()).to_dyad(), D.rotate(X.matrix()), bound);
  check_near(M.transform(X).to_dyad(), D.transform(X), bound);
  check_near(M.inverse_transform(X).to_dyad(), D.inverse_transform(X), bound);
}
RC_GTEST_PROP(InertiaLaws, ten_numbers_do_what_the_dyad_of_thirty_six_does, ()) {
  check_ten_numbers<double>();
  check_ten_numbers<float>();
}

RC_GTEST_PROP(InertiaLaws, an_inertia_is_symmetric_in_the_motor_product, ()) {
  const auto M = any_body().dyad().to_dyad();
  RC_ASSERT(M.adjoint() == M);
  RC_ASSERT(Matrix6<double>(M.to_form().transpose()) == M.to_form());
}

RC_GTEST_PROP(InertiaLaws, kinetic_energy_is_that_of_koenig_and_positive, ()) {
  const auto body = any_body();
  const auto M = body.dyad();
  const auto V = any_motor<Velocity>();
  RC_PRE(size(V) > 0);
  const Vec v_c = V.moment_at(body.center);
  const double koenig =
      0.5 * body.mass * v_c.squaredNorm() + 0.5 * V.omega().dot(body.about_center * V.omega());
  const double bound = kInertiaRounding<double> * size(M) * size(V) * size(V);
  check_near(calc_kinetic_energy(M, V), koenig, bound);
  RC_ASSERT(calc_kinetic_energy(M, V) > -bound);
  RC_ASSERT(koenig > 0);
}

RC_GTEST_PROP(InertiaLaws, momentum_is_that_of_newton_and_euler, ()) {
  const auto body = any_body();
  const auto V = any_motor<Velocity>();
  const Momentum P = body.dyad() * V;
  const Vec p = body.mass * V.moment_at(body.center);
  const Momentum expected(p, body.center.cross(p) + body.about_center * V.omega());
  check_near(P, expected, kInertiaRounding<double> * size(body.dyad()) * size(V));
}

RC_GTEST_PROP(InertiaLaws, the_force_of_a_motion_is_that_of_newton_and_euler, ()) {
  // m a_c = f, Θ_c ω' + ω × Θ_c ω = torque about the centre of mass.
  const auto body = any_body();
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  const Force F = calc_force(body.dyad(), V, A);
  const Vec f = body.mass * calc_point_acceleration(V, A, body.center);
  const Vec about_center =
      body.about_center * A.alpha() + V.omega().cross(body.about_center * V.omega());
  const double bound = kInertiaRounding<double> * size(body.dyad()) *
                       (size(A) + size(V) * size(V)) * (1 + body.center.norm());
  check_near(F.shift(body.center), Force(f, about_center), bound);
}

RC_GTEST_PROP(InertiaLaws, a_field_of_accelerations_needs_the_force_that_its_motors_need, ()) {
  const auto body = any_body();
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  const auto field = AccelerationField<double>::from_motors(V, A);
  const double bound = kInertiaRounding<double> * size(body.dyad()) *
                       (size(A) + size(V) * size(V)) * (1 + body.center.norm());
  check_near(calc_force(body.dyad(), field), calc_force(body.dyad(), V, A), bound);
}

template <class T>
void check_inverse() {
  const auto body = any_body<T>();
  const auto M = body.dyad();
  const auto N = M.calc_inverse();
  const auto P = any_motor<MomentumMotor<T>>();
  const double bound = kInertiaRounding<T> * size(M) * size(N);
  check_near(M * (N * P), P, bound * size(P));
  check_near(N * M.to_dyad(), Dyad<T>::identity(), bound);
  check_near(N.calc_inverse(), M.to_dyad(), bound * size(M));
  check_near(N.adjoint(), N, bound * size(N));
}
RC_GTEST_PROP(InertiaLaws, the_mobility_is_the_inverse_of_the_inertia, ()) {
  check_inverse<double>();
  check_inverse<float>();
}

RC_GTEST_PROP(InertiaLaws, a_force_gives_the_acceleration_that_needs_it, ()) {
  const auto M = any_body().dyad();
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  const double condition = size(M) * size(M.calc_inverse());
  check_near(calc_acceleration(M, V, calc_force(M, V, A)), A,
             kInertiaRounding<double> * condition * (size(A) + size(V) * size(V)));
}

RC_GTEST_PROP(InertiaLaws, power_is_the_rate_of_kinetic_energy, ()) {
  // (𝔣, 𝔳) = d/dt ½ (𝔳, M∘𝔳) = (𝔞, M∘𝔳): the gyroscopic part does no work.
  const auto M = any_body().dyad();
  const auto V = any_motor<Velocity>();
  const auto A = any_motor<Acceleration>();
  check_near(calc_power(calc_force(M, V, A), V), dot(A, M * V),
             kInertiaRounding<double> * size(M) * size(V) * (size(A) + size(V) * size(V)));
}

// Free motion of an axisymmetric body (Θ₁, Θ₁, Θ₃), L. D. Landau, E. M. Lifshitz, "Mechanics", §
// 33, § 36: with n = (1 - Θ₃/Θ₁) ω₃ the body's angular velocity in its own axes is (ω₁ cos nt, -ω₁
// sin nt, ω₃), and R_WB = exp(t [L]/Θ₁) exp(n t [e₃]) from R_WB = I, L the angular momentum. Its
// centre of mass moves straight on.
TEST(InertiaTest, free_motion_of_a_top_keeps_momentum_and_obeys_the_body_fixed_law) {
  const double mass = 4, theta1 = 0.8, theta3 = 0.3, w1 = 1.7, w3 = 5.5;
  const Vec center(0.4, -0.2, 0.7), velocity(1.5, -2.5, 0.5);
  const auto about_center = diagonal<double>({theta1, theta1, theta3});
  const auto M = inertia_dyad<double>(mass, center, about_center);
  const Vec L(theta1 * w1, 0, theta3 * w3);
  const double n = (1 - theta3 / theta1) * w3;
  Momentum P0;
  for (int i = 0; i <= 20; ++i) {
    const double t = 0.35 * i;
    const Vec w_B(w1 * std::cos(n * t), -w1 * std::sin(n * t), w3);
    const Vec wdot_B(-n * w1 * std::sin(n * t), -n * w1 * std::cos(n * t), 0);
    const auto R_WB =
        Rotation<double>::from_rotation_vector(t / theta1 * L) * Rotation<double>::about_z(n * t);
    const Transform<double> X_WB(R_WB, Vec(t * velocity - R_WB * center));
    // The velocity of the body's origin, in its axes, and its rate: the centre of mass has v =
    // const.
    const Vec v_c_B = R_WB.inverse() * velocity;
    const Vec vdot_c_B = v_c_B.cross(w_B);
    const Velocity V = Velocity::at_point(center, w_B, v_c_B);
    const Acceleration A = Acceleration::at_point(center, wdot_B, vdot_c_B);
    const double scale = size(M) * size(V) * size(V);
    EXPECT_LE(size(calc_force(M, V, A)), kInertiaRounding<double> * scale) << t;

    const Momentum P_W = (M * V).transform(X_WB);
    if (i == 0) P0 = P_W;
    // The angles t |L|/Θ₁ and n t reach 50 rad, which amplifies rounding errors of the momentum by
    // this factor.
    EXPECT_LE(error(P_W, P0), 50 * kInertiaRounding<double> * size(P0) * size(X_WB)) << t;
    EXPECT_LE(error(P_W.p(), Vec(mass * velocity)), kInertiaRounding<double> * size(P0)) << t;
  }
}

// The tumbling free body of I = diag(500, 200, 300) kg m², ω₀ = (0.5, -0.4, 0.7) rad/s, attitude
// zero: after 10 s the published modified Rodrigues parameters are (0.373034285, -0.00239564413,
// 0.208570797).
TEST(InertiaTest, a_tumbling_body_reaches_the_published_attitude) {
  const auto M = inertia_dyad<double>(1, {0, 0, 0}, diagonal<double>({500, 200, 300}));
  const auto mobility = M.calc_inverse();
  struct State {
    Vector4<double> q;
    Vec w;
  };
  const auto rate = [&](const State& s) -> State {
    const Velocity V(s.w, {0, 0, 0});
    const Acceleration A = mobility * -cross(V, M * V);
    return {Rotation<double>(s.q).calc_derivative_from_body_rate(s.w), A.alpha()};
  };
  const auto plus = [](const State& s, double h, const State& k) -> State {
    return {s.q + h * k.q, s.w + h * k.w};
  };
  State s{{1, 0, 0, 0}, {0.5, -0.4, 0.7}};
  const double energy0 = calc_kinetic_energy(M, Velocity(s.w, {0, 0, 0}));
  const Vec momentum0 = (M * Velocity(s.w, {0, 0, 0})).l();
  const int steps = 4000;  // classical Runge–Kutta, error about (ω h)⁴ ω t / 120 = 2e-12
  const double h = 10.0 / steps;
  for (int i = 0; i < steps; ++i) {
    const State k1 = rate(s), k2 = rate(plus(s, h / 2, k1)), k3 = rate(plus(s, h / 2, k2)),
                k4 = rate(plus(s, h, k3));
    s = plus(plus(plus(plus(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
  }
  const Rotation<double> R = Rotation<double>(s.q).normalized();
  const Vec published(0.373034285, -0.00239564413, 0.208570797);
  EXPECT_LE(error(R.to_mrp(), published), 1e-8);
  EXPECT_NEAR(calc_kinetic_energy(M, Velocity(s.w, {0, 0, 0})), energy0, 1e-10 * energy0);
  EXPECT_LE(error(Vec(R * (M * Velocity(s.w, {0, 0, 0})).l()), momentum0),
            1e-10 * momentum0.norm());
}

}  // namespace
}  // namespace holon::test
