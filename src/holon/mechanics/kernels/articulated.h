// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

/// The algebra of articulated bodies, by components: what `recursive` needs of the motor calculus,
/// written so that what is zero by structure is never computed. All about one point and in one set
/// of axes; docs/design/recursive.md derives it.
///
/// A body that carries others through joints answers an acceleration motor (alpha, a) of its point
/// with the force motor
///
///   f = M a  + H alpha + f0        [N]
///   n = Hᵀ a + J alpha + n0        [N m]                                                       (1)
///
/// T is double or Expr. An Expr that is constant zero costs nothing.
namespace holon::detail {

template <class T>
using Triple = std::array<T, 3>;

/// A symmetric 3 x 3 matrix: xx, yy, zz, xy, xz, yz.
template <class T>
struct Symmetric {
  std::array<T, 6> entries{};
  static constexpr std::array<std::array<int, 3>, 3> kPlace{{{0, 3, 4}, {3, 1, 5}, {4, 5, 2}}};
  T& operator()(int i, int j) { return entries[static_cast<std::size_t>(kPlace[i][j])]; }
  const T& operator()(int i, int j) const {
    return entries[static_cast<std::size_t>(kPlace[i][j])];
  }
};

/// Equation (1).
template <class T>
struct Articulated {
  Symmetric<T> M;                ///< [kg]
  std::array<Triple<T>, 3> H{};  ///< [kg m]; H[i][j]: force i per angular acceleration j
  Symmetric<T> J;                ///< [kg m²]
  Triple<T> f{}, n{};            ///< f0 [N], n0 [N m]

