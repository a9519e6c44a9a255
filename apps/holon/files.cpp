// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/files.h"

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace holon::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_write(const fs::path& path, const std::error_code& reason) {
  throw std::runtime_error("cannot write '" + path.string() + "': " + reason.message());
}

void make_folder_of(const fs::path& path) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) refuse_to_write(path, error);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

void write_file(const fs::path& path, const std::string& bytes) {
  make_folder_of(path);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  if (!file) refuse_to_write(path, last_error());
}

void check_writable(const fs::path& path) {
  make_folder_of(path);
  std::error_code error;
  const bool is_new = !fs::exists(path, error);
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) refuse_to_write(path, last_error());
  if (is_new) fs::remove(path, error);
}

}  // namespace holon::app
