// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Derivatives of runs against closed forms, through events, ticks and both methods.
#include "holon/analyse/sensitivity/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

// Runs have tolerance 1e-10; errors of some hundred steps, amplified by the derivatives of the
// flow, add up to a thousand times that.
constexpr double kRunError = 1e-7;

struct Sensitivity {
  Model model;
  System system;
  std::vector<double> parameters;
  std::vector<int> which;
  std::unique_ptr<SensitivitySink> sink;

  Sensitivity(const std::string& text, const std::vector<std::string>& to,
              const std::vector<std::string>& of, const std::string& solver = "dopri5",
              const std::vector<std::string>& overrides = {}, bool is_file = false) {
    LoadOptions options;
    options.overrides = overrides;
    options.overrides.push_back("simulate.solver=" + solver);
    for (const std::string& name : to) options.opened.push_back({name, {}, true});
    Diagnostics diagnostics;
    model = is_file ? load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + text + ".yaml",
                                 builtin_catalogue(), options, diagnostics)
                    : load_model_text(text, builtin_catalogue(), options, diagnostics);
    diagnostics.throw_if_errors();
    system = make_system(model);
    for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
    for (const std::string& name : to)
      for (std::size_t k = 0; k < system.parameters.size(); ++k)
        if (system.parameters[k].name == name) which.push_back(static_cast<int>(k));
    EXPECT_EQ(which.size(), to.size());
    sink = std::make_unique<SensitivitySink>(system, model.simulate, parameters, which, of);
  }
  const SensitivitySink& run() {
    Simulation simulation(system, model.simulate);
    simulation.set_parameters(parameters);
    simulation.record_states(*sink, {RowSchedule::Kind::steps});
    if (!simulation.run().stopped_by.empty()) sink->conclude_stop();
    return *sink;
  }
};

TEST(Sensitivity, OscillatorHasItsDerivatives) {
  // x = x₀ cos ωt, ω² = k/m.
  for (const char* solver : {"dopri5", "radau5", "radau", "cvode", "cvode_adams", "ida"}) {
    Sensitivity s(R"(holon: 1
parameters: {m: 2 kg, k: 50 N/m}
parts:
  mass: {type: PointMass, mass: m}
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: k, initial: {position: 0.3 m}}
simulate: {until: 2 s, interval: 0.1 s, tolerance: 1e-10}
)",
                  {"m", "k", "slide.initial.position"}, {"slide.position", "slide.speed"}, solver);
    const SensitivitySink& run = s.run();
    const double w = 5, x0 = 0.3;
    ASSERT_EQ(run.times().size(), 21U) << solver;
    for (std::size_t r = 0; r < run.times().size(); ++r) {
      const double t = run.times()[r], by_w = -x0 * t * std::sin(w * t);
      const Eigen::MatrixXd& S = run.slopes()[r];
      EXPECT_NEAR(t, 0.1 * static_cast<double>(r), 1e-12);
      EXPECT_NEAR(S(0, 0), by_w * -w / (2 * 2), kRunError) << solver << t;
      EXPECT_NEAR(S(0, 1), by_w * w / (2 * 50), kRunError) << solver << t;
      EXPECT_NEAR(S(0, 2), std::cos(w * t), kRunError) << solver << t;
      EXPECT_NEAR(S(1, 2), -w * std::sin(w * t), 10 * kRunError) << solver << t;
    }
  }
}

