// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

/// Radau IIA with three stages (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II,
/// 2nd ed. 1996, IV.5 and IV.8). With increments Z_i = Y_i - y of the stages at t + c_i h:
///
///   h f(t + c_i h, y + Z_i) = Σ_j (A⁻¹)_ij Z_j,   T⁻¹ A⁻¹ T = [γ 0 0; 0 α -β; 0 β α]
///
/// so that with W = T⁻¹ Z Newton's matrix falls apart into one real and one complex one,
/// γ/h - J and (α + iβ)/h - J.
namespace holon::detail::radau5 {

inline constexpr double kSqrt6 = 2.449489742783178098197;
inline constexpr double kC[3] = {(4 - kSqrt6) / 10, (4 + kSqrt6) / 10, 1};

inline constexpr double kGamma = 3.63783425274449573220842;
inline constexpr double kAlpha = 2.68108287362775213389579;
inline constexpr double kBeta = 3.05043019924741056942638;

/// Z = T W.
inline constexpr double kT[3][3] = {
    {9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
    {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
    {0.96604818261509293619, 1, 0}};
inline constexpr double kInverseT[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

/// (h f(t, y) - u'(0)) / h = f(t, y) + Σ_i e_i Z_i / h, of which IV.8 (8.20) makes an estimate of
/// order 3.
inline constexpr double kError[3] = {-(13 + 7 * kSqrt6) / 3, (-13 + 7 * kSqrt6) / 3, -1.0 / 3};

/// The cubic u(s) = Σ_i l_i(s) Z_i with u(0) = 0 and u(c_i) = Z_i: all l_i(s), and all l_i'(s).
constexpr std::array<double, 3> calc_cubic_weights(double s) {
  std::array<double, 3> weights{};
  for (int i = 0; i < 3; ++i) {
    const double c = kC[i], a = kC[(i + 1) % 3], b = kC[(i + 2) % 3];
    weights[static_cast<std::size_t>(i)] = s * (s - a) * (s - b) / (c * (c - a) * (c - b));
  }
  return weights;
}
constexpr std::array<double, 3> calc_slope_weights(double s) {
  std::array<double, 3> weights{};
  for (int i = 0; i < 3; ++i) {
    const double c = kC[i], a = kC[(i + 1) % 3], b = kC[(i + 2) % 3];
    weights[static_cast<std::size_t>(i)] =
        ((s - a) * (s - b) + s * (s - a) + s * (s - b)) / (c * (c - a) * (c - b));
  }
  return weights;
}

/// u is of order 3 within the step. A fourth stage at θ makes it of order 4. Let
///
///   K(s) = k ∫₀ˢ (σ - c_1)(σ - c_2)(σ - c_3) dσ,   K(θ) = 1,   K'(θ) = γ;   also K(0) = K(1) = 0.
///
/// p(s) = u(s) + K(s) D has the slopes of u at c_i, whatever D, and collocates at θ where
///
///   h f(t + θ h, y + u(θ) + D) = u'(θ) + γ D,
///
/// which is solved with the real matrix that there is already. θ is the root of K'(θ) = γ within
/// the step.
inline constexpr double kTheta = 0.55722718562955;

/// The embedded estimate of order 4 is the fourth divided difference of the slopes at 0, c_1, θ,
/// c_2, 1, to which the quadratic u' adds nothing. But for a factor it is
///
///   (γ - h J)⁻¹ (h f(t, y) - u'(0) + w γ D),   w = c_1 c_2 / ((θ - c_1) (θ - c_2) (θ - 1)).
inline constexpr double kMiddleShare =
    kC[0] * kC[1] / ((kTheta - kC[0]) * (kTheta - kC[1]) * (kTheta - 1));

constexpr double calc_middle_weight(double s) {
  const auto integral = [](double x) { return x * (x * (x * (x * 0.25 - 0.6) + 0.45) - 0.1); };
  return integral(s) / integral(kTheta);
}

}  // namespace holon::detail::radau5
