// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "holon/expr/graph/graph.h"
#include "holon/model/describe/visit.h"
#include "holon/system/output_names.h"

namespace holon {
namespace {

using Edge = DiagramEdge;

/// Arrays of more parts than this are one node.
constexpr std::size_t kMostShown = 4;

/// "link[12]" becomes "link[0…39]": one name for all members of a long array, also for nested
/// arrays.
class ArrayNames {
 public:
  explicit ArrayNames(const std::vector<PartInstance>& parts) {
    // From the outermost arrays inwards, because the keys of inner ones contain the outer ones' new
    // names.
    for (std::size_t depth = 0, found = 1; found > 0; ++depth) {
      found = 0;
      std::map<std::string, std::set<int>> members;
      for (const PartInstance& part : parts)
        walk(part.name, [&](std::size_t level, const std::string& array, int index) {
          if (level != depth) return;
          members[array].insert(index);
          ++found;
        });
      for (const auto& [array, indices] : members)
        if (indices.size() > kMostShown)
          runs_[array] = fmt::format("[{}…{}]", *indices.begin(), *indices.rbegin());
    }
  }
  std::string shorten(const std::string& name) const {
    return walk(name, [](std::size_t, const std::string&, int) {});
  }

 private:
  template <class F>
  std::string walk(const std::string& name, F visit) const {
    std::string result;
    std::size_t level = 0, at = 0;
    for (std::size_t open; (open = name.find('[', at)) != std::string::npos;) {
      const std::size_t close = name.find(']', open);
      if (close == std::string::npos) break;
      result += name.substr(at, open - at);
      int index = 0;
      std::from_chars(name.data() + open + 1, name.data() + close, index);
      visit(level++, result, index);
      const auto run = runs_.find(result);
      result += run != runs_.end() ? run->second : name.substr(open, close - open + 1);
      at = close + 1;
    }
    return result + name.substr(at);
  }

  std::map<std::string, std::string> runs_;
};

DiagramNode::Kind kind_of(const PartType& type) {
  switch (type.role) {
    case PartRole::body: return DiagramNode::Kind::body;
    case PartRole::frame:
      return type.is_frame ? DiagramNode::Kind::frame : DiagramNode::Kind::other;
    case PartRole::joint: return DiagramNode::Kind::joint;
    case PartRole::coupling:
    case PartRole::constraint: return DiagramNode::Kind::constraint;
    case PartRole::force:
    case PartRole::gravity: return DiagramNode::Kind::force;
    default: return DiagramNode::Kind::other;
  }
}

class Maker {
 public:
  Maker(const Model& model, Assembly& assembly)
      : model_(model), symbols_(*assembly.symbols()), arrays_(model.parts()) {}

  Diagram make() {
    diagram_.title = model_.title;
    diagram_.nodes.push_back({DiagramNode::Kind::world, "world", "", describe_gravity(), 1, false});
    for (const PartInstance& part : model_.parts()) add_node(part);
    for (const PartInstance& part : model_.parts()) add_edges(part);
    drop_unused_world();
    mark_free_bodies();
    merge_signals();
    return std::move(diagram_);
  }

 private:
  struct Place {
    int node = -1;
    std::string local;  // name below the part: "tip", "angle"
  };

  void add_node(const PartInstance& part);
  void add_edges(const PartInstance& part);
  void add_frame(int node, const Field& field, const FrameName& frame);
  void add_joint(int node, const std::string& part, const std::string& joint);
  void add_formula(int node, Expr e);
  void add_part(int node, const std::string& name);
  Edge& add_edge(Edge::Kind kind, int from, int to, const std::string& from_label,
                 const std::string& to_label);
  Place find(std::string name);
  std::string describe_gravity() const;
  std::string describe(const PartInstance& part, DiagramNode::Kind kind) const;
  void drop_unused_world();
  void mark_free_bodies();
  void merge_signals();

