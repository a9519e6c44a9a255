// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/mechanics/formulations/row_solver.h"
#include "holon/mechanics/tree/tree.h"
#include "holon/model/describe/settings.h"

namespace holon {

/// The seam of formulations. A machine uses its formulation for two purposes:
///
///   what it needs of the machine    by which links the states are (tree_form)
///   what it gives to the System     accelerations, multipliers, steps back onto the constraints
///   and
///                                   impulses, of rows that all formulations share (make_solver)
///
/// Where no row is left (a tree in the coordinates of its joints, free bodies), every formulation
/// has the accelerations of calc_recursive. docs/design/formulations.md.
class MachineFormulation {
 public:
  MachineFormulation() = default;
  MachineFormulation(const MachineFormulation&) = delete;
  MachineFormulation& operator=(const MachineFormulation&) = delete;
  virtual ~MachineFormulation() = default;

  virtual TreeForm tree_form() const = 0;
  virtual std::unique_ptr<RowSolver> make_solver(ConstraintRows& rows) const = 0;

  /// Whether bodies, not joints, have the states.
  bool has_body_states() const { return tree_form() != TreeForm::spanning; }
};

/// The only place where a formulation is chosen.
const MachineFormulation& find_formulation(Formulation name);

}  // namespace holon
