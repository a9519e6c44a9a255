// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/system_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <chrono>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/system/symbols.h"

namespace holon {
namespace {

using test::kEps;

struct Fixture {
  std::shared_ptr<Symbols> symbols = std::make_shared<Symbols>();
  SystemBuilder builder{symbols};

  Expr add_scalar_state(const std::string& name, Expr initial) {
    return builder.add_state({name, {}, StateBlock::Kind::euclidean, {}, 0, 1}, {initial})[0];
  }
  void define(const std::string& name, Expr value) {
    builder.define_output({name, {}, {}, "", false}, std::vector<Expr>{value});
  }
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing was thrown";
}

/// t, x, u, p, m of a system with given t and x, parameters at their values, modes from indicators.
std::vector<double> inputs_of(const System& system, double t, std::vector<double> x) {
  std::vector<double> in{t};
  in.insert(in.end(), x.begin(), x.end());
  for (const SystemParameter& p : system.parameters) in.push_back(p.value);
  in.resize(static_cast<std::size_t>(system.function_input_count()), 0.0);
  for (int round = 0; round <= system.mode_count(); ++round) {
    const auto indicators = system.indicators->evaluate(in);
    for (std::size_t k = 0; k < indicators.size(); ++k) {
      in[in.size() - indicators.size() + k] = indicators[k] > 0 ? 1.0 : 0.0;
    }
  }
  return in;
}

TEST(SystemBuilder, MakesTheFunctionsOfADampedOscillator) {
  Fixture f;
  const Expr k = f.symbols->parameter("k", 4.0);
  const Expr x = f.add_scalar_state("body.position", 0.5);
  const Expr v = f.add_scalar_state("body.speed", 0.0);
  f.builder.set_derivative(x, v);
  f.builder.set_derivative(v, -k * x - 0.1 * v);
  f.define("body.position", x);
  const System system = f.builder.build("oscillator");

  EXPECT_EQ(system.title, "oscillator");
  EXPECT_EQ(system.state_count(), 2);
  EXPECT_EQ(system.state_name(1), "body.speed");
  EXPECT_EQ(system.function_input_count(), 4);
  const double p[] = {0.0, 4.0};
  EXPECT_EQ(system.start->evaluate(p), (std::vector<double>{0.5, 0.0}));
  const auto dx = system.derivative->evaluate(inputs_of(system, 0, {0.25, 3.0}));
  EXPECT_EQ(dx[0], 3.0);
  EXPECT_EQ(dx[1], -4.0 * 0.25 - 0.1 * 3.0);
  EXPECT_EQ(system.select_outputs({"body.position"})->evaluate(inputs_of(system, 0, {0.25, 3.0})),
            std::vector<double>{0.25});
}

TEST(SystemBuilder, PutsOutputsInThePlaceOfTheirNamesWhateverTheOrder) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.builder.set_derivative(x, -f.symbols->output("control.force"));
  f.define("control.force", 3.0 * f.symbols->output("sensor.value") + f.symbols->time());
  f.define("sensor.value", x * x);
  const System system = f.builder.build("");
  const double t = 0.5, at = 1.5;
  EXPECT_EQ(system.derivative->evaluate(inputs_of(system, t, {at}))[0], -(3.0 * (at * at) + t));
}

/// v' = torque / 2, where the torque is a formula of v'.
FunctionRef derivative_with_torque(const std::function<Expr(Expr acceleration)>& law) {
  Fixture f;
  const Expr v = f.add_scalar_state("v", 0.0);
  const Expr torque =
      f.symbols->formula(law(f.symbols->output("joint.acceleration")), "joint.torque");
  f.builder.set_derivative(v, torque / 2.0);
  f.define("joint.acceleration", torque / 2.0);
  return f.builder.build("").derivative;
}

TEST(SystemBuilder, SolvesAlgebraicLoopsThatAreAffine) {
  // torque = 3 − 0.1 torque / 2
  const FunctionRef f = derivative_with_torque([](Expr a) { return 3.0 - 0.1 * a; });
  EXPECT_NEAR(f->evaluate(std::vector<double>{0.0, 0.0})[0], 3.0 / 1.05 / 2.0, 1e-15);
}

TEST(SystemBuilder, SolvesOtherAlgebraicLoopsByNewtonsMethod) {
  // torque = cos(a), a = torque / 2: the root of 2a = cos(a). After t and x there are two discrete
  // states, a flag and the last root.
  const FunctionRef f = derivative_with_torque([](Expr a) { return cos(a); });
  const double a = f->evaluate(std::vector<double>{0.0, 0.0, 0.0, 0.0})[0];
  EXPECT_NEAR(2.0 * a, std::cos(a), 1e-14);
  // |a| is affine on either side of zero, but not globally: torque = 1 − 3 |a| gives a = 0.2.
  const FunctionRef g = derivative_with_torque([](Expr x) { return 1.0 - 3.0 * abs(x); });
  EXPECT_NEAR(g->evaluate(std::vector<double>{0.0, 0.0, 0.0, 0.0})[0], 0.2, 1e-14);
  // The iteration ends at rounding error for any initial guess.
  EXPECT_NEAR(f->evaluate(std::vector<double>{0.0, 0.0, 1.0, 5.0})[0], a, 1e-14);
}

TEST(SystemBuilder, TakesALoopAsAffineWhereAProductHasAnIndependentFactorOfTheSameCall) {
  // One function gives a frame's height h(t) = 2 + t and its acceleration; torque = 3 − h a/10.
  const auto graph = std::make_shared<Graph>();
  const Expr t = graph->symbol("t"), a = graph->symbol("a");
  const FunctionRef frame =
      Function::make("frame", graph, {{"in", {t, a}}}, {{"out", {2.0 + t, 3.0 * a}}});
  Fixture f;
  const Expr v = f.add_scalar_state("v", 0.0);
  const std::vector<Expr> out =
      call(frame, std::vector<Expr>{f.symbols->time(), f.symbols->output("joint.acceleration")});
  const Expr torque = f.symbols->formula(3.0 - 0.1 * out[0] * out[1], "joint.torque");
  f.builder.set_derivative(v, torque / 2.0);
  f.define("joint.acceleration", torque / 2.0);
  const System system = f.builder.build("");
  EXPECT_FALSE(system.roots);
  const double time = 0.5;
  EXPECT_NEAR(system.derivative->evaluate(inputs_of(system, time, {0.0}))[0],
              1.5 / (1.0 + 0.15 * (2.0 + time)), 4 * kEps);
}

TEST(SystemBuilder, NamesTheMembersOfAnAlgebraicLoopThatNothingSolves) {
  try {
    derivative_with_torque([](Expr a) { return 1.0 + 2.0 * a; });
    FAIL() << "no error";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.message(),
              "algebraic loop without a solution: joint.torque → joint.acceleration → "
              "joint.torque; each is defined by the others only, so that they are undetermined");
    EXPECT_EQ(error.part_path(), "joint.torque");
  }
}

