// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <utility>

#include "holon/base/escape.h"
#include "holon/record/csv.h"

namespace holon {
namespace {

constexpr std::size_t kBufferSize = 1 << 16;

}  // namespace

void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "nan";  // whatever its sign
    return;
  }
  if (value == 0) value = 0;  // "-0" is not printed
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

CsvWriter::CsvWriter(std::filesystem::path path, OutputFile::Mode mode, bool has_units)
    : file_(std::move(path), mode), mode_(mode), has_units_(has_units) {}

CsvWriter::~CsvWriter() {
  if (!file_.is_open()) return;
  try {
    flush();
  } catch (const std::exception&) {
    // A destructor cannot report errors; end() does.
  }
}

void CsvWriter::begin(const std::vector<Column>& columns) {
  columns_ = columns.size();
  if (mode_ == OutputFile::Mode::go_on) return;
  for (const Column& column : columns) {
    const std::string unit = has_units_ ? column.dimension.to_string() : "1";
    buffer_ += csv_field(unit == "1" ? column.name : column.name + " [" + unit + "]");
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
  if (buffer_.size() >= kBufferSize ||
      std::chrono::steady_clock::now() - flushed_ > kFileFlushInterval)
    flush();
}

void CsvWriter::flush() {
  // A failed write is not repeated, and leaves the previous lines intact.
  const std::string text = std::exchange(buffer_, {});
  if (is_broken_) return;
  is_broken_ = true;
  try {
    file_.append(text);
  } catch (...) {
    file_.cut_back(whole_);
    throw;
  }
  whole_ += static_cast<std::int64_t>(text.size());
  is_broken_ = false;
  flushed_ = std::chrono::steady_clock::now();
}

void CsvWriter::archive(Archive& a) {
  if (!a.is_reading()) flush();
  std::int64_t size = a.is_reading() ? 0 : file_.size();
  std::string digest = a.is_reading() ? std::string() : file_.digest_of_end(0, size);
  a.item("table_size", size);
  a.item("table_digest", digest);
  if (!a.is_reading()) return;
  a.check_at_least("table_size", static_cast<double>(size), 0);
  detail::check_rows(file_, 0, size, digest);
  file_.cut(size);
  whole_ = size;
}

// The number of lines after the heading, and the number at the beginning of the last one.
std::optional<TableEnd> CsvWriter::find_end() const {
  constexpr std::size_t kPiece = 1 << 20;
  const std::int64_t size = file_.size();
  TableEnd end{-1, 0};
  std::string last, line;
  for (std::int64_t at = 0; at < size; at += static_cast<std::int64_t>(kPiece)) {
    const std::string piece = file_.read_at(at, kPiece);
    end.rows += std::count(piece.begin(), piece.end(), '\n');
    const std::size_t from = piece.rfind('\n', piece.size() - 2);
    line = from == std::string::npos ? line + piece : piece.substr(from + 1);
  }
  if (end.rows < 1) return {};
  const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), end.time);
  if (error != std::errc()) end.time = std::nan("");
  return end;
}

void CsvWriter::end() {
  if (!file_.is_open()) return;
  flush();
  file_.close();
}

}  // namespace holon
