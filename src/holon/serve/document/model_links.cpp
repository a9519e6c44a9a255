// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/model_links.h"

#include <map>
#include <string_view>

#include "holon/expr/graph/graph.h"
#include "holon/model/describe/source.h"
#include "holon/model/describe/visit.h"
#include "holon/serve/document/model_check.h"
#include "holon/serve/document/part_tree.h"
#include "holon/system/output_names.h"

namespace holon::serve {
namespace {

std::string without_component(std::string name) {
  constexpr std::string_view kComponents = "xyzw";
  const std::size_t size = name.size();
  if (size > 2 && name[size - 2] == '.' && kComponents.find(name[size - 1]) != std::string::npos)
    name.resize(size - 2);
  return name;
}

class LinkCollector {
 public:
  LinkCollector(const Model& model, const std::string& file)
      : model_(model), file_(file), names_(model) {}

  Json collect() {
    for (const PartInstance& part : model_.parts()) add_part(part);
    for (const auto& camera : model_.scene.cameras)
      for (std::size_t k = 0; k < camera.second.hides.size(); ++k)
        add_camera(std::string(camera.first), camera.second.hides[k], k);
    Json list = Json::array();
    for (const std::string& key : order_) list.push_back(std::move(links_.at(key)));
    return list;
  }

 private:
  struct Holder {
    std::string id, path;  ///< of the part; path empty: in another file
    std::string kind;
  };

  void add(const char* kind, const Json& from, const Json& to, const std::string& path) {
    const std::string id = path + "|" + kind + "|" + dump(from) + "|" + dump(to);
    const auto [it, is_new] = links_.try_emplace(id);
    if (!is_new) {
      it->second["count"] = it->second.value("count", 1) + 1;
      return;
    }
    it->second = {{"id", id}, {"kind", kind}, {"from", from}, {"to", to}};
    if (!path.empty()) it->second["path"] = path;
    order_.push_back(id);
  }

  static Json end_at(const std::string& part, const std::string& label = {}) {
    Json end = {{"part", part}};
    if (!label.empty()) end["label"] = label;
    return end;
  }

  void add_part(const PartInstance& part) {
    const bool is_here = part.source && part.source->place().file() == file_;
    const std::string id = without_indices(part.name);
    const Holder holder{id, is_here ? path_of_part(id) : "", part_kind(part.type)};
    detail::visit_fields(part.type->schema, part.part.get(),
                         [&](const Field& field, const void* value, const std::string& path) {
                           add_value(part, holder, field, value, path);
                         });
  }

  static std::string full_path(const Holder& holder, const std::string& path) {
    return holder.path.empty() ? "" : holder.path + "." + path;
  }

  void add_value(const PartInstance& part, const Holder& holder, const Field& field,
                 const void* value, const std::string& path) {
    const auto expression = [&](Expr e, const std::string& at) { add_signals(holder, e, at); };
    switch (field.kind) {
      case FieldKind::frame:
        add_frame(holder, field, static_cast<const FrameName*>(value)->path, path, path);
        break;
      case FieldKind::between: {
        const auto& ends = *static_cast<const std::array<FrameName, 2>*>(value);
        for (std::size_t k = 0; k < ends.size(); ++k) {
          const std::string at = path + "[" + std::to_string(k) + "]";
          add_frame(holder, field, ends[k].path, at, at);
        }
        break;
      }
      case FieldKind::number: expression(*static_cast<const Expr*>(value), path); break;
      case FieldKind::vector:
        for (int k = 0; k < 3; ++k)
          expression((*static_cast<const Vector3<Expr>*>(value))[k], path);
        break;
      case FieldKind::numbers:
        for (const Expr e : *static_cast<const std::vector<Expr>*>(value)) expression(e, path);
        break;
      case FieldKind::orientation:
        for (const Expr e : static_cast<const Orientation*>(value)->quaternion) expression(e, path);
        break;
      case FieldKind::text:
        add_name(part, holder, field, *static_cast<const std::string*>(value), path);
        break;
      case FieldKind::texts: {
        const auto& texts = *static_cast<const std::vector<std::string>*>(value);
        for (std::size_t k = 0; k < texts.size(); ++k)
          add_name(part, holder, field, texts[k], path + "[" + std::to_string(k) + "]");
        break;
      }
      default: break;
    }
  }

