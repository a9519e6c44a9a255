// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <vector>

#include "holon/base/errors.h"
#include "holon/expr/function.h"
#include "holon/system/system.h"

namespace holon {

/// The physics that the parts of a model add up to, while it is being put together: states with
/// their derivatives, named outputs, and one store per domain (a mechanism, a bond graph …) that
/// turns its share into expressions when all parts have been built.
///
/// Any output may be named before it is known: `output("boom.angle")` gives symbols that stand for
/// it. When everything is defined, `make_system` sorts the definitions; a cycle is a ModelError
/// that names its members.
class Assembly {
 public:
  Assembly(std::shared_ptr<Graph> graph, Expr time, Diagnostics& diagnostics);

  const std::shared_ptr<Graph>& graph() const { return graph_; }
  Expr time() const { return time_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  /// Adds a block of states and returns their symbols. `initial` (same size) may depend on time
  /// (taken at the start), parameters and other states' initial values.
  std::vector<Expr> add_state(StateBlock block, std::vector<Expr> initial);
  /// x' of one state symbol. Every state needs it once.
  void set_derivative(Expr state, Expr derivative);

  /// Defines a named output: components, dimension and description in `declaration`, value of the
  /// same size. Twice the same name is a bug.
  void define_output(SystemOutput declaration, std::vector<Expr> value);
  /// The same, but computed only where somebody asks for it (records it or names it in a formula).
  void define_output(SystemOutput declaration, std::function<std::vector<Expr>()> calc_value);

  /// A symbol that stands for the total time derivative of an expression of states, time and
  /// outputs: ∂e/∂t + ∂e/∂x x'.
  Expr time_derivative(Expr e);

  /// A domain's own store, made on first use.
  template <class Domain>
  Domain& domain() {
    std::any& slot = domains_[std::type_index(typeid(Domain))];
    if (!slot.has_value()) slot = std::make_shared<Domain>();
    return *std::any_cast<std::shared_ptr<Domain>&>(slot);
  }
  /// Runs once when all parts have been built, in the order of registration; a formulation adds its
  /// states, derivatives and outputs here. The same key registers once.
  void on_formulate(const std::string& key, std::function<void(Assembly&)> formulate);

 private:
  friend class SystemBuilder;
  std::shared_ptr<Graph> graph_;
  Expr time_;
  Diagnostics& diagnostics_;
  std::map<std::type_index, std::any> domains_;
};

}  // namespace holon
