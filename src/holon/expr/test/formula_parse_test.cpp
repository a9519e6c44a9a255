// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "holon/expr/formula/formula.h"

namespace holon {
namespace {

Formula parse(const std::string& text) {
  std::vector<TextError> errors;
  Formula formula = parse_value(text, errors);
  for (const TextError& e : errors) ADD_FAILURE() << text << ": " << e.message;
  return formula;
}

std::vector<TextError> errors_of(const std::string& text) {
  std::vector<TextError> errors;
  const Formula formula = parse_value(text, errors);
  EXPECT_EQ(formula.has_errors(), !errors.empty());
  return errors;
}

/// The only error of a text, as "offset+length: message; suggestion".
std::string error_of(const std::string& text) {
  const std::vector<TextError> errors = errors_of(text);
  std::string all;
  for (const TextError& e : errors) {
    if (!all.empty()) all += " | ";
    all += std::to_string(e.offset) + '+' + std::to_string(e.length) + ": " + e.message;
    if (!e.suggestion.empty()) all += "; " + e.suggestion;
  }
  return all;
}

/// The formula with every operation in parentheses.
std::string structure(const Formula& f, const Formula::Node& node) {
  using Op = Formula::Op;
  const auto child = [&](std::size_t i) { return structure(f, f.node(f.children(node)[i])); };
  const auto infix = [&](const char* sign) { return '(' + child(0) + sign + child(1) + ')'; };
  switch (node.op) {
    case Op::number: return fmt::format("{:g}", node.value) + node.text;
    case Op::name: return node.text;
    case Op::negate: return "(-" + child(0) + ')';
    case Op::logical_not: return "(not " + child(0) + ')';
    case Op::add: return infix("+");
    case Op::subtract: return infix("-");
    case Op::multiply: return infix("*");
    case Op::divide: return infix("/");
    case Op::power: return infix("^");
    case Op::less: return infix("<");
    case Op::less_equal: return infix("<=");
    case Op::greater: return infix(">");
    case Op::greater_equal: return infix(">=");
    case Op::equal: return infix("==");
    case Op::not_equal: return infix("!=");
    case Op::logical_and: return infix(" and ");
    case Op::logical_or: return infix(" or ");
    case Op::component: return child(0) + "." + node.text;
    case Op::index: return child(0) + "[" + child(1) + "]";
    case Op::error: return "?";
    case Op::list:
    case Op::call: break;
  }
  std::string text = node.text + (node.op == Op::list ? "[" : "(");
  for (std::size_t i = 0; i < node.children; ++i) text += (i > 0 ? "," : "") + child(i);
  return text + (node.op == Op::list ? "]" : ")");
}

std::string structure(const std::string& text) {
  const Formula f = parse(text);
  return structure(f, f.root());
}

TEST(FormulaParse, BindsOperatorsAsMathematicsDoes) {
  const std::vector<std::pair<std::string, std::string>> table{
      {"a+b*c", "(a+(b*c))"},
      {"a*b+c", "((a*b)+c)"},
      {"a-b-c", "((a-b)-c)"},
      {"a/b/c", "((a/b)/c)"},
      {"a/b*c", "((a/b)*c)"},
      {"a^b^c", "(a^(b^c))"},
      {"-a^2", "(-(a^2))"},
      {"2^-a", "(2^(-a))"},
      {"2^-a^2", "(2^(-(a^2)))"},
      {"2^-a*b", "((2^(-a))*b)"},
      {"-a*b", "((-a)*b)"},
      {"a*-b", "(a*(-b))"},
      {"a--b", "(a-(-b))"},
      {"+a", "a"},
      {"-(-a)", "(-(-a))"},
      {"(a+b)*c", "((a+b)*c)"},
      {"a < b + c", "(a<(b+c))"},
      {"a < b and c >= d or e != f", "(((a<b) and (c>=d)) or (e!=f))"},
      {"a or b and c", "(a or (b and c))"},
      {"not a < b and c > d", "((not (a<b)) and (c>d))"},
      {"not not a", "(not (not a))"},
      {"if(a < b, c, d)*2", "(if((a<b),c,d)*2)"},
      {"[a, b+1, -c]", "[a,(b+1),(-c)]"},
      {"cross(a, b).x", "cross(a,b).x"},
      {"(a + b)[2].y", "(a+b)[2].y"},
      {"[1,2,3][0]", "[1,2,3][0]"},
      {"2 [m] * x", "(2m*x)"},
      {"3[rad/s]*time", "(3rad/s*time)"},
      {"2 [m]^2", "(2m^2)"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(structure(text), expected) << text;
}

TEST(FormulaParse, ReadsWholeQuantities) {
  const std::vector<std::tuple<std::string, double, std::string>> table{
      {"350 bar", 35e6, "Pa"},
      {"-9.81 m/s^2", -9.81, "m/s^2"},
      {"  30 deg ", 30 * 3.14159265358979323846 / 180, "rad"},
      {"0.5 %", 0.005, "1"},
      {"63 cm^3/rev", 63e-6 / (2 * 3.14159265358979323846), "m^3/rad"},
      {"+2 kg m^2", 2, "kg m^2"},
      {"2 [m]", 2, "m"},
      {"-2 [m]", -2, "m"},
      {"1e3 1/s", 1000, "1/s"},
      {".5 m", 0.5, "m"},
  };
  for (const auto& [text, value, dimension] : table) {
    const auto quantity = parse(text).quantity();
    ASSERT_TRUE(quantity && quantity->unit) << text;
    EXPECT_DOUBLE_EQ(quantity->si(), value) << text;
    EXPECT_EQ(quantity->unit->dimension, make_unit(dimension).dimension) << text;
  }
  // 5e-3 deg/s/sqrt(Hz): rational exponents.
  const auto noise = parse("5e-3 deg/s/sqrt(Hz)").quantity();
  ASSERT_TRUE(noise);
  EXPECT_EQ(noise->unit->dimension.exponent(BaseQuantity::time), Rational(-1, 2));
}

TEST(FormulaParse, ReadsBareNumbers) {
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{
           {"3", 3}, {"-1e-9", -1e-9}, {"2.", 2}, {".25", 0.25}, {"--4", 4}}) {
    const auto quantity = parse(text).quantity();
    ASSERT_TRUE(quantity) << text;
    EXPECT_EQ(quantity->value, value);
    EXPECT_FALSE(quantity->unit);
  }
  EXPECT_FALSE(parse("1 + 1").quantity());
  std::vector<TextError> errors;
  EXPECT_FALSE(parse_value("1,5", errors).quantity());
  EXPECT_FALSE(parse("m").quantity());
}

TEST(FormulaParse, ListsTheNamesItMentions) {
  const Formula f = parse("-k*(boom.angle - 20 [deg]) + link[0].tip.position.x + sin(time)*pi");
  ASSERT_EQ(f.names().size(), 4u);
  EXPECT_EQ(f.names()[0].text, "k");
  EXPECT_EQ(f.names()[1].text, "boom.angle");
  EXPECT_EQ(f.names()[1].offset, 4u);
  EXPECT_EQ(f.names()[1].length, 10u);
  EXPECT_EQ(f.names()[2].text, "link[0].tip.position.x");
  EXPECT_TRUE(f.names()[2].is_whole);
  EXPECT_EQ(f.names()[3].text, "time");
  EXPECT_TRUE(f.depends_on_time());
  EXPECT_TRUE(f.mentions("boom"));
  EXPECT_TRUE(f.mentions("link"));
  EXPECT_FALSE(f.mentions("boo"));
  EXPECT_FALSE(parse("3*m").depends_on_time());
}

TEST(FormulaParse, CutsANameAtAnIndexFormula) {
  const Formula f = parse("link[i-1].tip");
  ASSERT_EQ(f.names().size(), 2u);
  EXPECT_EQ(f.names()[0].text, "link");
  EXPECT_FALSE(f.names()[0].is_whole);
  EXPECT_EQ(f.names()[1].text, "i");
  EXPECT_FALSE(f.name());
  EXPECT_EQ(parse("link[2].tip").name(), "link[2].tip");
  EXPECT_EQ(parse(" link.tip ").name(), "link.tip");
}

TEST(FormulaParse, MarksNamesOfFramesAndTables) {
  const Formula f = parse("to_frame(body.velocity, view.tip).x + lookup(engine, time)");
  ASSERT_EQ(f.names().size(), 4u);
  EXPECT_FALSE(f.names()[0].is_frame);
  EXPECT_TRUE(f.names()[1].is_frame);
  EXPECT_TRUE(f.names()[2].is_table);
}

TEST(FormulaParse, TakesLettersOfEveryScriptInNames) {
  const Formula f = parse("φ + длина*Ω_1");
  ASSERT_EQ(f.names().size(), 3u);
  EXPECT_EQ(f.names()[1].text, "длина");
  EXPECT_TRUE(is_name("größe_2"));
  EXPECT_FALSE(is_name("2x"));
  EXPECT_FALSE(is_name("a-b"));
  EXPECT_FALSE(is_name("a.b"));
  EXPECT_FALSE(is_name(""));
}

TEST(FormulaParse, KnowsItsOwnWords) {
  for (const char* word : {"and", "or", "not", "if", "pi", "time"}) {
    EXPECT_TRUE(is_reserved_word(word)) << word;
  }
  EXPECT_FALSE(is_reserved_word("sin"));
  EXPECT_FALSE(is_reserved_word("e"));
}

TEST(FormulaParse, ExplainsWhatIsMissing) {
  EXPECT_EQ(error_of(""), "0+1: a value or formula is missing here");
  EXPECT_EQ(error_of("   "), "0+1: a value or formula is missing here");
  EXPECT_EQ(error_of("2 +"), "2+1: the formula ends where a value should follow");
  EXPECT_EQ(error_of("* 2"), "0+1: a value is missing before '*'");
  EXPECT_EQ(error_of("a * / b"), "4+1: a value is missing before '/'");
  EXPECT_EQ(error_of("sin(x"), "3+1: this '(' is never closed");
  EXPECT_EQ(error_of("2*(a + b"), "2+1: this '(' is never closed");
  EXPECT_EQ(error_of("[a, b"), "0+1: this '[' is never closed");
  EXPECT_EQ(error_of("2 [m"), "2+1: this '[' is never closed");
  EXPECT_EQ(error_of("a + b)"), "5+1: this ')' closes nothing");
  EXPECT_EQ(error_of("a]"), "1+1: this ']' closes nothing");
  EXPECT_EQ(error_of("(a + b]"), "6+1: expected ')' for the '(' before, found ']'");
  EXPECT_EQ(error_of("2*()"), "2+2: the parentheses are empty");
  EXPECT_EQ(error_of("[]"), "0+2: a vector needs elements: [x, y, z]");
  EXPECT_EQ(error_of("2 []"),
            "2+2: a unit is missing in the brackets; a unit is written after a number: 2 [m]");
  EXPECT_EQ(error_of("boom. + 1"), "4+1: a name is missing after the dot");
}

TEST(FormulaParse, ExplainsMissingOperators) {
  EXPECT_EQ(error_of("2x"),
            "1+1: an operator is missing between '2' and 'x'; a product is written with *");
  EXPECT_EQ(error_of("a b + 1"),
            "2+1: an operator is missing between 'a' and 'b'; a product is written with *");
  EXPECT_EQ(error_of("(a + b)(c + d)"),
            "7+1: an operator is missing between 'a + b' and '('; a product is written with *");
  EXPECT_EQ(error_of("k (a+b)"), "0+1: 'k' is not a function; a product is written k*(…)");
  EXPECT_EQ(
      error_of("1 m/(1-1)"),
      "2+1: a unit is written in brackets in a formula; write '1 [m]', or for a product '1*m'");
  EXPECT_EQ(error_of("2 kg/(m s) + a"),
            "2+8: a unit is written in brackets in a formula; write '2 [kg/(m s)]', or for a "
            "product '2*kg/(m s)'");
  EXPECT_EQ(error_of("a 3"), "2+1: an operator is missing between 'a' and '3'");
}

TEST(FormulaParse, AsksForBracketsAroundUnitsInFormulas) {
  EXPECT_EQ(error_of("3 rad/s * time"),
            "2+5: a unit is written in brackets in a formula; write '3 [rad/s]', or for a product "
            "'3*rad/s'");
  EXPECT_EQ(error_of("x - 20 deg"),
            "7+3: a unit is written in brackets in a formula; write '20 [deg]', or for a product "
            "'20*deg'");
  EXPECT_EQ(
      error_of("[1 m, 2]"),
      "3+1: a unit is written in brackets in a formula; write '1 [m]', or for a product '1*m'");
}

TEST(FormulaParse, ExplainsWrongUnits) {
  EXPECT_EQ(error_of("1 J/kg K"),
            "2+6: a factor after a division could belong to the numerator or to the denominator; "
            "write J/(kg K) or J K/kg");
  EXPECT_EQ(error_of("2 PS"), "2+2: 'PS' would be petasiemens; a metric horsepower is 735.49875 W");
  EXPECT_EQ(error_of("3 Mpa").substr(0, 20), "2+3: 'Mpa' is not a ");
  EXPECT_NE(error_of("3 Mpa").find("'MPa'"), std::string::npos);
  EXPECT_NE(error_of("350 bra").find("'bar'"), std::string::npos);
  EXPECT_EQ(error_of("x*2 [Mpa]").substr(0, 4), "5+3:");
  EXPECT_EQ(error_of("350bar"),
            "3+3: a space is missing between the number and its unit; write '350 bar'");
  EXPECT_EQ(error_of("30°"),
            "2+2: a space is missing between the number and its unit; write '30 °'");
  EXPECT_EQ(error_of("2 [x]").substr(0, 4), "3+1:");
}

TEST(FormulaParse, ExplainsSignsOfOtherLanguages) {
  EXPECT_EQ(error_of("x**2"), "1+2: '**' is not an operator here; write '^'");
  EXPECT_EQ(error_of("a && b"), "2+2: '&&' is not an operator here; write 'and'");
  EXPECT_EQ(error_of("if(a = b, 1, 2)"), "5+1: '=' is not an operator here; write '=='");
  EXPECT_EQ(error_of("a.angle = 1 + b"),
            "8+1: '=' is not an operator here; a condition is written with '==', an equation as an "
            "expression that is zero: 'a.angle - (1 + b)'");
  EXPECT_EQ(error_of("!a"), "0+1: '!' is not an operator here; write 'not'");
  EXPECT_EQ(error_of("a <> b"), "2+2: '<>' is not an operator here; write '!='");
  EXPECT_EQ(error_of("a − b"), "2+3: '−' is not an operator here; write '-'");
  EXPECT_EQ(error_of("2·x"), "1+2: '·' is not an operator here; write '*'");
  EXPECT_EQ(error_of("x²"), "1+2: '²' has no meaning in a formula; write '^2'");
  EXPECT_EQ(error_of("a ≤ b"), "2+3: '≤' is not an operator here; write '<='");
  EXPECT_EQ(error_of("x AND y"), "2+3: 'AND' is not an operator here; write 'and'");
  EXPECT_EQ(error_of("2*π"), "2+2: 'π' is not a name here; write 'pi'");
  EXPECT_EQ(error_of("1,5"),
            "1+1: ',' is not expected here; numbers are written with a point: 1.5");
  EXPECT_EQ(error_of("a, b"),
            "1+1: ',' is not expected here; a list is written in brackets: [a, b]");
  EXPECT_EQ(error_of("1.2.3"), "0+5: '1.2.3' is not a number");
  EXPECT_EQ(error_of("1e999"), "0+5: the number 1e999 is out of range");
  EXPECT_EQ(error_of("(a, b)"),
            "0+6: a list is written in brackets, not in parentheses; write '[a, b]'");
  EXPECT_NE(error_of("a ? b : c").find("if(condition, then, else)"), std::string::npos);
  EXPECT_NE(error_of("a % b").find("mod(x, period)"), std::string::npos);
  EXPECT_EQ(error_of("link.3"),
            "4+2: a name does not begin with a digit; an index is written in brackets: link[3]");
}

TEST(FormulaParse, TakesANumberAndAWordForAProductWithoutItsSign) {
  const auto first_error = [](const char* text) {
    std::vector<TextError> errors;
    parse_value(text, errors);
    return errors.empty() ? "" : errors[0].message + "; " + errors[0].suggestion;
  };
  EXPECT_EQ(first_error("2 time"),
            "an operator is missing between '2' and 'time'; a product is written with *");
  EXPECT_EQ(first_error("2 widht"), "'widht' is not a unit; for a product write '2*widht'");
  EXPECT_EQ(first_error("2 min"), "");
}

TEST(FormulaParse, RefusesChainedComparisons) {
  EXPECT_EQ(error_of("0 < x < 1"), "6+1: comparisons cannot be chained; write '0 < x and x < 1'");
  EXPECT_EQ(error_of("a <= b+1 == c and d"),
            "9+2: comparisons cannot be chained; write 'a <= b+1 and b+1 == c'");
}

TEST(FormulaParse, ExplainsWrongFunctions) {
  EXPECT_EQ(error_of("sine(x)"), "0+4: 'sine' is not a function; did you mean 'sin'?");
  EXPECT_EQ(error_of("Sin(x)"), "0+3: 'Sin' is not a function; did you mean 'sin'?");
  EXPECT_EQ(error_of("pow(x, 2)"), "0+3: 'pow' is not a function; write x^y");
  EXPECT_EQ(error_of("arctan(x)"), "0+6: 'arctan' is not a function; write atan(x)");
  EXPECT_EQ(error_of("atan2(y)"), "0+5: atan2 takes 2 arguments, not 1; write atan2(y, x)");
  EXPECT_EQ(error_of("sin()"), "0+3: sin takes 1 argument, not 0; write sin(x)");
  EXPECT_EQ(error_of("sin(a, b)"), "0+3: sin takes 1 argument, not 2; write sin(x)");
  EXPECT_EQ(error_of("min(a)"), "0+3: min takes 2 or more arguments, not 1; write min(a, b, …)");
  EXPECT_EQ(error_of("if(a, b)"),
            "0+2: if takes 3 arguments, not 2; write if(condition, then, else)");
  EXPECT_EQ(error_of("if x > 0 then 1 else 2"),
            "0+2: 'if' is a function of three arguments; write if(condition, then, else)");
  EXPECT_EQ(error_of("lookup(t)"),
            "0+6: lookup takes 2 or 3 arguments, not 1; write "
            "lookup(table, x)");
  EXPECT_EQ(error_of("to_frame(v, 2*x)"),
            "12+3: the second argument of to_frame is the name of a frame");
  EXPECT_EQ(error_of("boom.sin(x)"), "0+8: 'boom.sin' is not a function; did you mean 'sin'?");
}

TEST(FormulaParse, FindsAllErrorsOfAFormula) {
  const std::vector<TextError> errors = errors_of("sine(x) + 2 [Mpa] + atan2(y) + (a b)");
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0].offset, 0u);
  EXPECT_EQ(errors[1].offset, 13u);
  EXPECT_EQ(errors[2].offset, 20u);
  EXPECT_EQ(errors[3].offset, 34u);
}

TEST(FormulaParse, BoundsTheDepth) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += '(';
  EXPECT_NE(error_of(deep + "x").find("nested too deeply"), std::string::npos);
  EXPECT_NE(error_of(std::string(100000, '-') + "x").find("nested too deeply"), std::string::npos);
  // Long sums do not count as nesting.
  std::string sum = "1";
  for (int i = 0; i < 100000; ++i) sum += " + x";
  const Formula formula = parse(sum);
  EXPECT_EQ(to_text(formula), sum);
}

