// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/base/units.h"

namespace holon {
namespace {

using test::kEps;

struct Defined {
  const char* unit;
  double value;  ///< of one unit in SI
  const char* si;
};

void PrintTo(const Defined& d, std::ostream* out) { *out << d.unit; }

class UnitDefinition : public testing::TestWithParam<Defined> {};

// A definition is a fraction of exactly known numbers or π: a few rounding errors.
constexpr double kDefinitionRounding = 4 * kEps;

TEST_P(UnitDefinition, HoldsToAFewRoundings) {
  const UnitParse parsed = parse_unit(GetParam().unit);
  ASSERT_TRUE(parsed) << parsed.message;
  EXPECT_NEAR(parsed.unit->to_si(1), GetParam().value, kDefinitionRounding * GetParam().value);
  EXPECT_EQ(parsed.unit->dimension, make_unit(GetParam().si).dimension);
}

// BIPM, The International System of Units, 9th edition, tables 4 and 8.
INSTANTIATE_TEST_SUITE_P(
    Si, UnitDefinition,
    testing::Values(
        Defined{"km", 1000, "m"}, Defined{"mm", 1e-3, "m"}, Defined{"um", 1e-6, "m"},
        Defined{"µm", 1e-6, "m"}, Defined{"μm", 1e-6, "m"}, Defined{"g", 1e-3, "kg"},
        Defined{"mg", 1e-6, "kg"}, Defined{"t", 1000, "kg"}, Defined{"ms", 1e-3, "s"},
        Defined{"min", 60, "s"}, Defined{"h", 3600, "s"}, Defined{"d", 86400, "s"},
        Defined{"l", 1e-3, "m^3"}, Defined{"L", 1e-3, "m^3"}, Defined{"ml", 1e-6, "m^3"},
        Defined{"kN", 1000, "kg m/s^2"}, Defined{"MPa", 1e6, "kg/m/s^2"},
        Defined{"GPa", 1e9, "N/m^2"}, Defined{"kW", 1e3, "J/s"}, Defined{"mA", 1e-3, "A"},
        Defined{"kV", 1e3, "W/A"}, Defined{"ohm", 1, "V/A"}, Defined{"kΩ", 1e3, "V/A"},
        Defined{"\xE2\x84\xA6", 1, "V/A"}, Defined{"uF", 1e-6, "C/V"}, Defined{"mH", 1e-3, "V s/A"},
        Defined{"Wb", 1, "V s"}, Defined{"nT", 1e-9, "Wb/m^2"}, Defined{"S", 1, "A/V"},
        Defined{"kHz", 1e3, "Hz"}, Defined{"mrad", 1e-3, "rad"},
        Defined{"eV", 1.602176634e-19, "J"}, Defined{"au", 149597870700.0, "m"},
        Defined{"ha", 1e4, "m^2"}, Defined{"bar", 1e5, "Pa"}, Defined{"mbar", 100, "Pa"},
        Defined{"mol", 1, "mol"}, Defined{"cd", 1, "cd"}, Defined{"mK", 1e-3, "K"}));

// deg = π/180 rad and so on; π to 40 digits.
INSTANTIATE_TEST_SUITE_P(Angle, UnitDefinition,
                         testing::Values(Defined{"deg", 0.01745329251994329576923691, "rad"},
                                         Defined{"°", 0.01745329251994329576923691, "rad"},
                                         Defined{"arcmin", 0.0002908882086657215961539485, "rad"},
                                         Defined{"arcsec", 0.000004848136811095359935899141, "rad"},
                                         Defined{"mas", 4.848136811095359935899141e-9, "rad"},
                                         Defined{"gon", 0.01570796326794896619231322, "rad"},
                                         Defined{"rev", 6.283185307179586476925287, "rad"},
                                         Defined{"rpm", 0.1047197551196597746154214, "rad/s"},
                                         Defined{"rev/min", 0.1047197551196597746154214, "rad/s"}));

// NIST Special Publication 811 (2008), appendix B.8; lbf, psi, hp, slug computed from 1 lb =
// 0.45359237 kg, 1 ft = 0.3048 m, gn = 9.80665 m/s^2 in decimal arithmetic.
INSTANTIATE_TEST_SUITE_P(
    InchPound, UnitDefinition,
    testing::Values(
        Defined{"in", 0.0254, "m"}, Defined{"inch", 0.0254, "m"}, Defined{"ft", 0.3048, "m"},
        Defined{"ftUS", 1200.0 / 3937.0, "m"}, Defined{"yd", 0.9144, "m"},
        Defined{"mi", 1609.344, "m"}, Defined{"nmi", 1852, "m"}, Defined{"lb", 0.45359237, "kg"},
        Defined{"oz", 0.028349523125, "kg"}, Defined{"slug", 14.59390293720636482939633, "kg"},
        Defined{"lbf", 4.4482216152605, "N"}, Defined{"kgf", 9.80665, "N"},
        Defined{"psi", 6894.757293168361336722673, "Pa"},
        Defined{"ksi", 6894757.293168361336722673, "Pa"}, Defined{"atm", 101325, "Pa"},
        Defined{"torr", 133.3223684210526315789474, "Pa"}, Defined{"mmHg", 133.322387415, "Pa"},
        Defined{"hp", 745.69987158227022, "W"}, Defined{"gal", 3.785411784e-3, "m^3"},
        Defined{"gpm", 6.30901964e-5, "m^3/s"}, Defined{"mph", 0.44704, "m/s"},
        Defined{"kn", 0.5144444444444444444444444, "m/s"},
        Defined{"kt", 0.5144444444444444444444444, "m/s"}, Defined{"gn", 9.80665, "m/s^2"},
        Defined{"mGal", 1e-5, "m/s^2"}, Defined{"gauss", 1e-4, "T"}, Defined{"cP", 1e-3, "Pa s"},
        Defined{"cSt", 1e-6, "m^2/s"}, Defined{"cc", 1e-6, "m^3"}, Defined{"Ah", 3600, "C"},
        Defined{"mAh", 3.6, "C"}, Defined{"kWh", 3.6e6, "J"}, Defined{"%", 0.01, "1"},
        Defined{"ppm", 1e-6, "1"}, Defined{"ppb", 1e-9, "1"}));

INSTANTIATE_TEST_SUITE_P(
    Compound, UnitDefinition,
    testing::Values(Defined{"m/s^2", 1, "m s^-2"}, Defined{"m/s²", 1, "m/s^2"},
                    Defined{"m·s⁻²", 1, "m/s^2"}, Defined{"kg*m^2", 1, "kg m m"},
                    Defined{"km/h", 1 / 3.6, "m/s"}, Defined{"l/min", 1e-3 / 60, "m^3/s"},
                    Defined{"cm^3/rev", 1.591549430918953357688838e-7, "m^3/rad"},
                    Defined{"deg/s/sqrt(Hz)", 0.01745329251994329576923691, "rad/s/Hz^0.5"},
                    Defined{"deg/sqrt(h)", 0.01745329251994329576923691 / 60, "rad s^(-1/2)"},
                    Defined{"deg/h", 0.01745329251994329576923691 / 3600, "rad/s"},
                    Defined{"mgn/sqrt(Hz)", 9.80665e-3, "m/s^2/Hz^0.5"},
                    Defined{"N m/deg", 57.29577951308232087679815, "N m/rad"},
                    Defined{"Nm", 1, "N m"}, Defined{"kNm", 1000, "N m"},
                    Defined{"J/(kg K)", 1, "m^2/(s^2 K)"}, Defined{"W/(m^2 K)", 1, "kg/s^3/K"},
                    Defined{"N/mm^2", 1e6, "Pa"}, Defined{"Hz^(1/2)", 1, "sqrt(Hz)"},
                    Defined{"m^1.5", 1, "m m^(1/2)"}, Defined{"mm**3", 1e-9, "m^3"},
                    Defined{"1/s", 1, "s^-1"}, Defined{"sqrt(m^2)", 1, "m"},
                    Defined{"(N/m)/(kg)", 1, "s^-2"}, Defined{" kg ", 1, "kg"}));

TEST(ParseUnit, KeepsSimpleDecimalsExact) {
  EXPECT_EQ(make_unit("dm").to_si(3), 0.3);
  EXPECT_EQ(make_unit("mm").to_si(110), 0.110);
  EXPECT_EQ(make_unit("inch").to_si(1), 0.0254);
  EXPECT_EQ(make_unit("bar").to_si(350), 35e6);
  EXPECT_EQ(make_unit("cm^2").to_si(7), 7e-4);
  EXPECT_EQ(make_unit("l/min").to_si(60), 1e-3);
  EXPECT_EQ(make_unit("km/h").to_si(36), 10);
  EXPECT_EQ(make_unit("deg").to_si(180), M_PI);
}

TEST(ParseUnit, GivesOffsetsOnlyToLoneTemperatures) {
  EXPECT_EQ(make_unit("degC").to_si(45), 318.15);
  EXPECT_NEAR(make_unit("degF").to_si(32), 273.15, 4 * kEps * 273.15);
  EXPECT_NEAR(make_unit("°F").to_si(212), 373.15, 4 * kEps * 373.15);
  EXPECT_EQ(make_unit("degC").from_si(273.15), 0);
  EXPECT_EQ(make_unit("W/degC").to_si(3), 3);
  EXPECT_EQ(make_unit("degC/min").to_si(60), 1);
}

TEST(ParseUnit, ANameOfItsOwnWinsOverAPrefix) {
  EXPECT_EQ(make_unit("min").to_si(1), 60);
  EXPECT_EQ(make_unit("cd").dimension, make_unit("cd").dimension);
  EXPECT_EQ(make_unit("ft").to_si(1), 0.3048);
  EXPECT_EQ(make_unit("Pa").dimension, dimensions::kPressure);
  EXPECT_EQ(make_unit("kn").dimension, dimensions::kSpeed);
  EXPECT_EQ(make_unit("kN").dimension, dimensions::kForce);
  EXPECT_EQ(make_unit("T").dimension, make_unit("Wb/m^2").dimension);
}

TEST(ParseUnit, RemembersTheTextWithoutSpacesAround) { EXPECT_EQ(make_unit(" N m ").text, "N m"); }

struct Wrong {
  const char* text;
  const char* message;
  const char* suggestion;
  int offset;
  int length;
};

void PrintTo(const Wrong& w, std::ostream* out) { *out << w.text; }

class UnitError : public testing::TestWithParam<Wrong> {};

TEST_P(UnitError, NamesTheWrongPieceAndWhatToWrite) {
  const UnitParse parsed = parse_unit(GetParam().text);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.message, GetParam().message);
  EXPECT_EQ(parsed.suggestion, GetParam().suggestion);
  EXPECT_EQ(parsed.offset, GetParam().offset);
  EXPECT_EQ(parsed.length, GetParam().length);
}

INSTANTIATE_TEST_SUITE_P(
    Names, UnitError,
    testing::Values(Wrong{"Mpa", "'Mpa' is not a unit", "did you mean 'MPa' or 'mPa'?", 0, 3},
                    Wrong{"KG", "'KG' is not a unit", "did you mean 'kg'?", 0, 2},
                    Wrong{"DEG", "'DEG' is not a unit", "did you mean 'deg'?", 0, 3},
                    Wrong{"BAR", "'BAR' is not a unit", "did you mean 'bar'?", 0, 3},
                    Wrong{"RPM", "'RPM' is not a unit", "did you mean 'rpm'?", 0, 3},
                    Wrong{"metres", "'metres' is not a unit", "did you mean 'm'?", 0, 6},
                    Wrong{"degrees", "'degrees' is not a unit", "did you mean 'deg'?", 0, 7},
                    Wrong{"sec", "'sec' is not a unit", "did you mean 's'?", 0, 3},
                    Wrong{"kph", "'kph' is not a unit", "did you mean 'km/h'?", 0, 3},
                    Wrong{"dps", "'dps' is not a unit", "did you mean 'deg/s'?", 0, 3},
                    Wrong{"m/s2", "'s2' is not a unit", "did you mean 's^2'?", 2, 2},
                    Wrong{"kgs", "'kgs' is not a unit", "did you mean 'kg'?", 0, 3},
                    Wrong{"Pas", "'Pas' is not a unit", "did you mean 'Pa s'?", 0, 3},
                    Wrong{"Vs", "'Vs' is not a unit", "did you mean 'V s'?", 0, 2},
                    Wrong{"kg/degg", "'degg' is not a unit", "did you mean 'deg'?", 3, 4},
                    Wrong{"µm/µfoo", "'µfoo' is not a unit", "", 3, 4},
                    Wrong{"furlong", "'furlong' is not a unit", "", 0, 7}));

INSTANTIATE_TEST_SUITE_P(
    Grammar, UnitError,
    testing::Values(
        Wrong{"", "a unit is missing", "", 0, 0}, Wrong{"  ", "a unit is missing", "", 0, 0},
        Wrong{"m/", "a unit is missing at the end", "", 2, 0},
        Wrong{"m//s", "a unit is missing before '/'", "", 2, 1},
        Wrong{"(m/s", "')' is missing", "", 0, 4}, Wrong{"m)", "this ')' closes nothing", "", 1, 1},
        Wrong{"m^", "a number must follow '^'", "write m^2, s^-1, Hz^0.5 or Hz^(1/2)", 1, 1},
        Wrong{"m^x", "a number must follow '^'", "write m^2, s^-1, Hz^0.5 or Hz^(1/2)", 1, 1},
        Wrong{"m^(1/0)", "a number must follow '^'", "write m^2, s^-1, Hz^0.5 or Hz^(1/2)", 1, 5},
        Wrong{"m^0.333", "an exponent of a unit is an integer or a simple fraction",
              "write it as ^(1/3)", 1, 6},
        Wrong{"m^1000", "this exponent is too large", "", 1, 5},
        Wrong{"(m^60)^2",
              "the powers of this unit add up to 120, which is not a valid exponent of a unit", "",
              0, 8},
        Wrong{"Gm^99", "this unit is too large or too small for a number", "", 0, 5},
        Wrong{"1000 m", "'1000': the only number allowed in a unit is 1", "write it into the value",
              0, 4},
        Wrong{"sqrt Hz", "'sqrt' needs parentheses", "write sqrt(Hz)", 0, 5},
        Wrong{"m, s", "',' is not allowed in a unit", "", 1, 1},
        Wrong{"J/kg K",
              "a factor after a division could belong to the numerator or to the denominator",
              "write J/(kg K) or J K/kg", 5, 1},
        Wrong{"N m/s rad",
              "a factor after a division could belong to the numerator or to the denominator",
              "write N m/(s rad) or N m rad/s", 6, 3}));

TEST(ParseUnit, TooDeepParenthesesAreAnErrorAndNoCrash) {
  const std::string text = std::string(100000, '(') + "m";
  EXPECT_EQ(parse_unit(text).message, "too many parentheses");
}

TEST(ParseUnit, NeverCrashesOnPiecesOfNonsense) {
  const std::string pieces[] = {"m", "/", "^", "(", ")", "-",    "2",    ".", "sqrt", "²",
                                "·", " ", "°", "1", "*", "\xC3", "\xFF", "_", "deg",  "^(1/2)"};
  unsigned state = 1;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int k = 0; k < 8; ++k) {
      state = state * 1664525u + 1013904223u;
      text += pieces[(state >> 16) % std::size(pieces)];
    }
    const UnitParse parsed = parse_unit(text);
    if (parsed) {
      EXPECT_TRUE(std::isfinite(parsed.unit->factor())) << text;
    } else {
      EXPECT_FALSE(parsed.message.empty()) << text;
      EXPECT_GE(parsed.offset, 0) << text;
      EXPECT_LE(static_cast<std::size_t>(parsed.offset + parsed.length), text.size()) << text;
    }
  }
}

TEST(MakeUnit, ThrowsForWrongUnitsInTheCode) { EXPECT_THROW(make_unit("Mpa"), InternalError); }

TEST(UnitParser, LargePowersReadAsTheyArePrinted) {
  const UnitParse parse = parse_unit("m^24.2");
  ASSERT_TRUE(parse);
  const UnitParse again = parse_unit(parse.unit->dimension.to_string());
  ASSERT_TRUE(again) << again.message;
  EXPECT_EQ(again.unit->dimension, parse.unit->dimension);
  EXPECT_FALSE(parse_unit("m^(606/5)"));  // 121.2
}

}  // namespace
}  // namespace holon
