// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Models linearised: against closed forms, and against differences of their own simulation.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "holon/analyse/checks/samples.h"
#include "holon/analyse/linear/linear_analysis.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

namespace holon {
namespace {

using Eigen::MatrixXd;

// Of some thousand operations.
constexpr double kRounding = 1e-12;
// What Newton's method leaves where its rates are below 1e-8 of their terms: it is quadratic.
constexpr double kEquilibrium = 1e-9;

struct Loaded {
  Model model;
  System system;
  std::vector<double> parameters() const {
    std::vector<double> values;
    for (const SystemParameter& p : system.parameters) values.push_back(p.value);
    return values;
  }
};

Loaded read(const std::string& text, const std::vector<std::string>& inputs, bool is_file = false) {
  LoadOptions options;
  for (const std::string& name : inputs) options.opened.push_back({name, {}});
  Diagnostics diagnostics;
  Loaded loaded;
  loaded.model = is_file ? load_model(text, builtin_catalogue(), options, diagnostics)
                         : load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  loaded.system = make_system(loaded.model);
  return loaded;
}

enum class At { start, equilibrium };

LinearModel linearize_text(const std::string& text, At at, const std::vector<std::string>& inputs,
                           const std::vector<std::string>& outputs) {
  const Loaded loaded = read(text, inputs);
  const OperatingPoint point = at == At::start
                                   ? find_start_point(loaded.system, loaded.parameters())
                                   : find_equilibrium_point(loaded.system, loaded.parameters());
  return linearize(loaded.system, point, {inputs, outputs});
}

std::string example(const std::string& name) {
  return std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml";
}

TEST(Linearize, MassOnASpringHasItsMatrices) {
  const LinearModel m = linearize_text(R"(holon: 1
parameters: {m: 2 kg, k: 200 N/m, c: 4 N s/m}
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: k, damping: c}
  mass: {type: PointMass, mass: m}
)",
                                       At::start, {"slide.force"}, {"slide.position"});
  ASSERT_EQ(m.order(), 2);
  EXPECT_EQ(m.x[0].name, "slide.position");
  EXPECT_EQ(m.x[1].name, "slide.speed");
  MatrixXd A(2, 2);
  A << 0, 1, -100, -2;
  EXPECT_LE((m.A - A).norm(), kRounding * A.norm());
  EXPECT_NEAR(m.B(0, 0), 0, kRounding);
  EXPECT_NEAR(m.B(1, 0), 0.5, kRounding);
  EXPECT_EQ(m.C(0, 0), 1);
  EXPECT_EQ(m.D(0, 0), 0);
}

constexpr const char* kPendulum = R"(holon: 1
world: {gravity: [0, 0, -9.81]}
parts:
  pin: {type: Revolute, between: [world, rod], axis: y, damping: 0.3, initial: {angle: ANGLE}}
  rod: {type: RigidBody, mass: 2 kg, center_of_mass: [0, 0, -0.4], inertia: [0.05, 0.05, 0.01]}
)";
std::string pendulum(const std::string& angle) {
  std::string text = kPendulum;
  return text.replace(text.find("ANGLE"), 5, angle);
}

TEST(Linearize, PendulumSwingsAboutBelowAndFallsFromAbove) {
  const double inertia = 0.05 + 2 * 0.4 * 0.4, stiffness = 2 * 9.81 * 0.4;
  for (const auto& [angle, sign] : {std::pair{"40 deg", -1.0}, std::pair{"160 deg", 1.0}}) {
    const LinearModel m =
        linearize_text(pendulum(angle), At::equilibrium, {"pin.torque"}, {"pin.angle"});
    ASSERT_EQ(m.order(), 2);
    EXPECT_NEAR(m.x[0].value, sign < 0 ? 0 : 3.14159265358979323846, kEquilibrium);
    EXPECT_NEAR(m.A(1, 0), sign * stiffness / inertia, kEquilibrium * stiffness / inertia);
    EXPECT_NEAR(m.A(1, 1), -0.3 / inertia, kRounding / inertia);
    EXPECT_NEAR(m.B(1, 0), 1 / inertia, kRounding / inertia);
  }
}

