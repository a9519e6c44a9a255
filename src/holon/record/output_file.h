// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace holon {

/// How long rows may wait in memory before they are handed to a file of results.
inline constexpr std::chrono::milliseconds kFileFlushInterval{500};

/// A file that is written without a buffer of the library's: what has been handed over survives the
/// end of the process. All functions throw std::runtime_error "cannot write 'x.csv': No space left
/// on device".
/// A pipe is waited for until somebody reads it; where an interrupt ends that, Interrupted is
/// thrown.
class OutputFile {
 public:
  enum class Mode {
    create,  ///< empties a file that is there; makes its folder where that is missing
    go_on,   ///< leaves what is there, until `cut`
  };
  /// Throws std::runtime_error where it cannot be written, here and below, and InputError where
  /// another OutputFile, of this process or another one, has it open.
  explicit OutputFile(std::filesystem::path path, Mode mode = Mode::create);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool is_open() const { return file_ >= 0; }
  void append(std::string_view bytes);
  /// In place of what is there.
  void write_at(std::int64_t offset, std::string_view bytes);
  /// Two pieces in place of bytes that are there, by stores next to each other in memory that maps
  /// the file: a kill finds both or none but for nanoseconds. Where it cannot be mapped, by
  /// `write_at`, the first one first.
  void write_both(std::int64_t first_at, std::string_view first, std::int64_t second_at,
                  std::string_view second);
  /// Leaves the first `size` bytes; what is appended comes behind them.
  void cut(std::int64_t size);
  /// The same where a write has failed; what cannot be cut stays.
  void cut_back(std::int64_t size) noexcept;
  /// [byte] of the file.
  std::int64_t size() const;
  /// `count` bytes from `offset` on; fewer where the file ends or cannot be read.
  std::string read_at(std::int64_t offset, std::size_t count) const;
  /// SHA-256 of the last bytes between `from` and `size`: whether these are the rows that were
  /// written.
  std::string digest_of_end(std::int64_t from, std::int64_t size) const;
  void close();

 private:
  void take_alone();
  std::size_t write_some(std::string_view bytes);
  bool is_regular() const;

  std::filesystem::path path_;
  int file_ = -1;
};

namespace detail {
/// Throws InputError where the file does not hold the rows that a checkpoint counts on: it is
/// shorter than `size`, or the end of its bytes from `from` to there is another.
void check_rows(const OutputFile& file, std::int64_t from, std::int64_t size,
                const std::string& digest);
}  // namespace detail

/// What was written to a file, or the names in a folder, survive a loss of power from here on. What
/// lies on no disk (a pipe, a terminal) or has been taken away is let be. Throws as above.
void bring_to_disk(const std::filesystem::path& path);

/// Space on a disk for a file that must be written even when the disk has run full meanwhile: a
/// file without a name, which goes with the process.
class ReservedSpace {
 public:
  ReservedSpace() = default;
  ~ReservedSpace() { release(); }
  ReservedSpace(const ReservedSpace&) = delete;
  ReservedSpace& operator=(const ReservedSpace&) = delete;

  /// At least `size` bytes where `path` is going to be; what cannot be reserved is not.
  void reserve(const std::filesystem::path& path, std::int64_t size);
  /// Gives them back, for the file itself.
  void release();

 private:
  int file_ = -1;
  std::int64_t size_ = 0;  // [byte] reserved
};

/// [byte] What the process may write into one file (ulimit -f); the largest number where there is
/// no limit.
std::int64_t find_file_size_limit();

/// Makes the folder of a file; throws as above.
void make_folder_of(const std::filesystem::path& path);

}  // namespace holon
