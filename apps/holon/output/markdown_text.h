// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon::app {

/// Markdown as text for a terminal of `width` columns: headings and code in bold, links without
/// their addresses, paragraphs and lists wrapped, tables in columns, blocks of code indented. Takes
/// what the pages of docs/ use.
std::string render_markdown(std::string_view page, int width);

}  // namespace holon::app