TEST(Linearize, EquilibriumFromLevelIsFoundByGoingThere) {
  // Level the slope of the weight's torque vanishes, so Newton's method does not know where to go.
  const LinearModel m = linearize_text(pendulum("90 deg"), At::equilibrium, {}, {"pin.angle"});
  EXPECT_NEAR(std::abs(std::sin(m.x[0].value)), 0, kEquilibrium);
}

TEST(Linearize, WhatFallsHasNoEquilibrium) {
  try {
    linearize_text(R"(holon: 1
parts: {ball: {type: PointMass, mass: 1 kg}}
)",
                   At::equilibrium, {}, {});
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("ball.velocity.z' = -9.807 m/s"), std::string::npos)
        << e.what();
  }
}

TEST(Linearize, WhatIsARoundingIsNoResponse) {
  // Turned by 90 deg the slide moves along z: cos(90 deg) = 6e-17 of it is along x. So it is with a
  // level rod, whose end moves up and down.
  const std::string text = R"(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  slide: {type: Prismatic, between: [world, mass], axis: x, stiffness: 200 N/m, origin: {rotate: {axis: y, angle: 90 deg}}}
  mass: {type: PointMass, mass: 2 kg}
  pin: {type: Revolute, between: [world, rod], axis: y, stiffness: 5 N m/rad, initial: {angle: ANGLE}}
  rod: {type: RigidBody, mass: 1 kg, center_of_mass: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01], frames: {end: {at: [0, 0, -1]}}}
)";
  for (const std::string angle : {"90 deg", "1.5707963267948966", "-270 deg"}) {
    std::string with = text;
    with.replace(with.find("ANGLE"), 5, angle);
    const LinearModel m =
        linearize_text(with, At::start, {"slide.force", "pin.torque"},
                       {"mass.position.x", "mass.position.z", "rod.end.position.x",
                        "rod.end.position.z", "rod.end.acceleration.x"});
    const LinearAnalysis analysis = analyse(m);
    const auto gain = [&](Eigen::Index input, Eigen::Index output) {
      for (const LinearChannel& c : analysis.channels)
        if (c.input == input && c.output == output) return c.transfer.gain;
      return -1.0;
    };
    EXPECT_EQ(gain(0, 0), 0) << angle;
    EXPECT_NEAR(std::abs(gain(0, 1)), 0.5, kRounding);
    EXPECT_EQ(gain(1, 2), 0) << angle;
    EXPECT_NEAR(std::abs(gain(1, 3)), 1 / 0.35, 10 * kRounding);
    EXPECT_EQ(gain(0, 3), 0);
  }
}

TEST(Linearize, SaysWhatMovesAtAPointThatIsNoEquilibrium) {
  const LinearModel falls = linearize_text(pendulum("40 deg"), At::start, {}, {"pin.angle"});
  ASSERT_EQ(falls.notes.size(), 1u);
  EXPECT_NE(falls.notes[0].find("the operating point is not an equilibrium: pin.rate' = -"),
            std::string::npos)
      << falls.notes[0];
  EXPECT_TRUE(linearize_text(pendulum("0 deg"), At::start, {}, {"pin.angle"}).notes.empty());
  EXPECT_TRUE(linearize_text(pendulum("40 deg"), At::equilibrium, {}, {"pin.angle"}).notes.empty());
}

TEST(Linearize, SamplesOfVerifyHaveDelayedSignalsAsTheyAre) {
  const Loaded loaded = read(R"(holon: 1
parts:
  lag: {type: TransferFunction, input: "1 - late.output", numerator: [2], denominator: [1, 1]}
  late: {type: Delay, input: lag.output, time: 0.5 s}
simulate: {until: 3 s}
)",
                             {});
  SimulateSettings settings = loaded.model.simulate;
  settings.engine = EngineChoice::tape;
  Simulation simulation(loaded.system, settings);
  Results states;
  simulation.record_states(states, {RowSchedule::Kind::interval, 0.5});
  simulation.run();
  const std::vector<Sample> samples = make_samples(loaded.system, loaded.parameters(), states);
  ASSERT_GE(samples.size(), 8u);
  for (const Sample& sample : samples) EXPECT_EQ(sample.in[2], 2 * sample.x()[0]);
}

