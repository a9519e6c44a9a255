// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/model/report_model.h"

#include <filesystem>

#include "holon/report/model/power_drawings.h"
#include "holon/view/diagram/diagram.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// The name of a model's file as seen from the folder of its first one.
std::string name_beside(const std::string& path, const std::string& first) {
  const fs::path full = path, folder = fs::path(first).parent_path();
  const fs::path beside = full.lexically_relative(folder.empty() ? "." : folder);
  return beside.empty() ? full.filename().string() : beside.generic_string();
}

}  // namespace

void add_model(Report& report, const LoadedModel& loaded) {
  Diagram diagram = make_diagram(loaded.model, *loaded.assembly);
  diagram.title = loaded.system.title;
  add_power_lines(diagram, loaded);
  report.diagram = draw_diagram(diagram);
  if (const std::optional<BondDrawing> bonds = make_bond_drawing(loaded)) {
    report.diagram += draw_bonds(*bonds);
  }
  add_files(report, loaded);
}

void add_files(Report& report, const LoadedModel& loaded) {
  for (const SourceFile& file : loaded.files)
    report.files.push_back({name_beside(file.name, loaded.path), file.text});
}

}  // namespace holon
