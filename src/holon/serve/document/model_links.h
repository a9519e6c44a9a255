// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <utility>

#include "holon/model/assembly/model.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// The parts of a model by name, for finding those that dotted names begin with.
class PartNames {
 public:
  explicit PartNames(const Model& model);
  struct Found {
    std::string id;     ///< "arm.link", "world"; empty: no part
    std::string local;  ///< "tip", "angle"
  };
  Found find(std::string name) const;

 private:
  const Model& model_;
  std::unordered_map<std::string, std::string> id_of_;  ///< by full name
};

/// What the values of parts refer to, as links of the protocol. `file`: links of values in other
/// files have no path.
Json list_links(const Model& model, const std::string& file);

}  // namespace holon::serve
