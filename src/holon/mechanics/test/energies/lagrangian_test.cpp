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

}  // namespace
}  // namespace holon
