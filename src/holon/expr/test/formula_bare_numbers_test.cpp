// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bare numbers that represent quantities, and the units that they would need: each derived by hand
// from the dimensions of the other quantities.
#include "holon/expr/formula/formula_bare_numbers.h"

#include <gtest/gtest.h>

#include <map>

#include "holon/expr/graph/graph.h"

namespace holon {
namespace {

/// L [m], F [N], k [N/m], phi [rad], omega [rad/s], v [m/s], time [s]; `b` is a bare parameter, `s`
/// an output of unknown dimension, `half` a parameter that is L/2.
class Names final : public FormulaScope {
 public:
  explicit Names(bool is_strict = false) : is_strict_(is_strict) {}
  std::optional<Value> find(std::string_view name) override {
    static const std::map<std::string_view, const char*> kUnits{
        {"L", "m"},         {"F", "N"},   {"k", "N/m"},  {"phi", "rad"},
        {"omega", "rad/s"}, {"v", "m/s"}, {"time", "s"}, {"g", "m/s^2"}};
    if (const auto unit = kUnits.find(name); unit != kUnits.end()) {
      return Value(graph_.symbol(std::string(name)), make_unit(unit->second).dimension);
    }
    Value value{graph_.symbol(std::string(name))};
    if (name == "s") return value;
    if (name == "b") value.set_apparent(Dimension{});
    if (name == "half") value.set_apparent(dimensions::kLength);
    return name == "b" || name == "half" ? std::optional(value) : std::nullopt;
  }
  bool is_strict() const override { return is_strict_; }

 private:
  Graph graph_;
  bool is_strict_;
};

/// "5 [N m/rad], 2 [N m s/rad]".
std::string carriers(const std::string& text, const char* unit) {
  std::vector<TextError> errors;
  const Formula formula = parse_value(text, errors);
  EXPECT_TRUE(errors.empty()) << text;
  Names names;
  const Requirement needed = Requirement::from_unit(unit);
  std::string found;
  for (const BareNumber& b : find_bare_numbers(formula, names, &needed).carriers) {
    EXPECT_EQ(text.substr(b.offset, b.length), b.text);
    found += (found.empty() ? "" : ", ") + b.text + " [" + b.needed.to_string() + "]";
  }
  return found;
}

TEST(BareNumbers, OfAProductLackWhatThePlaceNeeds) {
  EXPECT_EQ(carriers("5*L", "N m"), "5 [N]");
  EXPECT_EQ(carriers("L/5", "N m"), "5 [1/N]");
  EXPECT_EQ(carriers("-5*(phi - 90 [deg]) - 2*omega", "N m"), "5 [N m/rad], 2 [N m s/rad]");
  EXPECT_EQ(carriers("b*L", "N m"), "b [N]");
  EXPECT_EQ(carriers("0.5*b*L^2", "J"), "b [N/m]");
  EXPECT_EQ(carriers("(2*L)^2", "N"), "2 [kg^(1/2)/(m^(1/2) s)]");
  EXPECT_EQ(carriers("sqrt(4*L)", "m/s"), "4 [m/s^2]");
  EXPECT_EQ(carriers("2*half", "N m"), "half [N m]");
}

TEST(BareNumbers, OfSumsAndComparisonsLackTheUnitOfTheOtherOperand) {
  EXPECT_EQ(carriers("L + 0.5", "m"), "0.5 [m]");
  EXPECT_EQ(carriers("if(L > 0.5, F, 2*F)", "N"), "0.5 [m]");
  EXPECT_EQ(carriers("max(F, 3)", "N"), "3 [N]");
  EXPECT_EQ(carriers("if(time > 2, F, 7)", "N"), "2 [s], 7 [N]");
}

TEST(BareNumbers, InFunctionsLackTheRate) {
  EXPECT_EQ(carriers("0.2*sin(3*time)", "N m"), "3 [rad/s]");
  EXPECT_EQ(carriers("F*exp(-2*time)", "N"), "2 [1/s]");
}

TEST(BareNumbers, ThatArePureNumbersAreNone) {
  for (const char* text : {"2*L", "L/2", "half", "2*half", "sqrt(2)*L", "L*(1 + 0.1*phi^2)",
                           "max(0, L)", "if(v > 0, L, 0)", "L*sin(2*pi*phi)", "2 [m]*3"}) {
    EXPECT_EQ(carriers(text, "m"), "") << text;
  }
  // Numbers that only multiply pure numbers have the unit of their field, like single numbers.
  EXPECT_EQ(carriers("0.2*sin(phi)", "N m"), "");
  EXPECT_EQ(carriers("3 + 0.2*b", "N m"), "");
  // An unknown dimension lacks no unit that could be named.
  EXPECT_EQ(carriers("2*s*L", "N m"), "");
}

TEST(BareNumbers, BesideAnAngleAreDegreesPerhaps) {
  std::vector<TextError> errors;
  const Formula formula = parse_value("phi - 90", errors);
  Names names;
  const auto found = find_bare_numbers(formula, names, nullptr).carriers;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].is_angle);
  EXPECT_EQ(found[0].text, "90");
  EXPECT_EQ(carriers("phi - 1.5", "rad"), "");  // less than a revolution
}

TEST(BareNumbers, OfLongSumsAndProductsNeedNoStack) {
  std::string sum = "L", product = "L";
  for (int k = 0; k < 100'000; ++k) {
    sum += " + 2";
    product += "*2";
  }
  EXPECT_NE(carriers(sum, "m"), "");
  EXPECT_EQ(carriers(product, "m"), "");
}

/// The dimension of a formula under `units: strict`, or its first error.
std::string strict(const std::string& text) {
  std::vector<TextError> errors;
  const Formula formula = parse_value(text, errors);
  Names names(true);
  const Value value = evaluate(formula, names, errors);
  if (!errors.empty()) return errors[0].message;
  return value.dimension() ? value.dimension()->to_string() : "bare";
}

TEST(StrictUnits, MakeBareNumbersPure) {
  EXPECT_EQ(strict("5*L"), "m");
  EXPECT_EQ(strict("b*L"), "m");
  EXPECT_EQ(strict("pi*L^2"), "m^2");
  EXPECT_EQ(strict("1/time"), "1/s");
  EXPECT_EQ(strict("L + 0.5"), "cannot add a length (m) and a pure number");
  EXPECT_EQ(strict("sin(2*time)"), "sin takes an angle or a pure number, not a time (s)");
}

TEST(StrictUnits, LeaveNumbersThatStandAloneAndZero) {
  EXPECT_EQ(strict("b"), "bare");
  EXPECT_EQ(strict("-b"), "bare");
  EXPECT_EQ(strict("[0, b, -2]"), "bare");
  EXPECT_EQ(strict("max(0, F)"), "N");
  EXPECT_EQ(strict("if(v > 0, L, 0)"), "m");
}

}  // namespace
}  // namespace holon
