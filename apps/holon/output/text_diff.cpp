// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The shortest way from lines to lines by E. W. Myers, An O(ND) difference algorithm and its
// variations, Algorithmica 1 (1986) 251-266: V[k] is the furthest place x on the diagonal
// k = x - y that d insertions and deletions reach.
#include "holon/output/text_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace holon::app {
namespace {

/// Lines around a change that are shown with it.
constexpr std::size_t kContext = 3;

/// With their ends.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

struct Line {
  char sign;  ///< ' ', '-' or '+'
  std::string_view text;
  std::size_t old_number, new_number;  ///< lines before it
};

std::vector<Line> diff_lines(const std::vector<std::string_view>& a,
                             const std::vector<std::string_view>& b) {
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t most = n + m;
  std::vector<std::ptrdiff_t> v(static_cast<std::size_t>(2 * most + 2), 0);
  const auto at = [most](std::vector<std::ptrdiff_t>& each, std::ptrdiff_t k) -> std::ptrdiff_t& {
    return each[static_cast<std::size_t>(k + most)];
  };
  const auto goes_down = [&](std::vector<std::ptrdiff_t>& each, std::ptrdiff_t k,
                             std::ptrdiff_t d) {
    return k == -d || (k != d && at(each, k - 1) < at(each, k + 1));
  };
  std::vector<std::vector<std::ptrdiff_t>> history;
  bool is_found = false;
  for (std::ptrdiff_t d = 0; d <= most && !is_found; ++d) {
    history.push_back(v);
    for (std::ptrdiff_t k = -d; k <= d && !is_found; k += 2) {
      std::ptrdiff_t x = goes_down(v, k, d) ? at(v, k + 1) : at(v, k - 1) + 1;
      while (x < n && x - k < m &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) {
        ++x;
      }
      at(v, k) = x;
      is_found = x >= n && x - k >= m;
    }
  }
  std::vector<Line> lines;
  std::ptrdiff_t x = n, y = m;
  const auto add = [&](char sign) {
    const std::string_view text =
        sign == '+' ? b[static_cast<std::size_t>(y)] : a[static_cast<std::size_t>(x)];
    lines.push_back({sign, text, static_cast<std::size_t>(x), static_cast<std::size_t>(y)});
  };
  for (auto d = static_cast<std::ptrdiff_t>(history.size()) - 1; d >= 0; --d) {
    std::vector<std::ptrdiff_t>& before = history[static_cast<std::size_t>(d)];
    const std::ptrdiff_t k = x - y;
    const bool down = goes_down(before, k, d);
    const std::ptrdiff_t start = d == 0 ? 0 : at(before, down ? k + 1 : k - 1);
    const std::ptrdiff_t behind = d == 0 ? 0 : start - (down ? k + 1 : k - 1);
    while (x > start && y > behind && (d == 0 || x > start + (down ? 0 : 1)) &&
           (d == 0 || y > behind + (down ? 1 : 0))) {
      --x, --y;
      add(' ');
    }
    if (d == 0) break;
    down ? --y : --x;
    add(down ? '+' : '-');
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

std::string range(std::size_t first, std::size_t count) {
  if (count == 1) return std::to_string(first + 1);
  return fmt::format("{},{}", count == 0 ? first : first + 1, count);
}

}  // namespace

std::string make_diff(std::string_view before, std::string_view after, const std::string& name) {
  if (before == after) return {};
  const std::vector<Line> lines = diff_lines(split_lines(before), split_lines(after));
  std::string result = "--- " + name + "\n+++ " + name + "\n";
  const auto changes = [&](std::size_t i) { return lines[i].sign != ' '; };
  for (std::size_t i = 0; i < lines.size();) {
    if (!changes(i)) {
      ++i;
      continue;
    }
    const std::size_t begin = i > kContext ? i - kContext : 0;
    std::size_t end = i;
    for (std::size_t j = i; j < lines.size() && j <= end + 2 * kContext; ++j) {
      if (changes(j)) end = j;
    }
    end = std::min(end + 1 + kContext, lines.size());
    std::size_t old_count = 0, new_count = 0;
    for (std::size_t j = begin; j < end; ++j) {
      if (lines[j].sign != '+') ++old_count;
      if (lines[j].sign != '-') ++new_count;
    }
    result += "@@ -" + range(lines[begin].old_number, old_count) + " +" +
              range(lines[begin].new_number, new_count) + " @@\n";
    for (std::size_t j = begin; j < end; ++j) {
      result += lines[j].sign;
      result += lines[j].text;
      if (!lines[j].text.ends_with('\n')) result += "\n\\ No newline at end of file\n";
    }
    i = end;
  }
  return result;
}

std::vector<std::string> list_new_lines(std::string_view before, std::string_view after) {
  std::vector<std::string> result;
  for (const Line& line : diff_lines(split_lines(before), split_lines(after))) {
    if (line.sign != '+') continue;
    const std::string_view text = line.text.substr(0, line.text.find_last_not_of("\r\n") + 1);
    result.push_back(fmt::format("{}: {}", line.new_number + 1, text));
  }
  return result;
}

}  // namespace holon::app
