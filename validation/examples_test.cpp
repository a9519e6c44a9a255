// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The mechanical examples at their own settings (tolerance 1e-10) against analytic solutions or
// equations derived by hand and integrated independently in long double.

#include <gtest/gtest.h>

#include <cmath>

#include "example.h"

namespace holon {
namespace {

using test::Example;
using test::Real;
using test::RealVector;

TEST(Examples, OneBarLinkageIsAnEllipticFunction) {
  // With φ from the vertical: sin φ/2 = −k cd(ω₀ t, k), k = sin 45°, ω₀² = m g l/J = 3g/(2L).
  const Example e("one_bar_linkage");
  const Real g = 9.81L, w0 = std::sqrt(1.5L * g), k = std::sqrt(0.5L);
  ASSERT_EQ(e.size(), 200u);
  EXPECT_EQ(e.times()[1], 6.0 / 199);
  const auto angle = [&](std::size_t row) {
    const test::Jacobi j = test::jacobi(w0 * e.times()[row], k);
    return M_PIl / 2 - 2 * std::asin(k * j.cn / j.dn);
  };
  // θ'² = 3 g sin θ / L from the energy, θ" = 3 g cos θ / 2L.
  const auto force = [&](std::size_t row, bool vertical) {
    const Real a = angle(row), s = std::sin(a), c = std::cos(a);
    const Real rate2 = 3 * g * s, change = 1.5L * g * c;
    return vertical ? g - (change * c - rate2 * s) / 2 : -(change * s + rate2 * c) / 2;
  };
  e.expect_near("pin.angle", angle);
  e.expect_near("link.com.position.x", [&](std::size_t row) { return std::cos(angle(row)) / 2; });
  e.expect_near("link.com.position.z", [&](std::size_t row) { return -std::sin(angle(row)) / 2; });
  e.expect_near("pin.reaction.force.x", [&](std::size_t row) { return force(row, false); });
  e.expect_near("pin.reaction.force.z", [&](std::size_t row) { return force(row, true); });
  for (double y : e["pin.reaction.force.y"]) EXPECT_EQ(y, 0.0);
  e.expect_energy_kept();
}

TEST(Examples, DrivenOneBarLinkageFollowsTheEquationOfADrivenPendulum) {
  // J θ" = m g l cos θ + m l X" sin θ;  force on the slider: m_s X" + m (X" − l (θ" sin θ + θ'² cos
  // θ)).
  const Example e("one_bar_linkage_driven");
  const Real g = 9.81L, J = 1.0L / 3, l = 0.5L, stroke = 0.2L, w = 2 * M_PIl, slider = 0.2L;
  const auto carried = [&](Real t) { return -stroke * w * w * std::sin(w * t); };
  const auto change = [&](Real t, Real angle) {
    return (g * l * std::cos(angle) + l * carried(t) * std::sin(angle)) / J;
  };
  const auto rows = test::solve_reference(
      [&](Real t, const RealVector& x) {
        return RealVector{x[1], change(t, x[0])};
      },
      {0, 0}, e.times());
  e.expect_near("pin.angle", [&](std::size_t k) { return rows[k][0]; });
  e.expect_near("pin.rate", [&](std::size_t k) { return rows[k][1]; });
  e.expect_near("guide.position",
                [&](std::size_t k) { return stroke * std::sin(w * e.times()[k]); });
  e.expect_near("guide.reaction.force.x", [&](std::size_t k) {
    const Real t = e.times()[k], a = rows[k][0], rate = rows[k][1];
    return slider * carried(t) + carried(t) -
           l * (change(t, a) * std::sin(a) + rate * rate * std::cos(a));
  });
}

/// Two rods in a row on a trolley (or, with an infinite mass, on the ground), by Lagrange's
/// equations in absolute angles p1, p2 from the vertical.
struct Pendulums {
  Real M0, m1, m2, L1, L2, g, rho0 = 0, rho1 = 0, rho2 = 0;

