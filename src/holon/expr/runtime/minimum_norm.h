// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The least-squares solution x of A x = b of minimum norm, for square A of any rank, one lane.
// Plain C as linear.h and sparse.h, the same bits wherever it is compiled.
//
//   1. If A has full rank by its pivots, x is unique and computed by elimination: A = L D Lᵀ for a
//      semidefinite matrix, P A = L U for another, provided every pivot is at least 2^-20 of its
//      column's size, and D's at least 2^-20 `tolerance` of A's largest diagonal entry: a row that
//      is negligible relative to the others counts as zero.
//   2. Else by a complete orthogonal decomposition A P = Q [T 0; 0 0] Z (G. H. Golub, C. F. Van
//      Loan, Matrix Computations, 4th ed., 5.4.7): Householder reflections from the left with
//      column pivoting until the remaining columns are no longer than `tolerance` times the longest
//      column of A; their number is the rank's deficit. Then reflections from the right.
//
//   Before that h_solve_saddle (saddle.h) is tried, for [M Jᵀ; J 0] with unequal inertias.
//
// The norms are in the units given: scale unknowns and equations of different magnitude before.
// `quality` is the least pivot over its column's size (1.) or the least pivot kept over the longest
// column (2.). Returned is the rank. A matrix that is not finite gives NaN, quality 0 and rank 0.

#ifndef HOLON_MINIMUM_NORM_H
#define HOLON_MINIMUM_NORM_H

#include "holon/expr/runtime/saddle.h"

#define HOLON_SEMIDEFINITE 3  ///< the lower triangle is read
#define HOLON_MINIMUM_NORM 4

/// Pivots of at least this fraction of their column's size need no orthogonal decomposition.
#define HOLON_GOOD_PIVOT 0x1p-20

/// Doubles and ints of scratch for a dense system.
#define HOLON_MINIMUM_NORM_WORK(n) (4 * (n) * (n) + 10 * (n))
#define HOLON_MINIMUM_NORM_INTS(n) (2 * (n))

/// Fills a (n x n) and y (n) from the entries and the right side of h_solve_dense's form; the upper
/// triangle too from a lower one where `mirror`.
HOLON_FUNCTION void h_fill_dense(int n, const int* start, const int* row, const double* values,
                                 const double* b, int stride, int mirror, double* a, double* y) {
  for (int i = 0; i < n * n; ++i) a[i] = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int e = start[j]; e < start[j + 1]; ++e) {
      double v = values[(__INTPTR_TYPE__)e * stride];
      a[j * n + row[e]] = v;
      if (mirror) a[row[e] * n + j] = v;
    }
    y[j] = b[(__INTPTR_TYPE__)j * stride];
  }
}

/// Orthogonal decomposition of a (n x n) and with it the solution: y (n) holds b and becomes x.
/// order (n), work (3 n) are scratch. Returns the rank, -1 if a is not finite.
HOLON_FUNCTION int h_orthogonal_solve(int n, double* a, double* y, double tolerance, int* order,
                                      double* work, double* quality) {
  double *factor = work, *head = work + n, *x = head + n;
  double largest = 0.0, finite = 0.0, first = 0.0;
  int rank = 0;
  *quality = 0.0;
  for (int i = 0; i < n * n; ++i) {
    double v = __builtin_fabs(a[i]);
    largest = v > largest ? v : largest;
    finite += a[i] * 0.0;
  }
  if (!(finite == 0.0)) return -1;
  // By a power of two, so that squares neither overflow nor underflow.
  double scale = h_inverse_power(largest);
  for (int i = 0; i < n * n; ++i) a[i] *= scale;
  for (int i = 0; i < n; ++i) {
    y[i] *= scale;
    order[i] = i;
  }
  for (; rank < n; ++rank) {
    int k = rank, p = k;
    double best = -1.0;
    for (int j = k; j < n; ++j) {
      const double* c = a + (__INTPTR_TYPE__)j * n;
      double sum = 0.0;
      for (int i = k; i < n; ++i) sum += c[i] * c[i];
      if (sum > best) best = sum, p = j;
    }
    double length = __builtin_sqrt(best);
    if (k == 0) first = length;
    if (!(length > tolerance * first)) break;
    *quality = length / first;
    if (p != k) {
      for (int i = 0; i < n; ++i) h_swap(&a[k * n + i], &a[p * n + i]);
      int t = order[k];
      order[k] = order[p];
      order[p] = t;
    }
    // I - f v vᵀ reflects column k into (alpha, 0, …).
    double* c = a + (__INTPTR_TYPE__)k * n;
    double alpha = c[k] > 0.0 ? -length : length;
    c[k] -= alpha;
    double f = -1.0 / (alpha * c[k]);
    for (int j = k + 1; j <= n; ++j) {
      double* d = j < n ? a + (__INTPTR_TYPE__)j * n : y;
      double t = 0.0;
      for (int i = k; i < n; ++i) t += c[i] * d[i];
      t *= f;
      h_eliminate(k, n, t, c, d);
    }
    c[k] = alpha;
  }
  // The rows' tails beyond the rank are reflected into their diagonals, from the last row up.
  for (int k = rank - 1; k >= 0; --k) {
    double sum = 0.0, diagonal = a[k * n + k];
    for (int j = rank; j < n; ++j) sum += a[j * n + k] * a[j * n + k];
    factor[k] = head[k] = 0.0;
    if (sum == 0.0) continue;
    double length = __builtin_sqrt(diagonal * diagonal + sum);
    double alpha = diagonal > 0.0 ? -length : length;
    head[k] = diagonal - alpha;
    factor[k] = -1.0 / (alpha * head[k]);
    for (int i = 0; i < k; ++i) {
      double t = head[k] * a[k * n + i];
      for (int j = rank; j < n; ++j) t += a[j * n + k] * a[j * n + i];
      t *= factor[k];
      a[k * n + i] -= t * head[k];
      for (int j = rank; j < n; ++j) a[j * n + i] -= t * a[j * n + k];
    }
    a[k * n + k] = alpha;
  }
  for (int k = rank - 1; k >= 0; --k) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    double t = y[k] / c[k];
    y[k] = t;
    h_eliminate(0, k, t, c, y);
  }
  for (int k = rank; k < n; ++k) y[k] = 0.0;
  for (int k = 0; k < rank; ++k) {
    double t = head[k] * y[k];
    for (int j = rank; j < n; ++j) t += a[j * n + k] * y[j];
    t *= factor[k];
    y[k] -= t * head[k];
    for (int j = rank; j < n; ++j) y[j] -= t * a[j * n + k];
  }
  for (int k = 0; k < n; ++k) x[order[k]] = y[k];
  for (int k = 0; k < n; ++k) y[k] = x[k];
  return rank;
}

