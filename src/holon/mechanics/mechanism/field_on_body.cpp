// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A field g over a body, to second order in the distance ρ from its centre of mass r, with
// Γ_kl = ∂g_k/∂r_l and P = ∫ ρ ρᵀ dm = ½ tr(I) 1 − I:
//
//   F_i = m g_i + ½ P_kl ∂²g_i/∂r_k∂r_l
//   M_i = ε_ijk P_jl Γ_kl                        about the centre of mass
//   V   = m φ − ½ P_kl Γ_kl                      where g = −∇φ
//
// Of g = −μ r/r³ these are MacCullagh's potential and the torque 3 μ/r³ e × I e, e = r/|r|
// (H. Schaub, J. L. Junkins, Analytical Mechanics of Space Systems, 4th ed., 2018, §4.4). Since all
// follow from one potential, energy and angular momentum are conserved.
#include "holon/mechanics/mechanism/field_on_body.h"

#include "holon/expr/graph/function.h"
#include "holon/expr/graph/graph.h"
#include "holon/spatial/vector.h"

namespace holon::detail {

namespace {

using Matrix = Eigen::Matrix<Expr, 3, 3>;

std::vector<Expr> components_of(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

Matrix calc_spread(const std::array<Expr, 6>& I, const Rotation<Expr>& R) {
  const Expr half = 0.5 * (I[0] + I[1] + I[2]);
  Matrix own;
  own << half - I[0], -I[3], -I[4], -I[3], half - I[1], -I[5], -I[4], -I[5], half - I[2];
  Matrix turned, result;
  for (int j = 0; j < 3; ++j) turned.col(j) = R * Vector3<Expr>(own.col(j));
  for (int i = 0; i < 3; ++i) {
    result.row(i) = (R * Vector3<Expr>(turned.row(i).transpose())).transpose();
  }
  return result;
}

FieldLoad calc_field_load(Graph& graph, const GravityField& field, const BodyInField& body,
                          bool gradient) {
  FieldLoad load;
  if (!gradient) {
    load.force = body.mass * field(body.center);
    load.torque = {0.0, 0.0, 0.0};
    return load;
  }
  const std::vector<Expr> r{graph.symbol("field x"), graph.symbol("field y"),
                            graph.symbol("field z")};
  const std::vector<Expr> g = components_of(field({r[0], r[1], r[2]}));
  std::vector<Expr> all = g;  // g, columns of Γ, second derivatives ∂l (Γ P_l)
  std::vector<Expr> second(3, 0.0);
  for (int l = 0; l < 3; ++l) {
    std::vector<Expr> along(3, 0.0);
    along[static_cast<std::size_t>(l)] = 1.0;
    const std::vector<Expr> column = derivative(g, r, along);
    all.insert(all.end(), column.begin(), column.end());
    const std::vector<Expr> spread{body.spread(0, l), body.spread(1, l), body.spread(2, l)};
    const std::vector<Expr> more = derivative(column, r, spread);
    for (std::size_t i = 0; i < 3; ++i) second[i] += more[i];
  }
  all.insert(all.end(), second.begin(), second.end());
  all = substitute(all, r, components_of(body.center));
  const auto G = [&](int k, int l) { return all[static_cast<std::size_t>(3 + 3 * l + k)]; };
  Matrix PG;  // P Γᵀ: (P Γᵀ)_jk = P_jl Γ_kl
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 3; ++k) {
      PG(j, k) =
          body.spread(j, 0) * G(k, 0) + body.spread(j, 1) * G(k, 1) + body.spread(j, 2) * G(k, 2);
    }
  }
  for (int i = 0; i < 3; ++i) {
    load.force[i] =
        body.mass * all[static_cast<std::size_t>(i)] + 0.5 * all[static_cast<std::size_t>(12 + i)];
  }
  load.torque = {PG(1, 2) - PG(2, 1), PG(2, 0) - PG(0, 2), PG(0, 1) - PG(1, 0)};
  load.gradient_energy = -0.5 * (PG(0, 0) + PG(1, 1) + PG(2, 2));
  return load;
}

}  // namespace holon::detail