TEST(Sensitivity, BouncingBallThroughItsImpacts) {
  const char* const text = R"(holon: 1
parameters: {g: 10 m/s^2, e: 0.8, h0: 1.25 m}
parts:
  ball:
    type: Equations
    states: {height: {initial: h0, der: speed}, speed: {initial: 0 m/s, der: -g}}
    when: [{condition: 'height < 0 [m]', reset: {speed: -e*speed}}]
simulate: {until: 1.9 s, tolerance: 1e-10}
)";
  for (const char* solver : {"dopri5", "radau5", "radau", "cvode", "cvode_adams", "ida"}) {
    Sensitivity s(text, {"h0", "e", "g"}, {"ball.height", "ball.speed"}, solver);
    const SensitivitySink& run = s.run();
    // v₁ = √(2 g h₀), t₁ = v₁/g, t₂ = t₁ + 2 e v₁/g; then height = e² v₁ u - g u²/2, u = t - t₂.
    const double g = 10, e = 0.8, h = 1.25, v = std::sqrt(2 * g * h), t = 1.9;
    const double v_h = g / v, v_g = h / v;
    const double t1_h = v_h / g, t1_g = v_g / g - v / (g * g);
    const double t2 = v / g * (1 + 2 * e);
    const double t2_h = t1_h * (1 + 2 * e), t2_g = t1_g * (1 + 2 * e), t2_e = 2 * v / g;
    const double u = t - t2, speed = e * e * v - g * u;
    ASSERT_GT(u, 0);
    ASSERT_EQ(run.events().size() >= 2, true);
    EXPECT_NEAR(run.times().back(), t, 1e-12);
    const Eigen::MatrixXd& S = run.slopes().back();
    EXPECT_NEAR(S(0, 0), e * e * v_h * u - speed * t2_h, kRunError) << solver;
    EXPECT_NEAR(S(0, 1), 2 * e * v * u - speed * t2_e, kRunError) << solver;
    EXPECT_NEAR(S(0, 2), e * e * v_g * u - u * u / 2 - speed * t2_g, kRunError) << solver;
    EXPECT_NEAR(S(1, 0), e * e * v_h + g * t2_h, kRunError) << solver;
    EXPECT_NEAR(S(1, 1), 2 * e * v + g * t2_e, kRunError) << solver;
    EXPECT_NEAR(S(1, 2), e * e * v_g - u + g * t2_g, kRunError) << solver;
    // The instants themselves.
    const EventSlope& first = run.events().front();
    EXPECT_NEAR(first.time, v / g, 1e-9);
    EXPECT_NEAR(first.slope[0], t1_h, kRunError);
    EXPECT_NEAR(first.slope[1], 0, kRunError);
    EXPECT_NEAR(first.slope[2], t1_g, kRunError);
  }
}

TEST(Sensitivity, SwitchedDecayHasASaltation) {
  // x' = -a x above c, -b x below it: x = c exp(-b (t - t₁)), t₁ = ln(x₀/c)/a.
  for (const char* solver : {"dopri5", "radau5", "radau", "cvode", "cvode_adams", "ida"}) {
    Sensitivity s(R"(holon: 1
parameters: {a: 2 Hz, b: 0.5 Hz, c: 0.4, x0: 1}
parts:
  s: {type: Equations, states: {x: {initial: x0, der: 'if(x > c, -a*x, -b*x)'
  }
}
}
simulate: {until: 1.5 s, tolerance: 1e-10}
)",
                  {"a", "b", "c", "x0"}, {"s.x"}, solver);
    const SensitivitySink& run = s.run();
    const double a = 2, b = 0.5, c = 0.4, t1 = std::log(1 / c) / a, t = 1.5;
    const double x = c * std::exp(-b * (t - t1));
    const Eigen::MatrixXd& S = run.slopes().back();
    EXPECT_NEAR(S(0, 0), x * b * (-t1 / a), kRunError) << solver;
    EXPECT_NEAR(S(0, 1), -x * (t - t1), kRunError) << solver;
    EXPECT_NEAR(S(0, 2), x / c + x * b * (-1 / (a * c)), kRunError) << solver;
    EXPECT_NEAR(S(0, 3), x * b / a, kRunError) << solver;
    ASSERT_EQ(run.events().size(), 1U);
    EXPECT_NEAR(run.events()[0].slope[2], -1 / (a * c), kRunError);
  }
}

