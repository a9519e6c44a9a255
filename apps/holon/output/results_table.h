// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "holon/record/results_reader.h"

namespace holon::app {

/// The table in results/<model>/, or the file itself; empty, and a fault, where there is none.
std::filesystem::path find_table(const std::string& name, std::vector<std::string>& faults);

/// A note if the table, "A" or "it" in the text, is of a run that has not come to its end.
void note_status(const char* which, const std::string& name, const ResultsReader& reader);

}  // namespace holon::app
