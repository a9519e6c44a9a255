// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/dimension_finder.h"

#include <algorithm>
#include <filesystem>

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
  if (path.is_relative()) path = std::filesystem::path(folder_of(*file)) / path;
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

std::optional<Dimension> DimensionFinder::of(const Meaning& meaning) {
  if (meaning.own) return of_name(*meaning.own);
  if (!meaning.output) return meaning.value.dimension();
  return meaning.output->dimension;
}

std::optional<Dimension> DimensionFinder::of_name(OwnName& own) {
  if (own.is_open || open_ > kLongestChain) return std::nullopt;
  if (!own.is_done) {
    own.is_open = true;
    ++open_;
    const std::optional<Dimension> found = calc(own);
    --open_;
    own.is_open = false;
    if (pending_.is_unwinding()) return std::nullopt;
    own.is_done = true;
    own.has_dimension = found.has_value();
    own.output.dimension = found.value_or(Dimension{});
  }
  return own.has_dimension ? std::optional(own.output.dimension) : std::nullopt;
}

std::optional<Dimension> DimensionFinder::calc(const OwnName& own) {
  if (own.derived) {
    return of_product(*own.part, own.derived->parameters, own.derived->unit);
  }
  if (own.brought) {
    OwnName* const of = own.of.empty() ? nullptr : own.part->scope.find_name(own.of, false);
    const auto base = of ? of_name(*of) : of_value(*own.node, *own.part);
    if (!base) return std::nullopt;
    return own.brought->is_inverse
               ? own.brought->unit * base->without(BaseQuantity::angle).inverse()
               : own.brought->unit * *base;
  }
  if (!own.field->schema) return std::nullopt;  // of a list of names
  bool is_unit = false;
  const SourceNode* node = find_dimension_node(*own.field->schema, *own.node, is_unit);
  if (!node) return std::nullopt;
  if (!is_unit) return of_value(*node, *own.part);
  const UnitParse parsed = parse_unit(node->text());
  return parsed ? std::optional(parsed.unit->dimension) : std::nullopt;
}

std::optional<Dimension> DimensionFinder::of_product(PartEntry& entry,
                                                     const std::vector<std::string>& parameters,
                                                     const Dimension& unit) {
  Dimension product = unit;
  for (const std::string& parameter : parameters) {
    const std::optional<Dimension> factor = of_parameter(entry, parameter);
    if (!factor) return std::nullopt;
    product = product * *factor;
  }
  return product;
}

std::optional<Dimension> DimensionFinder::of_parameter(PartEntry& entry,
                                                       const std::string& parameter) {
  if (const std::size_t bar = parameter.find('|'); bar != std::string::npos) {
    const auto first = of_parameter(entry, parameter.substr(0, bar));
    return first ? first : of_parameter(entry, parameter.substr(bar + 1));
  }
  if (const SourceNode* node = entry.node->peek(parameter)) return of_value(*node, entry);
  return entry.type->look_up ? dimension_in_file(*entry.node, parameter) : std::nullopt;
}

std::optional<Dimension> DimensionFinder::of_value(const SourceNode& node, PartEntry& entry) {
  if (node.is_list()) {
    for (const SourceNode::Entry& item : node.peek_entries()) {
      if (const auto found = of_value(item.value, entry)) return found;
    }
    return std::nullopt;
  }
  if (!node.is_scalar()) return std::nullopt;
  const Value value = elaboration_.read_any(node, entry.scope, entry.label);
  return value.failed() ? std::nullopt : value.dimension();
}

}  // namespace holon::detail