TEST(Linearize, CartWithPendulumHasTheTextbooksMatrices) {
  // Cart M, pole m at l with its inertia J about its centre, hanging: p x'' = u - b x' + m l θ'' …
  // , with θ from below and p = (M + m)(J + m l²) - m² l².
  const double M = 0.5, m = 0.2, b = 0.1, l = 0.3, J = 0.006, g = 9.8;
  const LinearModel model =
      linearize_text(R"(holon: 1
world: {gravity: [0, 0, -9.8]}
parts:
  rail: {type: Prismatic, between: [world, cart], axis: x, damping: 0.1}
  cart: {type: PointMass, mass: 0.5 kg}
  pin: {type: Revolute, between: [cart, pole], axis: -y}
  pole: {type: RigidBody, mass: 0.2 kg, center_of_mass: [0, 0, -0.3], inertia: [0.006, 0.006, 0.001]}
)",
                     At::equilibrium, {"rail.force"}, {"rail.position", "pin.angle"});
  ASSERT_EQ(model.order(), 4);
  std::vector<Eigen::Index> at;
  for (const char* name : {"rail.position", "rail.speed", "pin.angle", "pin.rate"})
    for (std::size_t k = 0; k < 4; ++k)
      if (model.x[k].name == name) at.push_back(static_cast<Eigen::Index>(k));
  ASSERT_EQ(at.size(), 4u);
  const MatrixXd A = model.A(at, at), B = model.B(at, Eigen::all);
  // (University of Michigan, Control Tutorials, inverted pendulum; there from above, here from
  // below, where the centre goes by +l θ along x.)
  const double p = (M + m) * (J + m * l * l) - m * m * l * l;
  MatrixXd expected(4, 4), input(4, 1);
  expected << 0, 1, 0, 0,                                     //
      0, -(J + m * l * l) * b / p, m * m * g * l * l / p, 0,  //
      0, 0, 0, 1,                                             //
      0, m * l * b / p, -m * g * l * (M + m) / p, 0;
  input << 0, (J + m * l * l) / p, 0, -m * l / p;
  EXPECT_LE((A - expected).norm(), 100 * kRounding * expected.norm()) << A << "\n\n" << expected;
  EXPECT_LE((B - input).norm(), 100 * kRounding * input.norm()) << B << "\n\n" << input;
}

TEST(Linearize, TransferFunctionBlockGivesItsCoefficientsBack) {
  const Loaded loaded = read(R"(holon: 1
parts: {g: {type: TransferFunction, input: 0, numerator: [2, -3], denominator: [4, 2, 5]}}
)",
                             {"g.input"});
  const LinearAnalysis a =
      analyse(linearize(loaded.system, find_start_point(loaded.system, loaded.parameters()),
                        {{"g.input"}, {"g.output"}}));
  const ZeroPoleGain& g = a.channels.at(0).transfer;
  const std::vector<double> top = g.numerator(), bottom = g.denominator();
  ASSERT_EQ(top.size(), 2u);
  EXPECT_NEAR(top[0], 0.5, kRounding);
  EXPECT_NEAR(top[1], -0.75, kRounding);
  EXPECT_NEAR(bottom[1], 0.5, kRounding);
  EXPECT_NEAR(bottom[2], 1.25, kRounding);
}

