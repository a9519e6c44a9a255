// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command_line_fixture.h"
#include "json_schema.h"

namespace holon::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kMass = R"(holon: 1
title: Mass on a spring
parameters: {m: 2 kg, k: 200 N/m, c: 4 N s/m}
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: k, damping: c}
  mass: {type: PointMass, mass: m}
outputs: [slide.position]
simulate: {until: 2 s}
)";
constexpr const char* kControlLoop = R"(holon: 1
title: Loop
parts:
  plant: {type: TransferFunction, input: c.output, numerator: [1], denominator: [1, 3, 3, 1]}
  c: {type: PID, input: 1 - plant.output, kp: 2, ki: 0.5}
outputs: [plant.output]
)";

class LinearizeCommand : public CommandLine {
 protected:
  Json check(const std::string& text) const {
    std::ifstream file(fs::path(HOLON_SOURCE_DIR) / "docs/schema/linearize.json");
    const Json value = Json::parse(text, nullptr, false);
    EXPECT_EQ(JsonSchema(Json::parse(file)).check(value), "") << text.substr(0, 2000);
    return value;
  }
};

TEST_F(LinearizeCommand, DependentStorageIsReportedBeforeAndAfterItsReduction) {
  // p' = -b p/J - n e, e = d/dt (n K p/J): J + n^2 K takes the place of J.
  write("gear.yaml", R"(holon: 1
parameters: {n: 3}
parts:
  g:
    type: BondGraph
    domain: rotation
    elements: {T: {Se: 0}, J: {I: 2 kg m^2}, K: {I: 1 kg m^2}, b: {R: 5 N m s/rad}, w: 1, gear: {TF: n}}
    bonds: [T -> w, w -> J, w -> b, w -> gear -> K]
outputs: [g.J.flow]
)");
  const Outcome o = holon("linearize gear.yaml --input g.T --format text");
  EXPECT_EQ(o.status, 0) << o.err;
  for (const char* text :
       {"-g.b/(g.J + g.K*n^2)", "g.J/(g.J + g.K*n^2)", "x' = A x + B u + E xd'", "-g.b/g.J",
        "g.K.momentum'", "g.K*n/g.J", "with g.J = 2, g.K = 1, g.b = 5, n = 3"}) {
    EXPECT_TRUE(has(o.out, text)) << text << "\n" << o.out;
  }
  const std::string latex = holon("linearize gear.yaml --input g.T --format latex").out;
  EXPECT_TRUE(has(latex,
                  "\\begin{bmatrix} -n \\end{bmatrix}\\begin{bmatrix} "
                  "\\dot{\\mathrm{g.K.momentum}} \\end{bmatrix}"))
      << latex;
  const std::string script = holon("linearize gear.yaml --input g.T --format matlab").out;
  EXPECT_TRUE(has(script, "E = [-n];\nF = [g_K*n/g_J];\nG = [0];\n")) << script;

  const Json json = check(holon("linearize gear.yaml --input g.T --format text --json").out);
  const Json& unreduced = json["unreduced"];
  EXPECT_EQ(unreduced["stored"][0]["name"], "g.K.momentum");
  EXPECT_EQ(unreduced["A"], Json::parse("[[-2.5]]"));
  EXPECT_EQ(unreduced["E"], Json::parse("[[-3.0]]"));
  EXPECT_EQ(unreduced["F"], Json::parse("[[1.5]]"));
  EXPECT_TRUE(unreduced["gives_A"].get<bool>());
  EXPECT_TRUE(unreduced["gives_B"].get<bool>());
  EXPECT_EQ(json["formulas"]["unreduced"]["F"], Json::parse(R"([["g.K*n/g.J"]])"));
  // In numbers, too: (1 + 3 · 1.5) · -5/11 = -2.5.
  EXPECT_EQ(holon("linearize gear.yaml --input g.T -o gear.m").status, 0);
  for (const char* text :
       {"A0 = [-2.5];", "E = [-3];", "F = [1.5];", "xd_names = {'g.K.momentum'}"})
    EXPECT_TRUE(has(read("gear.m"), text)) << text << "\n" << read("gear.m");
}

