// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/pid.h"

#include "holon/signals/parts/integrator.h"
#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(PID, ContinuousAnswersARampAsOnPaper) {
  // e = t: kp t + ki t²/2 + kd (1 - exp(-t/Tf)).
  constexpr double kp = 2, ki = 0.5, kd = 0.3, tf = 0.2;
  Model model;
  model.add<PID>("c", {.input = model.time(), .kp = kp, .ki = ki, .kd = kd, .filter = tf});
  const Results r = run(model, 2, {"c.output"}, 0.1);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    const double exact = kp * t + ki * t * t / 2 + kd * (1 - std::exp(-t / tf));
    EXPECT_NEAR(r.values("c.output")[k], exact, kGlobal) << t;
  }
}

TEST(PID, SampledAnswersARampAsOnPaper) {
  // e[k] = k T: kp e + ki T² k (k - 1)/2 + kd from the second tick on.
  constexpr double kp = 2, ki = 0.5, kd = 0.3, period = 0.02;
  Model model;
  model.add<PID>("c", {.input = model.time(), .kp = kp, .ki = ki, .kd = kd, .sample = period});
  const Results r = run(model, 2, {"c.output"}, period);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double n = static_cast<double>(k);
    const double exact =
        kp * n * period + ki * period * period * n * (n - 1) / 2 + (k > 0 ? kd : 0.0);
    EXPECT_NEAR(r.values("c.output")[k], exact, kRounding) << k;
  }
}

/// x' = u within ±1 from x = 0 to the setpoint 5: at full speed for some time.
double overshoot(double tracking_time) {
  Model model;
  model.add<PID>("c", {.setpoint = 5.0 + 0.0 * model.time(),
                       .measurement = model.output("x.output"),
                       .kp = 1.0,
                       .ki = 0.5,
                       .limits = {-1.0, 1.0},
                       .tracking_time = tracking_time});
  model.add<signals::Integrator>("x", {.input = model.output("c.output")});
  const Results r = run(model, 60, {"x.output", "c.output"}, 0.05);
  for (const double u : r.values("c.output")) EXPECT_LE(std::abs(u), 1 + kRounding);
  EXPECT_NEAR(r.values("x.output").back(), 5, 1e-5);  // exp(-60/4)
  double most = 0;
  for (const double x : r.values("x.output")) most = std::max(most, x);
  return most - 5;
}

TEST(PID, DoesNotWindUpAtItsLimits) { EXPECT_LT(overshoot(0.5), 0.4 * overshoot(1e3)); }

TEST(PID, NeedsAnErrorOrAPair) {
  Model model;
  model.add<PID>("c", {.setpoint = 1.0});
  EXPECT_NE(errors_of(model).find("needs an 'input'"), std::string::npos);
}

TEST(PID, FiltersADerivativeOfTheOtherSign) {
  // e = sin t, u = e + kd (e − f)/T, T f' = e − f with f(0) = 0 and T = |kd/kp|/10.
  Model model;
  model.add<PID>("pid", {.input = sin(model.time()), .kp = 1.0, .kd = -1.0});
  const Results r = run(model, 3, {"pid.output"}, 0.25);
  constexpr double T = 0.1, kd = -1;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    const double rate = (std::cos(t) + T * std::sin(t) - std::exp(-t / T)) / (1 + T * T);
    // The error of f, times |kd|/T.
    EXPECT_NEAR(r.values("pid.output")[k], std::sin(t) + kd * rate, 10 * kGlobal) << t;
  }
}

}  // namespace
}  // namespace holon
