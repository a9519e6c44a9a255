// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Files of the user beside his models: XDG Base Directory Specification.
namespace holon::serve {

/// $XDG_STATE_HOME/holon, else ~/.local/state/holon; made where it is missing, readable by the user
/// alone. Throws std::runtime_error where it cannot be made.
std::filesystem::path state_folder();
/// $XDG_CACHE_HOME/holon, else ~/.cache/holon; likewise.
std::filesystem::path cache_folder();

/// $XDG_DATA_HOME/holon, else ~/.local/share/holon; likewise.
std::filesystem::path data_folder();

/// By what a file is known to be the one that was read or written last.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::uint64_t size = 0, inode = 0;
  bool operator==(const FileStamp&) const = default;
};
/// Nothing where there is no file.
std::optional<FileStamp> find_stamp(const std::filesystem::path& path);

/// A name for files about something with this identity: 24 hexadecimal digits.
std::string short_digest(std::string_view identity);

/// So many random bytes of the operating system as hexadecimal digits.
std::string random_digits(std::size_t bytes);

/// Whether they are equal, in a time that depends on their lengths alone.
bool is_same_secret(std::string_view a, std::string_view b);

/// Replaces or makes a file: written beside, synchronised with the disk and renamed, so that
/// whoever reads it, or finds it after a crash, has the old file or the new one. `is_private`: for
/// the user alone; else with the mode of the file that it replaces. A symbolic link stays one.
/// Gives what the file that was written is known by. Throws std::runtime_error with the reason (a
/// full disk). Without `waits_for_disk` a machine that stops may lose it, and nobody waits.
FileStamp write_whole_file(const std::filesystem::path& path, std::string_view bytes,
                           bool is_private = false, bool waits_for_disk = true);

/// A file that a request names, relative to a folder. Throws RequestFault (forbidden) for a path
/// that is absolute, contains "..", or leads out of the folder, by symbolic links, too. The file
/// need not exist, its folder must.
std::filesystem::path resolve_within(const std::filesystem::path& folder, const std::string& path);

}  // namespace holon::serve
