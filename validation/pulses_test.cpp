// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What switches many times within a step that the equations alone would let be long: every solver
// sees each of them.
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "model_text.h"

namespace holon {
namespace {

constexpr double kPulseTolerance = 1e-8;
// Some thousand events, each located to the rounding of times up to 10 s, and steps that may err by
// the tolerance.
constexpr double kExact = 1e-10, kPulsesApart = 100 * kPulseTolerance;

class Pulses : public testing::TestWithParam<const char*> {
 protected:
  double last(const std::string& parts, const std::string& output) const {
    const std::string simulate = std::string("simulate: {until: 10 s, interval: 10 s, ") +
                                 "tolerance: 1e-8, solver: " + GetParam() + "}\n";
    return test::run(simulate + "parts:\n" + parts, {output}).values(output).back();
  }
};

TEST_P(Pulses, OfTimeDriveWhatIsAtRest) {
  // 500 periods, half of each.
  EXPECT_NEAR(
      last(
          R"yaml(  p: {type: Equations, states: {x: {initial: 0, der: "if(sin(2*pi*50*time) > 0, 1, 0)"}}}
)yaml",
          "p.x"),
      5, kExact);
}

TEST_P(Pulses, OfTimeDriveAFilter) {
  // Of y' = u − y each pulse from a to b leaves exp(b − 10) − exp(a − 10).
  const double rate = 2 * std::numbers::pi * 50, on = std::asin(0.9) / rate, period = 0.02;
  double y = 0;
  for (int k = 0; k < 500; ++k) {
    const double a = k * period + on, b = k * period + period / 2 - on;
    y += std::exp(b - 10) - std::exp(a - 10);
  }
  EXPECT_NEAR(
      last(R"yaml(  s: {type: Switch, condition: "sin(2*pi*50*time) > 0.9", then: 1, else: 0}
  f: {type: TransferFunction, input: s.output, numerator: [1], denominator: [1, 1]}
)yaml",
           "f.output"),
      y, kPulsesApart);
}

TEST_P(Pulses, OfAStateAreCounted) {
  // sin(100 x) has 1000/2π = 159.15 periods, and the last top lies at 99.98 % of them.
  EXPECT_EQ(last(R"yaml(  p:
    type: Equations
    states: {x: {initial: 0, der: 1}}
    discrete: {k: {initial: 0}}
    when: [{condition: "sin(100*x) > 0.99", reset: {k: k + 1}}]
)yaml",
                 "p.k"),
            159);
}

TEST_P(Pulses, OfAWidthModulationAddUp) {
  EXPECT_NEAR(last(R"yaml(  p:
    type: Equations
    states: {a: {initial: 0, der: 1}, x: {initial: 0, der: "if(mod(a, 0.02) < 0.005, 1, 0)"}}
)yaml",
                   "p.x"),
              2.5, kExact);
}

TEST_P(Pulses, TriggerAHold) {
  // It holds k/20 from then on, for 1/20 s: Σ k/400 for k < 200.
  EXPECT_NEAR(
      last(
          R"yaml(  h: {type: Hold, input: "time/1 [s]", trigger: "sin(2*pi*20*time) > 0", initial: 0}
  y: {type: Equations, states: {y: {initial: 0, der: h.output}}}
)yaml",
          "y.y"),
      199 * 200 / 2 / 400.0, kExact);
}

TEST_P(Pulses, OfAForceMoveASlider) {
  // m v' = F − d v, m = d = 1: each pulse of 10 N from a to b leaves 10 (exp(b − 10) − exp(a − 10))
  // of speed, and the place is the impulse less the speed. On for a third of each period.
  const double period = 0.05;
  double v = 0, impulse = 0;
  for (int k = 0; k < 200; ++k) {
    const double a = (k + 1.0 / 12) * period, b = (k + 5.0 / 12) * period;
    v += 10 * (std::exp(b - 10) - std::exp(a - 10));
    impulse += 10 * (b - a);
  }
  EXPECT_NEAR(last(R"yaml(  a: {type: PointMass, mass: 1 kg}
  r: {type: Prismatic, between: [world, a], axis: x, damping: 1, force: "if(sin(2*pi*20*time) > 0.5, 10, 0)"}
)yaml",
                   "r.position"),
              impulse - v, 10 * kPulsesApart);
}

