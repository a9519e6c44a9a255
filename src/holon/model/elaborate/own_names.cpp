// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Names that a part's own values introduce, such as the states of `Equations`: they are visible in
// its formulas, and are outputs outside. And dimensions that follow from other values of the part.
// Both are evaluated on demand, as values are, but a dimension with a cyclic or very long
// dependence is unknown: a bare number, which fits everywhere.
#include <algorithm>
#include <filesystem>
#include <map>

#include "holon/base/names.h"
#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

namespace {

constexpr int kLongestChain = 100;  // dimensions that depend on each other

/// The node that determines the dimension of a name, and whether it is a unit.
const SourceNode* find_dimension_node(const Schema& schema, const SourceNode& node, bool& is_unit) {
  for (const Field& field : schema.fields) {
    if (!field.gives_dimension) continue;
    is_unit = field.kind == FieldKind::text;
    const bool is_bare = !node.is_map() && schema.bare_field >= 0 &&
                         &field == &schema.fields[static_cast<std::size_t>(schema.bare_field)];
    if (is_bare) return &node;
    if (const SourceNode* value = node.peek(field.name)) return value;
  }
  return nullptr;
}

/// The dimension of a table's 'x' or 'values' in a CSV file, by the heading of its column. Errors
/// of the file are reported when the table is built.
std::optional<Dimension> dimension_in_file(const SourceNode& table, const std::string& parameter) {
  const SourceNode* file = table.peek("file");
  const SourceNode* column = table.peek("column");
  if (!file || !file->is_scalar() || (parameter != "x" && parameter != "values")) return {};
  std::filesystem::path path = file->text();
  if (path.is_relative()) path = std::filesystem::path(folder_of(table)) / path;
  std::string ignored;
  const auto data = read_data_headings(path.string(), ignored);
  if (!data || data->names.size() < 2) return {};
  if (parameter == "x") return data->dimensions[0];
  if (!column) return data->dimensions[1];
  const auto found = std::find(data->names.begin(), data->names.end(), column->text());
  if (found == data->names.end()) return {};
  return data->dimensions[static_cast<std::size_t>(found - data->names.begin())];
}

}  // namespace

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

std::optional<Dimension> Elaboration::dimension_of(const Meaning& meaning) {
  if (meaning.own) return find_dimension(*meaning.own);
  if (!meaning.output) return meaning.value.dimension();
  return meaning.output->dimension;
}

std::optional<Dimension> Elaboration::find_dimension(OwnName& own) {
  if (own.is_open || open_dimensions_ > kLongestChain) return std::nullopt;
  if (!own.is_done) {
    own.is_open = true;
    ++open_dimensions_;
    const std::optional<Dimension> found = calc_dimension(own);
    --open_dimensions_;
    own.is_open = false;
    if (pending_.is_unwinding()) return std::nullopt;
    own.is_done = true;
    own.has_dimension = found.has_value();
    own.output.dimension = found.value_or(Dimension{});
  }
  return own.has_dimension ? std::optional(own.output.dimension) : std::nullopt;
}

std::optional<Dimension> Elaboration::calc_dimension(const OwnName& own) {
  if (own.derived) {
    return dimension_of_product(*own.part, own.derived->parameters, own.derived->unit);
  }
  if (own.brought) {
    OwnName* const of = own.of.empty() ? nullptr : own.part->scope.find_name(own.of, false);
    const auto base = of ? find_dimension(*of) : dimension_of_value(*own.node, *own.part);
    if (!base) return std::nullopt;
    return own.brought->is_inverse
               ? own.brought->unit * base->without(BaseQuantity::angle).inverse()
               : own.brought->unit * *base;
  }
  if (!own.field->schema) return std::nullopt;  // of a list of names
  bool is_unit = false;
  const SourceNode* node = find_dimension_node(*own.field->schema, *own.node, is_unit);
  if (!node) return std::nullopt;
  if (!is_unit) return dimension_of_value(*node, *own.part);
  const UnitParse parsed = parse_unit(node->text());
  return parsed ? std::optional(parsed.unit->dimension) : std::nullopt;
}

/// Like formulas: a product with a bare factor is bare.
std::optional<Dimension> Elaboration::dimension_of_product(
    PartEntry& entry, const std::vector<std::string>& parameters, const Dimension& unit) {
  Dimension product = unit;
  for (const std::string& parameter : parameters) {
    const std::optional<Dimension> factor = dimension_of_parameter(entry, parameter);
    if (!factor) return std::nullopt;
    product = product * *factor;
  }
  return product;
}

