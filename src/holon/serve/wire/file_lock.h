// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

namespace holon::serve {

/// Held by one process at a time, until the last copy is gone or the process has ended. Nothing
/// where another process holds it; `holder` is then its number, or 0. Where the file system has no
/// locks, held by all.
std::shared_ptr<void> lock_file(const std::filesystem::path& path, int& holder);

}  // namespace holon::serve
