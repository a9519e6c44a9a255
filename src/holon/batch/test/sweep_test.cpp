// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Studies: samples by number, results with the same bits whatever the threads and interruptions.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "holon/base/errors.h"
#include "holon/batch/sweep.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

// x' = -k x, x(0) = a: final a exp(−k T), the integral a (1 − exp(−k T))/k.
const char* const kDecay = R"(holon: 1
parameters: {k: 2 1/s, a: 3}
parts:
  eq: {type: Equations, states: {x: {initial: a, der: -k*x}}}
  n: {type: Noise, deviation: 1, sample: 100 ms}
simulate: {until: 1 s, interval: 10 ms, tolerance: 1e-10}
study:
  kind: monte_carlo
  samples: 40
  seed: 5
  vary: {k: {uniform: [1 1/s, 3 1/s]}, a: {normal: [3, 0.5]}}
  record: {end: final(eq.x), most: max(abs(eq.x)), area: integral(eq.x), root: rms(eq.x), noise: final(n.output)}
)";

struct Study {
  Model model;
  System system;
  std::vector<int> parameters;
};

Study read_study(const std::string& text, const std::vector<std::string>& names) {
  LoadOptions options;
  for (const std::string& name : names) options.opened.push_back({name, {}, true});
  Diagnostics diagnostics;
  Study study;
  study.model = load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  study.system = make_system(study.model);
  for (const std::string& name : names)
    for (std::size_t k = 0; k < study.system.parameters.size(); ++k)
      if (study.system.parameters[k].name == name) study.parameters.push_back(static_cast<int>(k));
  return study;
}

SweepResults run(const Study& study, const SweepOptions& options = {},
                 SweepObserver* observer = nullptr) {
  return run_sweep(study.system, study.model.simulate, *study.model.study, study.parameters,
                   options, observer);
}

void expect_same_bits(const SweepResults& a, const SweepResults& b) {
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t k = 0; k < a.samples.size(); ++k) {
    const SampleResult &x = a.samples[k], &y = b.samples[k];
    EXPECT_EQ(x.number, y.number);
    EXPECT_EQ(x.seed, y.seed);
    ASSERT_EQ(x.recorded.size(), y.recorded.size());
    for (std::size_t i = 0; i < x.recorded.size(); ++i)
      EXPECT_EQ(std::bit_cast<std::uint64_t>(x.recorded[i]),
                std::bit_cast<std::uint64_t>(y.recorded[i]));
    EXPECT_EQ(x.varied, y.varied);
  }
}

TEST(Sweep, SamplesAreRunsOfTheModelWithTheirValues) {
  const Study study = read_study(kDecay, {"k", "a"});
  const SweepResults results = run(study);
  ASSERT_EQ(results.samples.size(), 40U);
  double mean = 0;
  for (const SampleResult& s : results.samples) {
    EXPECT_EQ(s.status, SampleResult::Status::done);
    const double k = s.varied[0], a = s.varied[1], e = std::exp(-k);
    EXPECT_GE(k, 1);
    EXPECT_LE(k, 3);
    mean += a / 40;
    EXPECT_NEAR(s.recorded[0], a * e, 1e-9);
    EXPECT_EQ(s.recorded[1], a);
    // Trapezes of 10 ms: h²/12 (x'(0) − x'(T)).
    EXPECT_NEAR(s.recorded[2], a * (1 - e) / k, 1e-4 / 12 * a * k * 1.1);
    EXPECT_NEAR(s.recorded[3], a * std::sqrt((1 - e * e) / (2 * k)), 1e-4 * a);
  }
  EXPECT_NEAR(mean, 3, 4 * 0.5 / std::sqrt(40));
  // Noise differs from sample to sample.
  EXPECT_NE(results.samples[0].recorded[4], results.samples[1].recorded[4]);
}

TEST(Sweep, HasTheSameBitsWithAnyNumberOfThreads) {
  const Study study = read_study(kDecay, {"k", "a"});
  SweepOptions one, three;
  one.threads = 1;
  three.threads = 3;
  expect_same_bits(run(study, one), run(study, three));
}

