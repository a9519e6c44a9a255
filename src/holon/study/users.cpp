// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/users.h"

#include <algorithm>
#include <filesystem>

#include "holon/reader/yaml.h"

namespace holon {
namespace {

namespace fs = std::filesystem;

/// Whether a `type` anywhere in it is this file.
bool names(const SourceNode& node, const fs::path& folder, const fs::path& file) {
  std::error_code error;
  if (const SourceNode* type = node.is_map() ? node.peek("type") : nullptr;
      type != nullptr && type->is_scalar() && fs::equivalent(folder / type->text(), file, error))
    return true;
  return std::ranges::any_of(node.peek_entries(), [&](const SourceNode::Entry& entry) {
    return names(entry.value, folder, file);
  });
}

}  // namespace

std::vector<std::string> find_users(const std::string& path) {
  const fs::path file(path);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::vector<std::string> users;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    std::error_code unknown;
    if ((ending != ".yaml" && ending != ".yml") || !entry.is_regular_file(unknown)) continue;
    if (fs::equivalent(entry.path(), file, unknown)) continue;
    Diagnostics ignored;
    if (names(read_yaml_file(entry.path().string(), ignored).root, folder, file))
      users.push_back(entry.path().lexically_normal().string());
  }
  std::sort(users.begin(), users.end());
  return users;
}

}  // namespace holon
