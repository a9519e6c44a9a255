// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/analyse/trim/trim.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

/// Which steady states are looked for.
struct TrimRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  /// Parameters and parts' values; or states, then all other states keep their initial values.
  std::vector<std::string> unknowns{};
  std::vector<std::string> givens{};  ///< "body.velocity.x=5 m/s"
  int starts = 0;                     ///< 0: the usual number
  bool turns = false;                 ///< steady turns about the vertical
};

/// A quantity of a steady state, with its values in all solutions.
struct TrimQuantity {
  std::string name, unit;
  std::vector<double> values;
};

struct TrimReport {
  std::string title;
  TrimResult result;
  std::vector<TrimQuantity> unknown, states, given;
  std::vector<std::pair<std::string, double>> conditions;  ///< as given, SI
  std::vector<std::string> added;  ///< unknowns that are added to formulas of the model
  std::vector<std::string> notes;
};

/// "stable", "unstable", "marginally stable".
std::string describe_stability(Stability stability);

/// A model's file on its way to its steady states. Throws RequestError, InputError, ModelError.
class TrimStudy {
 public:
  TrimStudy(const TrimRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}
  /// Nothing where the model cannot be used; the findings say why.
  std::optional<TrimReport> run();
  const LoadedModel& model() const { return *loaded_; }

 private:
  bool load_with_unknowns(TrimProblem& problem);
  void read_givens(TrimProblem& problem, TrimReport& report) const;

  const TrimRequest& request_;
  Findings& findings_;
  std::optional<LoadedModel> loaded_;
};

/// Rows of the solutions: `solution,stability,…` with a column for each unknown, condition and
/// state.
std::string write_trim_table(const TrimReport& report);

/// The steady states as a page for the browser; the animation shows one after the other. Throws
/// std::runtime_error where the program was built without a front end.
std::string write_trim_page(const TrimReport& report, const LoadedModel& loaded,
                            const std::vector<std::pair<std::string, std::string>>& options,
                            const std::vector<std::string>& warnings);

}  // namespace holon
