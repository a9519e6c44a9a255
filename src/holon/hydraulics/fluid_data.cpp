// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Viscosities at 40 °C are those of the class (ISO 3448), of the others and at 100 °C, and
// densities are those of manufacturers' data sheets for the class (HLP, HVLP: DIN 51524 parts 2, 3;
// HEES: ISO 15380; HFC, HFDU: ISO 12922; diesel: EN 590). Bulk moduli and the coefficients of
// pressure are typical: P. Hodges, Hydraulic Fluids, 1996, chapter 4; H. Murrenhoff, Fundamentals
// of Fluid Power, chapter 2; products differ by about 5 %, the coefficient of viscosity by 20 %.
// Molar masses are those of typical base fluids; for HFC it is that of water, which evaporates. The
// values of water follow from the fits of fluid_data.h.
#include "holon/hydraulics/fluid_data.h"

#include <cmath>
#include <initializer_list>
#include <iterator>

namespace holon {
namespace {

constexpr double kMm2 = 1e-6;
constexpr double kKelvin0 = 273.15;
constexpr double kKelvin15 = 288.15, kKelvin40 = 313.15, kKelvin100 = 373.15;

constexpr FluidData kFluids[] = {
    // density, expansion, ν40, ν100, K, K per kelvin, slope, Barus, vapour, water, molar mass
    {866, 7.0e-4, 22 * kMm2, 4.3 * kMm2, 1.60e9, -8e6, 10, 1.8e-8, 1, 0, 0.36},          // HLP22
    {872, 7.0e-4, 32 * kMm2, 5.4 * kMm2, 1.63e9, -8e6, 10, 1.9e-8, 1, 0, 0.40},          // HLP32
    {879, 7.0e-4, 46 * kMm2, 6.8 * kMm2, 1.65e9, -8e6, 10, 2.0e-8, 1, 0, 0.43},          // HLP46
    {884, 7.0e-4, 68 * kMm2, 8.7 * kMm2, 1.67e9, -8e6, 10, 2.1e-8, 1, 0, 0.48},          // HLP68
    {888, 7.0e-4, 100 * kMm2, 11.2 * kMm2, 1.69e9, -8e6, 10, 2.2e-8, 1, 0, 0.52},        // HLP100
    {876, 7.0e-4, 46 * kMm2, 8.0 * kMm2, 1.65e9, -8e6, 10, 1.9e-8, 1, 0, 0.42},          // HVLP46
    {918, 7.3e-4, 46 * kMm2, 9.3 * kMm2, 1.80e9, -8e6, 10, 1.6e-8, 1, 0, 0.60},          // HEES46
    {921, 7.3e-4, 46 * kMm2, 9.4 * kMm2, 1.85e9, -8e6, 10, 1.6e-8, 1, 0, 0.60},          // HFDU46
    {1085, 6.0e-4, 46 * kMm2, 9.0 * kMm2, 3.10e9, -4e6, 7, 0.4e-8, 1, 0.75, 0.018},      // HFC46
    {840, 8.3e-4, 2.9 * kMm2, 1.2 * kMm2, 1.40e9, -8e6, 11, 1.1e-8, 100, 0, 0.20},       // diesel
    {998.9, 3.0e-4, 0.658 * kMm2, 0.294 * kMm2, 2.32e9, 0, 6, 0, 0, 1, 0.018015, true},  // water
};
static_assert(std::size(kFluids) == static_cast<std::size_t>(FluidName::water) + 1);

Expr log10(Expr x) { return log(x) / std::log(10.0); }
Expr power_of_10(Expr x) { return exp(x * std::log(10.0)); }

Expr polynomial(std::initializer_list<double> coefficients, Expr x) {
  Expr sum = 0.0;
  for (auto c = std::rbegin(coefficients); c != std::rend(coefficients); ++c) sum = sum * x + *c;
  return sum;
}

Expr calc_water_density(Expr celsius) {  // Kell, [kg/m^3]
  return polynomial(
             {999.83952, 16.945176, -7.9870401e-3, -46.170461e-6, 105.56302e-9, -280.54253e-12},
             celsius) /
         (1.0 + 16.879850e-3 * celsius);
}

Expr calc_water_viscosity(Expr temperature) {  // IAPWS, dynamic, [Pa s]
  const Expr t = temperature / 300.0;
  return 1e-6 * (280.68 * pow(t, -1.9) + 511.45 * pow(t, -7.7) + 61.131 * pow(t, -19.6) +
                 0.45903 * pow(t, -40.0));
}

Expr calc_speed_of_sound_in_water(Expr celsius) {  // Bilaniuk and Wong, [m/s]
  return polynomial(
      {1402.38744, 5.03836171, -5.81172916e-2, 3.34638117e-4, -1.48259672e-6, 3.16585020e-9},
      celsius);
}

}  // namespace

const FluidData& fluid_data(FluidName name) { return kFluids[static_cast<std::size_t>(name)]; }

Expr calc_density(const FluidData& data, Expr temperature) {
  if (data.is_water) return calc_water_density(temperature - kKelvin0);
  return data.density / (1.0 + data.expansion * (temperature - kKelvin15));
}

Expr calc_viscosity(const FluidData& data, Expr temperature) {
  if (data.is_water) return calc_water_viscosity(temperature) / calc_density(data, temperature);
  const auto twice = [](double viscosity) {
    return std::log10(std::log10(viscosity / kMm2 + 0.7));
  };
  const double at_40 = twice(data.viscosity_40), at_100 = twice(data.viscosity_100);
  const double slope = (at_40 - at_100) / (std::log10(kKelvin100) - std::log10(kKelvin40));
  const Expr at = at_40 - slope * (log10(temperature) - std::log10(kKelvin40));
  return (power_of_10(power_of_10(at)) - 0.7) * kMm2;
}

Expr calc_bulk_modulus(const FluidData& data, Expr temperature) {
  if (data.is_water) {
    return calc_density(data, temperature) *
           square(calc_speed_of_sound_in_water(temperature - kKelvin0));
  }
  return data.bulk_modulus + data.bulk_modulus_per_kelvin * (temperature - kKelvin40);
}

Expr calc_vapour_pressure(const FluidData& data, Expr temperature) {
  if (data.water_activity == 0) return data.vapour_pressure;
  return data.vapour_pressure +
         data.water_activity * power_of_10(10.19621 - 1730.63 / (temperature - 39.724));
}

}  // namespace holon
