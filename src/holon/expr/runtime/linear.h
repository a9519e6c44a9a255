// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Dense linear systems A x = b of one lane, n to a few hundred, always pivoted. Plain C, no memory
// of its own, one order of operations: the same bits wherever it is compiled.
//
//   general    P A = L U, row pivoting among rows scaled to one size (scaled partial pivoting)
//   symmetric  P A Pᵀ = L D Lᵀ, D of 1 x 1 and 2 x 2 blocks (Bunch and Kaufman, Math. Comp. 31
//              (1977) 163), after symmetric scaling by powers of two (as D. Ruiz, RAL-TR-2001-034)
//   positive   A = L D Lᵀ, D > 0 (Cholesky without roots)
//
// A pivot counts as zero if it is within rounding error: at most (16 + n) 2^-52 of the size of its
// column in A, all after scaling. So the units of equations and unknowns are irrelevant. Then the
// matrix counts as singular: the status is the number of that pivot, from 1 on, and the solution is
// NaN. Status 0 means solved.
//
// `quality` is the least ratio of a pivot to that size: an inexpensive indicator of the condition,
// 1 for an orthogonal matrix, near 2^-52 for an almost singular one.
//
// Matrices are stored by columns, element (i, j) at a[j n + i].

#ifndef HOLON_LINEAR_H
#define HOLON_LINEAR_H

#define HOLON_GENERAL 0
#define HOLON_SYMMETRIC 1  ///< the lower triangle is read
#define HOLON_POSITIVE 2   ///< the lower triangle is read

/// Below this fraction of its column's size a pivot counts as zero.
HOLON_FUNCTION double h_pivot_tolerance(int n) { return (16.0 + n) * 0x1p-52; }

/// Number of nonzero pivots of a solve with this status.
HOLON_FUNCTION int h_rank(int n, int status) { return status ? (status > 0 ? status - 1 : 0) : n; }

HOLON_FUNCTION void h_swap(double* a, double* b) {
  double t = *a;
  *a = *b;
  *b = t;
}

#ifdef __AVX__
#define HOLON_BLOCK 4
#else
#define HOLON_BLOCK 2
#endif
typedef double h_block __attribute__((vector_size(8 * HOLON_BLOCK), aligned(8), may_alias));

/// b -= a u for the elements from first to n - 1 of two columns.
HOLON_INLINE void h_eliminate(int first, int n, double u, const double* __restrict a,
                              double* __restrict b) {
  int i = first;
  for (; i + HOLON_BLOCK <= n; i += HOLON_BLOCK) *(h_block*)(b + i) -= *(const h_block*)(a + i) * u;
  for (; i < n; ++i) b[i] -= a[i] * u;
}

/// A power of two about 1/a, 1 for 0.
HOLON_FUNCTION double h_inverse_power(double a) {
  __UINT64_TYPE__ bits;
  __builtin_memcpy(&bits, &a, sizeof bits);
  bits &= 0x7ff0000000000000u;
  if (bits < 0x0010000000000000u || bits > 0x7fc0000000000000u) return 1.0;
  bits = 0x7fe0000000000000u - bits;
  __builtin_memcpy(&a, &bits, sizeof a);
  return a;
}

/// Factorises a (n x n) in place; pivot (n) receives the chosen rows, work (2 n) is scratch.
HOLON_FUNCTION int h_lu_factor(int n, double* a, int* pivot, double* work, double* quality) {
  double *scale = work, *size = work + n, tolerance = h_pivot_tolerance(n);
  for (int i = 0; i < n; ++i) scale[i] = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      double v = __builtin_fabs(a[j * n + i]);
      scale[i] = v > scale[i] ? v : scale[i];
    }
  }
  for (int i = 0; i < n; ++i) scale[i] = h_inverse_power(scale[i]);
  for (int j = 0; j < n; ++j) {
    size[j] = 0.0;
    for (int i = 0; i < n; ++i) {
      double v = __builtin_fabs(a[j * n + i]) * scale[i];
      size[j] = v > size[j] ? v : size[j];
    }
  }
  *quality = 1.0;
  for (int k = 0; k < n; ++k) {
    double* c = a + (__INTPTR_TYPE__)k * n;
    int p = k;
    double best = __builtin_fabs(c[k]) * scale[k];
    for (int i = k + 1; i < n; ++i) {
      double v = __builtin_fabs(c[i]) * scale[i];
      if (v > best) best = v, p = i;
    }
    pivot[k] = p;
    if (!(best > tolerance * size[k])) {
      *quality = 0.0;
      return k + 1;
    }
    if (best < *quality * size[k]) *quality = best / size[k];
    if (p != k) {
      for (int j = 0; j < n; ++j) h_swap(&a[j * n + k], &a[j * n + p]);
      h_swap(&scale[k], &scale[p]);
    }
    double inverse = 1.0 / c[k];
    for (int i = k + 1; i < n; ++i) c[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* d = a + (__INTPTR_TYPE__)j * n;
      double u = d[k];
      if (u == 0.0) continue;
      h_eliminate(k + 1, n, u, c, d);
    }
  }
  return 0;
}

