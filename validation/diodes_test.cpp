// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Diodes and switches in algebraic loops, against circuits that are solved by hand or, for the
// bridge, by a bisection on one node's potential and small Runge-Kutta steps (Python).
#include <cmath>
#include <numbers>

#include "model_text.h"

namespace holon {
namespace {

using std::numbers::pi;
using test::errors_in;
using test::run;

/// What ideal elements are not: 1e-9 of a nominal resistance, and of the conductance.
constexpr double kIdeal = 1e-7;
/// What solvers keep at a tolerance of 1e-9 over some dozen events, relative.
constexpr double kDiodeNear = 1e-7;

std::string circuit(const std::string& elements, const std::string& bonds,
                    const std::string& simulate) {
  return "parts:\n  g:\n    type: BondGraph\n    domain: electrical\n    elements:\n" + elements +
         "    bonds: [" + bonds + "]\nsimulate: {" + simulate + "}\n";
}

const char* const kDiodeSolvers[] = {
    "solver: dopri5, tolerance: 1e-9", "solver: cvode, tolerance: 1e-9",
    "solver: ida, tolerance: 1e-9",    "solver: radau5, tolerance: 1e-9",
    "solver: auto, tolerance: 1e-9",   "solver: rk4, step: 10 us"};

/// The knee of the law lies at U = 2.002 V, in both directions; until it conducts e = U/1.001.
TEST(Diodes, LawWithAKneeInALoopRuns) {
  for (const char* solver : kDiodeSolvers) {
    const Results r =
        run(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                    "      R: {R: 1 ohm}\n"
                    "      D: {R: {flow: \"if(e > 2 [V], (e - 2 [V])/1e-3 [ohm] + 2e-3 [A], "
                    "1e-3 [S]*e)\"}}\n      n: 0\n      C: {C: 1 mF}\n      load: {R: 10 ohm}\n",
                    "V -> a, a -> R, a -> D, a -> n, n -> C, n -> load",
                    std::string("until: 0.1 s, interval: 1 ms, ") + solver),
            {"g.C.effort", "g.D.flow", "g.D.effort"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      const double over = 10 * std::sin(2 * pi * 50 * t) - r.values("g.C.effort")[k];
      const double e = over < 2.002 ? over / 1.001 : (over + 1999.998) / 1001;
      EXPECT_NEAR(r.values("g.D.effort")[k], e, 1e-9) << solver << " at " << t;
    }
    // By Runge-Kutta steps of 0.2 us.
    EXPECT_NEAR(r.values("g.C.effort").back(), 1.6994273364, 10 * kDiodeNear) << solver;
  }
}

const char* const kBridge = R"yaml(      Va: {Se: "100 [V]*sin(2*pi*50 [Hz]*time)"}
      Vb: {Se: "100 [V]*sin(2*pi*50 [Hz]*time - 2*pi/3)"}
      Vc: {Se: "100 [V]*sin(2*pi*50 [Hz]*time + 2*pi/3)"}
      la: 1
      lb: 1
      lc: 1
      Ra: {R: 0.1 ohm}
      Rb: {R: 0.1 ohm}
      Rc: {R: 0.1 ohm}
      a: 0
      b: 0
      c: 0
      D1: {Diode: 0 V}
      D2: {Diode: 0 V}
      D3: {Diode: 0 V}
      D4: {Diode: 0 V}
      D5: {Diode: 0 V}
      D6: {Diode: 0 V}
      j1: 1
      j2: 1
      j3: 1
      j4: 1
      j5: 1
      j6: 1
      p: 0
      n: 0
      dc: 1
      m: 0
      C: {C: 1 mF}
      load: {R: 10 ohm}
)yaml";
const char* const kBridgeBonds =
    "Va -> la, la -> Ra, la -> a, Vb -> lb, lb -> Rb, lb -> b, Vc -> lc, lc -> Rc, lc -> c, "
    "a -> j1, j1 -> D1, j1 -> p, b -> j2, j2 -> D2, j2 -> p, c -> j3, j3 -> D3, j3 -> p, "
    "n -> j4, j4 -> D4, j4 -> a, n -> j5, j5 -> D5, j5 -> b, n -> j6, j6 -> D6, j6 -> c, "
    "p -> dc, dc -> n, dc -> m, m -> C, m -> load";

/// The bridge whose capacitor is empty at t = 0, with its sources shifted by a phase.
std::string bridge_from(const char* phase, const std::string& simulate) {
  std::string elements = kBridge;
  const std::string time = "*time";
  for (std::size_t at = 0; (at = elements.find(time, at)) != std::string::npos; at += time.size())
    elements.insert(at + time.size(), std::string(" + ") + phase);
  return circuit(elements, kBridgeBonds, simulate);
}

/// At these phases a line has no voltage at t = 0, so two diodes have none but for rounding error,
/// and either mode of them; at pi/6 two diodes share the current. By a bisection on one node's
/// potential and SciPy's RK45 at 1e-11.
TEST(Diodes, BridgeBeginsWhereTwoOfThemHaveNoVoltage) {
  for (const char* solver : {"dopri5", "radau5", "cvode", "cvode_adams", "ida"}) {
    for (const char* phase : {"0", "pi/6", "pi/3", "2*pi/3", "pi"}) {
      for (const std::string tolerance : {"1e-6", "1e-10"}) {
        const Results r =
            run(bridge_from(phase, "until: 4 ms, interval: 4 ms, tolerance: " + tolerance +
                                       ", solver: " + solver),
                {"g.C.effort"});
        const double v = std::string(phase) == "pi/6" ? 158.11724967 : 167.63695250;
        const double near = 168 * std::max(10 * std::stod(tolerance), 1e-10);
        EXPECT_NEAR(r.values("g.C.effort").back(), v, near + 1e-8)
            << solver << " from " << phase << " at " << tolerance;
      }
    }
  }
}

TEST(Diodes, SixOfThemAreABridge) {
  for (const char* solver : kDiodeSolvers) {
    const Results r =
        run(circuit(kBridge, kBridgeBonds, std::string("until: 40 ms, interval: 5 ms, ") + solver),
            {"g.C.effort", "g.source_power", "g.dissipated_power", "g.C.power"});
    EXPECT_NEAR(r.values("g.C.effort")[1], 153.7817655, 154 * kDiodeNear) << solver;
    EXPECT_NEAR(r.values("g.C.effort")[2], 169.1697352, 170 * kDiodeNear) << solver;
    EXPECT_NEAR(r.values("g.C.effort")[7], 153.7817658, 154 * kDiodeNear) << solver;
    EXPECT_NEAR(r.values("g.C.effort")[8], 169.1697352, 170 * kDiodeNear) << solver;
    for (std::size_t k = 0; k < r.row_count(); ++k)
      EXPECT_NEAR(r.values("g.source_power")[k],
                  r.values("g.dissipated_power")[k] + r.values("g.C.power")[k], 1e-6 * 3000);
  }
}

/// 25 switches in two periods: each of six pulses a period begins and ends once, and at t = 0
/// the capacitor is empty.
TEST(Diodes, BridgeCostsItsEvents) {
  for (const char* solver : {"dopri5", "radau5", "cvode", "cvode_adams", "ida"}) {
    Diagnostics diagnostics;
    Model model =
        test::load(circuit(kBridge, kBridgeBonds,
                           std::string("until: 40 ms, tolerance: 1e-9, solver: ") + solver),
                   diagnostics);
    diagnostics.throw_if_errors();
    model.simulate.engine = EngineChoice::tape;
    const System system = make_system(model);
    Simulation simulation(system, model.simulate);
    EXPECT_LE(simulation.run().events, 26) << solver;
  }
}

TEST(Diodes, HalfWaveWithoutStates) {
  const Results ideal = run(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                                    "      D: {Diode: 0 V}\n      R: {R: 4 ohm}\n",
                                    "V -> a, a -> D, a -> R", "until: 20 ms, interval: 1 ms"),
                            {"g.D.flow", "g.D.effort"});
  const Results real =
      run(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                  "      D: {Diode: {forward: 0.7 V, on_resistance: 1 ohm, off_conductance: 1 "
                  "mS}}\n      R: {R: 4 ohm}\n",
                  "V -> a, a -> D, a -> R", "until: 20 ms, interval: 1 ms"),
          {"g.D.flow", "g.D.effort"});
  for (std::size_t k = 0; k < ideal.row_count(); ++k) {
    const double v = 10 * std::sin(2 * pi * 50 * ideal.values("time")[k]);
    EXPECT_NEAR(ideal.values("g.D.flow")[k], std::max(v, 0.0) / 4, kIdeal);
    EXPECT_NEAR(ideal.values("g.D.effort")[k], std::min(v, 0.0), kIdeal);
    // Blocks: i = v/(4 + 1000), up to 0.7 V at the diode; conducts: v = 0.7 + s + 4 (s + 0.7
    // mA).
    const double i = v / 1004 * 1000 < 0.7 ? v / 1004 : (v - 0.7 - 4 * 7e-4) / 5 + 7e-4;
    EXPECT_NEAR(real.values("g.D.flow")[k], i, 1e-12 * 10);
    EXPECT_NEAR(real.values("g.D.effort")[k], v - 4 * i, 1e-12 * 10);
  }
}

