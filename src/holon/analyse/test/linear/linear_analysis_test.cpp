// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Poles, zeros, transfer functions, frequency and step responses of matrices, against closed forms.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "holon/analyse/linear/linear_analysis.h"

namespace holon {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;

constexpr double kPi = std::numbers::pi;
// Of some thousand operations on numbers of size 1.
constexpr double kRounding = 1e-12;
// A double root is accurate to the square root of the rounding error, a triple one to the cube
// root.
constexpr double kDouble = 1e-6, kTriple = 1e-4;

StateSpaceMatrices make(std::initializer_list<double> a, std::initializer_list<double> b,
                        std::initializer_list<double> c, double d = 0) {
  const auto n = static_cast<Eigen::Index>(b.size());
  StateSpaceMatrices s{MatrixXd(n, n), MatrixXd(n, 1), MatrixXd(1, n), MatrixXd::Constant(1, 1, d)};
  std::copy(a.begin(), a.end(), s.A.data());
  s.A.transposeInPlace();
  std::copy(b.begin(), b.end(), s.B.data());
  std::copy(c.begin(), c.end(), s.C.data());
  return s;
}

/// b0 s^n + … over s^n + a1 s^(n-1) + …, in controllable form.
StateSpaceMatrices make_transfer(const std::vector<double>& numerator,
                                 std::vector<double> denominator) {
  const auto n = static_cast<Eigen::Index>(denominator.size()) - 1;
  std::vector<double> b(denominator.size() - numerator.size(), 0.0);
  b.insert(b.end(), numerator.begin(), numerator.end());
  StateSpaceMatrices s{MatrixXd::Zero(n, n), MatrixXd::Zero(n, 1), MatrixXd::Zero(1, n),
                       MatrixXd::Constant(1, 1, b[0])};
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto power = static_cast<std::size_t>(k) + 1;
    s.A(0, k) = -denominator[power];
    if (k > 0) s.A(k, k - 1) = 1;
    s.C(0, k) = b[power] - denominator[power] * b[0];
  }
  s.B(0, 0) = 1;
  return s;
}

LinearChannel analyse_channel(const StateSpaceMatrices& s, bool is_loop = false) {
  LinearModel model;
  static_cast<StateSpaceMatrices&>(model) = s;
  return analyse(std::move(model), {std::nullopt, is_loop}).channels.at(0);
}

/// x'' + 2 ζ ω0 x' + ω0² x = ω0² u.
StateSpaceMatrices make_oscillator(double omega0, double zeta) {
  return make({0, 1, -omega0 * omega0, -2 * zeta * omega0}, {0, omega0 * omega0}, {1, 0});
}

TEST(Poles, OfAnOscillatorHaveItsFrequencyAndDamping) {
  const double omega0 = 12.5, zeta = 0.15;
  const std::vector<Pole> poles = find_poles(make_oscillator(omega0, zeta).A);
  ASSERT_EQ(poles.size(), 2u);
  EXPECT_NEAR(poles[0].value.real(), -zeta * omega0, kRounding * omega0);
  EXPECT_NEAR(poles[0].value.imag(), omega0 * std::sqrt(1 - zeta * zeta), kRounding * omega0);
  EXPECT_NEAR(poles[0].frequency(), omega0 / (2 * kPi), kRounding * omega0);
  EXPECT_NEAR(poles[0].damping(), zeta, kRounding);
  EXPECT_NEAR(poles[0].time_constant(), 1 / (zeta * omega0), kRounding);
  EXPECT_NEAR(poles[0].participation[0], 0.5, kRounding);
}

TEST(Poles, OfAnUndampedOscillatorNeitherGrowNorDecay) {
  for (const Pole& pole : find_poles(make({0, 1, -7, 0}, {0, 1}, {1, 0}).A)) {
    EXPECT_EQ(pole.value.real(), 0);
    EXPECT_TRUE(std::isinf(pole.time_constant()));
  }
}

TEST(Poles, DoNotDependOnTheUnitsOfStates) {
  // A pressure in Pa and a position in m.
  const double big = 1e9;
  const MatrixXd A = make({-3, big, 2 / big, -1}, {0, 0}, {0, 0}).A;
  const std::vector<Pole> poles = find_poles(A);
  // λ² + 4 λ + 1 = 0.
  EXPECT_NEAR(poles[0].value.real(), -2 + std::sqrt(3.0), kRounding);
  EXPECT_NEAR(poles[1].value.real(), -2 - std::sqrt(3.0), kRounding);
}

