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

std::error_code write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes;
  file.close();
  return file ? std::error_code() : last_error();
}

}  // namespace

bool is_ordinary(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status);
}

// Written beside and renamed, so that whoever looks sees the old file or the new one. A pipe or a
// device cannot be replaced; a file in a folder that takes no new ones is written in its place.
void write_file(const fs::path& path, const std::string& bytes) {
  make_folder_of(path);
  std::error_code error;
  const bool is_there = fs::exists(path, error);
  const fs::path target = is_there ? fs::canonical(path, error) : path;
  const fs::path part = target.string() + ".part";
  if (error || !is_ordinary(path) || (is_there && !std::ofstream(part, std::ios::app))) {
    if (const std::error_code reason = write_bytes(path, bytes)) refuse_to_write(path, reason);
    return;
  }
  std::error_code reason = write_bytes(part, bytes);
  if (is_there && !reason) fs::permissions(part, fs::status(target).permissions(), error);
  if (!reason) fs::rename(part, target, reason);
  if (!reason) return;
  fs::remove(part, error);
  refuse_to_write(path, reason);
}

void check_writable(const fs::path& path) {
  make_folder_of(path);
  std::error_code error;
  const bool is_new = !fs::exists(path, error);
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) refuse_to_write(path, last_error());
  if (is_new) fs::remove(path, error);
}

}  // namespace holon::app
