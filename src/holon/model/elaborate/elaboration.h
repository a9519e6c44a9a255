// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internals of `elaborate`: the tree of scopes and parts of a file, and the object that owns it.
// Three passes: expand (the parts and their names), then read (their values, in any order, since a
// value may depend on another one), then the settings, which name outputs.

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "holon/expr/formula/formula.h"
#include "holon/model/assembly/report.h"
#include "holon/model/elaborate/data_file.h"
#include "holon/model/elaborate/elaborate.h"

namespace holon::detail {

struct Scope;
struct PartEntry;

/// Largest number of parts of a model, including composite ones: each takes about 15 kB.
constexpr int kMostParts = 200'000;

/// A name that a part's own values introduce (a state of `Equations`), or an output whose dimension
/// is that of its values.
struct OwnName {
  OutputType output;                       ///< its dimension is valid if `is_done`
  const Field* field = nullptr;            ///< that introduces it; nullptr: an output of the type
  const SourceNode* node = nullptr;        ///< the value of the name
  const DerivedOutput* derived = nullptr;  ///< of an output of the type
  const BroughtOutput* brought = nullptr;  ///< that comes with another name, or with a value
  std::string of{};                        ///< that other name
  PartEntry* part = nullptr;
  bool is_made = false;                   ///< see MadeName
  bool is_open = false, is_done = false;  ///< its dimension is being evaluated, is known
  bool has_dimension = false;             ///< else it is a bare number
};

/// One entry of `parameters:`.
struct ScopedParameter {
  std::string name;
  std::string full;  ///< "arm.width"
  const SourceNode* node = nullptr;
  Scope* where = nullptr;  ///< the scope of its formula
  PartLabel label;
  bool is_tunable = false;
  bool is_kept = false;  ///< see ElaborateOptions::keeps_parameter
  bool is_used = false;
  bool is_done = false;  ///< evaluated, possibly with an error
  Value value{};
  /// The quantity as written, if it is a single quantity: only the field determines whether 20 degC
  /// is a temperature or a difference.
  std::optional<Formula::Quantity> quantity{};
};

/// `--set`, resolved down to some part.
struct PendingOverride {
  std::string_view path;  ///< the rest of the name
  const Override* override = nullptr;
  char* is_used = nullptr;
};

/// A name of `interface:`. If it contains indices it is evaluated when the parts are known.
struct InterfaceEntry {
  std::string visible, inner;
  const SourceNode* node = nullptr;
  std::string kind;          ///< "frames" or "outputs"
  bool has_own_name = true;  ///< `frames: {tip: boom.tip}` rather than `frames: [boom.tip]`
};

/// A time series of `inputs:`.
struct Series {
  const SourceNode* node = nullptr;
  DataFile data;
  std::vector<Expr> values;  ///< by column after the time
};

/// The contents of one scope: the file, a composite part, or a single part with its own parameters.
struct Scope {
  Scope* outer = nullptr;  ///< nullptr: no enclosing scope (a file)
  std::string prefix;      ///< of the full names of the parts in it: "", "arm."
  PartLabel label;
  std::optional<int> index;  ///< i
  std::deque<ScopedParameter> parameters;
  std::list<PartEntry> parts;              ///< members of arrays one by one
  std::shared_ptr<const SourceNode> tree;  ///< owns the nodes of the parts
  /// Nodes that are replaced by modified copies.
  std::vector<std::shared_ptr<const SourceNode>> superseded;
  std::deque<OwnName> names;                             ///< of a single part
  std::unordered_map<std::string, OwnName*> name_index;  ///< by output, and by object:alias
  std::string within;  ///< the object of a map of names that is being read
  std::map<std::string, Series, std::less<>> series;  ///< of the file that is run
  std::unordered_map<std::string, ScopedParameter*> parameter_index;
  std::unordered_map<std::string, PartEntry*> part_index;
  std::unordered_map<std::string, int> arrays;  ///< name -> number of members; 0 if unknown
  std::set<std::string, std::less<>> nodes;     ///< nodes of its parts; without `tank`
  /// The names visible from outside; all if it is absent.
  std::optional<std::vector<InterfaceEntry>> interface;
  bool has_strict_units = false;  ///< of a file: 'units: strict'
  bool is_interface_broken =
      false;  ///< errors were reported: names that it does not expose give no further error

