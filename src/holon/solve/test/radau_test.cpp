// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/radau.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "exact_rhs.h"
#include "holon/solve/radau_tableau.h"
#include "stiff_problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder
using detail::LowerOrder;
using detail::Radau;
using detail::RadauTableau;

constexpr double kUnitRoundoff = std::numeric_limits<double>::epsilon();
// Of sums of five terms whose factors are up to 40.
constexpr double kCoefficientTolerance = 1000 * kUnitRoundoff;

/// A_ij = ∫₀^c_i of Lagrange's polynomial j, from the definition of a collocation method.
Eigen::MatrixXd make_butcher_matrix(const RadauTableau& tableau) {
  const int s = tableau.stages;
  Eigen::MatrixXd powers(s, s), integrals(s, s);
  for (int i = 0; i < s; ++i)
    for (int k = 0; k < s; ++k) {
      const double c = tableau.c[static_cast<std::size_t>(i)];
      powers(i, k) = std::pow(c, k);
      integrals(i, k) = std::pow(c, k + 1) / (k + 1);
    }
  return integrals * powers.inverse();
}

class RadauCoefficients : public testing::TestWithParam<int> {
 protected:
  const RadauTableau& tableau = detail::radau_tableau(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Stages, RadauCoefficients, testing::Values(3, 5));

// B(2s - 1): the quadrature with the last row of A is exact for polynomials of degree 2s - 2, which
// among collocation methods with c_s = 1 Radau IIA alone has.
TEST_P(RadauCoefficients, AreThoseOfRadau) {
  const int s = tableau.stages;
  const Eigen::MatrixXd a = make_butcher_matrix(tableau);
  for (int degree = 0; degree <= 2 * s - 2; ++degree) {
    double sum = 0;
    for (int i = 0; i < s; ++i)
      sum += a(s - 1, i) * std::pow(tableau.c[static_cast<std::size_t>(i)], degree);
    EXPECT_NEAR(sum, 1.0 / (degree + 1), kCoefficientTolerance) << degree;
  }
}

TEST_P(RadauCoefficients, TransformTheStagesIntoOneRealAndComplexEquations) {
  const int s = tableau.stages;
  Eigen::MatrixXd t(s, s), inverse(s, s), blocks = Eigen::MatrixXd::Zero(s, s);
  for (int i = 0; i < s; ++i)
    for (int k = 0; k < s; ++k) t(i, k) = tableau.t[i][k], inverse(i, k) = tableau.inverse_t[i][k];
  blocks(0, 0) = tableau.gamma;
  for (int k = 0; k < tableau.pairs(); ++k) {
    const std::complex<double> shift = tableau.shifts[static_cast<std::size_t>(k)];
    blocks(2 * k + 1, 2 * k + 1) = blocks(2 * k + 2, 2 * k + 2) = shift.real();
    blocks(2 * k + 1, 2 * k + 2) = -shift.imag();
    blocks(2 * k + 2, 2 * k + 1) = shift.imag();
  }
  EXPECT_LE((t * inverse - Eigen::MatrixXd::Identity(s, s)).cwiseAbs().maxCoeff(),
            kCoefficientTolerance);
  const Eigen::MatrixXd a = make_butcher_matrix(tableau);
  EXPECT_LE((a * t * blocks - t).cwiseAbs().maxCoeff(), kCoefficientTolerance);
}

// W. Auzinger, E. Hairer and G. Wanner print them in RADAU (J. Comput. Appl. Math. 111 (1999) 93).
TEST(RadauTableaus, AreThePublishedOnes) {
  const RadauTableau& five = detail::radau_tableau(5);
  constexpr double kTolerance = 1e-15;
  EXPECT_NEAR(five.gamma, 6.286704751729276645173, 8 * kTolerance);
  EXPECT_NEAR(five.shifts[1].real(), 3.655694325463572258243, 4 * kTolerance);
  EXPECT_NEAR(five.shifts[1].imag(), 6.543736899360077294021, 8 * kTolerance);
  EXPECT_NEAR(five.shifts[0].real(), 5.700953298671789419170, 8 * kTolerance);
  EXPECT_NEAR(five.shifts[0].imag(), 3.210265600308549888425, 4 * kTolerance);
  const double c[] = {0.5710419611451768219312e-1, 0.2768430136381238276800,
                      0.5835904323689168200567, 0.8602401356562194478479, 1};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(five.c[i], c[i], kTolerance);
}

TEST_P(RadauCoefficients, InterpolateAndDifferentiateTheStages) {
  const auto s = static_cast<std::size_t>(tableau.stages);
  for (const double x : {-0.3, 0.0, 0.2, tableau.theta, 1.0, 1.4}) {
    const RadauTableau::Weights values = tableau.calc_weights(x);
    const RadauTableau::Weights slopes = tableau.calc_slope_weights(x);
    for (std::size_t degree = 1; degree <= s; ++degree) {
      const auto d = static_cast<double>(degree);
      double value = 0, slope = 0;
      for (std::size_t i = 0; i < s; ++i) {
        const double z = std::pow(tableau.c[i], d);
        value += values[i] * z;
        slope += slopes[i] * z;
        if (x == 0) EXPECT_NEAR(tableau.error[i], -slopes[i], kCoefficientTolerance);
      }
      EXPECT_NEAR(value, std::pow(x, d), kCoefficientTolerance);
      EXPECT_NEAR(slope, d * std::pow(x, d - 1), 10 * kCoefficientTolerance);
    }
  }
}

TEST_P(RadauCoefficients, CollocateBetweenTheStages) {
  EXPECT_NEAR(tableau.calc_middle_weight(tableau.theta), 1, kCoefficientTolerance);
  EXPECT_NEAR(tableau.calc_middle_slope(tableau.theta), tableau.gamma, kCoefficientTolerance);
  // Coefficients up to 0.7 that cancel, over an integral of 2e-4.
  EXPECT_NEAR(tableau.calc_integral(1), 0, 16 * kUnitRoundoff);
  for (int i = 0; i < tableau.stages; ++i)
    EXPECT_EQ(tableau.calc_middle_slope(tableau.c[static_cast<std::size_t>(i)]), 0);
}

// Of x^4 in a step of unit length: u takes its values at c_i, so p = x^4 where the cubic's D makes
// up the difference at θ, and the slopes' fourth difference, of 4 x³, is zero. Of x^5 it is 5.
TEST(RadauTableaus, OfMoreStagesTellWhatFewerWouldSay) {
  const RadauTableau &five = detail::radau_tableau(5), &three = detail::radau_tableau(3);
  const LowerOrder lower = detail::compare_orders(five, three);
  for (const double degree : {1., 2., 3., 4., 5.}) {
    double middle = 0, error = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      const double z = std::pow(five.c[i], degree);
      middle += lower.middle[i] * z;
      error += lower.error[i] * z;
    }
    const double of_three = 4 * three.calc_integral(three.theta);
    const double nodes = 0 + three.c[0] + three.c[1] + three.theta + 1;
    EXPECT_NEAR(middle,
                degree < 4    ? 0
                : degree == 4 ? of_three
                              : of_three * nodes,
                10 * kCoefficientTolerance);
    const double of_error = three.theta * three.c[0] * three.c[1];
    EXPECT_NEAR(error, degree < 5 ? 0 : 5 * of_error, 100 * kCoefficientTolerance) << degree;
  }
}

