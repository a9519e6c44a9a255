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
//   velocity increment  Δv_B = ∫ f + (θ + φ₂) × f + ½ θ × (θ × f) + θ × (θ × (θ × f))/6
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

#include <array>

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

/// Vectors by powers of s, from `low` on.
template <class T, int Size>
struct VectorSeries {
  std::array<Vector3<T>, static_cast<std::size_t>(Size)> term;
  int low = 0, high = -1;  ///< powers of the first and the last term

  Vector3<T>& operator[](int power) { return term[static_cast<std::size_t>(power)]; }
  const Vector3<T>& operator[](int power) const { return term[static_cast<std::size_t>(power)]; }
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

template <class T, int Size>
VectorSeries<T, Size> cross(const VectorSeries<T, Size>& a, const VectorSeries<T, Size>& b) {
  VectorSeries<T, Size> out;
  out.low = a.low + b.low;
  out.high = std::min(a.high + b.high, Size - 1);
  for (int k = out.low; k <= out.high; ++k) out[k] = Vector3<T>(T(0), T(0), T(0));
  for (int i = a.low; i <= a.high; ++i) {
    for (int j = b.low; j <= b.high && i + j < Size; ++j) out[i + j] += holon::cross<T>(a[i], b[j]);
  }
  return out;
}

/// The integral from 0.
template <class T, int Size>
VectorSeries<T, Size> integrate(const VectorSeries<T, Size>& a) {
  VectorSeries<T, Size> out;
  out.low = a.low + 1;
  out.high = std::min(a.high + 1, Size - 1);
  for (int k = out.low; k <= out.high; ++k) out[k] = T(1.0 / k) * a[k - 1];
  return out;
}

/// a + factor b.
template <class T, int Size>
VectorSeries<T, Size> sum(const VectorSeries<T, Size>& a, const VectorSeries<T, Size>& b,
                          double factor) {
  VectorSeries<T, Size> out = a;
  out.low = std::min(a.low, b.low);
  out.high = std::max(a.high, b.high);
  for (int k = out.low; k <= out.high; ++k) {
    const bool in_a = k >= a.low && k <= a.high, in_b = k >= b.low && k <= b.high;
    if (!in_a && !in_b) {
      out[k] = Vector3<T>(T(0), T(0), T(0));
    } else if (!in_a) {
      out[k] = T(factor) * b[k];
    } else if (in_b) {
      out[k] += T(factor) * b[k];
    }
  }
  return out;
}

/// Its value at s = 1.
template <class T, int Size>
Vector3<T> add_up(const VectorSeries<T, Size>& a) {
  Vector3<T> total(T(0), T(0), T(0));
  for (int k = a.high; k >= a.low; --k) total += a[k];
  return total;
}

}  // namespace detail

/// The increments of the last of N samples, the oldest first; N = 1 takes constant rates.
template <int N, class T>
StrapdownIncrement<T> calc_strapdown_increment(const std::array<InertialSample<T>, N>& samples,
                                               double period) {
  constexpr int kTerms = N + 2;
  using Series = detail::VectorSeries<T, kTerms>;
  constexpr auto c = detail::sample_polynomials<N>();
  Series rate, force;  // times T
  rate.high = force.high = N - 1;
  for (int i = 0; i < N; ++i) {
    rate[i] = force[i] = Vector3<T>(T(0), T(0), T(0));
    for (int j = 0; j < N; ++j) {
      const T cij = T(c[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
      rate[i] += cij * samples[static_cast<std::size_t>(j)].angle;
      force[i] += cij * samples[static_cast<std::size_t>(j)].velocity;
    }
  }
  using detail::add_up, detail::integrate, detail::sum;
  const Series angle = integrate(rate), turning = detail::cross(angle, rate);
  const Series coning = integrate(turning);  // 2 φ₂
  const Series third = sum(detail::cross(coning, rate), detail::cross(angle, turning), 1.0 / 3);
  const Series turned = detail::cross(angle, force), twice = detail::cross(angle, turned);
  Series in_axes = sum(turned, detail::cross(coning, force), 0.5);
  in_axes = sum(in_axes, twice, 0.5);
  in_axes = sum(in_axes, detail::cross(angle, twice), 1.0 / 6);
  // What is linear in the samples is added apart: exact, whatever the truncation.
  const Series sculling = integrate(in_axes);
  const InertialSample<T>& last = samples[N - 1];
  StrapdownIncrement<T> out;
  out.rotation = last.angle + T(0.5) * add_up(coning) + T(0.25) * add_up(integrate(third));
  out.velocity = last.velocity + add_up(sculling);
  out.position = T(period) * (add_up(integrate(integrate(force))) + add_up(integrate(sculling)));
  return out;
}

/// The state after a sample. `gravity`: [m/s²] at a position in N; `rotation`: Ω [rad/s].
template <class T, class Gravity>
StrapdownState<T> calc_strapdown_step(const StrapdownState<T>& state,
                                      const StrapdownIncrement<T>& increment, double period,
                                      const Gravity& gravity, const Vector3<T>& rotation) {
  // N turns during the sample: by ΩT/2 in the mean of the forces, by ΩT/3 in that of the distances.
  const Vector3<T> pushed = state.attitude * increment.velocity;
  const Vector3<T> moved = state.attitude * increment.position;
  const Vector3<T> push = pushed - T(0.5 * period) * holon::cross<T>(rotation, pushed);
  const Vector3<T> shift = moved - T(period / 3) * holon::cross<T>(rotation, moved);
  const T half = T(0.5 * period), h = T(period);
  // The middle of the sample, with the acceleration at its beginning for what is left out.
  const Vector3<T> middle = state.position + half * state.velocity;
  const Vector3<T> g = gravity(middle);
  const Vector3<T> before = g - T(2) * holon::cross<T>(rotation, state.velocity);
  const Vector3<T> speed = state.velocity + T(0.5) * push + half * before;
  const Vector3<T> a = g - T(2) * holon::cross<T>(rotation, speed);
  StrapdownState<T> next;
  next.velocity = state.velocity + push + h * a;
  next.position = state.position + h * state.velocity + shift + half * h * a;
  const Rotation<T> turned = state.attitude * Rotation<T>::from_rotation_vector(increment.rotation);
  next.attitude = (Rotation<T>::from_rotation_vector(-h * rotation) * turned).normalized();
  return next;
}

}  // namespace holon
