// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse/coordinate_motion.h"

#include <algorithm>
#include <array>

namespace holon {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// Weights of the first and second derivative at x0 from values at the points x (Fornberg).
void calc_weights(double x0, const double* x, int n, double* first, double* second) {
  std::vector<std::array<double, 3>> c(static_cast<std::size_t>(n), {0, 0, 0});
  double c1 = 1, c4 = x[0] - x0;
  c[0][0] = 1;
  for (int i = 1; i < n; ++i) {
    const int most = std::min(i, 2);
    double c2 = 1;
    const double c5 = c4;
    c4 = x[i] - x0;
    for (int j = 0; j < i; ++j) {
      const double c3 = x[i] - x[j];
      c2 *= c3;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      if (j == i - 1) {
        for (int k = most; k > 0; --k) {
          const auto m = static_cast<std::size_t>(k);
          c[a][m] = c1 * (k * c[a - 1][m - 1] - c5 * c[a - 1][m]) / c2;
        }
        c[a][0] = -c1 * c5 * c[a - 1][0] / c2;
      }
      for (int k = most; k > 0; --k) {
        const auto m = static_cast<std::size_t>(k);
        c[b][m] = (c4 * c[b][m] - k * c[b][m - 1]) / c3;
      }
      c[b][0] = c4 * c[b][0] / c3;
    }
    c1 = c2;
  }
  for (int i = 0; i < n; ++i)
    first[i] = c[static_cast<std::size_t>(i)][1], second[i] = c[static_cast<std::size_t>(i)][2];
}

}  // namespace

void differentiate_rows(CoordinateMotion& motion) {
  constexpr Index kPoints = 7;
  const Index rows = motion.q.rows(), points = std::min(kPoints, rows);
  motion.v = motion.a = MatrixXd::Zero(rows, motion.q.cols());
  if (points < 2) return;
  for (Index r = 0; r < rows; ++r) {
    const Index from = std::clamp(r - points / 2, Index(0), rows - points);
    double first[kPoints], second[kPoints];
    calc_weights(motion.time[static_cast<std::size_t>(r)],
                 motion.time.data() + static_cast<std::ptrdiff_t>(from), static_cast<int>(points),
                 first, second);
    for (Index k = 0; k < points; ++k) {
      motion.v.row(r) += first[k] * motion.q.row(from + k);
      motion.a.row(r) += second[k] * motion.q.row(from + k);
    }
  }
}

void detail::interpolate_rows(const CoordinateMotion& motion, double t, double* values) {
  const Index last = motion.q.rows() - 1;
  const auto behind = std::upper_bound(motion.time.begin(), motion.time.end(), t);
  const Index r =
      std::clamp<Index>(behind - motion.time.begin() - 1, 0, std::max<Index>(last - 1, 0));
  const double h = last > 0 ? motion.time[std::size_t(r + 1)] - motion.time[std::size_t(r)] : 1.0;
  const double s = (t - motion.time[std::size_t(r)]) / h;
  for (Index k = 0; k < motion.q.cols(); ++k, values += 3) {
    if (last == 0 || s == 0 || s == 1) {
      const Index row = last == 0 || s == 0 ? r : r + 1;
      values[0] = motion.q(row, k), values[1] = motion.v(row, k), values[2] = motion.a(row, k);
      continue;
    }
    const double q0 = motion.q(r, k), v0 = motion.v(r, k) * h, a0 = motion.a(r, k) * h * h;
    const double d = motion.q(r + 1, k) - q0 - v0 - a0 / 2, e = motion.v(r + 1, k) * h - v0 - a0,
                 f = motion.a(r + 1, k) * h * h - a0;
    const double c3 = 10 * d - 4 * e + f / 2, c4 = -15 * d + 7 * e - f, c5 = 6 * d - 3 * e + f / 2;
    values[0] = q0 + s * (v0 + s * (a0 / 2 + s * (c3 + s * (c4 + s * c5))));
    values[1] = (v0 + s * (a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
    values[2] = (a0 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h);
  }
}

}  // namespace holon
