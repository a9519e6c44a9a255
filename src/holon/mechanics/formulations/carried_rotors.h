// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "holon/mechanics/formulations/base_paths.h"
#include "holon/mechanics/formulations/row_solver.h"

namespace holon {

/// The rotors of a flat tree (tree/rotors.h), links on hinges of the bodies that carry them. With
/// the spin s of a rotor about its axis a, the moment of inertia J about it and the hinge's effort
/// τ
///
///   J (s' + a·α) = τ + what loads and rows do about the axis,
///
/// which is eliminated: to its carrier a rotor is a body without inertia about its axis, whose
/// momentum J (s + a·ω) a turns with the carrier, and whose effort τ acts there. Since it is
/// symmetric, its inertia is constant in the carrier's axes.
class CarriedRotors {
 public:
  /// `rows` must live as long as this.
  explicit CarriedRotors(ConstraintRows& rows);

  /// What the rows of a closure do, with what acts on rotors as loads on their carriers.
  struct Effect {
    std::vector<ConstraintPath::Acting> acting;                 ///< see ConstraintPath
    std::map<int, std::vector<std::vector<Expr>>> own_efforts;  ///< likewise
    std::map<int, std::vector<Expr>> spins;  ///< by rotor: effort along its hinge, by row
  };
  Effect find_effect(const ConstraintPath& path);
  /// What two rows have of S through rotors: Σ u u/D.
  Expr calc_share(const Effect& a, std::size_t row, const Effect& b, std::size_t column) const;
  static bool share_rotors(const Effect& a, const Effect& b);

  /// Of a body with the rotors and the driven frames that it carries.
  InertiaDyad<Expr> calc_inertia(std::size_t link) const;
  /// What it needs for vdot = 0, likewise: force and moment about its origin, in its axes.
  std::vector<Expr> calc_need(std::size_t link) const;
  /// How much of a row's second derivative the forces make by spinning rotors.
  Expr calc_work(const Effect& effect, std::size_t row) const;
  /// Adds the rotors' accelerations to a solution. `effects`: by closure.
  void add_rates(const SolvedRows& solved, const std::vector<Effect>& effects, bool under_forces,
                 RowSolution& solution);

 private:
  InertiaDyad<Expr> calc_frame_inertia(std::size_t link) const;

  ConstraintRows& rows_;
  BasePaths paths_;
  std::vector<int> rotors_;
};

}  // namespace holon
