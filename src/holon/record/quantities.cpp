// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/quantities.h"

#include <unordered_map>

namespace holon {
namespace {

const std::vector<std::vector<std::string>> kForms = {{"x", "y", "z"}, {"w", "x", "y", "z"}};

// "link.position" of "link.position.x"; empty if `name` has no such ending.
std::string stem(const std::string& name, const std::string& component) {
  return name.size() > component.size() + 1 && name.ends_with("." + component)
             ? name.substr(0, name.size() - component.size() - 1)
             : std::string();
}

}  // namespace

std::vector<Quantity> find_quantities(const std::vector<Column>& columns) {
  // The number of columns with a name or below it.
  std::unordered_map<std::string, std::size_t> under;
  for (const Column& column : columns)
    for (std::size_t dot = column.name.find('.');; dot = column.name.find('.', dot + 1)) {
      ++under[column.name.substr(0, dot)];
      if (dot == std::string::npos) break;
    }
  const auto fits = [&](std::size_t at, const std::vector<std::string>& form) {
    if (at + form.size() > columns.size()) return false;
    const std::string name = stem(columns[at].name, form[0]);
    if (name.empty() || under[name] != form.size()) return false;
    for (std::size_t k = 0; k < form.size(); ++k)
      if (stem(columns[at + k].name, form[k]) != name ||
          columns[at + k].dimension != columns[at].dimension)
        return false;
    return true;
  };
  std::vector<Quantity> quantities;
  for (std::size_t at = 0; at < columns.size();) {
    Quantity quantity{columns[at].name, {}, {}};
    for (const std::vector<std::string>& form : kForms)
      if (fits(at, form)) quantity = {stem(columns[at].name, form[0]), form, {}};
    const std::size_t count = std::max<std::size_t>(1, quantity.components.size());
    for (std::size_t k = 0; k < count; ++k) quantity.columns.push_back(at + k);
    at += count;
    quantities.push_back(std::move(quantity));
  }
  return quantities;
}

}  // namespace holon
