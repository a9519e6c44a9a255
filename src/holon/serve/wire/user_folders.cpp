// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/wire/user_folders.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "holon/base/characters.h"
#include "holon/record/digest.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {
namespace {

namespace fs = std::filesystem;

/// Below /tmp, where everybody may make folders: one of another user, or a link to one, is refused.
fs::path make_own_folder(const fs::path& path) {
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    throw std::runtime_error("cannot make the folder '" + path.string() +
                             "': " + std::generic_category().message(errno));
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) || found.st_uid != geteuid() ||
      (found.st_mode & 077) != 0)
    throw std::runtime_error("the folder '" + path.string() +
                             "' is not this user's alone; set HOME or XDG_STATE_HOME and "
                             "XDG_CACHE_HOME to folders of your own");
  return path;
}

fs::path user_folder(const char* variable, const char* below_home) {
  const char* named = std::getenv(variable);
  const char* home = std::getenv("HOME");
  fs::path base;
  if (named && *named == '/')
    base = named;
  else if (home && *home == '/')
    base = fs::path(home) / below_home;
  else
    base = make_own_folder(fs::temp_directory_path() / ("holon-" + std::to_string(geteuid())));
  const fs::path folder = base / "holon";
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (error)
    throw std::runtime_error("cannot use the folder '" + folder.string() + "': " + error.message());
  return folder;
}

FileStamp stamp_from(const struct stat& found) {
  return {found.st_mtim.tv_sec, found.st_mtim.tv_nsec, static_cast<std::uint64_t>(found.st_size),
          found.st_ino};
}

[[noreturn]] void refuse_file(const fs::path& path, int reason) {
  throw std::runtime_error("cannot write '" + path.string() +
                           "': " + std::generic_category().message(reason));
}

/// 0, or the reason.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

[[noreturn]] void forbid(const std::string& path, const char* why) {
  throw RequestFault("forbidden", "'" + plain_text(path) + "' " + why,
                     "name a file of the folder that is served");
}

}  // namespace

fs::path state_folder() { return user_folder("XDG_STATE_HOME", ".local/state"); }
fs::path cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }
fs::path data_folder() { return user_folder("XDG_DATA_HOME", ".local/share"); }

std::string short_digest(std::string_view identity) {
  constexpr std::size_t kDigits = 24;
  return sha256(identity).substr(0, kDigits);
}

std::string random_digits(std::size_t bytes) {
  std::string raw(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count = getrandom(raw.data() + done, bytes - done, 0);
    if (count < 0 && errno != EINTR)
      throw std::runtime_error("the system provides no random bytes");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  std::string digits;
  for (const char c : raw)
    for (const int shift : {4, 0})
      digits += "0123456789abcdef"[(static_cast<unsigned char>(c) >> shift) & 15];
  return digits;
}

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    difference |= static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k]);
  return difference == 0;
}

std::optional<FileStamp> find_stamp(const fs::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return {};
  return stamp_from(found);
}

FileStamp write_whole_file(const fs::path& path, std::string_view bytes, bool is_private,
                           bool waits_for_disk) {
  struct stat old {};
  const bool is_there = stat(path.c_str(), &old) == 0;
  if (is_there && access(path.c_str(), W_OK) != 0) refuse_file(path, errno);
  std::error_code error;
  const fs::path target = is_there ? fs::canonical(path, error) : path;
  if (error) refuse_file(path, error.value());
  std::string beside = target.parent_path() / ("." + target.filename().string() + ".XXXXXX");
  const int file = mkstemp(beside.data());
  if (file < 0) refuse_file(path, errno);
  const mode_t mask = umask(0);
  umask(mask);
  const mode_t mode = is_private ? 0600 : is_there ? old.st_mode & 07777 : 0666 & ~mask;
  int reason = write_all(file, bytes);
  if (reason == 0 && fchmod(file, mode) != 0) reason = errno;
  if (reason == 0 && waits_for_disk && fsync(file) != 0) reason = errno;
  // Before it has its name: what somebody writes right afterwards has another stamp.
  struct stat written {};
  if (reason == 0 && fstat(file, &written) != 0) reason = errno;
  close(file);
  if (reason == 0 && rename(beside.c_str(), target.c_str()) != 0) reason = errno;
  if (reason == 0) return stamp_from(written);
  unlink(beside.c_str());
  refuse_file(path, reason);
}

fs::path resolve_within(const fs::path& folder, const std::string& path) {
  const fs::path relative(path);
  if (path.empty() || path.find('\0') != std::string::npos) forbid(path, "is not a file name");
  if (relative.is_absolute()) forbid(path, "is an absolute path");
  for (const fs::path& step : relative)
    if (step == "..") forbid(path, "is outside its folder");
  std::error_code error;
  const fs::path base = fs::canonical(folder, error);
  if (error) forbid(path, "is in a folder that does not exist any more");
  const fs::path full = fs::weakly_canonical(base / relative, error);
  if (error) forbid(path, "cannot be resolved");
  const fs::path within = full.lexically_relative(base);
  if (within.empty() || *within.begin() == ".." || within == ".")
    forbid(path, "is outside the folder that is served");
  // A link without a target would be followed by whoever writes there.
  if (fs::is_symlink(fs::symlink_status(full, error))) forbid(path, "is a link without a target");
  return full;
}

}  // namespace holon::serve