  /// The setting of the file that contains the scope's text.
  bool is_strict() const { return outer ? outer->is_strict() : has_strict_units; }
  ScopedParameter* find_parameter(std::string_view name);
  PartEntry* find_part(std::string_view name);
  /// One of the part's own names; `is_inner`: among those visible in its formulas.
  OwnName* find_name(std::string_view name, bool is_inner);
  /// "e" of an element's own effort.
  bool is_alias(const std::string& name) const {
    return !within.empty() && name_index.contains(within + ":" + name);
  }
  void add_name(OwnName own, const std::string& alias = {});
};

/// Whether one of the part's own names visible in its formulas begins with this segment: "R1" of
/// "R1.effort".
bool has_own_head(const Scope& scope, std::string_view head);

struct PartEntry {
  std::string name;  ///< full: "arm.link[3]"
  PartLabel label;
  std::shared_ptr<const SourceNode> node;
  std::shared_ptr<const SourceNode> file;  ///< of a composite part from a file
  const PartType* type = nullptr;          ///< nullptr for a composite part, or if it is unknown
  bool is_composite = false;
  bool has_broken_model = false;    ///< its names are unknown; errors are reported at the end
  std::vector<std::string> frames;  ///< local names
  Scope scope;                      ///< of its values; of a composite: with its parts
};

/// Whether errors in a part's text may have removed names: a misspelt key of a map of names, or a
/// missing map. Both are reported, and references to the missing names give no further error.
bool has_lost_names(const PartEntry& entry);

/// "link[3].tip.position" -> "link[3]", "tip.position".
std::pair<std::string_view, std::string_view> split_head(std::string_view name);

/// The meaning of a dotted name.
struct Meaning {
  enum class Kind : std::uint8_t {
    nothing,
    silent,  ///< an error has been reported already
    value,   ///< of a parameter, an index, time
    field,   ///< a value of a part
    output,
    frame,
    part,
  } kind = Kind::nothing;
  std::string full;                    ///< of an output, frame or part
  const OutputType* output = nullptr;  ///< its declaration
  int component = -1;                  ///< of the output; -1: the whole
  ScopedParameter* parameter = nullptr;
  Value value{};
  bool is_recordable = false;  ///< the value is also an output: of a time series
  OwnName* own = nullptr;      ///< of `output`, if its dimension has not been determined yet
  PartEntry* part = nullptr;
  std::string path{};  ///< of a field in its part
};

/// Inserts a value at a path ("initial.angle"), creating maps as necessary. False if the path
/// contains something other than a map. If the schema has several forms (inertia: {rod} or {ball}),
/// another form replaces the existing one.
bool set_below(SourceNode& node, std::string_view path, const SourceNode& value,
               const Schema* schema = nullptr);
/// Merges the entries of a map into another one: nested maps are merged, everything else is
/// replaced. Other forms as in set_below.
void merge_below(SourceNode& node, const SourceNode& changes, const Schema* schema);

/// A value that is being evaluated for another one.
struct PendingValue {
  ScopedParameter* parameter = nullptr;
  PartEntry* part = nullptr;  ///< if it is not a parameter
  std::string path{};         ///< of the part's value

  std::string name() const;
  bool operator==(const PendingValue&) const = default;
};

class Elaboration {
 public:
  Elaboration(std::shared_ptr<const SourceNode> root, const Catalogue& catalogue,
              const ElaborateOptions& options, Diagnostics& diagnostics);
  Model run();

  // Name lookup (names.cpp, explain.cpp, read_names.cpp).
  Meaning find(Scope& scope, std::string_view name);
  /// The reason why `find` found no value.
  TextError explain_missing(Scope& scope, std::string_view name);
  Value value_of(const Meaning& meaning);
  /// lookup(table, …) of formulas.
  std::optional<Value> look_up(Scope& scope, std::string_view table,
                               std::span<const Value> arguments, TextError& error);
  Symbols& symbols() { return *model_.symbols(); }

