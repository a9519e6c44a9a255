// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

#include "holon/model/elaborate/opened_values.h"

#include <algorithm>
#include <cmath>

#include "holon/base/names.h"
#include "holon/model/describe/validate.h"

#include "holon/system/input_rates.h"

namespace holon::detail {
namespace {

/// "x" or "[0]" of a list.
const SourceNode* find_item(const SourceNode& list, std::string_view name) {
  std::size_t index = list.size();
  if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') {
    index = static_cast<std::size_t>(name[0] - 'x');
  } else if (name.size() == 1 && name[0] >= '0' && name[0] <= '9') {
    index = static_cast<std::size_t>(name[0] - '0');
  }
  return index < list.size() ? &list.peek_entries()[index].value : nullptr;
}

const SourceNode* find_in_object(const SourceNode& node, const Schema& schema,
                                 std::string_view path);

/// The number that represents an object as a whole: that of its bare field, or the value of the
/// first key, which gives its kind ({Se: 24 V}).
const SourceNode* find_in_entry(const SourceNode& node, const Schema& schema,
                                std::string_view path) {
  if (node.is_scalar()) return path.empty() ? &node : nullptr;
  if (!path.empty()) {
    if (const SourceNode* found = find_in_object(node, schema, path)) return found;
  } else if (schema.bare_field >= 0) {
    const Field& field = schema.fields[static_cast<std::size_t>(schema.bare_field)];
    const SourceNode* bare = node.peek(field.name);
    if (bare && bare->is_scalar() && field.kind == FieldKind::number) return bare;
  }
  for (const Field& field : schema.fields) {
    const bool is_part = path.empty() && field.kind == FieldKind::object;
    const SourceNode* part = is_part ? node.peek(field.name) : nullptr;
    if (part) return find_in_entry(*part, *field.schema, path);
    if (field.kind != FieldKind::one_of || !field.is_inline) continue;
    for (const Alternative& form : field.alternatives) {
      const SourceNode* chosen = node.peek(form.key);
      if (chosen) return find_in_entry(*chosen, *form.schema, path);
    }
  }
  return nullptr;
}

const SourceNode* find_in_object(const SourceNode& node, const Schema& schema,
                                 std::string_view path) {
  const auto [head, rest] = split_head(path);
  const Field* field = schema.find(head);
  if (!field) {
    // A name given by the user: an input of equations, an element of a graph.
    for (const Field& names : schema.fields) {
      if (names.kind != FieldKind::named) continue;
      const SourceNode* map = node.peek(names.name);
      const SourceNode* entry = map ? map->peek(head) : nullptr;
      if (entry) return find_in_entry(*entry, *names.schema, rest);
    }
    return nullptr;
  }
  const SourceNode* value = node.peek(field->name);
  if (!value) return nullptr;
  switch (field->kind) {
    case FieldKind::number: return rest.empty() && value->is_scalar() ? value : nullptr;
    case FieldKind::vector:
    case FieldKind::numbers: return value->is_list() ? find_item(*value, rest) : nullptr;
    case FieldKind::object: return find_in_entry(*value, *field->schema, rest);
    case FieldKind::named: {
      const auto [name, below] = split_head(rest);
      const SourceNode* entry = value->peek(name);
      return entry ? find_in_entry(*entry, *field->schema, below) : nullptr;
    }
    default: return nullptr;
  }
}

void list_in_object(const SourceNode& node, const Schema& schema, const std::string& prefix,
                    std::vector<std::string>& names);

/// Below `name`: numbers of an object, and the number that represents it as a whole.
void list_in_entry(const SourceNode& node, const Schema& schema, const std::string& name,
                   std::vector<std::string>& names) {
  if (find_in_entry(node, schema, "")) names.push_back(name);
  if (!node.is_scalar()) list_in_object(node, schema, name + ".", names);
}

void list_in_object(const SourceNode& node, const Schema& schema, const std::string& prefix,
                    std::vector<std::string>& names) {
  for (const Field& field : schema.fields) {
    const SourceNode* value = node.peek(field.name);
    if (!value || field.is_structural) continue;
    const std::string name = prefix + field.name;
    if (field.kind == FieldKind::number && value->is_scalar()) names.push_back(name);
    if (field.kind == FieldKind::object) list_in_entry(*value, *field.schema, name, names);
    if (field.kind == FieldKind::vector && value->is_list())
      for (const char* item : {".x", ".y", ".z"}) names.push_back(name + item);
    if (field.kind != FieldKind::named || !value->is_map()) continue;
    for (const SourceNode::Entry& entry : value->peek_entries())
      list_in_entry(entry.value, *field.schema, prefix + entry.key, names);
  }
}

/// The number of a value that is not given.
bool has_default_number(const Field& field) {
  return field.kind == FieldKind::number && !field.is_optional && !field.is_required &&
         !field.is_structural && !field.default_text.empty();
}

}  // namespace

/// The names that --input accepts, for suggestions; for arrays the first member.
void collect_openable(const Scope& scope, const std::string& prefix,
                      std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5000;
  for (const ScopedParameter& parameter : scope.parameters)
    names.push_back(prefix + parameter.name);
  for (const PartEntry& part : scope.parts) {
    if (names.size() > kMost) return;
    const std::string local = prefix + part.name.substr(scope.prefix.size());
    if (local.ends_with(']') && !local.ends_with("[0]")) continue;
    collect_openable(part.scope, local + ".", names);
    if (!part.type || part.is_composite || !part.node) continue;
    list_in_object(*part.node, part.type->schema, local + ".", names);
    for (const Field& field : part.type->schema.fields)
      if (has_default_number(field) && !part.node->peek(field.name))
        names.push_back(local + "." + field.name);
  }
}