// What only receives or only drives has poles of its own, however large the number that couples
// them: a spool [m] that fills a volume [Pa].
TEST(Poles, OfAChainAreThoseOfItsLinks) {
  for (const double own : {-25.0, 5.0, -0.5}) {
    const std::vector<Pole> poles = find_poles(MatrixXd{{-200, 0}, {3e15, own}});
    EXPECT_EQ(poles[0].value, own);
    EXPECT_EQ(poles[1].value, -200.0);
    const StateSpaceMatrices s = make({-200, 0, 3e15, own}, {200, 0}, {0, 1});
    EXPECT_NEAR(analyse_channel(s).transfer.gain, 6e17, kRounding * 6e17);
    EXPECT_TRUE(analyse_channel(s).transfer.zeros.empty());
  }
  // Six states of random units; 60 digits by mpmath.
  MatrixXd A = MatrixXd::Zero(6, 6);
  A(0, 0) = -210.37371585698094;
  A(1, 0) = 206521.0632217353, A(1, 1) = -2383.5635866348625, A(1, 2) = -20283.18215795992;
  A(2, 1) = 0.10890968334917156, A(2, 2) = -1.6026704607868691;
  A(3, 2) = 54347204.215025835, A(3, 3) = -1.470880244169265;
  A(4, 3) = 1.471000507715664, A(4, 4) = -7.969549438007464;
  A(5, 0) = -8805400.66791571, A(5, 4) = 64.68255690670223, A(5, 5) = -2.134961429398424;
  const double expected[] = {-1.470880244169265,  -2.134961429398424,  -2.5304336644958071,
                             -7.9695494380074638, -210.37371585698094, -2382.6358234311536};
  const std::vector<Pole> six = find_poles(A);
  for (std::size_t k = 0; k < six.size(); ++k)
    EXPECT_NEAR(std::abs(six[k].value - expected[k]), 0, kRounding * std::abs(expected[k]));
}

TEST(Poles, ThatAreDoubleAreTwiceTheSameNumber) {
  // (s + 1)² and (s + 1)² (s + 3): without averaging the eigenvalues are -1 ± 1e-8 or -1 ± 1e-8 i.
  for (const std::vector<double>& polynomial :
       {std::vector<double>{1, 2, 1}, std::vector<double>{1, 5, 7, 3}}) {
    const std::vector<Pole> poles = find_poles(make_transfer({1}, polynomial).A);
    EXPECT_EQ(poles[0].value, poles[1].value);
    EXPECT_EQ(poles[0].value.imag(), 0);
    EXPECT_NEAR(poles[0].value.real(), -1, kRounding);
  }
  // A triple one, and two pairs.
  const std::vector<Pole> triple = find_poles(make_transfer({1}, {1, 6, 12, 8}).A);
  for (const Pole& pole : triple) {
    EXPECT_EQ(pole.value.imag(), 0);
    EXPECT_NEAR(pole.value.real(), -2, kRounding);
  }
  const std::vector<Pole> pairs = find_poles(make_transfer({1}, {1, 4, 14, 20, 25}).A);
  for (const Pole& pole : pairs) {  // (s² + 2 s + 5)²
    EXPECT_NEAR(pole.value.real(), -1, kRounding);
    EXPECT_NEAR(std::abs(pole.value.imag()), 2, kRounding);
  }
}

TEST(Poles, ThatAreNearAndKnownStayApart) {
  // Two independent lags: their poles are exact.
  const double near = 1 + 1e-9;
  const std::vector<Pole> poles = find_poles(MatrixXd{{-1, 0}, {0, -near}});
  EXPECT_EQ(poles[0].value.real(), -1);
  EXPECT_EQ(poles[1].value.real(), -near);
  // An oscillator with almost critical damping: ±1e-4 i is not rounding error.
  const double zeta = 1 - 0.5e-8;
  EXPECT_NEAR(std::abs(find_poles(make_oscillator(1, zeta).A)[0].value.imag()), 1e-4, 1e-6);
}

