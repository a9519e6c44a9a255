// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// The rows of a run on disk, with a pyramid of their extremes, so that any interval is drawn by
/// reading about as many numbers as it has pixels.
namespace holon::serve {

/// A file of columns, which grows by cells of a few numbers each: chunks of 256 cells, in each
/// chunk column after column. What is no whole chunk yet is kept in memory until `flush`.
class ColumnFile {
 public:
  static constexpr std::size_t kChunk = 256;

  /// Creates the file, or opens one that has been written before. Throws std::runtime_error.
  ColumnFile(const std::filesystem::path& path, std::size_t columns, std::size_t width,
             bool is_new);
  ~ColumnFile();
  ColumnFile(const ColumnFile&) = delete;
  ColumnFile& operator=(const ColumnFile&) = delete;

  /// `cells`: `width` numbers of each column.
  void append(const double* cells);
  std::size_t count() const { return count_; }
  /// `width` numbers of each of the cells [first, first + count) of a column.
  void read(std::size_t column, std::size_t first, std::size_t count, double* result) const;
  /// Writes the cells that are no whole chunk, too; more may follow.
  void flush();
  /// Of a file that has been written before: only so many cells count.
  void limit(std::size_t count);

 private:
  void write_chunk();
  std::uint64_t offset(std::size_t chunk, std::size_t column) const;

  int file_ = -1;
  std::string path_;
  std::size_t columns_, width_, count_ = 0;
  std::vector<double> tail_;  ///< the last, incomplete chunk: by column
  bool has_tail_ = false;     ///< false: that chunk is in the file, too, or nowhere else
};

/// First, least, greatest and last of a column over some rows.
struct Extremes {
  double first = 0, least = 0, greatest = 0, last = 0;
  void add(const Extremes& next);
};

/// The rows of one stream, and the extremes of every 16, 256, 4096 … of them. Not-a-number is no
/// extreme. May be read by one thread while another one appends.
class StreamLog {
 public:
  /// `has_pyramid`: false for streams that are never drawn as curves.
  StreamLog(std::filesystem::path folder, std::string name, std::size_t columns, bool has_pyramid);
  /// One that was written before, with so many rows at most.
  static std::unique_ptr<StreamLog> open(std::filesystem::path folder, std::string name,
                                         std::size_t columns, bool has_pyramid, std::size_t rows);

  /// Row after row; throws std::runtime_error where the disk is full.
  void append(const double* rows, std::size_t count);
  void flush();
  std::size_t row_count() const;

  /// Column 0 is the time, which does not fall: the first row that is not before t, the first one
  /// that is behind it.
  std::size_t find_row(double t) const;
  std::size_t find_behind(double t) const;

  /// Rows [first, last) of a column.
  std::vector<double> read(std::size_t column, std::size_t first, std::size_t last) const;
  /// The extremes of groups of `size` rows from `first` to `last`; the last group may have fewer.
  std::vector<Extremes> read_extremes(std::size_t column, std::size_t first, std::size_t last,
                                      std::size_t size) const;

 private:
  static constexpr std::size_t kBranch = 16;

  StreamLog(std::filesystem::path folder, std::string name, std::size_t columns, bool has_pyramid,
            bool is_new);
  void append_block(std::size_t level, const std::vector<Extremes>& block);
  Extremes extremes_of(std::size_t column, std::size_t level, std::size_t first,
                       std::size_t last) const;
  std::size_t search(double t, bool is_behind) const;

  mutable std::mutex mutex_;
  std::filesystem::path folder_;
  std::string name_;
  std::size_t columns_;
  bool has_pyramid_, is_new_;
  ColumnFile rows_;
  std::vector<std::unique_ptr<ColumnFile>> levels_;  ///< of 16, 256 … rows
  struct Open {
    std::vector<Extremes> extremes;
    std::size_t members = 0;
  };
  std::vector<Open> open_;  ///< blocks that are being filled
};

}  // namespace holon::serve
