// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/alias_sink.h"

namespace holon {

void AliasSink::begin(const std::vector<Column>& columns) {
  std::vector<Column> named = columns;
  for (Column& column : named) {
    for (const auto& [alias, means] : aliases_) {
      const std::string& name = column.name;
      const bool is_below = name.size() > means.size() && name.starts_with(means) &&
                            (name[means.size()] == '.' || name[means.size()] == '[');
      if (is_below || name == means) {
        column.aliases.push_back(alias + name.substr(means.size()));
      }
    }
  }
  to_.begin(named);
}

}  // namespace holon
