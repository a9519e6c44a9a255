// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/model_check.h"

#include <cmath>

#include "holon/catalogue/builtin.h"
#include "holon/model/describe/source.h"
#include "holon/model/describe/validate.h"
#include "holon/model/describe/visit.h"
#include "holon/reader/load.h"
#include "holon/report/model/power_drawings.h"
#include "holon/serve/document/model_links.h"
#include "holon/serve/document/part_tree.h"

namespace holon::serve {
namespace {

// More names than fit a list; `complete` knows them all.
constexpr std::size_t kMostOutputs = 5000;
constexpr std::size_t kMostInputs = 500;

/// A number or a list of numbers, of constants and of tunable parameters; nothing where it varies.
struct KnownValue {
  Json value;
  const char* varies = "constant";
};

KnownValue know(const Symbols& symbols, std::span<const Expr> elements, bool is_list) {
  KnownValue known;
  Json list = Json::array();
  for (const Expr e : elements) {
    const double value = detail::value_at_parameters(e, symbols);
    if (!e.is_constant()) known.varies = std::isnan(value) ? "varies" : "tunable";
    if (std::isnan(value) && !e.is_constant()) return {nullptr, "varies"};
    list.push_back(value);
  }
  known.value = is_list ? std::move(list) : list.empty() ? Json() : list[0];
  return known;
}

KnownValue know_field(const Symbols& symbols, const Field& field, const void* value) {
  switch (field.kind) {
    case FieldKind::number: return know(symbols, {static_cast<const Expr*>(value), 1}, false);
    case FieldKind::plain: return {*static_cast<const double*>(value), "constant"};
    case FieldKind::vector: {
      const auto& v = *static_cast<const Vector3<Expr>*>(value);
      const Expr elements[] = {v[0], v[1], v[2]};
      return know(symbols, elements, true);
    }
    case FieldKind::numbers:
      return know(symbols, *static_cast<const std::vector<Expr>*>(value), true);
    default: return {};
  }
}

bool is_first_member(const std::string& name) {
  for (std::size_t at = name.find('['); at != std::string::npos; at = name.find('[', at + 1))
    if (name.compare(at, 3, "[0]") != 0) return false;
  return true;
}

Json know_part(const Model& model, const PartInstance& part) {
  Json info = Json::object();
  detail::visit_fields(part.type->schema, part.part.get(),
                       [&](const Field& field, const void* value, const std::string& path) {
                         Json entry = know_value(model, field, value);
                         if (!entry.is_null()) info[path] = std::move(entry);
                       });
  return info;
}

void add_parts(ModelCheck& check, const Model& model) {
  for (const PartInstance& part : model.parts()) {
    if (!is_first_member(part.name)) continue;
    Json info = know_part(model, part);
    check.types.emplace_back(without_indices(part.name), part.type);
    if (!info.empty()) check.info[without_indices(part.name)] = std::move(info);
  }
}

/// Numbers that formulas give while the model runs: what a person may add his own part to. Those
/// that are named as commands of a part come first, and are what one usually drives.
void add_inputs(ModelCheck& check, const Model& model) {
  std::vector<Json> others;
  for (const PartInstance& part : model.parts()) {
    if (part.name.find('[') != std::string::npos) continue;
    detail::visit_fields(
        part.type->schema, part.part.get(),
        [&](const Field& field, const void* value, const std::string& path) {
          if (field.kind != FieldKind::number || path.find('[') != std::string::npos) return;
          const KnownValue known = know_field(*model.symbols(), field, value);
          if (std::string_view(known.varies) != "varies") return;
          Json input = {{"name", part.name + "." + path}, {"unit", field.unit}};
          if (field.unit == "1" || field.unit == "any") input["unit"] = "";
          if (path != "command") return others.push_back(std::move(input));
          input["isUsual"] = true;
          check.inputs.push_back(std::move(input));
        });
  }
  for (Json& input : others)
    if (check.inputs.size() < kMostInputs) check.inputs.push_back(std::move(input));
}

void add_outputs(ModelCheck& check, const LoadedModel& loaded) {
  const PartNames names(loaded.model);
  std::vector<SystemOutput> outputs = loaded.system.list_outputs();
  const bool has_many = outputs.size() > kMostOutputs;
  if (has_many) outputs = loaded.system.list_main_outputs();
  if (outputs.size() > kMostOutputs) outputs.resize(kMostOutputs);
  for (const SystemOutput& output : outputs)
    check.outputs.push_back({{"name", output.name},
                             {"components", output.components},
                             {"unit", output.dimension.to_string()},
                             {"description", output.description},
                             {"part", names.find(output.name).id},
                             {"isMain", output.is_main}});
  for (const SystemParameter& p : loaded.system.parameters)
    check.tunables.push_back(
        {{"name", p.name}, {"value", p.value}, {"unit", p.dimension.to_string()}});
}

void add_frames(ModelCheck& check, const Scene& scene) {
  for (const BodyView& body : scene.bodies) {
    if (!is_first_member(body.name) || body.frames.empty()) continue;
    Json frames = Json::array();
    for (const auto& [name, pose] : body.frames) {
      const auto p = pose.translation();
      frames.push_back({{"name", name}, {"at", {p[0], p[1], p[2]}}});
    }
    check.frames[without_indices(body.name)] = std::move(frames);
  }
}

void add_parameters(ModelCheck& check, const LoadedModel& loaded) {
  for (const RecordedParameter& p : list_parameters(loaded))
    check.parameters[p.name] = {{"value", p.value}, {"unit", p.dimension.to_string()}};
}

/// Bonds between parts, which only the whole graph knows.
void add_bonds(ModelCheck& check, const LoadedModel& loaded) {
  Diagram diagram = make_diagram(loaded.model, *loaded.assembly);
  add_power_lines(diagram, loaded);
  for (const DiagramEdge& edge : diagram.edges) {
    if (edge.kind != DiagramEdge::Kind::power) continue;
    const DiagramNode& from = diagram.nodes[static_cast<std::size_t>(edge.from)];
    const DiagramNode& to = diagram.nodes[static_cast<std::size_t>(edge.to)];
    if (from.kind == DiagramNode::Kind::oil_node || to.kind == DiagramNode::Kind::oil_node)
      continue;
    const auto end = [](const DiagramNode& node, const std::string& label) {
      Json json = {{"part", without_indices(node.name)}};
      if (!label.empty()) json["label"] = label;
      return json;
    };
    check.links.push_back(
        {{"id", "bond|" + from.name + "|" + to.name + "|" + edge.from_label + "|" + edge.to_label},
         {"kind", "power"},
         {"from", end(from, edge.from_label)},
         {"to", end(to, edge.to_label)},
         {"count", edge.count}});
  }
}

}  // namespace

Json know_value(const Model& model, const Field& field, const void* value) {
  const KnownValue known = know_field(*model.symbols(), field, value);
  const bool varies = std::string_view(known.varies) == "varies";
  if (known.value.is_null() && !varies) return nullptr;
  Json entry = {{"varies", known.varies}};
  if (!varies) entry["value"] = known.value;
  if (!field.unit.empty() && field.unit != "any") entry["unit"] = field.unit;
  return entry;
}

std::string without_indices(const std::string& name) {
  std::string id;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) id += c;
    if (c == ']') --depth;
  }
  return id;
}

