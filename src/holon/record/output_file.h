// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace holon {

/// The longest time that rows may remain in memory before they are written to a results file.
inline constexpr std::chrono::milliseconds kFileFlushInterval{500};

/// A file that is written without buffering: written data survives the end of the process. All
/// functions throw std::runtime_error "cannot write 'x.csv': No space left on device". Waits until
/// a pipe has a reader; throws Interrupted if an interrupt ends the wait.
class OutputFile {
 public:
  enum class Mode {
    create,  ///< truncates an existing file; creates its folder if necessary
    go_on,   ///< keeps the contents, until `cut`
  };
  /// Throws std::runtime_error if it cannot be written, here and below, and InputError if another
  /// OutputFile, of this process or another one, has it open.
  explicit OutputFile(std::filesystem::path path, Mode mode = Mode::create);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool is_open() const { return file_ >= 0; }
  void append(std::string_view bytes);
  /// Overwrites the contents.
  void write_at(std::int64_t offset, std::string_view bytes);
  /// Overwrites bytes at two places by adjacent stores into the memory-mapped file: a kill finds
  /// both or none, except within nanoseconds. If it cannot be mapped, by `write_at`, in this order.
  void write_both(std::int64_t first_at, std::string_view first, std::int64_t second_at,
                  std::string_view second);
  /// Truncates the file to `size` bytes; further data is appended to them.
  void cut(std::int64_t size);
  /// The same after a failed write; ignores errors.
  void cut_back(std::int64_t size) noexcept;
  /// [byte] of the file.
  std::int64_t size() const;
  /// `count` bytes from `offset` on; fewer if the file ends or cannot be read.
  std::string read_at(std::int64_t offset, std::size_t count) const;
  /// SHA-256 of the last bytes between `from` and `size`: identifies the rows that were written.
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
/// Throws InputError if the file does not contain the rows of a checkpoint: it is shorter than
/// `size`, or the last of its bytes between `from` and `size` differ.
void check_rows(const OutputFile& file, std::int64_t from, std::int64_t size,
                const std::string& digest);
}  // namespace detail

/// Synchronises a file, or the names in a folder, with the disk, so that they survive a loss of
/// power. Ignores files that are not on a disk (a pipe, a terminal) or have been removed. Throws as
/// above.
void bring_to_disk(const std::filesystem::path& path);

/// Disk space reserved for a file that must be written even if the disk becomes full: an unnamed
/// file, which is removed with the process.
class ReservedSpace {
 public:
  ReservedSpace() = default;
  ~ReservedSpace() { release(); }
  ReservedSpace(const ReservedSpace&) = delete;
  ReservedSpace& operator=(const ReservedSpace&) = delete;

  /// Reserves at least `size` bytes on the disk of `path`, as far as possible.
  void reserve(const std::filesystem::path& path, std::int64_t size);
  /// Releases them, for the file itself.
  void release();

 private:
  int file_ = -1;
  std::int64_t size_ = 0;  // [byte] reserved
};

/// [byte] The largest file size of the process (ulimit -f); the largest number if there is no
/// limit.
std::int64_t find_file_size_limit();

/// Creates the folder of a file; throws as above.
void make_folder_of(const std::filesystem::path& path);

}  // namespace holon