/// The orthogonal method from the given entries; see h_solve_minimum_norm.
HOLON_FUNCTION int h_solve_orthogonal(int kind, int n, const int* start, const int* row,
                                      const double* values, const double* b, double* x, int stride,
                                      double tolerance, double* work, int* ints, double* quality) {
  double *a = work, *y = work + (__INTPTR_TYPE__)n * n;
  h_fill_dense(n, start, row, values, b, stride, kind == HOLON_SEMIDEFINITE, a, y);
  int rank = h_orthogonal_solve(n, a, y, tolerance, ints, y + n, quality);
  for (int i = 0; i < n; ++i) {
    x[(__INTPTR_TYPE__)i * stride] = rank < 0 ? __builtin_nan("") : y[i];
  }
  return rank < 0 ? 0 : rank;
}

/// Whether the least pivot (n, `step` apart) is at least some fraction of the largest entry.
HOLON_FUNCTION int h_pivots_are_large(int n, const double* pivot, int step, double largest,
                                      double tolerance) {
  for (int k = 0; k < n; ++k) {
    if (!(pivot[(__INTPTR_TYPE__)k * step] >= HOLON_GOOD_PIVOT * tolerance * largest)) return 0;
  }
  return 1;
}

/// One lane, dense; operands as for h_solve_dense, work (HOLON_MINIMUM_NORM_WORK(n)), ints (n).
/// Returns the rank.
HOLON_FUNCTION int h_solve_minimum_norm(int kind, int n, const int* start, const int* row,
                                        const double* values, const double* b, double* x,
                                        int stride, double tolerance, double* work, int* ints,
                                        double* quality) {
  double *a = work, *y = work + (__INTPTR_TYPE__)n * n, ignored;
  int status;
  if (!quality) quality = &ignored;
  h_fill_dense(n, start, row, values, b, stride, 0, a, y);
  if (kind == HOLON_SEMIDEFINITE) {
    double largest = 0.0;
    for (int k = 0; k < n; ++k) largest = a[k * n + k] > largest ? a[k * n + k] : largest;
    status = h_cholesky_factor(n, a, y + n, quality) ||
             !h_pivots_are_large(n, a, n + 1, largest, tolerance);
  } else {
    status = h_lu_factor(n, a, ints, y + n, quality);
  }
  if (status || !(*quality >= HOLON_GOOD_PIVOT)) {
    if (kind != HOLON_SEMIDEFINITE) {
      h_fill_dense(n, start, row, values, b, stride, 0, a, y);
      status = h_solve_saddle(n, a, y, tolerance, ints, y + n, quality);
      if (status >= 0) {
        for (int i = 0; i < n; ++i) x[(__INTPTR_TYPE__)i * stride] = y[i];
        return status;
      }
    }
    return h_solve_orthogonal(kind, n, start, row, values, b, x, stride, tolerance, work, ints,
                              quality);
  }
  if (kind == HOLON_SEMIDEFINITE) {
    h_cholesky_solve(n, a, y);
  } else {
    h_lu_solve(n, a, ints, y);
  }
  for (int i = 0; i < n; ++i) x[(__INTPTR_TYPE__)i * stride] = y[i];
  return n;
}

/// One lane of a sparse semidefinite system: by the plan of elimination if all pivots are good,
/// else dense. work and ints as large as either needs; b and x may not be the same.
HOLON_FUNCTION int h_solve_sparse_semidefinite(const h_sparse_positive* plan, const int* start,
                                               const int* row, const double* values,
                                               const double* b, double* x, int stride,
                                               double tolerance, double* work, int* ints,
                                               double* quality) {
  double ignored, largest = 0.0;
  if (!quality) quality = &ignored;
  for (int k = 0; k < plan->n; ++k) {
    double v = values[(__INTPTR_TYPE__)plan->diagonal[k] * stride];
    largest = v > largest ? v : largest;
  }
  // The pivots follow the factor's entries in the scratch.
  if (!h_solve_sparse_positive(plan, values, b, x, stride, work, ints, quality) &&
      *quality >= HOLON_GOOD_PIVOT &&
      h_pivots_are_large(plan->n, work + plan->lower_start[plan->n], 1, largest, tolerance)) {
    return plan->n;
  }
  return h_solve_orthogonal(HOLON_SEMIDEFINITE, plan->n, start, row, values, b, x, stride,
                            tolerance, work, ints, quality);
}
#endif  // HOLON_MINIMUM_NORM_H
