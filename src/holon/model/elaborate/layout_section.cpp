// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/layout_section.h"

#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "holon/base/names.h"

namespace holon::detail {
namespace {

bool is_pixel_number(const SourceNode& node) {
  if (!node.is_scalar()) return false;
  const std::string& text = node.text();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size() && std::isfinite(value);
}

/// "arm" and "arm.blade"; those in files of their own are not known here.
struct LayoutNames {
  std::vector<std::string> names, files;

  void add(const SourceNode* parts, const std::string& prefix) {
    if (!parts || !parts->is_map()) return;
    for (const SourceNode::Entry& part : parts->peek_entries()) {
      const std::string name = prefix + part.key;
      names.push_back(name);
      if (!part.value.is_map()) continue;
      add(part.value.peek("parts"), name + ".");
      const SourceNode* type = part.value.peek("type");
      if (type && type->is_scalar() && type->text().ends_with(".yaml")) files.push_back(name + ".");
    }
  }
  bool is_in_file(const std::string& name) const {
    for (const std::string& file : files)
      if (name.starts_with(file)) return true;
    return false;
  }
  bool has(const std::string& name) const {
    for (const std::string& known : names)
      if (known == name) return true;
    return false;
  }
};

}  // namespace

void check_layout(const SourceNode& layout, const SourceNode& file, Diagnostics& diagnostics) {
  layout.mark_read();
  if (layout.is_empty() || !layout.expect(SourceNode::Kind::map, diagnostics, {})) return;
  LayoutNames known;
  known.add(file.peek("parts"), {});
  known.names.emplace_back("world");
  for (const SourceNode::Entry& entry : layout.peek_entries()) {
    const SourceNode& value = entry.value;
    const bool is_position = value.is_list() && value.size() == 2 &&
                             is_pixel_number(value.peek_entries()[0].value) &&
                             is_pixel_number(value.peek_entries()[1].value);
    if (!is_position)
      value.error(diagnostics, {},
                  "the position of '" + entry.key + "' is two numbers, not " + value.description(),
                  "write [240, 80], in pixels");
    if (known.has(entry.key) || known.is_in_file(entry.key)) continue;
    const std::string suggestion = did_you_mean(entry.key, known.names);
    diagnostics.add_warning(
        entry.key_place, "'layout' places '" + entry.key + "', which is not a part",
        suggestion.empty() ? "remove this line" : suggestion, static_cast<int>(entry.key.size()));
  }
}

}  // namespace holon::detail
