// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The examples with bond graphs, against equations by hand and each other.
#include <cmath>
#include <numbers>

#include "example.h"
#include "model_text.h"

namespace holon {
namespace {

using test::Example;

TEST(BondExamples, DcMotorComesToItsBalances) {
  const Example r("dc_motor", {"drive.hub.flow", "drive.bearing.power", "drive.rotor.power",
                               "drive.fan.power", "drive.coil.power"});
  // Steady: kt i = b w + n c (n w)², u = R i + kt w. Of the quadratic equation in w.
  const auto rate = [](double u) {
    const double R = 0.35, k = 0.042, b = 2e-5, c = 2e-5 * std::pow(0.25, 3);
    const double p = (b + k * k / R) / c, q = k * u / R / c;
    return -p / 2 + std::sqrt(p * p / 4 + q);
  };
  // The fan's time constant at 12 V is 0.06 s, so e⁻⁸ of the difference is left after 0.5 s.
  EXPECT_NEAR(r["drive.shaft.flow"].back(), rate(12), 0.2);
  r.expect_near("drive.fan.flow", [&](std::size_t k) { return r["drive.shaft.flow"][k] / 4; });
  for (std::size_t k = 0; k < r.size(); ++k) {
    const double left = r["drive.supply.power"][k] - r["drive.armature.power"][k] -
                        r["drive.air.power"][k] - r["drive.bearing.power"][k] -
                        r["drive.rotor.power"][k] - r["drive.fan.power"][k] -
                        r["drive.coil.power"][k];
    EXPECT_NEAR(left, 0, 1e-9) << k;  // of some 1600 W
  }
}

TEST(BondExamples, BridgeRectifierChargesItsCapacitor) {
  // [V] By a bisection on the star point's potential and Runge-Kutta steps of 0.2 us (Python), as
  // in diodes_test.cpp, at 5, 10, 35 and 40 ms.
  const Example r("bridge_rectifier",
                  {"bridge.source_power", "bridge.dissipated_power", "bridge.C.power"});
  EXPECT_NEAR(r["bridge.C.effort"][50], 153.7817655, 2e-5);
  EXPECT_NEAR(r["bridge.C.effort"][100], 169.1697352, 2e-5);
  EXPECT_NEAR(r["bridge.C.effort"][350], 153.7817658, 2e-5);
  EXPECT_NEAR(r["bridge.C.effort"][400], 169.1697352, 2e-5);
  for (std::size_t k = 0; k < r.size(); ++k) {
    EXPECT_NEAR(r["bridge.source_power"][k],
                r["bridge.dissipated_power"][k] + r["bridge.C.power"][k], 1e-6 * 150e3);
    for (const char* diode : {"bridge.D1.flow", "bridge.D2.flow", "bridge.D3.flow"})
      EXPECT_GE(r[diode][k], -1e-4) << diode;  // of 866 A; ideal ones leak 1e-9 of the nominal S
  }
}

TEST(BondExamples, PendulumByBondsIsThePendulumByBlocks) {
  const Example r("pendulum_bond", {"graph.vz.flow"});
  r.expect_near("graph.angle", [&](std::size_t k) { return r["angle.output"][k]; });
  r.expect_near("graph.rod.flow", [&](std::size_t k) { return r["rate.output"][k]; });
  r.expect_near("graph.mx.flow", [&](std::size_t k) {
    return 0.5 * std::cos(r["angle.output"][k]) * r["rate.output"][k];
  });
}

TEST(BondExamples, MovablePendulumFollowsItsEquations) {
  const Example r("movable_pendulum");
  // By Lagrange's equations and Runge-Kutta's method in steps of 0.1 ms (error 1e-13).
  const auto slope = [](const std::array<double, 4>& x) {
    const double M = 2, m = 1, L = 0.6, I = 0.05, K = 40, g = 9.80665;
    const double c = std::cos(x[1]), s = std::sin(x[1]);
    const double a = M + m, b = m * L * c, d = I + m * L * L;
    const double f = m * L * s * x[3] * x[3] - K * x[0], t = -m * g * L * s;
    const double det = a * d - b * b;
    return std::array<double, 4>{x[2], x[3], (f * d - b * t) / det, (a * t - b * f) / det};
  };
  std::array<double, 4> x{0.1, 70 * std::numbers::pi / 180, 0, 0};
  std::vector<std::array<double, 4>> rows;
  constexpr int kSteps = 100;
  const double h = 0.01 / kSteps;
  for (std::size_t k = 0; k < r.size(); ++k) {
    rows.push_back(x);
    for (int j = 0; j < kSteps; ++j) {
      const auto add = [&](const std::array<double, 4>& by, double step) {
        std::array<double, 4> sum = x;
        for (std::size_t n = 0; n < 4; ++n) sum[n] += step * by[n];
        return sum;
      };
      const auto k1 = slope(x), k2 = slope(add(k1, h / 2)), k3 = slope(add(k2, h / 2)),
                 k4 = slope(add(k3, h));
      for (std::size_t n = 0; n < 4; ++n) x[n] += h / 6 * (k1[n] + 2 * k2[n] + 2 * k3[n] + k4[n]);
    }
  }
  r.expect_near("graph.X", [&](std::size_t k) { return rows[k][0]; });
  r.expect_near("graph.theta", [&](std::size_t k) { return rows[k][1]; });
  r.expect_near("graph.body.flow", [&](std::size_t k) { return rows[k][2]; });
  r.expect_near("graph.rod.flow", [&](std::size_t k) { return rows[k][3]; });
}

TEST(BondExamples, DoubleSphericalPendulumIsOneInThreeWays) {
  const Example points("double_spherical_pendulum");
  for (const char* other : {"reduced", "relaxed"}) {
    const Example r(std::string("double_spherical_pendulum_") + other);
    constexpr double kLength = 1.7;  // [m] of the pendulum
    const auto same = [&](const char* column, const char* point) {
      for (std::size_t k = 0; k < r.size(); ++k) {
        ASSERT_NEAR(r[column][k], points[point][k], test::kSignal * kLength)
            << other << column << k;
      }
    };
    same("ends.x1", "upper.position.x");
    same("ends.y1", "upper.position.y");
    same("ends.z1", "upper.position.z");
    same("ends.x2", "lower.position.x");
    same("ends.y2", "lower.position.y");
    same("ends.z2", "lower.position.z");
  }
}

TEST(BondExamples, UntetheredPendulumFliesAsItsMassesDo) {
  const Example r("double_spherical_pendulum_untethered");
  const Results points = test::run(R"(
parameters:
  m: 1 kg
  L1: 1 m
  L2: 0.7 m
  thrust: 8.4*m*9.80665 [m/s^2]
  gimbal: 0.1*sin(2 [rad/s]*time)
parts:
  vehicle: {type: PointMass, mass: 5*m}
  upper: {type: PointMass, mass: 2*m, initial: {position: [0.6*L1, 0, -0.8*L1], velocity: [0, 1.5 m/s, 0]}}
  lower:
    type: PointMass
    mass: m
    initial: {position: [0.6*L1, 0.8*L2, -0.8*L1 - 0.6*L2], velocity: [1 m/s, 1.5 m/s, 0]}
  rod1: {type: Distance, between: [vehicle, upper], length: L1}
  rod2: {type: Distance, between: [upper, lower], length: L2}
  engine: {type: Force, on: vehicle, force: [thrust*sin(gimbal), 0, thrust*cos(gimbal)]}
simulate: {until: 10 s, interval: 10 ms, tolerance: 1e-11}
)",
                                   {"vehicle.position", "upper.position", "lower.position"});
  const auto same = [&](const char* column, const char* point) {
    const std::vector<double>& expected = points.values(point);
    r.expect_near(column, [&](std::size_t k) { return expected[k]; });
  };
  same("swing.x", "vehicle.position.x");
  same("swing.y", "vehicle.position.y");
  same("swing.z", "vehicle.position.z");
  same("ends.x1", "upper.position.x");
  same("ends.y1", "upper.position.y");
  same("ends.z1", "upper.position.z");
  same("ends.x2", "lower.position.x");
  same("ends.y2", "lower.position.y");
  same("ends.z2", "lower.position.z");

