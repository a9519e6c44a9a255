// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/schema.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "holon/model/describe/descriptor.h"
#include "holon/model/describe/fluid_settings.h"
#include "holon/model/describe/settings.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNamePattern = "^[A-Za-z_\\u0080-\\uFFFF][A-Za-z0-9_\\u0080-\\uFFFF]*$";
constexpr const char* kFilePattern = "(/|\\.ya?ml$)";

Json reference(const std::string& definition) { return {{"$ref", "#/definitions/" + definition}}; }

Json any_of(Json alternatives) { return {{"anyOf", std::move(alternatives)}}; }

Json value() { return {{"type", Json::array({"number", "string"})}}; }

Json text() { return {{"type", "string"}}; }

Json list_of(Json items, int least = 0, int most = 0) {
  Json list{{"type", "array"}, {"items", std::move(items)}};
  if (least > 0) list["minItems"] = least;
  if (most > 0) list["maxItems"] = most;
  return list;
}

/// A list of this number of values, or a formula that gives one.
Json vector_of(int size) { return any_of({list_of(value(), size, size), text()}); }

/// A map with user-defined names as keys.
Json map_of(Json values) {
  return {{"type", "object"},
          {"propertyNames", {{"pattern", kNamePattern}}},
          {"additionalProperties", std::move(values)}};
}

Json object(Json properties, std::vector<std::string> required = {}) {
  Json result{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) result["required"] = std::move(required);
  result["additionalProperties"] = false;
  return result;
}

Json described(Json schema, const std::string& description) {
  Json result{{"description", description}};
  result.update(schema);
  return result;
}

/// "length of the rod (m, default 1)".
std::string describe(const Field& field) {
  std::string notes = field.unit;
  const auto add = [&](const std::string& note) { notes += (notes.empty() ? "" : ", ") + note; };
  if (field.is_required) add("required");
  if (!field.default_text.empty()) add("default " + field.default_text);
  return notes.empty() ? field.description : field.description + " (" + notes + ')';
}

class SchemaWriter {
 public:
  explicit SchemaWriter(const Catalogue& catalogue) : catalogue_(catalogue) {}

