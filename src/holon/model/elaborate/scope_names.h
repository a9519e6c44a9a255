// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/elaborate/elaboration.h"

namespace holon::detail {

/// The names visible to a formula in a scope.
class ScopeNames final : public FormulaScope {
 public:
  ScopeNames(Elaboration& elaboration, Scope& scope) : elaboration_(elaboration), scope_(scope) {}

  Meaning meaning(std::string_view name) { return elaboration_.names().find(scope_, name); }
  std::optional<Value> find(std::string_view name) override;
  bool is_strict() const override { return scope_.is_strict(); }
  TextError explain_missing(std::string_view name) override;
  std::optional<Value> find_orientation(std::string_view frame) override;
  std::optional<Expr> time_derivative(Expr x) override;
  std::optional<Value> lookup(std::string_view table, std::span<const Value> arguments,
                              TextError& error) override;

 private:
  Elaboration& elaboration_;
  Scope& scope_;
};

}  // namespace holon::detail
