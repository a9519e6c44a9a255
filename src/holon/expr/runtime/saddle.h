// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// [M Jᵀ; J 0] [v; λ] = [f; c] with a semidefinite M, one lane. A motion z along J z = 0 with little
// inertia gives that matrix the singular value zᵀ M z, which is soon below rounding error (a top in
// rings of point masses near gimbal lock). By the null-space method (M. Benzi, G. Golub, J. Liesen,
// Acta Numerica 14 (2005) 1, section 6) with roots, M = L Lᵀ,
//
//   Jᵀ P = Q [R; 0],   N = the columns of Q beyond the rank,   W = Lᵀ N,
//   v = v₀ + N z,   J v₀ = c,   WᵀW z = Nᵀ (f − M v₀),   Jᵀ λ = f − M v,
//
// so that z has the square root of that singular value, and the rank of J is independent of M.
// Plain C as linear.h.

#ifndef HOLON_SADDLE_H
#define HOLON_SADDLE_H

/// Above this fraction of the largest root of an inertia, motions along J z = 0 need no special
/// treatment.
#define HOLON_ALIKE 0x1p-10

/// Householder reflections from the left with column pivoting of a (m x n, columns `stride` apart),
/// until the remainders of all columns are no longer than `tolerance` times the longest: R above
/// the diagonal, the reflections' vectors below with their heads in head (n), factors in factor
/// (n). Returns the rank.
HOLON_FUNCTION int h_pivoted_factor(int m, int n, int stride, double* a, double tolerance,
                                    int* order, double* head, double* factor) {
  int most = m < n ? m : n, k = 0;
  double first = 0.0;
  for (int j = 0; j < n; ++j) order[j] = j;
  for (; k < most; ++k) {
    int p = k;
    double best = -1.0;
    for (int j = k; j < n; ++j) {
      const double* c = a + (__INTPTR_TYPE__)j * stride;
      double sum = 0.0;
      for (int i = k; i < m; ++i) sum += c[i] * c[i];
      if (sum > best) best = sum, p = j;
    }
    double length = __builtin_sqrt(best);
    if (k == 0) first = length;
    if (!(length > tolerance * first)) break;
    double* c = a + (__INTPTR_TYPE__)k * stride;
    if (p != k) {
      double* d = a + (__INTPTR_TYPE__)p * stride;
      for (int i = 0; i < m; ++i) h_swap(&c[i], &d[i]);
      int t = order[k];
      order[k] = order[p];
      order[p] = t;
    }
    double alpha = c[k] > 0.0 ? -length : length;
    head[k] = c[k] - alpha;
    factor[k] = -1.0 / (alpha * head[k]);
    for (int j = k + 1; j < n; ++j) {
      double* d = a + (__INTPTR_TYPE__)j * stride;
      double t = head[k] * d[k];
      for (int i = k + 1; i < m; ++i) t += c[i] * d[i];
      t *= factor[k];
      d[k] -= t * head[k];
      for (int i = k + 1; i < m; ++i) d[i] -= t * c[i];
    }
    c[k] = alpha;
  }
  return k;
}

/// Applies the reflections of h_pivoted_factor to x (m), in their order (Qᵀ x) or backwards (Q x).
HOLON_FUNCTION void h_reflect(int m, int rank, int stride, const double* a, const double* head,
                              const double* factor, int backwards, double* x) {
  for (int step = 0; step < rank; ++step) {
    int k = backwards ? rank - 1 - step : step;
    const double* c = a + (__INTPTR_TYPE__)k * stride;
    double t = head[k] * x[k];
    for (int i = k + 1; i < m; ++i) t += c[i] * x[i];
    t *= factor[k];
    x[k] -= t * head[k];
    for (int i = k + 1; i < m; ++i) x[i] -= t * c[i];
  }
}

