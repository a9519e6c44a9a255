// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/record/digest.h"

namespace holon {
namespace {

constexpr int kBetweenChecks =
    20;  // [ms] between checks for an interrupt, while waiting for a pipe

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
  const int flags = O_WRONLY | O_CLOEXEC | (mode == Mode::create ? O_CREAT : 0);
  // An interrupt would not end a blocking call.
  while ((file_ = ::open(path_.c_str(), flags | O_NONBLOCK, 0666)) < 0) {
    if (errno != ENXIO && errno != EINTR) throw_cannot_write(path_, errno);
    if (errno == ENXIO && !std::filesystem::is_fifo(path_)) throw_cannot_write(path_, errno);
    throw_if_interrupted();
    ::poll(nullptr, 0, kBetweenChecks);
  }
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

// The lock belongs to this file descriptor, and is released with it, also if the process is killed.
// (HDF5 has locks of another kind, which are independent.)
void OutputFile::take_alone() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (!is_regular() || ::fcntl(file_, F_OFD_SETLK, &lock) == 0) return;
  if (errno != EAGAIN && errno != EACCES) return;  // a file system without locks
  throw InputError({}, "'" + path_.string() + "' is being written by another run",
                   "wait until it ends, or give this run another file (-o)");
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
}

void OutputFile::append(std::string_view bytes) {
  while (!bytes.empty()) bytes.remove_prefix(write_some(bytes));
}

// Waits if a pipe is full.
std::size_t OutputFile::write_some(std::string_view bytes) {
  const ssize_t written = ::write(file_, bytes.data(), bytes.size());
  if (written >= 0) return static_cast<std::size_t>(written);
  if (errno == EINTR) return 0;
  if (errno != EAGAIN) throw_cannot_write(path_, errno);
  throw_if_interrupted();
  pollfd ready{file_, POLLOUT, 0};
  ::poll(&ready, 1, kBetweenChecks);
  return 0;
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

namespace {

/// Mapped bytes of a file, already paged in so that a store does not wait.
class MappedBytes {
 public:
  MappedBytes(int file, std::int64_t at, std::size_t size) {
    const std::int64_t page = ::sysconf(_SC_PAGESIZE);
    const std::int64_t from = at / page * page;
    length_ = size + static_cast<std::size_t>(at - from);
    void* const map = ::mmap(nullptr, length_, PROT_READ | PROT_WRITE, MAP_SHARED, file, from);
    if (map == MAP_FAILED) return;
    map_ = static_cast<char*>(map);
    bytes_ = map_ + (at - from);
    for (volatile char* byte : {bytes_, bytes_ + size - 1}) *byte = *byte;
  }
  ~MappedBytes() {
    if (map_ != nullptr) ::munmap(map_, length_);
  }
  MappedBytes(const MappedBytes&) = delete;
  MappedBytes& operator=(const MappedBytes&) = delete;
  char* bytes() const { return bytes_; }  ///< nullptr where they could not be mapped

 private:
  char* map_ = nullptr;
  char* bytes_ = nullptr;
  std::size_t length_ = 0;
};

}  // namespace

void OutputFile::write_both(std::int64_t first_at, std::string_view first, std::int64_t second_at,
                            std::string_view second) {
  const int file = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
  struct stat own {
  }, opened{};
  const bool is_same = file >= 0 && ::fstat(file, &opened) == 0 && ::fstat(file_, &own) == 0 &&
                       own.st_ino == opened.st_ino && own.st_dev == opened.st_dev &&
                       first_at + static_cast<std::int64_t>(first.size()) <= own.st_size &&
                       second_at + static_cast<std::int64_t>(second.size()) <= own.st_size;
  bool is_written = false;
  if (is_same) {
    const MappedBytes one(file, first_at, first.size()), two(file, second_at, second.size());
    if (one.bytes() != nullptr && two.bytes() != nullptr) {
      std::memcpy(one.bytes(), first.data(), first.size());
      std::memcpy(two.bytes(), second.data(), second.size());
      is_written = true;
    }
  }
  if (file >= 0) ::close(file);
  if (is_written) return;
  write_at(first_at, first);
  write_at(second_at, second);
}

void OutputFile::cut(std::int64_t size) {
  if (::ftruncate(file_, size) != 0 || ::lseek(file_, size, SEEK_SET) != size)
    throw_cannot_write(path_, errno);
}

void OutputFile::cut_back(std::int64_t size) noexcept {
  struct stat status {};
  if (::fstat(file_, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > size &&
      ::ftruncate(file_, size) == 0)
    ::lseek(file_, size, SEEK_SET);
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
  const char* advice = "without --resume the run starts again, and gives the same rows";
  const std::int64_t found = file.size();
  if (found < size) {
    throw InputError({},
                     "'" + file.path().string() +
                         "' lacks rows from before the checkpoint: it has " +
                         std::to_string(found) + " bytes of " + std::to_string(size),
                     advice);
  }
  if (file.digest_of_end(from, size) != digest) {
    throw InputError(
        {},
        "'" + file.path().string() + "' holds rows that the run of the checkpoint has not written",
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

std::int64_t find_file_size_limit() {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNone;
  return static_cast<std::int64_t>(limit.rlim_cur);
}

void ReservedSpace::reserve(const std::filesystem::path& path, std::int64_t size) {
  if (size <= size_) return;
  release();
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  file_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file_ < 0) {
    std::string name = (folder / ".holon-XXXXXX").string();
    file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file_ < 0) return;
    ::unlink(name.c_str());
  }
  // A quarter more, so that a growing history does not require a new reservation for every
  // checkpoint. Exceeding the process's limit would cause a signal.
  const std::int64_t wanted = size + size / 4;
  const bool is_allowed = wanted <= find_file_size_limit();
  size_ = wanted;
  if (!is_allowed || ::fallocate(file_, 0, 0, wanted) != 0) {
    ::close(file_);
    file_ = -1;
  }
}

void ReservedSpace::release() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  size_ = 0;
}

void OutputFile::close() {
  if (file_ < 0) return;
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) throw_cannot_write(path_, errno);
}

}  // namespace holon