// Smooth ones, of 1e-3 of the run, on what is at rest before: their integrals by the error
// function, the arc tangent and the hyperbolic tangent.
TEST_P(Pulses, ThatAreSmoothAreNotSteppedOver) {
  const auto integral = [&](const std::string& formula) {
    return last("  p: {type: Equations, states: {x: {initial: 0, der: \"" + formula + "\"}}}\n",
                "p.x");
  };
  const double width = 0.01;
  EXPECT_NEAR(integral("exp(-((time/1 [s] - 5)/0.01)^2)"), width * std::sqrt(std::numbers::pi),
              kPulsesApart);
  EXPECT_NEAR(integral("1/(1 + ((time/1 [s] - 5)/0.01)^2)"), 2 * width * std::atan(5 / width),
              kPulsesApart);
  EXPECT_NEAR(integral("1 - tanh((time/1 [s] - 5)/0.01)^2"), 2 * width, kPulsesApart);
  EXPECT_NEAR(integral("exp(-((mod(time/1 [s], 1) - 0.5)/0.01)^2)"),
              10 * width * std::sqrt(std::numbers::pi), kPulsesApart);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Pulses,
                         testing::Values("dopri5", "auto", "cvode", "cvode_adams", "ida", "radau5",
                                         "radau"),
                         [](const auto& info) { return std::string(info.param); });

TEST(ShortPulse, OfOneHundredthOfAMicrosecondAreSeen) {
  // One in ten seconds; 1e-8 s of the step are 1e-9.
  const std::string text = R"yaml(parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 0}}
    discrete: {k: {initial: 0}}
    when: [{condition: "abs(time - 3.3337) < 1e-8", reset: {k: k + 1}}]
simulate: {until: 10 s}
)yaml";
  EXPECT_EQ(test::run(text, {"p.k"}).values("p.k").back(), 1);
}

/// How often it becomes true while x and y go from 0 to 30 at 1 a second, as time does.
double count(const std::string& condition) {
  const std::string text = R"yaml(parts:
  t: {type: Table, x: [0, 3.3, 3.30001, 3.30002, 80, 90], values: [0, 0, 1, 0, 0, -1e20]}
  p:
    type: Equations
    states: {x: {initial: 0, der: 1}, y: {initial: 0, der: 1}}
    discrete: {n: {initial: 0}}
    when: [{condition: ")yaml" +
                           condition + R"yaml(", reset: {n: n + 1}}]
simulate: {until: 30 s}
)yaml";
  return test::run(text, {"p.n"}).values("p.n").back();
}

TEST(ShortPulse, BesidePolesIsSeen) {
  for (const char* condition : {"1/(time - 3.3) > 1e6", "2/(time - 3.3) > 1e6",
                                "log(abs(time/1 [s] - 3.3)) < -14", "tan(time/10 [s] - 0.3) > 1e6",
                                "(time/1 [s] - 3.3)^(-3) > 1e18", "1/(time/1 [s] - 3.3)^2 > 1e12"})
    EXPECT_EQ(count(condition), 1) << condition;
}

TEST(ShortPulse, OfWhateverFormIsSeen) {
  // Each holds once, for 1e-5 s and less, in steps of seconds.
  for (const char* condition :
       {"1/(1e-16 + (x - 2.5)^2) > 1e15", "1/cosh((x - 3.1)/1e-6) > 0.5", "(x - 3.1)^4 < 1e-5^4",
        "(x - 3.1)^6 < 1e-5^6", "norm([x - 1, y - 1]) < 1e-8", "hypot(x - 2, y - 2) < 1e-8",
        "max(sqrt(x - 50), 2*exp(-((x - 3.3)*2e5)^2)) > 1", "lookup(t, x) > 0.5"})
    EXPECT_EQ(count(condition), 1) << condition;
}

TEST(ShortPulse, AmongAThousandNearMissesIsSeen) {
  // sin x + cos x comes up to 1.41421 in every period.
  const Results r = test::run(R"yaml(parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 1}}
    discrete: {n: {initial: 0}}
    when: [{condition: "sin(x) + cos(x) + 2*exp(-((x - 4330)*100)^2) > 1.4143", reset: {n: n + 1}}]
simulate: {until: 6000 s}
)yaml",
                              {"p.n"});
  EXPECT_EQ(r.values("p.n").back(), 1);
}

// What has just switched lies on zero, on either side by rounding error.
TEST(Threshold, OfAnEnergyIsCrossedOnce) {
  // An oscillator whose energy falls by 1e-6 of itself a second.
  for (const char* solver : {"dopri5", "cvode", "ida"}) {
    const Results r =
        test::run(std::string("simulate: {until: 100 s, tolerance: 1e-10, solver: ") + solver +
                      R"yaml(}
parts:
  p:
    type: Equations
    states: {x: {initial: 1, der: v}, v: {initial: 0, der: "-x - 1e-6*v"}}
    discrete: {n: {initial: 0}}
    when: [{condition: "x^2 + v^2 < 0.99995", reset: {n: n + 1}}]
)yaml",
                  {"p.n"});
    EXPECT_EQ(r.values("p.n").back(), 1) << solver;
  }
}