TEST(Sensitivity, HeldSamplesCarryDerivatives) {
  // x' = -K x_k over a period T: x_n = x₀ (1 - K T)^n.
  for (const char* solver : {"dopri5", "radau5", "radau", "cvode", "cvode_adams", "ida"}) {
    Sensitivity s(R"(holon: 1
parameters: {K: 2 Hz, x0: 3}
parts:
  plant: {type: Integrator, input: -K*hold.output, initial: x0}
  hold: {type: Hold, input: plant.output, sample: 10 Hz}
simulate: {until: 1 s, tolerance: 1e-10}
)",
                  {"K", "x0"}, {"plant.output"}, solver);
    const SensitivitySink& run = s.run();
    const double factor = 1 - 2 * 0.1;
    EXPECT_NEAR(run.values().back()[0], 3 * std::pow(factor, 10), kRunError) << solver;
    EXPECT_NEAR(run.slopes().back()(0, 0), 3 * 10 * std::pow(factor, 9) * -0.1, kRunError)
        << solver;
    EXPECT_NEAR(run.slopes().back()(0, 1), std::pow(factor, 10), kRunError) << solver;
  }
}

TEST(Sensitivity, StiffStatesHaveTheirs) {
  // x' = -k (x - a cos t), x(0) = a: x = a (k² cos t + k sin t)/(1 + k²) when e^(-kt) is nothing.
  for (const std::string solver : {"radau5", "radau", "cvode", "ida"})
    for (const double k : {1e6, 1e3}) {
      Sensitivity s(R"(holon: 1
parameters: {k: 1e6 Hz, a: 2}
parts:
  s: {type: Equations, states: {x: {initial: a, der: '-k*(x - a*cos(1 [rad/s]*time))'}}}
simulate: {until: 10 s, tolerance: 1e-10}
)",
                    {"a", "k"}, {"s.x"}, solver, {"k=" + std::to_string(k) + " Hz"});
      const SensitivitySink& run = s.run();
      const double a = 2, t = 10, c = std::cos(t), n = std::sin(t), q = 1 + k * k;
      const Eigen::MatrixXd& S = run.slopes().back();
      EXPECT_NEAR(S(0, 0), (k * k * c + k * n) / q, kRunError) << solver;
      // By the logarithm of k: some a sin t/k, which is 10⁴ times the error of the run for the
      // lesser k.
      const double by_k = a * ((2 * k * c + n) * q - (k * k * c + k * n) * 2 * k) / (q * q);
      EXPECT_NEAR(k * S(0, 1), k * by_k, kRunError) << solver << k;
      if (k < 1e4) EXPECT_GT(std::abs(k * by_k), 1e3 * kRunError);
      // Each step is repeated in the order that it had, but for methods of several steps, whose
      // steps err by the tolerance.
      if (solver.starts_with("radau")) EXPECT_LE(run.largest_deviation(), 1e-10) << solver;
    }
}

TEST(Sensitivity, OfAStartAtAnEquilibrium) {
  // A bar on a torsional spring hangs at c (θ - β) = m g l cos θ; a mass on a vertical
  // spring, whose cart may be anywhere on its rail; both stay there.
  Sensitivity s(R"(holon: 1
parameters: {m: 2 kg, c: 30 N m/rad, beta: 0.3 rad, k: 400 N/m, x0: 0.2 m}
world: {gravity: [0, 0, -9.81]}
parts:
  bar: {type: RigidBody, mass: m, inertia: [0.1, 0.1, 0.1], center_of_mass: [0.5, 0, 0]}
  pin: {type: Revolute, between: [world, bar], axis: y, stiffness: c, rest: beta, damping: 0.3}
  cart: {type: PointMass, mass: 1 kg}
  rail: {type: Prismatic, between: [world, cart], axis: x, initial: {position: x0}}
  load: {type: PointMass, mass: m}
  slide: {type: Prismatic, between: [cart, load], axis: z, stiffness: k, damping: 1}
simulate: {until: 0.5 s, tolerance: 1e-10, start: equilibrium}
)",
                {"m", "c", "beta", "k", "x0"}, {"pin.angle", "slide.position", "rail.position"});
  const SensitivitySink& run = s.run();
  const double m = 2, c = 30, k = 400, g = 9.81, w = m * g * 0.5;
  const double angle = run.values().front()[0];
  EXPECT_NEAR(c * (angle - 0.3), w * std::cos(angle), 1e-9);
  const double slope = c + w * std::sin(angle);
  for (const Eigen::MatrixXd* S : {&run.slopes().front(), &run.slopes().back()}) {
    EXPECT_NEAR((*S)(0, 0), g * 0.5 * std::cos(angle) / slope, kRunError);
    EXPECT_NEAR((*S)(0, 1), -(angle - 0.3) / slope, kRunError);
    EXPECT_NEAR((*S)(0, 2), c / slope, kRunError);
    EXPECT_NEAR((*S)(0, 3), 0, kRunError);
    EXPECT_NEAR((*S)(1, 0), -g / k, kRunError);
    EXPECT_NEAR((*S)(1, 3), m * g / (k * k), kRunError);
    EXPECT_NEAR((*S)(2, 4), 1, kRunError);
    EXPECT_NEAR((*S)(2, 0), 0, kRunError);
  }
}

