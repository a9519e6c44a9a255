// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/model/elaborate/dimension_finder.h"
#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

class Elaboration;

/// Reads an object with a description (a part, settings, a shape …) from a map: the valid keys, the
/// missing ones (read_fields.cpp), and the values (read_forms.cpp).
class ObjectReader {
 public:
  ObjectReader(Elaboration& elaboration, Diagnostics& diagnostics, Scope& scope,
               const PartLabel& label);
  ObjectReader(Elaboration& elaboration, Diagnostics& diagnostics, PartEntry& part);

  bool read(const Schema& schema, void* object, const SourceNode& node, const std::string& path);
  /// Paths of values that could not be read.
  const std::vector<std::string>& failed() const { return failed_; }

 private:
  void read_field(const Field& field, void* object, const SourceNode& node,
                  const std::string& path);
  void read_objects(const Field& field, void* value, const SourceNode& node,
                    const std::string& path);
  void read_named(const Field& field, void* value, const SourceNode& node, const std::string& path);
  bool read_one_of(const Field& field, void* value, const SourceNode& node,
                   const std::string& path);
  bool read_chosen(const Field& field, void* value, const SourceNode& node,
                   const std::string& path);
  bool read_value(const Field& field, void* value, const SourceNode& node);
  bool read_choice(const Field& field, void* value, const SourceNode& node);
  bool read_axis(Axis& axis, const SourceNode& node);
  bool read_orientation(Orientation& orientation, const SourceNode& node);
  std::optional<Orientation> read_axis_angle(const SourceNode& node);
  /// Of a key that names an output (one number) or a body of another part.
  std::string read_named_value(const SourceNode::Entry& entry);
  /// Of a key that is one of the part's own names without the beginning `beginning`.
  std::string read_own_name(const std::string& beginning, const SourceNode::Entry& entry);
  /// `truth: {body: blade}`: a key that begins several own names, and a part or frame whose
  /// outputs of the same endings are their values; those that it does not have are left out. False
  /// where the key is a name itself, or the beginning of none.
  bool read_own_group(const Field& field, void* value, const SourceNode::Entry& entry,
                      const SourceNode& map, const std::string& path);
  /// The requirement of a field, if it depends on other values.
  Requirement requirement_of(const Field& field, const SourceNode& node);
  /// Whether no temperature (20 degC) is given for what is compared with a difference of
  /// temperatures: a limit of "T - 20 [degC]". Reports it if there is one.
  bool check_temperatures(const Field& field, const SourceNode& node);
  /// Whether a part of a formula is a difference of temperatures: one less a known temperature.
  bool is_difference(const Formula& formula, const Formula::Node& node, const SourceNode& written);
  std::string place_file(const SourceNode& node, const std::string& name) const;
  bool check_unit(const SourceNode& node);

  Elaboration& elaboration_;
  DimensionFinder& dimensions_;
  Diagnostics& diagnostics_;
  Scope& scope_;
  const PartLabel& label_;
  std::vector<std::string> failed_;
  PartEntry* part_ = nullptr;           // that is read
  std::string name_;                    // the key in the innermost map of names
  const SourceNode* member_ = nullptr;  // the value there
  // The output of another part that this key names (see Field::names_values), if it does.
  std::optional<Meaning> named_;
};

}  // namespace holon::detail
