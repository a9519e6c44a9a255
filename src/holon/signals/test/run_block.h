// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"
#include "holon/simulate/simulation.h"

/// Blocks in tests: runs, errors.
namespace holon::test {

/// Tolerance of runs whose results are compared with exact solutions, and the global error that
/// dopri5 keeps at it over a few seconds.
constexpr double kTolerance = 1e-11;
constexpr double kGlobal = 1e-9;
/// Of some thousand operations.
constexpr double kRounding = 1e-12;

inline Results run(const Model& model, double until, const std::vector<std::string>& outputs,
                   double interval, std::int64_t seed = 0) {
  SimulateSettings settings;
  settings.until = until;
  settings.interval = interval;
  settings.tolerance = kTolerance;
  settings.engine = EngineChoice::tape;
  settings.seed = seed;
  return simulate(make_system(model), settings, outputs);
}

/// All that is wrong with a model, one line each.
inline std::string errors_of(const Model& model) {
  try {
    make_system(model);
  } catch (const InputError& error) {
    std::string text;
    for (const Diagnostic& d : error.diagnostics().all()) {
      text += d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
    }
    return text;
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

}  // namespace holon::test