TEST(Poles, OfADoubleIntegratorAreTwiceZero) {
  for (const Pole& pole : find_poles(make({0, 1, 0, 0}, {0, 1}, {1, 0}).A))
    EXPECT_EQ(pole.value, 0.0);
}

// In such coordinates no column is zero; multiple eigenvalues are known to the square and cube
// roots of rounding errors, their means as well as single ones.
TEST(Poles, ThatAreDefectiveAtZeroAreZeroInAnyCoordinates) {
  for (const int multiplicity : {2, 3}) {
    const Eigen::Index n = multiplicity + 3;
    MatrixXd J = MatrixXd::Zero(n, n), S(n, n);
    for (Eigen::Index k = 0; k + 1 < multiplicity; ++k) J(k, k + 1) = 50;
    J(n - 3, n - 3) = -3;
    J.bottomRightCorner(2, 2) = MatrixXd{{0.1, 2}, {-2, 0.1}};
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        S(i, j) = (i == j ? 2.0 : 0.0) + std::sin(1.0 + 2.3 * double(i) + 3.1 * double(j * j));
    int zeros = 0, growing = 0;
    for (const Pole& pole : find_poles(S * J * S.inverse())) {
      zeros += pole.value == 0.0;
      growing += pole.growth() > 0;
    }
    EXPECT_EQ(zeros, multiplicity);
    EXPECT_EQ(growing, 2);
  }
}

TEST(Poles, ThatAreSlowBesideFastOnesKeepTheirSigns) {
  const MatrixXd J{{-1e7, 0, 0}, {0, -1, 0}, {0, 0, 2}},
      S{{1, 0.5, -0.2}, {0.1, 1, 0.3}, {0, 0.4, 1}};
  const std::vector<Pole> poles = find_poles(S * J * S.inverse());
  // |A| times the rounding errors of a product, and the condition of the eigenvalues.
  const double known = 64 * 2.2e-16 * 1e7;
  EXPECT_NEAR(poles[0].value.real(), -1, known);
  EXPECT_NEAR(poles[1].value.real(), 2, known);
}

TEST(TransferFunction, GivesItsOwnCoefficientsBack) {
  const std::vector<double> numerator{2, 3, -5}, denominator{1, 4, 7, 12};
  const ZeroPoleGain g = analyse_channel(make_transfer(numerator, denominator)).transfer;
  EXPECT_TRUE(g.cancelled.empty());
  ASSERT_EQ(g.numerator().size(), numerator.size());
  for (std::size_t k = 0; k < numerator.size(); ++k)
    EXPECT_NEAR(g.numerator()[k], numerator[k], 100 * kRounding);
  ASSERT_EQ(g.denominator().size(), denominator.size());
  for (std::size_t k = 0; k < denominator.size(); ++k)
    EXPECT_NEAR(g.denominator()[k], denominator[k], 100 * kRounding);
}

TEST(TransferFunction, OfADoubleIntegratorHasNoZeros) {
  const ZeroPoleGain g = analyse_channel(make({0, 1, 0, 0}, {0, 4}, {1, 0})).transfer;
  EXPECT_TRUE(g.zeros.empty());
  EXPECT_NEAR(g.gain, 4, kRounding);
  EXPECT_NEAR(std::abs(g.at({0, 2}) + 1.0), 0, kRounding);
}

TEST(TransferFunction, LeavesOutPolesThatZerosTakeAway) {
  // (s + 2)(s + 5) / ((s + 2)(s + 1)(s + 3)).
  const ZeroPoleGain g = analyse_channel(make_transfer({1, 7, 10}, {1, 6, 11, 6})).transfer;
  ASSERT_EQ(g.cancelled.size(), 1u);
  EXPECT_NEAR(g.cancelled[0].real(), -2, kDouble);
  ASSERT_EQ(g.zeros.size(), 1u);
  EXPECT_NEAR(g.zeros[0].real(), -5, 1e3 * kRounding);
  EXPECT_EQ(g.poles.size(), 2u);
}

TEST(TransferFunction, OfAnOutputThatDoesNotAnswerIsZero) {
  const ZeroPoleGain g = analyse_channel(make({-1, 0, 0, -2}, {1, 0}, {0, 1})).transfer;
  EXPECT_EQ(g.gain, 0);
}

