// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "holon/analyse/check.h"
#include "holon/analyse/function_checks.h"
#include "holon/simulate/simulation.h"

namespace holon {

/// A run to be compared with others: rows of outputs at equal times, states at some of them.
struct RecordedRun {
  Results rows, states;
  /// Energies and prescribed speeds at all steps, both sides of events; empty where nothing is
  /// prescribed.
  Results steps;
  RunSummary summary;
};

/// Runs on the tape, with rows at `kRows` equal distances and states at `kStates`.
class VerifyRuns {
 public:
  static constexpr int kRows = 60, kStates = 12;

  /// The observer, which may be none, and what the settings say must outlive this.
  VerifyRuns(const SimulateSettings& settings, std::vector<std::string> outputs,
             RunObserver* observer);

  /// Runs record these speeds, and energies, at every step (see MachineFacts).
  void set_prescribed_speeds(std::vector<std::string> outputs) {
    prescribed_speeds_ = std::move(outputs);
  }

  const SimulateSettings& settings() const { return settings_; }
  RecordedRun run(const System& system, const SimulateSettings& settings) const;
  /// The settings with a tenth of the tolerance, or half of the step.
  SimulateSettings finer() const;

  /// Two runs of the same: every bit.
  Check check_repeat(const RecordedRun& a, const RecordedRun& b) const;
  /// A run that is interrupted behind its first checkpoint and goes on, against one that is not.
  /// The checkpoint lies in `folder` meanwhile.
  Check check_resume(const System& system, const std::filesystem::path& folder) const;
  /// The settings with ten times the tolerance, or half of the step: what this changes is at least
  /// the error of a run.
  SimulateSettings other_accuracy() const;
  /// Two ways to the same motion, each with a run of another accuracy, which tells by how much they
  /// may differ: `finer_a` of finer(), `other_b` of other_accuracy().
  Check check_trajectories(const std::string& what, const RecordedRun& a,
                           const RecordedRun& finer_a, const RecordedRun& b,
                           const RecordedRun& other_b,
                           const std::vector<std::string>& left_out) const;
  /// The constraints at all rows.
  Check check_drift(const System& system, const RecordedRun& run) const;
  /// Energy, with what is dissipated, from the start to the end.
  Check check_energy(const RecordedRun& run, const RecordedRun& finer,
                     const MachineFacts& facts) const;
  /// The mass in circuits that nothing enters or leaves, at all rows.
  Check check_mass(const RecordedRun& run, const MachineFacts& facts) const;
  /// Momentum and angular momentum of a machine that nothing acts on.
  std::vector<Check> check_momentum(const RecordedRun& run, const MachineFacts& facts) const;

 private:
  /// What `RecordedRun::steps` holds.
  std::vector<std::string> list_jumping(const System& system) const;
  double error_of_steps(const RecordedRun& run) const;

  SimulateSettings settings_;
  std::vector<std::string> outputs_;
  RunObserver* observer_;
  std::vector<std::string> prescribed_speeds_;
};

}  // namespace holon
