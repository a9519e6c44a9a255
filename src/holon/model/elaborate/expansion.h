// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

class Elaboration;

using Overrides = std::vector<PendingOverride>;

/// The first pass: which parts there are, with their full names. Members of arrays, parts of
/// composite parts, inline or from a file, and the names that their interfaces show.
class Expansion {
 public:
  Expansion(Elaboration& elaboration, const Catalogue& catalogue, const ElaborateOptions& options,
            Diagnostics& diagnostics)
      : elaboration_(elaboration),
        catalogue_(catalogue),
        options_(options),
        diagnostics_(diagnostics) {}

  // Of any file.
  bool check_version(const SourceNode& root, const PartLabel& label);
  void read_units(const SourceNode& file, Scope& scope, const PartLabel& label);
  /// `is_run`: the file itself is run, not a part of another one.
  void refuse_future_sections(const SourceNode& file, const PartLabel& label, bool is_run);

  /// The parts of the file that is run.
  void expand_file(const SourceNode& root, Scope& scope, Overrides overrides);
  bool has_too_many_parts() const { return has_too_many_parts_; }
  void read_interface(const SourceNode* map, Scope& scope, const PartLabel& label);
  /// Once all parts are known.
  void resolve_interfaces(Scope& scope);
  /// Once their values are read.
  void check_interfaces(Scope& scope);

 private:
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
  int read_repeat(const SourceNode& node, Scope& scope, const PartLabel& label);
  void resolve_interface(Scope& scope);

  Elaboration& elaboration_;
  const Catalogue& catalogue_;
  const ElaborateOptions& options_;
  Diagnostics& diagnostics_;
  std::list<Scope> argument_scopes_;  ///< of files' arguments
  std::map<std::string, std::shared_ptr<const SourceNode>> files_;
  std::vector<std::string> open_files_;  ///< from the outermost to the innermost
  std::size_t part_count_ = 0;           ///< so far
  bool has_too_many_parts_ = false;      ///< it was reported
};

}  // namespace holon::detail