/// A switch opens, and the current of the coil goes on through a diode in the same instant.
TEST(Diodes, FreewheelTakesOverFromASwitch) {
  for (const char* solver : kDiodeSolvers) {
    const Results r =
        run(circuit("      V: {Se: 12 V}\n      a: 1\n      S: {Switch: \"time < 0.1 [s]\"}\n"
                    "      n: 0\n      D: {Diode: 0 V}\n      back: {TF: -1}\n      l: 1\n"
                    "      L: {I: 0.1 H}\n      R: {R: 2 ohm}\n",
                    "V -> a, a -> S, a -> n, n -> back, back -> D, n -> l, l -> L, l -> R",
                    std::string("until: 0.3 s, interval: 50 ms, ") + solver),
            {"g.L.flow", "g.D.flow", "g.S.flow"});
    const double last = 6 * (1 - std::exp(-2.0));
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      const bool is_open = t > 0.0999;
      const double i = is_open ? last * std::exp(-20 * (t - 0.1)) : 6 * (1 - std::exp(-20 * t));
      EXPECT_NEAR(r.values("g.L.flow")[k], i, 6 * kDiodeNear) << solver;
      EXPECT_NEAR(r.values("g.D.flow")[k], is_open ? i : 0, 6 * kDiodeNear) << solver;
      EXPECT_NEAR(r.values("g.S.flow")[k], is_open ? 0 : i, 6 * kDiodeNear) << solver;
    }
  }
}

