// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Spatial algebra over Expr: the same numbers as over double, no cost for zeros, and laws of motion
// checked with exact derivatives.
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/spatial/articulated_body.h"
#include "holon/spatial/screw_motion.h"
#include "holon/spatial/test/random_values.h"

namespace holon::test {
namespace {

/// As in motor_test; the elementary functions of Expr and of the C library differ by an ulp or two.
constexpr double kExprRounding = 64 * kEps<double>;

/// The arguments of a computation as a list of numbers, taken one after the other.
template <class T>
class Inputs {
 public:
  explicit Inputs(std::span<const T> values) : values_(values) {}
  T scalar() { return values_[next_++]; }
  Vector3<T> vector() {
    const T x = scalar(), y = scalar(), z = scalar();
    return {x, y, z};
  }
  template <class Motor>
  Motor motor() {
    const Vector3<T> g = vector();
    return {g, vector()};
  }

 private:
  std::span<const T> values_;
  std::size_t next_ = 0;
};

template <class T>
class Outputs {
 public:
  void add(const T& x) { values.push_back(x); }
  template <int rows, int columns>
  void add(const Eigen::Matrix<T, rows, columns>& A) {
    for (int i = 0; i < A.size(); ++i) values.push_back(A.data()[i]);
  }
  void add(const Rotation<T>& R) { add(R.coefficients()); }
  void add(const Transform<T>& X) {
    add(X.matrix());
    add(X.translation());
  }
  template <MotorKind K>
  void add(const Motor<T, K>& a) {
    add(a.to_vector());
  }
  template <DyadKind K>
  void add(const Dyad<T, K>& D) {
    add(D.to_matrix());
  }
  void add(const InertiaDyad<T>& M) { add(M.to_dyad()); }
  void add(const AccelerationField<T>& field) {
    add(field.omega);
    add(field.alpha);
    add(field.a);
  }
  std::vector<T> values;
};

/// All functions of any scalar type, from 40 numbers.
template <class T>
std::vector<T> compute(std::span<const T> numbers) {
  Inputs<T> in(numbers);
  Outputs<T> out;
  const Vector3<T> phi = in.vector(), axis = in.vector(), p = in.vector(), r = in.vector();
  const T angle = in.scalar(), mass = in.scalar();
  const auto V = in.template motor<VelocityMotor<T>>();
  const auto A = in.template motor<AccelerationMotor<T>>();
  const auto F = in.template motor<ForceMotor<T>>();

  const auto R = Rotation<T>::from_rotation_vector(phi);
  const auto S = Rotation<T>::from_axis_angle(axis, angle);
  const Transform<T> X(R, p);
  out.add(R);
  out.add(S);
  out.add(R * S);
  out.add(R.to_matrix());
  out.add(R * r);
  out.add(R.axis());
  out.add(R.angle());
  out.add(R.to_rotation_vector());
  out.add(R.to_rpy());
  out.add(R.to_mrp());
  out.add(R.to_gibbs());
  for (const auto sequence : {EulerSequence::xyz, EulerSequence::zxz, EulerSequence::yzx}) {
    out.add(S.to_euler(sequence));
    out.add(Rotation<T>::from_euler(sequence, phi));
  }
  out.add(Rotation<T>::from_matrix(S.to_matrix()));
  out.add(Rotation<T>::from_rpy(phi));
  out.add(Rotation<T>::from_mrp(phi));
  out.add(Rotation<T>::from_gibbs(phi));
  out.add(Rotation<T>::from_to(axis, r));
  out.add(R.canonical().normalized());
  out.add(R.calc_derivative_from_body_rate(r));
  out.add(R.calc_derivative_from_world_rate(r));
  out.add(R.calc_body_rate(S.coefficients()));
  out.add(R.calc_world_rate(S.coefficients()));
  out.add(calc_angle_between(R, S));
  out.add(slerp(R, S, T(0.3)));
  out.add(X.inverse() * Transform<T>(S, r));
  out.add(X.apply_to_point(r));
  out.add(X.apply_inverse_to_point(r));
  out.add(X.calc_rotation());

  out.add(V.shift(r));
  out.add(V.rotate(R));
  out.add(V.transform(X));
  out.add(F.inverse_transform(X));
  out.add(dot(F, V));
  out.add(cross(V, V + A.over(T(0.1))));
  out.add(calc_point_acceleration(V, A, r));
  const auto M = inertia_dyad<T>(mass, r, diagonal<T>({mass, T(2) * mass, T(2.5) * mass}));
  out.add(M * V);
  out.add(M.transform(X));
  out.add(M.shift(p).calc_inverse());
  out.add(calc_kinetic_energy(M, V));
  out.add(calc_force(M, V, A));
  out.add(calc_acceleration(M, V, F));
  out.add(make_cross_dyad(V) * make_cross_dyad(V));

  const auto field = AccelerationField<T>::from_motors(V, A);
  out.add(field.shift(r).add_translation(p, axis).add_rotation(axis, p));
  out.add(calc_force(M, field));
  using std::cos, std::sin;
  const FactoredRotation<T> turns(std::vector{AxisRotation<T>(2, cos(angle), sin(angle)),
                                              AxisRotation<T>(0, cos(mass), sin(mass))});
  ArticulatedBody<T> articulated{ArticulatedInertia<T>(M), F};
  for (const int k : {4, 0}) {
    const Pivot<T> pivot = articulated.release(k, angle);
    out.add(pivot.calc_rate(A));
    articulated = turns.apply(articulated).shift_back(p);
  }
  out.add(articulated.inertia.to_dyad());
  out.add(turns.apply_inverse(articulated.bias));

  const ScrewMotor<T> s(phi, r);
  out.add(exponential(s));
  out.add(logarithm(X));
  return out.values;
}

std::shared_ptr<const Function> trace_all() {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("x", 40);
  return Function::make("all", graph, {{"x", x}}, {{"y", compute<Expr>(x)}});
}

TEST(SpatialExprTest, gives_the_same_numbers_as_double) {
  const auto all = trace_all();
  // Rotation vectors in every branch of the exponential maps and of the choice of components.
  for (const double angle : {1e-9, 1e-3, 0.3, 0.9, 1.1, 2.0, 3.0}) {
    for (int k = 0; k < 8; ++k) {
      std::vector<double> x(40);
      for (int i = 0; i < 40; ++i) x[i] = 2 * std::sin(1.0 + 7.3 * i + 13.1 * k);
      const Vector3<double> e = Vector3<double>(x[0], x[1], x[2]).normalized();
      for (int i = 0; i < 3; ++i) x[i] = angle * e[i];
      x[13] = 1 + 0.1 * k;  // mass
      const std::vector<double> ours = all->evaluate(x), expected = compute<double>(x);
      ASSERT_EQ(ours.size(), expected.size());
      for (std::size_t i = 0; i < ours.size(); ++i) {
        EXPECT_NEAR(ours[i], expected[i], kExprRounding * (1 + std::abs(expected[i])))
            << "output " << i << " at " << angle;
      }
    }
  }
}

TEST(SpatialExprTest, at_zero_every_exponential_map_is_a_number) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("s", 6);
  const auto s = Inputs<Expr>(x).motor<ScrewMotor<Expr>>();
  Outputs<Expr> out;
  out.add(exponential(s));
  out.add(logarithm(exponential(s)));
  const auto f = Function::make("motion", graph, {{"s", x}}, {{"y", out.values}});
  for (const double y : f->evaluate(std::vector<double>(6, 0.0))) EXPECT_TRUE(std::isfinite(y));
}

TEST(SpatialExprTest, a_joint_about_z_costs_only_what_turns) {
  auto graph = std::make_shared<Graph>();
  const Expr angle = graph->symbol("angle");
  const auto R = make_axis_rotation<Expr>({0, 0, 1}, cos(angle), sin(angle));
  EXPECT_TRUE(R(2, 2).is_constant(1));
  for (const Expr& zero : {R(0, 2), R(1, 2), R(2, 0), R(2, 1)}) EXPECT_TRUE(zero.is_constant(0));
  EXPECT_EQ(R(0, 0), cos(angle));
  EXPECT_EQ(R(1, 1), cos(angle));
  EXPECT_EQ(R(1, 0), sin(angle));
  EXPECT_EQ(R(0, 1), -sin(angle));

  // Velocity across a joint with its origin at (1, 0, 0): cos, sin; two plane rotations of 4
  // products and 2 sums; the lever, 2 sums.
  std::vector<Expr> inputs = graph->symbols("v", 6);
  const auto V = Inputs<Expr>(inputs).motor<VelocityMotor<Expr>>();
  const Transform<Expr> X(R, Vector3<Expr>(1, 0, 0));
  Outputs<Expr> out;
  out.add(V.inverse_transform(X));
  inputs.push_back(angle);
  const auto f = Function::make("velocity", graph, {{"in", inputs}}, {{"out", out.values}});
  EXPECT_LE(f->operation_count(), 2u + 2 * 6 + 2 + 1);  // and possibly one sign
}

TEST(SpatialExprTest, a_released_freedom_costs_nothing_further_on) {
  // Row and column of the freedom stay zero, and its bias stays the effort, through a rotation
  // about the same axis and a sum. All other entries are expressions.
  auto graph = std::make_shared<Graph>();
  ArticulatedBody<Expr> body;
  for (Expr* e : body.entries()) *e = graph->symbol("e");
  const Expr effort = graph->symbol("effort"), angle = graph->symbol("angle");
  body.release(5, effort);
  body = body.rotate(AxisRotation<Expr>(2, cos(angle), sin(angle)));
  body += ArticulatedBody<Expr>();
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) {
      EXPECT_EQ(body.inertia.at(i, k).is_constant(0), i == 5 || k == 5) << i << ' ' << k;
    }
    EXPECT_EQ(coordinate(body.bias, i) == effort, i == 5) << i;
  }
}

