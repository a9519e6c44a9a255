// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// Pages for man(1), from what --help and completion read, and the model language's page from the
/// catalogue of parts. Installed by cmake --install.
namespace holon::app {

/// "holon.1", "holon-run.1", …, "holon-model.5".
std::vector<std::string> list_man_pages(const CLI::App& app);
/// The source of one, in the macros man(7); empty where there is no such page.
std::string render_man_page(const CLI::App& app, const std::string& page);

}  // namespace holon::app
