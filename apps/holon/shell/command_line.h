// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon::app {

/// Parses the command line, runs the command, and returns the exit status.
int run_command_line(int argc, char** argv);

}  // namespace holon::app
