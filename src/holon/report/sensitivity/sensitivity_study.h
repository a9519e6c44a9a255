// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/analyse/sensitivity/sensitivity.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

/// Which derivatives of a run are computed.
struct SensitivityRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  std::vector<std::string> of{};  ///< outputs; empty: those of the model
  std::vector<std::string> to{};  ///< parameters, parts' values, start values
  bool check = false;             ///< compares with differences of runs
};

/// A derivative compared with differences of runs.
struct SensitivityCheck {
  std::string of, to;
  double difference = 0;  ///< largest over the compared instants, of the derivative's largest value
  double tolerance = 0;   ///< what the differences themselves are known to
  double at = 0;          ///< [s]
  bool agrees() const { return difference <= tolerance; }
};

struct SensitivityReport {
  struct Quantity {
    std::string name;
    Dimension dimension;
    double value = 0;  ///< of a parameter
    bool is_added = false;
  };
  std::string title, solver;
  double tolerance = 0;
  std::vector<Quantity> outputs, parameters;  ///< outputs by component
  std::vector<double> times;
  std::vector<Eigen::VectorXd> values;  ///< (outputs) of each time
  std::vector<Eigen::MatrixXd> slopes;  ///< (outputs x parameters) of each time
  std::vector<EventSlope> events;
  std::string stopped_by;
  std::vector<SensitivityCheck> checks;
  std::vector<std::string> notes;
};

/// "der(pin.angle, m)": the column of a derivative.
std::string name_of_derivative(const std::string& of, const std::string& to);
/// "rad/kg".
std::string unit_of_derivative(const SensitivityReport::Quantity& of,
                               const SensitivityReport::Quantity& to);

/// A model's file on its way to derivatives. Throws RequestError, InputError, ModelError, RunError.
class SensitivityStudy {
 public:
  SensitivityStudy(const SensitivityRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}
  /// Nothing where the model cannot be used; the findings say why.
  std::optional<SensitivityReport> run();
  const LoadedModel& model() const { return *loaded_; }

 private:
  void check_outputs() const;
  SimulateSettings choose_settings() const;
  void check(SensitivityReport& report, const SimulateSettings& settings,
             const std::vector<double>& values, const std::vector<int>& which,
             const std::vector<std::string>& outputs) const;

  const SensitivityRequest& request_;
  Findings& findings_;
  std::optional<LoadedModel> loaded_;
};

/// The outputs and their derivatives as a table: time, outputs, der(output, parameter).
Results make_sensitivity_table(const SensitivityReport& report);

/// The derivatives over time as an SVG sheet.
std::string draw_sensitivity(const SensitivityReport& report);

/// The same, with tables, as a page for the browser.
std::string write_sensitivity_page(const SensitivityReport& report, const LoadedModel& loaded,
                                   const std::vector<std::pair<std::string, std::string>>& options,
                                   const std::vector<std::string>& warnings);

}  // namespace holon
