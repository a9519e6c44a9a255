// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The root of r(z, p) = 0 by Newton's method, one lane; plain C, no memory of its own, one order of
// operations. Damped as in P. Deuflhard, Newton Methods for Nonlinear Problems (Springer 2004),
// section 3.3: a step dz = -J(z)⁻¹ r(z) is shortened by t until the next correction with the same J
// shows a descent, |J(z)⁻¹ r(z + t dz)| <= (1 - t/4) |dz|. So neither the units of the residuals
// nor those of the unknowns matter: corrections are measured as the largest |dz_i| over the largest
// |z_i| so far, or over the first correction where that is 0.
//
// The iteration goes on to roundoff: until the next correction is foreseen below 2^-56, or until
// undamped corrections shrink no more. Then they are at most 1e-6, or what rounding leaves where J
// is badly conditioned.

#ifndef HOLON_NEWTON_H
#define HOLON_NEWTON_H

/// Writes r (n) and its Jacobian by z (n x n, by rows) for x = (z, p).
typedef void (*h_residual)(const void* context, const double* x, double* out);

#define HOLON_NEWTON_FOUND 0
#define HOLON_NEWTON_SINGULAR 1   ///< J is singular at a point that is not a root
#define HOLON_NEWTON_LOST 2       ///< no descent, or no end after HOLON_NEWTON_EVALUATIONS
#define HOLON_NEWTON_UNDEFINED 3  ///< r or J is not finite at the guess
#define HOLON_NEWTON_EVALUATIONS 200
/// Doubles of scratch that h_newton needs for n unknowns and m parameters.
#define HOLON_NEWTON_WORK(n, m) (2 * (n) * (n) + 8 * (n) + (m))

/// max |d_i| / size_i
HOLON_FUNCTION double h_newton_length(int n, const double* d, const double* size) {
  double length = 0.0;
  for (int i = 0; i < n; ++i) {
    double part = d[i] == 0.0 ? 0.0 : __builtin_fabs(d[i]) / size[i];
    if (!(part <= length)) length = part;  // a NaN stays
  }
  return length;
}

/// Does every number have a value, and is any different from 0?
HOLON_FUNCTION int h_newton_finite(int n, const double* v, int* zero) {
  double sum = 0.0;
  *zero = 1;
  for (int i = 0; i < n; ++i) {
    sum += v[i] * 0.0;
    if (v[i] != 0.0) *zero = 0;
  }
  return sum == 0.0;
}

/// Is a correction of this length what roundings leave?
HOLON_FUNCTION int h_newton_at_rounding(int n, double length, double quality) {
  return length <= 1e-6 || length * quality <= 100.0 * n * 0x1p-52;
}

/// x (n + m) = (guess, p) becomes (root, p), or (NaN, p) where the status returned is not 0. work
/// (HOLON_NEWTON_WORK(n, m)), pivot (n).
HOLON_FUNCTION int h_newton(int n, int m, double* x, h_residual residual, const void* context,
                            double* work, int* pivot) {
  double *out = work, *lu = out + n + n * n, *scratch = lu + n * n, *step = scratch + 2 * n;
  double *correction = step + n, *size = correction + n, *trial = size + n;
  double length = 0.0, t = 1.0, quality = 1.0;
  int status = HOLON_NEWTON_LOST, zero, evaluations = 1, first = 1;
  for (int i = 0; i < n; ++i) size[i] = 0.0;
  for (int i = 0; i < m; ++i) trial[n + i] = x[n + i];
  residual(context, x, out);
  if (!h_newton_finite(n + n * n, out, &zero)) status = HOLON_NEWTON_UNDEFINED;
  while (status == HOLON_NEWTON_LOST) {
    // At x, where r and J are known: the step.
    h_newton_finite(n, out, &zero);
    if (zero) {
      status = HOLON_NEWTON_FOUND;
      break;
    }
    for (int i = 0; i < n; ++i) {
      step[i] = -out[i];
      for (int j = 0; j < n; ++j) lu[j * n + i] = out[n + i * n + j];
    }
    if (h_lu_factor(n, lu, pivot, scratch, &quality)) {
      status = HOLON_NEWTON_SINGULAR;
      break;
    }
    h_lu_solve(n, lu, pivot, step);
    for (int i = 0; i < n; ++i) {
      double a = __builtin_fabs(x[i]);
      if (a > size[i]) size[i] = a;
      if (size[i] == 0.0) size[i] = __builtin_fabs(step[i]);
    }
    double before = length;
    length = h_newton_length(n, step, size);
    int at_rounding = h_newton_at_rounding(n, length, quality);
    if (!first && t == 1.0 && at_rounding) {
      double shrinking = length / before;
      if (shrinking >= 0.75) {
        status = HOLON_NEWTON_FOUND;
        break;
      }
      if (length * shrinking <= 0x1p-56) {
        for (int i = 0; i < n; ++i) x[i] += step[i];
        status = HOLON_NEWTON_FOUND;
        break;
      }
    }
    // How far to go along it; after a damped step up to four times as far as then.
    t = !first && t < 0.25 ? 4.0 * t : 1.0;
    first = 0;
    for (;;) {
      if (evaluations++ == HOLON_NEWTON_EVALUATIONS || !(t >= 1e-8)) goto end;
      for (int i = 0; i < n; ++i) trial[i] = x[i] + t * step[i];
      residual(context, trial, out);
      double shorter = 0.1 * t;
      if (h_newton_finite(n + n * n, out, &zero)) {
        for (int i = 0; i < n; ++i) correction[i] = -out[i];
        h_lu_solve(n, lu, pivot, correction);
        double next = h_newton_length(n, correction, size);
        if (next <= (1.0 - 0.25 * t) * length || (t == 1.0 && at_rounding)) break;
        // The curvature that the trial showed foretells how far a step may go.
        for (int i = 0; i < n; ++i) correction[i] -= (1.0 - t) * step[i];
        double foreseen = 0.5 * length * t * t / h_newton_length(n, correction, size);
        if (foreseen > shorter) shorter = foreseen < 0.5 * t ? foreseen : 0.5 * t;
      }
      t = shorter;
    }
    for (int i = 0; i < n; ++i) x[i] = trial[i];
  }
end:
  if (status) {
    for (int i = 0; i < n; ++i) x[i] = __builtin_nan("");
  }
  return status;
}
#endif  // HOLON_NEWTON_H
