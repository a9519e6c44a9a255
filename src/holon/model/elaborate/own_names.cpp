// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Names that a part's own values introduce, such as the states of `Equations`: they are visible in
// its formulas, and are outputs outside. And tables in formulas.
#include <map>

#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"
#include "holon/model/elaborate/object_reader.h"

namespace holon::detail {

void Elaboration::declare_names(PartEntry& entry) {
  const PartType& type = *entry.type;
  for (const DerivedOutput& derived : type.derived_outputs) {
    OwnName own;
    own.output = *type.find_output(derived.output);
    own.derived = &derived;
    own.part = &entry;
    entry.scope.add_name(std::move(own));
  }
  std::vector<MadeName> all;
  if (type.list_names) all = type.list_names(*entry.node);
  if (type.list_model_names && options_.loader) {
    Diagnostics reported_at_the_end;
    all = type.list_model_names(*entry.node, entry.name, *options_.loader, reported_at_the_end);
    entry.has_broken_model = reported_at_the_end.has_errors();
    for (Diagnostic d : reported_at_the_end.all()) {
      if (!d.place.known()) d.place = entry.node->key_place();
      if (d.part_path.empty()) {
        d.part_path = entry.label.path;
        d.part_type = entry.label.type;
      }
      model_errors_.add(std::move(d));
    }
  }
  for (MadeName& made : all) {
    OwnName own;
    own.output = std::move(made.output);
    own.part = &entry;
    own.is_made = own.is_done = own.has_dimension = true;
    const bool has_alias = !made.alias.empty();
    entry.scope.add_name(std::move(own), has_alias ? made.within + ":" + made.alias : "");
  }
  for (const Field& field : type.schema.fields) {
    if (!field.makes_names) continue;
    const SourceNode* node = entry.node->peek(field.name);
    if (!node) continue;
    for (const SourceNode::Entry& name : node->peek_entries()) {
      if (node->is_map()) {
        declare_name(entry, field, name.key, name.value);
      } else if (name.value.is_scalar()) {
        declare_name(entry, field, name.value.text(), name.value);
      }
    }
  }
  declare_brought_names(entry);
}

/// Outputs that come with names ("rate.x") and values ("lambda[0]"); those of several fields that
/// bring the same output are counted on.
void Elaboration::declare_brought_names(PartEntry& entry) {
  std::map<std::string, int> counts;
  for (const Field& field : entry.type->schema.fields) {
    const SourceNode* node = field.brought.empty() ? nullptr : entry.node->peek(field.name);
    if (!node) continue;
    for (const SourceNode::Entry& item : node->peek_entries()) {
      std::string of;
      if (field.makes_names) {
        of = node->is_map() ? item.key : item.value.is_scalar() ? item.value.text() : "";
        if (!entry.scope.find_name(of, false)) continue;
      }
      for (const BroughtOutput& brought : field.brought) {
        OwnName own;
        own.output.name =
            brought.name +
            (field.makes_names ? "." + of : "[" + std::to_string(counts[brought.name]++) + "]");
        own.output.description = brought.description;
        own.brought = &brought;
        own.of = of;
        own.node = &item.value;
        own.part = &entry;
        entry.scope.add_name(std::move(own));
      }
    }
  }
}

/// The name that a part gives as a node, unless it is another part's port.
void Elaboration::declare_nodes(const PartEntry& entry) {
  for (const Field& field : entry.type->schema.fields) {
    if (!field.is_node) continue;
    meets_at_nodes_ = true;
    const SourceNode* node = entry.node->peek(field.name);
    if (!node || !node->is_scalar() || !is_name(node->text()) || node->text() == "tank") continue;
    entry.scope.outer->nodes.insert(node->text());
  }
}

void Elaboration::declare_name(PartEntry& entry, const Field& field, const std::string& name,
                               const SourceNode& node) {
  const auto refuse = [&](const std::string& message, const std::string& advice = {}) {
    node.parent() && node.parent()->is_list()
        ? node.error(diagnostics_, entry.label, message, advice)
        : node.key_error(diagnostics_, entry.label, message, advice);
  };
  if (is_reserved_word(name) || !is_name(name) || name == "i" || name == "world" ||
      name == "system") {
    return;  // reported when the map is read
  }
  const OwnName* other = entry.scope.find_name(name, false);
  if (other && other->field) {
    return refuse("'" + name + "' appears in '" + other->field->name + "' already",
                  "each name of a part must be unique");
  }
  if (entry.scope.find_parameter(name)) {
    return refuse("there is a parameter '" + name + "' already");
  }
  if (entry.type->schema.find(name) || entry.type->find_output(name)) {
    return refuse("'" + name + "' is reserved in every " + entry.type->name +
                  " and cannot be a name in it");
  }
  OwnName own;
  own.output.name = name;
  own.output.description = field.description;
  own.field = &field;
  own.node = &node;
  own.part = &entry;
  entry.scope.add_name(std::move(own));
}

std::optional<Value> Elaboration::look_up(Scope& scope, std::string_view table,
                                          std::span<const Value> arguments, TextError& error) {
  const Meaning meaning = names_.find(scope, table);
  if (meaning.kind == Meaning::Kind::silent) return Value::failure();
  if (meaning.kind != Meaning::Kind::part || !meaning.part->type || !meaning.part->type->look_up) {
    error.message = "'" + std::string(table) + "' is not a table";
    error.suggestion = "name a part of type Table";
    return std::nullopt;
  }
  PartEntry& entry = *meaning.part;
  const PartType& type = *entry.type;
  std::shared_ptr<void>& part = tables_[&entry];
  if (!part) {
    part = type.create();
    const std::size_t errors = diagnostics_.reported_error_count();
    ObjectReader reader(*this, diagnostics_, entry);
    reader.read(type.schema, part.get(), *entry.node, {});
    if (diagnostics_.reported_error_count() != errors || !reader.failed().empty()) {
      unsound_.insert(entry.label.path);
    }
  }
  if (unsound_.contains(entry.label.path)) return Value::failure();
  static constexpr const char* kAxes[] = {"x", "y"};
  std::vector<Expr> at;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    at.push_back(arguments[k].scalar());
    const auto axis = k < 2 ? dimensions_.of_parameter(entry, kAxes[k]) : std::nullopt;
    if (!axis || !arguments[k].dimension()) continue;
    const Fit fits = fit(*arguments[k].dimension(), Requirement(*axis), Strictness::formula);
    if (fits.ok) continue;
    error.message = "'" + std::string(table) + "': " + fits.message;
    error.suggestion = fits.suggestion;
    return std::nullopt;
  }
  const auto value =
      type.look_up(part.get(), at, entry.name, folder_of(*entry.node), error.message);
  if (!value) return std::nullopt;
  return Value(*value, dimensions_.of_parameter(entry, "values"));
}

}  // namespace holon::detail