TEST(Linearize, QuaternionsDeviateByRotationVectors) {
  // A body that spins about z by Ω: ω1' = -(J3 - J2)/J1 Ω ω2, ω2' = -(J1 - J3)/J2 Ω ω1.
  const LinearModel m = linearize_text(R"(holon: 1
world: {gravity: [0, 0, 0]}
parts: {body: {type: RigidBody, mass: 1 kg, inertia: [2, 3, 4], initial: {angular_velocity: [0, 0, 5]}}}
)",
                                       At::equilibrium, {}, {"body.angular_velocity"});
  const auto find = [&](const std::string& name) {
    for (std::size_t k = 0; k < m.x.size(); ++k)
      if (m.x[k].name == name) return static_cast<Eigen::Index>(k);
    ADD_FAILURE() << name;
    return Eigen::Index(0);
  };
  EXPECT_EQ(m.order(), 12);
  const auto x = find("body.angular_velocity_body.x"), y = find("body.angular_velocity_body.y");
  EXPECT_NEAR(m.A(x, y), -(4.0 - 3) / 2 * 5, kRounding * 5);
  EXPECT_NEAR(m.A(y, x), -(2.0 - 4) / 3 * 5, kRounding * 5);
  const auto tx = find("body.orientation.x");
  EXPECT_NEAR(m.A(tx, x), 1, kRounding);
}

TEST(Linearize, TheLoopRespondsAsItsSimulation) {
  // Two runs of the four-bar linkage from starts that differ a little, against exp(A t) of the
  // linearisation about the state between them, after a short time.
  const std::string file = example("four_bar");
  const Loaded loaded = read(file, {}, true);
  OperatingPoint point = find_start_point(loaded.system, loaded.parameters());
  const LinearModel m = linearize(loaded.system, point, {{}, {"D.angle"}});
  ASSERT_EQ(m.order(), 2);
  EXPECT_EQ(m.x[0].name, "A.angle");  // what the model holds at the start stays independent
  EXPECT_EQ(m.x[1].name, "A.rate");
  // The rate of A.rate for the two, by the system's own outputs: exact but for the curvature, h².
  const double h = 1e-4;
  const auto accelerate = [&](double angle, double rate) {
    LoadOptions options;
    char text[64];
    std::snprintf(text, sizeof text, "A.initial.angle=%.17g", angle);
    options.overrides.emplace_back(text);
    std::snprintf(text, sizeof text, "A.initial.rate=%.17g", rate);
    options.overrides.emplace_back(text);
    Diagnostics diagnostics;
    const Model model = load_model(file, builtin_catalogue(), options, diagnostics);
    const System system = make_system(model);
    const OperatingPoint at = find_start_point(system, {});
    return system.select_outputs({"A.acceleration", "D.angle"})->evaluate(at.in);
  };
  const double angle = 3.14159265358979323846 / 3, rate = 12;
  const auto up = accelerate(angle + h, rate), down = accelerate(angle - h, rate),
             fast = accelerate(angle, rate + h), slow = accelerate(angle, rate - h);
  EXPECT_NEAR(m.A(1, 0), (up[0] - down[0]) / (2 * h), 1e-5 * std::abs(m.A(1, 0)));
  EXPECT_NEAR(m.A(1, 1), (fast[0] - slow[0]) / (2 * h), 1e-5 * std::abs(m.A(1, 1)));
  EXPECT_NEAR(m.C(0, 0), (up[1] - down[1]) / (2 * h), 1e-6);
  EXPECT_EQ(m.C(0, 1), 0);
}

