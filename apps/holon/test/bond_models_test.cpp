// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Typical bond graphs with and without errors, and the messages about them.
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "command_line_fixture.h"
#include "holon/record/csv.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

class BondModels : public CommandLine {
 protected:
  double value_of(const std::string& model, const std::string& output) const {
    const Outcome o = holon("linearize " + model + " --json --output " + output);
    const Json json = Json::parse(o.out, nullptr, false);
    EXPECT_EQ(o.status, 0) << o.err;
    return o.status == 0 ? json["outputs"][0]["value"].get<double>() : NAN;
  }
};

TEST_F(BondModels, PortsThatAnInterfaceShowsMustBeThere) {
  const auto write_axle = [&](const std::string& ports) {
    write("axle.yaml",
          "holon: 1\nparts:\n  g:\n    type: BondGraph\n    domain: rotation\n"
          "    elements: {T: {Se: 1 N m}, J: {I: 1 kg m^2}, shaft: 1}\n"
          "    bonds: [T -> shaft, shaft -> J]\n"
          "  pin: {type: Revolute, between: [world, rod], axis: y}\n"
          "  rod: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}\n"
          "interface: {ports: [" +
              ports + "]}\n");
  };
  write("main.yaml", "holon: 1\nparts:\n  a: {type: ./axle.yaml}\n");
  write_axle("g.shaft, pin.flange");
  EXPECT_EQ(holon("check main.yaml").status, 0) << read("err.txt");
  write_axle("g.shft, pin.flang");
  const Outcome o = holon("check main.yaml");
  EXPECT_EQ(o.status, 1);
  EXPECT_TRUE(
      has(o.err,
          "axle.yaml:9:21: error: parts/a (./axle.yaml): there is no port or element "
          "'g.shft' in this part; did you mean 'g.shaft'?") ||
      has(o.err, "there is no port or element 'g.shft' in this part; did you mean 'g.shaft'?"))
      << o.err;
  EXPECT_TRUE(has(o.err, "'pin.flang' in this part; did you mean 'pin.flange'?")) << o.err;
}

TEST_F(BondModels, RepeatedGraphsAreBondedByTheirIndex) {
  // Three masses on a row of springs, the last one to the wall:
  // ω = 2 sin((2 j - 1) π/14) √(k/m), the zeros of the chain's characteristic polynomial.
  write("chain.yaml", R"(holon: 1
parts:
  cell:
    type: BondGraph
    repeat: 3
    domain: translation
    elements: {v: 1, m: {I: 1 kg}, x: 0, k: {C: {stiffness: 100 N/m}}}
    bonds: [v -> m, v -> x, x -> k, "x -> cell[i+1].v"]
    override: {2: {bonds: [v -> m, v -> x, x -> k]}}
)");
  const Outcome o = holon("linearize chain.yaml --json");
  ASSERT_EQ(o.status, 0) << o.err;
  const Json poles = Json::parse(o.out)["poles"];
  ASSERT_EQ(poles.size(), 6u);
  constexpr double kPi = std::numbers::pi;
  for (int j = 1; j <= 3; ++j) {
    const double expected = 20 * std::sin((2 * j - 1) * kPi / 14) / (2 * kPi);
    // Eigenvalues of a matrix of size 100: some thousand rounding errors.
    EXPECT_NEAR(poles[static_cast<std::size_t>(2 * j - 2)]["frequency"].get<double>(), expected,
                1e-11);
  }
  // Without the override the last one leads nowhere.
  std::string text = read("chain.yaml");
  text.erase(text.find("    override"));
  write("broken.yaml", text);
  const Outcome broken = holon("check broken.yaml");
  EXPECT_EQ(broken.status, 1);
  EXPECT_TRUE(has(broken.err, "'cell[3].v'")) << broken.err;
}

TEST_F(BondModels, AGuessChoosesTheRootOfALaw) {
  // f³ - f = 0 has the roots -1, 0 and 1.
  for (const auto& [guess, root] : {std::pair{"1.5", 1.0}, std::pair{"-2", -1.0}}) {
    write("law.yaml", std::string("holon: 1\nparts:\n  g:\n    type: BondGraph\n    elements: {E: "
                                  "{Se: 0}, Q: {R: {effort: \"f^3 - f\"}, guess: {flow: ") +
                          guess + "}}}\n    bonds: [E -> Q]\n");
    EXPECT_NEAR(value_of("law.yaml", "g.Q.flow"), root, 1e-9) << guess;
  }
  const auto refused = [&](const std::string& element) {
    write("no.yaml",
          "holon: 1\nparts:\n  g:\n    type: BondGraph\n    elements: {E: {Se: 0}, I: {I: "
          "1}, a: 1, Q: " +
              element + "}\n    bonds: [E -> a, a -> Q, a -> I]\n");
    const Outcome o = holon("check no.yaml");
    EXPECT_EQ(o.status, 1);
    return o.err;
  };
  EXPECT_TRUE(has(refused("{R: {effort: \"f^3\"}, guess: {flow: 1}}"), "as it is written"))
      << read("err.txt");
  EXPECT_TRUE(has(refused("{R: {effort: \"f^3\"}, guess: {effort: 1}}"), "guess: {flow: …}"))
      << read("err.txt");
  EXPECT_TRUE(has(refused("{R: 3, guess: {effort: 1}}"), "has no law to solve")) << read("err.txt");
}

