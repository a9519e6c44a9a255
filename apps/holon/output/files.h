// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace holon::app {

/// Writes a file, and its folder where that is missing. Throws std::runtime_error "cannot write
/// 'x.svg': No space left on device". A file that is there is replaced as a whole, keeps its
/// permissions, and where it is a link, the file that it leads to is meant.
/// CommandError where the file is one that this process has read as an input, by whatever name.
void write_file(const std::filesystem::path& path, const std::string& bytes);
/// The same for a file that is to be changed: an input may be replaced.
void rewrite_file(const std::filesystem::path& path, const std::string& bytes);

/// Throws CommandError where the file is an input, see write_file.
void check_not_input(const std::filesystem::path& path);

/// Whether a file is there that can be replaced by another one, or none.
bool is_ordinary(const std::filesystem::path& path);

/// Throws as write_file would; leaves what is there as it is.
void check_writable(const std::filesystem::path& path);

}  // namespace holon::app
