// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/results_reader.h"

#include <algorithm>

#include "holon/base/units.h"

namespace holon {

int ResultsReader::find(const std::string& name) const {
  const std::vector<Column>& all = columns();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::find(all[i].aliases.begin(), all[i].aliases.end(), name) != all[i].aliases.end())
      return static_cast<int>(i);
  return -1;
}

namespace detail {

void ColumnUnit::apply(std::vector<double>& values) const {
  if (scale == 1 && offset == 0) return;
  for (double& value : values) value = value * scale + offset;
}

ColumnUnit read_unit(const std::string& text) {
  const UnitParse parsed = parse_unit(text);
  if (text.empty() || !parsed) return {};
  return {parsed.unit->dimension, parsed.unit->factor(), parsed.unit->offset};
}

}  // namespace detail
}  // namespace holon
