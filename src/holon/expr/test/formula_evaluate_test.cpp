// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "holon/expr/formula/formula.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"

namespace holon {
namespace {

using dimensions::kAngle;
using dimensions::kAngularRate;
using dimensions::kForce;
using dimensions::kLength;
using dimensions::kMass;
using dimensions::kMomentum;
using dimensions::kNumber;
using dimensions::kSpeed;
using dimensions::kTime;
using dimensions::kTorque;

/// Names with given values, and derivatives of the symbol x.
class TestScope : public FormulaScope {
 public:
  TestScope() {
    add("time", kTime);
    add("x", kLength);
    add("y", kLength);
    add("v", kSpeed);
    add("phi", kAngle);
    add("rate", kAngularRate);
    add("m", kMass);
    add("F", kForce);
    add("T", kTorque);
    add("n", kNumber);
    add("k", std::nullopt);
    add("zeta", std::nullopt);
    add("link[0].angle", kAngle);
    add("link[1].angle", kAngle);
    values["i"] = Value(Expr(1.0));
    values["broken"] = Value::failure();
    values["body.position"] = vector("p", 3, kLength, Value::Shape::vector);
    values["body.velocity"] = vector("u", 3, kSpeed, Value::Shape::vector);
    values["body.orientation"] = vector("q", 4, kNumber, Value::Shape::quaternion);
    values["turned.orientation"] =
        Value({std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)}, kNumber, Value::Shape::quaternion);
    values["table8"] = vector("t", 8, std::nullopt, Value::Shape::vector);
  }

  std::optional<Value> find(std::string_view name) override {
    const auto found = values.find(name);
    if (found == values.end()) return {};
    return found->second;
  }
  std::optional<Expr> time_derivative(Expr e) override {
    if (!can_derive) return {};
    return derivative(e, symbol("x")) * symbol("v");
  }
  std::optional<Value> lookup(std::string_view table, std::span<const Value> arguments,
                              TextError& error) override {
    if (table != "engine") return FormulaScope::lookup(table, arguments, error);
    return Value(2.0 * arguments[0].scalar(), kForce);
  }

  void add(const std::string& name, std::optional<Dimension> dimension) {
    values[name] = Value(graph.symbol(name), dimension);
  }
  Value vector(const std::string& name, int count, std::optional<Dimension> dimension,
               Value::Shape shape) {
    return Value(graph.symbols(name, count), dimension, shape);
  }
  Expr symbol(const std::string& name) { return values.find(name)->second.scalar(); }
  std::span<const Expr> elements(const std::string& name) {
    return values.find(name)->second.elements();
  }

  Graph graph;
  std::map<std::string, Value, std::less<>> values;
  bool can_derive = true;
};

class FormulaEvaluate : public testing::Test {
 protected:
  Value value_of(const std::string& text) {
    std::vector<TextError> errors;
    const Formula formula = parse_value(text, errors);
    const Value value = evaluate(formula, scope, errors);
    for (const TextError& e : errors) ADD_FAILURE() << text << ": " << e.message;
    return value;
  }
  /// A constant formula's number.
  double number(const std::string& text) {
    const Value value = value_of(text);
    EXPECT_TRUE(value.is_single() && value.scalar().is_constant()) << text;
    return value.scalar().value();
  }
  /// The dimension, "bare" if there is none.
  std::string dimension(const std::string& text) {
    const Value value = value_of(text);
    if (value.failed()) return "failed";
    return value.dimension() ? value.dimension()->to_string() : "bare";
  }
  std::string error_of(const std::string& text) {
    std::vector<TextError> errors;
    const Formula formula = parse_value(text, errors);
    EXPECT_TRUE(errors.empty()) << text;
    const Value value = evaluate(formula, scope, errors);
    EXPECT_TRUE(value.failed()) << text;
    std::string all;
    for (const TextError& e : errors) {
      if (!all.empty()) all += " | ";
      all += std::to_string(e.offset) + '+' + std::to_string(e.length) + ": " + e.message;
      if (!e.suggestion.empty()) all += "; " + e.suggestion;
    }
    return all;
  }
  Expr s(const std::string& name) { return scope.symbol(name); }

