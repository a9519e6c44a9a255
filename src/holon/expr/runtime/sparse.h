// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse linear systems A x = b of one lane; the pattern of A is fixed, its values are not. Plain C
// without memory of its own: the plan of the elimination (column order, room for the factors) is
// data, made once by holon::detail::plan_elimination. Pivots, status and quality as in linear.h.
//
//   general    P A Q = L U by columns from the left (J. R. Gilbert and T. Peierls, SIAM J. Sci.
//              Stat. Comput. 9 (1988) 862); rows are scaled to one size; the diagonal is the pivot
//              if it is at least a tenth of the largest element, which limits the fill
//   positive   P A Pᵀ = L D Lᵀ by rows along the elimination tree (J. W. H. Liu, SIAM J. Matrix
//              Anal. Appl. 11 (1990) 134), no pivoting
// A symmetric, not definite matrix is given as a general one with both triangles.

#ifndef HOLON_SPARSE_H
#define HOLON_SPARSE_H

/// The plan of a general elimination. The entries of A are ordered by columns: those of column j
/// are start[j] … start[j + 1] - 1, in the rows row[].
typedef struct {
  int n;
  const int *start, *row;
  const int* order;  ///< (n) columns in the order of elimination
  int lower_room;    ///< upper bound of the entries of L below its diagonal, for any pivots
  int upper_room;    ///< upper bound of the entries of U above its diagonal
} h_sparse_general;

/// The plan of a positive one. Entry e of the matrix (of the lower triangle, or of any half of it)
/// is at values[from[e] stride]; the upper triangle of P A Pᵀ is ordered by columns, without the
/// diagonal, whose entries are values[diagonal[k] stride].
typedef struct {
  int n;
  const int* order;               ///< (n) row k of P A Pᵀ is row order[k] of A
  const int* diagonal;            ///< (n)
  const int *start, *row, *from;  ///< (n + 1), and per entry above the diagonal
  const int* parent;              ///< (n) elimination tree, -1 for a root
  const int* lower_start;         ///< (n + 1) columns of L without the diagonal
} h_sparse_positive;

/// Doubles and ints of scratch for h_solve_sparse_general.
#define HOLON_SPARSE_GENERAL_WORK(n, lower, upper) ((lower) + (upper) + 5 * (n))
#define HOLON_SPARSE_GENERAL_INTS(n, lower, upper) ((lower) + (upper) + 7 * (n) + 2)

/// Depth-first search from row i through the finished columns of L: stores the reached columns in
/// found[--top …] with the deepest last. Rows are marked with `mark`.
HOLON_FUNCTION int h_sparse_reach(int i, int mark, const int* lower_start, const int* lower_row,
                                  const int* column_of, int* marked, int* stack, int* next,
                                  int* found, int top) {
  int depth = 0;
  stack[0] = i;
  marked[i] = mark;
  next[0] = column_of[i] < 0 ? 0 : lower_start[column_of[i]];
  while (depth >= 0) {
    int at = stack[depth], c = column_of[at], down = -1;
    int end = c < 0 ? 0 : lower_start[c + 1];
    while (c >= 0 && next[depth] < end) {
      int r = lower_row[next[depth]++];
      if (marked[r] != mark) {
        down = r;
        break;
      }
    }
    if (down < 0) {
      found[--top] = at;
      --depth;
    } else {
      marked[down] = mark;
      stack[++depth] = down;
      next[depth] = column_of[down] < 0 ? 0 : lower_start[column_of[down]];
    }
  }
  return top;
}

