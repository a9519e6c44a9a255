// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/shell/grammar.h"

namespace holon::app {

/// Checks what the command line gives to a command, finds its models and calls it; the exit
/// status. Throws CommandError.
int call_command(Grammar& grammar, const std::string& command);

/// Throws CommandError; `int` so that callers can return it.
[[noreturn]] int refuse(const std::string& message);
bool contains(const std::vector<std::string>& names, const std::string& name);

inline constexpr const char* kSetUsage =
    "'holon set' needs the file of a model and what is to change: 'holon set pendulum.yaml "
    "m=\"2 kg\"'";

}  // namespace holon::app
