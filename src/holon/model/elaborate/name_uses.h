// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/scopes.h"

namespace holon::detail {

/// Reports the uses of names (ElaborateOptions::on_name): for renaming, which must change a name
/// wherever it is used.
class NameUses {
 public:
  explicit NameUses(const ElaborateOptions& options) : on_name_(options.on_name) {}

  void report(const SourceNode& node, Scope& scope) const;
  void report(const Formula& formula, const SourceNode& node, Scope& scope) const;
  /// The ends of "a -> b -> c".
  void report_bond(const SourceNode& node, Scope& scope) const;
  /// Of a part with a model inside, a filter: names of that model in its keys and values, where the
  /// model is made of this source. `root`: the outermost scope.
  void report_model_names(const SourceNode& part, Scope& root) const;

  /// While it exists nothing is reported: uses are reported for a larger text.
  class Pause {
   public:
    explicit Pause(NameUses& uses) : uses_(uses) { ++uses_.pauses_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
    ~Pause() { --uses_.pauses_; }

   private:
    NameUses& uses_;
  };

 private:
  void report_keys(const SourceNode& part, const char* map, Scope& root) const;
  void follow(const SourceNode& node, std::size_t at, Scope& scope) const;

  const decltype(ElaborateOptions::on_name)& on_name_;
  int pauses_ = 0;
};

}  // namespace holon::detail
