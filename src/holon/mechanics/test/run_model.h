// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/expr/program/program.h"
#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/run/run_settings.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/test/tape_settings.h"

/// Models in tests: values at a moment, runs.
namespace holon::test {

constexpr double kGravity = 9.80665;    ///< [m/s²] that models have by default
constexpr double kRoundGravity = 9.81;  ///< [m/s²] for tests that set their own
/// [kg] of the bodies in tests of single joints and force elements
constexpr double kMass = 2.0;
constexpr double kSpin = 0.05;  ///< [kg m²] of such a body about its joint's axis

/// Tolerance of runs whose results are compared with exact solutions, and the global error that
/// dopri5 keeps at it over the spans used here, relative to the range of a signal.
constexpr double kTolerance = 1e-11;
constexpr double kGlobal = 1e-8;

/// For INSTANTIATE_TEST_SUITE_P: all formulations, and their names.
inline auto all_formulations() {
  return testing::Values(Formulation::recursive, Formulation::augmented, Formulation::aggregate);
}
inline std::string formulation_of(const testing::TestParamInfo<Formulation>& info) {
  return name_of(info.param);
}

inline double number_of(const Results& results, std::size_t row, const std::string& column) {
  return results.values(column)[row];
}

/// Values of outputs (components one after the other) at time t in the model's initial state.
inline std::vector<double> values_at_start(const System& system,
                                           const std::vector<std::string>& names, double t = 0.0) {
  const FunctionRef f = system.select_outputs(names);
  std::vector<double> in(static_cast<std::size_t>(system.function_input_count()));
  in[0] = t;
  std::vector<double> start_in{t};
  for (const SystemParameter& p : system.parameters) start_in.push_back(p.value);
  const std::vector<double> x = system.start->evaluate(start_in);
  std::copy(x.begin(), x.end(), in.begin() + 1);
  std::copy(start_in.begin() + 1, start_in.end(),
            in.begin() + 1 + static_cast<std::ptrdiff_t>(x.size()));
  return f->evaluate(in);
}
inline double value_at_start(const System& system, const std::string& name, double t = 0.0) {
  return values_at_start(system, {name}, t)[0];
}

inline Results run(const System& system, double until, const std::vector<std::string>& outputs,
                   double interval = 0.1) {
  return simulate(system, tape_settings(until, interval, kTolerance), outputs);
}

/// kinetic + potential + dissipated energy stays what it was, to `tolerance` of the energy that
/// moves about.
inline void expect_energy_balance(const System& system, double until, double tolerance = 1e-9) {
  const Results r =
      run(system, until,
          {"system.energy.kinetic", "system.energy.potential", "system.energy.dissipated"});
  const std::vector<double>& kinetic = r.values("system.energy.kinetic");
  const std::vector<double>& potential = r.values("system.energy.potential");
  double kinetic_peak = 0.0, low = potential[0], high = low, drift = 0.0;
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    kinetic_peak = std::max(kinetic_peak, kinetic[k]);
    low = std::min(low, potential[k]);
    high = std::max(high, potential[k]);
    const double sum = kinetic[k] + potential[k] + r.values("system.energy.dissipated")[k];
    drift = std::max(drift, std::abs(sum - (kinetic[0] + potential[0])));
  }
  EXPECT_GT(kinetic_peak, 0.0);
  EXPECT_LE(drift, tolerance * std::max(kinetic_peak, high - low));
}

}  // namespace holon::test
