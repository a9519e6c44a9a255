// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/equations.h"

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Equations, FollowTheirDerivatives) {
  Model model;
  Equations e;
  e.states.add("x", {.initial = 1.0, .der = model.output("plant.y")});
  e.states.add("y", {.initial = 0.0, .der = -4.0 * model.output("plant.x")});
  e.outputs.add("energy", {4.0 * model.output("plant.x") * model.output("plant.x") +
                           model.output("plant.y") * model.output("plant.y")});
  model.add<Equations>("plant", e);
  const Results r = run(model, 3, {"plant.x", "plant.energy"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("plant.x")[k], std::cos(2 * r.values("time")[k]), kGlobal);
    EXPECT_NEAR(r.values("plant.energy")[k], 4, 16 * kGlobal);
  }
}

TEST(Equations, SolveForTheirUnknowns) {
  // w³ + w = t; a + b = t, a - b = 1 as linear equations.
  Model model;
  Equations e;
  const Expr w = model.output("p.w"), a = model.output("p.a"), b = model.output("p.b");
  e.unknowns.add("w", {.equation = w * w * w + w - model.time()});
  e.unknowns.add("a", {.equation = a + b - model.time()});
  e.unknowns.add("b", {.equation = a - b - 1.0});
  e.states.add("x", {.initial = 0.0, .der = w});
  e.outputs.add("rate", {model.time_derivative(w)});
  model.add<Equations>("p", e);
  const Results r = run(model, 3, {"p.w", "p.a", "p.b", "p.x", "p.rate"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], z = r.values("p.w")[k];
    EXPECT_NEAR(z * z * z + z, t, kRounding);
    EXPECT_NEAR(r.values("p.a")[k], (t + 1) / 2, kRounding);
    EXPECT_NEAR(r.values("p.b")[k], (t - 1) / 2, kRounding);
    // ∫ w dt = ∫ w (3 w² + 1) dw
    EXPECT_NEAR(r.values("p.x")[k], 0.75 * std::pow(z, 4) + z * z / 2, kGlobal);
    EXPECT_NEAR(r.values("p.rate")[k], 1 / (3 * z * z + 1), kRounding);
  }
}

TEST(Equations, AGuessChoosesTheBranch) {
  for (const double guess : {-1.0, 1.0}) {
    Model model;
    Equations e;
    const Expr w = model.output("p.w");
    e.unknowns.add("w", {.equation = w * w - 2.0 - model.time(), .guess = guess});
    model.add<Equations>("p", e);
    EXPECT_NEAR(run(model, 1, {"p.w"}, 1).values("p.w").back(), guess * std::sqrt(3), kRounding);
  }
}

TEST(Equations, SetDiscreteStatesAtTicks) {
  // The logistic map.
  Model model;
  Equations e;
  const Expr n = model.output("p.n");
  e.discrete.add("n", {.initial = 0.2, .next = 3.9 * n * (1.0 - n)});
  e.sample = 0.5;
  model.add<Equations>("p", e);
  const Results r = run(model, 5, {"p.n"}, 0.5);
  double x = 0.2;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    x = 3.9 * x * (1 - x);  // the first tick is at the start
    EXPECT_NEAR(r.values("p.n")[k], x, 1e-9);
  }
}

TEST(Equations, NameAnEquationThatDoesNotSayWhatItsUnknownIs) {
  Model model;
  Equations e;
  const Expr a = model.output("p.a"), b = model.output("p.b");
  e.unknowns.add("a", {.equation = a + b - 1.0});
  e.unknowns.add("b", {.equation = 2.0 * a + 2.0 * b - 2.0});
  e.states.add("x", {.initial = 0.0, .der = a});
  model.add<Equations>("p", e);
  const std::string errors = errors_of(model);
  EXPECT_NE(errors.find("p.a, p.b"), std::string::npos) << errors;
}

}  // namespace
}  // namespace holon