  std::string write() {
    const Json model = write_model();
    Json root{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "Holon model, language version 1"}};
    root.update(model);
    root["definitions"] = std::move(definitions_);
    return root.dump(2) + '\n';
  }

 private:
  Json write_model() {
    definitions_["orientation"] = write_orientation();
    definitions_["axis"] =
        any_of({Json{{"enum", {"x", "y", "z", "-x", "-y", "-z"}}}, list_of(value(), 3, 3), text()});
    definitions_["parameters"] =
        described(map_of(any_of({value(), list_of(value())})), "values with names of their own");
    definitions_["interface"] = write_interface();
    const std::string sections = "sections.";
    Json properties;
    properties["holon"] = described({{"const", 1}}, "version of the language");
    properties["title"] = described(text(), "heading of plots and reports");
    properties["extends"] = described(
        text(), "a model file: this one has all of its sections, changed by those given here");
    properties["units"] =
        described({{"enum", {"strict"}}},
                  "strict: bare numbers in formulas are pure numbers, without a unit");
    properties["parameters"] = reference("parameters");
    properties["tunable"] =
        described(list_of(text()), "parameters that stay free in the equations");
    properties["interface"] = reference("interface");
    properties["inputs"] = described(map_of(text()), "time series from CSV files, by name");
    properties["world"] = write_object(schema_of<WorldSettings>(), sections + "world");
    properties["fluid"] = write_object(schema_of<FluidSettings>(), sections + "fluid");
    properties["parts"] = described(map_of(reference("part")), "the parts of the machine, by name");
    properties["simulate"] = write_object(schema_of<SimulateSettings>(), sections + "simulate");
    properties["outputs"] =
        described(list_of(text()), "what to record; default: the main outputs of all parts");
    properties["plots"] = described(
        list_of(write_object(schema_of<PlotSettings>(), sections + "plot")), "what to draw");
    properties["scene"] = write_object(schema_of<SceneSettings>(), sections + "scene");
    properties["layout"] =
        described(map_of(list_of(value(), 2, 2)),
                  "positions of parts on the desktop [px]; no effect on results");
    properties["study"] = described(write_study(), "many runs with values that vary: holon sweep");
    write_part();
    return object(std::move(properties), {"holon"});
  }

  static Json write_study() {
    Json vary;
    vary["normal"] = described(list_of(value(), 2, 2), "mean and standard deviation");
    vary["uniform"] = described(list_of(value(), 2, 2), "from, to");
    vary["values"] = described(list_of(value()), "the values themselves");
    vary["range"] =
        described(list_of(value(), 2, 2), "from, to, with `points` equally spaced values");
    vary["points"] = described(value(), "number of values in the range");
    Json study;
    study["kind"] = described({{"enum", {"monte_carlo", "grid"}}}, "how samples are chosen");
    study["samples"] = described(value(), "number of runs (monte_carlo)");
    study["seed"] = described(value(), "of the random numbers (default 0)");
    study["vary"] = described(map_of(object(std::move(vary), {})), "by name of the value");
    study["record"] = described(map_of(text()),
                                "numbers of each run by name: max, min, final, initial, mean, rms "
                                "or integral of a formula");
    return object(std::move(study), {"kind", "vary", "record"});
  }

  static Json write_orientation() {
    return any_of({object({{"axis", reference("axis")}, {"angle", value()}}, {"axis", "angle"}),
                   object({{"rpy", vector_of(3)}}, {"rpy"}),
                   object({{"quaternion", vector_of(4)}}, {"quaternion"}), text()});
  }

  static Json write_interface() {
    const Json names = any_of({list_of(text()), map_of(text())});
    return described(object({{"frames", names}, {"outputs", names}}),
                     "the interface of a composite part");
  }

  /// Any part: `type` selects the definition.
  void write_part() {
    Json names = Json::array(), cases = Json::array();
    for (const PartType* type : catalogue_.types()) {
      names.push_back(type->name);
      cases.push_back(
          {{"if", {{"properties", {{"type", {{"const", type->name}}}}}, {"required", {"type"}}}},
           {"then", reference(type->name)}});
      definitions_[type->name] = write_part_type(*type);
    }
    const Json file =
        described({{"type", "string"}, {"pattern", kFilePattern}}, "a file that holds a model");
    cases.push_back({{"if", {{"properties", {{"type", file}}}, {"required", {"type"}}}},
                     {"then", reference("part_from_file")}});
    cases.push_back(
        {{"if", {{"not", {{"required", {"type"}}}}}}, {"then", reference("composite_part")}});
    definitions_["part_from_file"] = object(common_properties(file), {"type"});
    Json inside{{"parts", map_of(reference("part"))}, {"interface", reference("interface")}};
    inside.update(common_properties(nullptr));
    definitions_["composite_part"] = object(std::move(inside), {"parts"});
    definitions_["part"] = {
        {"type", "object"},
        {"properties", {{"type", any_of({Json{{"enum", std::move(names)}}, file})}}},
        {"allOf", std::move(cases)}};
  }

  /// The keys of every part.
  static Json common_properties(const Json& type) {
    Json properties;
    if (!type.is_null()) properties["type"] = type;
    properties["parameters"] = reference("parameters");
    properties["repeat"] = described({{"type", Json::array({"integer", "string"})}, {"minimum", 1}},
                                     "makes an array of this size, with the index i from 0");
    properties["override"] = described({{"type", "object"},
                                        {"patternProperties", {{"^[0-9]+$", {{"type", "object"}}}}},
                                        {"additionalProperties", false}},
                                       "changes single members of an array, by their index");
    return properties;
  }

  Json write_part_type(const PartType& type) {
    Json fields = write_fields(type.schema, type.name);
    Json properties = common_properties(described({{"const", type.name}}, type.description));
    properties.update(fields["properties"]);
    fields["properties"] = std::move(properties);
    Json& required = fields["required"];
    required.insert(required.begin(), "type");
    return described(fields, type.description);
  }

  Json write_fields(const Schema& schema, const std::string& path) {
    Json properties = Json::object();
    Json required = Json::array(), choices = Json::array();
    for (const Field& field : schema.fields) {
      const std::string below = path + '.' + field.name;
      if (field.kind == FieldKind::one_of && field.is_inline) {
        for (const Alternative& form : field.alternatives) {
          properties[form.key] =
              described(any_of(Json::array({write_object(*form.schema, below + '.' + form.key)})),
                        form.description);
          choices.push_back({{"required", {form.key}}});
        }
        if (!field.is_required) choices.clear();
        continue;
      }
      properties[field.name] = described(write_field(field, below), describe(field));
      if (field.is_required) required.push_back(field.name);
    }
    Json result{{"type", "object"}, {"properties", std::move(properties)}};
    result["required"] = std::move(required);
    if (!choices.empty()) result["oneOf"] = std::move(choices);
    result["additionalProperties"] = false;
    return result;
  }

  /// An object, by reference: the same description is written once.
  Json write_object(const Schema& schema, const std::string& path) {
    const auto found = written_.find(&schema);
    if (found != written_.end()) return reference(found->second);
    written_.emplace(&schema, path);
    Json fields = write_fields(schema, path);
    const bool may_be_empty = fields["required"].empty() && !fields.contains("oneOf");
    if (may_be_empty) {
      fields["type"] = Json::array({"object", "null"});
      fields.erase("required");
    }
    if (schema.bare_field >= 0) {
      const Field& bare = schema.fields[static_cast<std::size_t>(schema.bare_field)];
      fields = any_of({write_field(bare, path + '.' + bare.name), std::move(fields)});
    }
    definitions_[path] = std::move(fields);
    return reference(path);
  }

  Json write_field(const Field& field, const std::string& path) {
    switch (field.kind) {
      case FieldKind::number:
      case FieldKind::plain: return with_range(value(), field);
      case FieldKind::integer:
        return with_range({{"type", Json::array({"integer", "string"})}}, field);
      case FieldKind::vector: return vector_of(3);
      case FieldKind::numbers: return write_numbers(field);
      case FieldKind::flag: return {{"type", "boolean"}};
      case FieldKind::text: return text();
      case FieldKind::source: return Json::object();
      case FieldKind::texts: return any_of({text(), list_of(text())});
      case FieldKind::choice: return {{"enum", field.choices}};
      case FieldKind::axis: return reference_with_text("axis");
      case FieldKind::frame: return text();
      case FieldKind::between: return list_of(text(), 2, 2);
      case FieldKind::orientation: return reference_with_text("orientation");
      case FieldKind::object: return any_of(Json::array({write_object(*field.schema, path)}));
      case FieldKind::objects: return list_of(write_object(*field.schema, path));
      case FieldKind::named: {
        Json map = map_of(write_object(*field.schema, path));
        map["type"] = Json::array({"object", "null"});
        if (field.names_values || !field.names_own.empty()) map.erase("propertyNames");
        return field.takes_list ? any_of({map, list_of(text())}) : map;
      }
      case FieldKind::one_of: return write_one_of(field, path);
      case FieldKind::not_yet: return {{"not", Json::object()}};
    }
    return Json::object();
  }

  /// A reference that permits a description (draft 7 ignores keys next to $ref).
  static Json reference_with_text(const std::string& definition) {
    return any_of(Json::array({reference(definition)}));
  }

  Json write_one_of(const Field& field, const std::string& path) {
    Json forms = Json::array();
    for (const Alternative& form : field.alternatives) {
      const Json inside = write_object(*form.schema, path + '.' + form.key);
      forms.push_back(described(object({{form.key, inside}}, {form.key}), form.description));
    }
    const Schema& first = *field.alternatives[0].schema;
    if (first.bare_field >= 0) {
      const Field& bare = first.fields[static_cast<std::size_t>(first.bare_field)];
      forms.push_back(write_field(bare, path + '.' + bare.name));
    }
    return any_of(std::move(forms));
  }

  static Json write_numbers(const Field& field) {
    Json forms = Json::array();
    for (const int size : field.sizes) forms.push_back(list_of(value(), size, size));
    if (forms.empty()) forms.push_back(list_of(value()));
    forms.push_back(text());
    return any_of(std::move(forms));
  }

  /// The range holds for bare numbers only; quantities and formulas are checked when they are read.
  static Json with_range(Json schema, const Field& field) {
    if (std::isfinite(field.minimum)) {
      schema[field.excludes_minimum ? "exclusiveMinimum" : "minimum"] = field.minimum;
    }
    if (std::isfinite(field.maximum)) {
      schema[field.excludes_maximum ? "exclusiveMaximum" : "maximum"] = field.maximum;
    }
    return schema;
  }

  const Catalogue& catalogue_;
  Json definitions_ = Json::object();
  std::map<const Schema*, std::string> written_;
};

}  // namespace

std::string write_json_schema(const Catalogue& catalogue) {
  return SchemaWriter(catalogue).write();
}

}  // namespace holon
