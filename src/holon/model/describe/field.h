// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/units.h"

/// The description of a part's members, independent of their C++ types: sufficient to read them
/// from a model, to check them, to list them and to write a schema.
namespace holon {

struct Schema;
class SourceNode;

/// The dimension of a value in the object `member` (called `name`) of a map of names in a part, if
/// other values of the part determine it; else nothing.
using DimensionRule = std::optional<Dimension> (*)(const SourceNode& part, const SourceNode& member,
                                                   std::string_view name);

/// An output that each name ("rate.x") or each value ("lambda[0]") of a field brings along. Its
/// dimension is that of the name or value times `unit`; `is_inverse`: `unit` over it, angles not
/// counted.
struct BroughtOutput {
  std::string name;  ///< "rate", "lambda"
  std::string description;
  Dimension unit;
  bool is_inverse = false;
};

/// The C++ type behind a field.
enum class FieldKind : std::uint8_t {
  number,       ///< Expr
  plain,        ///< double: a constant
  vector,       ///< Vector3<Expr>
  numbers,      ///< std::vector<Expr>
  flag,         ///< bool
  integer,      ///< std::int64_t
  text,         ///< std::string
  texts,        ///< std::vector<std::string>
  choice,       ///< an enum, by the names in `choices`
  axis,         ///< Axis
  frame,        ///< FrameName
  between,      ///< std::array<FrameName, 2>
  orientation,  ///< Orientation
  object,       ///< a struct with fields of its own
  objects,      ///< std::vector of such structs
  named,        ///< Named<> such structs
  one_of,       ///< std::variant of such structs, distinguished by a key
  source,       ///< std::shared_ptr<const SourceNode>: read by the part itself
  not_yet,      ///< known to the language, but not to this version
};

/// One alternative of a field of kind one_of.
struct Alternative {
  std::string key;  ///< "rod"
  std::string description;
  const Schema* schema = nullptr;
};

/// A parameter of a part, or a member of an object below it.
struct Field {
  std::string name;
  FieldKind kind = FieldKind::number;
  std::string description;
  std::string unit;          ///< coherent SI, as in base/units.h; empty for a pure number
  Requirement requirement;   ///< the requirement that `unit` represents
  std::string default_text;  ///< the default as written in the language; empty if required
  bool is_required = false;
  bool is_optional = false;    ///< a std::optional member: absent differs from any value
  bool is_structural = false;  ///< changes the equations; a number must be a constant then
  bool is_varying = false;     ///< may depend on time and outputs, not only on parameters
  bool is_inline = false;      ///< one_of: its keys are in the same map as the object's other keys
  bool is_file = false;        ///< text: names a file
  bool is_color = false;       ///< text: a colour, or empty
  bool is_node = false;        ///< text: a node, at which parts are connected as in a netlist
  bool makes_frames = false;   ///< named: each of its names is a frame of the part
  /// named, texts: each of its names is a value in the part's own formulas, and an output of the
  /// part outside.
  bool makes_names = false;
  bool takes_list = false;    ///< named: may be a list of names without values
  bool names_values = false;  ///< named: its names are outputs and bodies of other parts, in full
  /// named: its names are own names of the part without this beginning ("sigma.").
  std::string names_own;
  bool takes_one = false;     ///< numbers: may be a single one
  bool names_parts = false;   ///< texts: parts, by their full names
  bool names_joints = false;  ///< texts: joints, looked up from the part's scope outwards
  bool is_acted_on = false;   ///< frame: the part exerts its force there
  /// named that `makes_names`, numbers: outputs that come with each of its names or values.
  std::vector<BroughtOutput> brought;
  bool gives_dimension =
      false;  ///< in such an object: determines that of the name; a text names a unit
  bool is_condition = false;  ///< number: a condition, 1 or 0
  bool is_period = false;     ///< plain: a time between samples, or a rate of them
  /// "./measured": another value of the same object in a map of names. Else
  /// the parameters of the part whose product, times `fits_unit`, has its dimension; "." is the
  /// name of the enclosing object. Empty: that of `unit`.
  std::vector<std::string> fits;
  Dimension fits_unit;
  bool fits_inverse = false;  ///< `fits_unit` over that product; powers of angle are ignored
  DimensionRule dimension_rule = nullptr;  ///< in an object of a map; powers of angle are ignored
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool excludes_minimum = false;  ///< value > minimum instead of >=
  bool excludes_maximum = false;
  std::string constant_advice;       ///< advice if it must not vary: the value that may
  std::vector<int> sizes;            ///< allowed lengths of a list; empty: any
  std::vector<std::string> choices;  ///< names of the enum's values
  /// Names of the language that this version does not support.
  std::vector<std::string> future_choices;
  const Schema* schema = nullptr;  ///< object, objects, named: of one object
  std::vector<Alternative> alternatives;

  // Access to the member inside its owner. All take the owner's address.
  std::size_t offset = 0;
  /// Optional member: creates a value and returns its address; get: its address or nullptr.
  void* (*emplace)(void* member) = nullptr;
  const void* (*get)(const void* member) = nullptr;
  /// objects, named: adds an element. one_of: creates alternative `index`.
  void* (*append)(void* member, std::string_view name) = nullptr;
  void* (*emplace_alternative)(void* member, int index) = nullptr;
  int (*size)(const void* member) = nullptr;  ///< objects, named; one_of: index of the alternative
  const void* (*element)(const void* member, int index) = nullptr;
  std::string_view (*element_name)(const void* member, int index) = nullptr;
  /// choice: index among `choices`.
  void (*set_choice)(void* member, int index) = nullptr;
  int (*get_choice)(const void* member) = nullptr;

  /// The member's address in its owner; for an optional one that of its value, created if absent.
  void* value_in(void* owner) const;
  /// The same for reading; nullptr if an optional member is absent.
  const void* value_in(const void* owner) const;
};

/// The fields of a part or of an object in it, in the order of their description.
struct Schema {
  std::vector<Field> fields;
  int bare_field = -1;  ///< this field's value may represent the whole object; -1: none

  const Field* find(std::string_view name) const;
};

}  // namespace holon
