// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// States with quaternions and angles.
#include <gtest/gtest.h>

#include <numbers>
#include <utility>

#include "holon/estimate/manifold.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Manifold, RetractAndLocalAreInverseAndTheJacobiansAreTheirDerivatives) {
  Manifold m;
  m.add({"p", {"x", "y"}, Manifold::Kind::euclidean, 0, 0, 2});
  m.add({"q", {"w", "x", "y", "z"}, Manifold::Kind::quaternion, 0, 0, 4});
  m.add({"a", {}, Manifold::Kind::angle, 0, 0, 1});
  EXPECT_EQ(m.size(), 7);
  EXPECT_EQ(m.tangent_size(), 6);
  EXPECT_EQ(m.tangent_name(3), "q.y");
  EXPECT_EQ(m.find("q"), std::make_pair(2, 3));
  EXPECT_EQ(m.find_tangent("p.y"), 1);
  EXPECT_EQ(m.find_tangent("q.w"), -1);
  const VectorXd x{{1, 2, 0.5, -0.5, 0.5, 0.5, 3.1}};
  const VectorXd delta{{0.3, -1, 1.2, -0.7, 2.1, 0.5}};
  const VectorXd y = m.retract(x, delta);
  EXPECT_LT((m.local(x, y) - delta).norm(), 1e-14);
  EXPECT_LT((m.local(x, m.retract(x, 1e-9 * delta)) - 1e-9 * delta).norm(), 1e-23 + 4e-16);
  EXPECT_NEAR(m.local(x, VectorXd{{1, 2, -0.5, 0.5, -0.5, -0.5, -3.1}})[5],
              2 * std::numbers::pi - 6.2, 1e-14);
  EXPECT_EQ(m.local(x, VectorXd{{1, 2, -0.5, 0.5, -0.5, -0.5, 3.1}}).norm(), 0);  // −q is q
  MatrixXd J;
  EXPECT_EQ(m.reset_jacobian(delta, J), 1);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 6; ++k) {
    const VectorXd e = kStep * VectorXd::Unit(6, k);
    const VectorXd slope =
        (m.local(y, m.retract(x, delta + e)) - m.local(y, m.retract(x, delta - e))) / (2 * kStep);
    EXPECT_LT((slope - J.col(k)).norm(), 1e-9) << k;
    const VectorXd tangent = (m.retract(x, e) - m.retract(x, -e)) / (2 * kStep);
    EXPECT_LT((tangent - m.retract_jacobian(x.data()).col(k)).norm(), 1e-9) << k;
  }
  EXPECT_LT(
      (m.local_jacobian(x.data()) * m.retract_jacobian(x.data()) - MatrixXd::Identity(6, 6)).norm(),
      1e-15);
}

}  // namespace
}  // namespace holon
