// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internals of `elaborate`. Three passes: which parts there are (Expansion), then their values, in
// any order, since a value may depend on another one (Elaboration; ObjectReader for each part),
// then the settings, which name outputs (SettingsReader).

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "holon/model/elaborate/bare_number_warnings.h"
#include "holon/model/elaborate/dimension_finder.h"
#include "holon/model/elaborate/expansion.h"
#include "holon/model/elaborate/name_lookup.h"
#include "holon/model/elaborate/name_uses.h"
#include "holon/model/elaborate/opened_values.h"
#include "holon/model/elaborate/pending_values.h"
#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

class Elaboration : private PendingValues::Evaluator {
 public:
  Elaboration(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
              const ElaborateOptions& options, Diagnostics& diagnostics);
  Model run();

  NameLookup& names() { return names_; }
  Value value_of(const Meaning& meaning);
  /// lookup(table, …) of formulas.
  std::optional<Value> look_up(Scope& scope, std::string_view table,
                               std::span<const Value> arguments, TextError& error);
  Symbols& symbols() { return *model_.symbols(); }

  // What the passes use.
  Model& model() { return model_; }
  OpenedValues& opened() { return opened_; }
  NameUses& uses() { return uses_; }
  bool meets_at_nodes() const { return meets_at_nodes_; }
  /// Errors were reported for this part.
  void mark_unsound(const PartEntry& entry) { unsound_.insert(entry.label.path); }
  DimensionFinder& dimensions() { return dimensions_; }
  std::optional<Expr> read_condition(const SourceNode& node, Scope& scope, const PartLabel& label);
  std::optional<double> read_constant(const SourceNode& node, const Requirement& needed,
                                      Scope& scope, const PartLabel& label);
  /// With any dimension and shape; `quantity` receives the quantity if the value is a single one.
  Value read_any(const SourceNode& node, Scope& scope, const PartLabel& label,
                 std::optional<Formula::Quantity>* quantity = nullptr);
  std::optional<Expr> read_number(const SourceNode& node, const Requirement& needed, Scope& scope,
                                  const PartLabel& label);
  /// A list of numbers, or a formula for a vector.
  std::optional<std::vector<Expr>> read_list(const SourceNode& node, const Requirement& needed,
                                             Scope& scope, const PartLabel& label,
                                             bool may_be_infinite = false);
  std::optional<double> read_period(const SourceNode& node, Scope& scope, const PartLabel& label);
  Formula parse(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// Of a formula that is a quantity, or the name of a parameter that is one.
  std::optional<Formula::Quantity> find_quantity(const Formula& formula, Scope& scope);
  bool check_file(const SourceNode& node, const std::string& name, const PartLabel& label);
  /// In a name, or in names with "->" between them, replaces indices by their numbers.
  bool resolve_indices(const SourceNode& node, std::string& text, Scope& scope,
                       const PartLabel& label);
  std::string read_part_name(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// The name in a text, with its indices evaluated; empty if an error has been reported.
  std::string resolve_name(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// The full name of the frame, or of the output or its component, that a text names; empty if an
  /// error has been reported.
  std::string read_frame(const SourceNode& node, Scope& scope, const PartLabel& label);
  std::string read_output(const SourceNode& node, Scope& scope, const PartLabel& label,
                          Meaning* meaning = nullptr);
  void declare_parameters(const SourceNode* map, Scope& scope, const PartLabel& label);
  /// Takes those of `--set` that are parameters of the scope.
  void override_parameters(std::vector<PendingOverride>& overrides, Scope& scope);
  void declare_names(PartEntry& entry);
  void declare_nodes(const PartEntry& entry);

 private:
  // Parameters (parameters.cpp).
  const Value& evaluate(ScopedParameter& parameter);
  void calc(ScopedParameter& parameter);
  Value make_tunable(ScopedParameter& parameter, const Value& value);
  void read_tunable(const SourceNode* list, bool is_nested);
  void evaluate_all(Scope& scope);
  void report_unused(const Scope& scope);

  // Values (read_values.cpp). Nothing is returned if an error has been reported.
  /// `needed`: the requirement of the field; nullptr for one that accepts anything.
  Value evaluate_in(const Formula& formula, const SourceNode& node, Scope& scope,
                    const PartLabel& label, const Requirement* needed = nullptr);
  void report_formula(std::vector<TextError>& errors, const SourceNode& node, const Scope& scope,
                      const PartLabel& label);
  void mark_used(const Formula& formula, Scope& scope);
  std::optional<Expr> read_written_number(const SourceNode& node, const Requirement& needed,
                                          Scope& scope, const PartLabel& label);

  // Names that parts introduce (own_names.cpp).
  void declare_brought_names(PartEntry& entry);
  void declare_name(PartEntry& entry, const Field& field, const std::string& name,
                    const SourceNode& node);

  // Parts (read_fields.cpp).
  void read_parts(Scope& scope);
  void read_part(PartEntry& entry);
  /// A value of a part that a formula names: "link.mass".
  Value read_field_of(PartEntry& entry, const std::string& path);
  Value calc_field(PartEntry& entry, const std::string& path);

  // Values that formulas name (named_values.cpp).
  void calc(const PendingValue& pending) override;
  void fail(const PendingValue& pending) override;
  void report_circle(std::span<const PendingValue> members) override;

  // The rest of the file (elaborate.cpp).
  Overrides set_settings(std::vector<char>& used);
  void report_unused_overrides(const std::vector<char>& used);

  std::shared_ptr<const SourceNode> root_;
  const ElaborateOptions& options_;
  Diagnostics& diagnostics_;
  Model model_;
  Scope scope_;
  OpenedValues opened_;
  NameUses uses_;
  NameLookup names_;
  PendingValues pending_;
  DimensionFinder dimensions_;
  Expansion expansion_;
  BareNumberWarnings bare_numbers_;
  std::unordered_set<std::string> unsound_;  // label paths of parts for which errors were reported
  std::unordered_map<std::string, Value> field_values_;       // by full name, of those referred to
  std::map<const PartEntry*, std::shared_ptr<void>> tables_;  // tables used in formulas
  Diagnostics model_errors_;     // of models inside parts; reported only if there are no others
  bool meets_at_nodes_ = false;  // some part has hydraulic nodes
};

}  // namespace holon::detail
