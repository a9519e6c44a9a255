// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"
#include "holon/model/assembly/surroundings.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/test/tape_settings.h"

/// Sensors in tests: runs.
namespace holon::test {

constexpr double kGravity = 9.80665;  ///< [m/s²] that models have by default
/// Tolerance of runs whose results are compared with exact solutions, and the global error of
/// dopri5 with it over a few seconds.
constexpr double kTolerance = 1e-11;
constexpr double kGlobal = 1e-9;

using Vec = Vector3<double>;

/// Lets the world turn about z, as a planet does.
struct RotatingWorld {
  Expr rate = 0.0;  ///< [rad/s]
  static void describe(Descriptor<RotatingWorld>& d) {
    d.type("RotatingWorld", "Of tests: a world that turns.");
    d.value("rate", &RotatingWorld::rate, "rad/s", "about z");
  }
  void build(PartBuilder& b) const {
    detail::Surroundings::of(b.assembly()).rotation = {0.0, 0.0, rate};
  }
};

inline Results run(const Model& model, double until, const std::vector<std::string>& outputs,
                   double interval, std::int64_t seed = 0, double tolerance = kTolerance) {
  SimulateSettings settings = tape_settings(until, interval, tolerance);
  settings.seed = seed;
  for (const std::string& name : outputs) model.output(name);  // as a model's own list does
  return simulate(make_system(model), settings, outputs);
}

inline Vec vector_of(const Results& results, std::size_t row, const std::string& name) {
  return {results.values(name + ".x")[row], results.values(name + ".y")[row],
          results.values(name + ".z")[row]};
}

inline void expect_vector(const Vec& value, const Vec& expected, double tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(value[i], expected[i], tolerance) << "component " << i;
}

/// The root of the mean square of the distances from a value.
inline double deviation_about(const std::vector<double>& x, double mean) {
  double sum = 0;
  for (const double e : x) sum += (e - mean) * (e - mean);
  return std::sqrt(sum / static_cast<double>(x.size()));
}

/// All values of one column, from a row on.
inline std::vector<double> column(const Results& results, const std::string& name,
                                  std::size_t from = 0) {
  const std::vector<double> all = results.values(name);
  return {all.begin() + static_cast<std::ptrdiff_t>(from), all.end()};
}

}  // namespace holon::test
