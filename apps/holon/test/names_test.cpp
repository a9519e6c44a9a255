// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What names mean: inner ones first, as docs/composite_parts.md has it.
#include <cmath>

#include "command_line_fixture.h"
#include "holon/record/open_results.h"

namespace holon::test {
namespace {

class InnerNames : public CommandLine {
 protected:
  /// The last value of a column after a run of one second.
  double last(const std::string& column) {
    if (results_.columns().empty()) {
      write("m.yaml", kModel);
      const Outcome run = holon("run m.yaml -q -o m.csv");
      EXPECT_EQ(run.status, 0) << run.err;
      results_ = read_results(at("m.csv"));
    }
    return results_.values(column).back();
  }

  static constexpr const char* kModel = R"(holon: 1
parameters: {k: 2, x: 5}
parts:
  arm: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}
  e:
    type: Equations
    parameters: {k: 3}
    states: {x: {initial: 1, der: "-k*x"}}
  f: {type: Equations, states: {v: {initial: 0, der: x + e.x}}}
  g: {type: Equations, states: {v: {initial: 0, der: k}}}
  c:
    repeat: 2
    parameters: {k: i + 10}
    parts:
      e: {type: Equations, states: {z: {initial: 0, der: k + e.z}}}
      h: {type: Equations, parameters: {e: 4}, states: {z: {initial: 0, der: e + x}}}
  joint: {type: Revolute, between: [world, arm], axis: y}
simulate: {until: 1 s, tolerance: 1e-10}
outputs: [e.x, f.v, g.v, "c[1].e.z", "c[1].h.z"]
)";
  static constexpr double kTolerance = 1e-8;  // a hundred times that of the run
  Results results_;
};

TEST_F(InnerNames, APartsOwnParametersAndStatesGoBeforeThoseAroundIt) {
  EXPECT_NEAR(last("e.x"), std::exp(-3.0), kTolerance);  // k = 3 of the part, its own x
  EXPECT_NEAR(last("f.v"), 5 + (1 - std::exp(-3.0)) / 3, kTolerance);  // x = 5 of the file
  EXPECT_NEAR(last("g.v"), 2, kTolerance);                             // k = 2 of the file
}

TEST_F(InnerNames, PartsOfACompositeGoBeforeThoseOfTheFile) {
  // z' = 11 + z with c[1].e.z, not e.x of the file: z = 11 (e^t - 1).
  EXPECT_NEAR(last("c[1].e.z"), 11 * (std::exp(1.0) - 1), 10 * kTolerance);
  EXPECT_NEAR(last("c[1].h.z"), 4 + 5, kTolerance);  // e is h's parameter, x the file's
}

TEST_F(InnerNames, AnElementHidesAPartOfItsNameWithAllThatIsBelow) {
  const std::string graph =
      "holon: 1\nparts:\n"
      "  R1: {type: RigidBody, mass: 1 kg, inertia: [1, 1, 1]}\n"
      "  pin: {type: Revolute, between: [world, R1], axis: y}\n"
      "  g:\n    type: BondGraph\n    domain: rotation\n"
      "    elements: {s: {Se: \"FORMULA\"}, R1: {R: 2 N m s/rad}, J: {I: 1 kg m^2}, a: 1}\n"
      "    bonds: [s -> a, a -> R1, a -> J]\n"
      "simulate: {until: 1 s}\n";
  const auto check = [&](const std::string& formula) {
    std::string text = graph;
    text.replace(text.find("FORMULA"), 7, formula);
    write("g.yaml", text);
    return holon("check g.yaml");
  };
  EXPECT_EQ(check("1 [N m] - 0.1 [N m s/rad]*R1.flow").status, 0);
  const Outcome hidden = check("1 [N m] + 1 [N]*R1.position.x");
  EXPECT_EQ(hidden.status, 1);
  EXPECT_TRUE(has(hidden.err, "'R1' is a name in this part itself and has no 'position.x'"))
      << hidden.err;
  EXPECT_TRUE(has(hidden.err, "it hides the part 'R1'")) << hidden.err;
}

}  // namespace
}  // namespace holon::test