// Constant steps of five stages: no error is too large, none grows beyond the first.
Radau make_order_nine(Rhs& rhs, double h) {
  return {"radau9", rhs, {.tolerance = 0.5, .initial_step = h, .max_step = h}, {5, 5}};
}

double end_error_of_nine(double h) {
  ExactRhs rhs = make_oscillator();
  Radau integrator = make_order_nine(rhs, h);
  integrator.start(0, oscillator_solution(0).data());
  while (integrator.time() < 4) integrator.step(4);
  const auto exact = oscillator_solution(4);
  return std::hypot(integrator.state()[0] - exact[0], integrator.state()[1] - exact[1]);
}

// The largest error of one step's polynomial, which has begun exactly.
double row_error_of_nine(double h) {
  ExactRhs rhs = make_oscillator();
  Radau integrator = make_order_nine(rhs, h);
  integrator.start(0.3, oscillator_solution(0.3).data());
  integrator.step(10);
  double worst = 0;
  for (int k = 1; k < 16; ++k) {
    const double t = 0.3 + k * h / 16;
    double x[2];
    integrator.interpolate(t, x);
    worst = std::max(worst, std::abs(x[0] - oscillator_solution(t)[0]));
  }
  return worst;
}

// The order as h -> 0: one extrapolation removes what differs from it by O(h).
double order_of_nine(double (*error)(double), double h) {
  const auto slope = [&](double step) { return std::log2(error(step) / error(step / 2)); };
  return 2 * slope(h / 2) - slope(h);
}
// What O(h²) leaves at these steps, with a margin.
constexpr double kNineTolerance = 0.3;

TEST(Radau, ConvergesWithOrderNine) {
  EXPECT_NEAR(order_of_nine(end_error_of_nine, 1), 9, kNineTolerance);
}

// In one step from an exact state a polynomial of order p errs by O(h^(p+1)).
TEST(Radau, InterpolatesWithOrderSix) {
  EXPECT_NEAR(order_of_nine(row_error_of_nine, 0.4), 6 + 1, kNineTolerance);
}

// Of order 9 alone, and of the order that each step chooses.
class RadauOrders : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Fewest, RadauOrders, testing::Values(3, 5));

TEST_P(RadauOrders, ReachTheReferenceValuesOfTheTestSet) {
  for (const StiffProblem& problem : {van_der_pol(), robertson(), hires(), orego()})
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      TestRhs rhs(problem.size, problem.slope);
      for (int i = 0; i < problem.size; ++i)
        rhs.chosen_groups.push_back({i, 1, problem.nominal[static_cast<std::size_t>(i)]});
      Radau integrator("radau", rhs, {.tolerance = tolerance}, {GetParam(), 5});
      integrator.start(0, problem.start.data());
      while (integrator.time() < problem.end) integrator.step(problem.end);
      double worst = 0;
      for (std::size_t i = 0; i < problem.reference.size(); ++i) {
        const double scale = std::max(problem.nominal[i], std::abs(problem.reference[i]));
        const double error = std::abs(integrator.state()[i] - problem.reference[i]);
        worst = std::max(worst, error / (tolerance * scale));
      }
      EXPECT_LE(worst, 10) << problem.name << " at " << tolerance;
    }
}

