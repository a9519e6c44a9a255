// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

/// Values of a model that become inputs of its equations (ElaborateOptions::opened). They are
/// identified by their nodes when all parts are known, and get their symbols when they are read.
class OpenedValues {
 public:
  /// The model receives them.
  OpenedValues(const ElaborateOptions& options, Model& model) : options_(options), model_(model) {}

  /// Whether a value below this part is to become one.
  bool has_below(const PartEntry& entry) const;
  /// A value that is not given has its default; if that is a number it can be opened as well.
  void add_defaults(const PartEntry& entry, SourceNode& copy) const;
  /// Once all parts are known.
  void find_nodes(Scope& scope);

  bool empty() const { return nodes_.empty(); }
  bool contains(const SourceNode* node) const { return nodes_.contains(node); }
  /// The value with the symbol introduced, if its node is one of them.
  Expr open(const SourceNode& node, Expr value, std::optional<Dimension> dimension);
  void open_value(const std::string& name, std::optional<double> at, Expr& value,
                  std::optional<Dimension> dimension);
  /// Those for which there was no value.
  void report_missing(Scope& scope, Diagnostics& diagnostics) const;

 private:
  const ElaborateOptions& options_;
  Model& model_;
  std::unordered_map<const SourceNode*, std::size_t> nodes_;  ///< index in options
};

/// The node of the number that a name below a scope means; nullptr if there is none.
const SourceNode* find_value_node(Scope& scope, std::string_view name);
/// The names of the numbers below a scope that can become inputs.
void collect_openable(const Scope& scope, const std::string& prefix,
                      std::vector<std::string>& names);

}  // namespace holon::detail
