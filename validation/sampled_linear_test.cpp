// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sampled loops as discrete-time models: against closed forms, published values and their own runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "holon/analyse/linear/linear_analysis.h"
#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

using Complex = std::complex<double>;

// Of an exponential of a small matrix and some products.
constexpr double kExponentialRounding = 1e-13;

struct SampledFile {
  Model model;
  System system;
};

SampledFile read_sampled(const std::string& text, const std::vector<std::string>& inputs) {
  LoadOptions options;
  for (const std::string& name : inputs) options.opened.push_back({name, {}});
  Diagnostics diagnostics;
  SampledFile loaded;
  loaded.model = load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  loaded.system = make_system(loaded.model);
  return loaded;
}

LinearModel linearize_sampled(const std::string& text, const std::vector<std::string>& inputs,
                              const std::vector<std::string>& outputs, bool holds = false) {
  const SampledFile loaded = read_sampled(text, inputs);
  std::vector<double> parameters;
  for (const SystemParameter& p : loaded.system.parameters) parameters.push_back(p.value);
  LinearRequest request{inputs, outputs};
  request.holds_samples = holds;
  return linearize(loaded.system, find_start_point(loaded.system, parameters), request);
}

std::vector<Complex> poles_of(const LinearModel& m) {
  std::vector<Complex> poles;
  for (const Pole& pole : find_poles(m.A, m.plane())) poles.push_back(pole.value);
  return poles;
}

constexpr const char* kLoop = R"(holon: 1
parameters: {tau: 0.5 s, r: 0}
parts:
  plant: {type: TransferFunction, input: c.output, numerator: [1], denominator: [0.5, 1]}
  c: {type: PID, setpoint: r, measurement: plant.output, kp: 2, ki: 3 1/s, sample: 0.1 s}
)";

TEST(SampledLinearModel, OfASampledPIOfAFirstOrderPlantHasThePolesOfTheBooks) {
  // y[k+1] = a y[k] + (1 - a) u[k], u[k] = Kp e[k] + i[k], i[k+1] = i[k] + Ki T e[k]:
  //   (z - a)(z - 1) + (1 - a)(Kp (z - 1) + Ki T) = 0
  const double a = std::exp(-0.1 / 0.5), b = -(1 + a) + (1 - a) * 2,
               c = a + (1 - a) * (3 * 0.1 - 2);
  const LinearModel m = linearize_sampled(kLoop, {"r"}, {"plant.output"});
  EXPECT_EQ(m.period, 0.1);
  ASSERT_EQ(m.order(), 2);
  const Complex root = std::sqrt(Complex(b * b - 4 * c));
  std::vector<Complex> expected{(-b + root) / 2.0, (-b - root) / 2.0};
  for (const Complex pole : poles_of(m)) {
    const double distance = std::min(std::abs(pole - expected[0]), std::abs(pole - expected[1]));
    EXPECT_LE(distance, kExponentialRounding);
  }
  // The integrator makes the setpoint be reached: G(1) = 1.
  const LinearAnalysis analysis = analyse(m);
  const LinearChannel& channel = analysis.channels.at(0);
  ASSERT_TRUE(channel.figures.dc_gain);
  EXPECT_NEAR(*channel.figures.dc_gain, 1, 10 * kExponentialRounding);
  // G(z) = (1 - a)(Kp (z - 1) + Ki T)/(z² + b z + c) on the circle, up to Nyquist's frequency.
  EXPECT_NEAR(channel.response.omega.back(), M_PI / 0.1, 1e-9);
  for (std::size_t k = 0; k < channel.response.omega.size(); k += 37) {
    const Complex z = std::polar(1.0, channel.response.omega[k] * 0.1);
    const Complex g = (1 - a) * (2.0 * (z - 1.0) + 0.3) / (z * z + b * z + c);
    EXPECT_LE(std::abs(channel.response.values[k] - g), 100 * kExponentialRounding * std::abs(g));
  }
}

