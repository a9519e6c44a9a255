// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Signals as models in YAML say them: names, dimensions, errors with places, circles, runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "example.h"
#include "model_text.h"

#include "holon/base/matrices.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/print/print.h"
#include "holon/model/assembly/model.h"

namespace holon {
namespace {

using test::errors_in;
using test::load;
using test::run;

TEST(SignalExamples, LinearSystemIsTheExponentialOfItsMatrix) {
  const test::Example r("linear_system");
  Eigen::Matrix3d A;
  A << -0.5, 2, 0.3, -2, -0.5, 0, 1, 0, -0.2;
  std::vector<Eigen::Vector3d> x;
  for (const double t : r.times()) x.push_back(calc_exponential(A * t) * Eigen::Vector3d(1, 0, -1));
  r.expect_near("plant.x", [&](std::size_t k) { return x[k][0]; });
  r.expect_near("plant.y", [&](std::size_t k) { return x[k][1]; });
  r.expect_near("plant.z", [&](std::size_t k) { return x[k][2]; });
  r.expect_near("plant.u", [&](std::size_t k) { return x[k][0] + 2 * x[k][1]; });
  r.expect_near("plant.v", [&](std::size_t k) { return 3 * x[k][2] - x[k][0]; });
}

TEST(SignalExamples, BouncingBallStopsAfterItsBounces) {
  const test::Example r("bouncing_ball");
  constexpr double g = 9.81, e = 0.8;
  const double fall = std::sqrt(2 / g);
  EXPECT_EQ(r["ball.bounces"].back(), 21);
  EXPECT_NEAR(r.times().back(), fall * (1 + 2 * e * (1 - std::pow(e, 20)) / (1 - e)), 1e-12);
  r.expect_near(
      "ball.height",
      [&](std::size_t k) {
        double begin = -fall, speed = g * fall;
        for (double n = 0; n < r["ball.bounces"][k]; ++n) {
          begin += 2 * speed / g;
          speed *= e;
        }
        const double s = r.times()[k] - begin;
        return s * (speed - g * s / 2);
      },
      1e-12);
}

TEST(Signals, TheExampleOfTheLanguageRuns) {
  const Results r = run(R"yaml(
parts:
  plant:
    type: Equations
    parameters: {a: -1, b: 0.5}
    inputs: {u: controller.output}
    states: {x: {initial: 1, der: "a*x + b*y"}, y: {initial: 0, der: "u - x"}}
    unknowns: {w: {equation: "w^3 + w - x", guess: 0}}
    outputs: {z: "x + 2*y"}
    when: [{condition: "x < 0", reset: {x: "-0.8*x"}}]
  controller: {type: PID, input: "1 - plant.z", kp: 2, ki: 0.5, kd: 0.1, sample: 50 Hz, limits: [-10, 10]}
simulate: {until: 60 s, interval: 0.1 s}
)yaml",
                        {"plant.x", "plant.w", "plant.z"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double w = r.values("plant.w")[k];
    EXPECT_NEAR(w * w * w + w, r.values("plant.x")[k], 1e-12);
  }
  EXPECT_NEAR(r.values("plant.z").back(), 1, 1e-3);  // the integral part takes the error away
}

TEST(Signals, AnUnknownNameIsExplained) {
  const std::string errors = errors_in(R"yaml(
parts:
  p:
    type: Equations
    states: {speed: {initial: 1 m/s, der: "-sped / 1 [s]"}}
)yaml");
  EXPECT_MESSAGE(errors, "5:");
  EXPECT_MESSAGE(errors, "'sped' is not known here");
  EXPECT_MESSAGE(errors, "did you mean 'speed'?");
}

TEST(Signals, DimensionsOfOwnNamesAreChecked) {
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p:
    type: Equations
    states:
      x: {initial: 1 m, der: v}
      v: {initial: 1 m/s, der: x}
)yaml"),
                 "acceleration");
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p:
    type: Equations
    states: {x: {unit: m, initial: 2 s, der: 1}}
)yaml"),
                 "a length (m) is needed, not a time (s)");
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p: {type: Equations, states: {x: {initial: 1 m, der: 1 m/s}}, when: [{condition: "x > 2 [m]", reset: {x: 3 s}}]}
)yaml"),
                 "a length (m) is needed");
  // Bare numbers fit, and what follows from others has their dimension.
  EXPECT_EQ(errors_in(R"yaml(
parts:
  p: {type: Equations, states: {x: {unit: m, der: "2*sin(1 [rad/s]*time)"}}, outputs: {y: "x + 1 [m]"}}
  f: {type: Filter, input: p.y, cutoff: 1 Hz}
  q: {type: Equations, outputs: {z: "f.output + 2 [mm]"}}
)yaml"),
            "");
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p: {type: Equations, states: {x: {unit: m, der: "2*sin(1 [rad/s]*time)"}}}
  f: {type: Filter, input: p.x, cutoff: 1 Hz}
  q: {type: Equations, outputs: {z: "f.output + 2 [s]"}}
)yaml"),
                 "length");
}

