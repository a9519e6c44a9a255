// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// [M Jᵀ; J −C] x = b of bodies on a tree, one lane, in time proportional to their number where few
// rows close loops. M has a block for each body; every branch is a body with the rows that hold it
// to its parent, and bodies are eliminated from the tips to the base, each before its rows (nested
// elimination; R. Featherstone, Rigid Body Dynamics Algorithms, Springer 2008, ch. 7 and 8.4):
//
//   A = M + Σ over children of Jᵀ (J A⁻¹ Jᵀ)⁻¹ J,   positive definite,
//   S = J A⁻¹ Jᵀ of the branch's own rows,          positive definite.
//
// So L D Lᵀ needs no pivot search, and its pattern is fixed. The rows that close loops remain
// ("cuts"), with a semidefinite S of their own, which minimum_norm.h solves. If S is rank
// deficient, their multipliers have minimum norm in the units given; a small matrix is then solved
// as a whole, and all multipliers have.
//
// A body whose A is singular or nearly so along what its rows hold (a rod about its axis, a point
// mass that a hinge holds) has A + Jᵀ W J instead, with f + Jᵀ W c: since J v = c, v and the
// multipliers are the same (M. Benzi, G. Golub, J. Liesen, Acta Numerica 14 (2005) 1, section 3.5);
// W is about the inertia that the row holds.
//
// If pivots are small, the solution is refined by its residual. A pivot below HOLON_GOOD_PIVOT
// times its original diagonal entry (a hinge without inertia about its axis) ends the elimination:
// then the whole matrix is solved by minimum_norm.h, or if it is large by sparse.h with constraints
// of compliance HOLON_GIVE, and refined once.
//
// Rows of a branch's front (columns of the lower triangle, `height` apart, a multiple of four):
// the body's unknowns, its rows, cuts that act in its subtree, the right side, the parent's
// unknowns. Columns keep C = L D. Plain C as linear.h; four rows at a time
// whatever the machine has.

#ifndef HOLON_NESTED_H
#define HOLON_NESTED_H

#include "holon/expr/runtime/minimum_norm.h"

/// Unknowns, and rows, of a branch: at most so many.
#define HOLON_BRANCH_MOST 6
/// Compliance of a constraint of a large irregular system, relative to the inverse of the mean
/// mass.
#define HOLON_GIVE 0x1p-40
/// Below this quality the solution is refined once, below its square twice.
#define HOLON_REFINED_BELOW 0x1p-16

/// Of each branch.
typedef struct {
  int unknowns, rows, cuts;  ///< cuts: those that act in its subtree
  int parent;                ///< a later branch, or -1
  int parent_unknowns;
  int height, place;  ///< of its front, and where that begins in the work
  int solution;       ///< where its x begins, and 1 / pivots, each of `height`
  int list;           ///< where its lists begin: in `unknown`, and …
  int cut_list;       ///< … in `cut`
} h_branch;

typedef struct {
  int n, branches, cuts;
  const h_branch* branch;
  const int* unknown;      ///< by branch: which unknowns its own and its rows' are
  const int* cut;          ///< by branch and cut: its number, its row in the parent's front
  const int* cut_unknown;  ///< (cuts)
  int entries;             ///< of the matrix among branches and cuts
  const int *from, *to;    ///< which, and where it stands in the work
  int room;                ///< of all fronts
  int solutions;           ///< of all x and inverse pivots
  int last_entries;        ///< of S of the cuts, lower triangle by columns
  const int *last_start, *last_row;   ///< (cuts + 1), (last_entries)
  int cut_entries;                    ///< of the matrix among cuts
  const int *cut_from, *cut_to;       ///< which, and which of S
  const int* base;                    ///< by branch at the base, pairs of cuts i >= j: which of S
  const h_sparse_positive* last;      ///< null where S is dense
  const int *start, *row, *take;      ///< both triangles, and which entry stands there
  const h_sparse_general* irregular;  ///< null where the whole matrix is small
} h_nested;

