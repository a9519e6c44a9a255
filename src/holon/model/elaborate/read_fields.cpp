// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Objects with a description (parts, settings, shapes …) from maps: the valid keys, and missing
// ones. The values themselves: read_forms.cpp.
#include <algorithm>
#include <utility>

#include "holon/base/names.h"
#include "holon/model/describe/validate.h"
#include "holon/model/describe/visit.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/object_reader.h"

namespace holon::detail {

namespace {

std::string describe_missing(const Field& field) {
  std::string text = "'" + field.name + "' is missing: " + field.description;
  if (!field.unit.empty() && field.unit != "any") text += " (" + field.unit + ")";
  return text;
}

/// A pose, {at: …, rotate: …}: often written as the bare vector.
bool is_placement(const Schema& schema) {
  return schema.find("at") != nullptr &&
         std::all_of(schema.fields.begin(), schema.fields.end(), [](const Field& field) {
           return field.kind == FieldKind::vector || field.kind == FieldKind::orientation;
         });
}

std::string describe_list(const SourceNode& node) {
  std::string text;
  for (const SourceNode::Entry& item : node.peek_entries()) {
    const std::string value = item.value.is_scalar() ? item.value.text() : "…";
    text += (text.empty() ? "" : ", ") +
            (value.find_first_of(",[]") == std::string::npos ? value : '"' + value + '"');
  }
  return '[' + text + ']';
}

}  // namespace

ObjectReader::ObjectReader(Elaboration& elaboration, Diagnostics& diagnostics, Scope& scope,
                           const PartLabel& label)
    : elaboration_(elaboration),
      dimensions_(elaboration.dimensions()),
      diagnostics_(diagnostics),
      scope_(scope),
      label_(label) {}

ObjectReader::ObjectReader(Elaboration& elaboration, Diagnostics& diagnostics, PartEntry& part)
    : ObjectReader(elaboration, diagnostics, part.scope, part.label) {
  part_ = &part;
}

bool ObjectReader::read(const Schema& schema, void* object, const SourceNode& node,
                        const std::string& path) {
  if (schema.bare_field >= 0 && !node.is_map()) {
    const Field& field = schema.fields[static_cast<std::size_t>(schema.bare_field)];
    read_field(field, object, node, path);
    return true;
  }
  if (!node.is_empty() && !node.is_map()) {
    if (node.is_list() && is_placement(schema)) {
      node.error(diagnostics_, label_, "expected a map (key: value), found a list",
                 "write {at: " + describe_list(node) + "}");
    } else {
      node.expect(SourceNode::Kind::map, diagnostics_, label_);
    }
    node.mark_read();
    failed_.push_back(path);
    return false;
  }
  for (const Field& field : schema.fields) {
    const std::string at = field_path(schema, field, path);
    if (field.kind == FieldKind::one_of && field.is_inline) {
      if (!read_chosen(field, field.value_in(object), node, path)) {
        failed_.push_back(path);
      }
      continue;
    }
    const SourceNode* value = node.find(field.name);
    if (value) {
      read_field(field, object, *value, at);
    } else if (field.is_required) {
      node.key_error(diagnostics_, label_, describe_missing(field));
      failed_.push_back(at);
    }
  }
  return true;
}

void ObjectReader::read_field(const Field& field, void* object, const SourceNode& node,
                              const std::string& path) {
  if (field.kind == FieldKind::not_yet) {
    node.key_error(diagnostics_, label_, "'" + field.name + "' is not in this version yet");
    node.mark_read();
    return;
  }
  void* value = field.value_in(object);
  bool ok = true;
  switch (field.kind) {
    case FieldKind::object: read(*field.schema, value, node, path); break;
    case FieldKind::objects: read_objects(field, value, node, path); break;
    case FieldKind::named: read_named(field, value, node, path); break;
    case FieldKind::one_of: ok = read_one_of(field, value, node, path); break;
    default: ok = read_value(field, value, node);
  }
  if (!ok) {
    failed_.push_back(path);
    node.mark_read();
  }
}

void ObjectReader::read_objects(const Field& field, void* value, const SourceNode& node,
                                const std::string& path) {
  if (!node.expect(SourceNode::Kind::list, diagnostics_, label_)) {
    failed_.push_back(path);
    node.mark_read();
    return;
  }
  std::size_t index = 0;
  for (const SourceNode::Entry& item : node.items()) {
    void* object = field.append(value, {});
    read(*field.schema, object, item.value, path + "[" + std::to_string(index++) + "]");
  }
}

void ObjectReader::read_named(const Field& field, void* value, const SourceNode& node,
                              const std::string& path) {
  if (node.is_empty()) return;
  if (field.takes_list && node.is_list()) {
    for (const SourceNode::Entry& item : node.items()) {
      if (!item.value.expect(SourceNode::Kind::scalar, diagnostics_, label_)) {
        failed_.push_back(path);
      } else if (check_name(item.value.text(), item.value, label_, diagnostics_)) {
        field.append(value, item.value.text());
      }
    }
    return;
  }
  if (!node.expect(SourceNode::Kind::map, diagnostics_, label_)) {
    failed_.push_back(path);
    node.mark_read();
    return;
  }
  Scope no_names;
  for (const SourceNode::Entry& entry : node.entries()) {
    if (read_own_group(field, value, entry, node, path)) continue;
    const std::string key = field.names_values         ? read_named_value(entry)
                            : !field.names_own.empty() ? read_own_name(field.names_own, entry)
                                                       : entry.key;
    if (key.empty()) {
      failed_.push_back(path);
      entry.value.mark_read();
      continue;
    }
    if (!field.names_values && field.names_own.empty() &&
        !check_new_name(entry, no_names, label_, diagnostics_))
      continue;
    // Of a frame on an elastic body.
    const SourceNode* modes = field.makes_frames ? entry.value.peek("modes") : nullptr;
    if (modes && !field.schema->find("modes")) {
      modes->key_error(diagnostics_, label_, "'modes' of a frame are not in this version yet");
      modes->mark_read();
    }
    void* object = field.append(value, key);
    const std::string outer = std::exchange(name_, entry.key);
    const SourceNode* const outer_member = std::exchange(member_, &entry.value);
    const std::string outer_within =
        std::exchange(scope_.within, detail::member_path(path, entry.key));
    read(*field.schema, object, entry.value, detail::member_path(path, entry.key));
    name_ = outer;
    member_ = outer_member;
    named_.reset();
    scope_.within = outer_within;
  }
}

bool ObjectReader::read_one_of(const Field& field, void* value, const SourceNode& node,
                               const std::string& path) {
  if (node.is_map()) return read_chosen(field, value, node, path);
  // The first form may be written without its key.
  const Alternative& first = field.alternatives[0];
  if (first.schema->bare_field >= 0 && !node.is_empty()) {
    void* object = field.emplace_alternative(value, 0);
    return read(*first.schema, object, node, path);
  }
  node.expect(SourceNode::Kind::map, diagnostics_, label_);
  return false;
}

bool ObjectReader::read_chosen(const Field& field, void* value, const SourceNode& node,
                               const std::string& path) {
  std::vector<std::string> keys, given;
  int chosen = -1;
  for (std::size_t k = 0; k < field.alternatives.size(); ++k) {
    const std::string& key = field.alternatives[k].key;
    keys.push_back(key);
    if (!node.find(key)) continue;
    given.push_back(key);
    chosen = static_cast<int>(k);
  }
  if (given.size() > 1) {
    node.find(given[1])->key_error(diagnostics_, label_,
                                   "only one of " + quote_list(given, "and") + " can be given");
    for (const std::string& key : given) node.find(key)->mark_read();
    return false;
  }
  if (given.empty()) {
    if (field.is_inline && !field.is_required) return true;
    std::string suggestion;
    for (const SourceNode::Entry& entry : node.peek_entries()) {
      if (suggestion.empty()) suggestion = did_you_mean(entry.key, keys);
      if (!field.is_inline || !suggestion.empty()) entry.value.mark_read();
    }
    node.key_error(diagnostics_, label_, "'" + field.name + "' needs one of " + quote_list(keys),
                   suggestion);
    return false;
  }
  const Alternative& form = field.alternatives[static_cast<std::size_t>(chosen)];
  void* object = field.emplace_alternative(value, chosen);
  return read(*form.schema, object, *node.peek(form.key),
              alternative_path(field, chosen, path, path));
}

void Elaboration::read_parts(Scope& scope) {
  for (PartEntry& entry : scope.parts) {
    if (entry.is_composite) {
      read_parts(entry.scope);
      entry.node->report_unread(diagnostics_, entry.label);
      if (entry.file) entry.file->report_unread(diagnostics_, entry.label);
    } else if (entry.type) {
      read_part(entry);
    }
  }
  for (const auto& node : scope.superseded) node->mark_read();
}

void Elaboration::read_part(PartEntry& entry) {
  const PartType& type = *entry.type;
  const SourceNode& node = *entry.node;
  const std::shared_ptr<void> part = type.create();
  const std::size_t errors = diagnostics_.reported_error_count();
  ObjectReader reader(*this, diagnostics_, entry);
  reader.read(type.schema, part.get(), node, {});
  if (type.list_model_names) uses_.report_model_names(node, scope_);
  node.report_unread(diagnostics_, entry.label, "parameter");
  PartInstance instance{entry.name, &type, part, entry.node, true};
  validate(type.schema, part.get(), symbols(),
           [&](const std::string& path, const std::string& message, const std::string& suggestion) {
             const bool has_failed =
                 std::any_of(reader.failed().begin(), reader.failed().end(),
                             [&](const std::string& failed) { return path.starts_with(failed); });
             if (has_failed) return;
             report(instance, path, Severity::error, message, suggestion, diagnostics_);
           });
  // An error of all members of an array is reported for the first; one of a shared parameter, for
  // the parameter.
  if (diagnostics_.reported_error_count() != errors || !reader.failed().empty()) {
    unsound_.insert(entry.label.path);
  }
  instance.is_sound = !unsound_.contains(entry.label.path);
  for (OwnName& own : entry.scope.names) {
    dimensions_.of_name(own);
    instance.own_outputs.push_back(own.output);
  }
  model_.add(std::move(instance));
}

Value Elaboration::calc_field(PartEntry& entry, const std::string& path) {
  const Schema* schema = &entry.type->schema;
  const SourceNode* node = entry.node.get();
  const std::shared_ptr<void> prototype = entry.type->create();
  const void* object = prototype.get();
  const Field* field = nullptr;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    field = schema->find(rest.substr(0, dot));
    if (node) node = node->peek(field->name);
    if (object) object = field->value_in(object);
    schema = field->schema;
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  std::optional<Dimension> dimension = field->requirement.dimension;
  if (field->requirement.kind == Requirement::Kind::any) {
    dimension = dimensions_.of_parameter(entry, path);
  }
  std::vector<Expr> values;
  if (node) {
    std::optional<std::vector<Expr>> read;
    if (field->kind == FieldKind::vector) {
      read = read_list(*node, field->requirement, entry.scope, entry.label);
    } else if (const auto number =
                   read_number(*node, field->requirement, entry.scope, entry.label)) {
      read = {*number};
    }
    if (!read) return Value::failure();
    values = *read;
  } else if (!object) {
    entry.node->error(diagnostics_, entry.label,
                      "a formula names '" + entry.name + "." + path + "', which is not given here",
                      "give '" + entry.name + "' a value for '" + path + "'");
    return Value::failure();
  } else if (field->kind == FieldKind::vector) {
    const auto& vector = *static_cast<const Vector3<Expr>*>(object);
    values.assign(vector.data(), vector.data() + 3);
  } else {
    values = {field->kind == FieldKind::number ? *static_cast<const Expr*>(object)
                                               : Expr(*static_cast<const double*>(object))};
  }
  if (field->kind != FieldKind::vector) return Value(values[0], dimension);
  return Value(std::move(values), dimension);
}

}  // namespace holon::detail