  TestScope scope;
};

TEST_F(FormulaEvaluate, ComputesNumbers) {
  // Exact in binary, or the value of the same operation of the standard library to 2 ulp (the
  // library's own elementary functions are within 1 ulp, this one's too).
  const double pi = std::numbers::pi;
  const std::vector<std::pair<std::string, double>> table{
      {"1 + 2*3", 7},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"7/2", 3.5},
      {"2^-1", 0.5},
      {"sqrt(2)", std::sqrt(2.0)},
      {"2^0.5", std::sqrt(2.0)},
      {"sin(pi/6)", std::sin(pi / 6)},
      {"cos(60 [deg])", std::cos(pi / 3)},
      {"atan2(1, -1)", 3 * pi / 4},
      {"exp(1)", std::exp(1.0)},
      {"log(10)", std::log(10.0)},
      {"ln(10)", std::log(10.0)},
      {"log10(1000)", 3},
      {"abs(-3)", 3},
      {"sign(-3) + sign(0) + sign(2)", 0},
      {"floor(-1.5)", -2},
      {"ceil(1.2)", 2},
      {"mod(7, 3)", 1},
      {"mod(-1, 3)", 2},
      {"min(3, 1, 2)", 1},
      {"max(3, 1, 2)", 3},
      {"hypot(3, 4)", 5},
      {"hypot(2, 3, 6)", 7},
      {"norm([2, 3, 6])", 7},
      {"dot([1, 2, 3], [4, 5, 6])", 32},
      {"cross([1, 2, 3], [4, 5, 6]).x", -3},
      {"cross([1, 2, 3], [4, 5, 6]).y", 6},
      {"cross([1, 2, 3], [4, 5, 6])[2]", -3},
      {"([1, 2] + [3, 4])[1]", 6},
      {"(2*[1, 2]/4).y", 1},
      {"(-[1, 2]).x", -1},
      {"if(1 < 2, 3, 4)", 3},
      {"if(1 > 2, 3, 4)", 4},
      {"if(2 == 2 and not 1 != 1, 3, 4)", 3},
      {"if(1 >= 1, 1, 0) + if(1 <= 0, 10, 0)", 1},
      {"if(0, 3, 4)", 4},
      {"der(3)", 0},
      {"350 bar", 35e6},
      {"1 [m] + 2 [mm]", 1.002},
      {"20 [degC]", 293.15},
      {"50 [%]", 0.5},
      {"2 [rev] / (2*pi)", 2},
  };
  for (const auto& [text, expected] : table) {
    EXPECT_NEAR(number(text), expected, 2 * 2.3e-16 * std::abs(expected)) << text;
  }
}

TEST_F(FormulaEvaluate, BuildsTheExpressionsThatWereWritten) {
  EXPECT_EQ(value_of("2 [m] * sin(3 [rad/s]*time)").scalar(), 2.0 * sin(3.0 * s("time")));
  EXPECT_EQ(value_of("-k*(phi - 20 [deg])").scalar(),
            -s("k") * (s("phi") - make_unit("deg").to_si(20)));
  EXPECT_EQ(value_of("x^2").scalar(), s("x") * s("x"));
  EXPECT_EQ(value_of("link[i-1].angle + link[i].angle").scalar(),
            s("link[0].angle") + s("link[1].angle"));
  EXPECT_EQ(value_of("body.position.y").scalar(), scope.elements("body.position")[1]);
  EXPECT_EQ(value_of("body.position[2]").scalar(), scope.elements("body.position")[2]);
  EXPECT_EQ(value_of("body.orientation.w").scalar(), scope.elements("body.orientation")[0]);
  EXPECT_EQ(value_of("body.orientation.z").scalar(), scope.elements("body.orientation")[3]);
  EXPECT_EQ(value_of("table8[7]").scalar(), scope.elements("table8")[7]);
  EXPECT_EQ(value_of("der(x^2)").scalar(), (s("x") + s("x")) * s("v"));
  EXPECT_EQ(value_of("lookup(engine, k)").scalar(), 2.0 * s("k"));
  const Value list = value_of("[x, 0, x + y]");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.elements()[2], s("x") + s("y"));
}

