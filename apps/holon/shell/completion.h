// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// What a shell proposes when the user asks how a command line goes on. The scripts ask the program
/// itself, so they know its commands and options, whatever version is installed.
namespace holon::app {

/// "bash", "zsh", "fish".
const std::vector<std::string>& completion_shells();
/// The script that a shell reads at its start; empty for another shell.
std::string completion_script(const std::string& shell);
/// How the last of the words can go on, a line for each: the word, a tab and what it is.
std::string complete(const CLI::App& app, std::vector<std::string> words);

}  // namespace holon::app
