// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The checks of `holon verify` with deliberate faults: each check must detect its own.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "holon/analyse/checks/derivative_checks.h"
#include "holon/analyse/checks/formulation_checks.h"
#include "holon/analyse/checks/function_checks.h"
#include "holon/analyse/checks/run_checks.h"
#include "holon/base/errors.h"
#include "holon/system/symbols.h"
#include "holon/system/system_builder.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Verdict = Check::Verdict;

struct Fault {
  double potential = 1;     // factor of the reported energy
  double acceleration = 1;  // factor in the motion
};

/// A pendulum of 1 m and 1 kg with the outputs of a machine.
System make_pendulum(const Fault& fault = {}) {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const auto state = [&](const std::string& name, double initial) {
    const Expr x = builder.add_state({.name = name}, {Expr(initial)})[0];
    builder.define_output({.name = name, .is_main = true}, std::vector<Expr>{x});
    return x;
  };
  const auto show = [&](const std::string& name, Expr value, const Dimension& dimension = {}) {
    builder.define_output({.name = name, .dimension = dimension}, std::vector<Expr>{value});
  };
  const Expr angle = state("pin.angle", 1), rate = state("pin.rate", 0);
  const Expr acceleration = -9.81 * fault.acceleration * sin(angle);
  builder.set_derivative(angle, rate);
  builder.set_derivative(rate, acceleration);
  const Expr kinetic = 0.5 * rate * rate, potential = -9.81 * fault.potential * cos(angle);
  show("pin.acceleration", acceleration, dimensions::kAngularAcceleration);
  show("system.energy.kinetic", kinetic);
  show("system.energy.potential", potential);
  show("system.energy.total", kinetic + potential);
  for (const char* nothing : {"system.energy.stored", "system.energy.dissipated",
                              "system.energy.supplied", "system.dissipated_power", "system.power"})
    show(nothing, 0.0 * rate);
  return builder.build("pendulum");
}

const std::vector<std::string> kOutputs = [] {
  std::vector<std::string> outputs{"pin.angle", "pin.rate"};
  outputs.insert(outputs.end(), energy_outputs().begin(), energy_outputs().end());
  return outputs;
}();

RecordedRun run(const System& system) {
  const VerifyRuns runs({.until = 5, .tolerance = 1e-9}, kOutputs, nullptr);
  return runs.run(system, runs.settings());
}

std::vector<Sample> samples_of(const System& system) {
  return make_samples(system, {}, run(system).states);
}

TEST(Verify, ARunGivesStatesAndDrawsBesideThem) {
  const std::vector<Sample> samples = samples_of(make_pendulum());
  ASSERT_EQ(samples.size(), 2u * (VerifyRuns::kStates + 1));
  EXPECT_TRUE(samples[0].is_on_run);
  EXPECT_FALSE(samples[1].is_on_run);
  EXPECT_NE(samples[0].x()[0], samples[1].x()[0]);
  EXPECT_EQ(samples[0].in, samples_of(make_pendulum())[0].in) << "always the same ones";
}

TEST(Verify, AWrongDerivativeIsFoundAndNamed) {
  const System system = make_pendulum();
  FunctionJacobian J = make_component_jacobian(system);
  const std::vector<Sample> samples = samples_of(system);
  const Check right = check_jacobian(system, J, samples);
  EXPECT_EQ(right.verdict, Verdict::agrees) << right.value << " " << right.where;
  std::vector<Variable> outputs = J.function->outputs();
  // The derivative of -9.81 sin(angle), too large by 1e-4.
  for (Expr& entry : outputs[0].elements)
    if (!entry.is_constant()) entry = 1.0001 * entry;
  J.function = Function::make("wrong", J.function->graph(), J.function->inputs(), outputs);
  const Check wrong = check_jacobian(system, J, samples);
  EXPECT_EQ(wrong.verdict, Verdict::disagrees) << wrong.value;
  EXPECT_TRUE(wrong.where.starts_with("d(pin.rate')/d(pin.angle)")) << wrong.where;
}

