// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/analyse/linear/frequency_response.h"
#include "holon/report/linear/linear_report.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

/// What is linearised, and how.
struct LinearStudyRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  std::string at{};                    ///< empty: the start; "equilibrium", or a time, "2 min"
  std::vector<std::string> inputs{};   ///< empty: the series of the model's `inputs`
  std::vector<std::string> outputs{};  ///< empty: those of the model
  std::string loop{};                  ///< a value at which a loop is opened; empty: none
  std::string frequency{};             ///< "0.01..100 Hz"; empty: by poles and zeros
  bool continuous = false;             ///< sampled parts hold their values
};

/// A model's file on its way to a linear model and its analysis. All methods throw RequestError for
/// what cannot be had of the model, InputError and ModelError.
class LinearStudy {
 public:
  /// Both must outlive it.
  LinearStudy(const LinearStudyRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}

  /// Nothing where the model cannot be used; the findings tell why.
  std::optional<LinearReport> run();
  /// The model, after a run that had a result.
  const LoadedModel& model() const { return *loaded_; }

  /// Adds the matrices as formulas. `format`: "text", "latex", "mathml" or "matlab".
  void write_formulas(LinearReport& report, const std::string& format) const;

 private:
  void limit_range(FrequencyRange& range, RootPlane plane) const;
  OperatingPoint find_point() const;
  std::optional<LoadedModel> load_opened(Findings& findings) const;
  std::vector<std::string> list_requested() const;
  void check_outputs() const;
  LoadedModel load_named() const;
  static void add_unreduced(LinearReport& report, const LinearFormulas& both, std::size_t inputs,
                            const std::vector<std::string>& stored);
  std::optional<UnreducedModel> find_unreduced(const LinearReport& report) const;
  bool open_loop(OperatingPoint& point);
  LinearRequest make_request() const;
  std::ptrdiff_t place_of(const std::string& name) const;

  const LinearStudyRequest& request_;
  Findings& findings_;
  std::vector<ValueToOpen> opened_;
  std::optional<LoadedModel> loaded_;
};

}  // namespace holon
