// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/results.h"

#include "holon/base/errors.h"
#include "holon/base/names.h"

namespace holon {

void Results::begin(const std::vector<Column>& columns) {
  columns_ = columns;
  values_.assign(columns.size(), {});
}

void Results::row(const double* values) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(values[i]);
}

int Results::find(std::string_view name) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].name == name) return static_cast<int>(i);
  return -1;
}

const std::vector<double>& Results::values(std::string_view name) const {
  const int column = find(name);
  if (column < 0) {
    std::vector<std::string> names;
    for (const Column& c : columns_) names.push_back(c.name);
    throw InputError({}, "'" + std::string(name) + "' was not recorded", did_you_mean(name, names));
  }
  return values_[static_cast<std::size_t>(column)];
}

std::vector<std::size_t> Results::find_quantity(std::string_view name) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string_view column = columns_[i].name;
    if (column == name) return {i};
    // A component is one letter behind a dot: w, x, y or z.
    if (column.size() == name.size() + 2 && column.starts_with(name) &&
        column[name.size()] == '.' && column.back() >= 'w' && column.back() <= 'z')
      found.push_back(i);
  }
  return found;
}

}  // namespace holon
