// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/report/modes/modes_report.h"
#include "holon/view/plots/plot.h"

namespace holon {

/// "mode 2: 1.59 Hz", "2 forward: 1.59 Hz".
std::string name_mode(const ModesReport& report, std::size_t mode);
/// "A (speed 0): 1.59 Hz".
std::string name_branch(const ModesReport& report, std::size_t branch);

/// Frequencies over the sweep's parameter, with the parameter's own frequency where it is an
/// angular speed; and the growth of every branch.
struct CampbellPanels {
  Panel frequency, growth;
};
std::optional<CampbellPanels> make_campbell_panels(const ModesReport& report);

/// The eigenvalues at the operating point [1/s].
Panel make_eigenvalue_panel(const ModalModel& modal);

/// All of it as an SVG sheet.
std::string draw_modes(const ModesReport& report);

/// Rows `mode,coordinate,unit,amplitude,phase [deg]` beside the eigenvalue of each mode; of a sweep
/// `branch,<parameter>,…` with eigenvalue, frequencies, damping and whirl.
std::string write_modes_table(const ModesReport& report);

}  // namespace holon
