// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/study/findings.h"
#include "holon/study/setting.h"

namespace holon {

/// A model that holds nothing but the filters of another one, which read a log in place of its
/// sensors.
struct LogModel {
  std::string path;  ///< "examples/pendulum_observer_estimate.yaml", where the text is to stand
  std::string text;
};

/// Of the model in a file, and the log: CSV, HDF5 or MAT, the time first. The run lasts as long as
/// the log; its time counts from the log's first. Empty where an error was reported: the model has
/// no filter, or the log cannot be read. `settings`, which the model has been loaded with before,
/// change the filters themselves, and what they take for the machine by their `replace`.
std::optional<LogModel> make_log_model(const std::string& model, const std::string& log,
                                       const std::vector<Setting>& settings, Findings& findings);

}  // namespace holon
