// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

/// Finds what a name means in a scope, and explains names that mean nothing there. A dotted name is
/// looked up segment by segment: its first segment in the scopes from the innermost outwards, the
/// rest below the result.
class NameLookup {
 public:
  /// Both must live as long as this.
  NameLookup(const Model& model, const ElaborateOptions& options)
      : model_(model), options_(options) {}

  /// `world: {earth: …}` is given: every frame has a location on the Earth.
  void set_earth(bool has_earth) { has_earth_ = has_earth; }

  Meaning find(Scope& scope, std::string_view name) const;
  /// The reason why `find` found no value.
  TextError explain_missing(Scope& scope, std::string_view name);
  std::vector<std::string> names_seen_from(const Scope& scope) const;
  /// Whether that many names may be compared for a suggestion: nobody reads the last suggestions of
  /// thousands of errors.
  bool may_compare(std::size_t names);

 private:
  bool find_frame_output(std::string_view name, const std::string& prefix, Meaning& meaning) const;
  Meaning find_in_part(PartEntry& entry, std::string_view rest) const;
  Meaning find_in_composite(PartEntry& entry, std::string_view rest) const;
  TextError explain_in_part(PartEntry& entry, const std::string& as, std::string_view rest,
                            TextError error);

  const Model& model_;
  const ElaborateOptions& options_;
  bool has_earth_ = false;
  std::size_t compared_names_ = 0;  // for suggestions
};

}  // namespace holon::detail