std::optional<Dimension> Elaboration::dimension_of_parameter(PartEntry& entry,
                                                             const std::string& parameter) {
  // "input|setpoint": the first of them that has a dimension.
  if (const std::size_t bar = parameter.find('|'); bar != std::string::npos) {
    const auto first = dimension_of_parameter(entry, parameter.substr(0, bar));
    return first ? first : dimension_of_parameter(entry, parameter.substr(bar + 1));
  }
  if (const SourceNode* node = entry.node->peek(parameter)) return dimension_of_value(*node, entry);
  return entry.type->look_up ? dimension_in_file(*entry.node, parameter) : std::nullopt;
}

/// For lists, that of the first element that has one.
std::optional<Dimension> Elaboration::dimension_of_value(const SourceNode& node, PartEntry& entry) {
  if (node.is_list()) {
    for (const SourceNode::Entry& item : node.peek_entries()) {
      if (const auto found = dimension_of_value(item.value, entry)) return found;
    }
    return std::nullopt;
  }
  if (!node.is_scalar()) return std::nullopt;
  const Value value = read_any(node, entry.scope, entry.label);
  return value.failed() ? std::nullopt : value.dimension();
}

Requirement Elaboration::requirement_of(const Field& field, const SourceNode& node,
                                        Reading& reading) {
  if (field.dimension_rule && reading.part && reading.member) {
    const auto needed = field.dimension_rule(*reading.part->node, *reading.member, reading.name);
    if (!needed) return field.requirement;
    const auto given = dimension_of_value(node, *reading.part);
    return given && given->si() == needed->si() ? *given : *needed;
  }
  if (field.fits.empty() || !reading.part) return field.requirement;
  std::optional<Dimension> dimension;
  if (field.fits[0].starts_with("./")) {
    const SourceNode* beside =
        reading.member ? reading.member->peek(field.fits[0].substr(2)) : nullptr;
    if (beside) dimension = dimension_of_value(*beside, *reading.part);
    if (dimension) dimension = *dimension * field.fits_unit;
  } else if (field.fits[0] == ".") {
    OwnName* own = reading.part->scope.find_name(reading.name, true);
    if (reading.named) {
      dimension = dimension_of(*reading.named);
    } else if (own) {
      dimension = find_dimension(*own);
    }
    if (dimension && field.fits_inverse) {
      dimension = field.fits_unit * dimension->without(BaseQuantity::angle).inverse();
    } else if (dimension) {
      dimension = *dimension * field.fits_unit;
    }
  } else {
    dimension = dimension_of_product(*reading.part, field.fits, field.fits_unit);
    // Calculated dimensions may differ by powers of angle, like the results of formulas.
    if (dimension && field.fits.size() > 1) {
      const auto given = dimension_of_value(node, *reading.part);
      if (given && can_add(*given, *dimension)) dimension = given;
    }
  }
  return dimension ? Requirement(*dimension) : field.requirement;
}

bool Elaboration::check_unit(const SourceNode& node, const PartLabel& label) {
  const UnitParse parsed = parse_unit(node.text());
  if (parsed) return true;
  node.text_error(diagnostics_, label,
                  {static_cast<std::size_t>(parsed.offset), static_cast<std::size_t>(parsed.length),
                   parsed.message, parsed.suggestion});
  return false;
}

std::optional<Value> Elaboration::look_up(Scope& scope, std::string_view table,
                                          std::span<const Value> arguments, TextError& error) {
  const Meaning meaning = find(scope, table);
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
    Reading reading{entry.scope, entry.label};
    reading.part = &entry;
    read_object(type.schema, part.get(), *entry.node, {}, reading);
    if (diagnostics_.reported_error_count() != errors || !reading.failed.empty()) {
      unsound_.insert(entry.label.path);
    }
  }
  if (unsound_.contains(entry.label.path)) return Value::failure();
  static constexpr const char* kAxes[] = {"x", "y"};
  std::vector<Expr> at;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    at.push_back(arguments[k].scalar());
    const auto axis = k < 2 ? dimension_of_parameter(entry, kAxes[k]) : std::nullopt;
    if (!axis || !arguments[k].dimension()) continue;
    const Fit fits = fit(*arguments[k].dimension(), Requirement(*axis), Strictness::formula);
    if (fits.ok) continue;
    error.message = "'" + std::string(table) + "': " + fits.message;
    error.suggestion = fits.suggestion;
    return std::nullopt;
  }
  const auto value = type.look_up(part.get(), at, folder_of(*entry.node), error.message);
  if (!value) return std::nullopt;
  return Value(*value, dimension_of_parameter(entry, "values"));
}

}  // namespace holon::detail
