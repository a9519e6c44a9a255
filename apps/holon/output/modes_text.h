// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/output/json_report.h"
#include "holon/report/modes/modes_report.h"

namespace holon::app {

/// Rows of texts in columns, indented, the first row dim.
std::string write_columns(const std::vector<std::vector<std::string>>& rows);

/// For the terminal.
std::string write_modes_text(const ModesReport& report);
/// As docs/schema/modes.json has it, without the head.
void add_modes_json(const ModesReport& report, Json& json);

}  // namespace holon::app
