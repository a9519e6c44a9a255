// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/lagrangian.h"

#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGlobal;
using test::kRoundGravity;

constexpr double kBob = 2.0;     // [kg]
constexpr double kString = 1.0;  // [m]

/// A point on a circle, by a constraint.
Model make_point_on_circle() {
  Model model;
  const Expr x = model.output("p.x"), y = model.output("p.y");
  const Expr u = model.time_derivative(x), v = model.time_derivative(y);
  Lagrangian p;
  p.coordinates.add("x").initial = 0.6;
  p.coordinates.add("y").guess = -0.7;
  p.kinetic = 0.5 * kBob * (u * u + v * v);
  p.potential = kBob * kRoundGravity * y;
  p.constraints = {0.5 * (x * x + y * y - kString * kString)};
  model.add("p", p);
  return model;
}

TEST(Lagrangian, MultiplierIsTheForceInTheString) {
  const Results r = test::run(make_system(make_point_on_circle()), 2.0,
                              {"p.x", "p.y", "p.rate.x", "p.rate.y", "p.lambda[0]"});
  EXPECT_NEAR(r.values("p.y")[0], -0.8, 1e-12);  // projected from the guess to rounding
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double y = r.values("p.y")[k];
    const double u = r.values("p.rate.x")[k], v = r.values("p.rate.y")[k];
    EXPECT_NEAR(r.values("p.lambda[0]")[k], -kBob * (u * u + v * v) + kBob * kRoundGravity * y,
                kGlobal);
  }
}

TEST(Lagrangian, KeepsItsEnergy) {
  const Results r = test::run(make_system(make_point_on_circle()), 2.0,
                              {"system.energy.kinetic", "system.energy.potential"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    EXPECT_NEAR(r.values("system.energy.kinetic")[k] + r.values("system.energy.potential")[k],
                -0.8 * kBob * kRoundGravity, kGlobal * kBob * kRoundGravity);
  }
}

TEST(Lagrangian, EnergyThatIsNotQuadraticIsAnError) {
  Model model;
  const Expr u = model.time_derivative(model.output("p.x"));
  Lagrangian p;
  p.coordinates.add("x");
  p.kinetic = u * u * u;
  model.add("p", p);
  EXPECT_NE(test::errors_of(model).find("is not quadratic in 'der(x)'"), std::string::npos);
}

TEST(Lagrangian, MassMatrixThatIsNotSymmetricIsAnError) {
  const auto errors = [](bool is_symmetric) {
    Model model;
    const Expr x = model.output("p.x"), y = model.output("p.y");
    Lagrangian p;
    p.coordinates.add("x");
    p.coordinates.add("y");
    // cos(x − y) and cos(y − x) are the same; sin(x − y) and sin(y − x) are not.
    p.mass_matrix = {{.numbers = {2.0, is_symmetric ? cos(x - y) : sin(x - y)}},
                     {.numbers = {is_symmetric ? cos(y - x) : sin(y - x), 3.0}}};
    model.add("p", p);
    return test::errors_of(model);
  };
  EXPECT_EQ(errors(true), "");
  const std::string text = errors(false);
  EXPECT_NE(text.find("mass_matrix"), std::string::npos) << text;
  EXPECT_NE(text.find("entries for 'x' and 'y' differ"), std::string::npos) << text;
}

TEST(Lagrangian, WarnsOfADissipationThatBringsEnergyIn) {
  const auto warnings = [](double damping) {
    Model model;
    const Expr u = model.time_derivative(model.output("p.x"));
    Lagrangian p;
    p.coordinates.add("x");
    p.kinetic = u * u;
    p.dissipation = damping * u * u;
    model.add("p", p);
    Diagnostics diagnostics;
    return test::placed_errors_of(model, diagnostics);
  };
  EXPECT_EQ(warnings(0.5), "");
  const std::string text = warnings(-0.5);
  EXPECT_NE(text.find("bring energy in"), std::string::npos) << text;
  EXPECT_NE(text.find("der(x) = "), std::string::npos) << text;
}

}  // namespace
}  // namespace holon
