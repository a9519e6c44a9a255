// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/solve/integrator.h"
#include "problems.h"

namespace holon {
namespace {

using namespace test;  // NOLINT: the problems of this folder

constexpr int kLanes = LaneIntegrator::kLanes;

struct Step {
  double time = 0;
  std::vector<double> state, middle;
};
struct Trace {
  std::vector<Step> steps;
  StepStatistics statistics;
  std::string failure;
};

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> out;
  for (double v : values) out.push_back(std::bit_cast<std::uint64_t>(v));
  return out;
}

void expect_same_bits(const Trace& a, const Trace& b, int lane) {
  ASSERT_EQ(a.steps.size(), b.steps.size()) << lane;
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    ASSERT_EQ(a.steps[i].time, b.steps[i].time) << lane << " " << i;
    ASSERT_EQ(bits(a.steps[i].state), bits(b.steps[i].state)) << lane << " " << i;
    ASSERT_EQ(bits(a.steps[i].middle), bits(b.steps[i].middle)) << lane << " " << i;
  }
  EXPECT_EQ(a.statistics.steps, b.statistics.steps);
  EXPECT_EQ(a.statistics.rejections, b.statistics.rejections);
  EXPECT_EQ(a.statistics.evaluations, b.statistics.evaluations);
  EXPECT_EQ(a.statistics.smallest_step, b.statistics.smallest_step);
  EXPECT_EQ(a.statistics.largest_step, b.statistics.largest_step);
  EXPECT_EQ(a.statistics.largest_drift, b.statistics.largest_drift);
  EXPECT_EQ(a.statistics.stiff_since, b.statistics.stiff_since);
  EXPECT_EQ(a.statistics.coarse_since, b.statistics.coarse_since);
  EXPECT_EQ(a.statistics.coarse_pace, b.statistics.coarse_pace);
  EXPECT_EQ(a.failure, b.failure);
}

struct Case {
  int size;
  Slope slope;
  std::function<double(double, double*)> projection;
  std::array<std::vector<double>, kLanes> start;
  std::array<double, kLanes> begin{}, end{};
};

TestRhs make_rhs(const Case& c, int lanes) {
  TestRhs rhs(c.size, c.slope, lanes);
  rhs.projection = c.projection;
  if (c.projection) rhs.chosen_groups = {{0, c.size, 1}};
  return rhs;
}

Trace run_alone(const Case& c, const char* method, const IntegratorOptions& options, int lane) {
  TestRhs rhs = make_rhs(c, 1);
  const auto integrator = make_integrator(method, rhs, options);
  Trace trace;
  try {
    integrator->start(c.begin[lane], c.start[lane].data());
    while (integrator->time() < c.end[lane]) {
      integrator->step(c.end[lane]);
      Step s{integrator->time(), std::vector<double>(c.size), std::vector<double>(c.size)};
      std::copy(integrator->state(), integrator->state() + c.size, s.state.begin());
      integrator->interpolate(0.5 * (integrator->previous_time() + s.time), s.middle.data());
      trace.steps.push_back(s);
    }
  } catch (const RunError& e) {
    trace.failure = e.what();
  }
  trace.statistics = integrator->statistics();
  return trace;
}

std::array<Trace, kLanes> run_together(const Case& c, const char* method,
                                       const IntegratorOptions& options, unsigned used) {
  TestRhs rhs = make_rhs(c, kLanes);
  const auto integrator = make_lane_integrator(method, rhs, options);
  std::vector<double> x(static_cast<std::size_t>(c.size * kLanes));
  for (int l = 0; l < kLanes; ++l)
    for (int i = 0; i < c.size; ++i) x[i * kLanes + l] = c.start[l][i];
  integrator->start(c.begin.data(), x.data(), used);
  std::array<Trace, kLanes> traces;
  for (bool going = true; going;) {
    const unsigned done = integrator->step(c.end.data(), 0xff);
    going = false;
    for (int l = 0; l < kLanes; ++l) {
      if ((done >> l) & 1u) {
        Step s{integrator->time(l), std::vector<double>(c.size), std::vector<double>(c.size)};
        integrator->state(l, s.state.data());
        integrator->interpolate(l, 0.5 * (integrator->previous_time(l) + s.time), s.middle.data());
        traces[l].steps.push_back(s);
      }
      going |=
          ((used >> l) & 1u) && integrator->failure(l).empty() && integrator->time(l) < c.end[l];
    }
  }
  for (int l = 0; l < kLanes; ++l) {
    traces[l].statistics = integrator->statistics(l);
    traces[l].failure = integrator->failure(l);
  }
  return traces;
}

void compare(const Case& c, const char* method, const IntegratorOptions& options) {
  const auto together = run_together(c, method, options, 0xff);
  for (int l = 0; l < kLanes; ++l)
    expect_same_bits(run_alone(c, method, options, l), together[l], l);
}

Case orbits() {
  Case c{.size = 4, .slope = kepler, .projection = {}, .start = {}};
  for (int l = 0; l < kLanes; ++l) {
    const auto x = kepler_start(0.1 * l);
    c.start[l].assign(x.begin(), x.end());
    c.begin[l] = 0.1 * l;
    c.end[l] = 3 + 2 * l;
  }
  return c;
}

TEST(Lanes, EachLaneOfDopri5HasTheBitsOfARunAlone) {
  compare(orbits(), "dopri5", {.tolerance = 1e-8});
  compare(orbits(), "dopri5", {.tolerance = 1e-5, .max_step = 0.3});
}

TEST(Lanes, EachLaneOfRk4HasTheBitsOfARunAlone) { compare(orbits(), "rk4", {.step = 0.03}); }

TEST(Lanes, ProjectionInOneLaneLeavesTheOthersAlone) {
  Case c{.size = 4, .slope = attitude, .projection = normalise, .start = {}};
  for (int l = 0; l < kLanes; ++l) {
    c.start[l] = {std::cos(0.3 * l), 0, std::sin(0.3 * l), 0};
    normalise(0, c.start[l].data());
    c.end[l] = 1 + l;
  }
  compare(c, "dopri5", {.tolerance = 1e-7});
  compare(c, "rk4", {.step = 0.1});
}

TEST(Lanes, AFailingLaneSaysWhyAndTheOthersGoOn) {
  // x' = x²: lane l blows up at 1/x0, lanes with x0 <= 0 never.
  Case c{.size = 1,
         .slope = [](double, const double* x, double* dx) { dx[0] = x[0] * x[0]; },
         .projection = {},
         .start = {}};
  for (int l = 0; l < kLanes; ++l) {
    c.start[l] = {l % 2 ? 1.0 / l : -1.0 * l};
    c.end[l] = 10;
  }
  compare(c, "dopri5", {.tolerance = 1e-8});
  const auto traces = run_together(c, "dopri5", {.tolerance = 1e-8}, 0xff);
  EXPECT_TRUE(traces[0].failure.empty());
  EXPECT_NE(traces[1].failure.find("x[0]"), std::string::npos);
  EXPECT_NEAR(traces[3].steps.back().time, 3, 1e-6);
  EXPECT_EQ(traces[2].steps.back().time, 10);
}

TEST(Lanes, AShortGroupLeavesItsOtherLanesAlone) {
  const Case c = orbits();
  const auto traces = run_together(c, "dopri5", {.tolerance = 1e-8}, 0x07);
  for (int l = 0; l < 3; ++l)
    expect_same_bits(run_alone(c, "dopri5", {.tolerance = 1e-8}, l), traces[l], l);
  for (int l = 3; l < kLanes; ++l) EXPECT_TRUE(traces[l].steps.empty());
}

}  // namespace
}  // namespace holon
