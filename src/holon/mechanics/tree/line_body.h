// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/tree/tree.h"

/// A slender body on the line between two frames, as the barrel and the rod of a cylinder. It hangs
/// on the first one's origin A and points to the second one's, B:
///
///   r(x) = p_A + x n,   n = (p_B − p_A)/|p_B − p_A|
///
/// With mass m [kg], its centre at x = c [m], and the inertia Θ [kg m²] across the line about that,
/// it has, whatever A and B do, and without spin about the line (where it has no inertia),
///
///   T = ½ m p_A'² + m c p_A'·n' + ½ (Θ + m c²) n'²  =  ½ m_A p_A'² + ½ g'²
///   g = μ p_A + ν n,   ν² = Θ + m c²,   μ = m c/ν,   m_A = m − μ²
///
/// m_A ≥ 0 is a point mass on the body at A. The rest is one of 1 at g, whose weight is μ times
/// that of 1 kg: three rows like those of constraints, which, instead of being zero, are compliant
/// as a mass is, g'' = μ gravity − λ (docs/design/loops.md).
namespace holon::detail {

struct LineTerms {
  Expr pin_mass;  ///< [kg] m_A
  Expr lever;     ///< [kg^½] μ
  Expr reach;     ///< [kg^½ m] ν
};
LineTerms calc_line_terms(const Mechanism::LineBody& body);

/// Adds m_A of the line bodies that hang on a body to its link; `place`: the body's frame there.
void add_pin_masses(Link& link, const Mechanism& mechanism, int body, const FramePlace& place);

}  // namespace holon::detail