  // The middle of mass by thrust and weight alone: momentum in steps of 1 ms by Simpson's rule
  // (error 1e-13), places by the same with the slopes at both ends of a step.
  const auto push = [](double t) {
    const double angle = 0.1 * std::sin(2 * t), specific = 1.05 * 9.80665;
    return std::array{specific * std::sin(angle), 0.0, specific * std::cos(angle) - 9.80665};
  };
  std::array<double, 3> place{1.8 / 8, 0.56 / 8, (-3 * 0.8 - 0.42) / 8}, speed{1.0 / 8, 4.5 / 8, 0};
  std::vector<std::array<double, 3>> rows;
  for (std::size_t k = 0; k < r.size(); ++k) {
    rows.push_back(place);
    constexpr double h = 1e-3;
    for (int j = 0; j < 10; ++j) {
      const double t = 0.01 * static_cast<double>(k) + h * j;
      const auto begin = push(t), middle = push(t + h / 2), end = push(t + h);
      for (std::size_t n = 0; n < 3; ++n) {
        place[n] += h * speed[n] + h * h / 6 * (begin[n] + 2 * middle[n]);
        speed[n] += h / 6 * (begin[n] + 4 * middle[n] + end[n]);
      }
    }
  }
  r.expect_near("ends.x", [&](std::size_t k) { return rows[k][0]; });
  r.expect_near("ends.y", [&](std::size_t k) { return rows[k][1]; });
  r.expect_near("ends.z", [&](std::size_t k) { return rows[k][2]; });
}

}  // namespace
}  // namespace holon
