// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/record/digest.h"

namespace holon {
namespace {

[[noreturn]] void throw_cannot_write(const std::filesystem::path& path, int error) {
  throw std::runtime_error("cannot write '" + path.string() + "': " + std::strerror(error));
}

}  // namespace

void make_folder_of(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) throw_cannot_write(path, error.value());
}

OutputFile::OutputFile(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
  if (mode == Mode::create) make_folder_of(path_);
  const int flags = mode == Mode::create ? O_CREAT : 0;
  file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file_ < 0) throw_cannot_write(path_, errno);
  try {
    take_alone();
    if (mode == Mode::create && is_regular()) cut(0);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

bool OutputFile::is_regular() const {
  struct stat status {};
  return ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
}

// The lock belongs to this opened file, and goes with it, also where the process is killed. (HDF5
// has locks of another kind, which do not see these.)
void OutputFile::take_alone() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (!is_regular() || ::fcntl(file_, F_OFD_SETLK, &lock) == 0) return;
  if (errno != EAGAIN && errno != EACCES) return;  // a file system without locks
  throw InputError({}, "'" + path_.string() + "' is being written by another run",
                   "let that end, or give this one a file of its own (-o)");
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
}

void OutputFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) throw_cannot_write(path_, errno);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::write_at(std::int64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno != EINTR) throw_cannot_write(path_, errno);
    if (written <= 0) continue;
    offset += written;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::cut(std::int64_t size) {
  if (::ftruncate(file_, size) != 0 || ::lseek(file_, size, SEEK_SET) != size)
    throw_cannot_write(path_, errno);
}

std::int64_t OutputFile::size() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) throw_cannot_write(path_, errno);
  return status.st_size;
}

std::string OutputFile::read_at(std::int64_t offset, std::size_t count) const {
  std::ifstream file(path_, std::ios::binary);
  std::string bytes(count, '\0');
  file.seekg(offset);
  file.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string OutputFile::digest_of_end(std::int64_t from, std::int64_t size) const {
  constexpr std::int64_t kLooked = 4096;
  const std::int64_t count = std::min(size - from, kLooked);
  return sha256(read_at(size - count, static_cast<std::size_t>(count)));
}

void detail::check_rows(const OutputFile& file, std::int64_t from, std::int64_t size,
                        const std::string& digest) {
  const char* advice = "without --resume the run begins again, and gives the same rows";
  const std::int64_t found = file.size();
  if (found < size) {
    throw InputError({},
                     "'" + file.path().string() + "' lacks rows of before the checkpoint: it has " +
                         std::to_string(found) + " bytes of " + std::to_string(size),
                     advice);
  }
  if (file.digest_of_end(from, size) != digest) {
    throw InputError({},
                     "'" + file.path().string() +
                         "' holds other rows than the run of the checkpoint has written",
                     advice);
  }
}

void bring_to_disk(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == ENOENT) return;
  if (file < 0) throw_cannot_write(path, errno);
  const bool is_there = ::fsync(file) == 0 || errno == EINVAL || errno == EROFS;
  const int error = errno;
  ::close(file);
  if (!is_there) throw_cannot_write(path, error);
}

void OutputFile::close() {
  if (file_ < 0) return;
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) throw_cannot_write(path_, errno);
}

}  // namespace holon
