// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon {

/// Records that this process has read the file at `path` as an input; `kind`: "a model", "data". A
/// file is identified by its device and inode, hence by every name and through every link.
void note_input_file(const std::string& path, const std::string& kind);

/// The kind as which the file at `path` was read; empty if it was not read or does not exist.
/// Results must not overwrite such a file.
std::string find_input_file(const std::string& path);

}  // namespace holon