  void add_frame(const Holder& holder, const Field& field, const std::string& frame,
                 const std::string& path, const std::string& label) {
    const PartNames::Found target = names_.find(frame);
    if (target.id.empty() || target.id == holder.id) return;
    const char* kind = holder.kind == "joint"                         ? "joint"
                       : field.kind == FieldKind::between             ? "force"
                       : holder.kind == "frame" && field.name == "in" ? "frame"
                       : field.is_acted_on                            ? "force"
                                                                      : "relative";
    add(kind, end_at(holder.id, label), end_at(target.id, target.local), full_path(holder, path));
  }

  void add_signals(const Holder& holder, Expr e, const std::string& path) {
    visit_output_names(*model_.symbols(), e, [&](std::string_view name) {
      const PartNames::Found source = names_.find(without_component(std::string(name)));
      if (source.id.empty() || source.id == holder.id) return;
      add("signal", end_at(source.id, source.local), end_at(holder.id, path),
          full_path(holder, path));
    });
  }

  /// A text that names a hydraulic node, a joint, a part.
  void add_name(const PartInstance& part, const Holder& holder, const Field& field,
                const std::string& name, const std::string& path) {
    if (name.empty()) return;
    if (field.is_node)
      return add("power", end_at(holder.id, path), end_at("@" + without_indices(name)),
                 full_path(holder, path));
    const bool is_joint = field.names_joints;
    const bool is_filter = holder.kind == "filter";
    const bool is_sensor = is_filter && field.name == "measurements";
    const bool is_model = is_filter && field.name == "model";
    if (!is_joint && !is_sensor && !is_model && !field.names_parts) return;
    const PartNames::Found target = find_from(part.name, name);
    if (target.id.empty() || target.id == holder.id) return;
    const char* kind = is_joint    ? "joint"
                       : is_sensor ? "filter-sensor"
                       : is_model  ? "filter-model"
                                   : "membership";
    const Json here = end_at(holder.id, path), there = end_at(target.id, target.local);
    const bool leads_here = is_sensor || is_model;
    add(kind, leads_here ? there : here, leads_here ? here : there, full_path(holder, path));
  }

  /// A name is looked up from the part's scope outwards.
  PartNames::Found find_from(const std::string& part, const std::string& name) const {
    std::string scope = part;
    for (;;) {
      const std::size_t dot = scope.rfind('.');
      scope = dot == std::string::npos ? "" : scope.substr(0, dot);
      const PartNames::Found found = names_.find(scope.empty() ? name : scope + "." + name);
      if (!found.id.empty() || scope.empty()) return found;
    }
  }

  void add_camera(const std::string& camera, const std::string& hidden, std::size_t index) {
    const PartNames::Found target = names_.find(hidden);
    if (target.id.empty()) return;
    const std::string path = "scene.cameras." + camera;
    add("visibility", end_at(path), end_at(target.id, target.local),
        path + ".hides[" + std::to_string(index) + "]");
  }

  const Model& model_;
  const std::string& file_;
  PartNames names_;
  std::unordered_map<std::string, Json> links_;
  std::vector<std::string> order_;
};

}  // namespace

PartNames::PartNames(const Model& model) : model_(model) {
  for (const PartInstance& part : model.parts())
    id_of_.emplace(part.name, without_indices(part.name));
}

PartNames::Found PartNames::find(std::string name) const {
  constexpr int kDeepestAlias = 64;
  const auto begins = [&](std::string_view start) {
    return name.starts_with(start) && (name.size() == start.size() || name[start.size()] == '.');
  };
  for (int depth = 0; depth < kDeepestAlias; ++depth) {
    for (std::size_t end = name.size(); end != std::string::npos && end > 0;
         end = name.rfind('.', end - 1)) {
      const auto found = id_of_.find(name.substr(0, end));
      if (found != id_of_.end())
        return {found->second, end < name.size() ? name.substr(end + 1) : std::string()};
    }
    bool is_alias = false;
    for (const auto& [visible, inner] : model_.aliases) {
      if (!begins(visible)) continue;
      name = inner + name.substr(visible.size());
      is_alias = true;
      break;
    }
    if (!is_alias) break;
  }
  for (const std::string_view whole : {"world", "system"})
    if (begins(whole))
      return {std::string(whole), name.size() > whole.size() ? name.substr(whole.size() + 1) : ""};
  return {};
}

Json list_links(const Model& model, const std::string& file) {
  return LinkCollector(model, file).collect();
}

}  // namespace holon::serve
