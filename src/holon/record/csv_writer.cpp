// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "holon/record/csv.h"

namespace holon {
namespace {

constexpr std::size_t kBufferSize = 1 << 16;
constexpr std::chrono::milliseconds kFlushInterval{500};

[[noreturn]] void throw_cannot_write(const std::filesystem::path& path, int error) {
  throw std::runtime_error("cannot write '" + path.string() + "': " + std::strerror(error));
}

void append_field(std::string& line, const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    line += text;
    return;
  }
  line += '"';
  for (char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace

void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "nan";  // whatever its sign
    return;
  }
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

CsvWriter::CsvWriter(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), error);
  if (error) throw_cannot_write(path_, error.value());
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) throw_cannot_write(path_, errno);
}

CsvWriter::~CsvWriter() {
  if (file_ < 0) return;
  try {
    flush();
  } catch (const std::exception&) {
    // A destructor has nobody to tell; end() does tell.
  }
  if (file_ >= 0) ::close(file_);
}

void CsvWriter::begin(const std::vector<Column>& columns) {
  columns_ = columns.size();
  for (const Column& column : columns) {
    append_field(buffer_, column.name);
    buffer_ += ',';
  }
  if (!buffer_.empty()) buffer_.back() = '\n';
  flush();
}

void CsvWriter::row(const double* values) {
  for (std::size_t i = 0; i < columns_; ++i) {
    append_number(buffer_, values[i]);
    buffer_ += i + 1 < columns_ ? ',' : '\n';
  }
  if (buffer_.size() >= kBufferSize || std::chrono::steady_clock::now() - flushed_ > kFlushInterval)
    flush();
}

void CsvWriter::flush() {
  const char* from = buffer_.data();
  for (std::size_t left = buffer_.size(); left > 0;) {
    const ssize_t written = ::write(file_, from, left);
    if (written < 0) {
      if (errno == EINTR) continue;
      const int error = errno;
      buffer_.clear();
      throw_cannot_write(path_, error);
    }
    from += written;
    left -= static_cast<std::size_t>(written);
  }
  buffer_.clear();
  flushed_ = std::chrono::steady_clock::now();
}

void CsvWriter::end() {
  if (file_ < 0) return;
  flush();
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) throw_cannot_write(path_, errno);
}

}  // namespace holon