TEST(SpatialExprTest, constants_fold_to_constants) {
  const auto M = inertia_dyad<Expr>(2, {1, 0, 0}, diagonal<Expr>({0.5, 1, 1}));
  EXPECT_TRUE(M.theta()(2, 2).is_constant(3));
  EXPECT_TRUE(M.calc_inverse().D11()(1, 1).is_constant(1));
  EXPECT_EQ((Rotation<Expr>() * Vector3<Expr>(1, 2, 3)), Vector3<Expr>(1, 2, 3));
}

/// A body in free but prescribed motion: pose, velocity and acceleration as functions of time, with
/// exact derivatives.
struct Motion {
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  Expr t = graph->symbol("t");
  Rotation<Expr> R_WB;
  Transform<Expr> X_WB;
  VelocityMotor<Expr> V;      // of B in W, in B
  AccelerationMotor<Expr> A;  // its components' rates

  template <int rows>
  Eigen::Matrix<Expr, rows, 1> rate(const Eigen::Matrix<Expr, rows, 1>& x) const {
    Eigen::Matrix<Expr, rows, 1> y;
    for (int i = 0; i < rows; ++i) y[i] = derivative(x[i], t);
    return y;
  }
  Motion() {
    const Vector3<Expr> phi(sin(t), 2 * t + cos(2 * t), t * t - 0.5);
    const Vector3<Expr> p(cos(3 * t), t * t * t, 1 + t * sin(t));
    R_WB = Rotation<Expr>::from_rotation_vector(phi);
    X_WB = Transform<Expr>(R_WB, p);
    V = {R_WB.calc_body_rate(rate(R_WB.coefficients())), R_WB.inverse() * rate(p)};
    A = AccelerationMotor<Expr>::from_vector(rate(V.to_vector()));
  }
  /// Largest difference of two lists of expressions over t in [0, 2], and their largest value.
  void expect_equal(const Vector6<Expr>& a, const Vector6<Expr>& b) const {
    std::vector<Expr> y(a.data(), a.data() + 6);
    y.insert(y.end(), b.data(), b.data() + 6);
    const auto f = Function::make("law", graph, {{"t", {t}}}, {{"y", y}});
    for (double time = 0; time <= 2; time += 0.125) {
      const std::vector<double> values = f->evaluate(std::vector<double>{time});
      double scale = 1;
      for (const double value : values) scale = std::max(scale, std::abs(value));
      // Derivatives of second order of the rotation's map: a few hundred operations, of which those
      // near θ = 1 cancel a digit.
      for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(values[i], values[i + 6], 16 * kExprRounding * scale) << "t = " << time;
      }
    }
  }
};

