// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The example three_frames against its closed forms, carried with their first and second
// derivatives in long double: positions by products of homogeneous matrices, velocities and
// accelerations as derivatives of what is seen, angular ones from R' Rᵀ and R″ Rᵀ.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

using Real = long double;

/// A number with its first and second derivative in time.
struct Jet {
  Real x = 0, d = 0, dd = 0;
  Jet(Real value = 0, Real first = 0, Real second = 0)
      : x(value), d(first), dd(second) {}  // NOLINT
};
Jet operator+(const Jet& a, const Jet& b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
Jet operator-(const Jet& a, const Jet& b) { return {a.x - b.x, a.d - b.d, a.dd - b.dd}; }
Jet operator*(const Jet& a, const Jet& b) {
  return {a.x * b.x, a.d * b.x + a.x * b.d, a.dd * b.x + 2 * a.d * b.d + a.x * b.dd};
}
/// f(a) from f and its derivatives at a.x.
Jet chain(const Jet& a, Real f, Real f1, Real f2) {
  return {f, f1 * a.d, f2 * a.d * a.d + f1 * a.dd};
}
Jet sin(const Jet& a) { return chain(a, std::sin(a.x), std::cos(a.x), -std::sin(a.x)); }
Jet cos(const Jet& a) { return chain(a, std::cos(a.x), -std::sin(a.x), -std::cos(a.x)); }
Jet sqrt(const Jet& a) {
  const Real r = std::sqrt(a.x);
  return chain(a, r, 1 / (2 * r), -1 / (4 * r * a.x));
}
Jet inverse(const Jet& a) { return chain(a, 1 / a.x, -1 / (a.x * a.x), 2 / (a.x * a.x * a.x)); }
Jet tanh(const Jet& a) {
  const Real t = std::tanh(a.x), s = 1 - t * t;
  return chain(a, t, s, -2 * t * s);
}

using JetVector = std::array<Jet, 3>;
using Matrix = std::array<JetVector, 3>;

Matrix operator*(const Matrix& A, const Matrix& B) {
  Matrix C;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) C[i][j] = C[i][j] + A[i][k] * B[k][j];
    }
  }
  return C;
}
JetVector operator*(const Matrix& A, const JetVector& b) {
  JetVector c;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) c[i] = c[i] + A[i][k] * b[k];
  }
  return c;
}
Matrix transposed(const Matrix& A) {
  Matrix B;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) B[i][j] = A[j][i];
  }
  return B;
}
Matrix about(std::size_t axis, const Jet& angle) {
  Matrix R;
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  R[axis][axis] = 1;
  R[i][i] = R[j][j] = cos(angle);
  R[j][i] = sin(angle);
  R[i][j] = Jet() - sin(angle);
  return R;
}

struct ExactPose {
  Matrix R;
  JetVector p;
};
ExactPose operator*(const ExactPose& a, const ExactPose& b) {
  const JetVector p = a.R * b.p;
  return {a.R * b.R, {a.p[0] + p[0], a.p[1] + p[1], a.p[2] + p[2]}};
}
ExactPose inverse(const ExactPose& a) {
  const Matrix R = transposed(a.R);
  const JetVector p = R * a.p;
  return {R, {Jet() - p[0], Jet() - p[1], Jet() - p[2]}};
}

ExactPose ship(const Jet& t) {
  const Real swell = 0.9L;
  const Jet s = Jet(swell) * t;
  return {about(2, Jet(0.3L) * sin(Jet(0.05L) * t)) * about(1, Jet(0.04L) * cos(s)) *
              about(0, Jet(0.1L) * sin(s + Jet(0.4L))),
          {Jet(6) * t, Jet(40) * sin(Jet(0.05L) * t), Jet(1.2L) * sin(s)}};
}
ExactPose crane(const Jet& t) {
  return {about(2, Jet(0.8L) * sin(Jet(0.25L) * t) + Jet(0.02L) * t),
          {8, 0, Jet(4) + Jet(0.5L) * sin(Jet(0.3L) * t)}};
}
ExactPose hook(const Jet& t) {
  const Jet s = Jet(1.7L) * t;
  std::array<Jet, 4> q{1, Jet(0.15L) * sin(s), Jet(-0.15L) * cos(s), tanh(Jet(0.1L) * t)};
  Jet square;
  for (const Jet& e : q) square = square + e * e;
  const Jet scale = inverse(sqrt(square));
  for (Jet& e : q) e = e * scale;
  const Jet &w = q[0], &x = q[1], &y = q[2], &z = q[3], one = 1, two = 2;
  return {{{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
            {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
            {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}},
          {Jet(12) + Jet(0.4L) * sin(s), Jet(0.6L) * cos(s), Jet(-6) + Jet(0.2L) * t}};
}

/// The axial vector of the antisymmetric part of R^(n) Rᵀ: ω for n = 1, ω' for n = 2.
std::array<Real, 3> axial(const Matrix& R, int order) {
  Real W[3][3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        W[i][j] += (order == 1 ? R[i][k].d : R[i][k].dd) * R[j][k].x;
      }
    }
  }
  return {(W[2][1] - W[1][2]) / 2, (W[0][2] - W[2][0]) / 2, (W[1][0] - W[0][1]) / 2};
}

