// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon::app {

/// The text of a page of docs/ (in Markdown), by its path there: "models.md", "how-to/gears.md".
/// The build takes them in as they are; empty for other names.
std::string_view page_of_docs(std::string_view path);

}  // namespace holon::app
