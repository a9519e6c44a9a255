// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/screw_motion.h"

#include <cmath>
#include <iterator>

#include "holon/spatial/series.h"

namespace holon {
namespace {

/// (1 - θ/2 cot θ/2) / θ² of x = θ², with w = cos θ/2 and n = sin θ/2, both >= 0. Below θ = 1 the
/// series Σ |B₂ₖ| x^(k-1) / (2k)!, whose remainder after 11 terms is below 2e-18 relative.
template <class T>
T half_cotangent(const T& x, const T& w, const T& n) {
  using std::sqrt;
  constexpr double kCoefficients[] = {1.0 / 12,
                                      1.0 / 720,
                                      1.0 / 30240,
                                      1.0 / 1209600,
                                      1.0 / 47900160,
                                      691.0 / 1307674368000,
                                      1.0 / 74724249600,
                                      3617.0 / 10670622842880000,
                                      43867.0 / 5109094217170944000,
                                      174611.0 / 802857662698291200000.0,
                                      77683.0 / 14101100039391805440000.0};
  constexpr int kTerms = static_cast<int>(std::size(kCoefficients));
  T sum(kCoefficients[kTerms - 1]);
  for (int k = kTerms - 2; k >= 0; --k) sum = T(kCoefficients[k]) + x * sum;
  const T closed = (T(1) - T(0.5) * sqrt(x) * w / n) / x;
  return detail::choose_less(x, T(1), sum, closed);
}

}  // namespace

template <class T>
Transform<T> exponential(const ScrewMotor<T>& s) {
  const Vector3<T>&g = s.resultant(), &h = s.moment();
  const T x = dot(g, g);
  const Vector3<T> once = cross(g, h), twice = cross(g, once);
  const T b = detail::versine_of_square(x), c = detail::third_of_square(x);
  return {Rotation<T>::from_rotation_vector(g), Vector3<T>(h + b * once + c * twice)};
}

template <class T>
ScrewMotor<T> logarithm(const Transform<T>& X_AB) {
  const Rotation<T> R = X_AB.calc_rotation();  // w >= 0
  const Vector3<T> g = R.to_rotation_vector();
  const Vector3<T>& p = X_AB.translation();
  const Vector3<T> once = cross(g, p), twice = cross(g, once);
  const T d = half_cotangent<T>(dot(g, g), R.w(), norm(R.vector()));
  return {g, p - T(0.5) * once + d * twice};
}

template Transform<double> exponential(const ScrewMotor<double>&);
template Transform<float> exponential(const ScrewMotor<float>&);
template Transform<Expr> exponential(const ScrewMotor<Expr>&);
template ScrewMotor<double> logarithm(const Transform<double>&);
template ScrewMotor<float> logarithm(const Transform<float>&);
template ScrewMotor<Expr> logarithm(const Transform<Expr>&);

}  // namespace holon
