// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

/// Every fuzzer reads one text and returns, or ends the program where something is wrong: then its
/// engine (libFuzzer, or replay.cpp) keeps the text.
namespace holon::fuzz {

/// What the fuzzer does with a text; defined once in each `<name>_fuzz.cpp`.
void try_text(std::string_view text);

/// Ends the program with a message unless the condition holds.
inline void require(bool condition, const char* what, std::string_view detail = {}) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n%s\n", what, std::string(detail).c_str());
  std::abort();
}

/// Takes the first line off a text.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A file in memory for readers that want a path; one for each process.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& ending)
      : path_((std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp") +
              std::string("/holon_fuzz_") + std::to_string(getpid()) + ending) {}
  ~MemoryFile() { std::remove(path_.c_str()); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void write(std::string_view text) const { std::ofstream(path_, std::ios::binary) << text; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace holon::fuzz
