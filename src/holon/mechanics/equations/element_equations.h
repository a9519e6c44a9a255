// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/mechanics/equations/equations_of_motion.h"
#include "holon/mechanics/kinematics/kinematics.h"
#include "holon/mechanics/kinematics/loads.h"

namespace holon::detail {

/// The share of pulls and bushings in the equations of motion, by virtual work. A pull T along a
/// line of the length L does the work −T δL, so that with L² = |p₂ − p₁|²
///
///   Q_i = −T ∂L/∂q_i = −(T/L) ½ ∂L²/∂q_i,   L' = (Σ ½ ∂L²/∂q_i v_i + ½ ∂L²/∂t)/L.
///
/// A bushing does F·p' + M·ω [W]: Q_i = F·∂p'/∂v_i + M·∂ω/∂v_i. Lengths, rates and forces become
/// symbols of their own with definitions.
class ElementEquations {
 public:
  /// What the derivation of the other terms provides.
  struct Tools {
    /// Expressions in which formulas stand for their symbols, and name outputs.
    std::function<std::vector<Expr>(std::vector<Expr>)> with_formulas;
    /// Expressions in states, parameters and time.
    std::function<std::vector<Expr>(std::vector<Expr>)> written_out;
    std::function<std::vector<TrigSum>(std::vector<Expr>)> sums;
    /// The derivative of a sum along a row's rate.
    std::function<TrigSum(const TrigSum& sum, std::size_t row)> along;
    /// A place in world axes [m].
    std::function<std::vector<Expr>(const Tree::BodyPlace&)> point;
    /// The symbol by which formulas name an output.
    std::function<Expr(const std::string&)> output;
    Expr time;
  };
  /// All must live as long as this.
  ElementEquations(const Mechanism& mechanism, const Tree& tree, Kinematics& kinematics,
                   EquationsOfMotion& equations, Tools tools);

  /// Adds actions and definitions.
  void derive();
  /// Expressions in which the symbols stand for what they define.
  std::vector<Expr> put_in(std::vector<Expr> list) const;

 private:
  using Definition = EquationsOfMotion::Definition;
  using Quantity = Definition::Quantity;
  void derive_pull(std::size_t index);
  void derive_bushing(std::size_t index);
  /// A symbol for an output, which stands for `means` from now on.
  Expr add_symbol(const std::string& output, Expr means);
  void add_action(Expr effort, std::optional<Expr> length, std::vector<TrigSum> column);

  const Mechanism& mechanism_;
  const Tree& tree_;
  Kinematics& kinematics_;
  EquationsOfMotion& equations_;
  Tools tools_;
  std::vector<Expr> from_, to_;
};

}  // namespace holon::detail
