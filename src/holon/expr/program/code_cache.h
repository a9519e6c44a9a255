// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

/// Where compiled code is kept on disk, and how processes share it. Loading a library runs it, so
/// the folder and its files must be such that no other user can have written them.
namespace holon::detail {

/// $XDG_CACHE_HOME/holon/native or ~/.cache/holon/native, made where it is missing.
struct CodeCache {
  std::filesystem::path folder;  ///< empty where there is none
  std::string reason;            ///< why there is none, or why XDG_CACHE_HOME is ignored; may be ""
};
CodeCache find_code_cache();

/// Why another user could put files into this folder, or exchange it, or the first folder above it
/// for which that holds; "" where none can. All folders on the way, through symbolic links too,
/// must belong to the user or to root and be writable by nobody else, but for those with the sticky
/// bit.
std::string find_unsafe_folder(const std::filesystem::path& folder);

/// Bytes of a regular file of the user's own that nobody else can write; empty where it is missing
/// or not such a file. Symbolic links are not followed.
std::string read_own_file(const std::filesystem::path& file);

/// Of the process; empty where it is not set.
std::string environment(const char* name);

/// Held by the one process (or program) that compiles the code of a key. The kernel releases it
/// with the process, however that ends.
class KeyLock {
 public:
  /// Waits until nobody else holds it, at most `longest`. Is not held where the folder's file
  /// system knows no locks, where it took too long, or where a stop was requested.
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

/// A folder that nobody else can write; it goes with everything in it when this does.
class PrivateFolder {
 public:
  explicit PrivateFolder(const std::filesystem::path& parent);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  ///< empty where it cannot be made

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// Removes private folders and locks that processes left in `parent` when they were killed: those
/// of the user's own that no process holds, if they are older than `age`.
void remove_leftovers(const std::filesystem::path& parent,
                      std::chrono::seconds age = std::chrono::minutes(1));

}  // namespace holon::detail