TEST_P(RadauOrders, FollowASlowSolutionWhateverTheStiffness) {
  constexpr double kTolerance = 1e-8;
  std::vector<std::int64_t> steps;
  for (const double rate : {1e3, 1e6, 1e9, 1e12}) {
    TestRhs rhs(1, [=](double t, const double* x, double* dx) {
      dx[0] = -rate * (x[0] - std::cos(t)) - std::sin(t);
    });
    Radau integrator("radau", rhs, {.tolerance = kTolerance}, {GetParam(), 5});
    const double start[] = {1};
    integrator.start(0, start);
    while (integrator.time() < 10) {
      integrator.step(10);
      EXPECT_NEAR(integrator.state()[0], std::cos(integrator.time()), 10 * kTolerance);
      double x = 0;
      const double middle = 0.5 * (integrator.previous_time() + integrator.time());
      integrator.interpolate(middle, &x);
      EXPECT_NEAR(x, std::cos(middle), 100 * kTolerance) << rate;
    }
    steps.push_back(integrator.statistics().steps);
  }
  EXPECT_LT(steps.back(), steps.front() + 20);
}

/// A valve of 10 Hz that follows a setpoint sampled at 100 Hz, and a cylinder behind it.
struct Valve {
  double setpoint = 0;
  ExactRhs rhs{3, full_pattern(3),
               [this](double, const double* x, double* dx) {
                 dx[0] = x[1];
                 dx[1] = 3948 * (setpoint - x[0]) - 88 * x[1];
                 dx[2] = -1e4 * (x[2] * x[2] * x[2] - x[0]);
               },
               [](double, const double* x, double* J) {
                 std::copy_n(
                     std::array{0., -3948., 1e4, 1., -88., 0., 0., 0., -3e4 * x[2] * x[2]}.data(),
                     9, J);
               }};
  Radau integrator;

  explicit Valve(int most) : integrator("radau", rhs, {.tolerance = 1e-8}, {3, most}) {
    const double start[] = {0.5, 0, 0.5};
    setpoint = 0.5;
    integrator.start(0, start);
  }
  void run(int from, int to) {
    for (int k = from; k < to; ++k) {
      const double t = (k + 1) * 0.01;
      while (integrator.time() < t) integrator.step(t);
      setpoint = 1 + 0.5 * std::sin(3 * t);
      const std::vector<double> x(integrator.state(), integrator.state() + 3);
      integrator.restart(t, x.data());
    }
  }
};

// Both within the tolerances of some hundred steps.
TEST(Radau, TakesFewerStepsOfOrderNineBetweenTicks) {
  constexpr int kTicks = 200;
  Valve five(3), chosen(5);
  five.run(0, kTicks);
  chosen.run(0, kTicks);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(five.integrator.state()[i], chosen.integrator.state()[i], 1e-7);
  EXPECT_LE(2 * chosen.integrator.statistics().steps, five.integrator.statistics().steps);
  EXPECT_LE(1.2 * chosen.integrator.operation_count(), five.integrator.operation_count());
}

TEST(Radau, AResumedRunHasTheSameBitsInEitherOrder) {
  for (int ticks = 1; ticks < 40; ticks += 3) {
    Valve one(5), other(5);
    one.run(0, ticks);
    const double t = one.integrator.time();
    const std::vector<double> x(one.integrator.state(), one.integrator.state() + 3);
    other.setpoint = one.setpoint;
    Archive written;
    one.integrator.archive(written);
    Archive read(written.take(), "test");
    other.integrator.archive(read);
    EXPECT_TRUE(read.is_at_end());
    one.integrator.restart(t, x.data());
    other.integrator.restart(t, x.data());
    for (int k = 0; k < 3; ++k) ASSERT_EQ(one.integrator.step(1e3), other.integrator.step(1e3));
    Archive whole;
    one.integrator.archive_whole(whole);
    Valve third(5);
    third.setpoint = one.setpoint;
    Archive again(whole.take(), "test");
    third.integrator.archive_whole(again);
    double a[3], b[3];
    const double middle = 0.5 * (one.integrator.previous_time() + one.integrator.time());
    one.integrator.interpolate(middle, a);
    third.integrator.interpolate(middle, b);
    ASSERT_TRUE(std::equal(a, a + 3, b));
    for (int k = 0; k < 12; ++k) {
      ASSERT_EQ(one.integrator.step(1e3), third.integrator.step(1e3));
      ASSERT_TRUE(
          std::equal(one.integrator.state(), one.integrator.state() + 3, third.integrator.state()));
    }
    EXPECT_EQ(one.integrator.statistics().evaluations, third.integrator.statistics().evaluations);
  }
}

}  // namespace
}  // namespace holon