/// Solves with the factors of h_lu_factor; b (n) becomes x.
HOLON_FUNCTION void h_lu_solve(int n, const double* a, const int* pivot, double* b) {
  for (int k = 0; k < n; ++k) {
    if (pivot[k] != k) h_swap(&b[k], &b[pivot[k]]);
  }
  for (int k = 0; k < n; ++k) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    double t = b[k];
    h_eliminate(k + 1, n, t, c, b);
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    double t = b[k] / c[k];
    b[k] = t;
    h_eliminate(0, k, t, c, b);
  }
}

/// Factorises the lower triangle of a (n x n) in place; work (n) is scratch.
HOLON_FUNCTION int h_cholesky_factor(int n, double* a, double* work, double* quality) {
  double tolerance = h_pivot_tolerance(n);
  double* size = work;
  for (int k = 0; k < n; ++k) size[k] = a[k * n + k];
  *quality = 1.0;
  for (int k = 0; k < n; ++k) {
    double* c = a + (__INTPTR_TYPE__)k * n;
    if (!(c[k] > tolerance * size[k])) {
      *quality = 0.0;
      return k + 1;
    }
    if (c[k] < *quality * size[k]) *quality = c[k] / size[k];
    double inverse = 1.0 / c[k];
    for (int j = k + 1; j < n; ++j) {
      double* d = a + (__INTPTR_TYPE__)j * n;
      double u = c[j] * inverse;
      if (u == 0.0) continue;
      h_eliminate(j, n, u, c, d);
    }
    for (int i = k + 1; i < n; ++i) c[i] *= inverse;
  }
  return 0;
}

/// Solves with the factors of h_cholesky_factor; b (n) becomes x.
HOLON_FUNCTION void h_cholesky_solve(int n, const double* a, double* b) {
  for (int k = 0; k < n; ++k) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    double t = b[k];
    h_eliminate(k + 1, n, t, c, b);
  }
  for (int k = n - 1; k >= 0; --k) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    double t = b[k] / c[k];
    for (int i = k + 1; i < n; ++i) t -= c[i] * b[i];
    b[k] = t;
  }
}

/// Swaps rows and columns k < p of the lower triangle, columns from k on.
HOLON_FUNCTION void h_symmetric_swap(int n, double* a, int k, int p) {
  for (int i = p + 1; i < n; ++i) h_swap(&a[k * n + i], &a[p * n + i]);
  for (int i = k + 1; i < p; ++i) h_swap(&a[k * n + i], &a[i * n + p]);
  h_swap(&a[k * n + k], &a[p * n + p]);
}

/// Factorises the lower triangle of a (n x n) in place. pivot (n): the row swapped with row k, or
/// -1 - that row for both columns of a 2 x 2 block, whose second row is swapped. work (2 n): the
/// scaling, which h_symmetric_solve needs, then scratch.
HOLON_FUNCTION int h_symmetric_factor(int n, double* a, int* pivot, double* work, double* quality) {
  const double alpha = 0x1.47eb8de8c2e5ap-1;  // (1 + √17)/8
  double *scale = work, *size = work + n, tolerance = h_pivot_tolerance(n);
  // Two iterations bring the largest element of every row within a small factor of 1.
  for (int i = 0; i < n; ++i) scale[i] = 1.0;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) size[i] = 0.0;
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) {
        double v = __builtin_fabs(a[j * n + i]) * scale[i] * scale[j];
        size[i] = v > size[i] ? v : size[i];
        size[j] = v > size[j] ? v : size[j];
      }
    }
    if (round == 2) break;
    for (int i = 0; i < n; ++i) scale[i] *= h_inverse_power(__builtin_sqrt(size[i]));
  }
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) a[j * n + i] *= scale[i] * scale[j];
  }
  *quality = 1.0;
  for (int k = 0; k < n;) {
    double* c = a + (__INTPTR_TYPE__)k * n;
    double diagonal = __builtin_fabs(c[k]), column = 0.0;
    int far = k;
    for (int i = k + 1; i < n; ++i) {
      double v = __builtin_fabs(c[i]);
      if (v > column) column = v, far = i;
    }
    double best = diagonal > column ? diagonal : column;
    if (!(best > tolerance * size[k])) {
      *quality = 0.0;
      return k + 1;
    }
    if (best < *quality * size[k]) *quality = best / size[k];
    int p = k, two = 0;
    if (diagonal < alpha * column) {
      double row = 0.0;
      for (int j = k; j < far; ++j) {
        double v = __builtin_fabs(a[j * n + far]);
        row = v > row ? v : row;
      }
      for (int i = far + 1; i < n; ++i) {
        double v = __builtin_fabs(a[far * n + i]);
        row = v > row ? v : row;
      }
      if (diagonal * row < alpha * column * column) {
        p = far;
        two = __builtin_fabs(a[far * n + far]) < alpha * row;
      }
    }
    int q = k + two;  // swapped with p
    if (p != q) {
      h_symmetric_swap(n, a, q, p);
      if (two) h_swap(&c[q], &c[p]);
      h_swap(&size[q], &size[p]);
    }
    if (!two) {
      pivot[k] = p;
      double inverse = 1.0 / c[k];
      for (int j = k + 1; j < n; ++j) {
        double* d = a + (__INTPTR_TYPE__)j * n;
        double u = c[j] * inverse;
        if (u == 0.0) continue;
        h_eliminate(j, n, u, c, d);
      }
      for (int i = k + 1; i < n; ++i) c[i] *= inverse;
      k += 1;
    } else {
      pivot[k] = pivot[k + 1] = -1 - p;
      // Division by the off-diagonal element, which is the largest, avoids overflow.
      double* e = c + n;
      double off = c[k + 1], d11 = e[k + 1] / off, d22 = c[k] / off;
      double t = 1.0 / (d11 * d22 - 1.0) / off;
      for (int j = k + 2; j < n; ++j) {
        double* d = a + (__INTPTR_TYPE__)j * n;
        double u = t * (d11 * c[j] - e[j]), w = t * (d22 * e[j] - c[j]);
        for (int i = j; i < n; ++i) d[i] -= c[i] * u + e[i] * w;
        c[j] = u;
        e[j] = w;
      }
      k += 2;
    }
  }
  return 0;
}