TEST(Verify, ARateThatIsZeroUpToRoundingIsJudgedBesideTheOthersOfItsUnit) {
  // The rate across a rail: its row of the exact Jacobian contains the rounding error of the
  // others, that of the differences another one. Here it is planted: twice the right entry.
  for (const double entry : {5e-15, 1e-9}) {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    const Expr angle = builder.add_state({.name = "angle"}, {Expr(1.0)})[0];
    const auto rate = [&](const std::string& name) {
      return builder.add_state({.name = name, .role = StateBlock::Role::rate}, {Expr(0.0)})[0];
    };
    const Expr along = rate("along"), across = rate("across");
    builder.set_derivative(angle, along);
    builder.set_derivative(along, -9.81 * sin(angle));
    builder.set_derivative(across, entry * angle);
    const System system = builder.build("sledge");
    std::vector<Sample> samples(1);
    samples[0].in = {0, 1, 0.3, 0};
    FunctionJacobian J = make_component_jacobian(system);
    std::vector<Variable> outputs = J.function->outputs();
    int planted = 0;
    for (Expr& e : outputs[0].elements)
      if (e.is_constant(entry)) {
        e = 2 * e;
        ++planted;
      }
    ASSERT_EQ(planted, 1);
    J.function = Function::make("wrong", J.function->graph(), J.function->inputs(), outputs);
    const Check check = check_jacobian(system, J, samples);
    // 5e-15 beside 9.81 cos 1 = 5.3 is rounding error, 1e-9 is not.
    EXPECT_EQ(check.verdict, entry < 1e-12 ? Verdict::agrees : Verdict::disagrees)
        << check.value << " " << check.where;
  }
}

TEST(Verify, ABrokenEnergyIsFoundAtAnInstantAndAlongTheRun) {
  MachineFacts facts;
  facts.has_bodies = true;
  const VerifyRuns runs({.until = 5, .tolerance = 1e-9}, kOutputs, nullptr);
  for (const double factor : {1.0, 1.0001}) {
    const System system = make_pendulum({.potential = factor});
    const RecordedRun recorded = runs.run(system, runs.settings());
    const Check power = check_power(system, facts, make_samples(system, {}, recorded.states));
    const Check energy = runs.check_energy(recorded, recorded, facts);
    const Verdict expected = factor == 1 ? Verdict::agrees : Verdict::disagrees;
    EXPECT_EQ(power.verdict, expected) << power.value;
    EXPECT_EQ(energy.verdict, expected) << energy.value;
  }
  facts.sources = {"gravity, which changes"};
  const Check driven = check_power(make_pendulum(), facts, {});
  EXPECT_EQ(driven.verdict, Verdict::not_applicable);
  EXPECT_NE(driven.reason.find("gravity, which changes"), std::string::npos) << driven.reason;
}

TEST(Verify, OtherEquationsAreFoundAtEqualStatesAndInTrajectories) {
  const VerifyRuns runs({.until = 5, .tolerance = 1e-9}, kOutputs, nullptr);
  const System a = make_pendulum();
  const RecordedRun run_a = runs.run(a, runs.settings()), finer = runs.run(a, runs.finer());
  for (const double factor : {1.0, 1 + 1e-6}) {
    const System b = make_pendulum({.acceleration = factor});
    const Verdict expected = factor == 1 ? Verdict::agrees : Verdict::disagrees;
    const std::vector<Check> checks =
        check_formulations("a against b", a, b, {}, make_samples(a, {}, run_a.states), {}, {}, 0);
    EXPECT_EQ(checks[0].verdict, expected) << checks[0].value;
    EXPECT_EQ(checks[1].verdict, Verdict::not_applicable);
    const RecordedRun run_b = runs.run(b, runs.settings());
    const RecordedRun other_b = runs.run(b, runs.other_accuracy());
    const Check course = runs.check_trajectories("trajectories", run_a, finer, run_b, other_b, {});
    EXPECT_EQ(course.verdict, expected) << course.value << " " << course.where;
    EXPECT_EQ(runs.check_repeat(run_a, run_b).verdict, expected);
  }
}

