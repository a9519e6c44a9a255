// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "holon/analyse/checks/check.h"
#include "holon/analyse/checks/function_checks.h"
#include "holon/simulate/simulation.h"

namespace holon {

/// A run to be compared with others: rows of outputs at equal times, states at some of them.
struct RecordedRun {
  Results rows, states;
  /// Energies and prescribed speeds at all steps, both sides of events; empty if nothing is
  /// prescribed.
  Results steps;
  RunSummary summary;
};

/// What check_conserved needs to know of a conserved output, itself included.
std::vector<std::string> outputs_of_conserved(const std::string& name);

/// Runs on the tape, with rows at `kRows` equal distances and states at `kStates`.
class VerifyRuns {
 public:
  static constexpr int kRows = 60, kStates = 12;

  /// The observer, which may be null, and the settings must outlive this.
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

  /// Two runs of the same model: every bit.
  Check check_repeat(const RecordedRun& a, const RecordedRun& b) const;
  /// A run that is interrupted after its first checkpoint and resumed, against an uninterrupted
  /// one. The checkpoint is stored in `folder`.
  Check check_resume(const System& system, const std::filesystem::path& folder) const;
  /// The settings with ten times the tolerance, or half of the step: the change estimates the error
  /// of a run from above.
  SimulateSettings other_accuracy() const;
  /// Two computations of the same motion, each with a run of another accuracy, which gives the
  /// permitted difference: `finer_a` of finer(), `other_b` of other_accuracy().
  Check check_trajectories(const std::string& what, const RecordedRun& a,
                           const RecordedRun& finer_a, const RecordedRun& b,
                           const RecordedRun& other_b,
                           const std::vector<std::string>& left_out) const;
  /// The constraints of machines at all rows, and those of all parts at the samples of the run.
  Check check_drift(const System& system, const RecordedRun& run,
                    const std::vector<Sample>& samples) const;
  /// Energy, with dissipation, from the start to the end.
  Check check_energy(const RecordedRun& run, const RecordedRun& finer,
                     const MachineFacts& facts) const;
  /// The mass in closed circuits, at all rows.
  Check check_mass(const RecordedRun& run, const MachineFacts& facts) const;
  /// The quantities that the equations keep constant (MachineFacts::conserved), at all rows.
  std::vector<Check> check_conserved(const RecordedRun& run, const MachineFacts& facts) const;
  /// Momentum and angular momentum of a machine without external forces.
  std::vector<Check> check_momentum(const RecordedRun& run, const MachineFacts& facts) const;

 private:
  /// The contents of `RecordedRun::steps`.
  std::vector<std::string> list_jumping(const System& system) const;
  double error_of_steps(const RecordedRun& run) const;

  SimulateSettings settings_;
  std::vector<std::string> outputs_;
  RunObserver* observer_;
  std::vector<std::string> prescribed_speeds_;
};

}  // namespace holon
