// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// replay FOLDER_OR_FILE…: gives a fuzzer all files, each once, in the order of their names. This is
// the test of what fuzzing has found; it needs no libFuzzer.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <vector>

#include "fuzz.h"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// No text is so short that a reader may take so long: what is slow is a finding, too. Sanitizers
// and busy machines are slower than what a user sees.
constexpr double kMostSeconds = 20;

std::vector<fs::path> list_files(int count, char** paths) {
  std::vector<fs::path> files;
  for (int k = 1; k < count; ++k) {
    if (!fs::is_directory(paths[k])) {
      files.emplace_back(paths[k]);
      continue;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(paths[k]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** paths) {
  const std::vector<fs::path> files = list_files(count, paths);
  for (const fs::path& path : files) {
    std::fprintf(stderr, "%s\n", path.c_str());
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto begin = Clock::now();
    holon::fuzz::try_text(text);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (seconds > kMostSeconds) {
      std::fprintf(stderr, "this takes %.1f s\n", seconds);
      return 1;
    }
  }
  std::fprintf(stderr, "%zu texts\n", files.size());
  return files.empty() ? 1 : 0;
}