TEST(Zeros, InTheRightHalfPlaneAreFoundAndTurnThePhase) {
  // (1 - s)/(s + 1)²: an inverse response.
  const LinearChannel c = analyse_channel(make_transfer({-1, 1}, {1, 2, 1}));
  ASSERT_EQ(c.transfer.zeros.size(), 1u);
  EXPECT_NEAR(c.transfer.zeros[0].real(), 1, kRounding);
  const std::vector<double> phase = c.response.phase();
  for (std::size_t k = 0; k < phase.size(); k += 20)
    EXPECT_NEAR(phase[k], -3 * std::atan(c.response.omega[k]), 100 * kRounding);
  // Initially it moves in the opposite direction.
  EXPECT_LT(*std::min_element(c.step.values.begin(), c.step.values.end()), -0.1);
}

TEST(Zeros, OfSeveralInputsAndOutputsAreThoseOfTheWhole) {
  // G = [1/(s+1), 1/(s+2); 1/(s+3), 1/(s+4)]: of its determinant, numerator
  // (s+2)(s+3) - (s+1)(s+4) = 2, so there is none.
  StateSpaceMatrices s{MatrixXd::Zero(4, 4), MatrixXd::Zero(4, 2), MatrixXd::Zero(2, 4),
                       MatrixXd::Zero(2, 2)};
  s.A.diagonal() << -1, -2, -3, -4;
  s.B << 1, 0, 0, 1, 1, 0, 0, 1;
  s.C << 1, 1, 0, 0, 0, 0, 1, 1;
  EXPECT_TRUE(find_zeros(s).empty());
  // With 2/(s+4) in the corner: 2(s+2)(s+3) - (s+1)(s+4) = s² + 5 s + 8.
  s.C(1, 3) = 2;
  const std::vector<Complex> zeros = find_zeros(s);
  ASSERT_EQ(zeros.size(), 2u);
  EXPECT_NEAR(zeros[0].real(), -2.5, 1e3 * kRounding);
  EXPECT_NEAR(zeros[0].imag(), std::sqrt(1.75), 1e3 * kRounding);
}

TEST(FrequencyResponse, IsThatOfTheMatrices) {
  // A chain of nine masses with springs: the response of the last to a force on the first.
  const Eigen::Index n = 9;
  StateSpaceMatrices s{MatrixXd::Zero(2 * n, 2 * n), MatrixXd::Zero(2 * n, 1),
                       MatrixXd::Zero(1, 2 * n), MatrixXd::Constant(1, 1, 0.25)};
  for (Eigen::Index k = 0; k < n; ++k) {
    s.A(k, n + k) = 1;
    s.A(n + k, k) = -2;
    s.A(n + k, n + k) = -0.1;
    if (k > 0) s.A(n + k, k - 1) = s.A(n + k - 1, k) = 1;
  }
  s.B(n, 0) = 1;
  s.C(0, n - 1) = 1;
  const LinearChannel c = analyse_channel(s);
  for (std::size_t k = 0; k < c.response.omega.size(); k += 10) {
    const Complex exact = calc_response(s, {0, c.response.omega[k]})(0, 0);
    EXPECT_NEAR(std::abs(c.response.values[k] - exact), 0, 1e3 * kRounding);
  }
}

TEST(FrequencyResponse, ThatZerosAndPolesDoNotGiveIsNoticed) {
  const StateSpaceMatrices s = make_transfer({2, 3, -5}, {1, 4, 7, 12});
  const LinearChannel c = analyse_channel(s);
  EXPECT_FALSE(c.is_contradicted);
  ZeroPoleGain g = c.transfer;
  const FrequencyRange range = choose_frequencies(g.poles, g.zeros);
  EXPECT_LT(find_contradiction(s, g, range), 1e-10);
  g.gain *= 1.01;
  EXPECT_NEAR(find_contradiction(s, g, range), 0.01, 1e-8);
  g.gain = 0;  // "no response"
  EXPECT_NEAR(find_contradiction(s, g, range), 1, 1e-10);
}

