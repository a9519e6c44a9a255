// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/runs/stream_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace holon::serve {
namespace {

constexpr std::size_t kNumberSize = sizeof(double);
constexpr std::size_t kExtremeWidth = 4;

[[noreturn]] void refuse_log(const std::string& what, const std::string& path) {
  const int reason = errno;
  throw std::runtime_error("cannot " + what + " '" + path +
                           "': " + std::generic_category().message(reason));
}

Extremes extremes_of_number(double value) { return {value, value, value, value}; }

}  // namespace

ColumnFile::ColumnFile(const std::filesystem::path& path, std::size_t columns, std::size_t width,
                       bool is_new)
    : path_(path.string()), columns_(columns), width_(width) {
  const int flags = O_RDWR | O_CLOEXEC | (is_new ? O_CREAT | O_TRUNC : 0);
  file_ = ::open(path_.c_str(), flags, 0600);
  if (file_ < 0) refuse_log("open", path_);
  tail_.resize(columns_ * width_ * kChunk);
  if (is_new) return;
  struct stat found {};
  if (fstat(file_, &found) != 0) refuse_log("read", path_);
  const std::size_t chunk_bytes = columns_ * width_ * kChunk * kNumberSize;
  count_ = static_cast<std::size_t>(found.st_size) / chunk_bytes * kChunk;
}

ColumnFile::~ColumnFile() {
  if (file_ >= 0) close(file_);
}

std::uint64_t ColumnFile::offset(std::size_t chunk, std::size_t column) const {
  return (std::uint64_t{chunk} * columns_ + column) * kChunk * width_ * kNumberSize;
}

void ColumnFile::append(const double* cells) {
  const std::size_t at = count_ % kChunk;
  for (std::size_t c = 0; c < columns_; ++c)
    std::copy_n(cells + c * width_, width_, tail_.data() + (c * kChunk + at) * width_);
  has_tail_ = at + 1 < kChunk;
  if (!has_tail_) write_chunk();
  ++count_;
}

