// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/text_diff_lines.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "holon/reader/editor.h"
#include "holon/serve/document/part_tree.h"

namespace holon::serve {
namespace {

using DiffLines = std::vector<std::string_view>;

// Of the table of the longest common subsequence.
constexpr std::size_t kMostCells = 25'000'000;

DiffLines lines_of(std::string_view text) {
  DiffLines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Lengths of the longest common subsequences of the rests from (i, j) on.
std::vector<std::uint32_t> common_lengths(const DiffLines& a, const DiffLines& b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> lengths((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      lengths[i * width + j] =
          a[i] == b[j] ? lengths[(i + 1) * width + j + 1] + 1
                       : std::max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
  return lengths;
}

ModelOutline outline_of(const std::string& text, const Catalogue& catalogue) {
  try {
    const Editor editor(text);
    return make_outline(editor.tree(), catalogue, nullptr);
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

Json list_diff_lines(const std::string& before, const std::string& after) {
  const DiffLines a = lines_of(before), b = lines_of(after);
  Json list = Json::array();
  std::size_t i = 0, j = 0;
  const auto same = [&] {
    list.push_back({{"kind", "same"}, {"text", a[i]}, {"before", i + 1}, {"after", j + 1}});
    ++i, ++j;
  };
  const auto removed = [&] {
    list.push_back({{"kind", "removed"}, {"text", a[i]}, {"before", i + 1}});
    ++i;
  };
  const auto added = [&] {
    list.push_back({{"kind", "added"}, {"text", b[j]}, {"after", j + 1}});
    ++j;
  };
  while (i < a.size() && j < b.size() && a[i] == b[j]) same();
  std::size_t tail = 0;
  while (tail < a.size() - i && tail < b.size() - j &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  const std::size_t from_a = i, from_b = j;
  const DiffLines x(a.begin() + static_cast<std::ptrdiff_t>(i),
                    a.end() - static_cast<std::ptrdiff_t>(tail));
  const DiffLines y(b.begin() + static_cast<std::ptrdiff_t>(j),
                    b.end() - static_cast<std::ptrdiff_t>(tail));
  std::vector<std::uint32_t> lengths;
  if ((x.size() + 1) * (y.size() + 1) <= kMostCells) lengths = common_lengths(x, y);
  const std::size_t width = y.size() + 1;
  while (i - from_a < x.size() || j - from_b < y.size()) {
    const std::size_t p = i - from_a, q = j - from_b;
    if (p == x.size()) {
      added();
    } else if (q == y.size() || lengths.empty()) {
      removed();
    } else if (x[p] == y[q]) {
      same();
    } else if (lengths[(p + 1) * width + q] >= lengths[p * width + q + 1]) {
      removed();
    } else {
      added();
    }
  }
  while (i < a.size()) same();
  return list;
}

Json list_changed_parts(const std::string& before, const std::string& after,
                        const Catalogue& catalogue) {
  const ModelOutline a = outline_of(before, catalogue), b = outline_of(after, catalogue);
  std::map<std::string, const OutlinePart*> known;
  for (const OutlinePart& part : a.parts) known[part.name()] = &part;
  Json list = Json::array();
  for (const OutlinePart& part : b.parts) {
    const auto old = known.find(part.name());
    if (old == known.end())
      list.push_back({{"id", part.name()}, {"change", "added"}});
    else if (!old->second->is_same(part))
      list.push_back({{"id", part.name()}, {"change", "changed"}});
    if (old != known.end()) known.erase(old);
  }
  for (const auto& [name, part] : known) list.push_back({{"id", name}, {"change", "removed"}});
  return list;
}

}  // namespace holon::serve
