// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon {

/// Remembers that this process has read the file at `path` as an input; `kind`: "a model", "data".
/// A file is known by its device and inode, so by every name and through every link.
void note_input_file(const std::string& path, const std::string& kind);

/// What the file at `path` was read as; empty where it was not, or is not there. What must not be
/// overwritten by results.
std::string find_input_file(const std::string& path);

}  // namespace holon
