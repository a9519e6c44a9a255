// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/mechanics/formulations/closure.h"
#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/mechanics/tree/link_shape.h"
#include "holon/model/assembly/assembly.h"

namespace holon {

class Machine;

namespace detail {

/// The equations of a machine (Mechanism::equations) as closures.
class EquationShare {
 public:
  explicit EquationShare(Machine& machine) : machine_(machine) {}

  /// Adds those that are right; others report what is wrong.
  void add_closures(Assembly& assembly, std::vector<Closure>& closures);
  /// The closure of an equation, by index; -1: it was refused.
  int closure_of(std::size_t equation) const { return closure_of_.at(equation); }
  /// For the accelerations alone: reactions are those of the efforts as the bonds give them.
  void take_off_flow_efforts(const std::vector<Closure>& closures,
                             std::vector<LinkState>& states) const;

 private:
  /// What moves, by coordinate, and its rate.
  struct Motions {
    std::vector<Expr> coordinates, coordinate_rates, speeds;
  };
  /// `with_parts`: those of parts with inner states and of modes behind rows, too.
  Motions find_motions(bool with_parts) const;
  std::optional<Expr> put_in_equation(Assembly& assembly, const Mechanism::Equation& equation,
                                      const Motions& motions);
  bool check_derivatives(Assembly& assembly, const Mechanism::Equation& equation,
                         const std::vector<Expr>& named, const Motions& motions) const;
  static bool check_places(const Mechanism::Equation& equation, const Expr& g,
                           const Motions& motions);
  static bool check_speeds(const Mechanism::Equation& equation, const Expr& r,
                           const Motions& motions);
  Expr differentiate_at_constant_speeds(Assembly& assembly, const Expr& formula,
                                        const Motions& motions) const;
  std::optional<Closure> make_closure(Assembly& assembly, const Mechanism::Equation& equation,
                                      const Motions& motions);
  std::optional<EquationConstraint::Flow> find_flow(Assembly& assembly,
                                                    const Mechanism::Equation& equation);
  bool set_rolling(const Mechanism::Equation::Rolling& rolling, Closure& closure);
  void note_unresolved_flow(const Mechanism::Equation& equation);

  Machine& machine_;
  std::vector<int> closure_of_;    ///< by equation; -1: it was refused
  std::string unresolved_flow_{};  ///< the last one, see note_unresolved_flow
};

}  // namespace detail
}  // namespace holon