TEST_F(BondModels, AFlowThatJumpsOnAnInertiaIsWarnedOf) {
  const auto check = [&](const std::string& flow) {
    write("jump.yaml",
          "holon: 1\nparts:\n  g:\n    type: BondGraph\n    domain: rotation\n"
          "    elements: {drive: {Sf: \"" +
              flow +
              "\"}, J: {I: 2 kg m^2}, w: 1, gear: {TF: 3}, K: {I: 1 kg m^2}}\n"
              "    bonds: [drive -> w, w -> J, w -> gear -> K]\n"
              "simulate: {until: 2 s}\n");
    const Outcome o = holon("check jump.yaml");
    EXPECT_EQ(o.status, 0) << o.err;
    return o.err;
  };
  const std::string warned = check("if(time > 1 [s], 5 [rad/s], 0)");
  EXPECT_TRUE(has(warned, "jump.yaml:6:")) << warned;
  EXPECT_TRUE(
      has(warned, "'g.drive' holds a comparison, and the state of 'g.J' and 'g.K' follows it"))
      << warned;
  EXPECT_TRUE(has(warned, "put a compliance between them")) << warned;
  EXPECT_TRUE(has(holon("run jump.yaml -o a.csv").err, "holds a comparison")) << read("err.txt");
  EXPECT_TRUE(has(check("sign(time - 1 [s]) * 2 [rad/s]"), "is not part of any output"))
      << read("err.txt");
  // Ramps, and what the user vouches for.
  for (const char* smooth : {"min(time, 1 [s]) * 3 [rad/s^2]", "2 [rad/s] * sin(3 [rad/s] * time)",
                             "smooth(if(time > 1 [s], 5 [rad/s^2] * (time - 1 [s]), 0 [rad/s]))"})
    EXPECT_FALSE(has(check(smooth), "is not part of any output")) << smooth << read("err.txt");
}

TEST_F(BondModels, FramesThatFormulasPlaceHavePorts) {
  // A shaken base, 0.1 m sin(3/s t), moves a mass through a damper: v' = (c/m)(0.3 cos(3 t) - v),
  // and at rest v -> the particular solution after five time constants of 0.05 s.
  write("base.yaml", R"yaml(holon: 1
parts:
  base: {type: Frame, position: ["0.1 [m]*sin(3 [rad/s]*time)", 0, 0]}
  g:
    type: BondGraph
    domain: translation
    elements: {m: {I: 1 kg}, v: 1, x: 0, d: {R: 20 N s/m}, s: 1}
    bonds: [v -> m, v -> x, x -> s, s -> d, x -> base.translation.x]
  rail: {type: Prismatic, between: [world, cart], axis: x}
  cart: {type: PointMass, mass: 1 kg}
  hand: {type: Frame, in: cart, position: [0, 0.1, 0]}
  pull: {type: BondGraph, domain: translation, elements: {F: {Se: 3 N}}, bonds: [F -> hand.translation.x]}
outputs: [g.m.flow, rail.acceleration]
simulate: {until: 2 s, tolerance: 1e-9, interval: 0.1 s}
)yaml");
  const Outcome o = holon("run base.yaml -o a.csv");
  ASSERT_EQ(o.status, 0) << o.err;
  const Results table = read_csv(at("a.csv"));
  // The damper takes the difference of the flows.
  const double t = 2, c = 20, w = 3, a = 0.3;
  const double steady = a * c * (c * std::cos(w * t) + w * std::sin(w * t)) / (c * c + w * w);
  const double start = -a * c * c / (c * c + w * w);
  EXPECT_NEAR(table.values("g.m.flow").back(), steady + start * std::exp(-c * t), 1e-7);
  EXPECT_NEAR(table.values("rail.acceleration").back(), 3, 1e-12);
}

TEST_F(BondModels, ElementsAreRenamedWithAllThatNamesThem) {
  write("motor.yaml", R"(holon: 1
parts:
  drive:
    type: BondGraph
    domain: electrical
    elements:
      supply: {Se: 24 V}
      Ra: {R: {effort: "0.5*f + 0.01*Ra.flow*coil.flow"}}  # warm
      coil: {I: 1 mH}
      a: 1
    bonds: [supply -> a, a -> Ra, a -> coil]   # around
  watch: {type: Equations, states: {heat: {der: "drive.Ra.power"}}, outputs: {twice: "2*heat"}}
outputs: [drive.Ra.power, drive.coil.flow, watch.twice]
simulate: {until: 1 s}
)");
  const Outcome o = holon("set motor.yaml --rename drive.Ra=armature --rename drive.a=loop");
  ASSERT_EQ(o.status, 0) << o.err;
  const std::string text = read("motor.yaml");
  for (const char* piece :
       {"armature: {R: {effort: \"0.5*f + 0.01*armature.flow*coil.flow\"}}  # warm",
        "bonds: [supply -> loop, loop -> armature, loop -> coil]   # around",
        "{der: \"drive.armature.power\"}", "outputs: [drive.armature.power, drive.coil.flow,"})
    EXPECT_TRUE(has(text, piece)) << piece << "\n" << text;
  EXPECT_EQ(holon("set motor.yaml --rename watch.heat=energy").status, 0) << read("err.txt");
  EXPECT_TRUE(
      has(read("motor.yaml"),
          "states: {energy: {der: \"drive.armature.power\"}}, outputs: {twice: \"2*energy\"}"))
      << read("motor.yaml");
}

}  // namespace
}  // namespace holon::test
