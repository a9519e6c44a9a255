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
  void follow(const SourceNode& node, std::size_t at, Scope& scope) const;

  const decltype(ElaborateOptions::on_name)& on_name_;
  int pauses_ = 0;
};

}  // namespace holon::detail
