// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The transformers of models: steps against closed forms and runs, their Jacobians against
// differences, by every method of integration.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/catalogue/builtin.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/transition.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

System read_system(const std::string& text, const std::vector<std::string>& opened = {}) {
  LoadOptions options;
  for (const std::string& name : opened) options.opened.push_back({name, {}, true});
  Diagnostics diagnostics;
  const Model model =
      load_model_text("holon: 1\n" + text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  return make_system(model);
}

const char* const kOscillator = R"(
parameters: {w: 2 rad/s, d: 0.3 1/s}
parts:
  eq:
    type: Equations
    states: {x: {initial: 1, der: v}, v: {initial: 0.5 1/s, der: "-w^2/(1 [rad^2])*x - d*v"}}
)";

const char* const kPendulum = R"(
parts:
  link: {type: RigidBody, mass: 1 kg, inertia: [0.1, 0.1, 0.1], center_of_mass: [0.5, 0, 0]}
  pin: {type: Revolute, between: [world, link], axis: y, damping: 0.1, initial: {angle: 20 deg, rate: 1}}
)";

const char* const kTumbling = R"(
world: {gravity: [0, 0, 0]}
parts:
  craft: {type: RigidBody, mass: 1, inertia: [0.9, 2.0, 2.6], initial: {angular_velocity: [0.5, 2, -0.7]}}
)";

const char* const kTwoCrafts = R"(
world: {gravity: [0, 0, 0]}
parts:
  craft: {type: RigidBody, mass: 1, inertia: [0.9, 2.0, 2.6], initial: {angular_velocity: [0.5, 2, -0.7]}}
  other: {type: RigidBody, mass: 2, inertia: [1.1, 0.7, 0.8], initial: {angular_velocity: [-1, 0.3, 0.9], position: [3, 0, 0]}}
  line: {type: Spring, between: [craft, other], stiffness: 5, length: 1}
)";

const char* const kFourBar = R"(
parts:
  crank: {type: RigidBody, mass: 0.6, inertia: {rod: {length: 0.3, axis: x}}, center_of_mass: [0.15, 0, 0], frames: {tip: {at: [0.3, 0, 0]}}}
  coupler: {type: RigidBody, mass: 2, inertia: {rod: {length: 1, axis: x}}, center_of_mass: [0.5, 0, 0], frames: {tip: {at: [1, 0, 0]}}}
  rocker: {type: RigidBody, mass: 1.6, inertia: {rod: {length: 0.8, axis: x}}, center_of_mass: [0.4, 0, 0], frames: {tip: {at: [0.8, 0, 0]}}}
  base: {type: Frame, in: world, position: [0.9, 0, 0]}
  p1: {type: Revolute, between: [world, crank], axis: y, initial: {angle: -60 deg, rate: 5}}
  p2: {type: Revolute, between: [crank.tip, coupler], axis: y, guess: {angle: 40 deg}}
  p3: {type: Revolute, between: [base, rocker], axis: y, guess: {angle: -100 deg}}
  p4: {type: Revolute, between: [coupler.tip, rocker.tip], axis: y}
)";

/// The Jacobian in tangent coordinates by central differences; along a closed loop's tangents.
void expect_exact_jacobian(Transition& f, double h, double tolerance = 1e-6) {
  const VectorXd x = f.find_start();
  VectorXd next, plus, minus;
  MatrixXd F;
  f.advance(0, h, x, next, &F);
  const Manifold& m = f.manifold();
  constexpr double kStep = 1e-6;
  for (int j = 0; j < m.tangent_size(); ++j) {
    VectorXd a = m.retract(x, kStep * VectorXd::Unit(m.tangent_size(), j));
    VectorXd b = m.retract(x, -kStep * VectorXd::Unit(m.tangent_size(), j));
    VectorXd direction = VectorXd::Unit(m.tangent_size(), j);
    if (f.has_constraints()) {
      f.project(0, a), f.project(0, b);
      direction = (m.local(x, a) - m.local(x, b)) / (2 * kStep);
    }
    f.advance(0, h, a, plus, nullptr);
    f.advance(0, h, b, minus, nullptr);
    const VectorXd slope = (m.local(next, plus) - m.local(next, minus)) / (2 * kStep);
    EXPECT_LT((slope - F * direction).norm(), tolerance * (1 + slope.norm())) << m.tangent_name(j);
  }
}