TEST(ShortPulse, IsSeenBesideComparisonsThatNothingDecides) {
  const Results r = test::run(R"yaml(
parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 1}, y: {initial: 0.001, der: 1}}
    discrete: {n: {initial: 0}, m: {initial: 0}}
    when:
      - {condition: "x > y", reset: {m: m + 1}}
      - {condition: "atan2(y - 1, x) > 3", reset: {m: m + 1}}
      - {condition: "sin(6*time)*cos(6*time) > 0.55", reset: {m: m + 1}}
      - {condition: "abs(time - 777.7) < 0.0005", reset: {n: n + 1}}
simulate: {until: 1000 s}
)yaml",
                              {"p.n", "p.m"});
  EXPECT_EQ(r.values("p.n").back(), 1);
  EXPECT_EQ(r.values("p.m").back(), 0);
}

TEST(Undefined, ConditionsThatCannotFireAtTheStartAreNoErrors) {
  // sin(t)/t is none at 0, and becomes negative at π and 3π.
  const Results r = test::run(R"yaml(
parts:
  p: {type: Equations, discrete: {n: {initial: 0}}, when: [{condition: "sin(1 [rad/s]*time)/time < 0", reset: {n: n + 1}}]}
simulate: {until: 10 s}
)yaml",
                              {"p.n"});
  EXPECT_EQ(r.values("p.n").back(), 2);
}

TEST(Undefined, ForAWhileWithinAStepEndsTheRunThere) {
  // Between 140 and 600 the root is none; x > 150 comes later.
  const std::string text = R"yaml(parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 1}}
    discrete: {y: {initial: 0}}
    when:
      - {condition: "x > 150", reset: {y: x}}
      - {condition: "sqrt((x - 140)*(x - 600)) > 1e9", reset: {y: 1}}
simulate: {until: 5000 s}
)yaml";
  try {
    test::run(text, {"p.y"});
    ADD_FAILURE() << "nothing can be said of the second condition";
  } catch (const RunError& error) {
    EXPECT_NEAR(error.data().time, 140, 1e-9);
  }
}

TEST(Undefined, ByARoundingIsNone) {
  // At its top the sine is 1 but for rounding; the arc cosine of slightly more does not exist.
  const Results r = test::run(R"yaml(parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 1}}
    discrete: {n: {initial: 0}}
    when:
      - {condition: "acos(sin(x)*(1 + 4e-16)) > 1", reset: {n: n + 1}}
simulate: {until: 10 s}
)yaml",
                              {"p.n"});
  // |x - pi/2| > 1 begins at 2.57 and 8.85.
  EXPECT_EQ(r.values("p.n").back(), 2);
}

TEST(Resets, OfOneInstantMustAgree) {
  const auto text = [](const char* second) {
    return std::string(R"yaml(parts:
  p:
    type: Equations
    states: {x: {initial: 0, der: 0}}
    when:
      - {condition: "time >= 1", reset: {x: 5}}
      - {condition: "time >= 1", reset: {x: )yaml") +
           second + "}}\nsimulate: {until: 2 s}\n";
  };
  EXPECT_EQ(test::run(text("5"), {"p.x"}).values("p.x").back(), 5);
  EXPECT_THROW(test::run(text("7"), {"p.x"}), RunError);
}

TEST(Start, OfSampledPartsSeesDelayedDiscreteStates) {
  // c + x = 5 + 1 has always been so.
  const Results r = test::run(R"yaml(parts:
  p: {type: Equations, states: {x: {initial: 1, der: 0}}, discrete: {c: {initial: 5}}}
  d: {type: Delay, input: p.c + p.x, time: 0.25 s}
  h: {type: Hold, input: d.output, sample: 1 Hz}
  e: {type: Equations, states: {y: {initial: 0, der: 0}}, when: [{condition: "d.output < 3", reset: {y: 1}}]}
simulate: {until: 2 s, interval: 0.5 s, assert: ["d.output > 4"]}
)yaml",
                              {"h.output", "e.y"});
  EXPECT_EQ(r.values("h.output").front(), 6);
  EXPECT_EQ(r.values("h.output").back(), 6);
  EXPECT_EQ(r.values("e.y").back(), 0);
}

}  // namespace
}  // namespace holon
