// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/catalogue/builtin.h"
#include "holon/commands/commands.h"
#include "holon/output/field_text.h"
#include "holon/output/json_report.h"
#include "holon/output/terminal.h"

namespace holon::app {
namespace {

/// A row of a table of names, with what stands behind.
struct Row {
  int depth = 0;
  std::string name, type, description;
};

void list_fields(const Schema& schema, int depth, std::vector<Row>& rows) {
  for (const Field& field : schema.fields) {
    const bool listed = !(field.kind == FieldKind::one_of && field.is_inline);
    if (listed) rows.push_back({depth, field.name, describe_type(field), describe_field(field)});
    if (field.schema) list_fields(*field.schema, depth + 1, rows);
    for (const Alternative& alternative : field.alternatives) {
      rows.push_back({depth + (listed ? 1 : 0), alternative.key, "", alternative.description});
      if (alternative.schema) list_fields(*alternative.schema, depth + (listed ? 2 : 1), rows);
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
  list_fields(type.schema, 0, rows);
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

Json fields_to_json(const Schema& schema) {
  Json fields = Json::array();
  for (const Field& field : schema.fields) {
    Json item = {{"name", field.name}, {"form", describe_type(field)}};
    if (!field.unit.empty()) item["unit"] = field.unit;
    item["description"] = field.description;
    item["required"] = field.is_required;
    if (!field.default_text.empty()) item["default"] = field.default_text;
    item["structural"] = field.is_structural;
    item["varying"] = field.is_varying;
    item["available"] = field.kind != FieldKind::not_yet;
    if (!field.choices.empty()) item["choices"] = field.choices;
    if (field.schema) item["members"] = fields_to_json(*field.schema);
    for (const Alternative& alternative : field.alternatives) {
      Json other = {{"name", alternative.key}, {"description", alternative.description}};
      if (alternative.schema) other["members"] = fields_to_json(*alternative.schema);
      item["alternatives"].push_back(std::move(other));
    }
    fields.push_back(std::move(item));
  }
  return fields;
}

Json type_to_json(const PartType& type) {
  Json outputs = Json::array(), frames = Json::array(), ports = Json::array();
  for (const OutputType& output : type.outputs)
    outputs.push_back({{"name", output.name},
                       {"components", output.components},
                       {"unit", output.dimension.to_string()},
                       {"description", output.description},
                       {"main", output.is_main}});
  for (const FrameType& frame : type.frames)
    frames.push_back({{"name", frame.name}, {"description", frame.description}});
  for (const PortType& port : type.ports)
    ports.push_back(
        {{"name", port.name}, {"domain", port.domain}, {"description", port.description}});
  return {{"name", type.name},
          {"description", type.description},
          {"parameters", fields_to_json(type.schema)},
          {"is_frame", type.is_frame},
          {"frames", frames},
          {"outputs", outputs},
          {"ports", ports}};
}

void print_json(const std::vector<const PartType*>& types) {
  Json json = begin_json("parts");
  json["parts"] = Json::array();
  for (const PartType* type : types) json["parts"].push_back(type_to_json(*type));
  print(to_text(json));
}

}  // namespace

int parts_command(const PartsArguments& arguments) {
  const Catalogue& catalogue = builtin_catalogue();
  if (arguments.type.empty()) {
    if (arguments.json) {
      const auto types = catalogue.types();
      print_json({types.begin(), types.end()});
    } else {
      print_list(catalogue);
    }
    return kDone;
  }
  if (const PartType* type = catalogue.find(arguments.type)) {
    if (arguments.json) {
      print_json({type});
    } else {
      print_type(*type);
    }
    return kDone;
  }
  std::vector<std::string> names;
  for (const PartType* type : catalogue.types()) names.push_back(type->name);
  const std::string suggestion = did_you_mean(arguments.type, names);
  throw CommandError("there is no part type '" + arguments.type + "'; " +
                     (suggestion.empty() ? "'holon parts' lists them" : suggestion));
}

}  // namespace holon::app