TEST_F(LinearizeCommand, StorageAtASourceOfFlowFollowsTheInput) {
  // The inertia turns at the source's rate: p = J u, and the torque of the source is J u'.
  write("driven.yaml", R"(holon: 1
parts:
  g:
    type: BondGraph
    domain: rotation
    elements: {w0: {Sf: 2 rad/s}, J: {I: 3 kg m^2}, gear: {GY: 0.5}, L: {I: 0.1 H, domain: electrical}, R: {R: 1 ohm, domain: electrical}, w: 1, wire: {1: {}, domain: electrical}}
    bonds: [w0 -> w, w -> J, w -> gear -> wire, wire -> L, wire -> R]
)");
  const Json json = check(holon("linearize driven.yaml --input g.w0 --output g.L.flow --json").out);
  ASSERT_TRUE(json.contains("unreduced")) << json.dump(1).substr(0, 2000);
  EXPECT_EQ(json["unreduced"]["G"], Json::parse("[[3.0]]"));
  EXPECT_EQ(json["unreduced"]["B"], Json::parse("[[0.5]]"));
  EXPECT_EQ(json["unreduced"]["F"], Json::parse("[[0.0]]"));
  EXPECT_EQ(json["unreduced"]["E"], Json::parse("[[0.0]]"));
}

TEST_F(LinearizeCommand, PrintsMatricesPolesAndResponses) {
  write("mass.yaml", kMass);
  const Outcome o = holon("linearize mass.yaml --input slide.force");
  EXPECT_EQ(o.status, 0) << o.err;
  for (const char* text :
       {"about the start", "slide.speed'               -100           -2",
        "-1 ± 9.94987i  1.59155 Hz  0.1      1 s            slide.position 50 %, slide.speed 50 %",
        "slide.force -> slide.position [m/N]\n    0.5 / (s² + 2 s + 100)\n",
        "steady-state gain 0.005 m/N", "overshoots by 72.92"})
    EXPECT_TRUE(has(o.out, text)) << text << "\n" << o.out;
}

TEST_F(LinearizeCommand, FormulasHaveTheNamesOfParameters) {
  write("mass.yaml", kMass);
  const Outcome text = holon("linearize mass.yaml --input slide.force --format text");
  EXPECT_TRUE(has(text.out, "-k/m         -c/m\n")) << text.out << text.err;
  EXPECT_TRUE(has(text.out, "1/m")) << text.out;
  const Outcome latex = holon("linearize mass.yaml --input slide.force --format latex");
  EXPECT_TRUE(
      has(latex.out, "\\begin{bmatrix} 0 & 1 \\\\ -\\frac{k}{m} & -\\frac{c}{m} \\end{bmatrix}"))
      << latex.out;
  EXPECT_TRUE(has(holon("linearize mass.yaml --format mathml").out, "<mfrac>"));
}

TEST_F(LinearizeCommand, FormulasOfABondGraphAreThoseOfTheBooks) {
  write("motor.yaml", R"(holon: 1
parameters: {R: 1 ohm, L: 5 mH, r: 0.05, J: 1e-4, b: 1e-3}
parts:
  g:
    type: BondGraph
    domain: electrical
    elements:
      supply: {Se: 24 V}
      Ra: {R: R}
      La: {I: L}
      conv: {GY: r}
      rotor: {I: J, domain: rotation}
      bearing: {R: b, domain: rotation}
      a: 1
      w: {1: {}, domain: rotation}
    bonds: [supply -> a, a -> Ra, a -> La, a -> conv, conv -> w, w -> rotor, w -> bearing]
)");
  const Outcome o =
      holon("linearize motor.yaml --input g.supply --output g.rotor.flow --format text");
  for (const char* text : {"-R/L", "-r/J", "r/L", "-b/J", "1/J"})
    EXPECT_TRUE(has(o.out, text)) << text << "\n" << o.out << o.err;
}

