// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/output/field_text.h"

#include <fmt/format.h>

#include <cmath>

namespace holon::app {
namespace {

std::string describe_range(const Field& field) {
  const bool low = std::isfinite(field.minimum), high = std::isfinite(field.maximum);
  const char* above = field.excludes_minimum ? ">" : "≥";
  const char* below = field.excludes_maximum ? "<" : "≤";
  if (low && high)
    return fmt::format("{} {:g} and {} {:g}", above, field.minimum, below, field.maximum);
  if (low) return fmt::format("{} {:g}", above, field.minimum);
  if (high) return fmt::format("{} {:g}", below, field.maximum);
  return {};
}

std::string list_size(const Field& field) {
  std::string text;
  for (std::size_t i = 0; i < field.sizes.size(); ++i)
    text += (i == 0                        ? ""
             : i + 1 == field.sizes.size() ? " or "
                                           : ", ") +
            std::to_string(field.sizes[i]);
  return text;
}

}  // namespace

std::string describe_type(const Field& field) {
  const std::string unit = field.unit.empty() ? "number" : field.unit;
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::plain: return unit;
    case FieldKind::vector: return "[x, y, z] " + field.unit;
    case FieldKind::numbers: {
      const std::string sizes = list_size(field);
      return (sizes.empty() ? "list" : "[" + sizes + "]") +
             (field.unit.empty() ? "" : " " + field.unit);
    }
    case FieldKind::flag: return "true | false";
    case FieldKind::integer: return "whole number";
    case FieldKind::text: return "text";
    case FieldKind::source: return "map";
    case FieldKind::texts: return "list of texts";
    case FieldKind::choice: return fmt::format("{}", fmt::join(field.choices, " | "));
    case FieldKind::axis: return "axis";
    case FieldKind::frame: return "frame";
    case FieldKind::between: return "[frame, frame]";
    case FieldKind::orientation: return "orientation";
    case FieldKind::object: return "{…}";
    case FieldKind::objects: return "[{…}, …]";
    case FieldKind::named: return "{name: {…}, …}";
    case FieldKind::one_of: return "one of";
    case FieldKind::not_yet: return "–";
  }
  return {};
}

std::string describe_field(const Field& field) {
  std::string text = field.description;
  if (field.kind == FieldKind::not_yet) return text + " (not in this version yet)";
  std::vector<std::string> remarks;
  if (field.is_required)
    remarks.push_back("required");
  else if (!field.default_text.empty())
    remarks.push_back("default " + field.default_text);
  if (const std::string range = describe_range(field); !range.empty()) remarks.push_back(range);
  if (field.is_varying) remarks.push_back("may vary in time");
  if (!remarks.empty()) text += fmt::format(" ({})", fmt::join(remarks, ", "));
  return text;
}

}  // namespace holon::app
