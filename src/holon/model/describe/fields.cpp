// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/fields.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

#include "holon/base/errors.h"
#include "holon/expr/print/print.h"

namespace holon {

FieldBuilder& FieldBuilder::required() {
  field_->is_required = true;
  return *this;
}
FieldBuilder& FieldBuilder::structural() {
  field_->is_structural = true;
  return *this;
}
FieldBuilder& FieldBuilder::varying() {
  field_->is_varying = true;
  return *this;
}
FieldBuilder& FieldBuilder::above(double minimum) {
  field_->minimum = minimum;
  field_->excludes_minimum = true;
  return *this;
}
FieldBuilder& FieldBuilder::at_least(double minimum) {
  field_->minimum = minimum;
  return *this;
}
FieldBuilder& FieldBuilder::below(double maximum) {
  field_->maximum = maximum;
  field_->excludes_maximum = true;
  return *this;
}
FieldBuilder& FieldBuilder::at_most(double maximum) {
  field_->maximum = maximum;
  return *this;
}
FieldBuilder& FieldBuilder::sizes(std::initializer_list<int> sizes) {
  field_->sizes = sizes;
  return *this;
}
FieldBuilder& FieldBuilder::file() {
  field_->is_file = true;
  return *this;
}
FieldBuilder& FieldBuilder::node() {
  field_->is_node = true;
  return *this;
}
FieldBuilder& FieldBuilder::color() {
  field_->is_color = true;
  return *this;
}
FieldBuilder& FieldBuilder::constant_advice(std::string advice) {
  field_->constant_advice = std::move(advice);
  return *this;
}
FieldBuilder& FieldBuilder::not_yet(std::initializer_list<const char*> names) {
  field_->future_choices.assign(names.begin(), names.end());
  return *this;
}
FieldBuilder& FieldBuilder::fits(std::vector<std::string> parameters, std::string_view unit) {
  field_->fits = std::move(parameters);
  field_->fits_unit = Requirement::from_unit(unit).dimension;
  return *this;
}
FieldBuilder& FieldBuilder::fits_name(std::string_view unit) { return fits({"."}, unit); }
FieldBuilder& FieldBuilder::fits_over_name(std::string_view unit) {
  field_->fits_inverse = true;
  return fits({"."}, unit);
}
FieldBuilder& FieldBuilder::takes_list() {
  field_->takes_list = true;
  return *this;
}
FieldBuilder& FieldBuilder::names_values() {
  field_->names_values = true;
  return *this;
}
FieldBuilder& FieldBuilder::names_own(std::string beginning) {
  field_->names_own = std::move(beginning);
  return *this;
}
FieldBuilder& FieldBuilder::takes_one() {
  field_->takes_one = true;
  return *this;
}
FieldBuilder& FieldBuilder::names_parts() {
  field_->names_parts = true;
  return *this;
}
FieldBuilder& FieldBuilder::names_joints() {
  field_->names_joints = true;
  return *this;
}
FieldBuilder& FieldBuilder::acted_on() {
  field_->is_acted_on = true;
  return *this;
}
FieldBuilder& FieldBuilder::brings(std::string name, std::string_view unit, std::string description,
                                   bool is_inverse) {
  field_->brought.push_back({std::move(name), std::move(description),
                             Requirement::from_unit(unit).dimension, is_inverse});
  return *this;
}
FieldBuilder& FieldBuilder::dimension_by(DimensionRule rule) {
  field_->dimension_rule = rule;
  return *this;
}
FieldBuilder& FieldBuilder::gives_dimension() {
  field_->gives_dimension = true;
  return *this;
}
FieldBuilder& FieldBuilder::makes_names() {
  field_->makes_names = true;
  return *this;
}
FieldBuilder& FieldBuilder::default_text(std::string text) {
  field_->default_text = std::move(text);
  return *this;
}

namespace detail {

namespace {

bool is_identifier(const std::string& name) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  if (name == "0" || name == "1") return true;  // the junctions of bond graphs
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), is_word);
}

}  // namespace

Field& add_field(Schema& schema, std::string name, FieldKind kind, std::string unit,
                 std::string description) {
  HOLON_CHECK(is_identifier(name), "'" + name + "' cannot be the name of a parameter");
  HOLON_CHECK(!schema.find(name), "parameter '" + name + "' is described twice");
  Field field;
  field.name = std::move(name);
  field.kind = kind;
  field.requirement = Requirement::from_unit(unit);
  // For listings a difference of any dimension is a value of any dimension.
  field.unit = unit == "delta any" ? "any" : std::move(unit);
  field.description = std::move(description);
  return schema.fields.emplace_back(std::move(field));
}

namespace {

std::string quantity_text(double value, const Field& field) {
  const bool has_unit = !field.unit.empty() && field.unit != "any";
  if (value == 0 || !has_unit) return print_number(value);
  const double degrees = value * 180 / std::numbers::pi;
  constexpr double kRounding = 1e-12;
  if (field.unit == "rad" && std::abs(degrees - std::round(degrees)) < kRounding * degrees) {
    return print_number(std::round(degrees)) + " deg";
  }
  const std::string unit = field.unit.starts_with("delta ") ? field.unit.substr(6) : field.unit;
  return print_number(value) + " " + unit;
}

std::string list_text(const Expr* begin, std::size_t size) {
  std::string text = "[";
  for (std::size_t k = 0; k < size; ++k) {
    text += (k ? ", " : "") + print_number(begin[k].value());
  }
  return text + "]";
}

std::string axis_text(const Axis& axis) {
  for (const char* name : {"x", "y", "z", "-x", "-y", "-z"}) {
    if (axis == Axis(name)) return name;
  }
  std::string text = "[";
  for (const double d : axis.direction) text += (text.size() > 1 ? ", " : "") + print_number(d);
  return text + "]";
}

std::string value_text(const Field& field, const void* value) {
  switch (field.kind) {
    case FieldKind::number: return quantity_text(static_cast<const Expr*>(value)->value(), field);
    case FieldKind::plain: return quantity_text(*static_cast<const double*>(value), field);
    case FieldKind::vector: return list_text(static_cast<const Vector3<Expr>*>(value)->data(), 3);
    case FieldKind::numbers: {
      const auto& list = *static_cast<const std::vector<Expr>*>(value);
      return list.empty() ? "" : list_text(list.data(), list.size());
    }
    case FieldKind::flag: return *static_cast<const bool*>(value) ? "true" : "false";
    case FieldKind::integer: return std::to_string(*static_cast<const std::int64_t*>(value));
    case FieldKind::text: return *static_cast<const std::string*>(value);
    case FieldKind::choice:
      return field.choices.at(static_cast<std::size_t>(field.get_choice(value)));
    case FieldKind::axis: return axis_text(*static_cast<const Axis*>(value));
    case FieldKind::frame: return static_cast<const FrameName*>(value)->path;
    default: return "";
  }
}

}  // namespace

void write_defaults(Schema& schema, const void* prototype) {
  for (Field& field : schema.fields) {
    if (field.is_required || !field.default_text.empty() || field.kind == FieldKind::not_yet) {
      continue;
    }
    const void* value = field.value_in(prototype);
    if (value) field.default_text = value_text(field, value);
  }
}

}  // namespace detail

}  // namespace holon
