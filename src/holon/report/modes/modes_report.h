// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/analyse/linear/modes.h"
#include "holon/study/findings.h"
#include "holon/study/loading.h"

namespace holon {

/// Which modes are computed.
struct ModesRequest {
  std::string model;  ///< path of its file
  std::vector<Setting> settings{};
  /// Empty or "equilibrium": the equilibrium or steady motion near the start; "start", or a time,
  /// "2 min".
  std::string at{};
  std::string parameter{};  ///< "speed=0:300:31 rad/s"; empty: at one point only
};

/// A parameter's values for a Campbell diagram.
struct ParameterSweep {
  std::string name, unit;      ///< unit as written; empty: none
  std::vector<double> values;  ///< in that unit
  double si_factor = 1;        ///< SI value of one unit
  Dimension dimension;         ///< of the unit
};

/// `text`: "NAME=from:to:n", "NAME=from:to:n UNIT". Throws RequestError.
ParameterSweep read_sweep(const std::string& text);

struct ModesReport {
  std::string title;
  OperatingPoint point;
  ModalModel modal;  ///< at the model's own values, or the last of the sweep
  /// With a sweep: the modes at each value, and what belongs together.
  std::optional<ParameterSweep> sweep;
  std::vector<ModalModel> points;
  std::vector<ModeBranch> branches;
  std::vector<std::string> notes;
};

/// "equilibrium near the start".
std::string describe_modes_point(const ModesReport& report);
/// What the user should know of the point, of what is held, and of the branches.
std::vector<std::string> list_mode_notes(const ModesReport& report);

/// Branches whose eigenvalue is not zero throughout (coordinates on which nothing depends have
/// such ones): those that text and plots show.
std::vector<std::size_t> list_moving_branches(const ModesReport& report);

/// A crossing of a branch, by linear interpolation between two points.
struct BranchCrossing {
  std::size_t branch = 0;
  double value = 0;      ///< of the parameter, in the sweep's unit
  double frequency = 0;  ///< [Hz] there
  bool gets_unstable = false;
};
/// Where the growth of a branch changes its sign.
std::vector<BranchCrossing> find_stability_limits(const ModesReport& report);
/// Where a branch has the frequency of the parameter itself, an angular speed: critical speeds.
/// Empty for other parameters.
std::vector<BranchCrossing> find_critical_speeds(const ModesReport& report);

/// A model's file on its way to its modes. Throws RequestError, InputError, ModelError, RunError.
class ModesStudy {
 public:
  ModesStudy(const ModesRequest& request, Findings& findings)
      : request_(request), findings_(findings) {}
  /// Nothing where the model cannot be used; the findings say why.
  std::optional<ModesReport> run();
  const LoadedModel& model() const { return *loaded_; }

 private:
  OperatingPoint find_point(const LoadedModel& loaded) const;
  std::optional<LoadedModel> load_at(const ParameterSweep& sweep, double value, bool is_first);

  const ModesRequest& request_;
  Findings& findings_;
  std::optional<LoadedModel> loaded_;
};

}  // namespace holon