bool OpenedValues::has_below(const PartEntry& entry) const {
  return std::any_of(options_.opened.begin(), options_.opened.end(), [&](const ValueToOpen& v) {
    return v.name.size() > entry.name.size() && v.name.starts_with(entry.name) &&
           v.name[entry.name.size()] == '.';
  });
}

void OpenedValues::add_defaults(const PartEntry& entry, SourceNode& copy) const {
  for (const ValueToOpen& v : options_.opened) {
    if (!v.name.starts_with(entry.name + ".")) continue;
    const std::string name = v.name.substr(entry.name.size() + 1);
    const Field* field = entry.type->schema.find(name);
    const bool is_default = field && field->kind == FieldKind::number && !field->is_optional &&
                            !field->is_required && !field->default_text.empty();
    if (!is_default || copy.peek(name)) continue;
    copy.add(name, SourceNode::make_scalar(field->default_text, copy.place()), copy.place());
  }
}

const SourceNode* find_value_node(Scope& scope, std::string_view name) {
  if (ScopedParameter* parameter = scope.find_parameter(name)) {
    return parameter->is_done ? nullptr : parameter->node;
  }
  const auto [head, rest] = split_head(name);
  PartEntry* part = scope.find_part(head);
  if (!part || rest.empty()) return nullptr;
  if (part->is_composite) return find_value_node(part->scope, rest);
  if (!part->type) return nullptr;
  if (ScopedParameter* parameter = part->scope.find_parameter(rest)) return parameter->node;
  return find_in_object(*part->node, part->type->schema, rest);
}

void OpenedValues::find_nodes(Scope& scope) {
  for (std::size_t k = 0; k < options_.opened.size(); ++k) {
    const SourceNode* node = find_value_node(scope, options_.opened[k].name);
    if (node) nodes_.emplace(node, k);
  }
}

Expr OpenedValues::open(const SourceNode& node, Expr value, std::optional<Dimension> dimension) {
  const auto found = nodes_.find(&node);
  if (found == nodes_.end()) return value;
  const ValueToOpen& pending = options_.opened[found->second];
  open_value(pending.name, pending.at, value, std::move(dimension));
  return value;
}

void OpenedValues::open_value(const std::string& name, std::optional<double> at, Expr& value,
                              std::optional<Dimension> dimension) {
  const auto known = std::find_if(model_.opened.begin(), model_.opened.end(),
                                  [&](const OpenedValue& o) { return o.name == name; });
  OpenedValue opened{name, dimension, value};
  const double number = value_at_parameters(value, *model_.symbols());
  opened.is_added = !at && std::isnan(number);
  const double start = at ? *at : opened.is_added ? 0.0 : number;
  const Expr symbol = model_.symbols()->parameter(name, start, dimension.value_or(Dimension{}));
  value = opened.is_added ? value + symbol : symbol;
  const bool stands_still =
      std::any_of(options_.opened.begin(), options_.opened.end(),
                  [&](const ValueToOpen& v) { return v.name == name && v.stands_still; });
  if (!stands_still) {
    // The number of differentiations of a prescribed motion.
    const std::string rate = rate_name(name);
    const Dimension per_second = dimension.value_or(Dimension{}) / dimensions::kTime;
    model_.symbols()->parameter(rate, 0, per_second);
    model_.symbols()->parameter(rate_name(rate), 0, per_second / dimensions::kTime);
  }
  if (known == model_.opened.end()) model_.opened.push_back(std::move(opened));
}

void OpenedValues::report_missing(Scope& scope, Diagnostics& diagnostics) const {
  for (const ValueToOpen& pending : options_.opened) {
    // Inside a filter: what its model does not have, or only for its structure, does not vary
    // there.
    if (options_.is_inner && pending.option != "estimate") continue;
    const std::string& name = pending.name;
    if (std::any_of(model_.opened.begin(), model_.opened.end(),
                    [&](const OpenedValue& o) { return o.name == name; })) {
      continue;
    }
    const Place place{std::make_shared<const SourceFile>(SourceFile{pending.option, name}), 1, 1};
    const ScopedParameter* parameter = scope.find_parameter(name);
    if (parameter) {
      diagnostics.add_error(
          place,
          parameter->value.is_list()
              ? "'" + name + "' is a list, and an input is a single number"
              : "'" + name + "' defines the structure of the model and cannot be an input",
          "", static_cast<int>(name.size()));
      continue;
    }
    std::vector<std::string> names, below, openable;
    collect_settable(scope, {}, names);
    collect_openable(scope, {}, openable);
    for (const std::string& candidate : openable)
      if (candidate.starts_with(name + ".")) below.push_back(candidate);
    const std::string choice =
        below.empty() ? openable.empty() ? "" : "inputs can be " + quote_list(openable, "and", 8)
                      : "below it are " + quote_list(below, "and", 12);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      diagnostics.add_error(place, "'" + name + "' is not a number that can vary", choice,
                            static_cast<int>(name.size()));
      continue;
    }
    std::string suggestion = below.empty() ? did_you_mean(name, openable) : "";
    if (suggestion.empty()) suggestion = choice;
    diagnostics.add_error(place, "there is no value '" + name + "' to use as an input", suggestion,
                          static_cast<int>(name.size()));
  }
}

}  // namespace holon::detail
