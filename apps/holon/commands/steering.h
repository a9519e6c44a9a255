// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/serve/runs/run_controls.h"
#include "holon/study/loading.h"

namespace holon::app {

/// Values that change while a run lasts, as they are recorded in a file: a table with the time
/// first and a column for each value, which holds until the next row; or `run.json` of a run of the
/// desktop, whose settings belong to it.
struct Steering {
  std::string file;
  std::vector<ValueToOpen> values;
  std::vector<Setting> settings;  ///< of the recorded run
  std::vector<serve::LiveChange> changes;
  std::map<std::string, Dimension> dimensions;  ///< of the columns of a table
  std::string digest;  ///< of the recorded run's model and its files; empty: unknown
  double speed = 0;    ///< of the recorded run, simulated seconds per second; 0: not in real time
};

/// Throws InputError, whose place names the option.
Steering read_steering(const std::string& file);

/// Throws InputError where a change names no value of the system that may change, or a column has
/// another dimension.
void check_steering(const Steering& steering, const System& system);

/// Ends the steps where those of the recorded run ended.
void limit_steps(SimulateSettings& settings, const Steering& steering);

}  // namespace holon::app
