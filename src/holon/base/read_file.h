// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace holon {

/// The permitted kinds of files: a model may name only regular files; the command line may also
/// name a pipe (process substitution, /dev/stdin).
enum class FileSource : std::uint8_t { regular, regular_or_pipe };

/// The largest permitted sizes of files, in bytes.
namespace file_limits {
constexpr std::size_t kModel = std::size_t{16} << 20;
constexpr std::size_t kData = std::size_t{256} << 20;
constexpr std::size_t kMesh = std::size_t{256} << 20;
}  // namespace file_limits

/// The bytes of a file. Nothing if it cannot be read, is not a regular file (see FileSource; so
/// that nothing waits for a pipe or allocates memory for a device) or has more than `limit` bytes;
/// `reason` gives the reason: "it is a folder, not a file". A regular file that is too large is
/// refused by its size, before anything is read.
std::optional<std::string> read_file(const std::string& path, std::size_t limit, FileSource source,
                                     std::string& reason);

/// Why a path does not name a regular file: "it is a pipe, not a file"; empty if it does, or if
/// nothing exists there.
std::string explain_irregular_file(const std::string& path);

}  // namespace holon