TEST(Linearize, GovernorTurnsSteadilyAndSwingsAsItsConstraintsSay) {
  // Rods as good as rigid leave a mechanism of one freedom beside the spin: with the angular
  // momentum L kept, the arms' angle φ is at rest where V' = 0 of the effective potential V = U(φ)
  // + L²/(2 I(φ)), and swings by ω² = V''/M.
  const Loaded loaded = read(example("flyball_governor"), {}, true);
  const OperatingPoint point = find_equilibrium_point(loaded.system, loaded.parameters());
  ASSERT_EQ(point.free.front().name, "bearing.angle");
  const LinearModel m =
      linearize(loaded.system, point, {{}, {"pin_right.angle", "guide.position", "bearing.rate"}});
  const double g = 9.81, rho = 3000, a = 1, side = 0.01, cube = 0.1, ball = 5, hinge = 0.05;
  const double bar = rho * a * side * side, slider = rho * cube * cube * cube, arm = bar + ball;
  const double s = (bar * a / 2 + ball * a) / arm;
  const double across = bar * (a * a + side * side) / 12 + bar * (s - a / 2) * (s - a / 2) +
                        ball * (a - s) * (a - s),
               along = bar * side * side / 6;
  // Rods of a/2 from the slider's edge, cube/2 out, to the arm's middle; the hinge is as far out,
  // so the slider is at a - a sin φ.
  ASSERT_EQ(hinge, cube / 2);
  const auto inertia = [&](double f) {
    const double out = hinge + s * std::cos(f);
    return bar * side * side / 6 + slider * cube * cube / 6 +
           2 * (arm * out * out + across * std::cos(f) * std::cos(f) +
                along * std::sin(f) * std::sin(f));
  };
  const auto potential = [&](double f) {
    return -2 * arm * g * s * std::sin(f) - slider * g * a * std::sin(f);
  };
  // The rods give by some 1e-4 m under their load, so does all that follows.
  constexpr double kElastic = 2e-3;
  const double f = m.y[0].value, spin = m.y[2].value;
  EXPECT_NEAR(m.y[1].value, a - a * std::sin(f), 1e-3);
  // Of the steady turns, one for each momentum, Newton's method has found a near one.
  const double here = inertia(f) * spin;
  const auto v = [&](double angle) {
    return potential(angle) + here * here / (2 * inertia(angle));
  };
  const double h = 1e-4, slope = (v(f + h) - v(f - h)) / (2 * h),
               curvature = (v(f + h) - 2 * v(f) + v(f - h)) / (h * h);
  EXPECT_NEAR(slope, 0, kElastic * curvature);
  const double mass = 2 * (arm * s * s + across) + slider * a * a * std::cos(f) * std::cos(f);
  const double omega = std::sqrt(curvature / mass);
  bool is_there = false;
  for (const Pole& pole : find_poles(m.A))
    is_there |= std::abs(pole.value.imag() - omega) < 3 * kElastic * omega &&
                std::abs(pole.value.real()) < 1e-3;
  EXPECT_TRUE(is_there) << omega;
}

TEST(Linearize, TopPrecessesAtTheAngleAtWhichItWasSetUp) {
  // Steady precession φ' of a fast top (Goldstein, Classical Mechanics, 5.7):
  // A φ'² cos θ - C ω3 φ' + m g l = 0 with ω3 = ψ' + φ' cos θ.
  const Loaded loaded = read(example("heavy_top"), {}, true);
  const OperatingPoint point = find_equilibrium_point(loaded.system, loaded.parameters());
  ASSERT_EQ(point.free.size(), 2u);  // precession and spin
  EXPECT_EQ(point.free[0].name, "precession.angle");
  const LinearModel m = linearize(loaded.system, point,
                                  {{}, {"nutation.angle", "precession.rate", "spin_axis.rate"}});
  const double theta = m.y[0].value, phi = m.y[1].value, psi = m.y[2].value;
  EXPECT_NEAR(theta, 3.14159265358979323846 / 3, 0.1);
  const auto value = [&](const char* name) {
    Diagnostics ignored;
    LoadOptions options;
    options.keeps_parameter = [](const std::string&) { return true; };
    const Model model = load_model(example("heavy_top"), builtin_catalogue(), options, ignored);
    for (const Symbols::Parameter& p : model.symbols()->parameters())
      if (p.name == name) return p.value;
    ADD_FAILURE() << name;
    return 0.0;
  };
  const double A = value("A"), C = value("C"), mgl = value("m") * 9.81 * value("l");
  const double omega3 = psi + phi * std::cos(theta);
  EXPECT_NEAR((A * phi * phi * std::cos(theta) - C * omega3 * phi + mgl) / mgl, 0, kEquilibrium);
  // It nutates by Ω² = V''/A of V = (p_φ - p_ψ cos θ)²/(2 A sin²θ) + m g l cos θ, which comes to
  // (C ω3/A - 2 φ' cos θ)² + φ'² sin²θ.
  const double omega =
      std::hypot(C * omega3 / A - 2 * phi * std::cos(theta), phi * std::sin(theta));
  bool is_there = false;
  for (const Pole& pole : find_poles(m.A))
    is_there |= std::abs(pole.value.imag() / omega - 1) < 1e-8;
  EXPECT_TRUE(is_there) << omega;
}

