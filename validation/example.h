// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"
#include "reference.h"

/// Examples in tests: runs, and their columns against what is expected.
namespace holon::test {

/// What a run at tolerance 1e-10 must keep, relative to the range of the signal.
inline constexpr double kSignal = 1e-8;
/// Energy drift without damping, relative to the largest kinetic energy.
inline constexpr double kDrift = 1e-9;

/// One of examples/, run as it stands.
class Example {
 public:
  /// `also`: outputs besides the model's own; `change` may change the settings.
  explicit Example(const std::string& name, const std::vector<std::string>& also = {},
                   const std::function<void(SimulateSettings&)>& change = {}) {
    Diagnostics diagnostics;
    Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/" + name + ".yaml",
                             builtin_catalogue(), {}, diagnostics);
    diagnostics.throw_if_errors();
    EXPECT_TRUE(diagnostics.empty()) << diagnostics.to_string();
    EXPECT_EQ(model.simulate.tolerance.value_or(1.0), 1e-10);
    SimulateSettings settings = model.simulate;
    settings.engine = EngineChoice::tape;  // native code has the same bits
    if (change) change(settings);
    model.simulate = settings;  // the formulation is the system's affair
    const System system = make_system(model);
    std::vector<std::string> outputs = model.outputs;
    outputs.insert(outputs.end(), also.begin(), also.end());
    results_ = simulate(system, settings, outputs);
  }

  const std::vector<double>& operator[](const std::string& column) const {
    return results_.values(column);
  }
  const std::vector<double>& times() const { return results_.values("time"); }
  std::size_t size() const { return results_.row_count(); }

  /// Every row of a column against `expected(row)`, within `tolerance` of its range.
  template <class Expected>
  void expect_near(const std::string& column, const Expected& expected,
                   double tolerance = kSignal) const {
    std::vector<double> reference;
    for (std::size_t k = 0; k < size(); ++k) reference.push_back(static_cast<double>(expected(k)));
    const auto [low, high] = std::minmax_element(reference.begin(), reference.end());
    double worst = 0.0;
    std::size_t where = 0;
    for (std::size_t k = 0; k < size(); ++k) {
      const double error = std::abs((*this)[column][k] - reference[k]);
      if (!(error <= worst)) {
        worst = error;
        where = k;
      }
    }
    EXPECT_LE(worst, tolerance * (*high - *low))
        << column << " at " << times()[where] << " s, range " << *high - *low;
    record(column, worst / (*high - *low));
  }

  void expect_energy_kept(const std::string& also = {}) const {
    double largest = 0.0, drift = 0.0;
    for (std::size_t k = 0; k < size(); ++k) {
      const double dissipated = also.empty() ? 0.0 : (*this)[also][k];
      largest = std::max(largest, (*this)["system.energy.kinetic"][k]);
      drift = std::max(drift, std::abs((*this)["system.energy.total"][k] + dissipated -
                                       (*this)["system.energy.total"][0]));
    }
    EXPECT_LE(drift, kDrift * largest);
    record("energy", drift / largest);
  }

 private:
  /// Measured errors go into the test's report.
  static void record(std::string column, double error) {
    std::replace(column.begin(), column.end(), '.', '_');
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", error);
    ::testing::Test::RecordProperty(column, text);
  }

  Results results_;
};

}  // namespace holon::test