TEST(Margins, OfTheResponseAreThoseOfZerosAndPoles) {
  const StateSpaceMatrices s = make_transfer({8}, {1, 3, 3, 1});
  const LinearChannel c = analyse_channel(s, true);
  const Margins own = find_margins(s, make_response(s), c.response);
  ASSERT_EQ(own.gain.size(), 1u);
  ASSERT_EQ(own.phase.size(), c.margins->phase.size());
  EXPECT_NEAR(own.gain[0].value, c.margins->gain[0].value, 1e-10);
  EXPECT_NEAR(own.phase[0].value, c.margins->phase[0].value, 1e-10);
}

// Numerator (z - 1)(z + 0.4), in coordinates without zeros in the matrices: no steady gain.
TEST(Zeros, AtRestOfASampledSystemAreThereExactly) {
  StateSpaceMatrices s = make_transfer({1, -0.6, -0.4}, {1, -1.1, 0.5, -0.06});
  const MatrixXd S{{2, 0.3, -0.4}, {0.7, 1, 0.2}, {-0.1, 0.6, 3}};
  s = {S * s.A * S.inverse(), S * s.B, s.C * S.inverse(), s.D, 0.1};
  const LinearChannel c = analyse_channel(s);
  ASSERT_EQ(c.transfer.zeros.size(), 2u);
  EXPECT_EQ(c.transfer.zeros[1], 1.0);
  EXPECT_EQ(*c.figures.dc_gain, 0);
}

TEST(FrequencyResponse, PeaksAndBandwidthOfAnOscillatorAreThoseOfTheBooks) {
  const double omega0 = 20, zeta = 0.1;
  const ResponseFigures f = analyse_channel(make_oscillator(omega0, zeta)).figures;
  EXPECT_NEAR(*f.dc_gain, 1, kRounding);
  ASSERT_TRUE(f.peak);
  EXPECT_NEAR(f.peak->value, 1 / (2 * zeta * std::sqrt(1 - zeta * zeta)), 1e-9);
  // A maximum is accurate to the square root of the rounding error.
  EXPECT_NEAR(f.peak->omega, omega0 * std::sqrt(1 - 2 * zeta * zeta), kDouble * omega0);
  const double b = 1 - 2 * zeta * zeta;
  EXPECT_NEAR(*f.bandwidth, omega0 * std::sqrt(b + std::sqrt(b * b + 1)), 1e-9 * omega0);
}

TEST(StepResponse, FiguresOfAnOscillatorAreThoseOfTheBooks) {
  const double omega0 = 3, zeta = 0.3, damped = omega0 * std::sqrt(1 - zeta * zeta);
  const StepResponse s = analyse_channel(make_oscillator(omega0, zeta)).step;
  // The response itself is exact …
  for (std::size_t k = 0; k < s.time.size(); k += 50) {
    const double t = s.time[k],
                 wave = std::cos(damped * t) + zeta * omega0 / damped * std::sin(damped * t);
    EXPECT_NEAR(s.values[k], 1 - std::exp(-zeta * omega0 * t) * wave, 1e-10);
  }
  // … and so are its characteristic values, but for the rounding errors of the rate at the peak.
  EXPECT_NEAR(*s.overshoot, std::exp(-zeta * omega0 / damped * kPi), 1e-10);
  EXPECT_NEAR(*s.peak_time, kPi / damped, 1e-10);
  EXPECT_NEAR(*s.end, 1, kRounding);
}

TEST(StepResponse, OfALagRisesAndSettlesByItsTimeConstant) {
  const double tau = 0.25;
  const StepResponse s = analyse_channel(make({-1 / tau}, {1 / tau}, {1})).step;
  EXPECT_NEAR(*s.rise_time, tau * std::log(9.0), 1e-10);
  EXPECT_NEAR(*s.settling_time, tau * std::log(50.0), 1e-10);
  EXPECT_EQ(*s.overshoot, 0);
}

TEST(StepResponse, RisesWithinOneOfItsPointsAsItDoes) {
  // y = 1 - exp(-1000 t) - 0.005 (1 - exp(-t)): the points are 3 ms apart.
  const StepResponse s = analyse_channel(make({-1000, 0, 0, -1}, {1000, 1}, {1, -0.005})).step;
  const auto find = [](double level) {
    double a = 0, b = 0.02;
    for (int k = 0; k < 60; ++k) {
      const double t = 0.5 * (a + b);
      (-std::expm1(-1000 * t) + 0.005 * std::expm1(-t) < level * 0.995 ? a : b) = t;
    }
    return a;
  };
  EXPECT_NEAR(*s.rise_time, find(0.9) - find(0.1), 1e-10);
}