/// Solves with the factors of h_symmetric_factor; b (n) becomes x.
HOLON_FUNCTION void h_symmetric_solve(int n, const double* a, const int* pivot, const double* scale,
                                      double* b) {
  for (int i = 0; i < n; ++i) b[i] *= scale[i];
  for (int k = 0; k < n;) {
    const double* c = a + (__INTPTR_TYPE__)k * n;
    if (pivot[k] >= 0) {
      if (pivot[k] != k) h_swap(&b[k], &b[pivot[k]]);
      double t = b[k];
      h_eliminate(k + 1, n, t, c, b);
      b[k] = t / c[k];
      k += 1;
    } else {
      const double* e = c + n;
      int p = -1 - pivot[k];
      if (p != k + 1) h_swap(&b[k + 1], &b[p]);
      double t = b[k], u = b[k + 1];
      for (int i = k + 2; i < n; ++i) b[i] -= c[i] * t + e[i] * u;
      double off = c[k + 1], d11 = e[k + 1] / off, d22 = c[k] / off, s = d11 * d22 - 1.0;
      t /= off;
      u /= off;
      b[k] = (d11 * t - u) / s;
      b[k + 1] = (d22 * u - t) / s;
      k += 2;
    }
  }
  for (int k = n - 1; k >= 0;) {
    int two = pivot[k] < 0, first = k - two;
    for (int j = first; j <= k; ++j) {
      const double* c = a + (__INTPTR_TYPE__)j * n;
      double t = b[j];
      for (int i = k + 1; i < n; ++i) t -= c[i] * b[i];
      b[j] = t;
    }
    int p = two ? -1 - pivot[k] : pivot[k];
    if (p != k) h_swap(&b[k], &b[p]);
    k = first - 1;
  }
  for (int i = 0; i < n; ++i) b[i] *= scale[i];
}

/// Doubles of scratch that h_solve_dense needs.
#define HOLON_DENSE_WORK(n) ((n) * (n) + 3 * (n))

/// One lane of A x = b. The entries of A are at values[e stride], by columns: those of column j are
/// e = start[j] … start[j + 1] - 1, in the rows row[e]; all others are zero. b[i stride] and x[i
/// stride] may be the same. work (HOLON_DENSE_WORK(n)), pivot (n); quality may be null.
HOLON_FUNCTION int h_solve_dense(int kind, int n, const int* start, const int* row,
                                 const double* values, const double* b, double* x, int stride,
                                 double* work, int* pivot, double* quality) {
  double *a = work, *y = work + (__INTPTR_TYPE__)n * n, *scratch = y + n, ignored;
  int status;
  if (!quality) quality = &ignored;
  for (int i = 0; i < n * n; ++i) a[i] = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int e = start[j]; e < start[j + 1]; ++e) {
      a[j * n + row[e]] = values[(__INTPTR_TYPE__)e * stride];
    }
  }
  for (int i = 0; i < n; ++i) y[i] = b[(__INTPTR_TYPE__)i * stride];
  if (kind == HOLON_POSITIVE) {
    status = h_cholesky_factor(n, a, scratch, quality);
    if (!status) h_cholesky_solve(n, a, y);
  } else if (kind == HOLON_SYMMETRIC) {
    status = h_symmetric_factor(n, a, pivot, scratch, quality);
    if (!status) h_symmetric_solve(n, a, pivot, scratch, y);
  } else {
    status = h_lu_factor(n, a, pivot, scratch, quality);
    if (!status) h_lu_solve(n, a, pivot, y);
  }
  for (int i = 0; i < n; ++i) {
    x[(__INTPTR_TYPE__)i * stride] = status ? __builtin_nan("") : y[i];
  }
  return status;
}
#endif  // HOLON_LINEAR_H
