// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace holon::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const fs::path& path, const std::error_code& reason) {
  throw std::runtime_error("cannot write '" + path.string() + "': " + reason.message());
}

void make_folder_of(const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) refuse_to_write(path, error);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

void write_file(const fs::path& path, const std::string& bytes) {
  make_folder_of(path);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  if (!file) refuse_to_write(path, last_error());
}

void replace_file(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) refuse_to_write(path, error);
  struct stat old {};
  if (access(target.c_str(), W_OK) != 0 || stat(target.c_str(), &old) != 0) {
    refuse_to_write(path, last_error());
  }
  // Beside it, so that the last step is a change of name within one file system.
  std::string beside = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX"));
  const int file = mkstemp(beside.data());
  if (file < 0) refuse_to_write(path, last_error());
  const auto fail = [&] {
    const std::error_code reason = last_error();
    close(file);
    unlink(beside.c_str());
    refuse_to_write(path, reason);
  };
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) fail();
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  // Of a file that belongs to somebody else, the owner cannot always be kept.
  if (fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
  if (fchmod(file, old.st_mode & 07777) != 0 || fsync(file) != 0) fail();
  close(file);
  fs::rename(beside, target, error);
  if (error) {
    unlink(beside.c_str());
    refuse_to_write(path, error);
  }
}

void check_writable(const fs::path& path) {
  make_folder_of(path);
  std::error_code error;
  const bool is_new = !fs::exists(path, error);
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) refuse_to_write(path, last_error());
  if (is_new) fs::remove(path, error);
}

}  // namespace holon::app