/// Column j of a front from row `from` on, less what pivots first … first + count - 1 take of it.
HOLON_INLINE void h_front_column(double* front, int height, int first, int count, const double* w,
                                 int j, int end) {
  double* column = front + (__INTPTR_TYPE__)j * height;
  const double* pivots = front + (__INTPTR_TYPE__)first * height;
  for (int i = j & ~3; i < end; i += 4) {
#if HOLON_BLOCK == 4
    h_block t = *(const h_block*)(column + i);
    for (int k = 0; k < count; ++k) t -= *(const h_block*)(pivots + k * height + i) * w[k];
    *(h_block*)(column + i) = t;
#else
    h_block t = *(const h_block*)(column + i), u = *(const h_block*)(column + i + 2);
    for (int k = 0; k < count; ++k) {
      t -= *(const h_block*)(pivots + k * height + i) * w[k];
      u -= *(const h_block*)(pivots + k * height + i + 2) * w[k];
    }
    *(h_block*)(column + i) = t;
    *(h_block*)(column + i + 2) = u;
#endif
  }
}

/// Eliminates `count` unknowns from `first` on, in the rows before `end` and the columns before
/// `columns`; inverse takes 1 / pivot. 0 where a pivot is too small or has not the sign.
HOLON_FUNCTION int h_front_eliminate(double* front, int height, int first, int count, int columns,
                                     int end, double sign, double* inverse, double* quality) {
  double w[HOLON_BRANCH_MOST], size[HOLON_BRANCH_MOST];
  for (int k = 0; k < count; ++k) size[k] = sign * front[(first + k) * height + first + k];
  for (int j = first; j < first + count; ++j) {
    int before = j - first;
    for (int k = 0; k < before; ++k) w[k] = front[(first + k) * height + j] * inverse[first + k];
    h_front_column(front, height, first, before, w, j, end);
    double pivot = sign * front[j * height + j];
    if (!(pivot >= HOLON_GOOD_PIVOT * size[before]) || !(pivot > 0.0)) return 0;
    if (pivot < *quality * size[before]) *quality = pivot / size[before];
    inverse[j] = sign / pivot;
  }
  for (int j = first + count; j < columns; ++j) {
    for (int k = 0; k < count; ++k) w[k] = front[(first + k) * height + j] * inverse[first + k];
    switch (count) {
      case 6: h_front_column(front, height, first, 6, w, j, end); break;
      case 5: h_front_column(front, height, first, 5, w, j, end); break;
      case 3: h_front_column(front, height, first, 3, w, j, end); break;
      default: h_front_column(front, height, first, count, w, j, end);
    }
  }
  return 1;
}

/// Adds Jᵀ W J and Jᵀ W c of a front's rows. Unknowns are shifts, three, then turns.
HOLON_FUNCTION void h_front_stiffen(const h_branch* g, double* front) {
  int height = g->height, own_count = g->unknowns + g->rows, side = own_count + g->cuts;
  int last = side + 1 + g->parent_unknowns;
  double inertia[HOLON_BRANCH_MOST];
  for (int k = 0; k < g->unknowns; ++k) inertia[k] = front[k * height + k];
  for (int k = 0; k < g->unknowns; k += 3) {
    double sum = 0.0;
    for (int i = k; i < k + 3 && i < g->unknowns; ++i) sum += inertia[i];
    for (int i = k; i < k + 3 && i < g->unknowns; ++i) inertia[i] += sum;
  }
  for (int row = g->unknowns; row < own_count; ++row) {
    double* own =
        front + row * height;  // c, and the row's entries of the parent, below its diagonal
    double weighted = 0.0, squares = 0.0;
    for (int k = 0; k < g->unknowns; ++k) {
      double e = front[k * height + row];
      weighted += inertia[k] * (e * e);
      squares += e * e;
    }
    if (!(squares > 0.0)) continue;
    double w = weighted / (squares * squares);
    for (int j = 0; j < g->unknowns; ++j) {
      double* column = front + j * height;
      double t = w * column[row];
      if (t == 0.0) continue;
      for (int i = j; i < g->unknowns; ++i) column[i] += t * front[i * height + row];
      for (int i = side; i < last; ++i) column[i] += t * own[i];
    }
    for (int j = side; j < last; ++j) {
      double t = w * own[j];
      for (int i = j; i < last; ++i) front[j * height + i] += t * own[i];
    }
  }
}

