// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/rotation.h"

#include <cmath>
#include <numbers>

#include "holon/spatial/series.h"

namespace holon {
namespace {

struct EulerAxes {
  int first, second, third;
  bool proper() const { return first == third; }
  /// The axis that is used by neither the first nor the second rotation.
  int other() const { return 3 - first - second; }
  /// +1 where (first, second, other) is a right-handed order, else -1.
  int parity() const { return (second - first + 3) % 3 == 1 ? 1 : -1; }
};

EulerAxes axes_of(EulerSequence sequence) {
  switch (sequence) {
    case EulerSequence::xyz: return {0, 1, 2};
    case EulerSequence::xzy: return {0, 2, 1};
    case EulerSequence::yxz: return {1, 0, 2};
    case EulerSequence::yzx: return {1, 2, 0};
    case EulerSequence::zxy: return {2, 0, 1};
    case EulerSequence::zyx: return {2, 1, 0};
    case EulerSequence::xyx: return {0, 1, 0};
    case EulerSequence::xzx: return {0, 2, 0};
    case EulerSequence::yxy: return {1, 0, 1};
    case EulerSequence::yzy: return {1, 2, 1};
    case EulerSequence::zxz: return {2, 0, 2};
    case EulerSequence::zyz: return {2, 1, 2};
  }
  return {0, 1, 2};
}

/// An angle in [-2π, 2π] reduced to [-π, π].
template <class T>
T wrap(T angle) {
  const T pi(std::numbers::pi), turn(2 * std::numbers::pi);
  const T below = detail::choose_less(angle, -pi, T(angle + turn), angle);
  return detail::choose_less(pi, angle, T(angle - turn), below);
}

/// 2 atan2(n, w) / n for n = |v| >= 0, w >= 0 on the unit circle, smooth through n = 0.
template <class T>
T double_angle_over_sine(const T& w, const T& n2) {
  using std::atan2, std::sqrt;
  const T n = sqrt(n2);
  const T u = n2 / (w * w);  // tan², below 1/100 where the series is used: the remainder is < 6e-18
  T sum(1.0 / 15);
  for (int k = 6; k >= 0; --k) sum = T(1.0 / (2 * k + 1)) - u * sum;
  return detail::choose_less(u, T(0.01), T(T(2) / w * sum), T(T(2) * atan2(n, w) / n));
}

/// The largest |v_i|: divided by it, the square of a vector neither under- nor overflows.
template <class T>
T largest(const Vector3<T>& v) {
  using std::abs;
  const T x = abs(v[0]), y = abs(v[1]), z = abs(v[2]);
  const T xy = detail::choose_less(x, y, y, x);
  return detail::choose_less(xy, z, z, xy);
}

}  // namespace

template <class T>
Rotation<T> Rotation<T>::from_axis_angle(const Vector3<T>& axis, T angle) {
  using std::cos, std::sin;
  const T half = T(0.5) * angle;
  const T scale = sin(half) / holon::norm(axis);
  return {cos(half), scale * axis[0], scale * axis[1], scale * axis[2]};
}

template <class T>
Rotation<T> Rotation<T>::about(int axis, T angle) {
  using std::cos, std::sin;
  const T half = T(0.5) * angle;
  Rotation R;
  R.w_ = cos(half);
  R.v_[axis] = sin(half);
  return R;
}

template <class T>
Rotation<T> Rotation<T>::from_rotation_vector(const Vector3<T>& phi) {
  const T quarter = T(0.25) * holon::dot(phi, phi);  // (θ/2)²
  const T scale = T(0.5) * detail::sinc_of_square(quarter);
  return {detail::cos_of_square(quarter), scale * phi[0], scale * phi[1], scale * phi[2]};
}

template <class T>
Rotation<T> Rotation<T>::from_matrix(const Matrix3<T>& R) {
  // Row i of Q is 4 q_i (w, x, y, z); the row of the largest q_i is normalised.
  const T one(1);
  const T xx = R(0, 0), yy = R(1, 1), zz = R(2, 2);
  const T wx = R(2, 1) - R(1, 2), wy = R(0, 2) - R(2, 0), wz = R(1, 0) - R(0, 1);
  const T xy = R(1, 0) + R(0, 1), xz = R(0, 2) + R(2, 0), yz = R(2, 1) + R(1, 2);
  const T size[4] = {one + xx + yy + zz, one + xx - yy - zz, one - xx + yy - zz,
                     one - xx - yy + zz};
  const Vector4<T> rows[4] = {
      {size[0], wx, wy, wz}, {wx, size[1], xy, xz}, {wy, xy, size[2], yz}, {wz, xz, yz, size[3]}};
  Vector4<T> best = rows[0];
  T largest = size[0];
  for (int i = 1; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      best[j] = detail::choose_less(largest, size[i], rows[i][j], best[j]);
    }
    largest = detail::choose_less(largest, size[i], size[i], largest);
  }
  return Rotation(best).normalized().canonical();
}

