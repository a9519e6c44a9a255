// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Examples in which something sticks, switches or ticks, against closed forms or against programs
// that share nothing with the library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "example.h"
#include "model_text.h"

namespace holon {
namespace {

using test::Example;
using test::Real;
using test::RealVector;

/// Rows of every step instead of those at equal intervals.
void every_step(SimulateSettings& s) { s.interval.reset(); }

// --- stick_slip ----------------------------------------------------------------------------------

/// A block of 1 kg on a belt, held by a spring: sticks or slides, and changes where it must.
struct BeltReference {
  const Real speed = 0.1L, stiffness = 40, coulomb = 2, most = 4, stribeck = 0.1L;
  bool sticks = true;
  Real t = 0;
  RealVector x{0, speed};                // place, speed
  std::vector<Real> stuck, broken_away;  // when it has

  RealVector rhs(const RealVector& y) const {
    const Real slip = (y[1] - speed) / stribeck;  // always backwards
    return {y[1], -stiffness * y[0] + coulomb + (most - coulomb) * std::exp(-slip * slip)};
  }
  RealVector slide(Real h) const {
    return test::extrapolated_step([&](Real, const RealVector& y) { return rhs(y); }, t, x, h);
  }
  /// On to `end`, which is a few milliseconds away at most.
  void go(Real end) {
    while (t < end) {
      if (sticks) {
        const Real breaks = since_ + (most / stiffness - place_) / speed;
        sticks = breaks > end;
        t = std::min(end, breaks);
        x = {place_ + speed * (t - since_), speed};
        if (!sticks) broken_away.push_back(t);
        continue;
      }
      Real h = end - t;
      const bool has_left = x[1] < speed - 1e-6L;
      if (has_left && slide(h)[1] > speed) {
        Real low = 0, high = h;
        while (high - low > 1e-18L) {
          h = (low + high) / 2;
          if (h <= low || h >= high) break;
          (slide(h)[1] > speed ? high : low) = h;
        }
        h = high;
        sticks = true;
      }
      x = slide(h);
      t += h;
      if (!sticks) continue;
      stuck.push_back(t);
      since_ = t;
      place_ = x[0];
    }
  }