TEST(Transition, JacobiansAreThoseOfDifferences) {
  for (const char* text : {kOscillator, kPendulum, kTumbling, kTwoCrafts, kFourBar}) {
    const System system = read_system(text);
    for (const TransitionStep::Method method :
         {TransitionStep::Method::rk4, TransitionStep::Method::rk3,
          TransitionStep::Method::implicit}) {
      Transition f = make_transition(system, {method, 2});
      expect_exact_jacobian(f, 0.05);
    }
  }
}

// x = exp(−d t/2) (cos ω t + …): to the methods' orders, and exactly.
TEST(Transition, StepsOfALinearModelAreItsClosedForm) {
  const System system = read_system(kOscillator);
  const double w = 2, d = 0.3, h = 0.1, omega = std::sqrt(w * w - d * d / 4);
  const double c = std::cos(omega * h), s = std::sin(omega * h) / omega, e = std::exp(-d * h / 2);
  const MatrixXd exact{{e * (c + d / 2 * s), e * s}, {-e * w * w * s, e * (c - d / 2 * s)}};
  // h⁵/120 with substeps of 0.01; h⁴ of order 3, also
  // explicit: ten times (w h)⁴/24
  const double expected[] = {1e-15, 1e-9, 1e-6, 1e-6};
  int at = 0;
  for (const TransitionStep::Method method :
       {TransitionStep::Method::exact, TransitionStep::Method::rk4,
        TransitionStep::Method::implicit, TransitionStep::Method::rk3}) {
    Transition f = make_transition(system, {method, 10});
    VectorXd x{{1, 0.5}}, next;
    MatrixXd F;
    f.advance(0, h, x, next, &F);
    EXPECT_LT((F - exact).norm(), 10 * expected[at]);
    EXPECT_LT((next - exact * x).norm(), 10 * expected[at]);
    EXPECT_TRUE(f.has_constant_rates());
    MatrixXd A;
    ASSERT_TRUE(f.find_rates(0, x, A));
    EXPECT_LT((A - MatrixXd{{0, 1}, {-w * w, -d}}).norm(), 1e-14);
    ++at;
  }
}

// One step of x' = A x is the exponential's series to h³; its error is of order h⁴.
TEST(Transition, Rk3IsOfOrderThree) {
  const System system = read_system(kOscillator);
  Transition f = make_transition(system, {TransitionStep::Method::rk3, 1});
  constexpr double h = 0.1;
  const VectorXd x{{1, 0.5}};
  VectorXd next;
  MatrixXd F, A;
  ASSERT_TRUE(f.find_rates(0, x, A));
  f.advance(0, h, x, next, &F);
  const MatrixXd square = A * A;
  const MatrixXd expected =
      MatrixXd::Identity(2, 2) + h * A + h * h / 2 * square + h * h * h / 6 * square * A;
  EXPECT_LT((F - expected).norm(), 1e-15);
  EXPECT_LT((next - expected * x).norm(), 1e-15);
  const System pendulum = read_system(kPendulum);
  Transition exact = make_transition(pendulum, {TransitionStep::Method::rk4, 100});
  const VectorXd start = exact.find_start();
  exact.advance(0, 1, start, next, nullptr);
  double last = 0;
  for (const int substeps : {8, 16}) {
    Transition swing = make_transition(pendulum, {TransitionStep::Method::rk3, substeps});
    VectorXd end;
    swing.advance(0, 1, start, end, nullptr);
    const double error = (end - next).norm();
    if (last > 0) EXPECT_NEAR(last / error, 8, 1.5);  // to the next order in h = 1/8
    last = error;
  }
}