TEST(Signals, NamesMeanOneThing) {
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p: {type: Equations, states: {x: {der: 1}}, outputs: {x: 2*x}}
)yaml"),
                 "'x' appears in 'states' already");
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p: {type: Equations, parameters: {a: 1}, states: {a: {der: 1}}}
)yaml"),
                 "there is a parameter 'a' already");
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  p: {type: Equations, states: {x: {initial: 1}}}
)yaml"),
                 "'der' is missing");
}

TEST(Signals, OnlyStatesAreReset) {
  const std::string errors = errors_in(R"yaml(
parts:
  p: {type: Equations, inputs: {u: time}, states: {uu: {der: 1}}, when: [{condition: uu > 1, reset: {u: 0}}]}
)yaml");
  EXPECT_MESSAGE(errors, "'u' is not a state and cannot be reset");
}

TEST(Signals, APeriodSaysWhetherItIsATimeOrARate) {
  EXPECT_MESSAGE(errors_in("parts: {h: {type: Hold, input: time, sample: 50}}\n"),
                 "'50' is neither a time nor a rate");
  EXPECT_MESSAGE(errors_in("parts: {h: {type: Hold, input: time, sample: 50 rad/s}}\n"),
                 "'50 rad/s' is an angular rate; write '7.95775 Hz' if one turn is one tick");
  EXPECT_MESSAGE(errors_in("parts: {h: {type: Hold, input: time, sample: 2 m}}\n"),
                 "a time or rate is needed, not a length (m)");
  EXPECT_EQ(errors_in("parts: {h: {type: Hold, input: time, sample: 50 Hz}}\n"), "");
  EXPECT_EQ(errors_in("parts: {h: {type: Hold, input: time, sample: 20 ms}}\n"), "");
}

TEST(Signals, ASampledOneHasNoDerivative) {
  const std::string errors = errors_in(R"yaml(
parts:
  h: {type: Hold, input: time, sample: 50 Hz}
  p: {type: Equations, states: {x: {der: der(h.output)}}}
)yaml");
  EXPECT_MESSAGE(errors, "'h.output' is sampled: it jumps and has no time derivative");
  EXPECT_MESSAGE(errors, ":5:");
}

TEST(Signals, DerivativesOfAnySmoothSignalAreExact) {
  const Results r = run(R"yaml(
parts:
  f: {type: Filter, input: sin(1*time), cutoff: 1 Hz, order: 2}
  p: {type: Equations, unknowns: {w: {equation: "w^3 + w - sin(1*time)"}},
      outputs: {d: der(f.output), c: "der(time^3)", w1: der(w)}}
  back: {type: Integrator, input: p.d, initial: 0}
simulate: {until: 5 s, interval: 0.1 s, tolerance: 1e-11}
)yaml",
                        {"p.w", "p.w1", "p.c", "back.output", "f.output"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k], w = r.values("p.w")[k];
    EXPECT_NEAR(r.values("p.c")[k], 3 * t * t, 1e-12);
    EXPECT_NEAR(r.values("p.w1")[k], std::cos(t) / (3 * w * w + 1), 1e-12);
    EXPECT_NEAR(r.values("back.output")[k], r.values("f.output")[k], 1e-9);
  }
}