 private:
  Real since_ = 0, place_ = 0;  // when and where it has stuck last
};

TEST(EventExamples, StickSlipFollowsItsPhases) {
  const Example e("stick_slip");
  BeltReference belt;
  std::vector<RealVector> rows;
  std::vector<bool> sticks;
  for (const double t : e.times()) {
    belt.go(t);
    rows.push_back(belt.x);
    sticks.push_back(belt.sticks);
  }
  // A joint counts as stopped at a millionth of `stribeck`: 1e-7 m/s of some 0.4.
  constexpr double kStopping = 1e-7;
  e.expect_near("block.position.x", [&](std::size_t k) { return rows[k][0]; });
  e.expect_near(
      "block.velocity.x", [&](std::size_t k) { return rows[k][1]; }, kStopping);
  for (std::size_t k = 0; k < e.size(); ++k) {
    const Real pull = 40 * rows[k][0];
    const Real friction = sticks[k] ? pull : belt.rhs(rows[k])[1] + pull;
    EXPECT_NEAR(e["contact.friction_force"][k], static_cast<double>(friction), 1e-6);
    EXPECT_LE(std::abs(e["contact.speed"][k]), sticks[k] ? 1e-15 : 1.0) << e.times()[k];
    // What the belt gives is what friction takes and what block and spring have; each time that the
    // block sticks, the belt's speed times those 1e-7 m/s are taken away.
    EXPECT_NEAR(e["given.output"][k],
                e["system.energy.dissipated"][k] + e["system.energy.total"][k] -
                    e["system.energy.total"][0],
                10 * 0.1 * kStopping);
  }
}

TEST(EventExamples, StickSlipHasItsPeriodAndItsTimeOfSticking) {
  const Example e("stick_slip", {}, every_step);
  BeltReference belt;
  for (int k = 1; k <= 12000; ++k) belt.go(k * 1e-3L);
  std::vector<double> stuck, broken_away;
  const auto& slip = e["contact.speed"];
  for (std::size_t k = 1; k < e.size(); ++k) {
    const bool is_event = e.times()[k] == e.times()[k - 1];
    if (!is_event) continue;
    const bool sticks_now = k + 1 < e.size() && std::abs(slip[k + 1]) < 1e-12;
    (sticks_now ? stuck : broken_away).push_back(e.times()[k]);
  }
  ASSERT_EQ(stuck.size(), belt.stuck.size());
  ASSERT_EQ(broken_away.size(), belt.broken_away.size());
  ASSERT_GT(stuck.size(), 4u);
  // Where it sticks it is decelerated relative to the belt by 2 m/s² and more, which makes of
  // 1e-7 m/s some 5e-8 s.
  constexpr double kInstant = 1e-7;
  for (std::size_t k = 0; k < stuck.size(); ++k)
    EXPECT_NEAR(stuck[k], static_cast<double>(belt.stuck[k]), kInstant);
  for (std::size_t k = 0; k < broken_away.size(); ++k)
    EXPECT_NEAR(broken_away[k], static_cast<double>(belt.broken_away[k]), kInstant);
  // One slip is as the other, and begins where the spring pulls with the static friction.
  const double period = broken_away[2] - broken_away[1];
  EXPECT_NEAR(broken_away[3] - broken_away[2], period, 1e-8);
}

// --- thermostat ----------------------------------------------------------------------------------

TEST(EventExamples, ThermostatSwitchesWhereTheExponentialsSay) {
  // The tolerance is one of a temperature of 300 K, whose rate is 0.01 K/s: switching times to
  // 1e-10 take more of it than the example's own.
  const auto exactly = [](SimulateSettings& s) {
    s.interval.reset();
    s.tolerance = 1e-13;
  };
  const Example e("thermostat", {}, exactly);
  // Temperatures above the outside, time constant, and what the heater would come to.
  const double tau = 90e3 / 50, heated = 2000.0 / 50, warm = 20, cold = 18;
  std::vector<double> expected{tau * std::log((heated - 13) / (heated - warm))};
  while (expected.back() < 7200) {
    const bool cools = expected.size() % 2 == 1;
    expected.push_back(expected.back() + tau * (cools
                                                    ? std::log(warm / cold)
                                                    : std::log((heated - cold) / (heated - warm))));
  }
  expected.pop_back();
  std::vector<double> found, of_twin;
  for (std::size_t k = 1; k < e.size(); ++k) {
    if (e["thermostat.on_off"][k] != e["thermostat.on_off"][k - 1]) found.push_back(e.times()[k]);
    if (e["twin.heating"][k] != e["twin.heating"][k - 1]) of_twin.push_back(e.times()[k]);
  }
  ASSERT_EQ(found.size(), expected.size());
  ASSERT_EQ(of_twin.size(), expected.size());
  EXPECT_EQ(e["twin.switched"].back(), static_cast<double>(expected.size()));
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found[k], expected[k], 1e-10 * expected[k]);
    EXPECT_NEAR(of_twin[k], expected[k], 1e-10 * expected[k]);
  }
}

// --- pid_crane -----------------------------------------------------------------------------------

/// The crane of the example: its motion between ticks by Lagrange's equations, its controllers as
/// the difference equations of docs/parts/PID.md and RateLimiter.md.
struct Crane {
  const Real M = 120, m = 300, L = 5, J = 300 * 0.64L / 6, g = 9.80665L, damping = 40, T = 0.02L;
  RealVector x{0, 8 * M_PIl / 180, 0, 0};  // place, swing, their rates
  Real encoder = 0, place = 0, damper = 0, force = 0;

  RealVector rhs(const RealVector& y) const {
    const Real s = std::sin(y[1]), c = std::cos(y[1]);
    const Real a = force - damping * y[2] + m * L * s * y[3] * y[3], b = -m * g * L * s;
    const Real A = M + m, B = m * L * c, C = m * L * L + J, det = A * C - B * B;
    return {y[2], y[3], (C * a - B * b) / det, (A * b - B * a) / det};
  }
  static Real course(Real t) {
    const Real done = std::min(t / 12, Real(1));
    return 6 * done * done * done * (10 - 15 * done + 6 * done * done);
  }
  void tick(Real t) {
    const Real most = 700, filter = 0.01L;
    encoder = 1e-4L * std::floor(x[0] / 1e-4L + 0.5L);
    const Real e = course(t) - encoder;
    part_ = (filter * part_ + 1100 * (e - error_)) / (filter + T);
    error_ = e;
    const Real asked = 700 * e + part_ + sum_;
    place = std::clamp(asked, -most, most);
    sum_ += T * (10 * e + (place - asked) / 70);
    damper_part_ = (filter * damper_part_ - 2300 * (x[1] - swing_)) / (filter + T);
    swing_ = x[1];
    damper = 1200 * x[1] + damper_part_;
    const Real demand = std::clamp(place + damper, -most, most);
    force += std::clamp(demand - force, -8000 * T, 8000 * T);
  }
  void move(Real t) {
    x = test::extrapolated_step([&](Real, const RealVector& y) { return rhs(y); }, t, x, T);
  }

