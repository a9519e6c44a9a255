// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/transfer_function.h"

#include <complex>
#include <numbers>

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

// (3 s + 2)/(s² + 3 s + 2) = 4/(s + 2) - 1/(s + 1): to a step 2 (1 - exp(-2t)) - (1 - exp(-t)).
double step_response(double t) { return 2 * (1 - std::exp(-2 * t)) - (1 - std::exp(-t)); }

TransferFunction plant(Expr input) {
  return {.input = input, .numerator = {3.0, 2.0}, .denominator = {1.0, 3.0, 2.0}};
}

TEST(TransferFunction, AnswersAStepAsOnPaper) {
  Model model;
  model.add<TransferFunction>("g", plant(1.0));
  const Results r = run(model, 5, {"g.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("g.output")[k], step_response(r.values("time")[k]), kGlobal);
  }
}

/// Butterworth's low pass of order 4 with a cut-off frequency [rad/s].
TransferFunction low_pass(double w) {
  const double a = 2.6131259297527530, b = 3.4142135623730951;  // 1/sin(π/8), 2 + √2
  return {.input = 1.0,
          .numerator = {std::pow(w, 4)},
          .denominator = {1.0, a * w, b * w * w, a * std::pow(w, 3), std::pow(w, 4)}};
}

// Σ r_k/p_k (exp(p_k t) - 1) with the poles p_k = w exp(j π (2 k + 5)/8), k = 0 … 3.
double step_response_of_low_pass(double w, double t) {
  std::complex<double> sum = 0;
  const auto pole = [&](int k) { return w * std::polar(1.0, std::numbers::pi * (2 * k + 5) / 8); };
  for (int k = 0; k < 4; ++k) {
    std::complex<double> residue = std::pow(w, 4);
    for (int j = 0; j < 4; ++j)
      if (j != k) residue /= pole(k) - pole(j);
    sum += residue / pole(k) * (std::exp(pole(k) * t) - 1.0);
  }
  return sum.real();
}

// Its states are u/w, u/w², …: 4e-13 of the output, and yet they count.
TEST(TransferFunction, OfAHighFrequencyIsAsAccurateAsTheTolerance) {
  const double w = 2 * std::numbers::pi * 200;
  Model model;
  model.add<TransferFunction>("g", low_pass(w));
  const Results r = run(model, 0.02, {"g.output"}, 1e-4);
  for (std::size_t k = 0; k < r.row_count(); ++k)
    EXPECT_NEAR(r.values("g.output")[k], step_response_of_low_pass(w, r.values("time")[k]),
                kGlobal);
}

TEST(TransferFunction, SampledByAHoldIsExactWhateverItsFrequency) {
  for (const double hertz : {20.0, 200.0, 2000.0, 2e5}) {
    const double w = 2 * std::numbers::pi * hertz;
    Model model;
    TransferFunction g = low_pass(w);
    g.sample = 0.01;
    model.add<TransferFunction>("g", g);
    const Results r = run(model, 0.2, {"g.output"}, 0.01);
    for (std::size_t k = 0; k < r.row_count(); ++k)
      EXPECT_NEAR(r.values("g.output")[k], step_response_of_low_pass(w, r.values("time")[k]), 1e-11)
          << hertz;
  }
}

TEST(TransferFunction, SampledByAHoldIsExactForAStep) {
  Model model;
  TransferFunction g = plant(1.0);
  g.sample = 0.25;
  model.add<TransferFunction>("g", g);
  const Results r = run(model, 5, {"g.output"}, 0.25);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("g.output")[k], step_response(r.values("time")[k]), kRounding);
  }
}

TEST(TransferFunction, BilinearIsTheTrapezoidalRule) {
  // 1/(s + 1) to u[k] = 1: y[k] = (y[k-1] (1 - T/2) + T/2 (u[k] + u[k-1]))/(1 + T/2), y[-1] = 0.
  constexpr double period = 0.5;
  Model model;
  model.add<TransferFunction>("g", {.input = 1.0,
                                    .numerator = {1.0},
                                    .denominator = {1.0, 1.0},
                                    .method = Discretisation::bilinear,
                                    .sample = period});
  const Results r = run(model, 5, {"g.output"}, period);
  double y = 0, before = 0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    y = (y * (1 - period / 2) + period / 2 * (1 + before)) / (1 + period / 2);
    before = 1;
    EXPECT_NEAR(r.values("g.output")[k], y, kRounding);
  }
}

TEST(TransferFunction, RefusesWhatIsNotProper) {
  Model model;
  model.add<TransferFunction>("g", {.input = 1.0, .numerator = {1.0, 0.0}, .denominator = {1.0}});
  EXPECT_NE(errors_of(model).find("would differentiate its input"), std::string::npos);
}

}  // namespace
}  // namespace holon
