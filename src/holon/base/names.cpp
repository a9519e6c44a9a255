// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstddef>
#include <cstdint>

namespace holon {
namespace {

// A file with errors compares each wrong name with all names, so unnecessary copies are avoided
// here.

bool is_joint(char c) { return c == '_' || c == '-' || c == ' '; }

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// The name without case, underscores, dashes and spaces, and the set of its letters, one bit for
// each letter of the alphabet (other bytes share them).
struct Folded {
  explicit Folded(std::string_view name) {
    text.reserve(name.size());
    for (const char c : name) {
      if (is_joint(c)) continue;
      text += lower(c);
      letters |= std::uint32_t{1} << (static_cast<unsigned char>(text.back()) & 31U);
    }
  }
  std::string text;
  std::uint32_t letters = 0;
};

// Removes the last segment of a dotted name.
std::string_view take_last(std::string_view& name) {
  const std::size_t dot = name.rfind('.');
  const std::string_view piece = dot == std::string_view::npos ? name : name.substr(dot + 1);
  name = name.substr(0, dot == std::string_view::npos ? 0 : dot);
  return piece;
}

// "com" for "center_of_mass", "vel" for "velocity", "acc" for "angular_acceleration". `name` is
// folded, `whole` the candidate folded.
bool is_abbreviation(std::string_view name, std::string_view candidate, std::string_view whole) {
  if (name.size() < 2 || name.size() >= whole.size()) return false;
  if (name.size() >= 3 && whole.starts_with(name)) return true;
  std::size_t words = 0, initials = 0;  // numbers of words and of matching initials
  while (!candidate.empty()) {
    const auto length =
        static_cast<std::size_t>(std::ranges::find_if(candidate, is_joint) - candidate.begin());
    candidate.remove_prefix(std::min(length + 1, candidate.size()));
    if (length == 0) continue;
    const std::string_view word = whole.substr(0, length);
    whole.remove_prefix(length);
    if (name.size() >= 3 && length > name.size() && word.starts_with(name)) return true;
    if (initials == words && words < name.size() && word[0] == name[words]) ++initials;
    ++words;
  }
  return initials == words && words == name.size();
}

// A lower bound of the edit distance: every letter that the other name lacks costs one edit, and so
// does every letter of a difference in length.
int least_distance(const Folded& a, const Folded& b) {
  const auto difference = static_cast<int>(std::max(a.text.size(), b.text.size()) -
                                           std::min(a.text.size(), b.text.size()));
  return std::max(
      {difference, std::popcount(a.letters & ~b.letters), std::popcount(b.letters & ~a.letters)});
}

// The number of edits with which a name of this length is still recognisable.
int allowed_slips(std::size_t length) {
  if (length <= 2) return 0;
  if (length <= 4) return 1;
  return length <= 7 ? 2 : 3;
}

double piece_distance(std::string_view name, std::string_view candidate) {
  if (name == candidate) return 0;
  const Folded left(name), right(candidate);
  const std::string &a = left.text, &b = right.text;
  if (a == b) return a.empty() ? -1 : 0.25;
  if (a.empty() || b.empty()) return -1;
  const int allowed = allowed_slips(std::min(a.size(), b.size()));
  // The time of a comparison is proportional to the product of the lengths.
  constexpr std::size_t kLongest = 1000;
  if (std::min(a.size(), b.size()) > kLongest) return -1;
  if (least_distance(left, right) <= allowed) {
    const int distance = edit_distance(a, b);
    if (distance <= allowed) return distance;
  }
  // A swap of two letters is permitted in the shortest names, too.
  if (a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0]) return 1;
  if (is_abbreviation(a, candidate, b) || is_abbreviation(b, name, a)) return 2.5;
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
  // A name without its first segments, or with additional segments.
  const auto pieces = 1 + std::ranges::count(name, '.');
  const auto others = 1 + std::ranges::count(candidate, '.');
  double sum = pieces == others ? 0 : 1.5;
  int short_slips = 0;
  for (auto k = std::min(pieces, others); k > 0; --k) {
    const std::string_view left = take_last(name), right = take_last(candidate);
    double distance = piece_distance(left, right);
    // One letter is a large part of a short name, but not if all other segments match.
    if (distance < 0 && pieces == others && pieces > 1 &&
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

std::string counted(std::size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace holon
