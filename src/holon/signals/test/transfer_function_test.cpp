// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/transfer_function.h"

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