// The filter's model and the true values that its errors refer to follow what varies: the friction
// that it estimates under another name, and the mass, which it knows.
constexpr const char* kObservedPendulum = R"(holon: 1
units: strict
parameters: {m: 1 kg, friction: 0.1 N m s/rad}
parts:
  bob: {type: RigidBody, mass: m, inertia: {rod: {length: 1 m, axis: z}}, center_of_mass: [0, 0, -0.5 m]}
  pin: {type: Revolute, between: [world, bob], axis: y, damping: friction, initial: {angle: 1 rad}}
  hold: {type: Hold, input: pin.angle, sample: 50 Hz}
  nav:
    type: KalmanFilter
    model: machine
    sample: 50 Hz
    measurements: {z: {measured: hold.output, predicted: pin.angle, sigma: 1 mrad}}
    estimate: [pin.damping]
    initial:
      pin.angle: {sigma: 10 mrad}
      pin.rate: {sigma: 0.1 rad/s}
      pin.damping: {mean: 0.1 N m s/rad, sigma: 0.05 N m s/rad}
simulate: {until: 4 s, interval: 20 ms, tolerance: 1e-9}
study:
  kind: monte_carlo
  samples: 8
  vary:
    friction: {uniform: [0.05 N m s/rad, 0.15 N m s/rad]}
    m: {uniform: [0.8 kg, 1.2 kg]}
  record:
    estimate: final(nav.estimate.pin.damping)
    error: final(nav.error.pin.damping)
    sigma: final(nav.sigma.pin.damping)
    nees: max(nav.nees)
)";

TEST(Sweep, FiltersHaveTheMachineOfTheSampleWithAnyNumberOfThreads) {
  const Study study = read_study(kObservedPendulum, {"friction", "m"});
  SweepOptions one, four;
  one.threads = 1;
  four.threads = 4;
  const SweepResults results = run(study, one);
  expect_same_bits(results, run(study, four));
  ASSERT_EQ(results.samples.size(), 8U);
  for (const SampleResult& s : results.samples) {
    ASSERT_EQ(s.status, SampleResult::Status::done) << s.message;
    EXPECT_NEAR(s.recorded[1], s.recorded[0] - s.varied[0], 1e-15);
    // The measurements have no errors, so that what remains is that of the linearisation: with the
    // mass of another sample (20 %) it would be 20 % of the friction.
    EXPECT_LT(std::abs(s.recorded[1]), 0.002);
    EXPECT_LT(s.recorded[3], 7.8);  // 95 % of chi-square with 3 degrees of freedom
  }
}

class StopAfter final : public SweepObserver {
 public:
  explicit StopAfter(std::int64_t most) : most_(most) {}
  bool go_on(std::int64_t done, std::int64_t, std::int64_t) override { return done < most_; }

 private:
  std::int64_t most_;
};

TEST(Sweep, ContinuesFromItsJournalEvenWhereTheLastFrameWasCutOff) {
  const Study study = read_study(kDecay, {"k", "a"});
  const SweepResults whole = run(study);
  const fs::path journal = fs::path(testing::TempDir()) / "sweep_test.journal";
  fs::remove(journal);
  SweepOptions options;
  options.journal = journal;
  options.digest = "one";
  options.threads = 2;
  StopAfter stop(17);
  const SweepResults part = run(study, options, &stop);
  EXPECT_TRUE(part.interrupted);
  EXPECT_GE(part.samples.size(), 17U);
  EXPECT_LT(part.samples.size(), 20U);
  EXPECT_EQ(count_journal(journal, "one"), static_cast<std::int64_t>(part.samples.size()));
  EXPECT_EQ(count_journal(journal, "another"), 0);
  fs::resize_file(journal, fs::file_size(journal) - 5);  // as a kill in the middle of a write
  const SweepResults rest = run(study, options);
  EXPECT_FALSE(rest.interrupted);
  EXPECT_EQ(rest.continued, static_cast<std::int64_t>(part.samples.size()) - 1);
  expect_same_bits(whole, rest);
  EXPECT_EQ(count_journal(journal, "one"), 40);
  fs::remove(journal);
}