TEST(SystemBuilder, SolvesSeveralLoopsInTheOrderOfTheirNeed) {
  // a = 1 + b/2, b = a/4 (one loop); c = 3a − c/2 (another, which depends on the first).
  Fixture f;
  f.define("a", 1.0 + 0.5 * f.symbols->output("b"));
  f.define("b", 0.25 * f.symbols->output("a"));
  f.define("c", 3.0 * f.symbols->output("a") - 0.5 * f.symbols->output("c"));
  const System system = f.builder.build("");
  const std::vector<double> y =
      system.select_outputs({"c", "a", "b"})->evaluate(inputs_of(system, 0, {}));
  const double a = 1.0 / (1.0 - 0.125);
  EXPECT_NEAR(y[0], 3.0 * a / 1.5, 1e-15);
  EXPECT_NEAR(y[1], a, 1e-15);
  EXPECT_NEAR(y[2], a / 4, 1e-15);
}

TEST(SystemBuilder, FindsLoopsAmongOutputsOnlyWhereSomebodyAsksForThem) {
  Fixture f;
  f.define("a", f.symbols->output("b") + 1.0);
  f.define("b", f.symbols->output("c") * 1.0);
  f.define("c", f.symbols->output("a") - 1.0);
  f.define("d", 4.0);
  const System system = f.builder.build("");
  EXPECT_EQ(system.select_outputs({"d"})->evaluate(inputs_of(system, 0, {}))[0], 4.0);
  EXPECT_NE(message_of([&] { system.select_outputs({"b"}); }).find("algebraic loop without"),
            std::string::npos);
}

