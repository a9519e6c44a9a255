// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Interpolation in tables of one and two dimensions, linear or by cubics that keep the data's
// monotonicity, with slopes by h_table_slopes (M. Steffen, Astron. Astrophys. 239 (1990) 443) or by
// h_pchip_slopes (F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300).
//
//   kind          0 linear, 1 monotone cubic (C1), with any slopes
//   extrapolation 0 hold the value at the boundary, 1 linear with the slope there
//   derivative    0 the value, 1 ∂/∂x, 2 ∂/∂y, 3 ∂²/∂x², 4 ∂²/∂x∂y, 5 ∂²/∂y², 6 ∂³/∂x³, …
//                 (by total order, then by the order in y); at a breakpoint those of the interval
//                 that begins there
//
// In two dimensions the cubics are Hermite patches with the slopes along both grid lines and no
// twist: C1 everywhere, monotone along the grid lines.

#ifndef HOLON_TABLE_H
#define HOLON_TABLE_H

/// Slopes (n) of the values v (n, each `stride` apart) over x (n, ascending): monotone, C1.
HOLON_FUNCTION void h_table_slopes(const double* x, const double* v, int n, int stride,
                                   double* slope) {
  if (n == 2) {
    slope[0] = slope[stride] = (v[stride] - v[0]) / (x[1] - x[0]);
    return;
  }
  for (int i = 0; i < n; ++i) {
    const int a = i == 0 ? 0 : (i == n - 1 ? n - 3 : i - 1);
    const double h0 = x[a + 1] - x[a], h1 = x[a + 2] - x[a + 1];
    const double s0 = (v[(a + 1) * stride] - v[a * stride]) / h0;
    const double s1 = (v[(a + 2) * stride] - v[(a + 1) * stride]) / h1;
    double p;
    if (i == 0 || i == n - 1) {
      // The parabola through three points; not steeper than twice the chord, never of opposite
      // sign.
      const double h = i == 0 ? h0 : h1;
      const double chord = i == 0 ? s0 : s1, far = i == 0 ? s1 : s0;
      const double ratio = h / (h0 + h1);
      p = chord * (1.0 + ratio) - far * ratio;
      if (p * chord <= 0.0) {
        p = 0.0;
      } else if (__builtin_fabs(p) > 2.0 * __builtin_fabs(chord)) {
        p = 2.0 * chord;
      }
    } else {
      p = (s0 * h1 + s1 * h0) / (h0 + h1);
      const double s0_size = __builtin_fabs(s0), s1_size = __builtin_fabs(s1);
      const double limit = 2.0 * (s0_size < s1_size ? s0_size : s1_size);
      if (s0 * s1 <= 0.0) {
        p = 0.0;
      } else if (__builtin_fabs(p) > limit) {
        p = p < 0.0 ? -limit : limit;
      }
    }
    slope[i * stride] = p;
  }
}

/// The same by the weighted harmonic mean of the chords on both sides; at the ends the parabola
/// through three points, never of opposite sign to the chord and, if the chords differ in sign, not
/// steeper than three times it (C. Moler, Numerical Computing with MATLAB, 3.6).
HOLON_FUNCTION void h_pchip_slopes(const double* x, const double* v, int n, int stride,
                                   double* slope) {
  if (n == 2) {
    slope[0] = slope[stride] = (v[stride] - v[0]) / (x[1] - x[0]);
    return;
  }
  for (int i = 0; i < n; ++i) {
    const int a = i == 0 ? 0 : (i == n - 1 ? n - 3 : i - 1);
    const double h0 = x[a + 1] - x[a], h1 = x[a + 2] - x[a + 1];
    const double s0 = (v[(a + 1) * stride] - v[a * stride]) / h0;
    const double s1 = (v[(a + 2) * stride] - v[(a + 1) * stride]) / h1;
    double p = 0.0;
    if (i == 0 || i == n - 1) {
      const double near = i == 0 ? h0 : h1, far = i == 0 ? h1 : h0;
      const double chord = i == 0 ? s0 : s1, other = i == 0 ? s1 : s0;
      p = ((2.0 * near + far) * chord - near * other) / (near + far);
      if (p * chord <= 0.0) {
        p = 0.0;
      } else if (chord * other <= 0.0 && __builtin_fabs(p) > 3.0 * __builtin_fabs(chord)) {
        p = 3.0 * chord;
      }
    } else if (s0 * s1 > 0.0) {
      const double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
      p = (w0 + w1) / (w0 / s0 + w1 / s1);
    }
    slope[i * stride] = p;
  }
}

