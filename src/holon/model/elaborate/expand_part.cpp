// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One part: of a type, inline, or from a file.
#include <algorithm>

#include "holon/base/names.h"
#include "holon/model/describe/file_name.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/expansion.h"

namespace holon::detail {

namespace {

/// Whether a map with this key is another form of the existing value: {ball: …} and {rod: …}.
bool is_other_form(const Field* field, const SourceNode& there, const SourceNode& changes) {
  if (!field || (field->kind != FieldKind::one_of && field->kind != FieldKind::orientation)) {
    return false;
  }
  for (const SourceNode::Entry& change : changes.peek_entries()) {
    if (there.peek(change.key)) return false;
  }
  return changes.size() > 0;
}

/// The schema below a key of the chosen form: {rod: {length: …}}.
const Schema* schema_of_form(const Field& forms, std::string_view key) {
  for (const Alternative& form : forms.alternatives) {
    if (form.key == key) return form.schema;
  }
  return nullptr;
}

/// `forms`: of the node, where its keys are alternatives instead of names in the schema.
void merge(SourceNode& node, const SourceNode& changes, const Schema* schema, const Field* forms) {
  for (const SourceNode::Entry& change : changes.peek_entries()) {
    const Field* field = schema ? schema->find(change.key) : nullptr;
    // A part of the copy that is being made.
    auto* there = const_cast<SourceNode*>(node.peek(change.key));
    const bool are_maps = there && there->is_map() && change.value.is_map();
    if (!are_maps || is_other_form(field, *there, change.value)) {
      node.erase(change.key);
      node.add(change.key, change.value, change.key_place);
    } else if (forms) {
      merge(*there, change.value, schema_of_form(*forms, change.key), nullptr);
    } else {
      const bool has_forms = field && field->kind == FieldKind::one_of;
      merge(*there, change.value, field ? field->schema : nullptr, has_forms ? field : nullptr);
    }
  }
}

}  // namespace

void merge_below(SourceNode& node, const SourceNode& changes, const Schema* schema) {
  merge(node, changes, schema, nullptr);
}

bool set_below(SourceNode& node, std::string_view path, const SourceNode& value,
               const Schema* schema) {
  // The path must consist of maps; then the value is merged as nested maps.
  const SourceNode* at = &node;
  for (std::string_view rest = path; rest.find('.') != std::string_view::npos && at;) {
    at = at->peek(split_head(rest).first);
    if (at && !at->is_map() && !at->is_empty()) return false;
    rest = split_head(rest).second;
  }
  SourceNode changes = value;
  for (std::string_view rest = path;;) {
    const std::size_t dot = rest.rfind('.');
    SourceNode map = SourceNode::make_map(value.place());
    map.add(std::string(rest.substr(dot == std::string_view::npos ? 0 : dot + 1)),
            std::move(changes), value.place());
    changes = std::move(map);
    if (dot == std::string_view::npos) break;
    rest = rest.substr(0, dot);
  }
  merge_below(node, changes, schema);
  return true;
}

void Expansion::expand_instance(const std::string& local, std::shared_ptr<const SourceNode> node,
                                std::optional<int> index, Scope& scope, Overrides overrides) {
  if (!options_.known_parts.empty() &&
      lists_part(options_.known_parts, scope.prefix + local)) {  // its names are given from outside
    node->mark_read();
    for (const PendingOverride& pending : overrides) *pending.is_used = true;
    return;
  }
  if (!check_part_count(++part_count_, *node, label_of(scope.prefix + local, ""))) return;
  PartEntry& entry = scope.parts.emplace_back();
  scope.part_index.emplace(local, &entry);
  entry.name = scope.prefix + local;
  entry.label = label_of(entry.name, "");
  entry.node = std::move(node);
  entry.scope.outer = &scope;
  entry.scope.prefix = entry.name + ".";
  entry.scope.index = index;
  const SourceNode& map = *entry.node;
  map.find("repeat");
  if (const SourceNode* changes = map.find("override")) changes->mark_read();
  const SourceNode* type = map.find("type");
  if (!type) {
    if (map.peek("parts")) {
      expand_inline(entry, std::move(overrides));
    } else {
      std::string suggestion;
      for (const SourceNode::Entry& value : map.peek_entries()) {
        if (find_nearest(value.key, {"type", "parts"}).empty()) continue;
        suggestion =
            "write '" + find_nearest(value.key, {"type", "parts"}) + "' for '" + value.key + "'";
      }
      map.key_error(diagnostics_, entry.label, "a part needs a 'type', or 'parts' of its own",
                    suggestion);
      map.mark_read();
    }
    return;
  }
  if (!type->expect(SourceNode::Kind::scalar, diagnostics_, entry.label)) {
    map.mark_read();
  } else if (is_file_name(type->text())) {
    expand_file(entry, *type, std::move(overrides));
  } else {
    expand_single(entry, *type, std::move(overrides));
  }
}

namespace {

/// "coordinates." of "u", an element of that map with a name of its user; nothing for keys.
std::string prefix_of_named(const SourceNode& node, const Schema& schema, std::string_view head) {
  if (schema.find(head)) return {};
  for (const Field& field : schema.fields) {
    if (field.kind != FieldKind::named) continue;
    const SourceNode* map = node.peek(field.name);
    if (map && map->is_map() && map->peek(head)) return field.name + std::string(".");
  }
  return {};
}

}  // namespace

void Expansion::expand_single(PartEntry& entry, const SourceNode& type, Overrides overrides) {
  const std::string& name = type.text();
  entry.type = catalogue_.find(name);
  if (!entry.type) {
    std::vector<std::string> names;
    for (const PartType* known : catalogue_.types()) names.push_back(known->name);
    std::string suggestion = did_you_mean(name, names);
    if (suggestion.empty()) suggestion = "'holon parts' lists them; a file's name ends in .yaml";
    type.error(diagnostics_, entry.label, "there is no part type '" + name + "'", suggestion);
    entry.node->mark_read();
    for (const PendingOverride& pending : overrides) *pending.is_used = true;
    return;
  }
  entry.label.type = name;
  entry.scope.label = entry.label;
  if (!overrides.empty() || elaboration_.opened().has_below(entry)) {
    const auto holder = std::make_shared<SourceNode>(SourceNode::make_map());
    SourceNode& copy = holder->add(std::string(entry.name), *entry.node, entry.node->key_place());
    for (const PendingOverride& pending : overrides) {
      *pending.is_used = true;
      const std::string_view first = split_head(pending.path).first;
      if (first == "type" || first == "repeat" || first == "override") {
        pending.override->value.error(
            diagnostics_, entry.label,
            "'" + std::string(first) + "' defines the part and cannot be set from outside",
            "change it in the file");
        continue;
      }
      const SourceNode* own = copy.peek("parameters");
      const bool is_parameter = own && own->peek(pending.path);
      const std::string path = is_parameter ? "parameters." + std::string(pending.path)
                                            : prefix_of_named(copy, entry.type->schema, first) +
                                                  std::string(pending.path);
      if (!set_below(copy, path, pending.override->value, &entry.type->schema)) {
        pending.override->value.error(
            diagnostics_, entry.label,
            "'" + std::string(pending.path) + "' cannot be set alone: it is not an entry of a map",
            "set the complete value");
      }
    }
    elaboration_.opened().add_defaults(entry, copy);
    entry.scope.outer->superseded.push_back(entry.node);
    for (const char* key : {"type", "repeat", "override"}) {
      if (const SourceNode* known = copy.find(key)) known->mark_read();
    }
    entry.node = {holder, &copy};
  }
  const std::size_t errors = diagnostics_.reported_error_count();
  refuse_hidden_names(entry);
  elaboration_.declare_parameters(entry.node->find("parameters"), entry.scope, entry.label);
  elaboration_.declare_names(entry);
  elaboration_.declare_nodes(entry);
  find_frames(entry);
  if (diagnostics_.reported_error_count() != errors) elaboration_.mark_unsound(entry);
}

/// Values, frames, outputs and parameters are all names below the part: none may hide another.
void Expansion::refuse_hidden_names(const PartEntry& entry) {
  const SourceNode* parameters = entry.node->peek("parameters");
  if (!parameters || !parameters->is_map()) return;
  for (const SourceNode::Entry& parameter : parameters->peek_entries()) {
    const auto is_output = [&](const OutputType& output) {
      return split_head(output.name).first == parameter.key;
    };
    const auto hides = [&](const std::vector<OutputType>& outputs) {
      return std::any_of(outputs.begin(), outputs.end(), is_output);
    };
    const bool hides_value = entry.type->schema.find(parameter.key) != nullptr;
    const bool hides_output =
        hides(entry.type->outputs) || (entry.type->is_frame && hides(frame_outputs()));
    if (!hides_value && !hides_output) continue;
    parameter.value.key_error(diagnostics_, entry.label,
                              "'" + parameter.key + "' is " +
                                  (hides_value ? "a value" : "an output") + " of every " +
                                  entry.type->name + " and cannot be a parameter's name too");
  }
}

void Expansion::find_frames(PartEntry& entry) {
  for (const FrameType& frame : entry.type->frames) entry.frames.push_back(frame.name);
  for (const Field& field : entry.type->schema.fields) {
    if (!field.makes_frames) continue;
    const SourceNode* map = entry.node->peek(field.name);
    if (!map || !map->is_map()) continue;  // the error is reported when the part is read
    for (const SourceNode::Entry& frame : map->peek_entries()) {
      const bool is_frame =
          std::find(entry.frames.begin(), entry.frames.end(), frame.key) != entry.frames.end();
      const auto names = [&](const std::vector<OutputType>& outputs) {
        return std::any_of(outputs.begin(), outputs.end(),
                           [&](const OutputType& output) { return output.name == frame.key; });
      };
      if (is_frame) {
        frame.value.key_error(
            diagnostics_, entry.label,
            "every " + entry.type->name + " has a frame '" + frame.key + "' already");
      } else if (names(entry.type->outputs) || (entry.type->is_frame && names(frame_outputs()))) {
        frame.value.key_error(diagnostics_, entry.label,
                              "'" + frame.key + "' is an output of every " + entry.type->name +
                                  " and cannot be a frame");
      } else {
        entry.frames.push_back(frame.key);
      }
    }
  }
}

void Expansion::expand_inline(PartEntry& entry, Overrides overrides) {
  const SourceNode& node = *entry.node;
  entry.is_composite = true;
  entry.scope.label = entry.label;
  entry.scope.tree = entry.node;
  elaboration_.declare_parameters(node.find("parameters"), entry.scope, entry.label);
  elaboration_.override_parameters(overrides, entry.scope);
  read_interface(node.find("interface"), entry.scope, entry.label);
  expand_parts(node.find("parts"), entry.scope, std::move(overrides));
}

void Expansion::bind_arguments(PartEntry& entry, Scope& where) {
  const SourceNode* arguments = entry.node->find("parameters");
  if (!arguments || arguments->is_empty() ||
      !arguments->expect(SourceNode::Kind::map, diagnostics_, entry.label)) {
    return;
  }
  for (const SourceNode::Entry& argument : arguments->entries()) {
    ScopedParameter* parameter = entry.scope.find_parameter(argument.key);
    if (!parameter) {
      std::vector<std::string> names;
      for (const ScopedParameter& known : entry.scope.parameters) names.push_back(known.name);
      argument.value.key_error(
          diagnostics_, entry.label,
          "'" + argument.key + "' is not a parameter of '" + entry.label.type + "'",
          did_you_mean(argument.key, names));
      continue;
    }
    parameter->node = &argument.value;
    parameter->where = &where;
    parameter->label = entry.label;
  }
}

void Expansion::expand_file(PartEntry& entry, const SourceNode& type, Overrides overrides) {
  entry.label.type = type.text();
  if (!options_.load_file) {
    type.error(diagnostics_, entry.label, "parts from files cannot be read here");
    entry.node->mark_read();
    return;
  }
  // A file is read once for each path and the file to which it is relative.
  const std::string key = std::string(type.place().file()) + '\n' + type.text();
  auto& file = files_[key];
  const std::size_t errors = diagnostics_.error_count();
  if (!file) file = options_.load_file(type.text(), type, diagnostics_);
  if (!file) {
    if (diagnostics_.error_count() == errors) {
      type.error(diagnostics_, entry.label, "'" + type.text() + "' contains no model");
    }
    entry.node->mark_read();
    return;
  }
  const std::string name(file->place().file());
  if (std::find(open_files_.begin(), open_files_.end(), name) != open_files_.end()) {
    std::string path;
    for (const std::string& open : open_files_) path += open + " → ";
    type.error(diagnostics_, entry.label, "a file cannot be a part of itself: " + path + name);
    entry.node->mark_read();
    return;
  }
  if (!file->expect(SourceNode::Kind::map, diagnostics_, entry.label)) return;
  open_files_.push_back(name);
  entry.is_composite = true;
  Scope& arguments = argument_scopes_.emplace_back();
  arguments.outer = entry.scope.outer;
  arguments.index = entry.scope.index;
  entry.scope.outer = nullptr;  // a file does not see the names of the model that uses it
  entry.scope.index.reset();
  entry.scope.label = entry.label;
  entry.scope.tree = file;
  if (check_version(*file, entry.label)) {
    read_units(*file, entry.scope, entry.label);
    elaboration_.declare_parameters(file->find("parameters"), entry.scope, entry.label);
    bind_arguments(entry, arguments);
    elaboration_.override_parameters(overrides, entry.scope);
    read_interface(file->find("interface"), entry.scope, entry.label);
    expand_parts(file->find("parts"), entry.scope, std::move(overrides));
  }
  refuse_future_sections(*file, entry.label, false);
  // These sections apply only when the file itself is run.
  for (const char* section :
       {"title", "simulate", "outputs", "plots", "scene", "study", "tunable", "layout"}) {
    if (const SourceNode* node = file->find(section)) node->mark_read();
  }
  for (const char* section : {"world", "fluid"}) {
    const SourceNode* node = file->find(section);
    if (!node) continue;
    node->mark_read();
    node->warning(diagnostics_, entry.label,
                  std::string("'") + section +
                      "' has no effect in a part: the model that uses it defines the " + section +
                      " is");
  }
  entry.file = file;
  open_files_.pop_back();
}

}  // namespace holon::detail