 private:
  Real error_ = 0, part_ = 0, sum_ = 0, swing_ = 8 * M_PIl / 180, damper_part_ = 0;
};

TEST(EventExamples, CraneMovesAsItsDifferenceEquationsSay) {
  // Between two counts of the encoder the controllers see no difference, and errors grow by
  // themselves. So each period is held against the run on its own, from where the run has it.
  const Example e("pid_crane", {"swing.rate"});
  ASSERT_EQ(e.size(), 1251u);
  // Errors of forces: the derivative part sees those of the swing, times kd/(filter + T).
  constexpr double kMotion = 1e-10, kForce = 1e-9;
  Crane crane;
  for (std::size_t k = 0; k + 1 < e.size(); ++k) {
    ASSERT_EQ(e.times()[k], static_cast<double>(k) / 50);
    crane.x = {e["rail.position"][k], e["swing.angle"][k], e["rail.speed"][k], e["swing.rate"][k]};
    crane.tick(k * crane.T);
    EXPECT_NEAR(e["encoder.output"][k], static_cast<double>(crane.encoder), 1e-14) << k;
    EXPECT_NEAR(e["place.output"][k], static_cast<double>(crane.place), kForce) << k;
    EXPECT_NEAR(e["damper.output"][k], static_cast<double>(crane.damper), kForce) << k;
    EXPECT_NEAR(e["motor.output"][k], static_cast<double>(crane.force), kForce) << k;
    EXPECT_NEAR(e["course.place"][k], static_cast<double>(Crane::course(k * crane.T)), 1e-14);
    crane.move(k * crane.T);
    EXPECT_NEAR(e["rail.position"][k + 1], static_cast<double>(crane.x[0]), kMotion) << k;
    EXPECT_NEAR(e["swing.angle"][k + 1], static_cast<double>(crane.x[1]), kMotion) << k;
    EXPECT_NEAR(e["rail.speed"][k + 1], static_cast<double>(crane.x[2]), kMotion) << k;
    EXPECT_NEAR(e["swing.rate"][k + 1], static_cast<double>(crane.x[3]), kMotion) << k;
  }
}

TEST(EventExamples, CraneDampsTheSwing) {
  const Example e("pid_crane");
  double late = 0;
  for (std::size_t k = 0; k < e.size(); ++k)
    if (e.times()[k] > 18) late = std::max(late, std::abs(e["swing.angle"][k]));
  EXPECT_LT(late, 0.1 * M_PI / 180);  // of 8 degrees at the start
  EXPECT_NEAR(e["load.com.position.x"].back(), 6, 0.01);
  for (const double force : e["motor.output"]) EXPECT_LE(std::abs(force), 700);
}

// The row behind a jump of a prescribed speed has the new one, in absolute coordinates too.
TEST(Events, APrescribedSpeedJumpsInBothFormulations) {
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    const Results r = test::run(std::string(R"yaml(
parts:
  body: {type: PointMass, mass: 2 kg}
  swing: {type: PointMass, mass: 1 kg}
  spring: {type: Prismatic, between: [world, swing], axis: y, stiffness: 9 N/m, initial: {position: 0.1 m}}
  guide: {type: Prismatic, between: [world, body], axis: x, motion: "if(time < 1 [s], 0.5 [m/s]*time, 0.5 [m])"}
simulate: {until: 2 s, formulation: )yaml") +
                                    formulation + "}\n",
                                {"body.com.velocity.x", "body.com.position.x"});
    bool jumps = false;
    for (std::size_t k = 1; k < r.row_count(); ++k) {
      const double t = r.values("time")[k];
      const bool is_behind = t > 1 || (t == 1 && r.values("time")[k - 1] == 1);
      jumps |= is_behind && t == 1;
      EXPECT_NEAR(r.values("body.com.velocity.x")[k], is_behind ? 0 : 0.5, 1e-12) << formulation;
      EXPECT_NEAR(r.values("body.com.position.x")[k], std::min(0.5 * t, 0.5), 1e-12);
    }
    // Of `recursive` no state depends on the motion, so that its jump is no event.
    EXPECT_EQ(jumps, std::string(formulation) != "recursive");
  }
}

}  // namespace
}  // namespace holon