// What a ramp gives between two samples goes into position and speed exactly: h²(f₀/3 + f₁/6).
TEST(Transition, Rk3TakesInALinearAccelerationExactly) {
  const System system = read_system(R"(
parameters: {a: 0 m/s^2}
parts:
  eq:
    type: Equations
    states: {x: {initial: 0 m, der: v}, v: {initial: 2 m/s, der: a}}
)",
                                    {"a"});
  Transition f = make_transition(system, {TransitionStep::Method::rk3, 1});
  constexpr double h = 0.01, f0 = 3, f1 = -7;
  f.set_ramp({{0}, 0, h, {f0}, {f1}});
  VectorXd next;
  f.advance(0, h, VectorXd{{0.0, 2.0}}, next, nullptr);
  EXPECT_NEAR(next[0], 2 * h + h * h * (f0 / 3 + f1 / 6), 1e-16);
  EXPECT_NEAR(next[1], 2 + h * (f0 + f1) / 2, 1e-15);
}

// F = I + A h + O(h²), also of an orientation, whose errors are about an estimate that turns.
TEST(Transition, RatesAreTheSlopeOfItsSteps) {
  for (const char* text : {kOscillator, kPendulum, kTumbling, kTwoCrafts}) {
    const System system = read_system(text);
    Transition f = make_transition(system);
    const VectorXd x = f.find_start();
    VectorXd next;
    MatrixXd A, F;
    ASSERT_TRUE(f.find_rates(0, x, A));
    constexpr double h = 1e-6;
    f.advance(0, h, x, next, &F);
    const MatrixXd slope = (F - MatrixXd::Identity(F.rows(), F.cols())) / h;
    EXPECT_LT((slope - A).norm(), h * (1 + A.squaredNorm())) << text;
    EXPECT_GT(A.norm(), 1) << text;
  }
}

// A closed loop's step stays on its constraints and F maps into their tangents.
TEST(Transition, OfAClosedLoopFollowsItsRun) {
  const System system = read_system(kFourBar);
  Transition f = make_transition(system, {TransitionStep::Method::rk4, 20});
  VectorXd x = f.find_start();
  EXPECT_TRUE(f.has_constraints());
  MatrixXd F;
  for (int k = 0; k < 10; ++k) f.advance(0.02 * k, 0.02, x, x, &F);
  SimulateSettings settings;
  settings.until = 0.2;
  settings.interval = 0.2;
  settings.tolerance = 1e-11;
  settings.engine = EngineChoice::tape;
  const Results results = simulate(system, settings, {"p1.angle", "p3.rate"});
  const auto value = [&](const std::string& name) {
    for (int i = 0; i < system.state_count(); ++i)
      if (system.state_name(i) == name) return x[i];
    return std::nan("");
  };
  EXPECT_NEAR(value("p1.angle"), results.values("p1.angle").back(), 1e-7);
  EXPECT_NEAR(value("p3.rate"), results.values("p3.rate").back(), 1e-6);
  // One degree of freedom, position and rate, and an integral of energy.
  const VectorXd values = calc_singular_values(F);
  EXPECT_LT(values[3], 1e-9 * values[0]);
}

TEST(Transition, ParametersMayBeStates) {
  const System system = read_system(kOscillator, {"w", "d"});
  ASSERT_EQ(system.parameter_count(), 2);
  for (const TransitionStep::Method method :
       {TransitionStep::Method::rk4, TransitionStep::Method::implicit}) {
    Transition f = make_transition(system, {method, 1}, {1});
    EXPECT_EQ(f.manifold().tangent_name(2), "d");
    EXPECT_EQ(f.find_start()[2], 0.3);
    expect_exact_jacobian(f, 0.1);
    // The other parameter is an input.
    VectorXd slow, fast;
    f.advance(0, 0.1, f.find_start(), slow, nullptr);
    f.set_parameter(0, 3);
    f.advance(0, 0.1, f.find_start(), fast, nullptr);
    EXPECT_LT(fast[1], slow[1] - 0.1);
  }
}