  /// Entry of the (6 x 6) matrix [M H; Hᵀ J].
  T& at(int i, int j) {
    if (i < 3) return j < 3 ? M(i, j) : H[i][j - 3];
    return j < 3 ? H[j][i - 3] : J(i - 3, j - 3);
  }
  T& bias(int i) { return i < 3 ? f[i] : n[i - 3]; }
};

template <class T>
Triple<T> cross(const Triple<T>& a, const Triple<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
T inner(const Triple<T>& a, const Triple<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Cosine and sine of a turn about a coordinate axis, with what the turn of a matrix needs.
template <class T>
struct Turn {
  int axis = 2;
  T c, s, ss, cs;

  Turn(int axis_, T cosine, T sine)
      : axis(axis_), c(cosine), s(sine), ss(sine * sine), cs(cosine * sine) {}
};

/// Components in the turned axes -> in the axes before the turn: R v.
template <class T>
void turn_back(Triple<T>& v, const Turn<T>& t) {
  T& vi = v[(t.axis + 1) % 3];
  T& vj = v[(t.axis + 2) % 3];
  const T i = t.c * vi - t.s * vj;
  vj = t.s * vi + t.c * vj;
  vi = i;
}

/// Components in the axes before the turn -> in the turned axes: Rᵀ v.
template <class T>
void turn_into(Triple<T>& v, const Turn<T>& t) {
  T& vi = v[(t.axis + 1) % 3];
  T& vj = v[(t.axis + 2) % 3];
  const T i = t.c * vi + t.s * vj;
  vj = t.c * vj - t.s * vi;
  vi = i;
}

/// R S Rᵀ. With e = S_jj − S_ii the block turns by
///   δ = s² e − 2cs S_ij,  S_ii += δ,  S_jj −= δ,  S_ij −= cs e + 2s² S_ij. (2)
template <class T>
void turn_back(Symmetric<T>& S, const Turn<T>& t) {
  const int k = t.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const T e = S(j, j) - S(i, i);
  const T o = S(i, j) + S(i, j);
  const T change = t.ss * e - t.cs * o;
  S(i, j) -= t.cs * e + t.ss * o;
  S(i, i) += change;
  S(j, j) -= change;
  const T ik = t.c * S(i, k) - t.s * S(j, k);
  S(j, k) = t.s * S(i, k) + t.c * S(j, k);
  S(i, k) = ik;
}

/// R H Rᵀ. The part of the block with trace zero that is symmetric turns as in (2), with
/// o = H_ij + H_ji; the trace and the antisymmetric part stay.
template <class T>
void turn_back(std::array<Triple<T>, 3>& H, const Turn<T>& t) {
  const int k = t.axis, i = (k + 1) % 3, j = (k + 2) % 3;
  const T e = H[j][j] - H[i][i];
  const T o = H[i][j] + H[j][i];
  const T change = t.ss * e - t.cs * o;
  const T other = t.cs * e + t.ss * o;
  H[i][i] += change;
  H[j][j] -= change;
  H[i][j] -= other;
  H[j][i] -= other;
  const T ik = t.c * H[i][k] - t.s * H[j][k];
  H[j][k] = t.s * H[i][k] + t.c * H[j][k];
  H[i][k] = ik;
  const T ki = t.c * H[k][i] - t.s * H[k][j];
  H[k][j] = t.s * H[k][i] + t.c * H[k][j];
  H[k][i] = ki;
}

template <class T>
void turn_back(Articulated<T>& a, const Turn<T>& t) {
  turn_back(a.M, t);
  turn_back(a.H, t);
  turn_back(a.J, t);
  turn_back(a.f, t);
  turn_back(a.n, t);
}

/// The same articulated body about a point O, where r points from O to the point of `a`:
///   H' = H − M [r],  J' = J + [r] H' − Hᵀ [r],  n0' = n0 + r × f0. (3)
template <class T>
void shift(Articulated<T>& a, const Triple<T>& r) {
  const std::array<Triple<T>, 3> old = a.H;
  for (int i = 0; i < 3; ++i) {
    // Row i of M [r] is (row i of M) × r.
    const Triple<T> row = cross<T>({a.M(i, 0), a.M(i, 1), a.M(i, 2)}, r);
    for (int j = 0; j < 3; ++j) a.H[i][j] -= row[j];
  }
  for (int i = 0; i < 3; ++i) {
    const int p = (i + 1) % 3, q = (i + 2) % 3;
    for (int j = i; j < 3; ++j) {
      const int u = (j + 1) % 3, v = (j + 2) % 3;
      const T first = r[p] * a.H[q][j] - r[q] * a.H[p][j];   // ([r] H')_ij
      const T second = old[u][i] * r[v] - old[v][i] * r[u];  // (Hᵀ [r])_ij
      a.J(i, j) += first - second;
    }
  }
  const Triple<T> moment = cross(r, a.f);
  for (int i = 0; i < 3; ++i) a.n[i] += moment[i];
}

template <class T>
void add(Articulated<T>& a, const Articulated<T>& b) {
  for (std::size_t k = 0; k < 6; ++k) {
    a.M.entries[k] += b.M.entries[k];
    a.J.entries[k] += b.J.entries[k];
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a.H[i][j] += b.H[i][j];
    a.f[i] += b.f[i];
    a.n[i] += b.n[i];
  }
}

/// The same in coordinates in which the turn about axis k slides the body along it by `pitch`
/// [m/rad] as well: row and column 3 + k grow by pitch times row and column k.
template <class T>
void skew(Articulated<T>& a, int k, const T& pitch) {
  const T across = a.at(3 + k, k);
  a.J(k, k) += pitch * (across + across + pitch * a.M(k, k));
  for (int i = 0; i < 6; ++i) {
    if (i != 3 + k) a.at(3 + k, i) += pitch * a.at(k, i);
  }
  a.bias(3 + k) += pitch * a.bias(k);
}

/// What the elimination of one freedom leaves for the way back: vdot = rate − weight · (a, alpha).
template <class T>
struct Pivot {
  T rate{};                   ///< (u − bias) / D
  T inverse{};                ///< 1 / D
  std::array<T, 6> weight{};  ///< column of the matrix / D; 1 at the freedom itself
};

/// Lets the freedom along coordinate k (0–2: translation, 3–5: rotation) go: the body then answers
/// along k with the effort u [N or N m] alone.
///   D = I_kk,  I' = I − I_k I_kᵀ / D,  p' = p + I_k (u − p_k) / D;  row k becomes 0, p'_k = u. (4)
template <class T>
Pivot<T> eliminate(Articulated<T>& a, int k, const T& effort) {
  Pivot<T> pivot;
  std::array<T, 6> column;
  for (int i = 0; i < 6; ++i) column[i] = a.at(i, k);
  const T inverse = T(1) / column[k];
  const T rest = effort - a.bias(k);
  pivot.rate = rest * inverse;
  pivot.inverse = inverse;
  for (int i = 0; i < 6; ++i) pivot.weight[i] = i == k ? T(1) : column[i] * inverse;
  for (int i = 0; i < 6; ++i) {
    if (i == k) continue;
    for (int j = i; j < 6; ++j) {
      if (j != k) a.at(i, j) -= pivot.weight[i] * column[j];
    }
    a.bias(i) += pivot.weight[i] * rest;
  }
  for (int i = 0; i < 6; ++i) a.at(i, k) = T(0);
  a.bias(k) = effort;
  return pivot;
}

}  // namespace holon::detail
