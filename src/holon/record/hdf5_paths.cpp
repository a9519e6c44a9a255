// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/hdf5_paths.h"

#include <algorithm>

namespace holon::hdf5 {
namespace {

// Slashes separate groups in HDF5, and a single dot means the group itself.
std::string piece(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name.empty() || name == "." ? "_" : name;
}

std::string path_of(const std::string& name) {
  std::string path;
  for (std::size_t from = 0;;) {
    const std::size_t dot = name.find('.', from);
    path += piece(name.substr(from, dot - from));
    if (dot == std::string::npos) return path;
    path += '/';
    from = dot + 1;
  }
}

}  // namespace

Paths::Paths(const std::vector<Quantity>& quantities, const std::vector<Column>& columns) {
  folders_.insert("parameters");
  for (const Quantity& quantity : quantities) {
    add_folders(path_of(quantity.name));
    for (const std::string& alias : common_aliases(quantity, columns)) add_folders(path_of(alias));
  }
}

void Paths::add_folders(const std::string& path) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    folders_.insert(path.substr(0, slash));
}

std::string Paths::claim_path(std::string path) {
  if (folders_.contains(path)) path += "/value";
  while (folders_.contains(path) || !taken_.insert(path).second) path += '_';
  return path;
}

std::string Paths::claim(const std::string& name) { return claim_path(path_of(name)); }

std::string Paths::claim(const std::string& folder, const std::string& name) {
  return claim_path(folder + "/" + piece(name));
}

std::vector<std::string> common_aliases(const Quantity& quantity,
                                        const std::vector<Column>& columns) {
  const std::vector<std::string>& first = columns[quantity.columns[0]].aliases;
  if (quantity.components.empty()) return first;
  std::vector<std::string> common;
  for (const std::string& alias : first) {
    if (!alias.ends_with("." + quantity.components[0])) continue;
    const std::string name = alias.substr(0, alias.size() - quantity.components[0].size() - 1);
    bool is_common = true;
    for (std::size_t k = 1; k < quantity.columns.size(); ++k) {
      const std::vector<std::string>& others = columns[quantity.columns[k]].aliases;
      is_common = is_common && std::find(others.begin(), others.end(),
                                         name + "." + quantity.components[k]) != others.end();
    }
    if (is_common) common.push_back(name);
  }
  return common;
}

}  // namespace holon::hdf5