TEST(Signals, CirclesAreSolvedOrNamed) {
  const Results r = run(R"yaml(
parts:
  a: {type: Equations, outputs: {y: 0.5*b.y + time}}
  b: {type: Equations, outputs: {y: 0.5*a.y + 1}}
simulate: {until: 2 s, interval: 1 s}
)yaml",
                        {"a.y", "b.y"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("a.y")[k], (t + 0.5) / 0.75, 1e-14);
    EXPECT_NEAR(r.values("b.y")[k], (0.5 * t + 1) / 0.75, 1e-14);
  }
  const std::string errors = errors_in(R"yaml(
parts:
  a: {type: Equations, outputs: {y: b.y + 1}}
  b: {type: Equations, outputs: {y: a.y}}
  s: {type: Integrator, input: a.y}
)yaml");
  EXPECT_MESSAGE(errors, "algebraic loop without a solution");
  EXPECT_MESSAGE(errors, "a.y → b.y → a.y");
}

TEST(Signals, TablesAreLookedUp) {
  const Results r = run(R"yaml(
parts:
  curve: {type: Table, x: [0 m, 1 m, 3 m], values: [0 N, 20 N, 0 N]}
  map: {type: Table, x: [0, 1], y: [0, 2], rows: [[0, 2], [1, 5]]}
  p: {type: Equations, outputs: {f: "lookup(curve, 0.5 [m/s] * time) + 1 [N]", g: "lookup(map, 0.5, time)"}}
simulate: {until: 2 s, interval: 0.5 s}
)yaml",
                        {"p.f", "p.g"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("p.f")[k], 10 * t + 1, 1e-13);
    EXPECT_NEAR(r.values("p.g")[k], 0.5 + 1.5 * t, 1e-13);
  }
  EXPECT_MESSAGE(errors_in(R"yaml(
parts:
  curve: {type: Table, x: [0 m, 1 m], values: [0, 1]}
  p: {type: Equations, outputs: {f: "lookup(curve, time)"}}
)yaml"),
                 "a length (m) is needed");
  EXPECT_MESSAGE(errors_in("parts: {p: {type: Equations, outputs: {f: \"lookup(curv, time)\"}}}\n"),
                 "'curv' is not a table");
}

TEST(Signals, EquationsPrintALookedUpTableByItsName) {
  Diagnostics diagnostics;
  const Model model = load(R"yaml(
parts:
  curve: {type: Table, x: [0 m, 1 m, 3 m], values: [0 N, 20 N, 0 N]}
  p: {type: Equations, outputs: {f: "lookup(curve, 0.5 [m/s] * time)"}}
)yaml",
                           diagnostics);
  const FunctionRef f = make_system(model).select_outputs({"p.f"});
  EXPECT_MESSAGE(to_text(f->output_scalars()[0]), "curve(");
}

TEST(Signals, StopAndAssertSayWhatHappened) {
  const Results r = run(R"yaml(
parts: {x: {type: Integrator, input: 2}}
simulate: {until: 10 s, stop: x.output > 3}
)yaml",
                        {"x.output"});
  EXPECT_NEAR(r.values("time").back(), 1.5, 1e-14);
  try {
    run(R"yaml(
parts: {x: {type: Integrator, input: 2}}
simulate: {until: 10 s, assert: [x.output < 3, "time < 100 [s]"]}
)yaml",
        {"x.output"});
    FAIL() << "no error";
  } catch (const RunError& error) {
    const std::string what = error.what();
    EXPECT_MESSAGE(what, "'x.output < 3' does not hold");
    EXPECT_MESSAGE(what, "x.output = 3");
    EXPECT_MESSAGE(what, ":4:");
  }
}

