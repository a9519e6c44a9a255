// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/raster.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "holon/output/files.h"

extern char** environ;

namespace holon::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCommand = "rsvg-convert";

/// A folder that goes when this does.
struct Temporary {
  fs::path path;
  explicit Temporary(fs::path a_path) : path(std::move(a_path)) {}
  ~Temporary() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
};

}  // namespace

bool can_rasterise() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, end)) / kCommand;
    if (access(candidate.c_str(), X_OK) == 0) return true;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return false;
}

void write_png(const fs::path& path, const std::string& svg) {
  std::string folder = (fs::temp_directory_path() / "holon-png-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    throw std::runtime_error("cannot make a folder '" + folder + "'");
  const Temporary temporary(folder);
  const std::string from = folder + "/figure.svg", target = folder + "/figure.png";
  write_file(from, svg);
  std::array<std::string, 6> words{kCommand, "--zoom=2", "--format=png", "--output", target, from};
  std::array<char*, 7> argv{};
  for (std::size_t k = 0; k < words.size(); ++k) argv[k] = words[k].data();
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, kCommand, nullptr, nullptr, argv.data(), environ) != 0 ||
      waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(std::string("cannot write '") + path.string() + "': " + kCommand +
                             " failed");
  }
  std::ifstream made(target, std::ios::binary);
  write_file(path, std::string{std::istreambuf_iterator<char>(made), {}});
}

}  // namespace holon::app