TEST(SpatialExprLaws, the_velocity_motor_is_the_velocity_of_every_point) {
  const Motion m;
  const Vector3<Expr> p_B(0.3, -2, 0.7);
  const Vector3<Expr> velocity = m.rate(m.X_WB.apply_to_point(p_B));
  const Vector3<Expr> acceleration = m.rate(velocity);
  Vector6<Expr> exact, by_motor;
  exact << velocity, acceleration;
  by_motor << m.R_WB * m.V.moment_at(p_B), m.R_WB * calc_point_acceleration(m.V, m.A, p_B);
  m.expect_equal(exact, by_motor);
}

TEST(SpatialExprLaws, in_inertial_axes_the_force_is_the_rate_of_momentum) {
  // 𝔭' = 𝔣 in the world against 𝔭° + 𝔳 × 𝔭 = 𝔣 in the body.
  const Motion m;
  Matrix3<Expr> about_center;
  about_center << 1.1, 0.1, -0.2, 0.1, 0.9, 0.05, -0.2, 0.05, 1.4;
  const auto M = inertia_dyad<Expr>(2.5, {0.3, -0.4, 0.2}, about_center);
  const auto P_W = (M * m.V).transform(m.X_WB);
  const auto F_W = calc_force(M, m.V, m.A).transform(m.X_WB);
  m.expect_equal(m.rate(P_W.to_vector()), F_W.to_vector());
  // The same with the acceleration computed from the force.
  const auto A = calc_acceleration(M, m.V, calc_force(M, m.V, m.A));
  m.expect_equal(A.to_vector(), m.A.to_vector());
}

