// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/results.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/names.h"

namespace holon {

Results::Results(const std::vector<Column>& columns, std::vector<std::vector<double>> values) {
  begin(columns);
  HOLON_CHECK(values.size() == columns.size(), "values for each column");
  values_ = std::move(values);
}

void Results::begin(const std::vector<Column>& columns) {
  columns_ = columns;
  values_.assign(columns.size(), {});
  index_.clear();
  for (std::size_t i = 0; i < columns.size(); ++i) index_.try_emplace(columns[i].name, i);
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (const std::string& alias : columns[i].aliases) index_.try_emplace(alias, i);
}

void Results::row(const double* values) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(values[i]);
}

void Results::archive(Archive& a) {
  for (std::vector<double>& column : values_) {
    a.item("column", column);
    if (column.size() != values_.front().size()) a.refuse("has columns of different lengths");
  }
}

std::optional<TableEnd> Results::find_end() const {
  if (row_count() == 0) return {};
  return TableEnd{static_cast<std::int64_t>(row_count()), values_.front().back()};
}

int Results::find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  return found == index_.end() ? -1 : static_cast<int>(found->second);
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
  if (const int whole = find(name); whole >= 0) return {static_cast<std::size_t>(whole)};
  std::vector<std::size_t> found;
  for (const char* component : {".w", ".x", ".y", ".z"})
    if (const int column = find(std::string(name) + component); column >= 0)
      found.push_back(static_cast<std::size_t>(column));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace holon
