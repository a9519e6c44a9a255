// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"

namespace holon {
namespace {

namespace dim = dimensions;
using test::kEps;
// Two or three products of rounded numbers.
constexpr double kFewRoundingErrors = 4 * kEps;

Converted convert_text(double value, const char* unit, const char* needed) {
  return convert(value, make_unit(unit), Requirement::from_unit(needed));
}

double value_of(double value, const char* unit, const char* needed) {
  const Converted converted = convert_text(value, unit, needed);
  EXPECT_TRUE(converted.ok) << converted.message;
  return converted.value;
}

std::string error_of(double value, const char* unit, const char* needed) {
  const Converted converted = convert_text(value, unit, needed);
  EXPECT_FALSE(converted.ok) << converted.value;
  return converted.message + (converted.suggestion.empty() ? "" : "; ") + converted.suggestion;
}

TEST(Convert, BringsQuantitiesOfTheLanguagePageToSi) {
  EXPECT_EQ(value_of(350, "bar", "Pa"), 35e6);
  EXPECT_EQ(value_of(-9.81, "m/s^2", "m/s^2"), -9.81);
  EXPECT_EQ(value_of(30, "deg", "rad"), 30 * M_PI / 180);
  EXPECT_NEAR(value_of(2000, "rpm", "rad/s"), 209.4395102393195492, kFewRoundingErrors * 210);
  EXPECT_NEAR(value_of(5e-3, "deg/s/sqrt(Hz)", "rad/s/sqrt(Hz)"), 8.726646259971647884618456e-5,
              kFewRoundingErrors * 8.7e-5);
  EXPECT_NEAR(value_of(63, "cm^3/rev", "m^3/rad"), 1.002676141478940615343968e-5,
              kFewRoundingErrors * 1e-5);
  EXPECT_NEAR(value_of(80, "l/min", "m^3/s"), 1.333333333333333333333333e-3,
              kFewRoundingErrors * 1e-3);
  EXPECT_EQ(value_of(0.5, "%", "1"), 0.005);
  EXPECT_EQ(value_of(0.5, "mH", "H"), 0.5e-3);
}

TEST(Convert, AngleRandomWalkPerRootHourIsNoisePerRootHertz) {
  // 0.34 deg/sqrt(h) = 0.34 deg / (60 sqrt(s)).
  EXPECT_NEAR(value_of(0.34, "deg/sqrt(h)", "rad/s/sqrt(Hz)"), 9.89019909463453426923425e-5,
              kFewRoundingErrors * 1e-4);
}

TEST(Convert, AFrequencyTakesAngularRatesDividedByTwoPi) {
  EXPECT_EQ(value_of(50, "Hz", "Hz"), 50);
  EXPECT_EQ(value_of(3000, "rpm", "Hz"), 50);
  EXPECT_EQ(value_of(50, "rev/s", "Hz"), 50);
  EXPECT_NEAR(value_of(1, "rad/s", "Hz"), 0.1591549430918953357688838, kFewRoundingErrors);
  EXPECT_EQ(value_of(20, "1/s", "Hz"), 20);
}

TEST(Convert, AnAngularRateRefusesHertz) {
  EXPECT_EQ(error_of(50, "Hz", "rad/s"),
            "an angular rate (rad/s) is needed, not a frequency (Hz): Hz and 1/s count cycles, an "
            "angular rate counts radians; write 50 rev/s or 314.159 rad/s");
  EXPECT_EQ(error_of(2, "1/s", "rad/s"),
            "an angular rate (rad/s) is needed, not a rate (1/s): Hz and 1/s count cycles, an "
            "angular rate counts radians; write 2 rev/s or 12.5664 rad/s");
}

TEST(Convert, NeverTakesAReciprocalSilently) {
  EXPECT_EQ(error_of(0.02, "s", "Hz"),
            "a frequency (Hz) is needed, not a time (s); a reciprocal is never converted silently: "
            "write 50 Hz");
  EXPECT_EQ(error_of(20, "ms", "Hz"),
            "a frequency (Hz) is needed, not a time (ms); a reciprocal is never converted "
            "silently: write 50 Hz");
  EXPECT_EQ(error_of(50, "Hz", "s"),
            "a time (s) is needed, not a frequency (Hz); a reciprocal is never converted silently: "
            "write 0.02 s");
}

TEST(Convert, AbsoluteTemperaturesHaveTheOffsetAndDifferencesHaveNot) {
  EXPECT_EQ(value_of(45, "degC", "K"), 318.15);
  EXPECT_EQ(value_of(45, "degC", "delta K"), 45);
  EXPECT_NEAR(value_of(9, "degF", "delta K"), 5, kFewRoundingErrors * 5);
  EXPECT_EQ(value_of(300, "K", "K"), 300);
  EXPECT_EQ(value_of(300, "K", "delta K"), 300);
  EXPECT_EQ(error_of(-300, "degC", "K"), "-300 degC is below absolute zero");
  EXPECT_EQ(error_of(5, "m", "delta K"),
            "a temperature difference (K) is needed, not a length (m); give it in K");
}

TEST(Convert, AngleIsADimension) {
  EXPECT_EQ(error_of(30, "deg", "m"), "a length (m) is needed, not an angle (deg); give it in m");
  EXPECT_EQ(error_of(63, "cm^3", "m^3/rad"),
            "a quantity in m^3/rad is needed, not a volume (cm^3); state the angle: cm^3/rev, "
            "cm^3/deg or cm^3/rad");
  EXPECT_EQ(error_of(5, "N m", "N m/rad"),
            "an angular stiffness (N m/rad) is needed, not a torque or energy (N m); state the "
            "angle: N m/rev, N m/deg or N m/rad");
  EXPECT_EQ(error_of(5, "N m/rad", "N m"),
            "a torque or energy (N m) is needed, not an angular stiffness (N m/rad); give it in "
            "N m: angle is a dimension of its own");
  EXPECT_EQ(error_of(30, "%", "rad"),
            "an angle (rad) is needed, not a pure number (%); give it in rad: angle is a dimension "
            "of its own");
}

TEST(Convert, NamesBothDimensionsAndWhatWasProbablyMeant) {
  EXPECT_EQ(error_of(5, "mm", "kg"), "a mass (kg) is needed, not a length (mm); give it in kg");
  EXPECT_EQ(error_of(5, "m", "1"),
            "a pure number is needed, not a length (m); give it without a unit");
  EXPECT_EQ(error_of(2, "S", "s"), "a time (s) is needed, not a quantity in S; did you mean 's'?");
  // 'PS' is no unit of Holon's, so it is no suggestion.
  EXPECT_EQ(error_of(2, "pS", "W"), "a power (W) is needed, not a quantity in pS; give it in W");
  EXPECT_EQ(error_of(2, "kn", "N"), "a force (N) is needed, not a speed (kn); did you mean 'kN'?");
  EXPECT_EQ(error_of(2, "g", "m/s^2"),
            "an acceleration (m/s^2) is needed, not a mass (g); for standard gravity write gn, as "
            "g is a mass");
  EXPECT_EQ(error_of(2, "kg", "N"),
            "a force (N) is needed, not a mass (kg); for its weight write kgf");
}

TEST(Fit, FormulasMayDifferByPowersOfAngle) {
  const auto formula = [](const Dimension& given, const char* needed) {
    return fit(given, Requirement::from_unit(needed), Strictness::formula);
  };
  EXPECT_TRUE(formula(dim::kLength * dim::kAngle, "m").ok);                   // r*angle
  EXPECT_TRUE(formula(dim::kAngularRate.pow(2) * dim::kLength, "m/s^2").ok);  // rate^2*r
  EXPECT_TRUE(formula(make_unit("N m/rad").dimension * dim::kAngle, "N m").ok);
  EXPECT_TRUE(formula(dim::kTorque * dim::kAngle, "N m").ok);        // k without rad
  EXPECT_TRUE(formula(dim::kTorque / dim::kInertia, "rad/s^2").ok);  // tau/I
  EXPECT_TRUE(formula(dim::kSpeed / dim::kLength, "rad/s").ok);      // v/r
  EXPECT_TRUE(formula(dim::kNumber, "rad").ok);                      // x/r
  EXPECT_TRUE(formula(dim::kAngle, "1").ok);                         // small angles
  EXPECT_FALSE(formula(dim::kAngle, "m").ok);
  EXPECT_FALSE(formula(dim::kTime, "Hz").ok);
  EXPECT_FALSE(formula(dim::kForce, "N m").ok);
}

TEST(Fit, AFormulaInHertzIsNoAngularRate) {
  const Fit rate = fit(dim::kFrequency, Requirement::from_unit("rad/s"), Strictness::formula);
  EXPECT_FALSE(rate.ok);
  EXPECT_EQ(rate.suggestion,
            "give it in rad/s, deg/s, rpm or rev/s, or as 2*pi times the frequency");
  const Fit angle = fit(dim::kCycles, Requirement::from_unit("rad"), Strictness::formula);
  EXPECT_EQ(angle.message, "an angle (rad) is needed, not a number of cycles (Hz s)");
  EXPECT_EQ(angle.suggestion, "a cycle is 2*pi radians: multiply by 2*pi");
  // Hz and 1/s are interchangeable elsewhere.
  EXPECT_TRUE(fit(dim::kFrequency, Requirement::from_unit("1/s"), Strictness::formula).ok);
  EXPECT_TRUE(fit(dim::kPerTime, Requirement::from_unit("Hz"), Strictness::formula).ok);
  EXPECT_TRUE(fit(dim::kCycles, Requirement::from_unit(""), Strictness::formula).ok);
}

TEST(Fit, APureNumberIsToBeMultipliedByAQuantity) {
  const Fit torque = fit(dim::kNumber, Requirement::from_unit("N m"), Strictness::formula);
  EXPECT_EQ(torque.message, "a torque or energy (N m) is needed, not a pure number");
  EXPECT_EQ(torque.suggestion, "multiply it by a quantity: 1 [N m]");
}

TEST(Fit, ABareNameKeepsToItsDimension) {
  const Fit wrong =
      fit(Dimension(0, 3, 0), Requirement::from_unit("m^3/rad"), Strictness::quantity);
  EXPECT_FALSE(wrong.ok);
  EXPECT_EQ(wrong.message, "a quantity in m^3/rad is needed, not a volume (m^3)");
  EXPECT_EQ(wrong.suggestion, "give it in m^3/rad: angle is a dimension of its own");
  const Fit rate = fit(dim::kFrequency, Requirement::from_unit("rad/s"), Strictness::quantity);
  EXPECT_FALSE(rate.ok);
  EXPECT_EQ(rate.suggestion,
            "give it in rad/s, deg/s, rpm or rev/s, or as 2*pi times the frequency");
}

TEST(Fit, AFormulaInRadiansPerSecondIsDividedByTwoPiForAFrequency) {
  const Fit rate = fit(dim::kAngularRate, Requirement::from_unit("Hz"), Strictness::formula);
  ASSERT_TRUE(rate.ok);
  EXPECT_NEAR(rate.scale, 0.1591549430918953357688838, kFewRoundingErrors);
  EXPECT_EQ(fit(dim::kFrequency, Requirement::from_unit("Hz"), Strictness::formula).scale, 1);
  // Only if the field is in Hz.
  EXPECT_EQ(fit(dim::kAngularRate, Requirement::from_unit("1/s"), Strictness::formula).scale, 1);
}

TEST(Requirement, ComesFromCoherentSiUnitsOnly) {
  EXPECT_EQ(Requirement::from_unit("").dimension, dim::kNumber);
  EXPECT_EQ(Requirement::from_unit("1").dimension, dim::kNumber);
  EXPECT_EQ(Requirement::from_unit("N m").dimension, dim::kTorque);
  EXPECT_EQ(Requirement::from_unit("Hz").kind, Requirement::Kind::frequency);
  EXPECT_EQ(Requirement::from_unit("1/s").kind, Requirement::Kind::plain);
  EXPECT_EQ(Requirement::from_unit("J/(kg K)").kind, Requirement::Kind::plain);
  EXPECT_THROW(Requirement::from_unit("mm"), InternalError);
  EXPECT_THROW(Requirement::from_unit("degC"), InternalError);
  EXPECT_THROW(Requirement::from_unit("delta m"), InternalError);
}

TEST(UnitNames, AreSortedAndAllReadable) {
  const std::vector<std::string> names = unit_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_GT(names.size(), 60u);
  for (const std::string& name : names) EXPECT_TRUE(parse_unit(name)) << name;
}

TEST(Unit, ConvertsThereAndBack) {
  for (const std::string& name : unit_names()) {
    const Unit unit = make_unit(name);
    for (const double x : {-3.7, 0.0, 1.0, 12345.678}) {
      const double scale = std::abs(x) + std::abs(unit.offset / unit.factor());
      EXPECT_NEAR(unit.from_si(unit.to_si(x)), x, 4 * kEps * scale) << name;
    }
  }
}

}  // namespace
}  // namespace holon
