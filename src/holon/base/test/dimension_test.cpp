// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/dimension.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "holon/base/units.h"

namespace holon {
namespace {

namespace dim = dimensions;

TEST(Rational, IsKeptInLowestTermsWithPositiveDenominator) {
  EXPECT_EQ(Rational(6, -4), Rational(-3, 2));
  EXPECT_EQ(Rational(0, -5), Rational(0));
  EXPECT_EQ(Rational(1, 2) + Rational(1, 3), Rational(5, 6));
  EXPECT_EQ(Rational(1, 2) - Rational(1, 2), Rational(0));
  EXPECT_EQ(Rational(2, 3) * Rational(3, 4), Rational(1, 2));
  EXPECT_EQ(Rational(-1, 2).to_string(), "-1/2");
}

TEST(Rational, IsFoundFromADecimalIfItIsASimpleFraction) {
  EXPECT_EQ(Rational::find(0.5), Rational(1, 2));
  EXPECT_EQ(Rational::find(1.0 / 3), Rational(1, 3));
  EXPECT_EQ(Rational::find(-1.75), Rational(-7, 4));
  EXPECT_EQ(Rational::find(0), Rational(0));
  EXPECT_FALSE(Rational::find(0.333));
  EXPECT_FALSE(Rational::find(3.14159265358979));
  EXPECT_FALSE(Rational::find(1e300));
}

TEST(Rational, OverflowThrows) {
  const Rational large(1 << 30);
  EXPECT_THROW(large * large, std::overflow_error);
  EXPECT_THROW(large + large, std::overflow_error);
}

TEST(Dimension, FollowsTheLawsOfPowers) {
  EXPECT_EQ(dim::kForce * dim::kLength, dim::kTorque);
  EXPECT_EQ(dim::kForce / dim::kMass, dim::kAcceleration);
  EXPECT_EQ(dim::kSpeed.pow(2) * dim::kMass, dim::kEnergy);
  EXPECT_EQ((dim::kEnergy / dim::kMass).sqrt(), dim::kSpeed);
  EXPECT_EQ(dim::kTime.inverse(), dim::kPerTime);
  EXPECT_EQ(dim::kFrequency.sqrt().pow(2), dim::kFrequency);
  EXPECT_TRUE((dim::kLength / dim::kLength).is_number());
  EXPECT_EQ(dim::kLength.pow(0), dim::kNumber);
}

TEST(Dimension, AngleIsOneOfItsOwn) {
  EXPECT_NE(dim::kAngle, dim::kNumber);
  EXPECT_NE(dim::kAngularRate, dim::kFrequency);
  EXPECT_EQ(dim::kAngularRate.si(), dim::kPerTime);
  EXPECT_EQ(Dimension::base(BaseQuantity::angle), dim::kAngle);
}

struct Printed {
  const char* unit;
  const char* text;
};

void PrintTo(const Printed& p, std::ostream* out) { *out << p.unit; }

class DimensionText : public testing::TestWithParam<Printed> {};

TEST_P(DimensionText, IsShortAndReadsBackAsTheSameDimension) {
  const Dimension dimension = make_unit(GetParam().unit).dimension;
  EXPECT_EQ(dimension.to_string(), GetParam().text);
  EXPECT_EQ(make_unit(dimension.to_string()).dimension, dimension);
  EXPECT_EQ(make_unit(dimension.to_string()).factor(), 1.0);
}

INSTANTIATE_TEST_SUITE_P(
    Units, DimensionText,
    testing::Values(
        Printed{"1", "1"}, Printed{"m", "m"}, Printed{"kg", "kg"}, Printed{"deg", "rad"},
        Printed{"m/s^2", "m/s^2"}, Printed{"rpm", "rad/s"}, Printed{"Hz", "Hz"},
        Printed{"1/s", "1/s"}, Printed{"N", "N"}, Printed{"N m", "N m"}, Printed{"J", "J"},
        Printed{"kW h", "J"}, Printed{"W s", "J"}, Printed{"eV", "J"}, Printed{"Nm", "N m"},
        Printed{"W", "W"}, Printed{"bar", "Pa"}, Printed{"kg m^2", "kg m^2"}, Printed{"N/m", "N/m"},
        Printed{"N s/m", "kg/s"}, Printed{"N m/rad", "N m/rad"}, Printed{"N m s/rad", "N m s/rad"},
        Printed{"N s", "N s"}, Printed{"N m s", "N m s"}, Printed{"l/min", "m^3/s"},
        Printed{"kg/m^3", "kg/m^3"}, Printed{"Pa s", "Pa s"}, Printed{"V", "V"},
        Printed{"ohm", "ohm"}, Printed{"H", "H"}, Printed{"F", "F"}, Printed{"T", "T"},
        Printed{"A h", "C"}, Printed{"V s/rad", "V s/rad"}, Printed{"J/(kg K)", "J/(kg K)"},
        Printed{"J/K", "J/K"}, Printed{"W/K", "W/K"}, Printed{"m^2/s^2", "m^2/s^2"},
        Printed{"cm^3/rev", "m^3/rad"}, Printed{"deg/s/sqrt(Hz)", "rad/(s Hz^(1/2))"},
        Printed{"m/s^2/sqrt(Hz)", "m/(s^2 Hz^(1/2))"}, Printed{"Hz s", "Hz s"},
        Printed{"deg/sqrt(h)", "rad/s^(1/2)"}, Printed{"1/K", "1/K"}, Printed{"S", "1/ohm"}));

TEST(Dimension, IsDescribedByItsName) {
  EXPECT_EQ(describe(dim::kLength), "a length (m)");
  EXPECT_EQ(describe(dim::kAngle), "an angle (rad)");
  EXPECT_EQ(describe(dim::kNumber), "a pure number");
  EXPECT_EQ(describe(dim::kTorque), "a torque or energy (N m)");
  EXPECT_EQ(describe(Dimension(1, 5, 0)), "a quantity in kg m^5");
}

TEST(Dimension, OfAnEnergyIsKnownFromThatOfATorque) {
  EXPECT_EQ(dim::kEnergy, dim::kTorque);  // as numbers they can be exchanged
  EXPECT_TRUE(dim::kEnergy.is_energy());
  EXPECT_FALSE(dim::kTorque.is_energy());
  EXPECT_FALSE((dim::kForce * dim::kLength).is_energy());  // or a torque: not known
  EXPECT_TRUE((dim::kPower * dim::kTime).is_energy());
  EXPECT_TRUE((dim::kEnergy / dim::kTime * dim::kTime).is_energy());
  EXPECT_FALSE((dim::kTorque / dim::kTime * dim::kTime).is_energy());  // a torque that grows
  EXPECT_TRUE((sum_dimension(dim::kTorque / dim::kTime, dim::kPower) * dim::kTime).is_energy());
  EXPECT_TRUE((dim::kForce * dim::kSpeed * dim::kTime).is_energy());
  EXPECT_TRUE((dim::kEnergy / dim::kNumber).is_energy());
  EXPECT_TRUE(sum_dimension(dim::kTorque, dim::kEnergy).is_energy());
  EXPECT_FALSE((dim::kEnergy / dim::kAngle).is_energy());
  EXPECT_FALSE(dim::kEnergy.pow(2).is_energy());
  EXPECT_EQ((dim::kEnergy / dim::kLength).to_string(), "N");
  EXPECT_EQ(describe(dim::kEnergy), "an energy (J)");
}

TEST(Dimension, SumsForgivePowersOfAngleAndNothingElse) {
  EXPECT_TRUE(can_add(dim::kSpeed, dim::kLength * dim::kAngularRate));  // v + r*omega
  EXPECT_TRUE(can_add(dim::kAngle, dim::kNumber));                      // angle - x/r
  EXPECT_TRUE(can_add(dim::kAcceleration, dim::kAngularRate.pow(2) * dim::kLength));
  EXPECT_FALSE(can_add(dim::kLength, dim::kAngle));
  EXPECT_FALSE(can_add(dim::kTime, dim::kFrequency));
}

TEST(Dimension, CyclesAreNotTakenForRadians) {
  EXPECT_FALSE(can_add(dim::kFrequency, dim::kAngularRate));
  EXPECT_TRUE(can_add(dim::kFrequency, dim::kPerTime));
  EXPECT_TRUE(can_add(dim::kPerTime, dim::kAngularRate));  // v/r + omega
  EXPECT_TRUE(can_add(dim::kCycles, dim::kNumber));
  EXPECT_FALSE(can_add(dim::kCycles, dim::kAngle));
  EXPECT_FALSE(can_add(dim::kTorque / dim::kCycles, dim::kTorque / dim::kAngle));
  // 2 [Hz] * 1 [rev] is the angular rate that it looks like.
  EXPECT_TRUE(can_add(dim::kFrequency * dim::kAngle, dim::kAngularRate));
  EXPECT_EQ(sum_dimension(dim::kPerTime, dim::kFrequency), dim::kFrequency);
  EXPECT_EQ(describe(dim::kCycles), "a number of cycles (Hz s)");
}

TEST(Dimension, OfASumIsTheOneWithLessAngle) {
  EXPECT_EQ(sum_dimension(dim::kLength * dim::kAngularRate, dim::kSpeed), dim::kSpeed);
  EXPECT_EQ(sum_dimension(dim::kSpeed, dim::kLength * dim::kAngularRate), dim::kSpeed);
  EXPECT_EQ(sum_dimension(dim::kAngle, dim::kAngle), dim::kAngle);
}

}  // namespace
}  // namespace holon