TEST_F(LinearizeCommand, FormulasOfDependentStorageAreOneFraction) {
  // Two rotors at a gear: J1 + n² J2 moves as one.
  write("gear.yaml", R"(holon: 1
parameters: {J1: 0.02, J2: 0.01, n: 3, d: 0.1}
parts:
  g:
    type: BondGraph
    domain: rotation
    elements: {motor: {Se: 2 N m}, J1: {I: J1}, J2: {I: J2}, D: {R: d}, gear: {TF: n}, a: 1, b: 1}
    bonds: [motor -> a, a -> J1, a -> D, a -> gear, gear -> b, b -> J2]
)");
  const Outcome o = holon("linearize gear.yaml --input g.motor --output g.J1.flow --format text");
  EXPECT_TRUE(has(o.out, "-d/(J1 + J2*n^2)")) << o.out << o.err;
  EXPECT_TRUE(has(o.out, "J1/(J1 + J2*n^2)")) << o.out;
}

TEST_F(LinearizeCommand, LoopGainHasTheMarginsOfItsTransferFunction) {
  write("loop.yaml", kControlLoop);
  const Json json = check(holon("linearize loop.yaml --loop plant.input --json").out);
  // L = (2 s + 0.5)/(s (s + 1)³); a triple pole is known to the cube root of a rounding.
  constexpr double kTriple = 1e-4;
  const Json& channel = json["channels"][0];
  EXPECT_NEAR(channel["gain"].get<double>(), 2, kTriple);
  EXPECT_NEAR(channel["zeros"][0][0].get<double>(), -0.25, kTriple);
  const Json& margins = channel["margins"];
  const double w = 2 * 3.14159265358979323846 * margins["phase"][0]["frequency"].get<double>();
  const double size = std::hypot(2 * w, 0.5) / (w * std::pow(1 + w * w, 1.5));
  EXPECT_NEAR(size, 1, kTriple);
  const double angle = std::atan(4 * w) - 3.14159265358979323846 / 2 - 3 * std::atan(w);
  EXPECT_NEAR(margins["phase"][0]["value"].get<double>(), 3.14159265358979323846 + angle, kTriple);
  // By Routh: s⁴ + 3 s³ + 3 s² + (1 + 2k) s + k/2 is on the border where
  // (1 + 2k)(8 - 2k)/3 = 3 k/2 · … of k = the factor on L.
  const double k = margins["gain"][0]["value"].get<double>();
  const double a1 = 1 + 2 * k, a0 = 0.5 * k;
  EXPECT_NEAR(a1 * (3 * 3 - a1) - 9 * a0, 0, 100 * kTriple);
  EXPECT_TRUE(margins["closed_loop_is_stable"].get<bool>());
}

constexpr const char* kSampled = R"(holon: 1
title: Sampled loop
parameters: {r: 0}
parts:
  plant: {type: TransferFunction, input: c.output, numerator: [1], denominator: [0.5, 1]}
  c: {type: PID, setpoint: r, measurement: plant.output, kp: 2, ki: 3 1/s, sample: 0.1 s}
outputs: [plant.output]
)";