std::string failure_of(const std::string& text) {
  try {
    run(text, {"p.x"});
  } catch (const RunError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(Signals, WhatIsNotANumberFulfilsNoAssertion) {
  const std::string parts =
      "parts: {p: {type: Equations, states: {x: {initial: 1, der: -1}}, outputs: {w: sqrt(x)}}}\n";
  for (const char* assertion : {"p.w >= 0", "p.w <= 5", "not p.w < 0", "p.w > -1"}) {
    const std::string what =
        failure_of(parts + "simulate: {until: 2 s, assert: [" + assertion + "]}\n");
    EXPECT_MESSAGE(what, "at t = 1 s: ");
    EXPECT_MESSAGE(what, "compares a value that is not a number, and decides this: '" +
                             std::string(assertion));
  }
  // What decides without it is decided.
  EXPECT_EQ(failure_of(parts + "simulate: {until: 2 s, assert: [p.x < 0 or p.w >= 0]}\n"),
            "no failure");
}

TEST(Signals, ASwitchIsSeenBeforeItsValueIsNoNumberAnyMore) {
  // w = √(1 − t) by iteration is 0.1 at 0.99 s, and none from 1 s on.
  const Results r = run(R"yaml(
parts:
  p: {type: Equations, unknowns: {w: {equation: "w^2 - x", guess: 0.5}}, states: {x: {initial: 1, der: -1}}}
simulate: {until: 2 s, stop: p.w < 0.1}
)yaml",
                        {"p.w"});
  EXPECT_NEAR(r.values("time").back(), 0.99, 1e-12);
}

class SignalFiles : public ::testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream(path_) << text; }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string model(const std::string& rest) const { return "inputs: {u: " + path_ + "}\n" + rest; }
  const std::string path_ = (std::filesystem::temp_directory_path() /
                             ("holon_signals_" + std::to_string(::getpid()) + ".csv"))
                                .string();
};

TEST_F(SignalFiles, InputsComeFromTimeSeries) {
  write("time, force [kN], lift\n0, 1, 0\n1, 3, 0.5\n2, 0, 1\n");
  const Results r = run(model(R"yaml(
parts: {p: {type: Equations, outputs: {f: "u.force + 0 [N]", l: u.lift}}}
simulate: {until: 2 s, interval: 0.25 s}
)yaml"),
                        {"p.f", "p.l"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("p.f")[k], t < 1 ? 1000 + 2000 * t : 3000 * (2 - t), 1e-10);
    EXPECT_NEAR(r.values("p.l")[k], t / 2, 1e-14);
  }
}

TEST_F(SignalFiles, ARunBeyondTheDataIsWarnedOf) {
  write("t,u\n0,1\n1,2\n");
  const std::string text = errors_in(model(R"yaml(
parts: {p: {type: Equations, outputs: {f: u}}}
simulate: {until: 5 s}
)yaml"));
  EXPECT_MESSAGE(text, "the data of 'u' are from 0 s to 1 s");
}

TEST_F(SignalFiles, ErrorsHaveTheirLine) {
  const std::string rest = "parts: {p: {type: Equations, outputs: {f: u}}}\n";
  write("t,u\n0,1\n1,x\n");
  EXPECT_MESSAGE(errors_in(model(rest)), ":3: 'x' is not a number");
  write("t,u\n1,1\n0,2\n");
  EXPECT_MESSAGE(errors_in(model(rest)), ":3: the time does not increase");
  write("t,a,b\n0,1,2\n1,1,2\n");
  EXPECT_MESSAGE(errors_in(model(rest)), "'u' has several columns");
}

}  // namespace
}  // namespace holon