/// The number of the last rows and columns of a symmetric a (n x n) without common entries: the
/// constraints of [M Jᵀ; J 0]. 0 if a is not symmetric.
HOLON_FUNCTION int h_constraint_count(int n, const double* a) {
  int first = n;
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      if (a[j * n + i] != a[i * n + j]) return 0;
  for (; first > 0; --first)
    for (int i = first - 1; i < n; ++i)
      if (a[(first - 1) * n + i] != 0.0) return n - first;
  return n - first;
}

/// a = L Lᵀ of a semidefinite block (m x m, columns n apart) in place, lower triangle; rounding
/// errors of a diagonal entry count as zero.
HOLON_FUNCTION void h_semidefinite_root(int m, int n, double* a) {
  for (int k = 0; k < m; ++k) {
    double size = a[k * n + k], pivot = size;
    for (int j = 0; j < k; ++j) pivot -= a[j * n + k] * a[j * n + k];
    int none = !(pivot > 0x1p-44 * size);
    double root = none ? 0.0 : __builtin_sqrt(pivot);
    a[k * n + k] = root;
    for (int i = k + 1; i < m; ++i) {
      double t = a[k * n + i];
      for (int j = 0; j < k; ++j) t -= a[j * n + i] * a[j * n + k];
      a[k * n + i] = none ? 0.0 : t / root;
    }
  }
}

