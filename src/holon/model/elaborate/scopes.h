// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Internals of `elaborate`: the tree of scopes and parts of a file, and what a name in it means.

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
/// "one.nav.output" of "one[2].nav.output".
std::string without_indices(std::string_view name);
/// Whether a part, by its full name, is in a list where arrays stand without indices: "one.nav" of
/// "one[2].nav".
bool lists_part(const std::vector<std::string>& parts, std::string_view name);

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

/// Whether a text can be a name; else an error is reported.
bool check_name(const std::string& name, const SourceNode& node, const PartLabel& label,
                Diagnostics& diagnostics);
/// The same for one that is to be declared in a scope and must be new there.
bool check_new_name(const SourceNode::Entry& entry, Scope& scope, const PartLabel& label,
                    Diagnostics& diagnostics);

/// The names that `--set` accepts; for arrays the base name.
void collect_settable(const Scope& scope, const std::string& prefix,
                      std::vector<std::string>& names);

}  // namespace holon::detail