TEST(Verify, OutputsWithoutAValueAreLeftOut) {
  // Like the acceleration of a Frame that sampled values move.
  const auto make = [] {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    const Expr x = builder.add_state({.name = "a.position"}, {Expr(1.0)})[0];
    builder.define_output({.name = "a.position", .is_main = true}, std::vector<Expr>{x});
    builder.set_derivative(x, -x);
    const SystemOutput none{.name = "a.jump", .dimension = dimensions::kAcceleration};
    builder.define_output(none, [] {
      throw ModelError("'a.jump' does not exist");
      return std::vector<Expr>{};
    });
    builder.define_output({.name = "a.slope", .dimension = dimensions::kAcceleration},
                          std::vector<Expr>{x});
    return builder.build("decay");
  };
  const System a = make();
  const VerifyRuns runs({.until = 1, .tolerance = 1e-9}, {"a.position"}, nullptr);
  const std::vector<Sample> samples = make_samples(a, {}, runs.run(a, runs.settings()).states);
  const std::vector<Check> checks =
      check_formulations("a against b", a, make(), {}, samples, {}, {}, 0);
  EXPECT_EQ(checks[0].verdict, Verdict::agrees) << checks[0].value;
}

// x' is zero but for the rounding errors of its terms, and so are its slopes.
TEST(Verify, RoundingErrorsOfTermsThatCancelAreNoSlopes) {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const Expr x = builder.add_state({.name = "x"}, {Expr(0.0)})[0],
             y = builder.add_state({.name = "y"}, {Expr(0.3)})[0],
             z = builder.add_state({.name = "z"}, {Expr(0.7)})[0];
  builder.set_derivative(x, 1e3 * ((y + z) * (y + z) - y * y - 2.0 * y * z - z * z));
  builder.set_derivative(y, z);
  builder.set_derivative(z, -y);
  const System system = builder.build("cancelled");
  std::vector<Sample> samples(8);
  for (std::size_t k = 0; k < samples.size(); ++k)
    samples[k].in = {0, 0, 0.3 + 0.11 * double(k), 0.7 - 0.013 * double(k)};
  const Check check = check_jacobian(system, make_component_jacobian(system), samples);
  EXPECT_EQ(check.verdict, Verdict::agrees) << check.value;
}

TEST(Verify, WrongConstraintsAreFound) {
  for (const bool is_wrong : {false, true}) {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    const auto add = [&](const char* name, double initial) {
      return builder.add_state({.name = name, .role = StateBlock::Role::coordinate},
                               {Expr(initial)})[0];
    };
    const Expr x = add("x", 1), y = add("y", 0);
    builder.set_derivative(x, -1.3 * y + 0.2);
    builder.set_derivative(y, 1.3 * x);
    System system = builder.build("on a circle");
    const std::vector<Expr>& s = system.derivative->inputs()[1].elements;
    const std::vector<Expr>& f = system.derivative->output_scalars();
    const Expr r2 = s[0] * s[0] + s[1] * s[1], g = r2 - 1;
    const Expr rate = 2 * s[0] * f[0] + (is_wrong ? 1.999 : 2) * s[1] * f[1];
    const Expr way = (is_wrong ? -0.9 : -1.0) * g / (2 * r2);
    const auto make = [&](std::vector<Variable> outputs) {
      return Function::make("c", system.derivative->graph(), system.derivative->inputs(),
                            std::move(outputs));
    };
    SystemConstraints constraints;
    constraints.names = {"circle"};
    constraints.residual = make({{"position", {g}}, {"velocity", {rate}}});
    constraints.position_step = make({{"position", {g}}, {"dx", {way * s[0], way * s[1]}}});
    constraints.velocity_step = make({{"velocity", {rate}}, {"dx", {Expr(0.0), Expr(0.0)}}});
    system.constraints = constraints;
    std::vector<Sample> samples(1);
    samples[0].in = {0, 0.6, 0.8};
    for (const Check& check : check_constraints(system, samples))
      EXPECT_EQ(check.verdict, is_wrong ? Verdict::disagrees : Verdict::agrees)
          << check.what << " " << check.value;
  }
}