/// [M Jᵀ; J 0] x = y for motions along J z = 0 with inertias so unequal that h_orthogonal_solve is
/// inaccurate; y becomes x, of least |λ| (and of least change of J v if the constraints are
/// inconsistent). a (n x n) is overwritten; work (3 n² + 10 n), ints (2 n). Returns the rank; -1,
/// with y unchanged, if a is not of that form or the inertias are similar.
HOLON_FUNCTION int h_solve_saddle(int n, double* a, double* y, double tolerance, int* ints,
                                  double* work, double* quality) {
  int count = h_constraint_count(n, a), m = n - count, k, rank, found;
  double *root = work, *N = root + n * n, *W = N + n * n, *head = W + n * n, *factor = head + n;
  double *head_N = factor + n, *factor_N = head_N + n, *tail_head = factor_N + n;
  double *tail_factor = tail_head + n, *v = tail_factor + n, *g = v + n, *z = g + n;
  double* B = a + (__INTPTR_TYPE__)m * n;  // Jᵀ, zero below it
  int *order = ints, *order_N = ints + n;
  double finite = 0.0, largest = 0.0;
  for (int i = 0; i < n * n; ++i) finite += a[i] * 0.0;
  if (!count || !m || !(finite == 0.0)) return -1;
  for (int i = 0; i < m; ++i) {
    if (a[i * n + i] < 0.0) return -1;
    for (int j = 0; a[i * n + i] == 0.0 && j < m; ++j)
      if (a[i * n + j] != 0.0) return -1;  // not semidefinite
  }
  rank = h_pivoted_factor(m, count, n, B, __builtin_sqrt(tolerance), order, head, factor);
  k = m - rank;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < m; ++i) root[j * n + i] = a[j * n + i];
  h_semidefinite_root(m, n, root);
  for (int j = 0; j < k; ++j) {  // N: J N = 0; W = Lᵀ N
    double *c = N + (__INTPTR_TYPE__)j * n, *d = W + (__INTPTR_TYPE__)j * n;
    for (int i = 0; i < m; ++i) c[i] = i == rank + j ? 1.0 : 0.0;
    h_reflect(m, rank, n, B, head, factor, 1, c);
    for (int i = 0; i < m; ++i) {
      d[i] = 0.0;
      for (int l = i; l < m; ++l) d[i] += root[i * n + l] * c[l];
    }
  }
  found = h_pivoted_factor(m, k, n, W, tolerance, order_N, head_N, factor_N);
  if (!found) return -1;
  for (int i = 0; i < m; ++i) largest = root[i * n + i] > largest ? root[i * n + i] : largest;
  *quality = __builtin_fabs(W[(found - 1) * n + found - 1]) / largest;
  if (found == k && *quality >= HOLON_ALIKE) return -1;
  // The part of R beyond the rank is reflected into its diagonal, from the last row up.
  for (int i = rank - 1; i >= 0; --i) {
    double sum = 0.0, diagonal = B[i * n + i];
    for (int j = rank; j < count; ++j) sum += B[j * n + i] * B[j * n + i];
    tail_factor[i] = tail_head[i] = 0.0;
    if (sum == 0.0) continue;
    double length = __builtin_sqrt(diagonal * diagonal + sum);
    double alpha = diagonal > 0.0 ? -length : length;
    tail_head[i] = diagonal - alpha;
    tail_factor[i] = -1.0 / (alpha * tail_head[i]);
    for (int l = 0; l < i; ++l) {
      double t = tail_head[i] * B[i * n + l];
      for (int j = rank; j < count; ++j) t += B[j * n + i] * B[j * n + l];
      t *= tail_factor[i];
      B[i * n + l] -= t * tail_head[i];
      for (int j = rank; j < count; ++j) B[j * n + l] -= t * B[j * n + i];
    }
    B[i * n + i] = alpha;
  }
  // v of J v = right side, then along N.
  for (int i = 0; i < count; ++i) z[i] = y[m + order[i]];
  for (int i = rank - 1; i >= 0; --i) {
    double t = tail_head[i] * z[i];
    for (int j = rank; j < count; ++j) t += B[j * n + i] * z[j];
    t *= tail_factor[i];
    z[i] -= t * tail_head[i];
    for (int j = rank; j < count; ++j) z[j] -= t * B[j * n + i];
  }
  for (int i = 0; i < m; ++i) {
    v[i] = 0.0;
    if (i >= rank) continue;
    double t = z[i];
    for (int j = 0; j < i; ++j) t -= B[i * n + j] * v[j];
    v[i] = t / B[i * n + i];
  }
  h_reflect(m, rank, n, B, head, factor, 1, v);
  for (int i = 0; i < m; ++i) {
    g[i] = y[i];
    for (int j = 0; j < m; ++j) g[i] -= a[j * n + i] * v[j];
  }
  for (int i = 0; i < found; ++i) {  // Rᵀ R z = Nᵀ g
    const double* c = N + (__INTPTR_TYPE__)order_N[i] * n;
    double t = 0.0;
    for (int j = 0; j < m; ++j) t += c[j] * g[j];
    for (int j = 0; j < i; ++j) t -= W[i * n + j] * z[j];
    z[i] = t / W[i * n + i];
  }
  for (int i = found - 1; i >= 0; --i) {
    double t = z[i];
    for (int j = i + 1; j < found; ++j) t -= W[j * n + i] * z[j];
    z[i] = t / W[i * n + i];
  }
  for (int i = 0; i < found; ++i) {
    const double* c = N + (__INTPTR_TYPE__)order_N[i] * n;
    for (int j = 0; j < m; ++j) v[j] += z[i] * c[j];
  }
  // λ of Jᵀ λ = remainder.
  for (int i = 0; i < m; ++i) {
    g[i] = y[i];
    for (int j = 0; j < m; ++j) g[i] -= a[j * n + i] * v[j];
  }
  h_reflect(m, rank, n, B, head, factor, 0, g);
  for (int i = rank - 1; i >= 0; --i) {
    double t = g[i];
    for (int j = i + 1; j < rank; ++j) t -= B[j * n + i] * z[j];
    z[i] = t / B[i * n + i];
  }
  for (int i = rank; i < count; ++i) z[i] = 0.0;
  for (int i = 0; i < rank; ++i) {
    double t = tail_head[i] * z[i];
    for (int j = rank; j < count; ++j) t += B[j * n + i] * z[j];
    t *= tail_factor[i];
    z[i] -= t * tail_head[i];
    for (int j = rank; j < count; ++j) z[j] -= t * B[j * n + i];
  }
  for (int i = 0; i < m; ++i) y[i] = v[i];
  for (int i = 0; i < count; ++i) y[m + order[i]] = z[i];
  return n - (count - rank) - (k - found);
}
#endif  // HOLON_SADDLE_H