TEST(StepResponse, SettlesLaterThanItsTimeConstantSuggestsWhereItBeginsFarAway) {
  // 1 + 90 exp(-t): within 2 % behind the six time constants that are shown.
  const StepResponse s = analyse_channel(make({-1}, {1}, {-90}, 91)).step;
  EXPECT_LT(s.time.back(), 6.1);
  EXPECT_NEAR(*s.settling_time, std::log(4500.0), 1e-9);
}

TEST(StepResponse, ThatEndsNearNothingHasAPeakInPlaceOfAnOvershoot) {
  // (s + a)/(s + 1)^2: t e^-t + a (1 - (1 + t) e^-t), largest at t = 1/(1 - a); the final value is
  // a.
  const double a = 1e-3, top = 1 / (1 - a);
  const StepResponse step = analyse_channel(make_transfer({1, a}, {1, 2, 1})).step;
  EXPECT_NEAR(*step.end, a, kRounding);
  EXPECT_FALSE(step.overshoot);
  EXPECT_FALSE(step.rise_time);
  ASSERT_TRUE(step.peak);
  EXPECT_NEAR(*step.peak, top * std::exp(-top) + a * (1 - (1 + top) * std::exp(-top)), 1e-10);
  EXPECT_NEAR(*step.peak_time, top, 1e-9);
}

TEST(Margins, OfThreeLagsAreThoseOfTheBooks) {
  // L = k/(s + 1)³ (Åström, Murray, Feedback Systems, example 10.7 has k = 3): the phase is -π at
  // ω = √3, where |L| = k/8; |L| = 1 at ω² = k^(2/3) - 1.
  const double k = 3;
  const LinearChannel c = analyse_channel(make_transfer({k}, {1, 3, 3, 1}), true);
  ASSERT_TRUE(c.margins);
  ASSERT_EQ(c.margins->gain.size(), 1u);
  EXPECT_NEAR(c.margins->gain[0].value, 8 / k, kTriple);
  EXPECT_NEAR(c.margins->gain[0].omega, std::sqrt(3.0), kTriple);
  ASSERT_EQ(c.margins->phase.size(), 1u);
  const double crossing = std::sqrt(std::pow(k, 2.0 / 3) - 1);
  EXPECT_NEAR(c.margins->phase[0].omega, crossing, kTriple);
  EXPECT_NEAR(c.margins->phase[0].value, kPi - 3 * std::atan(crossing), kTriple);
  EXPECT_NEAR(*c.margins->delay, (kPi - 3 * std::atan(crossing)) / crossing, kTriple);
  EXPECT_TRUE(c.margins->is_closed_loop_stable);
  // Beyond the gain margin it is not.
  EXPECT_FALSE(
      analyse_channel(make_transfer({8.1}, {1, 3, 3, 1}), true).margins->is_closed_loop_stable);
}

TEST(Margins, ToldOfAnUnstablePlantThatALoopHolds) {
  // L = 10/((s - 1)(s + 3)): closed s² + 2 s + 7.
  const LinearChannel c = analyse_channel(make_transfer({10}, {1, 2, -3}), true);
  EXPECT_TRUE(c.margins->is_closed_loop_stable);
  EXPECT_NEAR(c.response.phase().front(), -kPi, 0.2);
}

TEST(Reach, TellsWhatInputsMoveAndOutputsShow) {
  LinearModel model;
  static_cast<StateSpaceMatrices&>(model) =
      make({-1, 0, 0, 0, -2, 0, 0, 0, -3}, {1, 1, 0}, {1, 0, 1});
  const LinearAnalysis a = analyse(model);
  EXPECT_EQ(a.reach.controllable, 2);
  EXPECT_EQ(a.reach.observable, 2);
  ASSERT_EQ(a.reach.uncontrollable_poles.size(), 1u);
  EXPECT_NEAR(a.poles[a.reach.uncontrollable_poles[0]].value.real(), -3, kRounding);
  ASSERT_EQ(a.reach.unobservable_poles.size(), 1u);
  EXPECT_NEAR(a.poles[a.reach.unobservable_poles[0]].value.real(), -2, kRounding);
}

}  // namespace
}  // namespace holon