TEST_F(LinearizeCommand, SampledLoopsAreModelsOfDiscreteTime) {
  write("sampled.yaml", kSampled);
  const Outcome o = holon("linearize sampled.yaml --input r");
  EXPECT_EQ(o.status, 0) << o.err;
  // z² - (1 + a) z + a + (1 - a)(2 (z - 1) + 0.3), a = exp(-0.2).
  for (const char* text :
       {"sampled every 0.1 s", "plant.state[0] next", "z² - 1.45619 z + 0.510573",
        "steady-state gain 1", "a sampled model of period 0.1 s"})
    EXPECT_TRUE(has(o.out, text)) << text << "\n" << o.out;
  const Json json = check(holon("linearize sampled.yaml --input r --json").out);
  EXPECT_EQ(json["period"], 0.1);
  EXPECT_FALSE(json["held"]["discrete_states"].get<bool>());
  const Json held = check(holon("linearize sampled.yaml --input r --continuous --json").out);
  EXPECT_TRUE(held["period"].is_null());
  EXPECT_EQ(held["A"], Json::parse("[[-2.0]]"));
  // L(z) = (1 - a)(Kp (z - 1) + Ki T)/((z - a)(z - 1)).
  const Outcome loop = holon("linearize sampled.yaml --loop plant.input");
  EXPECT_TRUE(has(loop.out, "0.362538 z - 0.308158")) << loop.out;
  EXPECT_TRUE(has(loop.out, "peak sensitivity 1.22607 at 5 Hz; the closed loop")) << loop.out;
  EXPECT_EQ(holon("linearize sampled.yaml --input r -o s.m").status, 0);
  const std::string script = read("s.m");
  EXPECT_TRUE(has(script, "x[k+1] = A x[k] + B u[k]")) << script;
  EXPECT_TRUE(has(script, "T = 0.1;")) << script;
  EXPECT_TRUE(has(script, "ss(A, B, C, D, T, ")) << script;
  const Outcome formulas = holon("linearize sampled.yaml --input r --format text");
  EXPECT_NE(formulas.status, 0);
  EXPECT_TRUE(has(formulas.err, "--continuous")) << formulas.err;
  const Outcome beyond = holon("linearize sampled.yaml --input r --frequency \"6..9 Hz\"");
  EXPECT_TRUE(has(beyond.err, "beyond Nyquist's frequency of 5 Hz")) << beyond.err;
}

TEST_F(LinearizeCommand, IntegralsOfEnergyAreOutputs) {
  write("mass.yaml", kMass);
  const Outcome o =
      holon("linearize mass.yaml --input slide.force --output system.energy.supplied");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(has(o.out, "system.energy.supplied")) << o.out;
}

