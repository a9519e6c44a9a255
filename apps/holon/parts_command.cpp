// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/names.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands.h"
#include "holon/terminal.h"

namespace holon::app {
namespace {

/// A row of a table of names, with what stands behind.
struct Row {
  int depth = 0;
  std::string name, type, description;
};

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

// What a value looks like: its unit, its words, its form.
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

void add_fields(const Schema& schema, int depth, std::vector<Row>& rows) {
  for (const Field& field : schema.fields) {
    const bool listed = !(field.kind == FieldKind::one_of && field.is_inline);
    if (listed) rows.push_back({depth, field.name, describe_type(field), describe_field(field)});
    if (field.schema) add_fields(*field.schema, depth + 1, rows);
    for (const Alternative& alternative : field.alternatives) {
      rows.push_back({depth + (listed ? 1 : 0), alternative.key, "", alternative.description});
      if (alternative.schema) add_fields(*alternative.schema, depth + (listed ? 2 : 1), rows);
    }
  }
}

void print_rows(const std::vector<Row>& rows) {
  int names = 0, types = 0;
  for (const Row& row : rows) {
    names = std::max(names, 2 * row.depth + display_width(row.name));
    types = std::max(types, display_width(row.type));
  }
  types = std::min(types, 24);
  const int indent = 2 + names + 2 + types + 2;
  for (const Row& row : rows) {
    const std::string name = std::string(static_cast<std::size_t>(2 * row.depth), ' ') + row.name;
    print("  " + bold(pad(name, names)) + "  " + pad(row.type, types) + "  " +
          wrap(row.description, terminal_width(), indent) + "\n");
  }
}

void add_outputs(const std::vector<OutputType>& outputs, const std::string& prefix,
                 std::vector<Row>& rows) {
  for (const OutputType& output : outputs) {
    std::string type = output.dimension.is_number() ? "" : output.dimension.to_string();
    if (!output.components.empty())
      type = fmt::format(".{} {}", fmt::join(output.components, " ."), type);
    rows.push_back(
        {0, prefix + output.name, type, output.description + (output.is_main ? " (main)" : "")});
  }
}

void print_section(const char* title, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  print(fmt::format("\n{}\n", title));
  print_rows(rows);
}

void print_type(const PartType& type) {
  print(bold(type.name) + "  " +
        wrap(type.description, terminal_width(), display_width(type.name) + 2) + "\n");
  std::vector<Row> rows;
  add_fields(type.schema, 0, rows);
  print_section("Parameters", rows);

  rows.clear();
  if (type.is_frame) rows.push_back({0, "", "", "the part itself"});
  for (const FrameType& frame : type.frames) rows.push_back({0, frame.name, "", frame.description});
  for (const Field& field : type.schema.fields)
    if (field.makes_frames) rows.push_back({0, "…", "", "each of '" + field.name + "'"});
  const bool has_frames = !rows.empty();
  print_section("Frames", rows);

  rows.clear();
  add_outputs(type.outputs, "", rows);
  if (has_frames) add_outputs(frame_outputs(), type.is_frame ? "" : "<frame>.", rows);
  print_section(has_frames && type.is_frame ? "Outputs (the last seven of every frame)" : "Outputs",
                rows);

  rows.clear();
  for (const PortType& port : type.ports)
    rows.push_back({0, port.name, port.domain, port.description});
  print_section("Ports", rows);
}

void print_list(const Catalogue& catalogue) {
  int widest = 0;
  for (const PartType* type : catalogue.types())
    widest = std::max(widest, display_width(type->name));
  for (const PartType* type : catalogue.types())
    print("  " + bold(pad(type->name, widest)) + "  " +
          wrap(type->description, terminal_width(), widest + 4) + "\n");
  print("\n" + call_of("parts") + " TYPE shows parameters, frames and outputs of one.\n");
}

}  // namespace

int parts_command(const PartsArguments& arguments) {
  const Catalogue& catalogue = builtin_catalogue();
  if (arguments.type.empty()) {
    print_list(catalogue);
    return kDone;
  }
  if (const PartType* type = catalogue.find(arguments.type)) {
    print_type(*type);
    return kDone;
  }
  if (is_future_part(arguments.type)) {
    print_error("'" + arguments.type + "' is not in this version yet");
    return kCommandIsWrong;
  }
  std::vector<std::string> names;
  for (const PartType* type : catalogue.types()) names.push_back(type->name);
  const std::string suggestion = did_you_mean(arguments.type, names);
  print_error("there is no part type '" + arguments.type + "'; " +
              (suggestion.empty() ? "'holon parts' lists them" : suggestion));
  return kCommandIsWrong;
}

}  // namespace holon::app
