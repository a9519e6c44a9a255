// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/program/code_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <utility>

namespace holon::detail {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrivatePrefix = "holon-making-";
constexpr const char* kOldPrefix = "making-";  // of earlier versions
constexpr const char* kLockEnding = ".lock";

bool is_trusted(const struct stat& info) { return info.st_uid == geteuid() || info.st_uid == 0; }
bool is_writable_by_others(const struct stat& info) {
  return (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

std::string judge(const fs::path& path, const struct stat& info) {
  if (!is_trusted(info)) return "'" + path.string() + "' belongs to another user";
  const bool is_sticky = (info.st_mode & S_ISVTX) != 0;
  if (S_ISDIR(info.st_mode) && is_writable_by_others(info) && !is_sticky)
    return "other users can write in '" + path.string() + "'";
  return {};
}

/// `links`: symbolic links that may still be followed.
std::string find_unsafe(const fs::path& folder, int links) {
  fs::path at = "/";
  for (auto piece = folder.begin(); piece != folder.end(); ++piece) {
    if (*piece == "." || piece->empty()) continue;
    // Links have been resolved, so that this is the parent folder.
    at = *piece == ".." ? at.parent_path() : at / *piece;
    struct stat info {};
    if (lstat(at.c_str(), &info) != 0) return "'" + at.string() + "' cannot be read";
    if (std::string reason = judge(at, info); !reason.empty()) return reason;
    if (!S_ISLNK(info.st_mode)) continue;
    std::error_code error;
    fs::path target = fs::read_symlink(at, error);
    if (error || links == 0) return "'" + at.string() + "' is a link that cannot be resolved";
    if (target.is_relative()) target = at.parent_path() / target;
    for (++piece; piece != folder.end(); ++piece) target /= *piece;
    return find_unsafe(target, links - 1);
  }
  return {};
}

/// Creates a folder accessible only to the user; an existing one is unchanged.
void make_folder(const fs::path& folder) { mkdir(folder.c_str(), S_IRWXU); }

/// The folder of caches, absolute; `reason` if XDG_CACHE_HOME is ignored.
fs::path find_root(std::string& reason) {
  const fs::path requested = environment("XDG_CACHE_HOME"), home = environment("HOME");
  if (requested.is_absolute()) return requested;
  // The XDG Base Directory Specification: relative paths are invalid and to be ignored.
  if (!requested.empty())
    reason = "XDG_CACHE_HOME is ignored, since '" + requested.string() + "' is a relative path";
  return home.is_absolute() ? home / ".cache" : fs::path();
}

bool is_old(const struct stat& info, std::chrono::seconds age) {
  return std::time(nullptr) - info.st_mtime >= age.count();
}

/// Whether it could be locked, that is, no process holds it.
bool try_to_lock(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0; }

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

CodeCache find_code_cache() {
  CodeCache cache;
  const fs::path root = find_root(cache.reason);
  if (root.empty()) {
    if (cache.reason.empty()) cache.reason = "neither XDG_CACHE_HOME nor HOME is set";
    return cache;
  }
  const fs::path folder = root / "holon" / "native";
  std::error_code error;
  if (!fs::exists(root, error)) fs::create_directories(root.parent_path(), error);
  for (const fs::path& each : {root, folder.parent_path(), folder}) make_folder(each);
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0 || access(folder.c_str(), W_OK) != 0) {
    cache.reason = "no cache can be written: '" + folder.string() + "'";
  } else if (std::string reason = find_unsafe_folder(folder); !reason.empty()) {
    cache.reason = std::move(reason);
  } else if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || is_writable_by_others(info)) {
    cache.reason = "'" + folder.string() + "' is not a private folder of the user";
  } else {
    cache.folder = folder;
  }
  return cache;
}

std::string find_unsafe_folder(const fs::path& folder) {
  constexpr int kMostLinks = 40;  // as Linux
  return find_unsafe(folder, kMostLinks);
}

std::string read_own_file(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  std::string bytes;
  struct stat info {};
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
      !is_writable_by_others(info)) {
    bytes.resize(static_cast<std::size_t>(info.st_size));
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count = read(file, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
  }
  close(file);
  return bytes;
}

KeyLock::KeyLock(const fs::path& folder, const std::string& key, const std::stop_token& stop,
                 std::chrono::milliseconds longest)
    : path_(folder / (key + kLockEnding)) {
  std::mutex mutex;
  std::condition_variable_any never;
  auto pause = std::chrono::milliseconds(5);
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!try_once() && !is_hopeless_ && !stop.stop_requested() &&
         std::chrono::steady_clock::now() < end) {
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, pause, [] { return false; });
    pause = std::min(2 * pause, std::chrono::milliseconds(100));
  }
}

// The file is removed with the lock, so a lock may be acquired on a file that is no longer in the
// folder.
bool KeyLock::try_once() {
  const int file =
      open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    is_hopeless_ = true;
    return false;
  }
  if (try_to_lock(file)) {
    struct stat own {
    }, there{};
    if (fstat(file, &own) == 0 && stat(path_.c_str(), &there) == 0 && own.st_ino == there.st_ino &&
        own.st_dev == there.st_dev) {
      file_ = file;
      return true;
    }
  } else {
    is_hopeless_ = errno != EWOULDBLOCK && errno != EINTR;
  }
  close(file);
  return false;
}

KeyLock::~KeyLock() {
  if (file_ < 0) return;
  unlink(path_.c_str());
  close(file_);
}

PrivateFolder::PrivateFolder(const fs::path& parent) {
  std::string pattern = parent.string() + "/" + kPrivatePrefix + "XXXXXX";
  if (!mkdtemp(pattern.data())) return;
  path_ = pattern;
  lock_ = open(pattern.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) try_to_lock(lock_);
}

PrivateFolder::~PrivateFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
  if (lock_ >= 0) close(lock_);
}

void remove_leftovers(const fs::path& parent, std::chrono::seconds age) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    const bool is_lock = name.ends_with(kLockEnding);
    if (!name.starts_with(kPrivatePrefix) && !name.starts_with(kOldPrefix) && !is_lock) continue;
    const int file = open(entry.path().c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct stat info {};
    if (file < 0) continue;
    const bool is_left = fstat(file, &info) == 0 && info.st_uid == geteuid() &&
                         (is_lock ? S_ISREG(info.st_mode) : S_ISDIR(info.st_mode)) &&
                         is_old(info, age) && try_to_lock(file);
    if (is_left && is_lock) unlink(entry.path().c_str());
    if (is_left && !is_lock) fs::remove_all(entry.path(), error);
    close(file);
  }
}

}  // namespace holon::detail
