// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/formulation.h"

#include "holon/base/errors.h"

namespace holon {

namespace {

/// Joint coordinates; S = J M⁻¹ Jᵀ from the passes over the tree.
class RecursiveFormulation final : public MachineFormulation {
 public:
  TreeForm tree_form() const override { return TreeForm::spanning; }
  std::unique_ptr<RowSolver> make_solver(ConstraintRows& rows) const override {
    return make_factor_solver(rows);
  }
};

/// Absolute coordinates of rigid groups; [M Jᵀ; J 0] along the tree.
class AugmentedFormulation final : public MachineFormulation {
 public:
  TreeForm tree_form() const override { return TreeForm::flat; }
  std::unique_ptr<RowSolver> make_solver(ConstraintRows& rows) const override {
    return make_body_solver(rows);
  }
};

/// Every body a part of its own: accelerations of all parts and wrenches of all connections, those
/// of Fixed joints included.
class AggregateFormulation final : public MachineFormulation {
 public:
  TreeForm tree_form() const override { return TreeForm::parts; }
  std::unique_ptr<RowSolver> make_solver(ConstraintRows& rows) const override {
    return make_body_solver(rows);
  }
};

}  // namespace

const MachineFormulation& find_formulation(Formulation name) {
  static const RecursiveFormulation recursive;
  static const AugmentedFormulation augmented;
  static const AggregateFormulation aggregate;
  switch (name) {
    case Formulation::recursive: return recursive;
    case Formulation::augmented: return augmented;
    case Formulation::aggregate: return aggregate;
  }
  HOLON_CHECK(false, "a formulation without an implementation");
  return recursive;
}

}  // namespace holon
