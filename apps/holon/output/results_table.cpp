// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/results_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/output/terminal.h"
#include "holon/record/open_results.h"

namespace holon::app {
namespace fs = std::filesystem;
namespace {

bool is_results(const fs::path& path) { return find_ending_fault(path).empty(); }

// What could have been meant by a file that is not there: one of its folder or of results/.
std::string suggest_results(const fs::path& path) {
  std::vector<std::string> stems, paths;
  std::error_code error;
  const auto add = [&](const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (!is_results(entry.path())) continue;
      paths.push_back(entry.path().lexically_normal().string());
      stems.push_back(entry.path().filename().string());
    }
  };
  add(path.has_parent_path() ? path.parent_path() : fs::path("."));
  for (const fs::directory_entry& entry : fs::directory_iterator("results", error))
    add(entry.path());
  const std::string nearest = find_nearest(path.filename().string(), stems);
  if (nearest.empty())
    return "'holon run MODEL -o " + shell_path(path.filename().string()) + "' writes one";
  const auto index = std::find(stems.begin(), stems.end(), nearest) - stems.begin();
  return "did you mean '" + paths[static_cast<std::size_t>(index)] + "'?";
}

}  // namespace

fs::path find_table(const std::string& name, std::vector<std::string>& faults) {
  const fs::path path(name);
  std::error_code error;
  if (fs::is_directory(path, error)) {
    const fs::path stem = (path / "").parent_path().filename();
    for (const char* ending : {".h5", ".hdf5", ".mat", ".csv"})
      if (fs::path table = path / (stem.string() + ending); fs::exists(table, error)) return table;
    faults.push_back("'" + name + "' is a folder without a table '" + stem.string() +
                     ".csv' or .h5");
    return {};
  }
  if (path.extension() == ".yaml" || path.extension() == ".yml") {
    faults.push_back("'" + name + "' is a model; 'holon run " + shell_path(name) +
                     "' makes its results");
    return {};
  }
  if (!fs::exists(path, error)) {
    const std::string fault = "there is no file '" + name + "'; " + suggest_results(path);
    if (std::find(faults.begin(), faults.end(), fault) == faults.end()) faults.push_back(fault);
    return {};
  }
  if (const std::string fault = find_ending_fault(path); !fault.empty()) {
    faults.push_back("'" + name + "': " + fault);
    return {};
  }
  return path;
}

void note_status(const char* which, const std::string& name, const ResultsReader& reader) {
  const auto found = reader.provenance().find("status");
  if (found == reader.provenance().end()) return;
  if (found->second == "running")
    print_note(
        fmt::format("{} ('{}') is of a run that is still running or was killed", which, name));
  if (found->second == "interrupted" || found->second == "failed")
    print_note(fmt::format("{} ('{}') is of a run that {}", which, name,
                           found->second == "failed" ? "failed" : "was interrupted"));
}

}  // namespace holon::app
