// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace holon::app {

/// Whether pictures can be written as PNG: by librsvg's command `rsvg-convert`.
bool can_rasterise();

/// Writes an SVG picture as PNG, twice as large as its pixels say. Throws std::runtime_error.
void write_png(const std::filesystem::path& path, const std::string& svg);

}  // namespace holon::app
