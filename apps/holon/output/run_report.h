// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/base/profile.h"
#include "holon/model/describe/settings.h"
#include "holon/simulate/run/run_pace.h"
#include "holon/simulate/simulation.h"

namespace holon::app {

/// What came of one model of `holon run`.
struct RunOutcome {
  std::string model;  ///< path
  std::string title;
  std::string error;                        ///< why the run failed; empty where it did not
  std::optional<RunError::Data> failure;    ///< the same in its pieces, of a step that failed
  bool has_run = false;                     ///< false: the model or the command is wrong
  Diagnostics diagnostics;                  ///< reported about the model
  std::string table, plot, report, record;  ///< files; empty where there is none
  std::string checkpoint;                   ///< file of a run that ended early
  std::string resume;                       ///< the command that continues it
  std::vector<std::string> outputs;         ///< columns of the table
  std::vector<std::string> units;           ///< of them
  std::vector<PlotSettings> plots;          ///< of the model, without those that parts add
  std::vector<std::string> conserved;       ///< outputs that the equations keep constant
  RunSummary summary;
  std::optional<Profile> profile;  ///< of the run, where requested
  std::optional<PaceReport> pace;  ///< of a real-time run
};

/// A few lines of text.
std::string describe(const RunOutcome& outcome);
/// "continue from 3 s with: holon run … --resume …", of an outcome with such a command.
std::string describe_resume(const RunOutcome& outcome);

/// One object with the version of its form, provenance and statistics of each run.
std::string write_json(const std::vector<RunOutcome>& outcomes);
/// The same of one run, to lie beside its table: with the model's text and settings.
std::string write_record(const RunOutcome& outcome, const Provenance& provenance);

}  // namespace holon::app
