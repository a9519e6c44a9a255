// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/expr/graph/graph.h"

namespace holon {

/// The symbols of formulas before their definitions are known: time, free parameters, and
/// placeholders for outputs and time derivatives. SystemBuilder replaces the placeholders when
/// everything has been defined, so the order of definitions does not matter.
class Symbols {
 public:
  struct Parameter {
    std::string name;
    Dimension dimension;
    double value = 0;
    Expr symbol;
  };

  Symbols();
  const std::shared_ptr<Graph>& graph() const { return graph_; }
  Expr time() const { return time_; }

  /// The placeholder of a scalar output or of one component of another ("pin.angle",
  /// "link.position.x").
  Expr output(std::string_view name);
  /// Whether that symbol has been requested; does not create it.
  bool has_output(std::string_view name) const { return outputs_.contains(name); }
  /// A free parameter of the equations. Repeated calls with the same name return the same symbol
  /// (with the first value).
  Expr parameter(const std::string& name, double value, const Dimension& dimension = {});
  const std::vector<Parameter>& parameters() const { return parameters_; }
  bool is_parameter(Expr symbol) const;

  /// The placeholder of the total time derivative of an expression in time, states, outputs: exact,
  /// evaluated when the system is built. Of a constant it is 0, of time 1.
  Expr time_derivative(Expr e);

  /// The name of the output that a placeholder represents; empty if it represents none.
  std::string_view output_name(Expr symbol) const;
  /// The expression whose time derivative a placeholder represents; nullptr if it represents none.
  const Expr* differentiated(Expr symbol) const;

  /// Whether an expression depends on time, outputs or states, not only on parameters.
  bool varies(Expr e);

  /// A symbol that represents a formula of the user, so that messages about algebraic loops can
  /// name it: "pin.torque". A constant is returned unchanged.
  Expr formula(Expr e, std::string name);
  /// The expression that such a symbol represents; nullptr if it is not such a symbol.
  const Expr* formula_of(Expr symbol) const;

  /// Locked by systems while they add nodes to the graph for requested outputs.
  std::mutex& mutex() const { return mutex_; }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  template <class T>
  using ByName = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

  std::shared_ptr<Graph> graph_;
  Expr time_;
  ByName<Expr> outputs_;
  std::unordered_map<std::uint32_t, std::string_view> output_names_;  // keys of outputs_
  std::vector<Parameter> parameters_;
  ByName<std::size_t> parameter_index_;
  std::unordered_map<std::uint32_t, std::size_t> parameter_nodes_;
  std::unordered_map<std::uint32_t, Expr> derivatives_;     // of a node -> placeholder
  std::unordered_map<std::uint32_t, Expr> differentiated_;  // placeholder -> of what
  std::unordered_map<std::uint32_t, Expr> formulas_;  // symbol -> the expression that it represents
  mutable std::mutex mutex_;
  std::vector<std::uint8_t> varies_;  // by node: 0 unknown, 1 no, 2 yes
};

}  // namespace holon