TEST_F(FormulaEvaluate, MakesComparisonsRelations) {
  const Expr x = s("x"), y = s("y");
  EXPECT_EQ(value_of("x > y").scalar(), relation(x - y));
  EXPECT_EQ(value_of("x < y").scalar(), relation(y - x));
  EXPECT_EQ(value_of("x >= y").scalar(), logical_not(relation(y - x)));
  EXPECT_EQ(value_of("x <= y").scalar(), logical_not(relation(x - y)));
  EXPECT_EQ(value_of("if(x > 0, x, 2*y)").scalar(), select(relation(x), x, 2.0 * y));
  EXPECT_EQ(value_of("x > 0 and not y > 0").scalar(),
            logical_and(relation(x), logical_not(relation(y))));
  EXPECT_EQ(value_of("sign(x)").scalar(), relation(x) - relation(-x));
  EXPECT_EQ(value_of("x > y").shape(), Value::Shape::condition);
}

TEST_F(FormulaEvaluate, EvaluatesComparisonsInPlaceWithinSmooth) {
  const Expr x = s("x"), y = s("y");
  EXPECT_EQ(value_of("smooth(if(x > y, x, y))").scalar(), select(less(y, x), x, y));
  EXPECT_EQ(value_of("smooth(if(x <= y, x, y))").scalar(), select(less_equal(x, y), x, y));
  EXPECT_EQ(value_of("smooth(if(x == y, x, 0))").scalar(), select(equal(x, y), x, 0.0));
  EXPECT_EQ(value_of("smooth(sign(x))").scalar(), sign(x));
  EXPECT_EQ(value_of("if(x > 0, smooth(if(y > 0, x, y)), y)").scalar(),
            select(relation(x), select(less(0.0, y), x, y), y));
}

TEST_F(FormulaEvaluate, LeavesOutTheBranchThatIsNotTaken) {
  scope.values["i"] = Value(Expr(0.0));
  EXPECT_EQ(value_of("if(i > 0, link[i-1].angle, 0)").scalar(), Expr(0.0));
  EXPECT_EQ(value_of("if(i == 0, 1, 1/i)").scalar(), Expr(1.0));
}

TEST_F(FormulaEvaluate, TurnsVectorsIntoFramesAndBack) {
  // A frame rotated by 90° about z: its x axis is the world's y axis.
  const Value in_world = value_of("from_frame([1, 0, 0], turned)");
  const double tolerance = 4 * 2.3e-16;
  EXPECT_NEAR(in_world.elements()[0].value(), 0, tolerance);
  EXPECT_NEAR(in_world.elements()[1].value(), 1, tolerance);
  EXPECT_NEAR(in_world.elements()[2].value(), 0, tolerance);
  const Value in_frame = value_of("to_frame([3 [m], 1 [m], 2 [m]], turned)");
  EXPECT_NEAR(in_frame.elements()[0].value(), 1, 3 * tolerance);
  EXPECT_NEAR(in_frame.elements()[1].value(), -3, 3 * tolerance);
  EXPECT_NEAR(in_frame.elements()[2].value(), 2, 3 * tolerance);
  EXPECT_EQ(in_frame.dimension(), kLength);
  const Value same = value_of("to_frame(body.velocity, world)");
  EXPECT_EQ(same.elements()[0], scope.elements("body.velocity")[0]);
  EXPECT_EQ(dimension("to_frame(body.velocity, body)"), "m/s");
}