TEST(FormulaParse, WritesNormalForm) {
  const std::vector<std::pair<std::string, std::string>> table{
      {" a+ b *c", "a + b*c"},
      {"((a))", "a"},
      {"(a-b)-c", "a - b - c"},
      {"a-(b-c)", "a - (b - c)"},
      {"(a^b)^c", "(a^b)^c"},
      {"(-a)^2", "(-a)^2"},
      {"-(a^2)", "-a^2"},
      {"350   bar", "350 [bar]"},
      {"-9.81 m/s^2", "-9.81 m/s^2"},
      {"1e-3", "0.001"},
      {"if(a<b,c,d)", "if(a < b, c, d)"},
      {"link[ i-1 ].tip", "link[i - 1].tip"},
      {"not (a and b)", "not (a and b)"},
      {"(a.b).x", "(a.b).x"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(to_text(parse(text)), expected) << text;
}

/// Random formulas as text.
rc::Gen<std::string> arbitrary_formula(int depth) {
  const auto leaf = rc::gen::oneOf(
      rc::gen::element<std::string>("x", "boom.angle", "time", "pi", "link[i-1].tip", "a[0]", "φ"),
      rc::gen::element<std::string>("0", "2", "1.5e-3", ".5", "2 [m]", "3 [rad/s]", "1e300"));
  if (depth == 0) return leaf;
  const auto sub = arbitrary_formula(depth - 1);
  return rc::gen::oneOf(
      leaf,
      rc::gen::map(rc::gen::tuple(sub,
                                  rc::gen::element<std::string>("+", "-", "*", "/", "^", " < ",
                                                                " and ", " or ", " == ", ">="),
                                  sub),
                   [](const auto& t) {
                     return '(' + std::get<0>(t) + ')' + std::get<1>(t) + '(' + std::get<2>(t) +
                            ')';
                   }),
      rc::gen::map(rc::gen::tuple(sub, rc::gen::element<std::string>("+", "*", "-", "^", "/"), sub),
                   [](const auto& t) { return std::get<0>(t) + std::get<1>(t) + std::get<2>(t); }),
      rc::gen::map(sub, [](const std::string& s) { return "-" + s; }),
      rc::gen::map(sub, [](const std::string& s) { return "not (" + s + ')'; }),
      rc::gen::map(sub, [](const std::string& s) { return "sin(" + s + ')'; }),
      rc::gen::map(sub, [](const std::string& s) { return '(' + s + ").x"; }),
      rc::gen::map(sub, [](const std::string& s) { return "[" + s + ", 1][1]"; }),
      rc::gen::map(rc::gen::tuple(sub, sub), [](const auto& t) {
        return "if(" + std::get<0>(t) + " > 1, [" + std::get<1>(t) + "], 0)";
      }));
}

TEST(FormulaParse, ReadsBackWhatItWrites) {
  EXPECT_TRUE(rc::check("parse(to_text(f)) has the structure of f", [] {
    const std::string text = *arbitrary_formula(4);
    std::vector<TextError> errors;
    const Formula once = parse_value(text, errors);
    if (!errors.empty()) RC_DISCARD("chained comparison");
    const std::string written = to_text(once);
    const Formula twice = parse_value(written, errors);
    RC_LOG() << text << "  ->  " << written << "\n";
    RC_ASSERT(errors.empty());
    RC_ASSERT(structure(once, once.root()) == structure(twice, twice.root()));
    RC_ASSERT(to_text(twice) == written);
  }));
}

TEST(FormulaParse, SurvivesAnyText) {
  EXPECT_TRUE(rc::check("no text makes the parser crash, hang or point outside", [] {
    const auto piece = rc::gen::oneOf(
        rc::gen::element<std::string>("(", ")", "[", "]", ",", ".", "+", "-", "*", "/", "^", "<",
                                      "=", "and", "not ", "if(", "sin(", "2", "x", " ", "m", "[m]",
                                      "1e", "\xC3", "²", "der(", "!", "%", "\"", "\xFF", "π", "a."),
        rc::gen::string<std::string>());
    const auto pieces = *rc::gen::container<std::vector<std::string>>(piece);
    std::string text;
    for (const std::string& each : pieces) text += each;
    std::vector<TextError> errors;
    const Formula formula = parse_value(text, errors);
    for (const TextError& e : errors) {
      RC_ASSERT(e.offset + e.length <= std::max<std::size_t>(text.size(), 1) + 1);
      RC_ASSERT(!e.message.empty());
    }
    (void)to_text(formula);
  }));
}

}  // namespace
}  // namespace holon
