// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace holon {

/// A file that is written without a buffer of the library's: what has been handed over survives the
/// end of the process. All functions throw std::runtime_error "cannot write 'x.csv': No space left
/// on device".
class OutputFile {
 public:
  /// Creates the file, or empties it, and makes its folder where that is missing.
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  bool is_open() const { return file_ >= 0; }
  void append(std::string_view bytes);
  /// In place of what is there.
  void write_at(std::int64_t offset, std::string_view bytes);
  void close();

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

/// Makes the folder of a file; throws as above.
void make_folder_of(const std::filesystem::path& path);

}  // namespace holon