template <class T>
Rotation<T> Rotation<T>::from_rpy(const Vector3<T>& rpy) {
  return about_z(rpy[2]) * about_y(rpy[1]) * about_x(rpy[0]);
}

template <class T>
Rotation<T> Rotation<T>::from_euler(EulerSequence sequence, const Vector3<T>& angles) {
  const EulerAxes axes = axes_of(sequence);
  return about(axes.first, angles[0]) * about(axes.second, angles[1]) *
         about(axes.third, angles[2]);
}

template <class T>
Rotation<T> Rotation<T>::from_mrp(const Vector3<T>& sigma) {
  const T s = holon::dot(sigma, sigma);
  const T scale = T(2) / (T(1) + s);
  return {(T(1) - s) / (T(1) + s), scale * sigma[0], scale * sigma[1], scale * sigma[2]};
}

template <class T>
Rotation<T> Rotation<T>::from_gibbs(const Vector3<T>& gibbs) {
  using std::sqrt;
  const T w = T(1) / sqrt(T(1) + holon::dot(gibbs, gibbs));
  return {w, w * gibbs[0], w * gibbs[1], w * gibbs[2]};
}

template <class T>
Rotation<T> Rotation<T>::from_to(const Vector3<T>& a, const Vector3<T>& b) {
  // Half-angle forms (W. Kahan): |u+v| = 2 cos θ/2 and |u-v| = 2 sin θ/2 for unit u and v. The
  // normal u × v is u times the shorter of sum and difference, which is accurate also for small
  // angles.
  const Vector3<T> u = a / holon::norm(a), v = b / holon::norm(b);
  const Vector3<T> sum = u + v, difference = v - u;
  const T cosine = holon::norm(sum), sine = holon::norm(difference);
  Vector3<T> shorter;
  for (int i = 0; i < 3; ++i) {
    shorter[i] = detail::choose_less(cosine, sine, sum[i], difference[i]);
  }
  const Vector3<T> normal = cross(u, shorter), any = make_perpendicular(u);
  const T length = holon::norm(normal);
  // At least 0.7 of `shorter`, except where that is rounding error: u and v collinear.
  const T least = T(0.5) * detail::choose_less(cosine, sine, cosine, sine);
  Rotation R(cosine, T(0), T(0), T(0));
  for (int i = 0; i < 3; ++i) {
    R.v_[i] = sine * detail::choose_less(least, length, T(normal[i] / length), any[i]);
  }
  return R.normalized();
}

template <class T>
Vector3<T> Rotation<T>::axis() const {
  const T scale = largest(v_);
  const T sign = detail::choose_less(w_, T(0), T(-1), T(1));
  Vector3<T> e;
  for (int i = 0; i < 3; ++i) {
    e[i] = detail::choose_less(T(0), scale, T(sign * v_[i] / scale), T(i == 0 ? 1 : 0));
  }
  return e / holon::norm(e);
}

template <class T>
T Rotation<T>::angle() const {
  using std::abs, std::atan2;
  const T scale = largest(v_);
  const T sine = scale * holon::norm<T>(v_ / scale);
  return T(2) * atan2(detail::choose_less(T(0), scale, sine, T(0)), T(abs(w_)));
}

template <class T>
Vector3<T> Rotation<T>::to_rotation_vector() const {
  using std::abs;
  const T scale = double_angle_over_sine<T>(abs(w_), holon::dot(v_, v_));
  const T signed_scale = detail::choose_less(w_, T(0), T(-scale), scale);
  return {signed_scale * v_[0], signed_scale * v_[1], signed_scale * v_[2]};
}