/// Fired for a moment 3 ms behind each zero, it conducts to the end of the half wave.
TEST(Diodes, ThyristorWaitsForItsGate) {
  const Results r = run(
      circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
              "      T: {Diode: {forward: 0 V, gate: \"(0.003 [s] < time and time < 0.0035 [s]) "
              "or (0.023 [s] < time and time < 0.0235 [s])\"}}\n      R: {R: 4 ohm}\n",
              "V -> a, a -> T, a -> R", "until: 40 ms, interval: 0.7 ms"),
      {"g.T.flow"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], in_period = std::fmod(t, 0.02);
    const bool conducts = in_period > 0.003 && in_period < 0.01;
    EXPECT_NEAR(r.values("g.T.flow")[k], conducts ? 2.5 * std::sin(2 * pi * 50 * t) : 0, kIdeal)
        << t;
  }
}

TEST(Diodes, IdealOnesThatContradictAreNamed) {
  const std::string text = circuit(
      "      C: {C: 1 mF, initial: {effort: 10 V}}\n      n: 0\n"
      "      S1: {Switch: \"time > 0.1 [s]\"}\n      S2: {Switch: \"time > 0.2 [s]\"}\n"
      "      j: 1\n      R: {R: 1 kohm}\n",
      "C -> n, n -> R, n -> j, j -> S1, j -> S2", "until: 0.3 s");
  try {
    run(text, {"g.C.effort"});
    FAIL() << "runs";
  } catch (const RunError& error) {
    EXPECT_MESSAGE(std::string(error.what()), "at t = 0.2 s");
    EXPECT_MESSAGE(std::string(error.what()), "the ideal elements 'g.S1' and 'g.S2'");
    EXPECT_MESSAGE(std::string(error.what()), "on_resistance");
  }
}

