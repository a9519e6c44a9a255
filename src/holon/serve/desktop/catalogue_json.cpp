// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/desktop/catalogue_json.h"

#include <cmath>

#include "holon/base/units.h"
#include "holon/expr/formula/formula_functions.h"
#include "holon/model/describe/settings.h"
#include "holon/serve/document/part_tree.h"

namespace holon::serve {
namespace {

// Schemas of shapes and the like may contain themselves.
constexpr int kDeepestFields = 6;

const char* kind_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::number: return "number";
    case FieldKind::plain: return "plain";
    case FieldKind::vector: return "vector";
    case FieldKind::numbers: return "numbers";
    case FieldKind::flag: return "flag";
    case FieldKind::integer: return "integer";
    case FieldKind::text: return "text";
    case FieldKind::texts: return "texts";
    case FieldKind::choice: return "choice";
    case FieldKind::axis: return "axis";
    case FieldKind::frame: return "frame";
    case FieldKind::between: return "between";
    case FieldKind::orientation: return "orientation";
    case FieldKind::object: return "object";
    case FieldKind::objects: return "objects";
    case FieldKind::named: return "named";
    case FieldKind::one_of: return "one_of";
    case FieldKind::source: return "source";
    case FieldKind::not_yet: return "not_yet";
  }
  return "";
}

Json list_fields(const Schema& schema, int depth);

Json show_field(const Field& field, int depth) {
  Json json = {
      {"name", field.name}, {"kind", kind_name(field.kind)}, {"description", field.description}};
  if (!field.unit.empty()) json["unit"] = field.unit;
  if (!field.default_text.empty()) json["default"] = field.default_text;
  const auto mark = [&](const char* key, bool is_so) {
    if (is_so) json[key] = true;
  };
  mark("required", field.is_required);
  mark("varying", field.is_varying);
  mark("structural", field.is_structural);
  mark("isFile", field.is_file);
  mark("isColor", field.is_color);
  mark("isNode", field.is_node);
  mark("makesFrames", field.makes_frames);
  mark("makesNames", field.makes_names);
  mark("namesParts", field.names_parts);
  mark("inline", field.is_inline);
  if (std::isfinite(field.minimum)) json["minimum"] = field.minimum;
  if (std::isfinite(field.maximum)) json["maximum"] = field.maximum;
  if (!field.sizes.empty()) json["sizes"] = field.sizes;
  if (!field.choices.empty()) json["choices"] = field.choices;
  if (depth >= kDeepestFields) return json;
  if (field.schema) json["fields"] = list_fields(*field.schema, depth + 1);
  for (const Alternative& each : field.alternatives)
    json["alternatives"].push_back({{"key", each.key},
                                    {"description", each.description},
                                    {"fields", list_fields(*each.schema, depth + 1)}});
  return json;
}

Json list_fields(const Schema& schema, int depth) {
  Json list = Json::array();
  for (const Field& field : schema.fields)
    if (field.kind != FieldKind::not_yet) list.push_back(show_field(field, depth));
  return list;
}

Json show_outputs(const std::vector<OutputType>& outputs) {
  Json list = Json::array();
  for (const OutputType& output : outputs)
    list.push_back({{"name", output.name},
                    {"components", output.components},
                    {"unit", output.dimension.to_string()},
                    {"description", output.description},
                    {"isMain", output.is_main}});
  return list;
}

/// A value that a new part may begin with: required ones need one.
std::string first_value(const Field& field) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::plain: {
      const std::string number = field.excludes_minimum || field.minimum > 0 ? "1" : "0";
      const bool has_unit = !field.unit.empty() && field.unit != "any" && field.unit != "1";
      return has_unit ? number + " " + (field.unit == "delta K" ? "K" : field.unit) : number;
    }
    case FieldKind::vector: return "[0, 0, 0]";
    case FieldKind::between: return "[world, world]";
    case FieldKind::frame: return "world";
    case FieldKind::axis: return "z";
    case FieldKind::choice: return field.choices.empty() ? "" : field.choices.front();
    case FieldKind::integer: return "1";
    case FieldKind::flag: return "false";
    default: return "";
  }
}

Json show_type(const PartType& type) {
  Json frames = Json::array(), ports = Json::array(), first = Json::object();
  for (const FrameType& frame : type.frames)
    frames.push_back({{"name", frame.name}, {"description", frame.description}});
  for (const PortType& port : type.ports)
    ports.push_back(
        {{"name", port.name}, {"domain", port.domain}, {"description", port.description}});
  for (const Field& field : type.schema.fields)
    if (field.is_required)
      if (const std::string value = first_value(field); !value.empty()) first[field.name] = value;
  Json json = {{"name", type.name},
               {"description", type.description},
               {"kind", part_kind(&type)},
               {"group", palette_group(type)},
               {"isFrame", type.is_frame},
               {"fields", list_fields(type.schema, 0)},
               {"outputs", show_outputs(type.outputs)},
               {"frames", std::move(frames)},
               {"ports", std::move(ports)},
               {"template", std::move(first)}};
  if (!type.plugin.empty()) json["plugin"] = type.plugin;
  return json;
}

}  // namespace

Json write_catalogue(const Catalogue& catalogue) {
  Json types = Json::array(), functions = Json::array();
  for (const PartType* type : catalogue.types()) types.push_back(show_type(*type));
  for (const detail::FormulaFunctionInfo& each : detail::formula_functions())
    functions.push_back(
        {{"name", each.name},
         {"signature", std::string(each.name) + "(" + std::string(each.arguments) + ")"},
         {"description", ""}});
  return {{"types", std::move(types)},
          {"frameOutputs", show_outputs(frame_outputs())},
          {"settings",
           {{"simulate", list_fields(schema_of<SimulateSettings>(), 0)},
            {"world", list_fields(schema_of<WorldSettings>(), 0)},
            {"camera", list_fields(schema_of<CameraSettings>(), 0)}}},
          {"functions", std::move(functions)},
          {"units", unit_names()}};
}

}  // namespace holon::serve
