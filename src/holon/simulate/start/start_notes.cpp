// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/start_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon {

namespace {

constexpr double kUnshown = 1e-6;  // what a message would not show is no change

/// A value that is not what was guessed.
struct Change {
  std::string owner;  ///< of vectors and orientations, several of which are reported together
  std::string text;
  double size = 0;
};

/// "C.reversed.orientation" is reported as "C.orientation": the reversed joint is Holon's own.
std::string public_name(const StateBlock& block) {
  std::string name = block.name;
  constexpr std::string_view kReversed = ".reversed.";
  const std::size_t at = name.find(kReversed);
  if (at != std::string::npos) name.replace(at, kReversed.size(), ".");
  return name;
}

std::vector<double> components(const StateBlock& block, const std::vector<double>& x) {
  const auto first = x.begin() + block.offset;
  return {first, first + block.size};
}

Change compare(const StateBlock& block, const std::vector<double>& guessed,
               const std::vector<double>& found, const std::string& before) {
  const std::vector<double> a = components(block, guessed), b = components(block, found);
  const std::string name = public_name(block);
  if (block.size == 1) {
    const double size = std::abs(b[0] - a[0]);
    if (!(size > kUnshown * (1 + std::abs(a[0])))) return {};
    return {"", fmt::format("{} = {:.6g} ({} {:.6g})", name, b[0], before, a[0] + 0.0), size};
  }
  double dot = 0, square = 0, length = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    dot += a[k] * b[k];
    square += (b[k] - a[k]) * (b[k] - a[k]);
    length += std::abs(a[k]);
  }
  if (!(std::sqrt(square) > kUnshown * length)) return {};
  const std::size_t dot_at = name.rfind('.');
  const std::string owner = name.substr(0, dot_at);
  if (block.kind == StateBlock::Kind::quaternion) {
    const double angle = 2 * std::acos(std::min(std::abs(dot), 1.0));
    if (!(angle > kUnshown)) return {};
    return {owner, fmt::format("rotated by {:.4g} deg", angle * 180 / std::numbers::pi), angle};
  }
  const double size = std::sqrt(square);
  if (block.role == StateBlock::Role::coordinate) {
    return {owner, fmt::format("moved by {:.4g} m", size), size};
  }
  const char* what = block.dimension == dimensions::kAngularRate ? "angular velocity" : "velocity";
  return {owner,
          fmt::format("{} changed by {:.4g} {}", what, size,
                      block.dimension == dimensions::kAngularRate ? "rad/s" : "m/s"),
          size};
}

}  // namespace

std::string list_changes(const System& system, const std::vector<double>& guessed,
                         const std::vector<double>& found, const std::string& before) {
  std::string text;
  std::size_t count = 0;
  using Role = StateBlock::Role;
  for (const auto role : {Role::coordinate, Role::rate, Role::other}) {
    std::vector<Change> changes;
    for (const StateBlock& block : system.states) {
      if (block.role != role || (role == Role::other && block.size > 1)) continue;
      Change change = compare(block, guessed, found, before);
      if (change.text.empty()) continue;
      const auto same = std::find_if(changes.begin(), changes.end(), [&](const Change& other) {
        return !change.owner.empty() && other.owner == change.owner;
      });
      if (same == changes.end()) {
        changes.push_back(std::move(change));
      } else {
        same->text += " and " + change.text;
        same->size = std::max(same->size, change.size);
      }
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.size > b.size; });
    for (const Change& change : changes) {
      if (++count > kMostNamesReported) continue;
      text += (text.empty() ? "" : ", ") + change.owner + (change.owner.empty() ? "" : " ") +
              change.text;
    }
  }
  if (count == 0) return "";
  if (count > kMostNamesReported) text += fmt::format(" and {} more", count - kMostNamesReported);
  return text;
}

std::vector<std::string> name_values(const System& system, const std::vector<int>& states) {
  std::vector<std::string> names;
  for (const int s : states) {
    for (const StateBlock& block : system.states) {
      if (s < block.offset || s >= block.offset + block.size) continue;
      std::string name = public_name(block);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
      }
    }
  }
  return names;
}

std::string list_some(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < names.size() && k < most; ++k) {
    text += (k == 0 ? "" : ", ") + names[k];
  }
  if (names.size() > most) text += ", …";
  return text;
}

std::string list_by_part(const std::vector<std::string>& outputs) {
  // What is open of each part, in the order of the parts; then the parts with the same of it.
  std::vector<std::pair<std::string, std::string>> parts;
  for (const std::string& name : outputs) {
    constexpr std::string_view kReaction = ".reaction.";
    std::size_t at = name.rfind(kReaction), own = at + kReaction.size();
    if (at == std::string::npos) at = name.rfind('.'), own = at + 1;
    const std::string part = name.substr(0, at), open = name.substr(own);
    if (parts.empty() || parts.back().first != part) {
      parts.emplace_back(part, open);
    } else {
      parts.back().second += ", " + open;
    }
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const auto& [part, open] : parts) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&open = open](const auto& one) { return one.first == open; });
    if (group == groups.end()) group = groups.insert(groups.end(), {open, {}});
    group->second.push_back(part);
  }
  std::string text;
  for (std::size_t k = 0; k < groups.size() && k < kMostNamesReported; ++k) {
    auto& [open, names] = groups[k];
    const std::size_t more =
        names.size() > kMostNamesReported ? names.size() - kMostNamesReported : 0;
    names.resize(names.size() - more);
    text += (k == 0 ? "" : "; ") + open + " of " + list_some(names);
    if (more > 0) text += fmt::format(" and {} more parts", more);
  }
  if (groups.size() > kMostNamesReported) text += "; …";
  return text;
}

}  // namespace holon