TEST(Sweep, CollectsTheErrorsOfSingleSamples) {
  std::string text = kDecay;
  text.replace(text.find("tolerance: 1e-10"), 16, "assert: eq.x < 3.2");
  const Study study = read_study(text, {"k", "a"});
  const SweepResults results = run(study);
  std::size_t failed = 0;
  for (const SampleResult& s : results.samples) {
    const bool is_large = s.varied[1] >= 3.2;
    EXPECT_EQ(s.status == SampleResult::Status::failed, is_large);
    if (!is_large) continue;
    ++failed;
    EXPECT_NE(s.message.find("eq.x < 3.2"), std::string::npos) << s.message;
    EXPECT_TRUE(std::isnan(s.recorded[0]));
  }
  EXPECT_GT(failed, 5U);
  EXPECT_LT(failed, 25U);
}

const char* const kGrid = R"(holon: 1
parameters: {k: 2 1/s, a: 3}
parts:
  eq: {type: Equations, states: {x: {initial: a, der: -k*x}}}
simulate: {until: 1 s}
study:
  kind: grid
  vary: {k: {values: [1 1/s, 2 1/s]}, a: {range: [0, 1], points: 5}}
  record: {end: final(eq.x), half: final(eq.x)/2, rate: "min(eq.x) * 4 [1/s]"}
)";

TEST(Sweep, AGridHasAllCombinations) {
  const Study study = read_study(kGrid, {"k", "a"});
  const SweepResults results = run(study);
  ASSERT_EQ(results.samples.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    const SampleResult& s = results.samples[static_cast<std::size_t>(i)];
    EXPECT_EQ(s.varied[0], i < 5 ? 1 : 2);
    EXPECT_NEAR(s.varied[1], 0.25 * (i % 5), 1e-16);
    EXPECT_NEAR(s.recorded[0], s.varied[1] * std::exp(-s.varied[0]), 1e-7);
    // Factors of powers of two leave no rounding error.
    EXPECT_EQ(s.recorded[1], s.recorded[0] / 2);
    EXPECT_EQ(s.recorded[2], s.recorded[0] * 4);
  }
}

std::string find_errors(const std::string& study) {
  Diagnostics diagnostics;
  std::string text = kGrid;
  text = text.substr(0, text.find("study:")) + "study: " + study + "\n";
  load_model_text(text, builtin_catalogue(), {}, diagnostics);
  std::string messages;
  for (const Diagnostic& d : diagnostics.all())
    messages += d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
  return messages;
}

TEST(Study, ErrorsNameWhatIsWrong) {
  EXPECT_EQ(find_errors("{kind: grid, vary: {k: {values: [1 1/s]}}, record: {e: eq.x}}"),
            "'eq.x' does not reduce a run to a number; write one of 'max', 'min', "
            "'final', 'initial', 'mean', 'rms' and 'integral' with a formula in brackets, such as "
            "max(abs(pin.angle))\n");
  for (const char* text : {"final(eq.x)/-2", "final(eq.x) + 1", "final(eq.x)/(2)", "2*final(eq.x)"})
    EXPECT_NE(find_errors(std::string("{kind: grid, vary: {k: {values: [1 1/s]}}, record: {e: \"") +
                          text + "\"}}")
                  .find("does not reduce a run to a number"),
              std::string::npos)
        << text;
  EXPECT_EQ(find_errors("{kind: grid, vary: {kk: {values: [1]}}, record: {e: final(eq.x)}}"),
            "there is no value 'kk' to vary; name a parameter or a part's value, as --set does\n");
  EXPECT_EQ(find_errors("{kind: grid, vary: {k: {normal: [1, 2]}}, record: {e: final(eq.x)}}"),
            "a grid has no distribution 'normal'; write values: […] or range: [from, to], points: "
            "n\n");
  EXPECT_EQ(
      find_errors("{kind: monte_carlo, vary: {a: {normal: [1, 2]}}, record: {e: final(eq.x)}}"),
      "'samples' is missing: the number of runs\n");
  EXPECT_EQ(find_errors("{kind: sobol, vary: {a: {values: [1]}}, record: {e: final(eq.x)}}"),
            "'samples' is missing: the number of base samples, of n + 2 runs each\n");
  EXPECT_EQ(find_errors("{kind: sobbol, samples: 8, vary: {a: {values: [1]}}, record: {e: "
                        "final(eq.x)}}"),
            "there is no kind of study 'sobbol'; did you mean 'sobol'?\n");
  EXPECT_EQ(
      find_errors("{kind: grid, vary: {a: {values: [1]}}, record: {e: \"max(eq.x, 1)\"}}"),
      "'max' is taken over time here and has one argument; for the larger of two signals at each "
      "time write max(max(a, b))\n");
  EXPECT_EQ(find_errors("{kind: grid, vary: {a: {range: [1, 2]}}, record: {e: final(eq.y)}}")
                .substr(0, 60),
            "'points' is missing: the number of values in the range\n'eq' ");
}