/// One lane of A x = b; b and x may be the same. Status as in linear.h, -1 if the plan's space was
/// too small (which the bound of plan_elimination excludes).
HOLON_FUNCTION int h_solve_sparse_general(const h_sparse_general* plan, const double* values,
                                          const double* b, double* x, int stride, double* work,
                                          int* ints, double* quality) {
  int n = plan->n, status = 0;
  double *lower = work, *upper = lower + plan->lower_room, *diagonal = upper + plan->upper_room;
  double *w = diagonal + n, *scale = w + n, *size = scale + n, *y = size + n, ignored;
  int *lower_row = ints, *upper_row = lower_row + plan->lower_room;
  int *lower_start = upper_row + plan->upper_room, *upper_start = lower_start + n + 1;
  int *column_of = upper_start + n + 1, *marked = column_of + n, *stack = marked + n;
  int *next = stack + n, *found = next + n;
  double tolerance = h_pivot_tolerance(n);
  if (!quality) quality = &ignored;
  *quality = 1.0;
  for (int i = 0; i < n; ++i) {
    scale[i] = w[i] = 0.0;
    column_of[i] = marked[i] = -1;
  }
  for (int e = 0; e < plan->start[n]; ++e) {
    double v = __builtin_fabs(values[(__INTPTR_TYPE__)e * stride]);
    int i = plan->row[e];
    scale[i] = v > scale[i] ? v : scale[i];
  }
  for (int i = 0; i < n; ++i) scale[i] = h_inverse_power(scale[i]);
  lower_start[0] = upper_start[0] = 0;
  for (int k = 0; k < n && !status; ++k) {
    int column = plan->order[k], top = n;
    double size_k = 0.0;
    for (int e = plan->start[column]; e < plan->start[column + 1]; ++e) {
      int i = plan->row[e];
      double v = __builtin_fabs(values[(__INTPTR_TYPE__)e * stride]) * scale[i];
      size_k = v > size_k ? v : size_k;
      if (marked[i] != k) {
        top = h_sparse_reach(i, k, lower_start, lower_row, column_of, marked, stack, next, found,
                             top);
      }
      w[i] = values[(__INTPTR_TYPE__)e * stride];
    }
    // w = L \ column; its entries in rows that have been pivots are U's.
    int u = upper_start[k], l = lower_start[k], pivot_row = -1;
    double best = 0.0;
    for (int f = top; f < n; ++f) {
      int i = found[f], c = column_of[i];
      double t = w[i];
      if (c < 0) {
        double v = __builtin_fabs(t) * scale[i];
        // Ties are resolved by the lowest row, so that the order of the search has no effect.
        if (v > best || (v == best && pivot_row >= 0 && i < pivot_row)) best = v, pivot_row = i;
      } else {
        if (u == plan->upper_room) {
          status = -1;
          break;
        }
        upper_row[u] = c;
        upper[u++] = t;
        w[i] = 0.0;
        for (int e = lower_start[c]; e < lower_start[c + 1]; ++e) w[lower_row[e]] -= lower[e] * t;
      }
    }
    upper_start[k + 1] = u;
    if (status) break;
    if (!(best > tolerance * size_k)) {
      status = k + 1;
      *quality = 0.0;
      break;
    }
    if (best < *quality * size_k) *quality = best / size_k;
    if (marked[column] == k && column_of[column] < 0 &&
        __builtin_fabs(w[column]) * scale[column] >= 0.1 * best) {
      pivot_row = column;
    }
    double pivot = w[pivot_row], inverse = 1.0 / pivot;
    diagonal[k] = pivot;
    column_of[pivot_row] = k;
    w[pivot_row] = 0.0;
    for (int f = top; f < n; ++f) {
      int i = found[f];
      if (column_of[i] >= 0) continue;
      if (l == plan->lower_room) {
        status = -1;
        break;
      }
      lower_row[l] = i;
      lower[l++] = w[i] * inverse;
      w[i] = 0.0;
    }
    lower_start[k + 1] = l;
  }
  if (!status) {
    // Forwards in the rows of A, then sorted by pivot, then backwards.
    for (int i = 0; i < n; ++i) {
      w[i] = b[(__INTPTR_TYPE__)i * stride];
      found[column_of[i]] = i;
    }
    for (int k = 0; k < n; ++k) {
      double t = w[found[k]];
      y[k] = t;
      for (int e = lower_start[k]; e < lower_start[k + 1]; ++e) w[lower_row[e]] -= lower[e] * t;
    }
    for (int k = n - 1; k >= 0; --k) {
      double t = y[k] / diagonal[k];
      y[k] = t;
      for (int e = upper_start[k]; e < upper_start[k + 1]; ++e) y[upper_row[e]] -= upper[e] * t;
    }
  }
  for (int k = 0; k < n; ++k) {
    x[(__INTPTR_TYPE__)plan->order[k] * stride] = status ? __builtin_nan("") : y[k];
  }
  return status;
}