TEST(Linearize, DelayIsPadesApproximation) {
  const LinearModel m = linearize_text(R"(holon: 1
parts:
  lag: {type: TransferFunction, input: 0, numerator: [1], denominator: [1, 1]}
  late: {type: Delay, input: lag.output, time: 0.2 s}
)",
                                       At::start, {"lag.input"}, {"late.output"});
  ASSERT_EQ(m.delays.size(), 1u);
  ASSERT_EQ(m.order(), 5);
  for (const double omega : {0.1, 1.0, 5.0}) {
    const std::complex<double> s(0, omega), exact = std::exp(-0.2 * s) / (s + 1.0);
    // Its error is (ωτ)^9 · (4!)²/(8! 9!), 4e-8 for ωτ = 1, where the lag leaves a fifth.
    EXPECT_NEAR(std::abs(calc_response(m, s)(0, 0) - exact), 0, 1e-8);
  }
}

TEST(Linearize, PrescribedMotionIsAnInputWithItsRates) {
  // A pendulum under a trolley that is moved: (J + m l²) θ'' + m g l θ = -m l x'', so
  // θ/x = -m l s²/((J + m l²) s² + m g l).
  const LinearModel m = linearize_text(R"(holon: 1
world: {gravity: [0, 0, -9.8]}
parts:
  rail: {type: Prismatic, between: [world, cart], axis: x, motion: 0 m}
  cart: {type: PointMass, mass: 0.5 kg}
  pin: {type: Revolute, between: [cart, pole], axis: -y}
  pole: {type: RigidBody, mass: 0.2 kg, center_of_mass: [0, 0, -0.3], inertia: [0.006, 0.006, 0.001]}
)",
                                       At::equilibrium, {"rail.motion"}, {"pin.angle"});
  ASSERT_EQ(m.order(), 2);
  ASSERT_EQ(m.inputs(), 1);
  for (const double omega : {0.3, 2.0, 40.0}) {
    const std::complex<double> s(0, omega),
        exact = -0.06 * s * s / ((0.006 + 0.018) * s * s + 0.2 * 9.8 * 0.3);
    EXPECT_NEAR(std::abs(calc_response(m, s)(0, 0) - exact), 0, 100 * kRounding * std::abs(exact));
  }
}

constexpr const char* kMotor = R"(holon: 1
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
)";

TEST(Linearize, MotorAsABondGraphIsItsBlockDiagram) {
  // The same motor by equations, in current c and rate w; the graph has momenta p = L i, J w.
  const LinearModel graph =
      linearize_text(kMotor, At::equilibrium, {"g.supply"}, {"g.La.flow", "g.rotor.flow"});
  const LinearModel blocks = linearize_text(R"(holon: 1
parts:
  g:
    type: Equations
    parameters: {R: 1, L: 5e-3, r: 0.05, J: 1e-4, b: 1e-3}
    inputs: {u: 24}
    states: {c: {initial: 0, der: (u - R*c - r*w)/L}, w: {initial: 0, der: (r*c - b*w)/J}}
)",
                                            At::equilibrium, {"g.u"}, {"g.c", "g.w"});
  ASSERT_EQ(graph.order(), 2);
  EXPECT_NEAR(graph.u[0].value, 24, kRounding * 24);
  for (const double omega : {0.1, 10.0, 300.0}) {
    const std::complex<double> s(0, omega);
    const Eigen::MatrixXcd a = calc_response(graph, s), b = calc_response(blocks, s);
    EXPECT_LE((a - b).norm(), 100 * kRounding * b.norm());
  }
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_NEAR(graph.y[k].value, blocks.y[k].value, 1e-8 * std::abs(blocks.y[k].value));
}