/// A point that moves on a circle, with x' = −y + 1000 |x² + y² − 1|: smooth along the circle, with
/// a kink across it, as equations of redundant constraints may have.
System make_circle() {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const auto add = [&](const char* name, double initial) {
    return builder.add_state({.name = name, .role = StateBlock::Role::coordinate},
                             {Expr(initial)})[0];
  };
  const Expr x = add("x", 1), y = add("y", 0), speed = builder.add_state({.name = "v"}, {1.0})[0];
  builder.set_derivative(x, -speed * y + 1000 * abs(x * x + y * y - 1));
  builder.set_derivative(y, speed * x);
  builder.set_derivative(speed, -x * x * y);
  System system = builder.build("on a circle");
  const std::vector<Expr>& s = system.derivative->inputs()[1].elements;
  const Expr r2 = s[0] * s[0] + s[1] * s[1], g = r2 - 1, way = -g / (2 * r2);
  const auto make = [&](std::vector<Variable> outputs) {
    return Function::make("c", system.derivative->graph(), system.derivative->inputs(),
                          std::move(outputs));
  };
  SystemConstraints constraints;
  constraints.names = {"circle"};
  constraints.residual = make({{"position", {g}}, {"velocity", {Expr(0.0)}}});
  constraints.position_step =
      make({{"position", {g}}, {"dx", {way * s[0], way * s[1], Expr(0.0)}}});
  constraints.velocity_step =
      make({{"velocity", {Expr(0.0)}}, {"dx", {Expr(0.0), Expr(0.0), Expr(0.0)}}});
  system.constraints = constraints;
  return system;
}

TEST(Verify, AJacobianIsLookedAtAlongTheConstraintsWhereTheEquationsHaveACornerAcrossThem) {
  const System system = make_circle();
  std::vector<Sample> samples(2);
  samples[0].in = {0, 0.6, 0.8, 1.2};
  samples[1].in = {0, -0.8, 0.6, 0.7};
  FunctionJacobian J = make_component_jacobian(system);
  // At the kink the exact derivative is that of one side.
  EXPECT_EQ(check_jacobian(system, J, samples).verdict, Verdict::agrees);
  const Check right = check_jacobian_along_constraints(system, J, samples);
  EXPECT_EQ(right.verdict, Verdict::agrees) << right.value << " " << right.where;
  // y' = v x, its derivative with respect to v too large by 1e-4: ∂y'/∂v = 1.0001 x.
  std::vector<Variable> outputs = J.function->outputs();
  const Expr x = J.function->inputs()[1].elements[0];
  int planted = 0;
  for (Expr& entry : outputs[0].elements)
    if (entry == x) {
      entry = 1.0001 * x;
      ++planted;
    }
  ASSERT_EQ(planted, 1);
  J.function = Function::make("wrong", J.function->graph(), J.function->inputs(), outputs);
  const Check wrong = check_jacobian_along_constraints(system, J, samples);
  EXPECT_EQ(wrong.verdict, Verdict::disagrees) << wrong.value;
  EXPECT_TRUE(wrong.where.starts_with("y' as v moves")) << wrong.where;
  // Relative to the contribution of x to y': 1e-4 x ∂v over v.
  EXPECT_GT(wrong.value, 1e-5);
}

TEST(Verify, EnginesAndResumedRunsAgreeToTheBit) {
  const System system = make_pendulum();
  const VerifyRuns runs({.until = 5, .tolerance = 1e-9}, kOutputs, nullptr);
  const Check engines = check_engines(system, kOutputs, samples_of(system));
  EXPECT_NE(engines.verdict, Verdict::disagrees) << engines.where;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("holon-verify-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const Check resumed = runs.check_resume(system, folder);
  EXPECT_EQ(resumed.verdict, Verdict::agrees) << resumed.where << resumed.reason;
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace holon
