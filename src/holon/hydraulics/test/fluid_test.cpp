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
  EXPECT_NEAR(expected, 20.5, 0.5);  // by charts of mineral oils of this class
}

TEST(Fluid, IsWaterWhereItSaysSo) {
  // IAPWS-95 at one atmosphere: density [kg/m³], dynamic viscosity [mPa s] (IAPWS 2008), speed of
  // sound [m/s] of the bulk modulus ρ c².
  struct Row {
    double celsius, density, viscosity, sound;
  };
  for (const Row& row : {Row{0, 999.84, 1.7914, 1402.4}, Row{20, 998.21, 1.0016, 1482.3},
                         Row{40, 992.22, 0.6527, 1528.9}, Row{60, 983.20, 0.4660, 1551.0},
                         Row{80, 971.80, 0.3540, 1554.5}, Row{90, 965.31, 0.3142, 1550.4}}) {
    const Fluid water(fluid_of(FluidName::water, row.celsius, 0));
    EXPECT_NEAR(water.density().value(), row.density, 0.02) << row.celsius;
    EXPECT_NEAR(water.dynamic_viscosity().value(), row.viscosity * 1e-3, 2e-3 * 1e-3)
        << row.celsius;
    // Of the liquid: at 200 bar the nuclei are negligible.
    const double modulus = row.density * row.sound * row.sound + 6 * 200e5;
    EXPECT_NEAR(water.bulk_modulus(200e5).value(), modulus, 1e-3 * modulus) << row.celsius;
  }
  // Steam tables: 20 °C 2339 Pa, 45 °C 9.59 kPa.
  EXPECT_NEAR(Fluid(fluid_of(FluidName::water, 20)).vapour_pressure().value(), 2339, 20);
  EXPECT_NEAR(Fluid(fluid_of(FluidName::water, 45)).vapour_pressure().value(), 9590, 50);
}

TEST(Fluid, HasAirAsAShareOfItsVolume) {
  FluidSettings settings;
  settings.density = 870.0;
  settings.air = 0.2;
  EXPECT_NEAR(Fluid(settings).density(0.0).value(), 696, 1e-9);
}

/// The fluids for testing the inverse law: name, temperature, air, exponent.
std::vector<Fluid> many_fluids() {
  std::vector<Fluid> fluids;
  for (const auto& [name, celsius] :
       {std::pair(FluidName::HLP46, 45.0), std::pair(FluidName::diesel, 20.0),
        std::pair(FluidName::HFC46, 50.0), std::pair(FluidName::water, 90.0)}) {
    for (const double air : {0.0, 1e-3, 0.005, 0.05, 0.3}) {
      for (const double n : {1.0, 1.2, 1.4}) {
        FluidSettings settings = fluid_of(name, celsius, air);
        settings.air_exponent = n;
        fluids.emplace_back(settings);
      }
    }
  }
  return fluids;
}

TEST(Fluid, HasThePressureThatItsDensitySays) {
  for (const Fluid& fluid : many_fluids()) {
    const double vapour = fluid.vapour_pressure().value() - kAtmosphere;
    for (double gas = 1; gas < 2e8; gas *= 1.7) {  // [Pa] above the vapour pressure
      const double p = vapour + gas, rho = fluid.density(p).value();
      if (rho < 1) continue;  // [kg/m³] less than saturated vapour: p is not that of the vapour
      // ρ is rounded to eps ρ, and the solution adds a few such errors: dp = β dρ/ρ. P_g itself is
      // rounded to eps of P.
      const double beta = fluid.bulk_modulus(p).value();
      EXPECT_NEAR(fluid.state(rho).pressure.value(), p, 1e-15 * (10 * beta + 1e6 + gas)) << p;
    }
  }
}

TEST(Fluid, EmptiesDownToVacuumAndNeverBelow) {
  for (const Fluid& fluid : many_fluids()) {
    const double full = fluid.reference_density().value();
    double before = HUGE_VAL;
    for (double rho = 2 * full; rho > 1e-14 * full; rho *= 0.7) {
      const double p = fluid.state(rho).pressure.value();
      EXPECT_LE(p, before);
      EXPECT_GE(p, -kAtmosphere);
      before = p;
    }
    EXPECT_NEAR(before, -kAtmosphere, 1e-3);  // [Pa]
    for (const double rho : {0.0, -1.0, -full}) {
      EXPECT_NEAR(fluid.state(rho).pressure.value(), -kAtmosphere, 1e-3);
    }
  }
}

TEST(Fluid, StoresWhatItsEnthalpyAndPressureBringIn) {
  // U = V ρe of m and V: ∂U/∂m = h, ∂U/∂V = −p, by central differences of order 4.
  for (const Fluid& fluid : many_fluids()) {
    const double full = fluid.reference_density().value();
    const auto energy = [&](double m, double v) { return v * fluid.state(m / v).energy.value(); };
    for (const double share : {4e-4, 0.01, 0.1, 0.7, 1.0, 1.005, 1.02}) {
      const double m = share * full, p = fluid.state(m).pressure.value(),
                   h = fluid.state(m).enthalpy.value();
      // A change of P_g by 0.02 relative.
      const double gas = p + kAtmosphere - fluid.vapour_pressure().value();
      // In an almost empty volume one thousandth, within the range of its law.
      const double step =
          share < 1e-3 ? 1e-3 : 0.02 * std::max(gas, 1e-6) / fluid.bulk_modulus(p).value();
      const auto slope = [&](const auto& f, double d) {
        return (8 * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d))) / (12 * d);
      };
      const double by_mass = slope([&](double d) { return energy(m + d, 1.0); }, step * m);
      const double by_volume = slope([&](double d) { return energy(m, 1.0 + d); }, step);
      // Differences of order 4 are good to 0.02⁴; the energy [J/m³] is rounded to 1e-15 of K/M and
      // of the pressure.
      const double scale = std::abs(p) + 1e5, rounding = 1e-15 * (scale + 5e8) / step;
      EXPECT_NEAR(by_mass, h, 1e-5 * (std::abs(h) + scale / full) + rounding / m) << share;
      EXPECT_NEAR(by_volume, -p, 1e-5 * scale + rounding) << share;
    }
  }
}

TEST(Fluid, AcceptsNumbersInsteadOfItsName) {
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
  // At p = 0: v/(v_l/K + v_g/(1.4 (P − p_v))), by hand.
  const double gas = 0.005, modulus = 1.4 * (kAtmosphere - 1);
  EXPECT_NEAR(fluid.bulk_modulus(0.0).value(), 1 / ((1 - gas) / 1.65e9 + gas / modulus), 100.0);
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
      EXPECT_GT(modulus, 0.0);
      EXPECT_LT(modulus, 2.4e9);
      EXPECT_GT(density, 0.0);
      EXPECT_GE(density, before);
      before = density;
    }
  }
}

TEST(Fluid, OpensACavityAtTheVapourPressure) {
  const Fluid water(fluid_of(FluidName::water, 45));
  const double vapour = water.vapour_pressure().value() - kAtmosphere;
  // A tenth of a bar above it there is hardly more gas than at p = 0, 20 Pa above it mostly cavity.
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