/// Eliminates a branch's unknowns and rows; 0 where a pivot is too small. `kept` is scratch, of
/// HOLON_BRANCH_MOST columns.
HOLON_FUNCTION int h_branch_eliminate(const h_branch* g, double* front, double* inverse,
                                      double* kept, double* quality) {
  int height = g->height, side = g->unknowns + g->rows + g->cuts, end = side + 1;
  int last = end + g->parent_unknowns;
  double before = *quality;
  for (int i = 0; i < g->unknowns * height; ++i) kept[i] = front[i];
  if (!h_front_eliminate(front, height, 0, g->unknowns, end, end, 1.0, inverse, quality)) {
    if (!g->rows) return 0;
    for (int i = 0; i < g->unknowns * height; ++i) front[i] = kept[i];
    *quality = before;
    h_front_stiffen(g, front);
    if (!h_front_eliminate(front, height, 0, g->unknowns, last, last, 1.0, inverse, quality)) {
      return 0;
    }
  }
  return h_front_eliminate(front, height, g->unknowns, g->rows, last, last, -1.0, inverse, quality);
}

/// Doubles of scratch, but for those of the cuts' own system.
#define HOLON_NESTED_WORK(n, room, solutions, entries, cuts) \
  (2 * (n) + (room) + (2 + HOLON_BRANCH_MOST) * (solutions) + (entries) + 2 * (cuts))

