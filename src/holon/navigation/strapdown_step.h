// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Strapdown mechanisation in a frame N that turns with a constant rate Ω (0: an inertial frame), by
// the integrals of angular rate and specific force over samples of period T in the sensor's axes,
//
//   Δθ = ∫ ω_ib dt,  Δv = ∫ f dt.
//
// The last n of them determine polynomials of degree n − 1 in s = t/T for ω T and f T. With these,
// over the last sample (0 ≤ s ≤ 1), as power series in s truncated at the degree n + 1:
//
//   θ = ∫ ω,   φ₂ = ½ ∫ θ × ω,   φ₃ = ½ ∫ φ₂ × ω + 1/12 ∫ θ × (θ × ω)
//   rotation vector     φ    = θ + φ₂ + φ₃                                       coning: φ₂, φ₃
//   velocity increment  Δv_B = ∫ f + φ × f + ½ φ × (φ × f) + φ × (φ × (φ × f))/6 + …
//   position increment  Δp_B = T ∫ ∫ of the same                     sculling and scrolling: × f
//
// (J. E. Bortz, A new mathematical formulation for strapdown inertial navigation, IEEE Trans.
// Aerospace and Electronic Systems 7 (1971) 61–66, eq. 13; P. G. Savage, Strapdown inertial
// navigation integration algorithm design, J. Guidance, Control, and Dynamics 21 (1998) 19–28 and
// 208–221.) For n = 2 the leading terms are the well-known two-sample corrections,
// φ₂ = Δθ'×Δθ/12 and Δv + ½ Δθ×Δv + (Δθ'×Δv + Δv'×Δθ)/12. Then
//
//   v⁺ = v + (1 − [ΩT]/2) R Δv_B + T a,  p⁺ = p + T v + (1 − [ΩT]/3) R Δp_B + ½ T² a,
//   a = g(p̄) − 2 Ω × v̄,
//   R⁺ = exp(−[Ω T]) R exp([φ])
//
// with p̄ and v̄ at the middle of the sample. Where g contains the centrifugal acceleration, as
// normal gravity does, these are the equations of motion in Earth-fixed axes, anywhere on the
// ellipsoid.

#include <algorithm>
#include <array>
#include <type_traits>

#include "holon/spatial/rotation.h"

namespace holon {

/// Attitude, velocity and position of the sensor in N.
template <class T>
struct StrapdownState {
  Rotation<T> attitude{};                 ///< R_NB
  Vector3<T> velocity{T(0), T(0), T(0)};  ///< [m/s]
  Vector3<T> position{T(0), T(0), T(0)};  ///< [m]
};

/// The integrals of a sample.
template <class T>
struct InertialSample {
  Vector3<T> angle{T(0), T(0), T(0)};     ///< Δθ [rad]
  Vector3<T> velocity{T(0), T(0), T(0)};  ///< Δv [m/s]
};

/// The corrected increments of a sample in its axes at the beginning.
template <class T>
struct StrapdownIncrement {
  Vector3<T> rotation{T(0), T(0), T(0)};  ///< [rad] rotation vector
  Vector3<T> velocity{T(0), T(0), T(0)};  ///< [m/s]
  Vector3<T> position{T(0), T(0), T(0)};  ///< [m], beside velocity at the beginning times T
};

namespace detail {

/// Σ v_k s^k for Low ≤ k ≤ High; the bounds are known to the compiler, so that its loops unroll.
template <class T, int Low, int High>
struct VectorSeries {
  std::array<Vector3<T>, static_cast<std::size_t>(High - Low + 1)> terms;