TEST(SampledLinearModel, HasEquivalentFrequencyAndDamping) {
  // z = exp(sT) of s = -ζ ω0 ± j ω0 √(1 - ζ²).
  const double period = 0.05, omega = 12, zeta = 0.3;
  const Complex s(-zeta * omega, omega * std::sqrt(1 - zeta * zeta)), z = std::exp(s * period);
  Eigen::MatrixXd A(2, 2);
  A << z.real(), z.imag(), -z.imag(), z.real();
  const std::vector<Pole> poles = find_poles(A, {period});
  EXPECT_NEAR(poles[0].frequency(), omega / (2 * M_PI), kExponentialRounding * omega);
  EXPECT_NEAR(poles[0].damping(), zeta, kExponentialRounding);
  EXPECT_NEAR(poles[0].time_constant(), 1 / (zeta * omega), kExponentialRounding);
  // A motion that ends within a period, and one that neither grows nor decays.
  A << 0, 0, 0, 1;
  const std::vector<Pole> ends = find_poles(A, {period});
  EXPECT_EQ(ends[0].time_constant(), 0);
  EXPECT_EQ(ends[0].damping(), 1);
  EXPECT_EQ(ends[1].growth(), 0);
  EXPECT_TRUE(std::isinf(ends[1].time_constant()));
}

TEST(SampledLinearModel, OfAnAntennaHasThePublishedTransferFunction) {
  // G. F. Franklin, J. D. Powell, M. Workman, Digital Control of Dynamic Systems, 3rd ed.: the
  // antenna 1/(s (10 s + 1)) behind a hold of T = 1 s is 0.0484 (z + 0.9672)/((z - 1)(z - 0.9048)).
  // In closed form the gain is 10 (e^-0.1 - 0.9), the zero -(1 - 1.1 e^-0.1)/(e^-0.1 - 0.9).
  const LinearModel m = linearize_sampled(R"(holon: 1
parameters: {u: 0}
parts:
  hold: {type: TransferFunction, input: u, numerator: [1], denominator: [1], sample: 1 s}
  antenna: {type: TransferFunction, input: hold.output, numerator: [1], denominator: [10, 1, 0]}
)",
                                          {"u"}, {"antenna.output"});
  ASSERT_EQ(m.order(), 2);
  const ZeroPoleGain g = analyse(m).channels.at(0).transfer;
  EXPECT_NEAR(g.gain, 0.0484, 5e-5);  // as printed
  ASSERT_EQ(g.zeros.size(), 1u);
  EXPECT_NEAR(g.zeros[0].real(), -0.9672, 5e-5);
  const double a = std::exp(-0.1);
  EXPECT_NEAR(g.gain, 10 * (a - 0.9), 1e-12);
  EXPECT_NEAR(g.zeros[0].real(), -(1 - 1.1 * a) / (a - 0.9), 1e-9);
  EXPECT_NEAR(g.poles[0].real(), a, 1e-12);
  EXPECT_NEAR(g.poles[1].real(), 1, 1e-12);
}

// Two loops at rates of 3 : 2 about an oscillator.
constexpr const char* kMultirate = R"(holon: 1
parameters: {r: 0}
parts:
  plant: {type: TransferFunction, input: "fast.output + slow.output", numerator: [4], denominator: [1, 0.4, 4]}
  fast: {type: PID, setpoint: r, measurement: plant.output, kp: 0.05, ki: 0.1 1/s, sample: 0.1 s}
  slow: {type: TransferFunction, input: "(r - plant.output)*0.1", numerator: [1], denominator: [0.2, 1], sample: 0.15 s}
)";

TEST(SampledLinearModel, OfSeveralRatesIsThatOfTheirCommonPeriod) {
  // The model is linear: its own run after a step of r is the linear model's, to what the
  // integrator errs at a tolerance of 1e-11 over 20 s.
  constexpr double kRun = 1e-9;
  const LinearModel m = linearize_sampled(kMultirate, {"r"}, {"plant.output", "fast.output"});
  EXPECT_NEAR(m.period, 0.3, 1e-15);
  ASSERT_EQ(m.clocks.size(), 2u);
  const LinearAnalysis analysis = analyse(m);
  std::string text = kMultirate;
  text.replace(text.find("r: 0"), 4, "r: 1");
  const SampledFile loaded = read_sampled(text, {});
  SimulateSettings settings;
  settings.until = 20.1;
  settings.interval = 0.3;
  settings.tolerance = 1e-11;
  settings.engine = EngineChoice::tape;
  const Results run = simulate(loaded.system, settings, {"plant.output", "fast.output"});
  for (const LinearChannel& channel : analysis.channels) {
    const std::vector<double>& values = run.values(1 + static_cast<std::size_t>(channel.output));
    const std::size_t count = std::min(values.size(), channel.step.values.size());
    ASSERT_GE(count, 20u);
    for (std::size_t k = 0; k < count; ++k)
      EXPECT_NEAR(channel.step.values[k], values[k], kRun) << k;
  }
}