TEST(Sensitivity, PeriodOfAPendulumByItsAmplitude) {
  // A quarter of the period is K(k)/ω₀ with k = sin(θ₀/2), dK/dk = E/(k (1 - k²)) - K/k; by the
  // length, with a point mass, T/4 = K √(l/g).
  Sensitivity s(R"(holon: 1
parameters: {l: 0.7 m, theta: 1.2 rad}
world: {gravity: [0, 0, -9.81]}
parts:
  bob: {type: RigidBody, mass: 1 kg, inertia: [0, 0, 0], center_of_mass: [0, 0, -l]}
  pin: {type: Revolute, between: [world, bob], axis: y, initial: {angle: theta}}
simulate: {until: 3 s, tolerance: 1e-11, stop: 'pin.angle < 0 [rad]'}
)",
                {"theta", "l"}, {"pin.angle"});
  const SensitivitySink& run = s.run();
  ASSERT_EQ(run.events().size(), 1U);
  const double k = std::sin(0.6), w = std::sqrt(9.81 / 0.7);
  const double K = std::comp_ellint_1(k), E = std::comp_ellint_2(k);
  const double K_k = E / (k * (1 - k * k)) - K / k;
  EXPECT_NEAR(run.events()[0].time, K / w, 1e-9);
  EXPECT_NEAR(run.events()[0].slope[0], K_k * std::cos(0.6) / 2 / w, kRunError);
  EXPECT_NEAR(run.events()[0].slope[1], K / w / (2 * 0.7), kRunError);
}

TEST(Sensitivity, ClosedLoopsStayClosed) {
  // Derivatives of one motion, whatever its coordinates and method.
  std::vector<Eigen::MatrixXd> found;
  for (const auto& [formulation, solver] : {std::pair{"recursive", "dopri5"},
                                            {"recursive", "radau5"},
                                            {"recursive", "radau"},
                                            {"recursive", "cvode"},
                                            {"recursive", "ida"},
                                            {"augmented", "dopri5"}}) {
    Sensitivity s("four_bar", {"A.damping"}, {"A.angle", "B.angle", "D.angle"}, solver,
                  {"simulate.until=0.03 s", "simulate.interval=0.03 s", "simulate.tolerance=1e-10",
                   std::string("simulate.formulation=") + formulation},
                  true);
    found.push_back(s.run().slopes().back());
    EXPECT_GT(found.back().norm(), 1e-4);
    EXPECT_LE((found.back() - found.front()).norm(), 1e-6 * found.front().norm())
        << formulation << " " << solver;
  }
}

TEST(Sensitivity, GrazingHasNoDerivative) {
  // x = (t - 1)³ passes zero without speed.
  Sensitivity s(R"(holon: 1
parameters: {a: 3}
parts:
  s:
    type: Equations
    states: {x: {initial: -1, der: a*(time - 1)^2}, y: {initial: 0, der: 'if(x > 0, 1, 0)'}}
simulate: {until: 2 s, tolerance: 1e-10}
)",
                {"a"}, {"s.y"});
  try {
    s.run();
    FAIL() << "an instant that has no derivative was differentiated";
  } catch (const RunError& e) {
    EXPECT_NE(std::string(e.what()).find("'s.x > 0' passes its threshold without speed (grazing)"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace holon
