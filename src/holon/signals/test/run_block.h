// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/test/tape_settings.h"

/// Blocks in tests: runs.
namespace holon::test {

/// Tolerance of runs whose results are compared with exact solutions, and the global error of
/// dopri5 with it over a few seconds.
constexpr double kTolerance = 1e-11;
constexpr double kGlobal = 1e-9;
/// Of some thousand operations.
constexpr double kRounding = 1e-12;

inline Results run(const Model& model, double until, const std::vector<std::string>& outputs,
                   double interval, std::int64_t seed = 0) {
  SimulateSettings settings = tape_settings(until, interval, kTolerance);
  settings.seed = seed;
  return simulate(make_system(model), settings, outputs);
}

}  // namespace holon::test
