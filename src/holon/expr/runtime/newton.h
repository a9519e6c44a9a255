// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Roots of r(z) = 0 by Newton's method, damped as in P. Deuflhard, Newton Methods for Nonlinear
// Problems (Springer 2004), section 3.3: a step Δz = -J(z)⁻¹ r(z) is shortened by λ until the
// simplified correction Δ' = -J(z)⁻¹ r(z + λ Δz) shows a descent, |Δ'| <= (1 - λ/4) |Δz|. So the
// units of residuals and unknowns are irrelevant: steps are measured as the largest |Δz_i| /
// (largest |z_i| so far, or the first step where that is 0).
//
// The iteration continues to rounding error: until the next step is predicted to be below 2^-56, or
// undamped steps of at most 1e-6 (or of the size of rounding error if J is ill-conditioned) no
// longer decrease. Each lane is independent of the others.
//
// Status of a lane: 0 found; 1 no root found in 200 evaluations, or no descent; 2 J singular; 3 r
// or J not finite at the guess. If it is not 0 the lane's result is NaN.

#ifndef HOLON_NEWTON_H
#define HOLON_NEWTON_H

#define h_newton HOLON_NAME(h_newton)
#define h_newton_residual HOLON_NAME(h_newton_residual)
#define h_newton_advance HOLON_NAME(h_newton_advance)

/// Numbers of type HT, and ints, of scratch that h_newton needs.
#define HOLON_NEWTON_WORK(n) (2 * (n) * (n) + 8 * (n))
#define HOLON_NEWTON_INTS(n) (HOLON_WIDTH * (n))
#define HOLON_NEWTON_LIMIT 200

typedef struct {
  double *factors, *z, *step, *weight, *scratch;  // n n, n, n, n, 3 n
  int* pivot;
  double length, lambda, quality, residual;
  int started, full, active, status, count;
} h_newton_state;

/// max |v_i| / weight_i
HOLON_FUNCTION double h_newton_length(int n, const double* v, const double* weight) {
  double length = 0.0;
  for (int i = 0; i < n; ++i) {
    double t = v[i] == 0.0 ? 0.0 : __builtin_fabs(v[i]) / weight[i];
    if (!(t <= length)) length = t;  // a NaN remains
  }
  return length;
}

HOLON_FUNCTION int h_newton_finite(int n, const double* v) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += v[i] * 0.0;
  return sum == 0.0;
}
#endif  // HOLON_NEWTON_H

#if (HOLON_LANES == 1 && !defined(HOLON_NEWTON_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_NEWTON_H_8))
#if HOLON_LANES == 1
#define HOLON_NEWTON_H_1
#else
#define HOLON_NEWTON_H_8
#endif

/// Evaluates r (n) and J (n x n, by rows) at z (n).
typedef void (*h_newton_residual)(const void* context, const HT* z, HT* r, HT* jacobian);