TEST_F(LinearizeCommand, ScriptsRunInOctave) {
  if (std::system("command -v octave-cli > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "Octave is not installed";
  write("mass.yaml", kMass);
  EXPECT_EQ(holon("linearize mass.yaml --input slide.force -o numbers.m").status, 0);
  write("formulas.m", holon("linearize mass.yaml --input slide.force --format matlab").out);
  for (const char* script : {"numbers", "formulas"}) {
    write("check.m", std::string("run('") + script + ".m');\n" +
                         "e = norm(A - [0 1; -100 -2]) + norm(B - [0; 0.5]) + norm(C - [1 0]) + "
                         "norm(D);\nprintf('%d', e < 1e-12);\n");
    const std::string command =
        "cd '" + folder_.string() +
        "' && octave-cli --no-init-file check.m > octave.txt 2> octave_err.txt";
    EXPECT_EQ(std::system(command.c_str()), 0) << read("octave_err.txt");
    EXPECT_EQ(read("octave.txt"), "1") << script;
  }
}

TEST_F(LinearizeCommand, OfExamplesIsWhatTheSchemaSays) {
  for (const char* name : {"four_bar", "pid_crane", "linear_system", "heavy_top", "thermostat",
                           "flyball_governor", "three_frames"}) {
    const std::string model =
        "'" + (fs::path(HOLON_SOURCE_DIR) / "examples" / name).string() + ".yaml'";
    for (const char* at : {"", " --at equilibrium", " --at 0.05"}) {
      const Outcome o = holon("linearize " + model + at + " --json");
      EXPECT_EQ(check(o.out)["status"], "done") << name << at << o.err;
    }
  }
}

TEST_F(LinearizeCommand, DrawsBodeNyquistPolesAndSteps) {
  write("loop.yaml", kControlLoop);
  EXPECT_EQ(holon("linearize loop.yaml --input plant.input --plot a.svg").status, 0);
  const std::string svg = read("a.svg");
  for (const char* text :
       {"magnitude", "Phase", "Nyquist", "Poles and zeros", "Step of plant.input"})
    EXPECT_TRUE(has(svg, text)) << text;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST_F(LinearizeCommand, SaysWhatIsWrong) {
  write("mass.yaml", kMass);
  write("ball.yaml", "holon: 1\nparts: {ball: {type: PointMass, mass: 1 kg}}\n");
  const struct {
    const char* command;
    int status;
    const char* text;
  } cases[] = {
      {"linearize mass.yaml --input slide.forc", 2, "did you mean 'slide.force'?"},
      {"linearize mass.yaml --input slide.axis", 2, "'slide.axis' is not a number that can vary"},
      {"linearize mass.yaml --output slide.positio", 2, "did you mean 'slide.position'?"},
      {"linearize mass.yaml --loop slide.forc", 2, "--loop:1:1: error: there is no value"},
      {"linearize mass.yaml --input slide", 2, "below it are 'slide.stiffness', 'slide.damping', "},
      {"linearize mass.yaml --input nothing", 2, "inputs can be 'm', 'k', 'c', 'slide.stiffness'"},
      {"linearize mass.yaml --output slide", 2,
       "below it are 'slide.reaction.force', 'slide.reaction.torque', "},
      {"linearize mass.yaml --output nonsense", 2,
       "outputs are 'world.specific_force', 'world.gravity', 'slide.reaction.force', "},
      {"linearize mass.yaml --at equilibrum", 2, "did you mean 'equilibrium'?"},
      {"linearize mass.yaml --at=-3", 2, "a run has no negative times"},
      {"linearize mass.yaml --frequency '10..1 rad/s'", 2, "did you mean \"1..10 rad/s\"?"},
      {"linearize mass.yaml --frequency 0..10", 2, "cannot begin at 0"},
      {"linearize mass.yaml --frequency 1..10Hzz", 2, "'Hzz' is not a unit; frequencies have Hz"},
      {"linearize mass.yaml --frequency 1..10m", 2, "m is no unit of a frequency"},
      {"linearize mass.yaml --frequency '1 Hz..10 Hz'", 2, "after the range: \"1..10 Hz\""},
      {"linearize mass.yaml --at soon", 2, "write a time, such as 20"},
      {"linearize mass.yaml --frequency 3", 2, "write a range"},
      {"linearize mass.yaml --format tex", 2, "there are 'text', 'latex', 'mathml' and 'matlab'"},
      {"linearize mass.yaml --loop slide.force --input k", 2, "--loop opens one loop"},
      {"linearize mass.yaml -o a.txt", 2, "matrices are written as .m or .json"},
      {"linearize ball.yaml --at equilibrium", 1, "ball.velocity.z' = -9.807 m/s^2"},
  };
  for (const auto& c : cases) {
    const Outcome o = holon(c.command);
    EXPECT_EQ(o.status, c.status) << c.command << o.err;
    EXPECT_TRUE(has(o.err, c.text)) << c.command << "\n" << o.err;
  }
}

TEST_F(LinearizeCommand, SeriesOfTheModelAreItsInputs) {
  write("u.csv", "time,u\n0,1\n10,1\n");
  write("lag.yaml",
        "holon: 1\nparts: {lag: {type: TransferFunction, input: u, numerator: [3], "
        "denominator: [2, 1]}}\ninputs: {u: u.csv}\n");
  const Outcome o = holon("linearize lag.yaml --at equilibrium");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(has(o.out, "u -> lag.output\n    1.5 / (s + 0.5)")) << o.out;
}

}  // namespace
}  // namespace holon::test
