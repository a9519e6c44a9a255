// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lagrange's equations of a system that is described by its energies:
//
//   d/dt ∂T/∂q' − ∂T/∂q + ∂U/∂q + ∂D/∂q' = Q + Jᵀ λ,      g(q, t) = 0,   r(q, q', t) = 0
//
// with the kinetic energy T(q, q', t) [J], the potential energy U(q, t) [J], Rayleigh's function
// D(q, q', t) [W], the generalized forces Q [J/q], holonomic constraints g and constraints r that
// are linear in the rates; J = ∂g/∂q, ∂r/∂q'. With M = ∂²T/∂q'², free of the rates,
//
//   M q'' + h = −∂U/∂q − ∂D/∂q' + Q + Jᵀ λ,   h = ∂(∂T/∂q')/∂q q' + ∂(∂T/∂q')/∂t − ∂T/∂q,
//   J q'' + γ = 0,                              γ = d/dt (J q' + ∂g/∂t), d/dt r at q'' = 0.
//
// A composition q = p(a, t) is the same system with T(p, ∂p/∂a a' + ∂p/∂t, t) in the place of T,
// (∂p/∂a)ᵀ Q in the place of Q and so on: all terms that the time derivative of ∂p/∂a makes follow
// from the exact derivatives of that T. H. Goldstein, Classical Mechanics, 2nd ed.,
// §§1.4, 1.5, 2.4.

#include <span>
#include <vector>

#include "holon/expr/graph/expr.h"

namespace holon::detail {

/// A system by its energies. Expressions in the symbols q, v and time, and in parameters; forces
/// may name anything.
struct Energies {
  std::vector<Expr> q, v;  ///< symbols: coordinates, and their rates
  Expr time;
  Expr kinetic = 0.0, potential = 0.0;  ///< [J]
  Expr dissipation = 0.0;               ///< [W] Rayleigh's function
  std::vector<Expr> forces;             ///< by coordinate
  std::vector<Expr> positions;          ///< g = 0
  std::vector<Expr> speeds;             ///< r = 0, linear in v

  std::size_t size() const { return q.size(); }
  std::size_t row_count() const { return positions.size() + speeds.size(); }
};

/// de/dt of expressions in q, v and time, at accelerations `vdot`.
std::vector<Expr> calc_time_derivatives(const Energies& e, std::span<const Expr> expressions,
                                        std::span<const Expr> vdot);
/// The same of an expression in q and time alone.
Expr calc_rate(const Energies& e, Expr expression);

/// Adds a system to another one in whose coordinates and time its own are expressed: q = p(a, t).
/// Its constraints come behind those that are there.
void add_composed(Energies& outer, const Energies& inner, std::span<const Expr> p);

/// The terms of M v' + h + weight + damping = force + Jᵀ λ, J v' + bias = 0.
struct LagrangeEquations {
  std::vector<Expr> momentum;  ///< ∂T/∂v
  std::vector<Expr> mass;      ///< M (n x n)
  std::vector<Expr> velocity;  ///< h
  std::vector<Expr> weight;    ///< ∂U/∂q
  std::vector<Expr> damping;   ///< ∂D/∂v
  std::vector<Expr> force;     ///< Q
  std::vector<Expr> rows;      ///< J (m x n), holonomic rows first
  std::vector<Expr> bias;      ///< γ (m)
  std::vector<Expr> position;  ///< g (m); 0 for rows of speeds
  std::vector<Expr> speed;     ///< g', or r (m)
  /// By which rows are multiplied to be of the size of the masses (m); see find_multiplier_scales.
  std::vector<double> row_scales;
};
LagrangeEquations make_lagrange_equations(const Energies& e);

/// Accelerations and multipliers of [M Jᵀ; J 0] [x; −λ] = [force; row]. Redundant rows share their
/// multipliers evenly (least squares of λ times the size of its row).
struct LagrangeSolution {
  std::vector<Expr> x, lambda;
};
LagrangeSolution solve_lagrange(const LagrangeEquations& e, std::vector<Expr> force,
                                std::vector<Expr> row);

/// The right side of M v' − Jᵀ λ: force − damping − weight − h.
std::vector<Expr> calc_total_force(const LagrangeEquations& e);

}  // namespace holon::detail
