// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>

/// Radau IIA with s stages, of order 2s - 1 (E. Hairer, G. Wanner, Solving Ordinary Differential
/// Equations II, 2nd ed. 1996, IV.5 and IV.8; J. Comput. Appl. Math. 111 (1999) 93). With
/// increments Z_i = Y_i - y of the stages at t + c_i h:
///
///   h f(t + c_i h, y + Z_i) = Σ_j (A⁻¹)_ij Z_j,   T⁻¹ A⁻¹ T = diag(γ, [α_1 -β_1; β_1 α_1], …)
///
/// so that with W = T⁻¹ Z Newton's matrix falls apart into one real and (s - 1)/2 complex ones,
/// γ/h - J and (α_k + iβ_k)/h - J.
///
/// The polynomial u(x) = Σ_i l_i(x) Z_i of degree s with u(0) = 0 and u(c_i) = Z_i is of order s
/// within the step. One stage more, at θ, makes it of order s + 1. Let
///
///   K(x) = k ∫₀ˣ (σ - c_1) … (σ - c_s) dσ,   K(θ) = 1,   K'(θ) = γ;   also K(0) = K(1) = 0.
///
/// p(x) = u(x) + K(x) D has the slopes of u at c_i, whatever D, and collocates at θ where
///
///   h f(t + θ h, y + u(θ) + D) = u'(θ) + γ D,
///
/// which is solved with the real matrix that there is already. θ is the root of K'(θ) = γ within
/// the step at which |K| has the smallest maximum; of order 5 the one between c_1 and c_2.
///
/// The embedded estimate of order s + 1 is the divided difference of the slopes at 0, θ and all
/// c_i, to which u', of degree s - 1, adds nothing. But for a factor it is
///
///   (γ - h J)⁻¹ (h f(t, y) - u'(0) + w γ D),   w = Π c_i / Π (θ - c_i).
namespace holon::detail {

struct RadauTableau {
  static constexpr int kMostStages = 5, kMostPairs = (kMostStages - 1) / 2;
  using Weights = std::array<double, kMostStages>;  // of the stages; zeros behind them

  int stages;
  Weights c;
  double gamma;
  std::array<std::complex<double>, kMostPairs> shifts;  // α_k + iβ_k
  double t[kMostStages][kMostStages];                   // T: Z = T W
  double inverse_t[kMostStages][kMostStages];           // T⁻¹
  Weights error;                                        // -l_i'(0): Σ error_i Z_i = -u'(0)
  double theta;
  std::array<double, kMostStages + 1> integral;  // of x, x², … in ∫₀ˣ Π (σ - c_i) dσ

  int pairs() const { return (stages - 1) / 2; }
  /// w.
  double middle_share() const;
  /// All l_i(x), and all l_i'(x).
  Weights calc_weights(double x) const;
  Weights calc_slope_weights(double x) const;
  double calc_integral(double x) const;
  /// K(x) and K'(x).
  double calc_middle_weight(double x) const { return calc_integral(x) / calc_integral(theta); }
  double calc_middle_slope(double x) const;
  /// An estimate of order s + 1 as one of order s.
  double lower_order(double error) const;
};

/// Of 3 or 5 stages.
const RadauTableau& radau_tableau(int stages);

/// What the polynomial of a step in more stages says of the same step in fewer ones: its D, and the
/// right side of its estimate, h f(t, y) - u'(0) + w γ D. Both are linear in Z and D.
struct LowerOrder {
  RadauTableau::Weights middle, error;  // of Z
  double middle_share, error_share;     // of D
};
LowerOrder compare_orders(const RadauTableau& step, const RadauTableau& lower);

}  // namespace holon::detail
