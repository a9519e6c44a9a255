// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "holon/base/input_files.h"
#include "holon/base/interrupt.h"
#include "holon/output/status.h"
#include "holon/record/output_file.h"

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

void write_bytes(const fs::path& path, const std::string& bytes) {
  OutputFile file(path);
  file.append(bytes);
  file.close();
}

}  // namespace

bool is_ordinary(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status);
}

// Written beside and renamed, so that whoever looks, or finds it after a crash, has the old file or
// the new one, whole. A pipe or a device cannot be replaced; a file in a folder that takes no new
// ones is written in its place.
void rewrite_file(const fs::path& path, const std::string& bytes) {
  make_folder_of(path);
  std::error_code error;
  struct stat old {};
  const bool is_there = stat(path.c_str(), &old) == 0;
  if (is_there && access(path.c_str(), W_OK) != 0) refuse_to_write(path, last_error());
  const fs::path target = is_there ? fs::canonical(path, error) : path;
  std::optional<SignalPause> pause;  // so that the file beside is not left behind
  std::string beside = target.parent_path() / ("." + target.filename().string() + ".XXXXXX");
  pause.emplace();
  const int file = error || !is_ordinary(path) ? -1 : mkstemp(beside.data());
  if (file < 0) {
    pause.reset();
    return write_bytes(path, bytes);
  }
  std::error_code reason;
  for (std::size_t done = 0; done < bytes.size() && !reason;) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) reason = last_error();
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  mode_t mask = umask(0);
  umask(mask);
  // Of a file that belongs to somebody else, the owner cannot always be kept.
  if (is_there && fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
  const mode_t mode = is_there ? old.st_mode & 07777 : 0666 & ~mask;
  if (!reason && (fchmod(file, mode) != 0 || fsync(file) != 0)) reason = last_error();
  close(file);
  if (!reason) fs::rename(beside, target, reason);
  if (!reason) return;
  unlink(beside.c_str());
  refuse_to_write(path, reason);
}

void write_file(const fs::path& path, const std::string& bytes) {
  check_not_input(path);
  rewrite_file(path, bytes);
}

void check_not_input(const fs::path& path) {
  const std::string kind = find_input_file(path.string());
  if (!kind.empty())
    throw CommandError("'" + path.string() + "' is " + kind +
                       " that this command reads, and is not overwritten");
}

void check_writable(const fs::path& path) {
  make_folder_of(path);
  std::error_code error;
  // A pipe would wait for its reader.
  if (!is_ordinary(path)) {
    if (access(path.c_str(), W_OK) != 0) refuse_to_write(path, last_error());
    return;
  }
  const bool is_new = !fs::exists(path, error);
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) refuse_to_write(path, last_error());
  if (is_new) fs::remove(path, error);
}

}  // namespace holon::app
