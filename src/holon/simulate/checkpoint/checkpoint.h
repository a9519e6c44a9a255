// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "holon/base/archive.h"
#include "holon/model/describe/settings.h"
#include "holon/system/system.h"

namespace holon {

/// One fact of what a run is: a run that goes on must have all of them.
struct RunFact {
  std::string name;   ///< "tolerance", "--set m"
  std::string value;  ///< "1e-08", "2 kg"; empty: not given
  /// Says in words what has changed, where names and values would say nothing ("the model's text");
  /// empty: both are shown.
  std::string change{};
};

/// The facts of a run: Holon's version, the model's text, settings, parameters, equations. Not
/// `until`, and nothing that leaves no trace in results (the engine).
std::vector<RunFact> list_facts(const System& system, const SimulateSettings& settings,
                                const std::vector<double>& parameters,
                                const std::string& model_digest);

/// A run at one instant: all that its course from there on depends on, and what it has recorded.
struct Checkpoint {
  double time = 0;  ///< [s] simulated
  std::vector<RunFact> facts;
  std::string state;  ///< bytes of an Archive
  std::string path;   ///< of the file that it was read from
};

/// The name of the fact that says where the run's rows are. It may have gone elsewhere since: who
/// goes on with the run need not have the same one.
inline constexpr const char* kTableFact = "table";

/// The value of a fact by its name; empty where there is none.
std::string find_fact(const Checkpoint& checkpoint, const std::string& name);

/// Throws InputError where the checkpoint is that of another run, with all that differs: "tolerance
/// was 1e-08 and is 1e-06".
void check_same_run(const Checkpoint& checkpoint, const std::vector<RunFact>& facts);

/// Writes the file as a whole: beside, to the disk, and then in the place of the one that was
/// there. Its first line names the form, the size and the SHA-256 of what follows: values with
/// names (see Archive). Throws std::runtime_error "cannot write 'x.checkpoint': …".
void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
/// Throws InputError where the file is missing, none, of another form, cut short or damaged.
Checkpoint read_checkpoint(const std::filesystem::path& path);

}  // namespace holon
