// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/hydraulics/fluid.h"
#include "holon/hydraulics/parts/volume.h"
#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/test/tape_settings.h"

/// Hydraulic circuits in tests: a fluid with round numbers, runs, errors.
namespace holon::test {

constexpr double kPi = std::numbers::pi;
constexpr double kBar = 1e5;  // [Pa]
constexpr double kLitrePerMinute = 1e-3 / 60;
/// [m²] of a cylinder of 50 mm with a rod of 30 mm: the piston areas on both sides.
constexpr double kAreaA = kPi / 4 * 0.05 * 0.05, kAreaB = kAreaA - kPi / 4 * 0.03 * 0.03;
/// Tolerance of runs that are compared with exact solutions, and the accuracy of their results.
constexpr double kTolerance = 1e-10;
constexpr double kGlobal = 1e-7;

/// 860 kg/m³, 40 mm²/s, 1.4 GPa at any pressure except for nuclei of air.
inline Model fluid_model() {
  Model model;
  model.fluid.density = 860.0;
  model.fluid.viscosity = 40e-6;
  model.fluid.bulk_modulus = 1.4e9;
  model.fluid.bulk_modulus_slope = 1.0 + 1e-9;
  model.fluid.air = 0.0;
  return model;
}

/// The same fluid in the text of a model, which continues below `parts:`.
inline Model read_circuit(const std::string& parts) {
  Diagnostics diagnostics;
  Model model = load_model_text(
      "holon: 1\n"
      "fluid: {density: 860, viscosity: 40e-6, bulk_modulus: 1.4e9, bulk_modulus_slope: "
      "1.000000001, "
      "air: 0}\n"
      "parts:\n" +
          parts,
      builtin_catalogue(), {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// The laws of this fluid: [kg/m³] and [J/kg] at a pressure [Pa].
inline const Fluid& oil() {
  static const Fluid fluid(fluid_model().fluid);
  return fluid;
}
inline double density(double pressure) { return oil().density(pressure).value(); }
inline double enthalpy(double pressure) { return oil().enthalpy(pressure).value(); }
/// [kg/m³] of it in the tank, and of its liquid there.
inline double tank_density() { return density(0); }
constexpr double kLiquid = 860.0;
/// [Pa] Rounding error of a pressure computed from a mass: K times some eps.
constexpr double kPressureRounding = 1e-5;

/// [m³/s] at the density upstream, through an orifice with this rated point, far from laminar.
inline double orifice_flow(double upstream, double downstream, double rated_flow,
                           double rated_drop) {
  return rated_flow * std::sqrt((upstream - downstream) / rated_drop * kLiquid / density(upstream));
}
/// [Pa] upstream of one to the tank with a mass flow [kg/s]: ṁ² = Q_r² ρ_l ρ Δp/Δp_r.
inline double find_pressure_before(double mass_flow, double rated_flow, double rated_drop) {
  double p = rated_drop;
  for (int k = 0; k < 50; ++k)
    p = rated_drop * std::pow(mass_flow / rated_flow, 2) / (kLiquid * density(p));
  return p;
}

inline void add_volume(Model& model, const std::string& at, double litres, double bar = 0.0) {
  Volume volume{.at = at, .volume = litres * 1e-3};
  volume.initial = Volume::Initial{.pressure = bar * kBar};
  model.add<Volume>("volume_" + at, volume);
}

inline Results run(const Model& model, double until, const std::vector<std::string>& outputs,
                   double interval, SolverMethod solver = SolverMethod::cvode,
                   double tolerance = kTolerance) {
  SimulateSettings settings = tape_settings(until, interval, tolerance);
  settings.solver = solver;
  return simulate(make_system(model), settings, outputs);
}

inline double at(const Results& results, std::size_t row, const std::string& column) {
  return results.values(column)[row];
}
inline double at_end(const Results& results, const std::string& column) {
  return results.values(column).back();
}

}  // namespace holon::test
