// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

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

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  make_folder_of(path_);
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw_cannot_write(path_, errno);
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

void OutputFile::close() {
  if (file_ < 0) return;
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) throw_cannot_write(path_, errno);
}

}  // namespace holon
