// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace holon::app {

/// What --help prints: of the whole, or of one of its commands.
std::string render_help(const CLI::App& app);

}  // namespace holon::app
