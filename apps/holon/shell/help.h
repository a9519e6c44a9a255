// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace holon::app {

/// What --help prints: of the whole, or of one of its commands.
std::string render_help(const CLI::App& app);

/// Calls to begin with, without the program's name, and what they give.
const std::vector<std::pair<std::string, std::string>>& example_calls();
/// The sections of a model, and what they hold.
const std::vector<std::pair<std::string, std::string>>& model_sections();
/// What the program's exit status means.
const std::vector<std::pair<int, std::string>>& exit_statuses();

}  // namespace holon::app