std::string path_of_part(const std::string& id) {
  std::string path = "parts.";
  for (const char c : id) {
    if (c == '.')
      path += ".parts.";
    else
      path += c;
  }
  return path;
}

Json write_check(const ModelCheck& check) {
  Json types = Json::array();
  for (const auto& [id, type] : check.types) types.push_back({id, type->name});
  return {{"revision", check.revision}, {"findings", check.findings},
          {"links", check.links},       {"info", check.info},
          {"frames", check.frames},     {"parameters", check.parameters},
          {"outputs", check.outputs},   {"tunables", check.tunables},
          {"inputs", check.inputs},     {"types", std::move(types)}};
}

ModelCheck read_check(Json json, const Catalogue& catalogue) {
  ModelCheck check;
  check.revision = json.at("revision").get<std::int64_t>();
  for (const auto& [key, value] :
       {std::pair{"findings", &check.findings}, std::pair{"links", &check.links},
        std::pair{"info", &check.info}, std::pair{"frames", &check.frames},
        std::pair{"parameters", &check.parameters}, std::pair{"outputs", &check.outputs},
        std::pair{"tunables", &check.tunables}, std::pair{"inputs", &check.inputs}})
    *value = std::move(json.at(key));
  for (const Json& pair : json.at("types"))
    if (const PartType* type = catalogue.find(pair[1].get<std::string>()))
      check.types.emplace_back(pair[0].get<std::string>(), type);
  return check;
}

ModelCheck check_model(const std::string& file, const std::string& text, std::int64_t revision) {
  ModelCheck check;
  check.file = file;
  check.revision = revision;
  check.text = text;
  Findings findings(file);
  std::optional<LoadedModel> loaded = load(file, {.text = text}, findings);
  std::optional<ModelView> view;
  if (loaded) view = make_view(*loaded, findings);
  check.findings = list_findings(findings.all(), file);
  if (!loaded) {
    // Once more, for the parts that are sound.
    Diagnostics ignored;
    const Model model = load_model_text(text, builtin_catalogue(), {}, ignored, file);
    check.links = list_links(model, file);
    add_parts(check, model);
    return check;
  }
  check.links = list_links(loaded->model, file);
  add_bonds(check, *loaded);
  add_parts(check, loaded->model);
  add_inputs(check, loaded->model);
  add_outputs(check, *loaded);
  add_parameters(check, *loaded);
  if (!view) return check;
  add_frames(check, view->scene);
  check.model = std::make_shared<UsableModel>(UsableModel{*std::move(loaded), *std::move(view)});
  return check;
}

}  // namespace holon::serve
