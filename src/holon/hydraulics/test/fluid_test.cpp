// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/fluid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/hydraulics/fluid_data.h"

namespace holon {
namespace {

constexpr double kRounding = 1e-13;

double celsius(double t) { return t + 273.15; }

FluidSettings fluid_of(FluidName name, double temperature, double air = 0.005) {
  FluidSettings settings;
  settings.name = name;
  settings.temperature = celsius(temperature);
  settings.air = air;
  return settings;
}

TEST(Fluid, HasTheViscosityOfItsClassAt40Degrees) {
  const double classes[] = {22, 32, 46, 68, 100};
  for (int k = 0; k < 5; ++k) {
    const Fluid fluid(fluid_of(static_cast<FluidName>(k), 40));
    EXPECT_NEAR(fluid.kinematic_viscosity().value(), classes[k] * 1e-6, 1e-12 * classes[k]);
  }
}

TEST(Fluid, ThinsWithTemperatureByWalther) {
  const Fluid fluid(fluid_of(FluidName::HLP46, 100));
  EXPECT_NEAR(fluid.kinematic_viscosity().value(), 6.8e-6, 1e-15);
  // Between them by hand: lg lg(ν + 0.7) = A − B lg T, B = 3.6246, at 60 °C.
  const double w40 = std::log10(std::log10(46.7)), w100 = std::log10(std::log10(7.5));
  const double b = (w40 - w100) / std::log10(celsius(100) / celsius(40));
  const double w60 = w40 - b * std::log10(celsius(60) / celsius(40));
  const double expected = std::pow(10, std::pow(10, w60)) - 0.7;
  EXPECT_NEAR(Fluid(fluid_of(FluidName::HLP46, 60)).kinematic_viscosity().value(), expected * 1e-6,
              1e-15);
  EXPECT_NEAR(expected, 20.5, 0.5);  // what charts of mineral oils of this class show
}

TEST(Fluid, IsWaterWhereItSaysSo) {
  // Steam tables (IAPWS): 20 °C, 998.2 kg/m³, 1.003 mm²/s, 2339 Pa; 45 °C: 9.59 kPa.
  const Fluid water(fluid_of(FluidName::water, 20));
  EXPECT_NEAR(water.density().value(), 998.2, 0.8);
  EXPECT_NEAR(water.kinematic_viscosity().value(), 1.003e-6, 0.01e-6);
  EXPECT_NEAR(water.vapour_pressure().value(), 2339, 20);
  EXPECT_NEAR(Fluid(fluid_of(FluidName::water, 45)).vapour_pressure().value(), 9590, 50);
}

TEST(Fluid, TakesNumbersInPlaceOfItsName) {
  FluidSettings settings;
  settings.density = 900.0;
  settings.viscosity = 20e-6;
  settings.bulk_modulus = 1.5e9;
  settings.air = 0.0;
  const Fluid fluid(settings);
  EXPECT_EQ(fluid.density().value(), 900.0);
  EXPECT_EQ(fluid.kinematic_viscosity().value(), 20e-6);
  // Nuclei of 1e-5 of the volume, on an isentrope, are 1e-5 · 1.5e9 / (1.4 · 1e5) = 0.106 of the
  // compliance at atmospheric pressure and nothing at 200 bar.
  EXPECT_NEAR(fluid.bulk_modulus(0.0).value(), 1.5e9 / 1.106, 1e6);
  EXPECT_NEAR(fluid.bulk_modulus(200e5).value(), 1.5e9 + 10 * 200e5, 2e5);
}

TEST(Fluid, WithAirIsSoftAtLowPressureAndStiffAtHigh) {
  const Fluid fluid(fluid_of(FluidName::HLP46, 40, 0.005));
  // At rest: v/(v_l/K + v_g/(1.4 (P − p_v))), by hand.
  const double gas = 0.005, modulus = 1.4 * (kAtmosphere - 1);
  EXPECT_NEAR(fluid.bulk_modulus(0.0).value(), (1 + gas) / (1 / 1.65e9 + gas / modulus), 100.0);
  EXPECT_NEAR(fluid.bulk_modulus(0.0).value(), 28e6, 0.5e6);
  EXPECT_GT(fluid.bulk_modulus(100e5).value(), 1.5e9);
}

TEST(Fluid, GainsDensityAsItsBulkModulusSays) {
  for (const double air : {0.0, 0.005, 0.05}) {
    const Fluid fluid(fluid_of(FluidName::HLP46, 45, air));
    for (const double p : {-1.0e5, -0.9e5, 0.0, 1e5, 20e5, 300e5}) {
      const double h = 1e-4 * (p + 1.0133e5);
      const double slope = (fluid.density(p + h).value() - fluid.density(p - h).value()) / (2 * h);
      const double modulus = fluid.density(p).value() / slope;
      // The second difference of a power of P and the rounding of a small difference.
      EXPECT_NEAR(fluid.bulk_modulus(p).value() / modulus, 1.0, 1e-5) << p << " " << air;
    }
  }
}

TEST(Fluid, StaysFiniteBelowTheVapourPressure) {
  for (const FluidName name : {FluidName::HLP46, FluidName::water}) {
    const Fluid fluid(fluid_of(name, 45));
    double before = 0;
    for (double p = -3e5; p <= 1e5; p += 500) {
      const double modulus = fluid.bulk_modulus(p).value(), density = fluid.density(p).value();
      EXPECT_GT(modulus, 2.0);
      EXPECT_LT(modulus, 2.3e9);
      EXPECT_GT(density, before);
      before = density;
    }
  }
}

TEST(Fluid, OpensACavityAtTheVapourPressure) {
  const Fluid water(fluid_of(FluidName::water, 45));
  const double vapour = water.vapour_pressure().value() - kAtmosphere;
  // A tenth of a bar above it there is hardly more gas than at rest, 20 Pa above it mostly cavity.
  EXPECT_GT(water.density(vapour + 0.1e5).value(), 0.96 * water.density().value());
  EXPECT_LT(water.density(vapour + 20).value(), 0.5 * water.density().value());
}

TEST(Fluid, ThickensUnderPressureByBarus) {
  const Fluid fluid(fluid_of(FluidName::HLP46, 40));
  const double at_rest = 46e-6 * fluid.density().value();
  EXPECT_NEAR(fluid.dynamic_viscosity().value(), at_rest, kRounding);
  EXPECT_NEAR(fluid.dynamic_viscosity(350e5).value(), at_rest * std::exp(0.7), kRounding);
}

}  // namespace
}  // namespace holon
