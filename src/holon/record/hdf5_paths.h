// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "holon/record/quantities.h"

namespace holon::hdf5 {

/// The paths of quantities in a file: "link[3].tip.position" is link[3]/tip/position. A name that
/// is both a quantity and a group is "value" in the group.
class Paths {
 public:
  Paths(const std::vector<Quantity>& quantities, const std::vector<Column>& columns);
  /// Reserves an unused path.
  std::string claim(const std::string& name);
  /// The same for a name used verbatim in a group.
  std::string claim(const std::string& folder, const std::string& name);

 private:
  std::string claim_path(std::string path);
  void add_folders(const std::string& path);

  std::unordered_set<std::string> folders_, taken_;
};

/// Aliases of a complete quantity: those common to all its components, with their suffixes.
std::vector<std::string> common_aliases(const Quantity& quantity,
                                        const std::vector<Column>& columns);

}  // namespace holon::hdf5
