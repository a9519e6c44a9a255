// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "holon/base/interrupt.h"

namespace holon {
namespace {

/// Closes a file descriptor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

std::string name_kind(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder, not a file";
  if (S_ISFIFO(mode)) return "it is a pipe, not a file";
  if (S_ISSOCK(mode)) return "it is a socket, not a file";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "it is a device, not a file";
  return "it is not a regular file";
}

/// A terminal is a device, but a permitted one, for typed input.
bool may_be_read(const struct stat& status, int file, FileSource source) {
  if (S_ISREG(status.st_mode)) return true;
  if (source == FileSource::regular) return false;
  return S_ISFIFO(status.st_mode) || (S_ISCHR(status.st_mode) && isatty(file) == 1);
}

std::string too_large(std::size_t limit) {
  return fmt::format("it has more than {} MB", limit >> 20);
}

/// Opening a pipe waits for its writer: done only where pipes are permitted, and ctrl-C ends it.
int open_file(const std::string& path, FileSource source) {
  const int flags = O_RDONLY | O_CLOEXEC | (source == FileSource::regular ? O_NONBLOCK : 0);
  int file = -1;
  do {
    file = open(path.c_str(), flags);
  } while (file < 0 && errno == EINTR && !interrupted());
  return file;
}

}  // namespace

std::string explain_irregular_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
  return name_kind(status.st_mode);
}

std::optional<std::string> read_file(const std::string& path, std::size_t limit, FileSource source,
                                     std::string& reason) {
  const auto fail = [&](std::string why) -> std::optional<std::string> {
    reason = std::move(why);
    return std::nullopt;
  };
  struct stat status {};
  // Opening a device may have side effects.
  if (stat(path.c_str(), &status) != 0) return fail(std::strerror(errno));
  const bool is_pipe = S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode);
  if (!S_ISREG(status.st_mode) && (source == FileSource::regular || !is_pipe)) {
    return fail(name_kind(status.st_mode));
  }
  const FileDescriptor file(open_file(path, source));
  if (file.get() < 0 || fstat(file.get(), &status) != 0) return fail(std::strerror(errno));
  if (!may_be_read(status, file.get(), source)) return fail(name_kind(status.st_mode));
  const bool is_regular = S_ISREG(status.st_mode);
  const auto size = static_cast<std::size_t>(std::max<off_t>(0, status.st_size));
  if (is_regular && size > limit) return fail(too_large(limit));
  std::string text;
  if (is_regular) text.reserve(size);
  constexpr std::size_t kPiece = 1 << 16;
  for (;;) {
    const std::size_t old = text.size();
    text.resize(old + kPiece);
    const ssize_t count = read(file.get(), text.data() + old, kPiece);
    text.resize(old + static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    if (count < 0 && errno == EINTR && !interrupted()) continue;
    if (count < 0) return fail(std::strerror(errno));
    if (text.size() > limit) return fail(too_large(limit));
    if (count == 0) return text;
  }
}

}  // namespace holon