/// Along the tree, entries `stride` apart, b and x `apart`; 0 where a pivot is too small, else the
/// rank.
HOLON_FUNCTION int h_solve_branches(const h_nested* plan, const double* values, int stride,
                                    const double* b, double* x, int apart, double tolerance,
                                    double* work, int* ints, double* quality) {
  int cuts = plan->cuts, rank = 0;
  double *inverses = work + plan->room, *solutions = inverses + plan->solutions;
  double *S = solutions + plan->solutions, *right = S + plan->last_entries, *z = right + cuts;
  double *kept = z + cuts, *rest = kept + HOLON_BRANCH_MOST * plan->solutions;
  double finite = 0.0, own = 1.0;
  const int* base = plan->base;
  *quality = 1.0;
  for (int i = 0; i < plan->room; ++i) work[i] = 0.0;
  for (int e = 0; e < plan->last_entries; ++e) S[e] = 0.0;
  for (int e = 0; e < plan->entries; ++e) {
    work[plan->to[e]] = values[(__INTPTR_TYPE__)plan->from[e] * stride];
  }
  for (int e = 0; e < plan->cut_entries; ++e) {
    S[plan->cut_to[e]] = -values[(__INTPTR_TYPE__)plan->cut_from[e] * stride];
  }
  for (int c = 0; c < cuts; ++c) {
    right[c] = -b[(__INTPTR_TYPE__)plan->cut_unknown[c] * apart];
    z[c] = 0.0;
  }
  for (int f = 0; f < plan->branches; ++f) {
    const h_branch* g = &plan->branch[f];
    double *front = work + g->place, *inverse = inverses + g->solution;
    int own_count = g->unknowns + g->rows, side = own_count + g->cuts, height = g->height;
    const int* cut = plan->cut + g->cut_list;
    for (int j = 0; j < own_count; ++j) {
      front[j * height + side] += b[(__INTPTR_TYPE__)plan->unknown[g->list + j] * apart];
    }
    if (!h_branch_eliminate(g, front, inverse, kept, quality)) return 0;
    for (int j = 0; j < g->cuts; ++j) {
      for (int k = 0; k < g->unknowns; ++k) {
        double t = front[k * height + own_count + j];
        z[cut[2 * j]] += t * t * inverse[k];
      }
    }
    if (g->parent < 0) {
      for (int j = 0; j < g->cuts; ++j) {
        const double* column = front + (own_count + j) * height;
        for (int i = j; i < g->cuts; ++i) S[*base++] -= column[own_count + i];
        right[cut[2 * j]] -= column[side];
      }
      continue;
    }
    const h_branch* h = &plan->branch[g->parent];
    double* up = work + h->place;
    int up_side = h->unknowns + h->rows + h->cuts;
    for (int j = 0; j < g->cuts; ++j) {
      const double* column = front + (own_count + j) * height;
      double* to = up + cut[2 * j + 1] * h->height;
      for (int i = j; i < g->cuts; ++i) to[cut[2 * i + 1]] += column[own_count + i];
      to[up_side] += column[side];
      for (int i = 0; i < g->parent_unknowns; ++i) {
        up[i * h->height + cut[2 * j + 1]] += column[side + 1 + i];
      }
    }
    for (int j = 0; j < g->parent_unknowns; ++j) {
      const double* column = front + (side + 1 + j) * height;
      for (int i = j; i < g->parent_unknowns; ++i) up[j * h->height + i] += column[side + 1 + i];
      up[j * h->height + up_side] += front[side * height + side + 1 + j];
    }
  }
  if (cuts) {
    // Of what bodies add to S their rows take away: what is left of an entry may be rounding.
    double kept_share = 1.0;
    for (int c = 0; c < cuts; ++c) {
      double share = z[c] > 0.0 ? S[plan->last_start[c]] / z[c] : 1.0;
      kept_share = share < kept_share ? share : kept_share;
    }
    if (!(kept_share >= HOLON_GOOD_PIVOT)) return 0;
    if (plan->last) {
      rank = h_solve_sparse_semidefinite(plan->last, plan->last_start, plan->last_row, S, right, z,
                                         1, tolerance, rest, ints, &own);
    } else {
      rank = h_solve_minimum_norm(HOLON_SEMIDEFINITE, cuts, plan->last_start, plan->last_row, S,
                                  right, z, 1, tolerance, rest, ints, &own);
    }
    own *= kept_share;
    // The rank of a small matrix is decided by the whole matrix: S squares the condition of J.
    if (!plan->irregular && (rank < cuts || own < HOLON_GOOD_PIVOT)) return 0;
    *quality = own < *quality ? own : *quality;
    for (int c = 0; c < cuts; ++c) {
      x[(__INTPTR_TYPE__)plan->cut_unknown[c] * apart] = z[c];
      finite += z[c] * 0.0;
    }
  }
  for (int f = plan->branches - 1; f >= 0; --f) {
    const h_branch* g = &plan->branch[f];
    const double *front = work + g->place, *inverse = inverses + g->solution;
    double* y = solutions + g->solution;
    int own_count = g->unknowns + g->rows, side = own_count + g->cuts, height = g->height;
    const int* cut = plan->cut + g->cut_list;
    for (int i = 0; i < height; ++i) y[i] = 0.0;
    for (int j = 0; j < g->cuts; ++j) y[own_count + j] = z[cut[2 * j]];
    y[side] = -1.0;
    for (int i = 0; i < g->parent_unknowns; ++i) {
      y[side + 1 + i] = solutions[plan->branch[g->parent].solution + i];
    }
    for (int k = own_count - 1; k >= 0; --k) {
      const double* column = front + k * height;
      double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
      for (int i = (k + 1) & ~3; i < height; i += 4) {
        s0 += column[i] * y[i];
        s1 += column[i + 1] * y[i + 1];
        s2 += column[i + 2] * y[i + 2];
        s3 += column[i + 3] * y[i + 3];
      }
      y[k] = -((s0 + s2) + (s1 + s3)) * inverse[k];
      finite += y[k] * 0.0;
      x[(__INTPTR_TYPE__)plan->unknown[g->list + k] * apart] = y[k];
    }
  }
  return finite == 0.0 ? plan->n - cuts + rank : 0;
}