  const Model& model_;
  const Symbols& symbols_;
  ArrayNames arrays_;
  Diagram diagram_;
  std::unordered_map<std::string, int> node_of_part_;  // by the part's full name
  std::unordered_map<std::string, int> node_by_name_;
  std::map<std::tuple<Edge::Kind, int, int, std::string, std::string>, std::size_t> edge_index_;
};

const void* find_value(const PartInstance& part, std::string_view name, FieldKind kind) {
  const Field* field = part.type->schema.find(name);
  return field && field->kind == kind ? field->value_in(part.part.get()) : nullptr;
}

std::string Maker::describe(const PartInstance& part, DiagramNode::Kind kind) const {
  if (kind == DiagramNode::Kind::body) {
    const auto* mass = static_cast<const Expr*>(find_value(part, "mass", FieldKind::number));
    if (mass && mass->is_constant()) return fmt::format("{:.4g} kg", mass->value());
  }
  if (kind != DiagramNode::Kind::joint) return {};
  for (const Field& field : part.type->schema.fields)
    if (field.name.starts_with("motion") && field.kind == FieldKind::number &&
        field.value_in(part.part.get()))
      return "driven";
  return {};
}

std::string Maker::describe_gravity() const {
  const Vector3<Expr>* g = &model_.world.gravity;
  for (const PartInstance& part : model_.parts())
    if (part.type->role == PartRole::gravity)
      if (const void* value = find_value(part, "uniform", FieldKind::vector))
        g = static_cast<const Vector3<Expr>*>(value);
  for (int k = 0; k < 3; ++k)
    if (!(*g)[k].is_constant()) return {};
  const double size = std::hypot((*g)[0].value(), (*g)[1].value(), (*g)[2].value());
  return size == 0 ? "no gravity" : fmt::format("g = {:.4g} m/s²", size);
}

void Maker::add_node(const PartInstance& part) {
  const std::string name = arrays_.shorten(part.name);
  const int next = static_cast<int>(diagram_.nodes.size());
  const auto [it, is_new] = node_by_name_.try_emplace(name, next);
  node_of_part_.emplace(part.name, it->second);
  const DiagramNode::Kind kind = kind_of(*part.type);
  const std::string detail = describe(part, kind);
  if (is_new) {
    diagram_.nodes.push_back({kind, name, part.type->name, detail, 1, false});
    return;
  }
  DiagramNode& node = diagram_.nodes[static_cast<std::size_t>(it->second)];
  ++node.count;
  if (node.detail != detail) node.detail.clear();
}

// The part at the beginning of a dotted name; the rest is local to the part.
Maker::Place Maker::find(std::string name) {
  constexpr int kDeepest = 64;  // of aliases of aliases
  const auto begins = [&](const std::string& start) {
    return name.starts_with(start) && (name.size() == start.size() || name[start.size()] == '.');
  };
  for (int depth = 0; depth < kDeepest; ++depth) {
    for (std::size_t end = name.size(); end != std::string::npos && end > 0;
         end = name.rfind('.', end - 1)) {
      const auto found = node_of_part_.find(name.substr(0, end));
      if (found != node_of_part_.end())
        return {found->second, end < name.size() ? name.substr(end + 1) : std::string()};
    }
    const auto alias = std::find_if(model_.aliases.begin(), model_.aliases.end(),
                                    [&](const auto& a) { return begins(a.first); });
    if (alias == model_.aliases.end()) break;
    name = alias->second + name.substr(alias->first.size());
  }
  if (begins("world")) return {0, name.size() > 6 ? name.substr(6) : std::string()};
  if (!begins("system")) return {};
  // Outputs of the machine as a whole have a node only if they are used.
  const auto [it, is_new] =
      node_by_name_.try_emplace("system", static_cast<int>(diagram_.nodes.size()));
  if (is_new)
    diagram_.nodes.push_back({DiagramNode::Kind::other, "system", "whole machine", "", 1, false});
  return {it->second, name.size() > 7 ? name.substr(7) : std::string()};
}

Edge& Maker::add_edge(Edge::Kind kind, int from, int to, const std::string& from_label,
                      const std::string& to_label) {
  const auto [it, is_new] =
      edge_index_.try_emplace({kind, from, to, from_label, to_label}, diagram_.edges.size());
  if (is_new)
    diagram_.edges.push_back({kind, from, to, from_label, to_label, 1});
  else
    ++diagram_.edges[it->second].count;
  return diagram_.edges[it->second];
}

void Maker::add_frame(int node, const Field& field, const FrameName& frame) {
  const Place place = find(frame.path);
  if (place.node < 0 || place.node == node) return;
  switch (diagram_.nodes[static_cast<std::size_t>(node)].kind) {
    case DiagramNode::Kind::joint:
    case DiagramNode::Kind::constraint:
    case DiagramNode::Kind::body:  // mounted there
    case DiagramNode::Kind::frame:
      add_edge(Edge::Kind::holds, place.node, node, place.local, {});
      break;
    case DiagramNode::Kind::force:
      if (field.kind == FieldKind::between || field.is_acted_on)
        add_edge(Edge::Kind::acts, node, place.node, {}, place.local);
      else if (place.node != 0)  // whose axes it uses
        add_edge(Edge::Kind::signal, place.node, node, place.local, field.name);
      break;
    default: add_edge(Edge::Kind::signal, place.node, node, place.local, field.name); break;
  }
}

// A joint is named from the part's scope outwards.
void Maker::add_joint(int node, const std::string& part, const std::string& joint) {
  Place place;
  for (std::string scope = part; place.node < 0 && !scope.empty();) {
    const std::size_t dot = scope.rfind('.');
    scope = dot == std::string::npos ? "" : scope.substr(0, dot);
    place = find(scope.empty() ? joint : scope + "." + joint);
  }
  if (place.node < 0 || place.node == node) return;
  add_edge(Edge::Kind::holds, place.node, node, place.local, {});
}

void Maker::add_formula(int node, Expr e) {
  visit_output_names(symbols_, e, [&](std::string_view name) {
    const Place source = find(std::string(name));
    if (source.node < 0) return;
    DiagramNode& user = diagram_.nodes[static_cast<std::size_t>(node)];
    if (source.node == node) {
      user.refers_to_itself = true;
      return;
    }
    std::string output = source.local;
    if (output.size() > 2 && output[output.size() - 2] == '.') output.resize(output.size() - 2);
    // A constraint acts on the frames that it names.
    add_edge(user.kind == DiagramNode::Kind::constraint ? Edge::Kind::holds : Edge::Kind::signal,
             source.node, node, output, {})
        .count = 1;
  });
}

/// A part that another one names as a whole: the ground of a blade.
void Maker::add_part(int node, const std::string& name) {
  const Place place = find(name);
  if (name.empty() || place.node < 0 || place.node == node) return;
  add_edge(Edge::Kind::holds, place.node, node, {}, {});
}

void Maker::add_edges(const PartInstance& part) {
  const int node = node_of_part_.at(part.name);
  detail::visit_fields(
      part.type->schema, part.part.get(),
      [&](const Field& field, const void* value, const std::string&) {
        switch (field.kind) {
          case FieldKind::frame:
            add_frame(node, field, *static_cast<const FrameName*>(value));
            break;
          case FieldKind::between:
            for (const FrameName& frame : *static_cast<const std::array<FrameName, 2>*>(value))
              add_frame(node, field, frame);
            break;
          case FieldKind::text:
            if (field.names_joints)
              add_joint(node, part.name, *static_cast<const std::string*>(value));
            if (field.names_parts) add_part(node, *static_cast<const std::string*>(value));
            break;
          case FieldKind::texts:
            if (!field.names_joints) break;
            for (const std::string& joint : *static_cast<const std::vector<std::string>*>(value))
              add_joint(node, part.name, joint);
            break;
          case FieldKind::number: add_formula(node, *static_cast<const Expr*>(value)); break;
          case FieldKind::vector:
            for (int k = 0; k < 3; ++k)
              add_formula(node, (*static_cast<const Vector3<Expr>*>(value))[k]);
            break;
          case FieldKind::numbers:
            for (const Expr e : *static_cast<const std::vector<Expr>*>(value)) add_formula(node, e);
            break;
          case FieldKind::orientation:
            for (const Expr e : static_cast<const Orientation*>(value)->quaternion)
              add_formula(node, e);
            break;
          default: break;
        }
      });
}

void Maker::drop_unused_world() {
  for (const Edge& edge : diagram_.edges)
    if (edge.from == 0 || edge.to == 0) return;
  if (diagram_.nodes.size() == 1) return;
  diagram_.nodes.erase(diagram_.nodes.begin());
  for (Edge& edge : diagram_.edges) {
    --edge.from;
    --edge.to;
  }
}

// Those that no joint or constraint holds. What is mounted on a body does not hold it.
void Maker::mark_free_bodies() {
  std::vector<bool> is_held(diagram_.nodes.size(), false);
  for (const Edge& edge : diagram_.edges) {
    if (edge.kind != Edge::Kind::holds) continue;
    const auto to = static_cast<std::size_t>(edge.to);
    const DiagramNode::Kind kind = diagram_.nodes[to].kind;
    const bool is_mounted = kind == DiagramNode::Kind::body || kind == DiagramNode::Kind::frame;
    is_held[is_mounted ? to : static_cast<std::size_t>(edge.from)] = true;
  }
  for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
    DiagramNode& node = diagram_.nodes[n];
    if (node.kind == DiagramNode::Kind::body && !is_held[n])
      node.detail += node.detail.empty() ? "free" : " · free";
  }
}

// One arrow for all outputs of one part that another part's formulas use.
void Maker::merge_signals() {
  constexpr int kMostNames = 3;
  std::map<std::pair<int, int>, std::pair<std::size_t, int>> first;  // edge, names in it
  std::vector<Edge> merged;
  for (Edge& edge : diagram_.edges) {
    // References by fields ("of", "to") have separate arrows.
    if (edge.kind != Edge::Kind::signal || !edge.to_label.empty()) {
      merged.push_back(std::move(edge));
      continue;
    }
    const auto [it, is_new] = first.try_emplace({edge.from, edge.to}, merged.size(), 1);
    if (is_new) {
      merged.push_back(std::move(edge));
    } else if (const int names = ++it->second.second; names <= kMostNames) {
      merged[it->second.first].from_label += ", " + edge.from_label;
    } else if (names == kMostNames + 1) {
      merged[it->second.first].from_label += ", …";
    }
  }
  diagram_.edges = std::move(merged);
}

}  // namespace

Diagram make_diagram(const Model& model, Assembly& assembly) {
  return Maker(model, assembly).make();
}

}  // namespace holon