void ColumnFile::write_chunk() {
  const char* bytes = reinterpret_cast<const char*>(tail_.data());
  std::size_t left = tail_.size() * kNumberSize;
  auto at = static_cast<off_t>(offset(count_ / kChunk, 0));
  while (left > 0) {
    const ssize_t written = pwrite(file_, bytes, left, at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_log("write", path_);
    bytes += written;
    left -= static_cast<std::size_t>(written);
    at += written;
  }
}

void ColumnFile::flush() {
  if (count_ % kChunk != 0) write_chunk();
}

void ColumnFile::limit(std::size_t count) { count_ = std::min(count_, count); }

void ColumnFile::read(std::size_t column, std::size_t first, std::size_t count,
                      double* result) const {
  const std::size_t in_file = count_ / kChunk * kChunk;
  while (count > 0) {
    const std::size_t at = first % kChunk, some = std::min(count, kChunk - at);
    const bool is_tail = first >= in_file && has_tail_;
    if (is_tail) {
      std::copy_n(tail_.data() + (column * kChunk + at) * width_, some * width_, result);
    } else {
      const std::size_t bytes = some * width_ * kNumberSize;
      const auto place =
          static_cast<off_t>(offset(first / kChunk, column) + at * width_ * kNumberSize);
      if (pread(file_, result, bytes, place) != static_cast<ssize_t>(bytes))
        refuse_log("read", path_);
    }
    first += some;
    count -= some;
    result += some * width_;
  }
}

void Extremes::add(const Extremes& next) {
  if (std::isnan(first)) first = next.first;
  // Comparisons with not-a-number are false.
  if (std::isnan(least) || next.least < least) least = next.least;
  if (std::isnan(greatest) || next.greatest > greatest) greatest = next.greatest;
  if (!std::isnan(next.last)) last = next.last;
}

StreamLog::StreamLog(std::filesystem::path folder, std::string name, std::size_t columns,
                     bool has_pyramid, bool is_new)
    : folder_(std::move(folder)),
      name_(std::move(name)),
      columns_(columns),
      has_pyramid_(has_pyramid),
      is_new_(is_new),
      rows_(folder_ / (name_ + ".rows"), columns, 1, is_new) {}

StreamLog::StreamLog(std::filesystem::path folder, std::string name, std::size_t columns,
                     bool has_pyramid)
    : StreamLog(std::move(folder), std::move(name), columns, has_pyramid, true) {}

std::unique_ptr<StreamLog> StreamLog::open(std::filesystem::path folder, std::string name,
                                           std::size_t columns, bool has_pyramid,
                                           std::size_t rows) {
  std::unique_ptr<StreamLog> log(
      new StreamLog(std::move(folder), std::move(name), columns, has_pyramid, false));
  log->rows_.limit(rows);
  std::size_t blocks = log->rows_.count() / kBranch;
  for (int level = 1; has_pyramid && blocks > 0; ++level, blocks /= kBranch) {
    const auto path = log->folder_ / (log->name_ + "." + std::to_string(level));
    std::error_code error;
    if (!std::filesystem::exists(path, error)) break;
    log->levels_.push_back(std::make_unique<ColumnFile>(path, columns, kExtremeWidth, false));
    log->levels_.back()->limit(blocks);
  }
  return log;
}

void StreamLog::append(const double* rows, std::size_t count) {
  const std::lock_guard lock(mutex_);
  std::vector<Extremes> block(columns_);
  for (std::size_t k = 0; k < count; ++k) {
    const double* row = rows + k * columns_;
    rows_.append(row);
    if (!has_pyramid_) continue;
    for (std::size_t c = 0; c < columns_; ++c) block[c] = extremes_of_number(row[c]);
    append_block(0, block);
  }
}

/// A member of a block of the level above, which is written when it is full.
void StreamLog::append_block(std::size_t level, const std::vector<Extremes>& block) {
  if (open_.size() == level) open_.emplace_back();
  if (open_[level].members == 0) {
    open_[level].extremes = block;
  } else {
    for (std::size_t c = 0; c < columns_; ++c) open_[level].extremes[c].add(block[c]);
  }
  if (++open_[level].members < kBranch) return;
  open_[level].members = 0;
  if (levels_.size() == level)
    levels_.push_back(std::make_unique<ColumnFile>(
        folder_ / (name_ + "." + std::to_string(level + 1)), columns_, kExtremeWidth, true));
  static_assert(sizeof(Extremes) == kExtremeWidth * sizeof(double));
  const std::vector<Extremes> full = open_[level].extremes;
  levels_[level]->append(&full.front().first);
  append_block(level + 1, full);
}

void StreamLog::flush() {
  const std::lock_guard lock(mutex_);
  rows_.flush();
  for (const auto& level : levels_) level->flush();
}

std::size_t StreamLog::row_count() const {
  const std::lock_guard lock(mutex_);
  return rows_.count();
}

std::size_t StreamLog::search(double t, bool is_behind) const {
  const std::lock_guard lock(mutex_);
  std::size_t low = 0, high = rows_.count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    double time = 0;
    rows_.read(0, middle, 1, &time);
    if (is_behind ? time <= t : time < t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::size_t StreamLog::find_row(double t) const { return search(t, false); }
std::size_t StreamLog::find_behind(double t) const { return search(t, true); }

std::vector<double> StreamLog::read(std::size_t column, std::size_t first, std::size_t last) const {
  const std::lock_guard lock(mutex_);
  last = std::min(last, rows_.count());
  std::vector<double> values(first < last ? last - first : 0);
  if (!values.empty()) rows_.read(column, first, values.size(), values.data());
  return values;
}

/// Of rows [first, last): whole blocks of `level` in the middle, finer ones at both ends.
Extremes StreamLog::extremes_of(std::size_t column, std::size_t level, std::size_t first,
                                std::size_t last) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Extremes result{kNone, kNone, kNone, kNone};
  if (first >= last) return result;
  if (level == 0) {
    std::vector<double> values(last - first);
    rows_.read(column, first, values.size(), values.data());
    for (const double value : values) result.add(extremes_of_number(value));
    return result;
  }
  std::size_t size = 1;
  for (std::size_t k = 0; k < level; ++k) size *= kBranch;
  const std::size_t begin = (first + size - 1) / size;
  const std::size_t end = std::min(last / size, levels_[level - 1]->count());
  if (begin >= end) return extremes_of(column, level - 1, first, last);
  result.add(extremes_of(column, level - 1, first, begin * size));
  std::vector<Extremes> blocks(end - begin);
  levels_[level - 1]->read(column, begin, blocks.size(), &blocks.front().first);
  for (const Extremes& block : blocks) result.add(block);
  result.add(extremes_of(column, level - 1, end * size, last));
  return result;
}

std::vector<Extremes> StreamLog::read_extremes(std::size_t column, std::size_t first,
                                               std::size_t last, std::size_t size) const {
  const std::lock_guard lock(mutex_);
  last = std::min(last, rows_.count());
  std::vector<Extremes> groups;
  // The coarsest level of which a group has a block.
  std::size_t level = 0;
  for (std::size_t block = kBranch; block <= size && level < levels_.size(); block *= kBranch)
    ++level;
  for (std::size_t at = first; at < last; at += size)
    groups.push_back(extremes_of(column, level, at, std::min(at + size, last)));
  return groups;
}

}  // namespace holon::serve