TEST(Linearize, PendulumByBondsHasTheTransferFunctionOfItsBlocks) {
  // T -> phi about hanging: 1/((I + m L²) s² + b s + m g L).
  const Loaded loaded = read(example("pendulum_bond"), {"T"}, true);
  const OperatingPoint point = find_equilibrium_point(loaded.system, loaded.parameters());
  const double inertia = 0.02 + 0.25, stiffness = 9.80665 * 0.5, damping = 0.05;
  for (const char* angle : {"graph.angle", "angle.output"}) {
    const LinearModel m = linearize(loaded.system, point, {{"T"}, {angle}});
    for (const double w : {0.1, 1.0, 4.26, 30.0}) {
      const std::complex<double> s(0, w);
      const std::complex<double> found = calc_response(m, s)(0, 0);
      const std::complex<double> expected = 1.0 / (inertia * s * s + damping * s + stiffness);
      EXPECT_LE(std::abs(found - expected), kEquilibrium * std::abs(expected)) << angle << w;
    }
  }
}

TEST(Linearize, OutputThatFollowsARateOfAnInputIsNamed) {
  const std::string text = R"(holon: 1
parts:
  g:
    type: BondGraph
    domain: electrical
    elements: {u: {Se: 3 V}, C: {C: 2e-3 F}, R: {R: 5 ohm}, n: 0}
    bonds: [u -> n, n -> C, n -> R]
)";
  const LinearModel through = linearize_text(text, At::start, {"g.u"}, {"g.R.flow"});
  EXPECT_NEAR(through.D(0, 0), 0.2, kRounding);
  try {
    linearize_text(text, At::start, {"g.u"}, {"g.C.flow"});
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("'g.C.flow' depends on the rate of input 'g.u'"),
              std::string::npos)
        << e.what();
  }
}

TEST(Linearize, ModesAndSamplesAreHeldAtTheirValues) {
  // At its limit nothing comes through; a sampled controller holds what it has said.
  const std::string text = R"(holon: 1
parts:
  x: {type: Integrator, input: cut.output, initial: START}
  cut: {type: Limiter, input: "-3*x.output", limits: [-1, 1]}
)";
  const auto slope = [&](const std::string& start) {
    std::string model = text;
    model.replace(model.find("START"), 5, start);
    return linearize_text(model, At::start, {}, {"x.output"}).A(0, 0);
  };
  EXPECT_EQ(slope("0.1"), -3);
  EXPECT_EQ(slope("2"), 0);
}

/// Friction without capacity holds nothing: each wheel answers its own torque with 1/J, also at
/// rest without load, where friction with capacity would hold them together.
TEST(Linearize, OpenClutchesAndReleasedBrakesDoNotHold) {
  const LinearModel m = linearize_text(R"yaml(holon: 1
parts:
  a: {type: RigidBody, mass: 1 kg, inertia: [0.2, 0.2, 0.2]}
  b: {type: RigidBody, mass: 1 kg, inertia: [0.5, 0.5, 0.5]}
  ja: {type: Revolute, between: [world, a], axis: z}
  jb: {type: Revolute, between: [world, b], axis: z}
  clutch: {type: Clutch, joints: [ja, jb], torque: "if(time > 1 [s], 2 [N m], 0 [N m])"}
  brake: {type: Brake, joint: jb, torque: 0 N m}
)yaml",
                                       At::start, {"ja.torque", "jb.torque"}, {"ja.rate"});
  ASSERT_GE(m.B.rows(), 2);
  for (Eigen::Index k = 0; k < m.B.rows(); ++k) {
    const std::string& state = m.x[static_cast<std::size_t>(k)].name;
    if (state == "ja.rate") {
      EXPECT_EQ(m.B(k, 0), 1 / 0.2);
      EXPECT_EQ(m.B(k, 1), 0.0);
    } else if (state == "jb.rate") {
      EXPECT_EQ(m.B(k, 0), 0.0);
      EXPECT_EQ(m.B(k, 1), 1 / 0.5);
    }
  }
}

}  // namespace
}  // namespace holon