  Vector3<T>& operator[](int power) { return terms[static_cast<std::size_t>(power - Low)]; }
  const Vector3<T>& operator[](int power) const {
    return terms[static_cast<std::size_t>(power - Low)];
  }
};

/// The coefficients c of the polynomials Σ c_ij s^i whose integrals over the n unit intervals that
/// end at 1 are the samples j, the oldest first.
template <int N>
constexpr std::array<std::array<double, N>, N> sample_polynomials() {
  if constexpr (N == 1) return {{{1.0}}};
  if constexpr (N == 2) return {{{0.5, 0.5}, {-1.0, 1.0}}};
  if constexpr (N == 3) return {{{-1.0 / 6, 5.0 / 6, 1.0 / 3}, {0.0, -1.0, 1.0}, {0.5, -1.0, 0.5}}};
  if constexpr (N == 4)
    return {{{1.0 / 12, -5.0 / 12, 13.0 / 12, 0.25},
             {1.0 / 12, -0.25, -0.75, 11.0 / 12},
             {-0.25, 1.25, -1.75, 0.75},
             {-1.0 / 6, 0.5, -0.5, 1.0 / 6}}};
}

/// a × b up to the power Most.
template <int Most, class T, int LowA, int HighA, int LowB, int HighB>
auto cross(const VectorSeries<T, LowA, HighA>& a, const VectorSeries<T, LowB, HighB>& b) {
  constexpr int kHigh = std::min(HighA + HighB, Most);
  VectorSeries<T, LowA + LowB, kHigh> out;
#pragma GCC unroll 8
  for (int k = LowA + LowB; k <= kHigh; ++k) {
    Vector3<T> sum(T(0), T(0), T(0));
    for (int i = std::max(LowA, k - HighB); i <= std::min(HighA, k - LowB); ++i)
      sum += holon::cross<T>(a[i], b[k - i]);
    out[k] = sum;
  }
  return out;
}

/// The integral from 0, up to the power Most.
template <int Most, class T, int Low, int High>
auto integrate(const VectorSeries<T, Low, High>& a) {
  constexpr int kHigh = std::min(High + 1, Most);
  VectorSeries<T, Low + 1, kHigh> out;
#pragma GCC unroll 8
  for (int k = Low + 1; k <= kHigh; ++k) out[k] = T(1.0 / k) * a[k - 1];
  return out;
}

/// a + factor b.
template <class T, int LowA, int HighA, int LowB, int HighB>
auto sum(const VectorSeries<T, LowA, HighA>& a, const VectorSeries<T, LowB, HighB>& b,
         double factor) {
  constexpr int kLow = std::min(LowA, LowB), kHigh = std::max(HighA, HighB);
  VectorSeries<T, kLow, kHigh> out;
#pragma GCC unroll 8
  for (int k = kLow; k <= kHigh; ++k) {
    const bool in_a = k >= LowA && k <= HighA, in_b = k >= LowB && k <= HighB;
    Vector3<T> term(T(0), T(0), T(0));
    if (in_a) term = a[k];
    if (in_b) term += T(factor) * b[k];
    out[k] = term;
  }
  return out;
}

/// Its value at s = 1.
template <class T, int Low, int High>
Vector3<T> add_up(const VectorSeries<T, Low, High>& a) {
  Vector3<T> total(T(0), T(0), T(0));
#pragma GCC unroll 8
  for (int k = High; k >= Low; --k) total += a[k];
  return total;
}

}  // namespace detail

namespace detail {

// The products of vectors and rotations, written out where they are used: a step is some 500
// operations, of which calls would be a third.

template <class T>
[[gnu::always_inline]] inline Vector3<T> times(const Vector3<T>& a, const Vector3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// R v
template <class T>
[[gnu::always_inline]] inline Vector3<T> turn(const Rotation<T>& R, const Vector3<T>& v) {
  const Vector3<T>& e = R.vector();
  const Vector3<T> t = T(2) * times<T>(e, v);
  return v + R.w() * t + times<T>(e, t);
}
/// Of quaternions (w, x, y, z).
template <class T>
[[gnu::always_inline]] inline Vector4<T> compose(const Vector4<T>& a, const Vector4<T>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// Two samples: with ω T = r₀ + r₁ s, f T = f₀ + f₁ s and θ = r₀ s + r₁ s²/2 the series are
///
///   θ × ω = ½ C s², C = r₀ × r₁;  2 φ₂ = C s³/6;  φ₃ = 0 to s³, since its two terms cancel;
///   θ × f = T₁ s + T₂ s² + T₃ s³,  θ × (θ × f) = W₂ s² + W₃ s³,  θ × (θ × (θ × f)) = −r₀² T₁ s³
template <class T>
StrapdownIncrement<T> calc_two_sample_increment(const InertialSample<T>& before,
                                                const InertialSample<T>& last, double period) {
  const Vector3<T> r0 = T(0.5) * (before.angle + last.angle), r1 = last.angle - before.angle;
  const Vector3<T> f0 = T(0.5) * (before.velocity + last.velocity);
  const Vector3<T> f1 = last.velocity - before.velocity, half = T(0.5) * r1;
  const Vector3<T> C = times<T>(r0, r1);
  const Vector3<T> T1 = times<T>(r0, f0);
  const Vector3<T> T2 = times<T>(r0, f1) + times<T>(half, f0);
  const Vector3<T> T3 = times<T>(half, f1);
  const Vector3<T> W2 = times<T>(r0, T1);
  const Vector3<T> W3 = times<T>(r0, T2) + times<T>(half, T1);
  const Vector3<T> second = T2 + T(0.5) * W2;
  const Vector3<T> third = T3 + T(1.0 / 12) * times<T>(C, f0) + T(0.5) * W3 -
                           T(1.0 / 6) * (r0[0] * r0[0] + r0[1] * r0[1] + r0[2] * r0[2]) * T1;
  StrapdownIncrement<T> out;
  out.rotation = last.angle + T(1.0 / 12) * C;
  out.velocity = last.velocity + T(0.5) * T1 + T(1.0 / 3) * second + T(0.25) * third;
  out.position = T(period) * (T(0.5) * f0 + T(1.0 / 6) * (f1 + T1) + T(1.0 / 12) * second +
                              T(1.0 / 20) * third);
  return out;
}

/// exp of a rotation vector, of numbers by its series where that has all digits: |φ| < 0.2.
template <class T>
Rotation<T> turn_by(const Vector3<T>& phi) {
  if constexpr (std::is_same_v<T, double>) {
    const double x = 0.25 * holon::dot(phi, phi);  // (θ/2)² < 0.01: x⁶/12! is below 1e-20
    if (x < 0.01) {
      const double cosine =
          1 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720 - x * (1.0 / 40320 - x / 3628800))));
      const double sine = 0.5 - x * (1.0 / 12 - x * (1.0 / 240 - x * (1.0 / 10080 - x / 725760)));
      return {cosine, sine * phi[0], sine * phi[1], sine * phi[2]};
    }
  }
  return Rotation<T>::from_rotation_vector(phi);
}

}  // namespace detail

