// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace holon::app {

/// Writes a file, and its folder where that is missing. Throws std::runtime_error "cannot write
/// 'x.svg': No space left on device".
void write_file(const std::filesystem::path& path, const std::string& bytes);

/// Puts other bytes into a file that is there: whoever reads it meanwhile, or after a crash, finds
/// the old ones or the new ones, whole. Keeps its permissions; of a link, the file it leads to is
/// meant. Throws as write_file would.
void replace_file(const std::filesystem::path& path, const std::string& bytes);

/// Throws as write_file would; leaves what is there as it is.
void check_writable(const std::filesystem::path& path);

}  // namespace holon::app