TEST(Measurement, JacobiansAreThoseOfDifferencesAndOrientationsHaveThreeErrors) {
  const System system = read_system(kTumbling);
  Transition f = make_transition(system);
  VectorXd x = f.find_start();
  x = f.manifold().retract(x, VectorXd::LinSpaced(f.manifold().tangent_size(), 0.2, 0.9));
  Measurement h = make_measurement(
      system, "camera", {"craft.orientation", "craft.position", "craft.angular_velocity.x"});
  EXPECT_EQ(h.name(), "camera");
  EXPECT_EQ(h.manifold().size(), 8);
  EXPECT_EQ(h.manifold().tangent_size(), 7);
  VectorXd z, plus, minus;
  MatrixXd H;
  h.measure(0, x, z, &H);
  constexpr double kStep = 1e-6;
  for (int j = 0; j < f.manifold().tangent_size(); ++j) {
    const VectorXd e = kStep * VectorXd::Unit(f.manifold().tangent_size(), j);
    h.measure(0, f.manifold().retract(x, e), plus, nullptr);
    h.measure(0, f.manifold().retract(x, -e), minus, nullptr);
    const VectorXd slope =
        (h.manifold().local(z, plus) - h.manifold().local(z, minus)) / (2 * kStep);
    EXPECT_LT((slope - H.col(j)).norm(), 1e-8) << f.manifold().tangent_name(j);
  }
}

// The pendulum's angle is measured; its rate is estimated from a wrong start.
TEST(GaussianFilter, ObservesAPendulumByItsAngle) {
  const System system = read_system(kPendulum);
  for (const FilterMethod method : {FilterMethod::ekf, FilterMethod::ukf}) {
    Transition f = make_transition(system, {TransitionStep::Method::rk4, 2});
    Measurement h = make_measurement(system, "encoder", {"pin.angle"});
    EXPECT_EQ(h.manifold().blocks()[0].kind, Manifold::Kind::angle);
    FilterOptions options;
    options.method = method;
    GaussianFilter filter(f.manifold(), options);
    VectorXd truth = f.find_start(), next, z;
    VectorXd wrong = truth;
    wrong[1] -= 3;
    // Beside angle and rate there is the energy that the damper has dissipated.
    const int n = f.manifold().tangent_size(), angle = f.manifold().find_tangent("pin.angle"),
              rate = f.manifold().find_tangent("pin.rate");
    ASSERT_EQ(rate, 1);
    MatrixXd P = MatrixXd::Zero(n, n);
    P(angle, angle) = 0.01;
    P(rate, rate) = 4;
    filter.reset(0, wrong, P);
    ProcessNoise noise;
    noise.density = MatrixXd::Zero(n, n);
    noise.density(rate, rate) = 1e-6;
    for (int k = 0; k < 200; ++k) {
      f.advance(0.01 * k, 0.01, truth, next, nullptr);
      truth = next;
      filter.predict(f, 0.01, noise);
      h.measure(filter.time(), truth, z, nullptr);
      z[0] += 2 * std::numbers::pi;  // an encoder that counts from elsewhere
      filter.update(h, z, MatrixXd::Constant(1, 1, 1e-6));
    }
    EXPECT_LT((filter.x() - truth).head(2).norm(), 1e-4);
  }
}

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const ModelError& e) {
    return e.message();
  }
  return "no error";
}

TEST(Transition, RefusesWhatAStepCannotFollow) {
  EXPECT_EQ(refusal([] {
              make_transition(read_system(kPendulum), {TransitionStep::Method::exact, 1});
            }),
            "step: exact is for linear models, and the rates of this one depend on 'pin.angle' in "
            "another way");
  const std::string sampled = refusal([] {
    make_transition(read_system("parts: {hold: {type: Hold, input: time, sample: 10 ms}}"));
  });
  EXPECT_NE(sampled.find("has a sampled part of its own, 'hold'"), std::string::npos) << sampled;
}

}  // namespace
}  // namespace holon
