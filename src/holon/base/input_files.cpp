// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/input_files.h"

#include <sys/stat.h>

#include <map>
#include <mutex>
#include <utility>

namespace holon {
namespace {

using Identity = std::pair<dev_t, ino_t>;

std::mutex files_mutex;

std::map<Identity, std::string>& files() {
  static std::map<Identity, std::string> files;
  return files;
}

bool identify(const std::string& path, Identity& identity) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  identity = {status.st_dev, status.st_ino};
  return true;
}

}  // namespace

void note_input_file(const std::string& path, const std::string& kind) {
  Identity identity;
  if (!identify(path, identity)) return;
  const std::lock_guard lock(files_mutex);
  files().insert_or_assign(identity, kind);
}

std::string find_input_file(const std::string& path) {
  Identity identity;
  if (!identify(path, identity)) return {};
  const std::lock_guard lock(files_mutex);
  const auto found = files().find(identity);
  return found == files().end() ? std::string() : found->second;
}

}  // namespace holon