/// One lane's share between two evaluations: r and J are those at the trial point (or the guess).
/// Stores the next trial point in `trial`.
HOLON_FUNCTION void h_newton_advance(int n, h_newton_state* s, int lane, const HT* r,
                                     const HT* jacobian, double* trial) {
  double *rest = s->scratch, *work = rest + n;
  double before = s->length, sum = 0.0;
  for (int i = 0; i < n; ++i) rest[i] = -h_lane(r[i], lane);
  for (int i = 0; i < n * n; ++i) sum += h_lane(jacobian[i], lane) * 0.0;
  int finite = h_newton_finite(n, rest) && sum == 0.0;
  int rounding = s->length <= 1e-6 || s->length * s->quality <= 100.0 * n * 0x1p-52;
  if (s->started) {
    double lambda = s->lambda, shorter = 0.1 * lambda;
    int descent = finite;
    if (finite) {
      for (int i = 0; i < n; ++i) work[i] = rest[i];
      h_lu_solve(n, s->factors, s->pivot, work);
      double length = h_newton_length(n, work, s->weight);
      descent = length <= (1.0 - 0.25 * lambda) * s->length || (rounding && lambda == 1.0);
      if (!descent) {
        // The curvature at the trial point predicts the admissible step length.
        for (int i = 0; i < n; ++i) work[i] -= (1.0 - lambda) * s->step[i];
        double bend = h_newton_length(n, work, s->weight);
        double foreseen = 0.5 * s->length * lambda * lambda / bend;
        if (foreseen > shorter) shorter = foreseen < 0.5 * lambda ? foreseen : 0.5 * lambda;
      }
    }
    if (!descent) {
      s->lambda = shorter;
      for (int i = 0; i < n; ++i) trial[i] = s->z[i] + shorter * s->step[i];
      if (!(shorter >= 1e-8)) s->active = 0, s->status = 1;
      return;
    }
    s->full = lambda == 1.0;
    for (int i = 0; i < n; ++i) s->z[i] = trial[i];
  } else if (!finite) {
    s->active = 0;
    s->status = 3;
    return;
  }
  // The trial point is the new point: the next step.
  s->residual = 0.0;
  for (int i = 0; i < n; ++i) {
    double v = __builtin_fabs(rest[i]);
    s->residual = v > s->residual ? v : s->residual;
  }
  if (s->residual == 0.0) {
    s->active = 0;
    return;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) s->factors[j * n + i] = h_lane(jacobian[i * n + j], lane);
  }
  if (h_lu_factor(n, s->factors, s->pivot, work, &s->quality)) {
    s->active = 0;
    s->status = 2;
    return;
  }
  for (int i = 0; i < n; ++i) s->step[i] = rest[i];
  h_lu_solve(n, s->factors, s->pivot, s->step);
  for (int i = 0; i < n; ++i) {
    double size = __builtin_fabs(s->z[i]);
    if (size > s->weight[i]) s->weight[i] = size;
    if (s->weight[i] == 0.0) s->weight[i] = __builtin_fabs(s->step[i]);
  }
  s->length = h_newton_length(n, s->step, s->weight);
  rounding = s->length <= 1e-6 || s->length * s->quality <= 100.0 * n * 0x1p-52;
  if (s->started && s->full && rounding) {
    double shrinking = s->length / before;
    if (shrinking >= 0.75) {
      s->active = 0;
      return;
    }
    if (s->length * shrinking <= 0x1p-56) {
      for (int i = 0; i < n; ++i) s->z[i] += s->step[i];
      s->active = 0;
      return;
    }
  }
  s->lambda = s->started && 4.0 * s->lambda < 1.0 ? 4.0 * s->lambda : 1.0;
  s->started = 1;
  for (int i = 0; i < n; ++i) trial[i] = s->z[i] + s->lambda * s->step[i];
}

/// z (n) contains the guess and receives the root. Returns the largest status of the lanes. If
/// `status` is not null it receives that of each lane (HOLON_WIDTH ints). If `report` (3) is not
/// null it receives the quality (see linear.h) of the last Jacobian that was factorised (1 where
/// none was), the largest |r_i| at the last point that was accepted (NaN where there is none), the
/// number of evaluations.
HOLON_FUNCTION int h_newton(int n, h_newton_residual residual, const void* context, HT* z, HT* work,
                            int* ints, int* status, HT* report) {
  HT *r = work, *jacobian = r + n;
  double* memory = (double*)(jacobian + n * n);
  h_newton_state lanes[HOLON_WIDTH];
  int worst = 0, active = 1;
  for (int l = 0; l < HOLON_WIDTH; ++l) {
    h_newton_state* s = &lanes[l];
    s->factors = memory + (__INTPTR_TYPE__)l * (n * n + 7 * n);
    s->z = s->factors + n * n;
    s->step = s->z + n;
    s->weight = s->step + n;
    s->scratch = s->weight + n;  // 3 n, and n for the trial point
    s->pivot = ints + l * n;
    s->length = s->lambda = s->quality = 1.0;
    s->residual = __builtin_nan("");
    s->started = s->full = s->status = s->count = 0;
    s->active = 1;
    for (int i = 0; i < n; ++i) {
      s->z[i] = h_lane(z[i], l);
      s->weight[i] = 0.0;
      s->scratch[3 * n + i] = s->z[i];
    }
  }
  for (int count = 0; active && count < HOLON_NEWTON_LIMIT; ++count) {
    residual(context, z, r, jacobian);
    active = 0;
    for (int l = 0; l < HOLON_WIDTH; ++l) {
      h_newton_state* s = &lanes[l];
      double* trial = s->scratch + 3 * n;
      if (!s->active) continue;
      ++s->count;
      h_newton_advance(n, s, l, r, jacobian, trial);
      active |= s->active;
      for (int i = 0; i < n; ++i) z[i] = h_put(z[i], l, trial[i]);
    }
  }
  for (int l = 0; l < HOLON_WIDTH; ++l) {
    h_newton_state* s = &lanes[l];
    if (s->active) s->status = 1;
    if (s->status > worst) worst = s->status;
    if (status) status[l] = s->status;
    for (int i = 0; i < n; ++i) z[i] = h_put(z[i], l, s->status ? __builtin_nan("") : s->z[i]);
    if (report) {
      report[0] = h_put(report[0], l, s->quality);
      report[1] = h_put(report[1], l, s->residual);
      report[2] = h_put(report[2], l, s->count);
    }
  }
  return worst;
}
#endif
