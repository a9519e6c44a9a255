// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Errors and warnings of systems described by their energies.
#include "lagrange_runs.h"

namespace holon {
namespace {

using test::carts;
using test::errors_in;
using test::with_potential;

TEST(LagrangianErrors, WarnOfEnergiesThatMayJump) {
  EXPECT_MESSAGE(errors_in(with_potential("if(time > 3 [s], 2 [N/m], 1 [N/m])*x^2/2")),
                 "this energy holds a comparison: where its value jumps, so does the total energy");
  EXPECT_MESSAGE(errors_in(with_potential("1 [J]*floor(x/1 [m])")), "this energy holds floor");
  EXPECT_EQ(errors_in(with_potential("smooth(if(x > 2 [m], 1 [N/m]*(x - 2 [m])^2, 0 [J]))")), "");
  EXPECT_EQ(errors_in(with_potential("50 [N/m]*max(0 [m], x - 2 [m])^2")), "");
}

std::string one_part(const std::string& rest) {
  return "parts:\n  p:\n    type: Lagrangian\n    coordinates: {x: {initial: 1 m}, y: {initial: 0 "
         "m}}\n" +
         rest;
}

TEST(LagrangianErrors, NameWhatIsWrong) {
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*der(x)^2\n")),
                 "the coordinate 'y' has no inertia");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 0 [kg]*der(x)^2 + 0 [kg]*der(y)^2\n")),
                 "the coordinate 'x' has no inertia");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x) + der(y))^2\n")),
                 "the coordinates 'x' and 'y' can change together without kinetic energy");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg s/m]*der(x)^3 + 1 [kg]*der(y)^2\n")),
                 "the kinetic energy is not quadratic in 'der(x)'");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 - der(y)^2)\n")),
                 "not positive definite");
  EXPECT_MESSAGE(
      errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n    potential: 3 [kg]*x\n")),
      "J");
  EXPECT_MESSAGE(
      errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n    potential: 3 [N]*xx\n")),
      "'xx'");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n"
                                    "    potential: 3 [N s]*der(x)\n")),
                 "the potential energy depends on 'der(x)'");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n"
                                    "    constraints: [der(x)]\n")),
                 "conditions on rates belong in 'velocity_constraints'");
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n"
                                    "    velocity_constraints: [der(x)*der(y)]\n")),
                 "a velocity constraint is not linear in");
  EXPECT_MESSAGE(errors_in(one_part("    mass_matrix: [[1 kg]]\n")),
                 "the mass matrix of 2 coordinates has 2 rows of 2 entries");
  EXPECT_MESSAGE(errors_in(one_part("    potential: 3 [N]*x\n")), "'kinetic' is missing");
}

TEST(LagrangianErrors, ConditionsWithoutEffect) {
  EXPECT_MESSAGE(errors_in(one_part("    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)\n"
                                    "    constraints: [time]\n")),
                 "a constraint depends on none of the coordinates");
  const auto ring = [](const std::string& of_x) {
    return "parts:\n  p:\n    type: Lagrangian\n    coordinates: {x: " + of_x +
           R"yaml(, y: {unit: m}}
    kinetic: 1 [kg]*(der(x)^2 + der(y)^2)
    constraints: ["x^2 + y^2 - 1 [m^2]"]
  c: {type: Constrained, of: [p], coordinates: {a: {initial: 0 rad}}, where: {p.x: "1 [m]*cos(a)", p.y: "1 [m]*sin(a)"}}
)yaml";
  };
  EXPECT_MESSAGE(errors_in(ring("{unit: m}")),
                 "constraint 1 of 'p' does not restrict the coordinates of the composition");
  EXPECT_MESSAGE(errors_in(ring("{initial: 1 m}")), "a value at the start has no effect");
}

constexpr const char* kFree = R"yaml(parts:
  p: {type: Lagrangian, coordinates: {x: {unit: m}, y: {unit: m}}, kinetic: "1 [kg]*(der(x)^2 + der(y)^2)"}
)yaml";

TEST(LagrangianErrors, OfCompositions) {
  const auto composed = [](const std::string& rest) { return std::string(kFree) + rest; };
  EXPECT_MESSAGE(
      errors_in(composed("  c: {type: Constrained, of: [p], coordinates: {a: {initial: 0 "
                         "m}}, where: {p.x: a}}\n")),
      "the coordinate 'p.y' is missing");
  EXPECT_MESSAGE(
      errors_in(composed("  c: {type: Constrained, of: [q], coordinates: {a: {initial: 0 "
                         "m}}, where: {p.x: a, p.y: a}}\n")),
      "there is no part 'q'");
  EXPECT_MESSAGE(
      errors_in(composed("  c: {type: Constrained, of: [p], coordinates: {a: {initial: 0 "
                         "m}}, where: {p.x: a, p.z: a}}\n")),
      "'z'");
  EXPECT_MESSAGE(
      errors_in(composed("  c: {type: Constrained, of: [p], coordinates: {a: {initial: 0 "
                         "rad}}, where: {p.x: a, p.y: 0}}\n")),
      "a length (m)");
  EXPECT_MESSAGE(
      errors_in(composed("  c: {type: Constrained, of: [p, p], coordinates: {a: {initial: "
                         "0 m}}, where: {p.x: a, p.y: 0}}\n")),
      "'p' is named twice");
  EXPECT_MESSAGE(errors_in(composed("  sum: {type: Integrator, input: 1}\n  c: {type: Constrained, "
                                    "of: [p], coordinates: {a: {initial: 0 m}}, where: {p.x: "
                                    "a*sum.output, p.y: 0}}\n")),
                 "it depends on 'sum.output'");
}

TEST(LagrangianErrors, OfRowsOverFrames) {
  std::string text = carts("recursive");
  text.replace(text.find("kinetic: 1.5"), 7, "velocity_constraints: [der(s)]\n    kinetic");
  // Constraints of the system are rows of the mechanism.
  EXPECT_EQ(
      errors_in(text + "  rod: {type: Distance, between: [world, link.com], length: 0.6 m}\n"), "");
  // A row that names the system's own states is taken.
  EXPECT_EQ(errors_in(carts("recursive") +
                      "  hold: {type: Constraint, equations: [\"hinge.angle - 50 [deg]\"]}\n"),
            "");
}

}  // namespace
}  // namespace holon
