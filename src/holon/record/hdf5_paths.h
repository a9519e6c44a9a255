// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "holon/record/quantities.h"

namespace holon::hdf5 {

/// Where in a file the quantities go: "link[3].tip.position" to link[3]/tip/position. What is both
/// a quantity and a folder of others goes into the folder as "value".
class Paths {
 public:
  Paths(const std::vector<Quantity>& quantities, const std::vector<Column>& columns);
  /// A path that is not taken yet, and now is.
  std::string claim(const std::string& name);
  /// The same for a name that stands as it is in a folder.
  std::string claim(const std::string& folder, const std::string& name);

 private:
  std::string claim_path(std::string path);
  void add_folders(const std::string& path);

  std::unordered_set<std::string> folders_, taken_;
};

/// Other names of a whole quantity: those that all its components have, with their endings.
std::vector<std::string> common_aliases(const Quantity& quantity,
                                        const std::vector<Column>& columns);

}  // namespace holon::hdf5
