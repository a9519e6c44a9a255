// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include "holon/model/elaborate/name_lookup.h"

#include <algorithm>

#include "holon/base/names.h"
#include "holon/model/assembly/surroundings.h"

namespace holon::detail {

namespace {

using Kind = Meaning::Kind;

/// An output of a table, or one component of it.
bool find_output(const std::vector<OutputType>& table, std::string_view name,
                 const std::string& prefix, Meaning& meaning) {
  for (const OutputType& output : table) {
    if (!name.starts_with(output.name)) continue;
    std::string_view rest = name.substr(output.name.size());
    int component = -1;
    if (!rest.empty()) {
      if (rest[0] != '.') continue;
      const auto found =
          std::find(output.components.begin(), output.components.end(), rest.substr(1));
      if (found == output.components.end()) continue;
      component = static_cast<int>(found - output.components.begin());
    }
    meaning.kind = Kind::output;
    meaning.full = prefix + output.name;
    meaning.output = &output;
    meaning.component = component;
    return true;
  }
  return false;
}

const Field* find_number_field(const Schema& schema, std::string_view path) {
  const auto [head, rest] = split_head(path);
  const Field* field = schema.find(head);
  if (!field) return nullptr;
  if (field->kind == FieldKind::object) {
    return rest.empty() ? nullptr : find_number_field(*field->schema, rest);
  }
  const bool is_number = field->kind == FieldKind::number || field->kind == FieldKind::plain ||
                         field->kind == FieldKind::vector;
  return is_number && rest.empty() ? field : nullptr;
}

Meaning value_meaning(Value value) {
  Meaning meaning;
  meaning.kind = Kind::value;
  meaning.value = std::move(value);
  return meaning;
}

Meaning parameter_meaning(ScopedParameter& parameter) {
  Meaning meaning;
  meaning.kind = Kind::value;
  meaning.parameter = &parameter;
  parameter.is_used = true;
  return meaning;
}

Meaning own_meaning(OwnName& own, const std::string& prefix) {
  Meaning meaning;
  meaning.kind = Kind::output;
  meaning.full = prefix + own.output.name;
  meaning.output = &own.output;
  meaning.own = &own;
  return meaning;
}

/// A column of a time series; a single column needs no name.
Meaning series_meaning(const Series& series, std::string_view column) {
  if (series.values.empty()) {  // its file could not be used, which has been reported
    Meaning meaning;
    meaning.kind = Meaning::Kind::silent;
    return meaning;
  }
  for (std::size_t k = 0; k < series.values.size(); ++k) {
    const bool is_only = column.empty() && series.values.size() == 1;
    if (!is_only && series.data.names[k + 1] != column) continue;
    Meaning meaning = value_meaning(Value(series.values[k], series.data.dimensions[k + 1])
                                        .as_absolute(series.data.are_absolute[k + 1]));
    meaning.is_recordable = true;
    return meaning;
  }
  return {};
}

/// The world is a frame at rest, in gravity.
Meaning find_in_world(std::string_view rest) {
  Meaning meaning;
  if (rest.empty()) {
    meaning.kind = Kind::frame;
    meaning.full = "world";
  } else if (find_output(world_gravity_outputs(), rest, "world.", meaning)) {
    return meaning;
  } else if (find_output(frame_outputs(), rest, "world.", meaning)) {
    if (meaning.output->name == "specific_force") return meaning;  // of gravity
    const bool is_turn = meaning.output->components.size() == 4;
    std::vector<Expr> value(meaning.output->components.size(), 0.0);
    if (is_turn) value[0] = 1.0;
    if (meaning.component >= 0) {
      return value_meaning(
          Value(value[static_cast<std::size_t>(meaning.component)], meaning.output->dimension));
    }
    return value_meaning(Value(std::move(value), meaning.output->dimension,
                               is_turn ? Value::Shape::quaternion : Value::Shape::vector));
  }
  return meaning;
}

}  // namespace

bool has_lost_names(const PartEntry& entry) {
  if (entry.has_broken_model) return true;
  const Schema& schema = entry.type->schema;
  std::vector<std::string> keys;  // that have names below them
  const auto takes_list = [&](const std::string& key) {
    const Field* field = schema.find(key);
    return field && field->takes_list;
  };
  for (const Field& field : schema.fields) {
    if (field.kind == FieldKind::named) keys.push_back(field.name);
  }
  for (const SourceNode::Entry& written : entry.node->peek_entries()) {
    const bool is_key = std::find(keys.begin(), keys.end(), written.key) != keys.end();
    const bool is_misspelt =
        !is_key && !schema.find(written.key) && !find_nearest(written.key, keys).empty();
    const bool is_map = written.value.is_map() || written.value.is_empty() ||
                        (written.value.is_list() && is_key && takes_list(written.key));
    if (is_misspelt || (is_key && !is_map)) return true;
  }
  return false;
}

std::pair<std::string_view, std::string_view> split_head(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return {name, {}};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

ScopedParameter* Scope::find_parameter(std::string_view name) {
  const auto found = parameter_index.find(std::string(name));
  return found == parameter_index.end() ? nullptr : found->second;
}

PartEntry* Scope::find_part(std::string_view name) {
  const auto found = part_index.find(std::string(name));
  return found == part_index.end() ? nullptr : found->second;
}

std::string without_indices(std::string_view name) {
  std::string plain;
  bool is_index = false;
  for (const char c : name) {
    is_index |= c == '[';
    if (!is_index) plain += c;
    is_index &= c != ']';
  }
  return plain;
}

bool lists_part(const std::vector<std::string>& parts, std::string_view name) {
  return !parts.empty() &&
         std::find(parts.begin(), parts.end(), without_indices(name)) != parts.end();
}

OwnName* Scope::find_name(std::string_view name, bool is_inner) {
  if (names.empty()) return nullptr;
  if (is_inner && !within.empty()) {
    const auto alias = name_index.find(within + ":" + std::string(name));
    if (alias != name_index.end()) return alias->second;
  }
  const auto found = name_index.find(std::string(name));
  if (found == name_index.end()) return nullptr;
  const OwnName& own = *found->second;
  return !is_inner || own.field || own.is_made ? found->second : nullptr;
}

bool has_own_head(const Scope& scope, std::string_view head) {
  return std::ranges::any_of(scope.names, [&](const OwnName& own) {
    return (own.field || own.is_made) && own.output.name.starts_with(head) &&
           split_head(own.output.name).first == head;
  });
}

void Scope::add_name(OwnName own, const std::string& alias) {
  OwnName& added = names.emplace_back(std::move(own));
  name_index.emplace(added.output.name, &added);
  if (!alias.empty()) name_index.emplace(alias, &added);
}

Meaning NameLookup::find(Scope& scope, std::string_view name) const {
  const auto [head, rest] = split_head(name);
  Meaning meaning;
  if (head == "time") {
    return rest.empty() ? value_meaning(Value(model_.time(), dimensions::kTime)) : meaning;
  }
  if (head == "world") return find_in_world(rest);
  if (head == "system") {
    find_output(system_outputs(), rest, "system.", meaning);
    return meaning;
  }
  for (Scope* s = &scope; s; s = s->outer) {
    if (head == "i" && s->index) {
      if (!rest.empty()) return meaning;
      Value index{Expr(*s->index)};
      index.set_apparent(Dimension{});
      return value_meaning(std::move(index));
    }
    if (const auto series = s->series.find(head); series != s->series.end()) {
      return series_meaning(series->second, rest);
    }
    if (ScopedParameter* parameter = s->find_parameter(head)) {
      return rest.empty() ? parameter_meaning(*parameter) : meaning;
    }
    if (OwnName* own = s->find_name(name, true)) return own_meaning(*own, s->prefix);
    if (!rest.empty() && has_own_head(*s, head)) return meaning;  // it hides those outside
    if (PartEntry* part = s->find_part(head)) return find_in_part(*part, rest);
    if (s->nodes.contains(head)) {
      find_output(node_outputs(), rest, s->prefix + std::string(head) + ".", meaning);
      return meaning;
    }
    if (!rest.empty() && !options_.known_parts.empty() &&
        lists_part(options_.known_parts, s->prefix + std::string(head)))
      return value_meaning(Value(model_.symbols()->parameter(s->prefix + std::string(name), 0.0)));
    const auto array = s->arrays.find(std::string(head.substr(0, head.find('['))));
    if (array != s->arrays.end()) {
      if (array->second == 0) meaning.kind = Kind::silent;
      return meaning;
    }
  }
  return meaning;
}

bool NameLookup::find_frame_output(std::string_view name, const std::string& prefix,
                                   Meaning& meaning) const {
  return find_output(frame_outputs(), name, prefix, meaning) ||
         (has_earth_ && find_output(earth_frame_outputs(), name, prefix, meaning));
}

Meaning NameLookup::find_in_part(PartEntry& entry, std::string_view rest) const {
  Meaning meaning;
  meaning.part = &entry;
  if (!entry.type && !entry.is_composite) {
    meaning.kind = Kind::silent;
    return meaning;
  }
  if (rest.empty()) {
    meaning.kind = entry.type && entry.type->is_frame ? Kind::frame : Kind::part;
    meaning.full = entry.name;
    return meaning;
  }
  if (ScopedParameter* parameter = entry.scope.find_parameter(rest)) {
    return parameter_meaning(*parameter);
  }
  if (entry.is_composite) return find_in_composite(entry, rest);

  const PartType& type = *entry.type;
  const std::string prefix = entry.name + ".";
  if (OwnName* own = entry.scope.find_name(rest, false)) return own_meaning(*own, prefix);
  if (find_output(type.outputs, rest, prefix, meaning)) return meaning;
  if (type.is_frame && find_frame_output(rest, prefix, meaning)) return meaning;
  const auto [head, below] = split_head(rest);
  if (std::find(entry.frames.begin(), entry.frames.end(), head) != entry.frames.end()) {
    const std::string frame = prefix + std::string(head);
    if (below.empty()) {
      meaning.kind = Kind::frame;
      meaning.full = frame;
    } else {
      find_frame_output(below, frame + ".", meaning);
    }
    return meaning;
  }
  if (find_number_field(type.schema, rest)) {
    meaning.kind = Kind::field;
    meaning.path = rest;
  } else if (has_lost_names(entry)) {
    meaning.kind = Kind::silent;
  }
  return meaning;
}

Meaning NameLookup::find_in_composite(PartEntry& entry, std::string_view rest) const {
  const auto find_within = [&](std::string_view name) {
    const auto [head, below] = split_head(name);
    if (PartEntry* part = entry.scope.find_part(head)) return find_in_part(*part, below);
    const std::string& prefix = entry.scope.prefix;
    if (!below.empty() && !options_.known_parts.empty() &&
        lists_part(options_.known_parts, prefix + std::string(head)))
      return value_meaning(Value(model_.symbols()->parameter(prefix + std::string(name), 0.0)));
    Meaning meaning;
    if (entry.scope.nodes.contains(head)) {
      find_output(node_outputs(), below, entry.scope.prefix + std::string(head) + ".", meaning);
    }
    return meaning;
  };
  if (!entry.scope.interface) return find_within(rest);
  for (const InterfaceEntry& shown : *entry.scope.interface) {
    if (!rest.starts_with(shown.visible)) continue;
    const std::string_view below = rest.substr(shown.visible.size());
    if (below.empty() || below[0] == '.') return find_within(shown.inner + std::string(below));
  }
  Meaning meaning;
  if (entry.scope.is_interface_broken) meaning.kind = Kind::silent;
  return meaning;
}

}  // namespace holon::detail