TEST(SystemBuilder, DifferentiatesOutputsAlongTheMotion) {
  Fixture f;
  const Expr t = f.symbols->time();
  const Expr x = f.add_scalar_state("x", 1.0);
  const Expr y = f.add_scalar_state("y", 2.0);
  f.builder.set_derivative(x, y);
  f.builder.set_derivative(y, -sin(x));
  f.define("s", x * y + t * t);
  f.define("ds", f.symbols->time_derivative(f.symbols->output("s")));
  f.define("dds", f.symbols->time_derivative(f.symbols->output("ds")));
  const System system = f.builder.build("");
  const double at = 0.7, a = 0.3, b = -1.1;
  const auto value = system.select_outputs({"ds", "dds"})->evaluate(inputs_of(system, at, {a, b}));
  // s' = y² − x sin x + 2t;  s'' = −2 y sin x − y (sin x + x cos x) + 2
  const double ds = b * b - a * std::sin(a) + 2 * at;
  const double dds = -2 * b * std::sin(a) - b * (std::sin(a) + a * std::cos(a)) + 2;
  EXPECT_NEAR(value[0], ds, 8 * kEps * std::abs(ds));
  EXPECT_NEAR(value[1], dds, 16 * kEps * std::abs(dds));
}

TEST(SystemBuilder, TimeDerivativesInTheEquationsThemselvesAreSorted) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  const Expr w = f.add_scalar_state("w", 0.0);
  f.builder.set_derivative(x, -x);
  // w' = d(x²)/dt = −2x²
  f.builder.set_derivative(w, f.symbols->time_derivative(f.symbols->output("square")));
  f.define("square", x * x);
  const System system = f.builder.build("");
  EXPECT_EQ(system.derivative->evaluate(inputs_of(system, 0, {3.0, 0.0}))[1], -18.0);
}

TEST(SystemBuilder, ATimeDerivativeThatNeedsItselfIsSolved) {
  // x' = 1 − x'/2 = 2/3.
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.builder.set_derivative(x, 1.0 - 0.5 * f.symbols->time_derivative(x));
  const System system = f.builder.build("");
  EXPECT_NEAR(system.derivative->evaluate(inputs_of(system, 0, {1.0}))[0], 2.0 / 3, kEps);
  Fixture without;
  const Expr y = without.add_scalar_state("y", 1.0);
  without.builder.set_derivative(y, 1.0 + without.symbols->time_derivative(y));
  EXPECT_NE(message_of([&] {
              without.builder.build("");
            }).find("algebraic loop without a solution: der(y)"),
            std::string::npos);
}

TEST(SystemBuilder, TheRateOfALoopsValueIsFoundWithIt) {
  // a = x + a/2 = 2 x, so x' = 1 - a' = 1 - 2 x' = 1/3.
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.define("a", f.symbols->formula(x + 0.5 * f.symbols->output("a"), "joint.torque"));
  f.builder.set_derivative(x, 1.0 - f.symbols->time_derivative(f.symbols->output("a")));
  const System system = f.builder.build("");
  EXPECT_NEAR(system.derivative->evaluate(inputs_of(system, 0, {1.0}))[0], 1.0 / 3, kEps);
}

TEST(SystemBuilder, TimeDerivativesOfConstantsAndTimeNeedNoSymbols) {
  Symbols symbols;
  EXPECT_EQ(symbols.time_derivative(3.0), Expr(0.0));
  EXPECT_EQ(symbols.time_derivative(symbols.time()), Expr(1.0));
  EXPECT_EQ(symbols.time_derivative(2.0 * symbols.parameter("m", 1.0)), Expr(0.0));
}

TEST(SystemBuilder, ComputesOutputsOnlyWhereSomebodyAsksAndOnce) {
  Fixture f;
  int calls = 0;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.builder.set_derivative(x, -x);
  f.builder.define_output({"costly", {"x", "y"}, {}, "", false}, [&] {
    ++calls;
    return std::vector<Expr>{x, 2.0 * x};
  });
  const System system = f.builder.build("");
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(system.select_outputs({"costly.y", "costly"})->evaluate(inputs_of(system, 0, {3.0})),
            (std::vector<double>{6.0, 3.0, 6.0}));
  system.select_outputs({"costly"});
  EXPECT_EQ(calls, 1);
}