/// The orders of `derivative` in x and y.
HOLON_FUNCTION void h_table_orders(int derivative, int* orders) {
  int sum = 0;
  while (derivative > sum) derivative -= ++sum;
  orders[0] = sum - derivative;
  orders[1] = derivative;
}

/// Index of the interval of x (n >= 2, ascending) that contains `at`, the first or last one
/// outside; w: weights of the values at its ends, then of the slopes there, for the derivative of
/// an order.
HOLON_FUNCTION int h_table_weights(const double* x, int n, int kind, int extrapolation, int order,
                                   double at, double* w) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (at >= x[middle]) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const double h = x[low + 1] - x[low];
  w[0] = w[1] = w[2] = w[3] = 0.0;
  const int below = (at < x[0]), above = (at > x[n - 1]);
  if ((below || above) && (kind == 1 || extrapolation == 0)) {
    const int end = above;
    if (order == 0) w[end] = 1.0;
    if (extrapolation == 1 && order == 0) w[2 + end] = at - x[above ? n - 1 : 0];
    if (extrapolation == 1 && order == 1) w[2 + end] = 1.0;
    return low;
  }
  const double t = (at - x[low]) / h, r = 1.0 - t;
  if (kind == 0) {
    if (order > 1) return low;
    w[0] = order ? -1.0 / h : r;
    w[1] = order ? 1.0 / h : t;
  } else if (order == 0) {
    w[0] = (1.0 + 2.0 * t) * r * r;
    w[1] = t * t * (3.0 - 2.0 * t);
    w[2] = t * r * r * h;
    w[3] = -t * t * r * h;
  } else if (order == 1) {
    w[0] = -6.0 * t * r / h;
    w[1] = 6.0 * t * r / h;
    w[2] = r * (1.0 - 3.0 * t);
    w[3] = t * (3.0 * t - 2.0);
  } else if (order == 2) {
    w[0] = (6.0 * t - 6.0 * r) / (h * h);
    w[1] = (6.0 * r - 6.0 * t) / (h * h);
    w[2] = (6.0 * t - 4.0) / h;
    w[3] = (6.0 * t - 2.0) / h;
  } else if (order == 3) {
    w[0] = 12.0 / (h * h * h);
    w[1] = -12.0 / (h * h * h);
    w[2] = w[3] = 6.0 / (h * h);
  }
  return low;
}

/// One number of a 1-D table; `slope` is unused if kind is 0.
HOLON_FUNCTION double h_table_1d(const double* x, const double* v, const double* slope, int n,
                                 int kind, int extrapolation, int derivative, double at) {
  double w[4];
  int orders[2];
  h_table_orders(derivative, orders);
  const int i = h_table_weights(x, n, kind, extrapolation, orders[0], at, w);
  double sum = w[0] * v[i] + w[1] * v[i + 1];
  if (kind == 1) sum += w[2] * slope[i] + w[3] * slope[i + 1];
  return sum;
}

/// One number of a 2-D table: v, slope_x, slope_y are (nx x ny) by rows.
HOLON_FUNCTION double h_table_2d(const double* x, int nx, const double* y, int ny, const double* v,
                                 const double* slope_x, const double* slope_y, int kind,
                                 int extrapolation, int derivative, double at_x, double at_y) {
  double a[4], b[4];
  int orders[2];
  h_table_orders(derivative, orders);
  const int i = h_table_weights(x, nx, kind, extrapolation, orders[0], at_x, a);
  const int j = h_table_weights(y, ny, kind, extrapolation, orders[1], at_y, b);
  double sum = 0.0;
  for (int p = 0; p < 2; ++p) {
    for (int q = 0; q < 2; ++q) {
      const int k = (i + p) * ny + j + q;
      sum += a[p] * b[q] * v[k];
      if (kind == 1) sum += a[2 + p] * b[q] * slope_x[k] + a[p] * b[2 + q] * slope_y[k];
    }
  }
  return sum;
}

#endif  // HOLON_TABLE_H
