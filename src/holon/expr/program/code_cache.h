// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

/// The cache of compiled code on disk, shared by processes. Loading a library executes it, so no
/// other user may be able to write the folder and its files.
namespace holon::detail {

/// $XDG_CACHE_HOME/holon/native or ~/.cache/holon/native, created if it is missing.
struct CodeCache {
  std::filesystem::path folder;  ///< empty if there is none
  std::string reason;  ///< the reason if there is none, or if XDG_CACHE_HOME is ignored; may be ""
};
CodeCache find_code_cache();

/// The reason if another user could write files into this folder, or replace it or a folder above
/// it; "" if none can. All folders of the path, also through symbolic links, must belong to the
/// user or to root and be writable by nobody else, except those with the sticky bit.
std::string find_unsafe_folder(const std::filesystem::path& folder);

/// Bytes of a regular file of the user that nobody else can write; empty if it is missing or not
/// such a file. Symbolic links are not followed.
std::string read_own_file(const std::filesystem::path& file);

/// An environment variable of the process; empty if it is not set.
std::string environment(const char* name);

/// A lock held by the one process (or program) that compiles the code of a key. The kernel releases
/// it when the process ends in any way.
class KeyLock {
 public:
  /// Waits until nobody else holds it, at most `longest`. It is not held if the file system does
  /// not support locks, after a timeout, or if a stop was requested.
  KeyLock(const std::filesystem::path& folder, const std::string& key, const std::stop_token& stop,
          std::chrono::milliseconds longest = std::chrono::minutes(2));
  ~KeyLock();
  KeyLock(const KeyLock&) = delete;
  KeyLock& operator=(const KeyLock&) = delete;
  bool is_held() const { return file_ >= 0; }

 private:
  bool try_once();
  std::filesystem::path path_;
  int file_ = -1;
  bool is_hopeless_ = false;
};

/// A folder that nobody else can write; removed with its contents on destruction.
class PrivateFolder {
 public:
  explicit PrivateFolder(const std::filesystem::path& parent);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  ///< empty if it could not be created

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// Removes private folders and locks that processes left in `parent` when they were killed: those
/// of the user's own that no process holds, if they are older than `age`.
void remove_leftovers(const std::filesystem::path& parent,
                      std::chrono::seconds age = std::chrono::minutes(1));

}  // namespace holon::detail