/// Doubles and ints of scratch for h_solve_sparse_positive; `lower` is lower_start[n].
#define HOLON_SPARSE_POSITIVE_WORK(n, lower) ((lower) + 3 * (n))
#define HOLON_SPARSE_POSITIVE_INTS(n, lower) ((lower) + 4 * (n))

/// One lane of A x = b for a positive definite A; b and x may be the same.
HOLON_FUNCTION int h_solve_sparse_positive(const h_sparse_positive* plan, const double* values,
                                           const double* b, double* x, int stride, double* work,
                                           int* ints, double* quality) {
  int n = plan->n, status = 0;
  const int* start = plan->lower_start;
  double *lower = work, *d = lower + start[n], *w = d + n, *y = w + n, ignored;
  int *row = ints, *fill = row + start[n], *marked = fill + n, *path = marked + n;
  int* pattern = path + n;
  double tolerance = h_pivot_tolerance(n);
  if (!quality) quality = &ignored;
  *quality = 1.0;
  for (int k = 0; k < n; ++k) {
    w[k] = 0.0;
    fill[k] = start[k];
    marked[k] = -1;
  }
  for (int k = 0; k < n && !status; ++k) {
    // Row k of L: the columns that the elimination tree reaches from the entries above the
    // diagonal, each after those that it depends on.
    int top = n;
    marked[k] = k;
    for (int e = plan->start[k]; e < plan->start[k + 1]; ++e) {
      int i = plan->row[e], length = 0;
      w[i] = values[(__INTPTR_TYPE__)plan->from[e] * stride];
      for (; marked[i] != k; i = plan->parent[i]) {
        path[length++] = i;
        marked[i] = k;
      }
      while (length > 0) pattern[--top] = path[--length];
    }
    double size_k = values[(__INTPTR_TYPE__)plan->diagonal[k] * stride], pivot = size_k;
    for (; top < n; ++top) {
      int c = pattern[top], e = start[c];
      double t = w[c], l = t / d[c];
      w[c] = 0.0;
      for (; e < fill[c]; ++e) w[row[e]] -= lower[e] * t;
      pivot -= l * t;
      row[e] = k;
      lower[e] = l;
      fill[c] = e + 1;
    }
    d[k] = pivot;
    if (!(pivot > tolerance * size_k)) {
      status = k + 1;
      *quality = 0.0;
    } else if (pivot < *quality * size_k) {
      *quality = pivot / size_k;
    }
  }
  if (!status) {
    for (int k = 0; k < n; ++k) y[k] = b[(__INTPTR_TYPE__)plan->order[k] * stride];
    for (int k = 0; k < n; ++k) {
      double t = y[k];
      for (int e = start[k]; e < start[k + 1]; ++e) y[row[e]] -= lower[e] * t;
    }
    for (int k = n - 1; k >= 0; --k) {
      double t = y[k] / d[k];
      for (int e = start[k]; e < start[k + 1]; ++e) t -= lower[e] * y[row[e]];
      y[k] = t;
    }
  }
  for (int k = 0; k < n; ++k) {
    x[(__INTPTR_TYPE__)plan->order[k] * stride] = status ? __builtin_nan("") : y[k];
  }
  return status;
}
#endif  // HOLON_SPARSE_H
