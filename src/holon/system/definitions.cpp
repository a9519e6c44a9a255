// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/definitions.h"

#include <algorithm>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/system/hidden_output.h"

namespace holon::detail {

namespace {

constexpr std::size_t kMostCandidates = 20000;

std::string join(const std::string& prefix, const std::string& name) {
  if (prefix.empty()) return name;
  return name.empty() ? prefix : prefix + "." + name;
}

}  // namespace

void SystemDefinitions::add_group(Group group) {
  const auto number = static_cast<std::uint32_t>(groups.size());
  const auto [first, last] = by_prefix_.equal_range(group.prefix);
  for (auto it = first; it != last; ++it) {
    for (const OutputDeclaration& old : *groups[it->second].table) {
      for (const OutputDeclaration& added : *group.table) {
        HOLON_CHECK(old.name != added.name,
                    "output '" + join(group.prefix, added.name) + "' is defined twice");
      }
    }
  }
  by_prefix_.emplace(group.prefix, number);
  groups.push_back(std::move(group));
}

SystemOutput SystemDefinitions::output(const OutputId& id) const {
  const OutputDeclaration& d = declaration(id);
  std::string name = join(groups[id.group].prefix, d.name);
  if (id.component >= 0 && !d.components.empty()) {
    return {component_name(name, d.components, id.component),
            {},
            d.dimension,
            d.description,
            d.is_main,
            d.role};
  }
  return {std::move(name), d.components, d.dimension, d.description, d.is_main, d.role};
}

bool SystemDefinitions::find_whole(std::string_view name, OutputId& id) const {
  // Every split into prefix and rest: "a.b.c" + "", "a.b" + "c", "a" + "b.c", "" + "a.b.c".
  std::size_t end = name.size();
  while (true) {
    const std::string_view prefix = end == std::string_view::npos ? "" : name.substr(0, end);
    const std::string_view rest = end == std::string_view::npos ? name
                                  : end == name.size()          ? std::string_view()
                                                                : name.substr(end + 1);
    const auto [first, last] = by_prefix_.equal_range(prefix);
    for (auto it = first; it != last; ++it) {
      const auto& table = *groups[it->second].table;
      for (std::size_t k = 0; k < table.size(); ++k) {
        if (table[k].name != rest) continue;
        id = {it->second, static_cast<std::uint32_t>(k), -1};
        return true;
      }
    }
    if (end == std::string_view::npos || end == 0) return false;
    end = name.rfind('.', end - 1);
  }
}

bool SystemDefinitions::find(std::string_view name, OutputId& id) const {
  if (find_component(name, id)) return true;
  if (aliases_.empty()) return false;
  for (std::size_t end = name.size(); end != std::string_view::npos && end > 0;
       end = name.rfind('.', end - 1)) {
    const auto alias = aliases_.find(name.substr(0, end));
    if (alias == aliases_.end()) continue;
    return find(alias->second + std::string(name.substr(end)), id);
  }
  return false;
}

bool SystemDefinitions::find_component(std::string_view name, OutputId& id) const {
  if (find_whole(name, id)) return true;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !find_whole(name.substr(0, dot), id)) return false;
  const auto& components = declaration(id).components;
  const auto found = std::find(components.begin(), components.end(), name.substr(dot + 1));
  if (found == components.end()) return false;
  id.component = static_cast<int>(found - components.begin());
  return true;
}

Expr SystemDefinitions::value(const OutputId& id) const {
  const std::uint64_t key = static_cast<std::uint64_t>(id.group) << 32 | id.index;
  auto found = values_.find(key);
  if (found == values_.end()) {
    const OutputDeclaration& d = declaration(id);
    std::vector<Expr> value = groups[id.group].calc(static_cast<int>(id.index));
    HOLON_CHECK(static_cast<int>(value.size()) == d.size(),
                "output '" + output({id.group, id.index, -1}).name + "' got " +
                    std::to_string(value.size()) + " values, not " + std::to_string(d.size()));
    found = values_.emplace(key, std::move(value)).first;
  }
  return found->second[static_cast<std::size_t>(std::max(id.component, 0))];
}

std::string SystemDefinitions::suggest(std::string_view name) const {
  std::size_t total = 0;
  for (const Group& group : groups) total += group.table->size();
  std::vector<std::string> candidates;
  for (std::size_t end = name.rfind('.'); end != std::string_view::npos && candidates.empty();
       end = end == 0 ? std::string_view::npos : name.rfind('.', end - 1)) {
    // If the beginning is right, only names that continue from there are suggested.
    const auto [first, last] = by_prefix_.equal_range(name.substr(0, end));
    for (auto it = first; it != last; ++it) {
      for (const OutputDeclaration& d : *groups[it->second].table) {
        candidates.push_back(join(groups[it->second].prefix, d.name));
      }
    }
  }
  std::string result = did_you_mean(name, candidates);
  if (!result.empty()) return result;
  candidates.clear();
  for (const Group& group : groups) {
    if (group.prefix.starts_with(kHiddenPrefix)) continue;
    if (total > kMostCandidates) {
      candidates.push_back(group.prefix);
      continue;
    }
    for (const OutputDeclaration& d : *group.table)
      candidates.push_back(join(group.prefix, d.name));
  }
  return did_you_mean(name, candidates);
}

}  // namespace holon::detail
