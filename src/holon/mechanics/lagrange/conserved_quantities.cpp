// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/lagrange/conserved_quantities.h"

#include "holon/base/errors.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/graph/function.h"
#include "holon/expr/graph/traverse.h"
#include "holon/expr/print/trig_sum.h"

namespace holon::detail {
namespace {

/// What the form of expressions proves, as they are or in the normal form of TrigSums.
class FormProofs {
 public:
  explicit FormProofs(Graph& graph) : algebra_(graph) { algebra_.take_any_angle(); }

  bool is_zero(Expr x) { return x.is_constant() ? x.value() == 0 : reduce(x).is_constant(0.0); }
  /// Also through conditions and steps, whose derivatives are zero.
  bool is_free_of(Expr x, Expr symbol) {
    return !may_change(x, symbol) || !may_change(reduce(x), symbol);
  }

 private:
  static bool may_change(Expr x, Expr symbol) {
    return !x.is_constant() && find_dependence({&x, 1}, {&symbol, 1}).count() > 0;
  }
  Expr reduce(Expr x) {
    try {
      return algebra_.expression(algebra_.of(flatten_calls({x})[0]));
    } catch (const ModelError&) {
      return x;  // too many terms
    }
  }

  TrigSums algebra_;
};

}  // namespace

std::vector<std::string> find_conserved(
    const std::vector<LagrangeDefinition::Coordinate>& coordinates, const Energies& e,
    const LagrangeEquations& equations, const std::vector<Expr>& frame_forces) {
  std::vector<std::string> names;
  FormProofs proofs(*e.time.graph());
  const std::size_t n = e.size();
  const auto is_idle = [&](std::size_t k) {
    return e.forces[k].is_constant(0.0) && frame_forces[k].is_constant(0.0) &&
           proofs.is_zero(equations.damping[k]);
  };
  bool is_kept = true;  // Jacobi's integral
  for (std::size_t k = 0; k < n; ++k) {
    if (!is_idle(k)) {
      is_kept = false;
      continue;
    }
    bool is_cyclic = proofs.is_free_of(e.potential, e.q[k]) && proofs.is_free_of(e.kinetic, e.q[k]);
    for (const Expr& g : e.positions) is_cyclic = is_cyclic && proofs.is_free_of(g, e.q[k]);
    for (std::size_t row = e.positions.size(); row < e.row_count(); ++row)
      is_cyclic = is_cyclic && proofs.is_zero(equations.rows[row * n + k]);
    if (is_cyclic) names.push_back("momentum." + coordinates[k].name);
  }
  is_kept =
      is_kept && proofs.is_free_of(e.potential, e.time) && proofs.is_free_of(e.kinetic, e.time);
  for (const Expr& g : e.positions) is_kept = is_kept && proofs.is_free_of(g, e.time);
  // Rows of rates may turn with time, but not move: at rest they must hold.
  const std::vector<Expr> rest(n, 0.0);
  for (const Expr& r : e.speeds)
    is_kept = is_kept && proofs.is_zero(substitute({&r, 1}, e.v, rest)[0]);
  if (is_kept) names.emplace_back("jacobi_integral");
  return names;
}

}  // namespace holon::detail
