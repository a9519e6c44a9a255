// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/system/symbols.h"
#include "holon/system/system.h"

namespace holon {

/// Collects states, derivatives and named outputs in any order and makes a System of them: outputs
/// are put in the place of their placeholders, time derivatives are worked out, relations become
/// modes. Takes time linear in the size of the expressions.
class SystemBuilder {
 public:
  explicit SystemBuilder(std::shared_ptr<Symbols> symbols);
  ~SystemBuilder();
  SystemBuilder(const SystemBuilder&) = delete;
  SystemBuilder& operator=(const SystemBuilder&) = delete;

  const std::shared_ptr<Symbols>& symbols() const;

  /// Adds a block of states (its offset is filled in) and returns their symbols. `initial` (same
  /// size) may name time (of the start), parameters, and outputs and states at the start.
  std::vector<Expr> add_state(StateBlock block, std::vector<Expr> initial);
  /// x' of one state symbol; every state needs it once.
  void set_derivative(Expr state, Expr derivative);

  /// Outputs `<prefix>.<declaration's name>` (the prefix alone for an empty name); `calc` gives the
  /// value of the one with that index (its size) and is called only for those that somebody asks
  /// for, once. The declarations must outlive the systems made from this. A name that stands
  /// already is InternalError.
  using CalcOutput = std::function<std::vector<Expr>(int index)>;
  void define_outputs(const std::string& prefix, const std::vector<OutputDeclaration>& declarations,
                      CalcOutput calc);
  void define_output(SystemOutput declaration, std::function<std::vector<Expr>()> calc);
  void define_output(SystemOutput declaration, std::vector<Expr> value);
  /// Whether an output of this name ("link.position", no component) has been defined.
  bool has_output(std::string_view name) const;

  /// Throws ModelError for an algebraic loop, naming its members, for a state without derivative
  /// and for placeholders that no output stands for (with the nearest name).
  System build(std::string title);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace holon
