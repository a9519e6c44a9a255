// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/lagrangian.h"

#include <algorithm>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/constraints/constraint.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
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

/// A cart of 3 kg on a spring, as energies or as a body, with a link on a hinge with limits and dry
/// friction, and a rack on a wheel that names the cart's own coordinate; `moves`: on a base that
/// moves by 0.1 sin(3 t).
Model make_cart(Formulation formulation, bool by_energies, bool moves) {
  Model model;
  model.simulate.formulation = formulation;
  const Expr t = model.time();
  const char* hook = by_energies ? "cart.hook" : "cart";
  const double a = moves ? 0.1 : 0.0;
  if (by_energies) {
    const Expr x = model.output("cart.x"), u = model.time_derivative(x);
    Lagrangian cart;
    cart.coordinates.add("x").initial = 0.2;
    cart.kinetic = 1.5 * square(u + 3.0 * a * cos(3.0 * t));
    cart.potential = 20.0 * x * x;
    cart.frames.add("hook", {.at = {x + a * sin(3.0 * t), 0.0, 0.0}});
    model.add("cart", cart);
  } else {
    model.add<PointMass>("base", {.mass = 1.0});
    model.add<Prismatic>("drive",
                         {.between = {"world", "base"}, .axis = "x", .motion = a * sin(3.0 * t)});
    model.add<PointMass>("cart", {.mass = 3.0});
    Prismatic rail{.between = {"base", "cart"}, .axis = "x", .stiffness = 40.0};
    rail.initial.position = 0.2;
    model.add<Prismatic>("rail", rail);
  }
  model.add<RigidBody>("link", {.mass = 1.0,
                                .inertia = InertiaMatrix{{0.02, 0.1, 0.09}},
                                .center_of_mass = {0.4, 0.0, 0.0}});
  Revolute pin{.between = {hook, "link"}, .axis = "y"};
  pin.initial.angle = 1.0;
  pin.limits = RotationLimits{{{0.2, 1.9}, 0.4}};
  pin.friction = RotationFriction{{.coulomb = 0.1}};
  model.add<Revolute>("pin", pin);
  model.add<RigidBody>("wheel", {.mass = 0.5, .inertia = InertiaMatrix{{0.1, 0.1, 0.1}}});
  model.add<Revolute>("axle", {.between = {"world", "wheel"}, .axis = "y"});
  model.add<Constraint>("rack",
                        {.equations = {model.output(by_energies ? "cart.x" : "rail.position") -
                                       0.3 * model.output("axle.angle")}});
  return model;
}

TEST(Lagrangian, CarriesAHingeWithALimitAndDryFriction) {
  for (const bool moves : {false, true}) {
    const auto run = [&](Formulation formulation, bool by_energies) {
      return test::run(make_system(make_cart(formulation, by_energies, moves)), 2.0,
                       {"pin.angle", "pin.rate", "pin.friction_torque", "pin.stop_torque",
                        "axle.angle", "link.position.x"});
    };
    const Results expected = run(Formulation::augmented, false);
    for (const Formulation formulation :
         {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
      for (const bool by_energies : {false, true}) {
        const Results results = run(formulation, by_energies);
        ASSERT_EQ(results.row_count(), expected.row_count());
        for (const auto& column : expected.columns()) {
          for (std::size_t row = 0; row < results.row_count(); ++row)
            EXPECT_NEAR(test::number_of(results, row, column.name),
                        test::number_of(expected, row, column.name), 100 * kGlobal)
                << name_of(formulation) << ' ' << by_energies << moves << ' ' << column.name << ' '
                << row;
        }
      }
    }
    const std::vector<double>& angle = expected.values("pin.angle");
    EXPECT_GT(*std::max_element(angle.begin(), angle.end()), 1.85);  // it comes to the limit
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