class ThreeFrames : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Diagnostics diagnostics;
    const Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/three_frames.yaml",
                                   builtin_catalogue(), {}, diagnostics);
    diagnostics.throw_if_errors();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
    SimulateSettings settings = model.simulate;
    settings.engine = EngineChoice::tape;
    results = new Results(simulate(make_system(model), settings, model.outputs));
  }
  static void TearDownTestSuite() { delete results; }

  /// Numbers of some tens through some hundreds of operations.
  static void expect_near(const std::string& name, std::size_t row,
                          const std::array<Real, 3>& expected) {
    constexpr double kRounding = 1e-13;
    const char* axes[] = {".x", ".y", ".z"};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto value = static_cast<double>(expected[k]);
      EXPECT_NEAR(results->values(name + axes[k])[row], value,
                  kRounding * std::max(10.0, std::abs(value)))
          << name << axes[k] << " in row " << row;
    }
  }
  /// A view, or (with `of_frame`) a frame's own outputs, against a pose.
  static void expect_view(const std::string& name, std::size_t row, const ExactPose& X) {
    expect_near(name + ".position", row, {X.p[0].x, X.p[1].x, X.p[2].x});
    expect_near(name + ".velocity", row, {X.p[0].d, X.p[1].d, X.p[2].d});
    expect_near(name + ".acceleration", row, {X.p[0].dd, X.p[1].dd, X.p[2].dd});
    expect_near(name + ".angular_velocity", row, axial(X.R, 1));
    expect_near(name + ".angular_acceleration", row, axial(X.R, 2));
    Real w = results->values(name + ".orientation.w")[row],
         x = results->values(name + ".orientation.x")[row],
         y = results->values(name + ".orientation.y")[row],
         z = results->values(name + ".orientation.z")[row];
    constexpr double kRounding = 1e-14;
    EXPECT_NEAR(static_cast<double>(w * w + x * x + y * y + z * z), 1.0, kRounding);
    const Real column[3] = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(static_cast<double>(column[i]), static_cast<double>(X.R[i][0].x), kRounding);
    }
    EXPECT_NEAR(static_cast<double>(2 * (y * z + w * x)), static_cast<double>(X.R[2][1].x),
                kRounding);
  }

  static Jet time(std::size_t row) { return {results->values("time")[row], 1, 0}; }

  static Results* results;
};
Results* ThreeFrames::results = nullptr;

TEST_F(ThreeFrames, MoveInTheWorldAsTheirFormulasSay) {
  ASSERT_EQ(results->row_count(), 401u);
  for (std::size_t row = 0; row < results->row_count(); ++row) {
    const Jet t = time(row);
    expect_view("hook", row, ship(t) * crane(t) * hook(t));
  }
}

TEST_F(ThreeFrames, AreSeenFromEachOtherExactly) {
  for (std::size_t row = 0; row < results->row_count(); ++row) {
    const Jet t = time(row);
    const ExactPose X = crane(t) * hook(t);
    expect_view("hook_from_ship", row, X);
    expect_view("ship_from_hook", row, inverse(X));
    const ExactPose own = hook(t);
    expect_near("hook_from_crane.position", row, {own.p[0].x, own.p[1].x, own.p[2].x});
    expect_near("hook_from_crane.velocity", row, {own.p[0].d, own.p[1].d, own.p[2].d});
    const Jet distance = sqrt(X.p[0] * X.p[0] + X.p[1] * X.p[1] + X.p[2] * X.p[2]);
    constexpr double kRounding = 1e-13;
    EXPECT_NEAR(results->values("hook_from_ship.distance")[row], static_cast<double>(distance.x),
                100 * kRounding);
    EXPECT_NEAR(results->values("hook_from_ship.distance_rate")[row],
                static_cast<double>(distance.d), 10 * kRounding);
    // Roll, pitch and yaw about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
    expect_near("hook_from_ship.rpy", row,
                {std::atan2(X.R[2][1].x, X.R[2][2].x), -std::asin(X.R[2][0].x),
                 std::atan2(X.R[1][0].x, X.R[0][0].x)});
  }
}

}  // namespace
}  // namespace holon