TEST_F(FormulaEvaluate, CarriesDimensions) {
  const std::vector<std::pair<std::string, std::string>> table{
      {"x", "m"},
      {"3", "bare"},
      {"k", "bare"},
      {"m*v", kMomentum.to_string()},
      {"m*v^2", "N m"},  // an energy or a torque: not known
      {"x/v", "s"},
      {"x*y", (kLength * kLength).to_string()},
      {"sqrt(x^2 + y^2)", "m"},
      {"x^0.5", kLength.sqrt().to_string()},
      {"x^(1/3)", kLength.pow(Rational(1, 3)).to_string()},
      {"x + 2", "m"},
      {"2 + x", "m"},
      {"2*x", "bare"},
      {"k*x", "bare"},
      {"x/2", "bare"},
      {"pi*x", "bare"},
      {"2 [m]*n", "m"},
      {"x*sin(phi)", "m"},
      {"sin(rate*time)", "1"},
      {"sin(2*time)", "1"},
      {"exp(-zeta*rate*time)", "1"},
      {"asin(n)", "rad"},
      {"atan2(x, y)", "rad"},
      {"abs(v)", "m/s"},
      {"sign(v)", "1"},
      {"min(x, 1, y)", "m"},
      {"mod(phi, 360 [deg])", "rad"},
      {"hypot(x, y)", "m"},
      {"der(x)", "m/s"},
      {"der(der(x))", "m/s^2"},
      {"der(k)", "bare"},
      {"norm(body.position)", "m"},
      {"dot(body.position, body.velocity)", (kLength * kSpeed).to_string()},
      {"cross(body.position, [F, 0, 0])", (kLength * kForce).to_string()},
      {"[x, 0, y]", "m"},
      {"[0, 0]", "bare"},
      {"if(x > 0, 0, y)", "m"},
      {"x > y", "1"},
      {"lookup(engine, time)", kForce.to_string()},
      // Powers of angle appear and disappear in mechanics (docs/design/units.md).
      {"v + x*rate", "m/s"},
      {"phi - x/y", kNumber.to_string()},
      {"2 [rad]^2 * m", (kMass * kAngle * kAngle).to_string()},
      {"5 [Hz] * time", "Hz s"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(dimension(text), expected) << text;
}

TEST_F(FormulaEvaluate, NamesBothDimensionsThatDoNotFit) {
  EXPECT_EQ(error_of("x + time"), "0+8: cannot add a length (m) and a time (s)");
  EXPECT_EQ(error_of("x + phi"), "0+7: cannot add a length (m) and an angle (rad)");
  EXPECT_EQ(error_of("2 [m] - 3 [s]"), "0+13: cannot subtract a time (s) from a length (m)");
  EXPECT_EQ(error_of("x > time"), "0+8: cannot compare a length (m) with a time (s)");
  EXPECT_EQ(error_of("1 + (x + 2 [kg])"), "5+10: cannot add a length (m) and a mass (kg)");
  EXPECT_EQ(error_of("min(x, time)"), "7+4: cannot compare a length (m) with a time (s)");
  EXPECT_EQ(error_of("hypot(x, time)").substr(0, 4), "9+4:");
  EXPECT_EQ(error_of("[x, time]"), "4+4: a vector cannot hold both a length (m) and a time (s)");
  EXPECT_EQ(error_of("if(x > 0, x, time)"),
            "0+18: the branches of if are a length (m) and a time (s)");
  EXPECT_EQ(error_of("atan2(x, time)"), "0+14: cannot take atan2 of a length (m) and a time (s)");
  EXPECT_EQ(error_of("mod(x, time)"), "0+12: cannot take mod of a length (m) and a time (s)");
  EXPECT_EQ(error_of("x + sin(phi)"), "0+12: cannot add a length (m) and a pure number");
}

TEST_F(FormulaEvaluate, ExplainsArgumentsOfTheWrongDimension) {
  EXPECT_EQ(error_of("sin(time)"),
            "4+4: sin takes an angle or a pure number, not a time (s); multiply by an angular "
            "rate: 2 [rad/s] * time");
  EXPECT_EQ(error_of("exp(x)"), "4+1: exp takes a pure number, not a length (m)");
  EXPECT_EQ(
      error_of("exp(-time)"),
      "4+5: exp takes a pure number, not a time (s); divide by a time constant: time / 1 [s]");
  EXPECT_EQ(error_of("floor(x)"),
            "6+1: floor of a length (m) depends on the unit; divide by a step first: floor(x / 2 "
            "[mm])");
  EXPECT_EQ(error_of("x^k"),
            "2+1: the exponent of a length (m) has to be a constant fraction such as 2 or 1/2");
  EXPECT_EQ(error_of("2^x"), "2+1: an exponent is a pure number, not a length (m)");
}

TEST_F(FormulaEvaluate, HertzCountsCyclesNotRadians) {
  EXPECT_EQ(error_of("sin(2 [Hz]*time)"),
            "4+11: sin takes an angle or a pure number, not a number of cycles (Hz s); a cycle is "
            "2*pi radians: multiply by 2*pi, or give rad/s for Hz");
  EXPECT_EQ(error_of("exp(-2 [Hz]*time)"),
            "4+12: exp takes a pure number, not a number of cycles (Hz s); Hz counts cycles; a "
            "rate of decay is given in 1/s");
  EXPECT_EQ(error_of("2 [Hz] + 2 [rad/s]"),
            "0+18: cannot add a frequency (Hz) and an angular rate (rad/s); Hz counts cycles of "
            "2*pi radians: multiply the frequency by 2*pi");
  EXPECT_EQ(error_of("2^(3 [Hz]*time)"),
            "3+11: an exponent is a pure number, not a number of cycles (Hz s)");
  for (const char* text : {"sin(2*pi*2 [Hz]*time)", "sin(1 [rev]*2 [Hz]*time)",
                           "floor(2 [Hz]*time)", "mod(2 [Hz]*time, 1) > 0.5", "2 [Hz] + 3 [1/s]",
                           "2*pi*2 [Hz] + 2 [rad/s]", "exp(-2 [1/s]*time)"}) {
    EXPECT_NE(dimension(text), "failed") << text;
  }
}

TEST_F(FormulaEvaluate, AFunctionWithoutItsArgumentsIsNoUnknownName) {
  EXPECT_EQ(error_of("2*sin"), "2+3: 'sin' is a function; write sin(x)");
}

TEST_F(FormulaEvaluate, TwoTemperaturesHaveADifferenceButNoSum) {
  EXPECT_EQ(error_of("20 [degC] + 5 [degC]"),
            "12+8: '5 [degC]' is a temperature, not a difference of temperatures; a difference of "
            "temperatures is written in K: 5 [K]");
  EXPECT_EQ(number("20 [degC] - 15 [degC]"), 5.0);
  EXPECT_EQ(error_of("-300 [degC] + 5 [K]"),
            "1+10: -300 degC is below absolute zero; a difference of temperatures is in K");
  EXPECT_EQ(number("20 [degC] + 5 [K]"), 298.15);
  EXPECT_EQ(number("5 [K] + 20 [degC] - 273.15 [K]"), 25.0);
  // The sign belongs to the temperature.
  EXPECT_DOUBLE_EQ(number("0 [K] + (-20 [degC])"), 253.15);
}

TEST_F(FormulaEvaluate, ExplainsWrongShapes) {
  EXPECT_EQ(error_of("body.position + 1"), "0+17: cannot add a vector of 3 (m) and a number");
  EXPECT_EQ(error_of("[1, 2] - [1, 2, 3]"),
            "0+18: cannot subtract a vector of 3 from a vector of 2");
  EXPECT_EQ(error_of("body.position*body.velocity"),
            "0+27: two vectors cannot be multiplied with '*'; write dot(a, b) or cross(a, b)");
  EXPECT_EQ(error_of("1/body.position"),
            "0+15: cannot divide by a vector of 3 (m); its length is norm(v)");
  EXPECT_EQ(error_of("sin(body.position)"),
            "4+13: sin takes single numbers, not a vector of 3 (m)");
  EXPECT_EQ(error_of("body.position^2"),
            "0+13: cannot raise a vector of 3 (m) to a power; its square is dot(v, v)");
  EXPECT_EQ(error_of("body.position > 1"),
            "0+17: cannot compare a vector of 3 (m); compare its components or norm(v)");
  EXPECT_EQ(error_of("norm(x)"),
            "5+1: norm takes a vector, not a length (m); the magnitude of a number is abs(x)");
  EXPECT_EQ(error_of("cross([1, 2], [3, 4])"),
            "0+21: cross takes two vectors of 3, not a vector of 2 and a vector of 2");
  EXPECT_EQ(error_of("dot([1, 2], x)"),
            "0+14: dot takes two vectors of one size, not a vector of 2 and a length (m)");
  EXPECT_EQ(error_of("if(x, 1, 2)"), "3+1: if takes a condition such as x > 0, not a length (m)");
  EXPECT_EQ(error_of("x and y > 0"),
            "0+1: 'and' takes a condition such as x > 0, not a length (m)");
  EXPECT_EQ(error_of("not k"), "4+1: 'not' takes a condition such as x > 0, not a number");
  EXPECT_EQ(error_of("if(x > 0, [1, 2], 3)"),
            "0+20: the branches of if are a vector of 2 and a number");
  EXPECT_EQ(error_of("[[1, 2], 3]"),
            "1+6: an element of a vector is a single number, not a vector of 2");
  EXPECT_EQ(error_of("to_frame(x, body)"), "9+1: to_frame rotates a vector of 3, not a length (m)");
}

TEST_F(FormulaEvaluate, ExplainsUnknownNamesAndComponents) {
  EXPECT_EQ(error_of("2*boom.angle"), "2+10: 'boom.angle' is not known here");
  EXPECT_EQ(error_of("e^2"), "0+1: 'e' is not known here; the number e is exp(1)");
  EXPECT_EQ(error_of("x.y"), "0+3: 'x' is a length (m) and has no component 'y'");
  EXPECT_EQ(error_of("x[0]"), "0+4: 'x' is a length (m) and has no elements");
  EXPECT_EQ(error_of("body.position.w"),
            "0+15: 'body.position' has no component 'w'; its components are .x, .y and .z");
  EXPECT_EQ(error_of("body.position.foo"),
            "0+17: 'body.position' has no component 'foo'; its components are .x, .y and .z");
  EXPECT_EQ(error_of("body.position[3]"),
            "0+16: there is no element 3 in 'body.position'; its elements are [0] to [2]");
  EXPECT_EQ(error_of("table8.x"),
            "0+8: 'table8' has no component 'x'; its elements are [0] to [7]");
  EXPECT_EQ(error_of("link[i-2].angle"), "5+3: the index is -1; indices begin at 0");
  EXPECT_EQ(error_of("link[0.5].angle"), "5+3: an index is a whole number, not 0.500000");
  EXPECT_EQ(error_of("link[k].angle"),
            "5+1: an index is a whole number that is known when the model is read, not 'k'");
  EXPECT_EQ(error_of("link[7].angle"), "0+13: 'link[7].angle' is not known here");
  EXPECT_EQ(error_of("to_frame(body.velocity, nowhere)"), "24+7: 'nowhere' is not a frame");
  EXPECT_EQ(error_of("lookup(nothing, time)"), "0+21: there is no table 'nothing'");
  scope.can_derive = false;
  EXPECT_EQ(error_of("1 + der(x)"), "4+6: der(x) cannot be used here");
}

TEST_F(FormulaEvaluate, ExplainsNumbersThatAreNone) {
  EXPECT_EQ(error_of("x/0"), "0+3: division by zero: '0' is 0");
  EXPECT_EQ(error_of("x/(2 - 2)"), "0+8: division by zero: '2 - 2' is 0");
  EXPECT_EQ(error_of("sqrt(-1)"), "0+8: 'sqrt(-1)' is not a number");
  EXPECT_EQ(error_of("log(0)"), "0+6: 'log(0)' is infinite");
  EXPECT_EQ(error_of("1e300*1e300"), "0+11: '1e300*1e300' is infinite");
  EXPECT_EQ(error_of("mod(3, 0)"), "7+1: the period of mod is 0");
}

TEST_F(FormulaEvaluate, RefusesEqualityOfWhatVaries) {
  EXPECT_EQ(error_of("x == y"),
            "0+6: equality of two varying values cannot be located as an event; compare with a "
            "tolerance: abs(a - b) < 1e-3; an equation is written as an expression that is zero: "
            "'x - y'");
  EXPECT_EQ(error_of("if(x == y, 1, 2)"),
            "3+6: equality of two varying values cannot be located as an event; compare with a "
            "tolerance: abs(a - b) < 1e-3");
}

TEST_F(FormulaEvaluate, ReportsEveryErrorOnceAndStaysSilentAboutWhatFollows) {
  EXPECT_EQ(error_of("(x + time)*2 + foo + sin(x)"),
            "1+8: cannot add a length (m) and a time (s) | 15+3: 'foo' is not known here | 25+1: "
            "sin takes an angle or a pure number, not a length (m)");
  // Failed values have been reported elsewhere.
  std::vector<TextError> errors;
  const Formula formula = parse_value("broken + 1", errors);
  EXPECT_TRUE(evaluate(formula, scope, errors).failed());
  EXPECT_TRUE(errors.empty());
}

TEST_F(FormulaEvaluate, ReportsUnknownNamesOfFormulasThatCannotBeRead) {
  std::vector<TextError> errors;
  const Formula formula = parse_value("foo*(x + sin time + link[bar].angle + pow(x, 2)", errors);
  const std::size_t parse_errors = errors.size();
  EXPECT_GT(parse_errors, 0u);
  EXPECT_TRUE(evaluate(formula, scope, errors).failed());
  ASSERT_EQ(errors.size(), parse_errors + 2);
  EXPECT_EQ(errors[parse_errors].message, "'foo' is not known here");
  EXPECT_EQ(errors[parse_errors + 1].message, "'bar' is not known here");
}

TEST_F(FormulaEvaluate, DescribesValues) {
  EXPECT_EQ(Value(Expr(1.0)).description(), "a number");
  EXPECT_EQ(Value(Expr(1.0), kLength).description(), "a length (m)");
  EXPECT_EQ(Value({1.0, 2.0}, kSpeed).description(), "a vector of 2 (m/s)");
  EXPECT_EQ(Value::failure().description(), "nothing");
}

TEST_F(FormulaEvaluate, GoesThroughLongSumsWithoutDeepRecursion) {
  std::string sum = "0";
  for (int i = 0; i < 100000; ++i) sum += "+1";
  EXPECT_EQ(number(sum), 100000);
}

TEST(FormulaStrictness, DistinguishesNumbersAndNamesFromCalculations) {
  std::vector<TextError> errors;
  EXPECT_EQ(parse_value("30 deg", errors).strictness(), Strictness::quantity);
  EXPECT_EQ(parse_value("-3", errors).strictness(), Strictness::quantity);
  EXPECT_EQ(parse_value("boom.angle", errors).strictness(), Strictness::quantity);
  EXPECT_EQ(parse_value("r*boom.angle", errors).strictness(), Strictness::formula);
}

}  // namespace
}  // namespace holon