 private:
  /// The name in a text, with its indices evaluated; empty if an error has been reported.
  std::string resolve_name(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// In a name, or in names with "->" between them, replaces indices by their numbers.
  bool resolve_indices(const SourceNode& node, std::string& text, Scope& scope,
                       const PartLabel& label);
  /// The full name of the frame, or of the output or its component, that a text names; empty if an
  /// error has been reported.
  std::string read_frame(const SourceNode& node, Scope& scope, const PartLabel& label);
  std::string read_output(const SourceNode& node, Scope& scope, const PartLabel& label,
                          Meaning* meaning = nullptr);
  std::string read_part_name(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// `world: {earth: …}` is given.
  bool has_earth() const;
  bool find_frame_output(std::string_view name, const std::string& prefix, Meaning& meaning) const;
  Meaning find_in_part(PartEntry& entry, std::string_view rest);
  Meaning find_in_composite(PartEntry& entry, std::string_view rest);
  TextError explain_in_part(PartEntry& entry, const std::string& as, std::string_view rest,
                            TextError error);
  std::vector<std::string> names_in(const PartEntry& entry, const std::string& as) const;
  std::vector<std::string> names_seen_from(Scope& scope) const;
  /// Whether that many names may be compared for a suggestion: nobody reads the last suggestions of
  /// thousands of errors.
  bool may_compare(std::size_t names);
  /// The names that `--set` accepts; for arrays the base name.
  void collect_settable(const Scope& scope, const std::string& prefix,
                        std::vector<std::string>& names) const;

  // Uses of names (name_uses.cpp).
  void report_names(const SourceNode& node, Scope& scope);
  /// The ends of "a -> b -> c".
  void report_bond(const SourceNode& node, Scope& scope);
  void report_names(const Formula& formula, const SourceNode& node, Scope& scope);
  void follow_name(const SourceNode& node, std::size_t at, Scope& scope);

  // Parameters (parameters.cpp).
  void declare_parameters(const SourceNode* map, Scope& scope, const PartLabel& label);
  /// Takes those of `--set` that are parameters of the scope.
  void override_parameters(std::vector<PendingOverride>& overrides, Scope& scope);
  const Value& evaluate(ScopedParameter& parameter);
  void calc(ScopedParameter& parameter);
  Value make_tunable(ScopedParameter& parameter, const Value& value);
  void read_tunable(const SourceNode* list, bool is_nested);
  void evaluate_all(Scope& scope);
  void report_unused(const Scope& scope);

  // Values (read_values.cpp). Nothing is returned if an error has been reported.
  Formula parse(const SourceNode& node, Scope& scope, const PartLabel& label);
  /// `needed`: the requirement of the field; nullptr for one that accepts anything.
  Value evaluate_in(const Formula& formula, const SourceNode& node, Scope& scope,
                    const PartLabel& label, const Requirement* needed = nullptr);
  /// Warns of bare numbers in a formula that represent a quantity.
  void check_bare_numbers(const Formula& formula, const SourceNode& node, Scope& scope,
                          const PartLabel& label, const Requirement* needed, Value& value);
  /// The same for a number that is the whole value: 20 for an angle.
  void check_bare_angle(double number, const SourceNode& node, const PartLabel& label,
                        const Requirement& needed);
  void report_formula(std::vector<TextError>& errors, const SourceNode& node, const Scope& scope,
                      const PartLabel& label);
  std::optional<Formula::Quantity> find_quantity(const Formula& formula, Scope& scope);
  void mark_used(const Formula& formula, Scope& scope);
  std::optional<Expr> read_number(const SourceNode& node, const Requirement& needed, Scope& scope,
                                  const PartLabel& label);
  std::optional<Expr> read_written_number(const SourceNode& node, const Requirement& needed,
                                          Scope& scope, const PartLabel& label);
  /// A list of numbers, or a formula for a vector.
  std::optional<std::vector<Expr>> read_list(const SourceNode& node, const Requirement& needed,
                                             Scope& scope, const PartLabel& label,
                                             bool may_be_infinite = false);
  std::optional<Expr> read_condition(const SourceNode& node, Scope& scope, const PartLabel& label);
  std::optional<double> read_period(const SourceNode& node, Scope& scope, const PartLabel& label);
  std::optional<double> read_constant(const SourceNode& node, const Requirement& needed,
                                      Scope& scope, const PartLabel& label);
  /// With any dimension and shape; `quantity` receives the quantity if the value is a single one.
  Value read_any(const SourceNode& node, Scope& scope, const PartLabel& label,
                 std::optional<Formula::Quantity>* quantity = nullptr);

  // Values that become inputs (open_values.cpp).
  bool opens(const PartEntry& entry) const;
  void add_opened_defaults(const PartEntry& entry, SourceNode& copy) const;
  void find_opened();
  const SourceNode* find_value_node(Scope& scope, std::string_view name);
  void collect_openable(const Scope& scope, const std::string& prefix,
                        std::vector<std::string>& names) const;
  void report_unopened();
  /// The value with the symbol introduced, if its node was opened.
  Expr open(const SourceNode& node, Expr value, std::optional<Dimension> dimension);
  void open_value(const std::string& name, std::optional<double> at, Expr& value,
                  std::optional<Dimension> dimension);

  // Parts and other described objects (read_fields.cpp, read_forms.cpp).
  struct Reading {
    Scope& scope;
    const PartLabel& label;
    std::vector<std::string> failed{};   ///< paths of values that could not be read
    PartEntry* part = nullptr;           ///< that is read
    std::string name{};                  ///< the key in the innermost map of names
    const SourceNode* member = nullptr;  ///< the value there
    /// The output of another part that this key names (see Field::names_values), if it does.
    std::optional<Meaning> named{};
  };
  /// Of a key that names an output (one number) or a body of another part.
  std::string read_named_value(const SourceNode::Entry& entry, Reading& reading);
  /// Of a key that is one of the part's own names without the beginning `beginning`.
  std::string read_own_name(const std::string& beginning, const SourceNode::Entry& entry,
                            Reading& reading);
  // Names that parts introduce, and dimensions that follow from values (own_names.cpp).
  void declare_names(PartEntry& entry);
  void declare_brought_names(PartEntry& entry);
  void declare_nodes(const PartEntry& entry);
  void declare_name(PartEntry& entry, const Field& field, const std::string& name,
                    const SourceNode& node);
  /// The dimension of an output; nothing if it is a bare number.
  std::optional<Dimension> dimension_of(const Meaning& meaning);
  std::optional<Dimension> find_dimension(OwnName& name);
  std::optional<Dimension> calc_dimension(const OwnName& name);
  std::optional<Dimension> dimension_of_product(PartEntry& entry,
                                                const std::vector<std::string>& parameters,
                                                const Dimension& unit);
  std::optional<Dimension> dimension_of_parameter(PartEntry& entry, const std::string& parameter);
  std::optional<Dimension> dimension_of_value(const SourceNode& node, PartEntry& entry);
  /// The requirement of a field, if it depends on other values.
  Requirement requirement_of(const Field& field, const SourceNode& node, Reading& reading);
  bool check_unit(const SourceNode& node, const PartLabel& label);
  bool read_object(const Schema& schema, void* object, const SourceNode& node,
                   const std::string& path, Reading& reading);
  void read_field(const Field& field, void* object, const SourceNode& node, const std::string& path,
                  Reading& reading);
  bool read_value(const Field& field, void* value, const SourceNode& node, Reading& reading);
  bool check_file(const SourceNode& node, const std::string& name, const PartLabel& label);
  bool read_choice(const Field& field, void* value, const SourceNode& node, Reading& reading);
  bool read_axis(Axis& axis, const SourceNode& node, Reading& reading);
  bool read_orientation(Orientation& orientation, const SourceNode& node, Reading& reading);
  std::optional<Orientation> read_axis_angle(const SourceNode& node, Reading& reading);
  bool read_one_of(const Field& field, void* value, const SourceNode& node, const std::string& path,
                   Reading& reading);
  bool read_chosen(const Field& field, void* value, const SourceNode& node, const std::string& path,
                   Reading& reading);
  void read_objects(const Field& field, void* value, const SourceNode& node,
                    const std::string& path, Reading& reading);
  void read_named(const Field& field, void* value, const SourceNode& node, const std::string& path,
                  Reading& reading);
  void read_parts(Scope& scope);
  void read_part(PartEntry& entry);
  /// A value of a part that a formula names: "link.mass".
  Value read_field_of(PartEntry& entry, const std::string& path);
  Value calc_field(PartEntry& entry, const std::string& path);

  // Values that depend on other values, in chains of any length (pending_values.cpp).
  void work_out(const PendingValue& pending);
  void calc(const PendingValue& pending);
  void fail(const PendingValue& pending);
  void report_circle(std::span<const PendingValue> members);

  // The expansion of parts (expand.cpp, expand_part.cpp).
  using Overrides = std::vector<PendingOverride>;
  void expand_parts(const SourceNode* parts, Scope& scope, Overrides overrides);
  bool check_part_count(std::size_t count, const SourceNode& node, const PartLabel& label);
  void expand_part(const SourceNode::Entry& entry, Scope& scope, Overrides& overrides);
  void expand_instance(const std::string& local, std::shared_ptr<const SourceNode> node,
                       std::optional<int> index, Scope& scope, Overrides overrides);
  void expand_single(PartEntry& entry, const SourceNode& type, Overrides overrides);
  void expand_inline(PartEntry& entry, Overrides overrides);
  void expand_file(PartEntry& entry, const SourceNode& type, Overrides overrides);
  void bind_arguments(PartEntry& entry, Scope& where);
  void refuse_hidden_names(const PartEntry& entry);
  void find_frames(PartEntry& entry);
  bool check_name(const std::string& name, const SourceNode& node, const PartLabel& label);
  bool check_new_name(const SourceNode::Entry& entry, Scope& scope, const PartLabel& label);
  int read_repeat(const SourceNode& node, Scope& scope, const PartLabel& label);
  void resolve_interfaces(Scope& scope);
  void resolve_interface(Scope& scope);
  void read_interface(const SourceNode* map, Scope& scope, const PartLabel& label);
  void check_interfaces(Scope& scope);

  // The rest of the file (elaborate.cpp, read_settings.cpp).
  bool check_version(const SourceNode& root, const PartLabel& label);
  void read_units(const SourceNode& file, Scope& scope, const PartLabel& label);
  void refuse_future_sections(const SourceNode& file, const PartLabel& label);
  Overrides set_settings(std::vector<char>& used);
  void report_unused_overrides(const std::vector<char>& used);
  void read_settings();
  template <class T>
  void read_section(const char* name, T& settings);
  void check_world();
  void check_solver();
  void check_cameras();
  void check_hidden(const SourceNode& hides, const std::string& camera);
  void read_outputs(const SourceNode& list);
  void read_plots(const SourceNode* list);
  void read_conditions();
  void read_condition_of_run(const SourceNode& node, bool is_stop);
  // Many runs (read_study.cpp).
  void read_study(const SourceNode& node);
  void read_variation(const std::string& name, const SourceNode& node, bool is_grid,
                      StudySettings& study);
  void read_record(const std::string& name, const SourceNode& node, StudySettings& study);
  void read_inputs(const SourceNode& map);
  void check_inputs();
  void check_plot(PlotSettings& plot, const SourceNode& node);
  void check_band(BandSettings& band, const SourceNode& node, const std::optional<Dimension>& of,
                  const std::string& first);
  std::string read_plotted(const SourceNode& node, std::optional<Dimension>& dimension);

  std::shared_ptr<const SourceNode> root_;
  const Catalogue& catalogue_;
  bool is_silent_ = false;  ///< uses of names are not reported
  const ElaborateOptions& options_;
  Diagnostics& diagnostics_;
  Model model_;
  Scope scope_;
  std::list<Scope> argument_scopes_;  // of files' arguments
  std::map<std::string, std::shared_ptr<const SourceNode>> files_;
  std::unordered_set<std::string> unsound_;  // label paths of parts for which errors were reported
  std::vector<std::string> open_files_;      // from the outermost to the innermost
  std::unordered_map<std::string, Value> field_values_;        // by full name, of those referred to
  std::map<const PartEntry*, std::shared_ptr<void>> tables_;   // tables used in formulas
  std::unordered_map<const SourceNode*, std::size_t> opened_;  // index in options
  int open_dimensions_ = 0;                                    // being evaluated, each for the next
  std::size_t compared_names_ = 0;                             // for suggestions
  Diagnostics model_errors_;         // of models inside parts; reported only if there are no others
  Diagnostics bare_numbers_;         // warnings that are reported only if there are no errors
  std::size_t part_count_ = 0;       // so far
  bool has_too_many_parts_ = false;  // it was reported
  bool meets_at_nodes_ = false;      // some part has hydraulic nodes
  std::vector<PendingValue> open_;   // values being evaluated, each for the next
  std::optional<PendingValue> postponed_;  // nested too deeply, evaluated first
};

}  // namespace holon::detail
