// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace holon {

/// Several runs side by side: variants of a machine, other parameters. A run has the name of its
/// file.
struct RunsTable {
  struct Run {
    std::string name;
    std::filesystem::path path;
    double until = 0;                  ///< [s]
    std::vector<double> final_values;  ///< by `columns`, in SI units; NaN where the run has none
  };
  struct FinalColumn {
    std::string name, unit;
  };
  std::vector<FinalColumn> columns;
  std::vector<Run> runs;
  std::vector<std::string> common;  ///< columns that all runs have, without the time
};

/// The values of the runs' last rows. `finals`: columns by name, or beginnings such as "score.";
/// empty: the first ones that all have. Throws InputError for a file that cannot be read, and for a
/// name that no run has.
RunsTable read_runs(const std::vector<std::filesystem::path>& paths,
                    const std::vector<std::string>& finals);

/// As text for a terminal, a row for each run.
std::string write_runs_text(const RunsTable& table);

/// As a page for the browser: the table, and a plot of each column that all have, with a curve for
/// each run.
std::string write_runs_page(const RunsTable& table);

}  // namespace holon
