// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "holon/report/modes/modes_report.h"

namespace holon {

/// The modes as a page for the browser: eigenvalues, shapes, the Campbell diagram, and the machine
/// that moves in one mode after the other. Throws std::runtime_error where the program was built
/// without a front end.
std::string write_modes_page(const ModesReport& report, const LoadedModel& loaded,
                             const std::vector<std::pair<std::string, std::string>>& options,
                             const std::vector<std::string>& warnings);

}  // namespace holon