TEST(SystemBuilder, TablesOfOutputsShareTheirDeclarations) {
  static const std::vector<OutputDeclaration> table{
      {"position", {"x", "y", "z"}, dimensions::kLength, "where it is", true},
      {"reaction.force", {}, dimensions::kForce, "what holds it", false}};
  Fixture f;
  for (const std::string name : {"link", "link.tip"}) {
    f.builder.define_outputs(name, table, [](int index) {
      return index == 0 ? std::vector<Expr>{1.0, 2.0, 3.0} : std::vector<Expr>{4.0};
    });
  }
  const System system = f.builder.build("");
  ASSERT_EQ(system.list_outputs().size(), 4u);
  EXPECT_EQ(system.list_outputs()[3].name, "link.tip.reaction.force");
  EXPECT_EQ(system.list_main_outputs().size(), 2u);
  EXPECT_EQ(system.find_output("link.tip.position")->size(), 3);
  EXPECT_EQ(system.find_output("link.tip.position.z")->size(), 1);
  EXPECT_EQ(system.find_output("link.tip.position.z")->dimension, dimensions::kLength);
  EXPECT_FALSE(system.find_output("link.tip.position.w"));
  EXPECT_EQ(system.select_outputs({"link.tip.position.z", "link.reaction.force"})
                ->evaluate(inputs_of(system, 0, {})),
            (std::vector<double>{3.0, 4.0}));
  EXPECT_THROW(f.builder.define_outputs("link", table, nullptr), InternalError);
}

TEST(SystemBuilder, NamesTheNearestOutputForOneThatIsNot) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.builder.set_derivative(x, f.symbols->output("boom.angel"));
  f.define("boom.angle", x);
  f.define("arm.angle", x);
  EXPECT_EQ(message_of([&] { f.builder.build(""); }),
            "no part has an output 'boom.angel'; did you mean 'boom.angle'?");
  f.builder.define_output({"tip.position", {"x", "y", "z"}, {}, "", false},
                          std::vector<Expr>{0.0, 0.0, 0.0});
  Fixture g;
  const Expr y = g.add_scalar_state("y", 1.0);
  g.builder.set_derivative(y, g.symbols->output("tip.position"));
  g.builder.define_output({"tip.position", {"x", "y", "z"}, {}, "", false},
                          std::vector<Expr>{0.0, 0.0, 0.0});
  EXPECT_EQ(message_of([&] { g.builder.build(""); }),
            "output 'tip.position' is not a single number; name a component: 'tip.position.x'");
}

TEST(System, UnknownOutputsAreAllReportedAtOnce) {
  Fixture f;
  f.define("pin.angle", 1.0);
  const System system = f.builder.build("");
  try {
    system.select_outputs({"pin.angel", "pin.angle", "rate"});
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().error_count(), 2u);
    EXPECT_NE(error.diagnostics().to_string().find("did you mean 'pin.angle'?"), std::string::npos);
  }
}

TEST(SystemBuilder, RelationsInTheEquationsBecomeModes) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  const Expr is_high = relation(x - 2.0);
  f.builder.set_derivative(x, select(is_high, -5.0, 1.0));
  f.define("high", is_high);
  f.define("low", relation(1.0 - x));  // no equation needs it: not a mode
  const System system = f.builder.build("");
  ASSERT_EQ(system.mode_count(), 1);
  EXPECT_EQ(system.modes[0], "x > 2");
  // A held mode decides, not the state.
  EXPECT_EQ(system.derivative->evaluate(std::vector<double>{0.0, 3.0, 0.0})[0], 1.0);
  EXPECT_EQ(system.derivative->evaluate(std::vector<double>{0.0, 3.0, 1.0})[0], -5.0);
  EXPECT_EQ(system.indicators->evaluate(std::vector<double>{0.0, 3.0, 0.0})[0], 1.0);
  const FunctionRef outputs = system.select_outputs({"high", "low"});
  EXPECT_EQ(outputs->evaluate(std::vector<double>{0.0, 0.5, 1.0}), (std::vector<double>{1.0, 1.0}));
}

TEST(SystemBuilder, RelationsInsideRelationsAreModesToo) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  const Expr inner = relation(x - 1.0);
  f.builder.set_derivative(x, relation(select(inner, x - 2.0, x + 2.0)));
  const System system = f.builder.build("");
  ASSERT_EQ(system.mode_count(), 2);
  const auto in = inputs_of(system, 0, {1.5});
  EXPECT_EQ(in[2], 1.0);
  EXPECT_EQ(in[3], 0.0);
}