  /// x, p1, p2, x', p1', p2', dissipated energy.
  RealVector rhs(const RealVector& y, bool on_trolley) const {
    const Real l1 = L1 / 2, l2 = L2 / 2, first = m1 * l1 + m2 * L1, second = m2 * l2;
    const Real s1 = std::sin(y[1]), c1 = std::cos(y[1]), s2 = std::sin(y[2]), c2 = std::cos(y[2]);
    const Real s12 = std::sin(y[1] - y[2]), c12 = std::cos(y[1] - y[2]);
    const Real bend = y[5] - y[4];
    Real A[3][4] = {
        {M0 + m1 + m2, first * c1, second * c2,
         first * s1 * y[4] * y[4] + second * s2 * y[5] * y[5] - rho0 * y[3]},
        {first * c1, m1 * L1 * L1 / 3 + m2 * L1 * L1, m2 * L1 * l2 * c12,
         -m2 * L1 * l2 * s12 * y[5] * y[5] - first * g * s1 - rho1 * y[4] + rho2 * bend},
        {second * c2, m2 * L1 * l2 * c12, m2 * L2 * L2 / 3,
         m2 * L1 * l2 * s12 * y[4] * y[4] - second * g * s2 - rho2 * bend}};
    if (!on_trolley) {
      A[0][0] = 1;
      A[0][1] = A[0][2] = A[0][3] = A[1][0] = A[2][0] = 0;
    }
    for (int i = 0; i < 3; ++i) {  // positive definite: no pivoting
      for (int r = i + 1; r < 3; ++r) {
        const Real factor = A[r][i] / A[i][i];
        for (int c = i; c < 4; ++c) A[r][c] -= factor * A[i][c];
      }
    }
    Real a[3];
    for (int i = 2; i >= 0; --i) {
      a[i] = A[i][3];
      for (int c = i + 1; c < 3; ++c) a[i] -= A[i][c] * a[c];
      a[i] /= A[i][i];
    }
    const Real power = rho0 * y[3] * y[3] + rho1 * y[4] * y[4] + rho2 * bend * bend;
    return {y[3], y[4], y[5], a[0], a[1], a[2], power};
  }
};

TEST(Examples, DoublePendulumFollowsLagrangesEquations) {
  const Example e("double_pendulum");
  const Pendulums p{.M0 = 0, .m1 = 1, .m2 = 0.7L, .L1 = 0.6L, .L2 = 0.5L, .g = 9.80665L};
  const auto rows =
      test::solve_reference([&](Real, const RealVector& x) { return p.rhs(x, false); },
                            {0, M_PIl * 120 / 180, M_PIl * 150 / 180, 0, 0, 0, 0}, e.times());
  ASSERT_EQ(e.times().back(), 5.0);
  e.expect_near("shoulder.angle", [&](std::size_t k) { return rows[k][1]; });
  e.expect_near("elbow.angle", [&](std::size_t k) { return rows[k][2] - rows[k][1]; });
  e.expect_near("shoulder.rate", [&](std::size_t k) { return rows[k][4]; });
  e.expect_near("elbow.rate", [&](std::size_t k) { return rows[k][5] - rows[k][4]; });
  e.expect_near("lower.tip.position.x", [&](std::size_t k) {
    return p.L1 * std::sin(rows[k][1]) + p.L2 * std::sin(rows[k][2]);
  });
  e.expect_energy_kept();
}

TEST(Examples, TrolleyWithDoublePendulumFollowsLagrangesEquations) {
  const Example e("trolley_double_pendulum");
  const Pendulums p{.M0 = 3,
                    .m1 = 1.2L,
                    .m2 = 0.8L,
                    .L1 = 0.7L,
                    .L2 = 0.5L,
                    .g = 9.80665L,
                    .rho0 = 0.6L,
                    .rho1 = 0.02L,
                    .rho2 = 0.02L};
  const auto rows =
      test::solve_reference([&](Real, const RealVector& x) { return p.rhs(x, true); },
                            {0, M_PIl * 100 / 180, M_PIl * 120 / 180, 0, 0, 0, 0}, e.times());
  e.expect_near("rail.position", [&](std::size_t k) { return rows[k][0]; });
  e.expect_near("rail.speed", [&](std::size_t k) { return rows[k][3]; });
  e.expect_near("hip.angle", [&](std::size_t k) { return rows[k][1]; });
  e.expect_near("elbow.angle", [&](std::size_t k) { return rows[k][2] - rows[k][1]; });
  e.expect_near("elbow.rate", [&](std::size_t k) { return rows[k][5] - rows[k][4]; });
  e.expect_near("system.energy.dissipated", [&](std::size_t k) { return rows[k][6]; });
  e.expect_energy_kept("system.energy.dissipated");
}

/// Euler's equations and q' = ½ q (0, ω): w, x, y, z, ω.
RealVector euler(const RealVector& y, Real A, Real B, Real C) {
  const Real w = y[0], x = y[1], v = y[2], z = y[3], p = y[4], q = y[5], r = y[6];
  return {(-x * p - v * q - z * r) / 2, (w * p + v * r - z * q) / 2, (w * q + z * p - x * r) / 2,
          (w * r + x * q - v * p) / 2,  (B - C) / A * q * r,         (C - A) / B * r * p,
          (A - B) / C * p * q};
}

TEST(Examples, FreeRigidBodiesTurnAsPublishedAndAsEulersEquationsSay) {
  const Example e("free_rigid_body");
  ASSERT_EQ(e.times().back(), 10.0);
  const std::size_t last = e.size() - 1;
  const double w = e["craft.orientation.w"][last];
  const double expected[3] = {0.373034285, -0.00239564413, 0.208570797};  // MRP, |σ| < 1
  const char* const xyz[3] = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    const double q = e[std::string("craft.orientation.") + xyz[k]][last];
    EXPECT_NEAR(std::copysign(q, q * w) / (1 + std::abs(w)), expected[k], 1e-8);
  }
  struct Body {
    std::string name;
    Real A, B, C;
    RealVector omega;
  };
  for (const Body& body : {Body{"craft", 500, 200, 300, {0.5L, -0.4L, 0.7L}},
                           Body{"handle", 0.9e-3L, 2.0e-3L, 2.6e-3L, {0.01L, 5, 0.01L}}}) {
    const auto rows = test::solve_reference(
        [&](Real, const RealVector& x) { return euler(x, body.A, body.B, body.C); },
        {1, 0, 0, 0, body.omega[0], body.omega[1], body.omega[2]}, e.times());
    for (std::size_t i = 0; i < 3; ++i) {
      e.expect_near(body.name + ".angular_velocity_body." + xyz[i],
                    [&](std::size_t k) { return rows[k][4 + i]; });
      e.expect_near(body.name + ".orientation." + xyz[i],
                    [&](std::size_t k) { return rows[k][1 + i]; });
    }
  }
  const double momentum = std::hypot(500 * 0.5, 200 * 0.4, 300 * 0.7);
  for (const char* c : xyz) {
    const auto& column = e[std::string("system.angular_momentum.") + c];
    for (double value : column) EXPECT_NEAR(value, column[0], 1e-10 * momentum);
  }
  const auto& energy = e["system.energy.kinetic"];
  for (double value : energy) EXPECT_NEAR(value, energy[0], 1e-10 * energy[0]);
}

TEST(Examples, HeavyTopNutatesAsAnEllipticFunction) {
  // u = cos θ: u'² = (u₀ − u) (β (1 − u²) − a² (u₀ − u)), β = 2 m g l/A, a = C ψ'/A. With the roots
  // u₁ < u₀ < u₃: u = u₁ + (u₀ − u₁) cd²(½ √(β (u₃ − u₁)) t), k² = (u₀ − u₁)/(u₃ − u₁).
  const Example e("heavy_top");
  const Real A = 2.6e-3L, C = 4.0e-4L, spin = 220, mgl = 0.5L * 9.81L * 0.06L;
  const Real u0 = 0.5L, a = C * spin / A, beta = 2 * mgl / A;
  const Real root = std::sqrt(a * a * a * a - 4 * beta * (a * a * u0 - beta));
  const Real u1 = (a * a - root) / (2 * beta), u3 = (a * a + root) / (2 * beta);
  ASSERT_LT(u1, u0);
  ASSERT_GT(u3, 1);
  const Real k = std::sqrt((u0 - u1) / (u3 - u1)), rate = std::sqrt(beta * (u3 - u1)) / 2;
  const auto u = [&](Real t) {
    const test::Jacobi j = test::jacobi(rate * t, k);
    return u1 + (u0 - u1) * (j.cn / j.dn) * (j.cn / j.dn);
  };
  e.expect_near("nutation.angle", [&](std::size_t row) { return std::acos(u(e.times()[row])); });
  // φ' = a (u₀ − u)/(1 − u²), a quadrature; ψ' = spin − φ' u − …: C (ψ' + φ' u) = C ψ'₀.
  const auto precession = [&](Real t) { return a * (u0 - u(t)) / (1 - u(t) * u(t)); };
  const auto rows = test::solve_reference(
      [&](Real t, const RealVector&) { return RealVector{precession(t)}; }, {0}, e.times());
  e.expect_near("precession.angle", [&](std::size_t row) { return rows[row][0]; });
  e.expect_near("spin_axis.rate", [&](std::size_t row) {
    const Real t = e.times()[row];
    return spin - precession(t) * u(t);
  });
  const auto& vertical = e["system.angular_momentum.z"];
  for (double value : vertical) EXPECT_NEAR(value, vertical[0], 1e-9 * vertical[0]);
  e.expect_energy_kept();
}

}  // namespace
}  // namespace holon