TEST(SampledLinearModel, IsExactAboutAPointOfANonlinearPlant) {
  // A plant that is nonlinear, y' = -sin y + u, about 0: as the linear one with a = e^-T.
  const LinearModel m = linearize_sampled(R"(holon: 1
parameters: {r: 0}
parts:
  plant: {type: Equations, states: {y: {initial: 0, der: "(-sin(y) + c.output)/1 [s]"}}}
  c: {type: PID, setpoint: r, measurement: plant.y, kp: 4, sample: 0.2 s}
)",
                                          {"r"}, {"plant.y"});
  ASSERT_EQ(m.order(), 1);
  const double a = std::exp(-0.2);
  EXPECT_NEAR(m.A(0, 0), a - 4 * (1 - a), kExponentialRounding);
  EXPECT_NEAR(m.B(0, 0), 4 * (1 - a), kExponentialRounding);
}

TEST(SampledLinearModel, IsContinuousWhereSamplesAreHeld) {
  const LinearModel m = linearize_sampled(kLoop, {"c.setpoint"}, {"plant.output"}, true);
  EXPECT_EQ(m.period, 0);
  ASSERT_EQ(m.order(), 1);
  EXPECT_NEAR(m.A(0, 0), -2, kExponentialRounding);
}

TEST(SampledLinearModel, LeavesOutClocksThatDoNotMatter) {
  // The noise is sampled at a rate that has no short common period with the loop's.
  const std::string text =
      std::string(kLoop) + R"(  hum: {type: Noise, deviation: 1, sample: 0.0314159265 s}
)";
  EXPECT_EQ(linearize_sampled(text, {"r"}, {"plant.output"}).period, 0.1);
}

TEST(SampledLinearModel, NamesPeriodsWithoutACommonMultiple) {
  std::string text = kMultirate;
  text.replace(text.find("0.15 s"), 6, "0.1500001 s");
  try {
    linearize_sampled(text, {"r"}, {"plant.output"});
    FAIL() << "no error";
  } catch (const ModelError& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("no common multiple"), std::string::npos) << what;
    EXPECT_NE(what.find("slow"), std::string::npos) << what;
  }
}

TEST(SampledLinearModel, OfALoopGainHasTheMarginsOfTheBooks) {
  // L = K/(z - 1) of an integrator behind a hold, K = k T: the phase is -180 deg at Nyquist's
  // frequency, where |L| = K/2; the closed loop z = 1 - K is stable for K < 2.
  for (const double K : {0.5, 1.9, 2.1}) {
    LinearModel loop;
    static_cast<StateSpaceMatrices&>(loop) = {
        Eigen::MatrixXd::Ones(1, 1), Eigen::MatrixXd::Constant(1, 1, K),
        Eigen::MatrixXd::Ones(1, 1), Eigen::MatrixXd::Zero(1, 1), 0.01};
    const LinearAnalysis analysis = analyse(std::move(loop), {std::nullopt, true});
    const Margins& margins = *analysis.channels.at(0).margins;
    ASSERT_FALSE(margins.gain.empty());
    EXPECT_NEAR(margins.gain[0].value, 2 / K, 1e-9);
    EXPECT_EQ(margins.is_closed_loop_stable, K < 2);
    if (K > 2) continue;
    // |e^jw - 1| = 2 sin(w/2) = K; the phase there is -90 deg - w/2.
    const double w = 2 * std::asin(K / 2);
    ASSERT_FALSE(margins.phase.empty());
    EXPECT_NEAR(margins.phase[0].value, M_PI / 2 - w / 2, 1e-9);
    EXPECT_NEAR(margins.phase[0].omega, w / 0.01, 1e-6);
  }
}

}  // namespace
}  // namespace holon