TEST(SystemBuilder, InitialValuesMayNeedEachOtherButNotInACircle) {
  {
    Fixture f;
    const Expr m = f.symbols->parameter("m", 3.0);
    const Expr a = f.add_scalar_state("a", f.symbols->output("b") * 2.0);
    const Expr b = f.add_scalar_state("b", m + f.symbols->time());
    f.builder.set_derivative(a, 0.0);
    f.builder.set_derivative(b, 0.0);
    f.define("b", b);
    const System system = f.builder.build("");
    EXPECT_EQ(system.start->evaluate(std::vector<double>{1.0, 3.0}),
              (std::vector<double>{8.0, 4.0}));
  }
  Fixture f;
  const Expr a = f.add_scalar_state("a", f.symbols->output("b"));
  const Expr b = f.add_scalar_state("b", f.symbols->output("a"));
  f.define("a", a);
  f.define("b", b);
  f.builder.set_derivative(a, 0.0);
  f.builder.set_derivative(b, 0.0);
  EXPECT_EQ(
      message_of([&] { f.builder.build(""); }),
      "a: initial values depend on each other: a → b → a; give one of them an independent value");
}

TEST(System, ProjectsQuaternionsAndLeavesUnitOnesAlone) {
  Fixture f;
  const Expr x = f.add_scalar_state("x", 0.0);
  f.builder.set_derivative(x, 0.0);
  const auto q = f.builder.add_state(
      {"body.orientation", {"w", "x", "y", "z"}, StateBlock::Kind::quaternion, {}, 0, 4},
      {1.0, 0.0, 0.0, 0.0});
  for (const Expr component : q) f.builder.set_derivative(component, 0.0);
  const System system = f.builder.build("");
  EXPECT_EQ(system.state_name(2), "body.orientation.x");
  double state[] = {7.0, 0.0, 1.5, 0.0, -2.0};
  EXPECT_EQ(system.project(state), 1.5);
  EXPECT_EQ(state[0], 7.0);
  EXPECT_EQ(state[2], 0.6);
  EXPECT_EQ(state[4], -0.8);
  double unit[] = {7.0, 0.6, 0.0, 0.8, 0.0};
  EXPECT_EQ(system.project(unit), 0.0);
  EXPECT_EQ(unit[1], 0.6);
}

TEST(SystemBuilder, FingerprintsTellSystemsApart) {
  const auto make = [](double k, const std::string& name) {
    Fixture f;
    const Expr x = f.add_scalar_state(name, 0.5);
    f.builder.set_derivative(x, -k * x);
    return f.builder.build("").fingerprint();
  };
  EXPECT_EQ(make(2.0, "x"), make(2.0, "x"));
  EXPECT_NE(make(2.0, "x"), make(3.0, "x"));
  EXPECT_NE(make(2.0, "x"), make(2.0, "y"));
}

TEST(SystemBuilder, SaysWhenAStateHasNoDerivative) {
  Fixture f;
  f.add_scalar_state("x", 1.0);
  EXPECT_THROW(f.builder.build(""), InternalError);
}

TEST(SystemBuilder, ThousandsOfTimeDerivativesCostTimeInProportion) {
  // With a traversal of the whole graph for each of them this would take a minute.
  constexpr int kCount = 20000;
  Fixture f;
  std::vector<Expr> x, v;
  for (int k = 0; k < kCount; ++k) {
    const std::string name = "x" + std::to_string(k);
    const auto pair =
        f.builder.add_state({name, {"q", "v"}, StateBlock::Kind::euclidean, {}, 0, 2}, {0.0, 1.0});
    x.push_back(pair[0]);
    v.push_back(pair[1]);
  }
  for (int k = 0; k < kCount; ++k) {
    const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>((k + 1) % kCount);
    f.builder.set_derivative(x[i], v[i]);
    f.builder.set_derivative(v[i], f.symbols->time_derivative(sin(x[j]) * f.symbols->time()));
  }
  const System system = f.builder.build("");
  std::vector<double> in(static_cast<std::size_t>(system.function_input_count()), 0.5);
  const double expected = std::cos(0.5) * 0.5 * 0.5 + std::sin(0.5);
  EXPECT_NEAR(system.derivative->evaluate(in)[1], expected, 8 * kEps * expected);
}

TEST(SystemBuilder, DeepChainsOfOutputsNeedNoDeepStack) {
  constexpr int kLength = 50000;
  Fixture f;
  const Expr x = f.add_scalar_state("x", 1.0);
  f.define("o0", x);
  for (int k = 1; k <= kLength; ++k) {
    f.define("o" + std::to_string(k), f.symbols->output("o" + std::to_string(k - 1)) + 1.0);
  }
  f.builder.set_derivative(x, f.symbols->output("o" + std::to_string(kLength)));
  const System system = f.builder.build("");
  EXPECT_EQ(system.derivative->operation_count(), static_cast<std::size_t>(kLength));
}

}  // namespace
}  // namespace holon