TEST(SpatialExprLaws, a_motor_fixed_in_a_body_changes_in_the_world_by_the_cross_product) {
  const Motion m;
  const ScrewMotor<Expr> S({1, 2, 3}, {-1, 0.5, 2});
  const auto V_W = m.V.transform(m.X_WB);
  m.expect_equal(m.rate(S.transform(m.X_WB).to_vector()),
                 cross(V_W, S.transform(m.X_WB)).to_vector());
}

TEST(SpatialExprLaws, an_inertia_fixed_in_a_body_changes_in_the_world_by_its_commutator) {
  // M' = [𝔳 ×] M - M [𝔳 ×]: here along one motor at rest.
  const Motion m;
  const auto M = inertia_dyad<Expr>(2.5, {0.3, -0.4, 0.2}, diagonal<Expr>({1.1, 0.9, 1.4}));
  const auto M_W = M.transform(m.X_WB);
  const auto V_W = m.V.transform(m.X_WB);
  const VelocityMotor<Expr> rest({1, -2, 0.5}, {0.3, 0.7, -1});
  const auto ad = make_cross_dyad(V_W);
  const auto expected = (ad * M_W.to_dyad() - M_W.to_dyad() * ad) * rest;
  m.expect_equal(m.rate((M_W * rest).to_vector()), expected.to_vector());
}

TEST(SpatialExprLaws, the_quaternion_rate_is_the_exact_derivative) {
  const Motion m;
  const Vector4<Expr> exact = m.rate(m.R_WB.coefficients());
  const Vector4<Expr> body = m.R_WB.calc_derivative_from_body_rate(m.V.omega());
  Vector6<Expr> a, b;
  a << exact, 0, 0;
  b << body, 0, 0;
  m.expect_equal(a, b);
  b << m.R_WB.calc_derivative_from_world_rate(m.R_WB * m.V.omega()), 0, 0;
  m.expect_equal(a, b);
}

TEST(SpatialExprLaws, the_logarithm_of_the_exponential_has_the_identity_for_its_jacobian) {
  auto graph = std::make_shared<Graph>();
  const std::vector<Expr> x = graph->symbols("s", 6);
  const auto s = Inputs<Expr>(x).motor<ScrewMotor<Expr>>();
  const Vector6<Expr> y = logarithm(exponential(s)).to_vector();
  std::vector<Expr> jacobian;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) jacobian.push_back(derivative(y[i], x[j]));
  }
  const auto f = Function::make("jacobian", graph, {{"s", x}}, {{"J", jacobian}});
  // Zero, both sides of each change of formula, and nearly half a revolution.
  for (const double angle : {0.0, 1e-12, 1e-4, 0.19, 0.21, 0.999, 1.001, 1.999, 2.001, 3.0}) {
    const Vector3<double> g = angle * Vector3<double>(2.0 / 3, -1.0 / 3, 2.0 / 3);
    const std::vector<double> J =
        f->evaluate(std::vector<double>{g[0], g[1], g[2], 0.4, -1.5, 0.8});
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        // The coefficients' derivatives cancel two digits where the closed forms begin.
        EXPECT_NEAR(J[6 * i + j], i == j, 100 * kExprRounding) << i << ", " << j << " at " << angle;
      }
    }
  }
}

}  // namespace
}  // namespace holon::test
