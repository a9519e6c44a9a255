// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace holon {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = text.find_first_of(separators);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

// Without case, underscores, dashes and spaces.
std::string fold(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '_' || c == '-' || c == ' ') continue;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

// "com" for "center_of_mass", "vel" for "velocity", "acc" for "angular_acceleration".
bool is_abbreviation(const std::string& folded, std::string_view candidate) {
  if (folded.size() < 2) return false;
  const std::string whole = fold(candidate);
  if (folded.size() >= 3 && whole.size() > folded.size() && whole.starts_with(folded)) return true;
  std::string initials;
  for (const std::string_view word : split(candidate, "_- ")) {
    if (word.empty()) continue;
    initials += fold(word.substr(0, 1));
    if (folded.size() >= 3 && word.size() > folded.size() && fold(word).starts_with(folded)) {
      return true;
    }
  }
  return initials.size() >= 2 && initials == folded;
}

// How many slips a name of this length can hold and still be recognised.
int allowed_slips(std::size_t length) {
  if (length <= 2) return 0;
  if (length <= 4) return 1;
  return length <= 7 ? 2 : 3;
}

double piece_distance(std::string_view name, std::string_view candidate) {
  if (name == candidate) return 0;
  const std::string a = fold(name);
  const std::string b = fold(candidate);
  if (a == b) return a.empty() ? -1 : 0.25;
  if (a.empty() || b.empty()) return -1;
  const int distance = edit_distance(a, b);
  if (distance <= allowed_slips(std::min(a.size(), b.size()))) return distance;
  // Two letters swapped are a slip in the shortest of names, too.
  if (a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0]) return 1;
  if (is_abbreviation(a, candidate) || is_abbreviation(b, name)) return 2.5;
  return -1;
}

template <class List>
std::string find_nearest_in(std::string_view name, const List& candidates) {
  double best = -1;
  std::string_view nearest;
  for (const auto& candidate : candidates) {
    const double distance = name_distance(name, candidate);
    if (distance >= 0 && (best < 0 || distance < best)) {
      best = distance;
      nearest = candidate;
    }
  }
  return std::string(nearest);
}

std::string ask(const std::string& nearest) {
  return nearest.empty() ? std::string() : fmt::format("did you mean '{}'?", nearest);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

double name_distance(std::string_view name, std::string_view candidate) {
  if (name == candidate) return 0;
  const std::vector<std::string_view> a = split(name, ".");
  const std::vector<std::string_view> b = split(candidate, ".");
  // A name without its first pieces, or with pieces that do not belong there.
  const std::size_t common = std::min(a.size(), b.size());
  double sum = a.size() == b.size() ? 0 : 1.5;
  int short_slips = 0;
  for (std::size_t k = 1; k <= common; ++k) {
    const std::string_view left = a[a.size() - k], right = b[b.size() - k];
    double distance = piece_distance(left, right);
    // One letter is much of a short name, but not where all the other pieces are right.
    if (distance < 0 && a.size() == b.size() && a.size() > 1 &&
        std::min(left.size(), right.size()) == 2 && edit_distance(left, right) == 1) {
      ++short_slips;
      distance = 1;
    }
    if (distance < 0) return -1;
    sum += distance;
  }
  return short_slips > 0 && sum > 1 ? -1 : sum;
}

std::string find_nearest(std::string_view name, const std::vector<std::string>& candidates) {
  return find_nearest_in(name, candidates);
}
std::string find_nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  return find_nearest_in(name, candidates);
}
std::string find_nearest(std::string_view name,
                         std::initializer_list<std::string_view> candidates) {
  return find_nearest_in(name, candidates);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  return ask(find_nearest_in(name, candidates));
}
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  return ask(find_nearest_in(name, candidates));
}
std::string did_you_mean(std::string_view name,
                         std::initializer_list<std::string_view> candidates) {
  return ask(find_nearest_in(name, candidates));
}

std::string quote_list(const std::vector<std::string>& names, std::string_view conjunction,
                       std::size_t limit) {
  const std::size_t shown = names.size() > limit ? limit : names.size();
  std::string text;
  for (std::size_t k = 0; k < shown; ++k) {
    if (k > 0) text += k + 1 == names.size() ? fmt::format(" {} ", conjunction) : ", ";
    text += fmt::format("'{}'", names[k]);
  }
  if (shown < names.size()) text += fmt::format(" … ({} more)", names.size() - shown);
  return text;
}

}  // namespace holon
