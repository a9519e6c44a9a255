// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/equations/lagrange_equations.h"

#include "holon/base/errors.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"

namespace holon {
namespace {

using Member = LagrangeSystems::Member;

class LagrangeDerivation {
 public:
  LagrangeDerivation(Assembly& assembly, const LagrangeSystems& systems,
                     EquationsOfMotion& equations)
      : assembly_(assembly), systems_(systems), equations_(equations) {}

  void add(const Member& root) {
    const detail::Energies& e = root.own;
    const std::size_t first = equations_.rows.size(), n = e.size();
    for (EquationsOfMotion::Row& row : equations_.rows) row.mass.resize(first + n);
    const TrigSum kinetic = sum(e.kinetic), potential = sum(e.potential),
                  dissipation = sum(e.dissipation);
    std::vector<TrigSum> momentum;
    for (const Expr& v : e.v) momentum.push_back(algebra().differentiate(kinetic, v));
    const std::vector<Expr> forces = write_forces(root);
    for (std::size_t i = 0; i < n; ++i) {
      EquationsOfMotion::Row row = name_lagrange_row(root, i);
      row.mass.resize(first + n);
      for (std::size_t j = 0; j < n; ++j) {
        row.mass[first + j] = algebra().differentiate(momentum[i], e.v[j]);
        row.bias +=
            algebra().multiply(algebra().differentiate(momentum[i], e.q[j]), algebra().of(e.v[j]));
      }
      row.bias += algebra().differentiate(momentum[i], e.time);
      row.bias += algebra().differentiate(kinetic, e.q[i]).scaled(-1);
      row.weight = algebra().differentiate(potential, e.q[i]);
      row.force = sum(forces[i]);
      row.force += algebra().differentiate(dissipation, e.v[i]).scaled(-1);
      equations_.rows.push_back(std::move(row));
    }
    add_constraints(root, first);
  }

 private:
  TrigSums& algebra() { return *equations_.algebra; }
  TrigSum sum(Expr e) { return algebra().of(detail::flatten_calls({e})[0]); }

  /// Formulas of the model in the root's coordinates and rates.
  std::vector<Expr> write_forces(const Member& root) {
    detail::EnergyFormulas formulas(*assembly_.symbols(), root.own);
    for (const Member& member : systems_.members()) {
      if (&systems_.root_of(member) != &root) continue;
      for (std::size_t k = 0; k < member.own.size(); ++k) {
        const std::string prefix = member.definition.name + ".";
        formulas.define(prefix + member.definition.coordinates[k].name, member.q[k]);
        formulas.define(prefix + "rate." + member.definition.coordinates[k].name, member.v[k]);
      }
    }
    std::vector<Expr> forces;
    for (const Expr& force : root.own.forces) {
      try {
        forces.push_back(formulas.write(force));
      } catch (const ModelError&) {
        throw ModelError("a generalized force of '" + root.definition.name +
                         "' depends on other parts");
      }
    }
    return forces;
  }

  /// −Jᵀ λ stands on the left side, so that λ is what pushes along the gradient.
  void add_constraints(const Member& root, std::size_t first) {
    const detail::Energies& e = root.own;
    const std::size_t m = e.row_count(), before = equations_.constraints.size();
    for (EquationsOfMotion::Row& row : equations_.rows) row.constraint.resize(before + m);
    for (std::size_t k = 0; k < m; ++k) {
      const bool is_place = k < e.positions.size();
      const TrigSum equation = sum(is_place ? e.positions[k] : e.speeds[k - e.positions.size()]);
      for (std::size_t i = 0; i < e.size(); ++i) {
        const TrigSum slope = algebra().differentiate(equation, is_place ? e.q[i] : e.v[i]);
        constexpr std::size_t kReadable = 6;
        if (slope.terms.size() > kReadable)
          throw ModelError("a constraint of '" + root.definition.name + "' is too long to read");
        equations_.rows[first + i].constraint[before + k] = slope.scaled(-1);
      }
      EquationsOfMotion::Constraint constraint;
      constraint.name = detail::name_row(root, k);
      constraint.equation = equation;
      constraint.of_speeds = !is_place;
      equations_.constraints.push_back(std::move(constraint));
    }
  }

  Assembly& assembly_;
  const LagrangeSystems& systems_;
  EquationsOfMotion& equations_;
};

}  // namespace

EquationsOfMotion::Row name_lagrange_row(const LagrangeSystems::Member& root,
                                         std::size_t coordinate) {
  EquationsOfMotion::Row row;
  const Dimension& dimension = root.definition.coordinates[coordinate].dimension;
  row.rate = root.own.v[coordinate].symbol_name();
  row.v = root.own.v[coordinate];
  row.q = root.own.q[coordinate];
  row.coordinate = root.own.q[coordinate].symbol_name();
  row.turns = dimension == dimensions::kAngle;
  row.unit = dimension.to_string();
  return row;
}

void add_lagrange_equations(Assembly& assembly, const LagrangeSystems& systems,
                            EquationsOfMotion& equations) {
  LagrangeDerivation derivation(assembly, systems, equations);
  for (const Member& root : systems.members())
    if (root.outer < 0 && !root.is_coupled) derivation.add(root);
}

}  // namespace holon
