// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <exception>
#include <utility>

#include "holon/record/csv.h"

namespace holon {
namespace {

constexpr std::size_t kBufferSize = 1 << 16;
constexpr std::chrono::milliseconds kFlushInterval{500};

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
  if (value == 0) value = 0;  // nobody wants to read "-0"
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

CsvWriter::CsvWriter(std::filesystem::path path, OutputFile::Mode mode)
    : file_(std::move(path), mode), mode_(mode) {}

CsvWriter::~CsvWriter() {
  if (!file_.is_open()) return;
  try {
    flush();
  } catch (const std::exception&) {
    // A destructor has nobody to tell; end() does tell.
  }
}

void CsvWriter::begin(const std::vector<Column>& columns) {
  columns_ = columns.size();
  if (mode_ == OutputFile::Mode::go_on) return;
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
  // What could not be written is not tried again.
  const std::string text = std::exchange(buffer_, {});
  file_.append(text);
  flushed_ = std::chrono::steady_clock::now();
}

void CsvWriter::archive(Archive& a) {
  if (!a.is_reading()) flush();
  std::int64_t size = a.is_reading() ? 0 : file_.size();
  std::string digest = a.is_reading() ? std::string() : file_.digest_of_end(0, size);
  a.item("table_size", size);
  a.item("table_digest", digest);
  if (!a.is_reading()) return;
  detail::check_rows(file_, 0, size, digest);
  file_.cut(size);
}

void CsvWriter::end() {
  if (!file_.is_open()) return;
  flush();
  file_.close();
}

}  // namespace holon
