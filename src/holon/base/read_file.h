// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace holon {

/// What may be read: what a model names is a regular file; what a user names on the command line
/// may be a pipe as well (process substitution, /dev/stdin).
enum class FileSource : std::uint8_t { regular, regular_or_pipe };

/// The most that is read of one file, in bytes.
namespace file_limits {
constexpr std::size_t kModel = std::size_t{16} << 20;
constexpr std::size_t kData = std::size_t{256} << 20;
constexpr std::size_t kMesh = std::size_t{256} << 20;
}  // namespace file_limits

/// The bytes of a file. Nothing where it cannot be read, is no regular file (see FileSource; so
/// that nothing waits for a pipe or takes memory for a device) or has more than `limit` bytes;
/// `reason` says why: "it is a folder, not a file". A regular file that is too large is refused by
/// its size, before anything is read.
std::optional<std::string> read_file(const std::string& path, std::size_t limit, FileSource source,
                                     std::string& reason);

/// Why a path leads to no regular file: "it is a pipe, not a file"; empty where it does, or where
/// nothing is there.
std::string explain_irregular_file(const std::string& path);

}  // namespace holon