// Of each kind the same bits with any number of threads, and after an interruption.
class SweepKinds : public ::testing::TestWithParam<const char*> {};

TEST_P(SweepKinds, HaveTheSameBitsWithThreadsAndAfterInterruptions) {
  std::string text = kDecay;
  text.replace(text.find("monte_carlo"), 11, GetParam());
  text.replace(text.find("samples: 40"), 11, "samples: 6");
  const Study study = read_study(text, {"k", "a"});
  SweepOptions one, three;
  one.threads = 1;
  three.threads = 3;
  const SweepResults whole = run(study, one);
  EXPECT_EQ(static_cast<std::int64_t>(whole.samples.size()),
            SamplePlan(*study.model.study).count());
  expect_same_bits(whole, run(study, three));
  three.journal =
      fs::path(::testing::TempDir()) / (std::string("kinds_") + GetParam() + ".journal");
  fs::remove(three.journal);
  StopAfter stop(4);
  const SweepResults part = run(study, three, &stop);
  EXPECT_TRUE(part.interrupted);
  const SweepResults rest = run(study, three);
  EXPECT_GE(rest.continued, 4);
  expect_same_bits(whole, rest);
}

INSTANTIATE_TEST_SUITE_P(All, SweepKinds,
                         ::testing::Values("monte_carlo", "latin_hypercube", "sobol", "morris"),
                         [](const auto& info) { return std::string(info.param); });

// A sawtooth of slope 1 from 0.2 up to `top`; its jumps are between rows, or at them.
TEST(Sweep, ReductionsHaveTheJumpsOfEvents) {
  for (const double top : {0.85, 0.9}) {
    const double length = top - 0.2;
    const Study study = read_study(R"(holon: 1
parameters: {d: 1, top: )" + std::to_string(top) +
                                       R"(}
parts:
  e: {type: Equations, states: {x: {initial: 0.2, der: "1 [1/s]"}, y: {initial: 1, der: "-d*y/1 [s]"}}, when: [{condition: "x > top", reset: {x: 0.2}}]}
simulate: {until: 2 s, interval: 0.1 s}
study:
  kind: monte_carlo
  samples: 1
  vary: {d: {uniform: [1, 2]}}
  record: {mean: mean(e.x), area: integral(e.x), root: rms(e.x), most: max(e.x), least: min(e.x)}
)",
                                   {"d"});
    const SweepResults found = run(study);
    ASSERT_EQ(found.samples.size(), 1U);
    const std::vector<double>& r = found.samples[0].recorded;
    const double rest = 2 - std::floor(2 / length) * length, end = 0.2 + rest;
    const double area = std::floor(2 / length) * length * (0.2 + top) / 2 + rest * (0.2 + end) / 2;
    const double squares = std::floor(2 / length) * (std::pow(top, 3) - std::pow(0.2, 3)) / 3 +
                           (std::pow(end, 3) - std::pow(0.2, 3)) / 3;
    // Events are located to a billionth of a step.
    EXPECT_NEAR(r[0], area / 2, 1e-8);
    EXPECT_NEAR(r[1], area, 1e-8);
    EXPECT_NEAR(r[2], std::sqrt(squares / 2), 1e-8);
    EXPECT_NEAR(r[3], top, 1e-8);
    EXPECT_NEAR(r[4], 0.2, 1e-8);
  }
}

TEST(Sweep, ValuesInUnitsOfTheirUserVaryInThem) {
  const Study study = read_study(R"(holon: 1
parts:
  e: {type: Equations, states: {x: {unit: m, initial: 1 m, der: "-x/1 [s]"}}}
  ctl: {type: PID, input: "0.1 [m] - e.x", kp: 20 N/m}
simulate: {until: 1 s}
)",
                                 {"ctl.kp"});
  ASSERT_EQ(study.parameters.size(), 1U);
  EXPECT_EQ(study.system.parameters[static_cast<std::size_t>(study.parameters[0])].dimension,
            dimensions::kForce / dimensions::kLength);
}

}  // namespace
}  // namespace holon