/// The whole matrix by sparse.h with compliant constraints, then refined without compliance.
HOLON_FUNCTION int h_solve_irregular(const h_nested* plan, const double* taken, const double* b,
                                     double* x, int stride, double* work, int* ints,
                                     double* quality) {
  int n = plan->n, entries = plan->start[n], status = 0;
  double *given = work, *rest = given + entries, *more = rest + n, *scratch = more + n;
  double sum = 0.0, count = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int e = plan->start[j]; e < plan->start[j + 1]; ++e) {
      given[e] = taken[e];
      if (plan->row[e] == j && taken[e] > 0.0) sum += taken[e], count += 1.0;
    }
    rest[j] = b[(__INTPTR_TYPE__)j * stride];
    x[(__INTPTR_TYPE__)j * stride] = 0.0;
  }
  for (int j = 0; j < n; ++j) {
    for (int e = plan->start[j]; e < plan->start[j + 1]; ++e) {
      if (plan->row[e] == j && taken[e] == 0.0) given[e] = -HOLON_GIVE * count / sum;
    }
  }
  for (int round = 0; round < 2; ++round) {
    status = h_solve_sparse_general(plan->irregular, given, rest, more, 1, scratch, ints, quality);
    for (int j = 0; j < n; ++j) x[(__INTPTR_TYPE__)j * stride] += more[j];
    for (int j = 0; j < n && round == 0; ++j) {
      for (int e = plan->start[j]; e < plan->start[j + 1]; ++e) {
        rest[plan->row[e]] -= taken[e] * more[j];
      }
    }
  }
  return h_rank(n, status);
}

/// One lane; b and x may not be the same. Returns the rank; of b = 0, for which nothing is
/// eliminated, n. (Derivatives ask for much that is zero.)
HOLON_FUNCTION int h_solve_nested(const h_nested* plan, const double* values, const double* b,
                                  double* x, int stride, double tolerance, double* work, int* ints,
                                  double* quality) {
  double ignored;
  int zero = 1;
  if (!quality) quality = &ignored;
  for (int i = 0; i < plan->n; ++i) zero = zero && b[(__INTPTR_TYPE__)i * stride] == 0.0;
  if (zero) {
    for (int i = 0; i < plan->n; ++i) x[(__INTPTR_TYPE__)i * stride] = 0.0;
    *quality = 1.0;
    return plan->n;
  }
  int n = plan->n, entries = plan->start[n];
  double *rest = work, *more = rest + n, worse;
  int rank =
      h_solve_branches(plan, values, stride, b, x, stride, tolerance, more + n, ints, quality);
  int rounds = *quality < HOLON_REFINED_BELOW * HOLON_REFINED_BELOW ? 2 : 1;
  for (int k = 0; k < rounds && rank && *quality < HOLON_REFINED_BELOW; ++k) {
    for (int i = 0; i < n; ++i) rest[i] = b[(__INTPTR_TYPE__)i * stride];
    for (int j = 0; j < n; ++j) {
      double t = x[(__INTPTR_TYPE__)j * stride];
      for (int e = plan->start[j]; e < plan->start[j + 1]; ++e) {
        rest[plan->row[e]] -= values[(__INTPTR_TYPE__)plan->take[e] * stride] * t;
      }
    }
    if (h_solve_branches(plan, values, stride, rest, more, 1, tolerance, more + n, ints, &worse)) {
      for (int i = 0; i < n; ++i) x[(__INTPTR_TYPE__)i * stride] += more[i];
    }
  }
  if (rank) return rank;
  double *taken = work, *right = taken + entries, *solution = right + n, *scratch = solution + n;
  for (int e = 0; e < entries; ++e) taken[e] = values[(__INTPTR_TYPE__)plan->take[e] * stride];
  if (plan->irregular) {
    return h_solve_irregular(plan, taken, b, x, stride, right, ints, quality);
  }
  for (int i = 0; i < n; ++i) right[i] = b[(__INTPTR_TYPE__)i * stride];
  rank = h_solve_minimum_norm(HOLON_MINIMUM_NORM, n, plan->start, plan->row, taken, right, solution,
                              1, tolerance, scratch, ints, quality);
  for (int i = 0; i < n; ++i) x[(__INTPTR_TYPE__)i * stride] = solution[i];
  return rank;
}
#endif  // HOLON_NESTED_H