/// The increments of the last of N samples, the oldest first; N = 1 takes constant rates.
template <int N, class T>
StrapdownIncrement<T> calc_strapdown_increment(const std::array<InertialSample<T>, N>& samples,
                                               double period) {
  if constexpr (N == 2) return detail::calc_two_sample_increment(samples[0], samples[1], period);
  constexpr int kMost = N + 1;
  constexpr auto c = detail::sample_polynomials<N>();
  detail::VectorSeries<T, 0, N - 1> rate, force;  // times T
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i) {
    rate[i] = force[i] = Vector3<T>(T(0), T(0), T(0));
#pragma GCC unroll 4
    for (int j = 0; j < N; ++j) {
      const T cij = T(c[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
      rate[i] += cij * samples[static_cast<std::size_t>(j)].angle;
      force[i] += cij * samples[static_cast<std::size_t>(j)].velocity;
    }
  }
  using detail::add_up, detail::integrate, detail::sum;
  const auto angle = integrate<kMost>(rate);
  const auto turning = detail::cross<kMost>(angle, rate);
  const auto coning = integrate<kMost>(turning);  // 2 φ₂
  const auto third =
      sum(detail::cross<kMost>(coning, rate), detail::cross<kMost>(angle, turning), 1.0 / 3);
  const auto turned = detail::cross<kMost>(angle, force);
  const auto twice = detail::cross<kMost>(angle, turned);
  const auto tumbled = detail::cross<kMost>(coning, force);
  const auto thrice = detail::cross<kMost>(angle, twice);
  // In the axes at the beginning of the sample, beside the force itself.
  const auto leading = sum(sum(sum(turned, tumbled, 0.5), twice, 0.5), thrice, 1.0 / 6);
  const auto in_axes = [&] {
    if constexpr (N < 3) {
      return leading;
    } else {
      const auto mixed =
          sum(detail::cross<kMost>(coning, turned), detail::cross<kMost>(angle, tumbled), 1.0);
      return sum(sum(sum(leading, mixed, 0.25),
                     detail::cross<kMost>(integrate<kMost>(third), force), 0.25),
                 detail::cross<kMost>(angle, thrice), 1.0 / 24);
    }
  }();
  // What is linear in the samples is added apart: exact, whatever the truncation.
  const auto sculling = integrate<kMost + 1>(in_axes);
  const InertialSample<T>& last = samples[N - 1];
  StrapdownIncrement<T> out;
  out.rotation = last.angle + T(0.5) * add_up(coning) + T(0.25) * add_up(integrate<kMost>(third));
  out.velocity = last.velocity + add_up(sculling);
  out.position = T(period) * (add_up(integrate<kMost + 1>(integrate<kMost + 1>(force))) +
                              add_up(integrate<kMost + 2>(sculling)));
  return out;
}

/// The turn of N during a sample.
template <class T>
struct StrapdownWorld {
  StrapdownWorld(const Vector3<T>& rotation, double period)
      : rotation(rotation),
        period(period),
        turn(Rotation<T>::from_rotation_vector(T(-period) * rotation)) {}

  Vector3<T> rotation;  ///< Ω [rad/s]
  double period;        ///< [s]
  Rotation<T> turn;     ///< exp(−[ΩT])
};

/// The state after a sample. `gravity`: [m/s²] at a position in N.
template <class T, class Gravity>
StrapdownState<T> calc_strapdown_step(const StrapdownState<T>& state,
                                      const StrapdownIncrement<T>& increment,
                                      const StrapdownWorld<T>& world, const Gravity& gravity) {
  using detail::times;
  const T half = T(0.5 * world.period), h = T(world.period);
  const Vector3<T>& rotation = world.rotation;
  // N turns during the sample: by ΩT/2 in the mean of the forces, by ΩT/3 in that of the distances.
  const Vector3<T> pushed = detail::turn<T>(state.attitude, increment.velocity);
  const Vector3<T> moved = detail::turn<T>(state.attitude, increment.position);
  const Vector3<T> push = pushed - half * times<T>(rotation, pushed);
  const Vector3<T> shift = moved - T(world.period / 3) * times<T>(rotation, moved);
  const Vector3<T> middle = state.position + half * state.velocity;
  const Vector3<T> g = gravity(middle);
  const Vector3<T> before = g - T(2) * times<T>(rotation, state.velocity);
  const Vector3<T> speed = state.velocity + T(0.5) * push + half * before;
  const Vector3<T> a = g - T(2) * times<T>(rotation, speed);
  StrapdownState<T> next;
  next.velocity = state.velocity + push + h * a;
  next.position = state.position + h * state.velocity + shift + half * h * a;
  const Vector4<T> q = detail::compose<T>(
      detail::compose<T>(world.turn.coefficients(), state.attitude.coefficients()),
      detail::turn_by<T>(increment.rotation).coefficients());
  // Only rounding errors are to be taken out: 1/|q| to first order.
  const T scale = T(1.5) - T(0.5) * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  next.attitude = Rotation<T>(scale * q[0], scale * q[1], scale * q[2], scale * q[3]);
  return next;
}

}  // namespace holon
