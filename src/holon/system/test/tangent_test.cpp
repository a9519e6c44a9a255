// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/tangent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/system/system_builder.h"

namespace holon {
namespace {

std::vector<double> dense(const FunctionJacobian& J, const std::vector<double>& in) {
  const std::vector<double> entries = J.function->evaluate(in);
  std::vector<double> A(static_cast<std::size_t>(J.pattern.rows * J.pattern.columns), 0.0);
  for (int c = 0; c < J.pattern.columns; ++c) {
    for (int e = J.pattern.start[static_cast<std::size_t>(c)];
         e < J.pattern.start[static_cast<std::size_t>(c) + 1]; ++e) {
      const int r = J.pattern.row[static_cast<std::size_t>(e)];
      A[static_cast<std::size_t>(r * J.pattern.columns + c)] = entries[static_cast<std::size_t>(e)];
    }
  }
  return A;
}

/// A free body: q' = ½ q (0, ω), ω' = law(q, ω).
System turning(const std::function<std::array<Expr, 3>(const std::vector<Expr>& q,
                                                       const std::vector<Expr>& w)>& law) {
  SystemBuilder builder(std::make_shared<Symbols>());
  StateBlock attitude;
  attitude.name = "body.orientation";
  attitude.components = {"w", "x", "y", "z"};
  attitude.kind = StateBlock::Kind::quaternion;
  attitude.size = 4;
  const std::vector<Expr> q = builder.add_state(attitude, {1.0, 0.0, 0.0, 0.0});
  StateBlock rate;
  rate.name = "body.rate";
  rate.components = {"x", "y", "z"};
  rate.size = 3;
  const std::vector<Expr> w = builder.add_state(rate, {0.0, 0.0, 0.0});
  builder.set_derivative(q[0], -0.5 * (q[1] * w[0] + q[2] * w[1] + q[3] * w[2]));
  builder.set_derivative(q[1], 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]));
  builder.set_derivative(q[2], 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]));
  builder.set_derivative(q[3], 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]));
  const std::array<Expr, 3> change = law(q, w);
  for (std::size_t i = 0; i < 3; ++i) builder.set_derivative(w[i], change[i]);
  return builder.build("");
}

TEST(Tangent, ADeviationOfAnAttitudeTurnsAgainstTheBody) {
  // δ' = −ω × δ + δω, and Euler's equations with I = (1, 2, 3) for δω.
  const System system = turning([](const auto&, const auto& w) -> std::array<Expr, 3> {
    return {-w[1] * w[2], w[0] * w[2], -w[0] * w[1] / 3.0};
  });
  ASSERT_EQ(tangent_count(system), 6);
  EXPECT_EQ(tangent_name(system, 2), "body.orientation.z");
  EXPECT_EQ(tangent_name(system, 3), "body.rate.x");
  const FunctionJacobian J = make_state_jacobian(system);
  const double s = std::sqrt(0.5), x = 0.3, y = -0.7, z = 1.1;
  const std::vector<double> A = dense(J, {0.0, s, 0.0, s, 0.0, x, y, z});
  const std::vector<double> expected{0,  z,  -y, 1,      0,      0,   //
                                     -z, 0,  x,  0,      1,      0,   //
                                     y,  -x, 0,  0,      0,      1,   //
                                     0,  0,  0,  0,      -z,     -y,  //
                                     0,  0,  0,  z,      0,      x,   //
                                     0,  0,  0,  -y / 3, -x / 3, 0};
  ASSERT_EQ(A.size(), expected.size());
  for (std::size_t k = 0; k < A.size(); ++k) EXPECT_NEAR(A[k], expected[k], 1e-15) << k;
}

TEST(Tangent, WhatDependsOnTheAttitudeDependsOnItsDeviation) {
  // A torque about the world's z axis in body axes: R(q)ᵀ e_z changes by −δ × R(q)ᵀ e_z.
  const System system = turning([](const auto& q, const auto&) -> std::array<Expr, 3> {
    return {2.0 * (q[1] * q[3] - q[0] * q[2]), 2.0 * (q[2] * q[3] + q[0] * q[1]),
            1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2])};
  });
  const double n = std::sqrt(0.6 * 0.6 + 0.2 * 0.2 + 0.5 * 0.5 + 0.3 * 0.3);
  const double q0 = 0.6 / n, q1 = -0.2 / n, q2 = 0.5 / n, q3 = 0.3 / n;
  const std::vector<double> A =
      dense(make_state_jacobian(system), {0.0, q0, q1, q2, q3, 0.0, 0.0, 0.0});
  const double ex = 2 * (q1 * q3 - q0 * q2), ey = 2 * (q2 * q3 + q0 * q1),
               ez = 1 - 2 * (q1 * q1 + q2 * q2);
  const double expected[3][3] = {{0, -ez, ey}, {ez, 0, -ex}, {-ey, ex, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(A[(3 + i) * 6 + j], expected[i][j], 1e-15) << i << j;
    }
  }
}

}  // namespace
}  // namespace holon