TEST(Diodes, IdealOneInSeriesWithACoilIsWarnedOf) {
  const std::string text =
      errors_in(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                        "      D: {Diode: 0 V}\n      L: {I: 10 mH}\n      R: {R: 2 ohm}\n",
                        "V -> a, a -> D, a -> L, a -> R", "until: 40 ms"));
  EXPECT_MESSAGE(text, "while 'g.D' blocks, the flow of 'g.L' must be exactly zero");
}

/// A freewheel between two flywheels: what it blocks is the sum of two rates.
TEST(Diodes, IdealOneBetweenFlywheelsIsWarnedOf) {
  const std::string text = errors_in(
      "parts:\n"
      "  a: {type: RigidBody, mass: 1, inertia: [1, 1, 1]}\n"
      "  b: {type: RigidBody, mass: 1, inertia: [2, 2, 2]}\n"
      "  ja: {type: Revolute, between: [world, a], axis: y, torque: 5 N m}\n"
      "  jb: {type: Revolute, between: [world, b], axis: y}\n"
      "  g:\n    type: BondGraph\n    domain: rotation\n"
      "    elements: {n: 0, D: {Diode: 0 N m}}\n    bonds: [ja.flange -> n, n -> D, n -> "
      "jb.flange]\n"
      "simulate: {until: 1 s}\n");
  EXPECT_MESSAGE(text, "while 'g.D' blocks, the flows of 'ja.flange' and 'jb.flange' must balance");
}

/// Across a charged capacitor, through a gyrator from an inertia: both are states' efforts.
TEST(Diodes, IdealOneAcrossStatesEffortsIsWarnedOf) {
  const std::string across = errors_in(
      circuit("      I: {Sf: 1 A}\n      n: 0\n      D: {Diode: 0 V}\n      C: {C: 1 mF}\n",
              "I -> n, n -> D, n -> C", "until: 40 ms"));
  EXPECT_MESSAGE(across, "while 'g.D' conducts, the effort of 'g.C' must be exactly zero");
  const std::string turned = errors_in(
      circuit("      I: {Sf: 1 A}\n      n: 0\n      D: {Diode: 0 V}\n      R: {R: 1 ohm}\n"
              "      M: {GY: 0.1}\n      J: {I: 0.01, domain: rotation}\n",
              "I -> n, n -> D, n -> R, n -> M, M -> J", "until: 40 ms"));
  EXPECT_MESSAGE(turned, "while 'g.D' conducts, the flow of 'g.J' must be exactly zero");
}

/// i = V/|Z| (sin(w t - f) + sin f exp(-t/T)) until it is zero again (half wave on R and L).
TEST(Diodes, OneWithAConductanceInSeriesWithACoil) {
  const Results r =
      run(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                  "      D: {Diode: {forward: 0 V, off_conductance: 1 uS}}\n      L: {I: 10 mH}\n"
                  "      R: {R: 2 ohm}\n",
                  "V -> a, a -> D, a -> L, a -> R",
                  "until: 40 ms, interval: 2 ms, solver: cvode, tolerance: 1e-9"),
          {"g.L.flow"});
  const double w = 2 * pi * 50, X = w * 0.01, Z = std::hypot(2.0, X), f = std::atan2(X, 2.0);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], in_period = std::fmod(t + 1e-9, 0.02) - 1e-9;
    const double i =
        10 / Z * (std::sin(w * in_period - f) + std::sin(f) * std::exp(-in_period * 200));
    // It is zero from 13.4 ms on; blocked, 10 V drive 10 uA.
    EXPECT_NEAR(r.values("g.L.flow")[k], in_period < 0.0134 ? i : 0,
                in_period < 0.0134 ? 1e-6 : 2e-5)
        << t;
  }
}

