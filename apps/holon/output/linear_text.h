// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/output/json_report.h"
#include "holon/report/linear/linear_report.h"

namespace holon::app {

/// For the terminal.
std::string write_linear_text(const LinearReport& report);
/// As docs/schema/linearize.json has it, without the head.
void add_linear_json(const LinearReport& report, Json& json);

}  // namespace holon::app