template <class T>
Vector3<T> Rotation<T>::to_rpy() const {
  const Vector3<T> ypr = to_euler(EulerSequence::zyx);
  return {ypr[2], ypr[1], ypr[0]};
}

// E. Bernardes, S. Viollet, "Quaternion to Euler angles conversion: A direct, general and
// computationally efficient method", PLoS ONE 17 (2022) e0276302. With i, j the first two axes and
// m the other one, ε the parity of (i, j, m), q = q_i(α) q_j(β) q_i(γ) has
//   w = cos β/2 cos (α+γ)/2, q_i = cos β/2 sin (α+γ)/2,
//   q_j = sin β/2 cos (α-γ)/2, q_m = ε sin β/2 sin (α-γ)/2,
// and q_i(α) q_j(β) q_m(γ) q_j(π/2) = q_i(α) q_j(β + π/2) q_i(-εγ) brings the Tait–Bryan sequences
// to the same form.
template <class T>
Vector3<T> Rotation<T>::to_euler(EulerSequence sequence) const {
  using std::atan2, std::sqrt;
  const EulerAxes axes = axes_of(sequence);
  const T parity(axes.parity());
  T w = w_, qi = v_[axes.first], qj = v_[axes.second], qm = parity * v_[axes.other()];
  if (!axes.proper()) {  // times √2, which drops out
    const T w_old = w, qi_old = qi;
    w = w - qj;
    qj = qj + w_old;
    qi = qi - qm;
    qm = qm + qi_old;
  }
  const T cosine = sqrt(w * w + qi * qi), sine = sqrt(qj * qj + qm * qm);
  const T locked(8 * detail::epsilon<T>());
  const T free_sum = atan2(qi, w), free_difference = atan2(qm, qj);
  const T half_sum = detail::choose_less(cosine, locked, free_difference, free_sum);
  const T half_difference = detail::choose_less(sine, locked, free_sum, free_difference);
  const T second = T(2) * atan2(sine, cosine);
  const T third = wrap<T>(half_sum - half_difference);
  if (axes.proper()) return {wrap<T>(half_sum + half_difference), second, third};
  return {wrap<T>(half_sum + half_difference), second - T(std::numbers::pi / 2), -parity * third};
}

template <class T>
Vector3<T> Rotation<T>::to_mrp() const {
  using std::abs;
  const T scale = T(1) / (T(1) + abs(w_));
  const T signed_scale = detail::choose_less(w_, T(0), T(-scale), scale);
  return {signed_scale * v_[0], signed_scale * v_[1], signed_scale * v_[2]};
}

template <class T>
T Rotation<T>::norm() const {
  using std::sqrt;
  return sqrt(w_ * w_ + holon::dot(v_, v_));
}

template <class T>
Rotation<T> Rotation<T>::normalized() const {
  const T scale = T(1) / norm();
  return {scale * w_, scale * v_[0], scale * v_[1], scale * v_[2]};
}

template <class T>
Rotation<T> Rotation<T>::canonical() const {
  const T sign = detail::choose_less(w_, T(0), T(-1), T(1));
  return {sign * w_, sign * v_[0], sign * v_[1], sign * v_[2]};
}

template <class T>
Vector4<T> Rotation<T>::calc_derivative_from_body_rate(const Vector3<T>& w_AB_B) const {
  const T half(0.5);
  const Vector3<T> rate(half * w_AB_B[0], half * w_AB_B[1], half * w_AB_B[2]);
  return (*this * Rotation(T(0), rate[0], rate[1], rate[2])).coefficients();
}

template <class T>
Vector4<T> Rotation<T>::calc_derivative_from_world_rate(const Vector3<T>& w_AB_A) const {
  const T half(0.5);
  const Vector3<T> rate(half * w_AB_A[0], half * w_AB_A[1], half * w_AB_A[2]);
  return (Rotation(T(0), rate[0], rate[1], rate[2]) * *this).coefficients();
}

template <class T>
Vector3<T> Rotation<T>::calc_body_rate(const Vector4<T>& derivative) const {
  return T(2) * (inverse() * Rotation(derivative)).vector();
}

template <class T>
Vector3<T> Rotation<T>::calc_world_rate(const Vector4<T>& derivative) const {
  return T(2) * (Rotation(derivative) * inverse()).vector();
}

template class Rotation<double>;
template class Rotation<float>;
template class Rotation<Expr>;

}  // namespace holon
