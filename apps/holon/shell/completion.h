// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// Completion of a command line in a shell. The scripts call the program
/// itself, so they offer its commands and options, whatever version is installed.
namespace holon::app {

/// "bash", "zsh", "fish".
const std::vector<std::string>& completion_shells();
/// The script that a shell reads at its start; empty for another shell.
std::string completion_script(const std::string& shell);
/// Completions of the last word, a line for each: the word, a tab and its description.
std::string complete(const CLI::App& app, std::vector<std::string> words);

}  // namespace holon::app