/// The law of a knee without any storage, which only outputs need: i = U/1001 or as above.
TEST(Diodes, LawWithAKneeThatOnlyOutputsNeed) {
  const Results r =
      run(circuit("      V: {Se: \"10 [V]*sin(2*pi*50 [Hz]*time)\"}\n      a: 1\n"
                  "      R: {R: 1 ohm}\n"
                  "      D: {R: {flow: \"if(e > 2 [V], (e - 2 [V])/1e-3 [ohm] + 2e-3 [A], "
                  "1e-3 [S]*e)\"}}\n",
                  "V -> a, a -> R, a -> D", "until: 20 ms, interval: 1 ms"),
          {"g.D.effort"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double v = 10 * std::sin(2 * pi * 50 * r.values("time")[k]);
    EXPECT_NEAR(r.values("g.D.effort")[k], v < 2.002 ? v / 1.001 : (v + 1999.998) / 1001,
                1e-12 * 10);
  }
}

/// y is above 0.5 where it is not, and not where it is: rows showed one of both without a word.
TEST(Diodes, ContradictionThatOnlyOutputsNeedIsNamed) {
  try {
    run("parts:\n  a: {type: Equations, inputs: {x: 1}, outputs: {y: \"x - if(a.y > 0.5, 1, "
        "0)\"}}\nsimulate: {until: 1 s, interval: 0.5 s}\n",
        {"a.y"});
    FAIL() << "runs";
  } catch (const RunError& error) {
    EXPECT_MESSAGE(std::string(error.what()), "comparisons contradict each other");
  }
}

const char* const kSinglePhase = R"yaml(      V: {Se: "10 [V]*sin(2*pi*50 [Hz]*time)"}
      s: 1
      Rs: {R: 0.1 ohm}
      a: 0
      b: 0
      p: 0
      n: 0
      j1: 1
      j2: 1
      j3: 1
      j4: 1
      D1: {Diode: {}}
      D2: {Diode: {}}
      D3: {Diode: {}}
      D4: {Diode: {}}
      dc: 1
      load: {R: 10 ohm}
)yaml";
const char* const kSinglePhaseBonds =
    "V -> s, s -> Rs, b -> s, s -> a, a -> j1, j1 -> D1, j1 -> p, b -> j2, j2 -> D2, j2 -> p, "
    "n -> j3, j3 -> D3, j3 -> a, n -> j4, j4 -> D4, j4 -> b, p -> dc, dc -> n, dc -> load";

/// Four diodes whose source and load both float: an algebraic loop without a solution was all that
/// was said. With a ground the load has the source's voltage, rectified, by 10/10.1.
TEST(Diodes, CircuitsWithoutAGroundAreNamed) {
  const std::string simulate = "until: 40 ms, interval: 0.7 ms";
  const std::string text = errors_in(circuit(kSinglePhase, kSinglePhaseBonds, simulate));
  EXPECT_MESSAGE(text,
                 "nothing determines the reference of the efforts at 'g.a', 'g.b', 'g.p' and "
                 "'g.n': the circuit has no ground");
  const Results r = run(circuit(kSinglePhase + std::string("      ground: {Se: 0 V}\n"),
                                kSinglePhaseBonds + std::string(", ground -> n"), simulate),
                        {"g.load.effort"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double v = std::abs(10 * std::sin(2 * pi * 50 * r.values("time")[k]));
    EXPECT_NEAR(r.values("g.load.effort")[k], v * 10 / 10.1, 10 * kIdeal);
  }
}

TEST(Diodes, NegativeResistancesAreErrors) {
  const std::string text =
      errors_in(circuit("      V: {Se: 1 V}\n      a: 1\n"
                        "      D: {Diode: {forward: 0 V, on_resistance: -1 ohm}}\n      R: {R: 1 "
                        "ohm}\n",
                        "V -> a, a -> D, a -> R", "until: 1 s"));
  EXPECT_MESSAGE(text, "'on_resistance' of 'D' must not be negative");
}

}  // namespace
}  // namespace holon
