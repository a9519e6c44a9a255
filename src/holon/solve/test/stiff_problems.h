// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "problems.h"

/// Stiff problems with reference solutions as F. Mazzia and C. Magherini publish them: Test Set for
/// Initial Value Problem Solvers, release 2.4, Bari 2008. All digits that are printed there.
namespace holon::test {

struct StiffProblem {
  const char* name;
  int size = 0;
  Slope slope;
  std::vector<double> start;
  double end = 0;
  std::vector<double> reference;  ///< at the end
  /// Magnitude of each state below which errors count absolutely.
  std::vector<double> nominal;
};

inline StiffProblem van_der_pol() {
  return {"van der Pol",
          2,
          [](double, const double* y, double* dy) {
            constexpr double kEpsilon = 1e-6;
            dy[0] = y[1];
            dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / kEpsilon;
          },
          {2, 0},
          2,
          {1.706167732170469, -0.8928097010248125},
          {1, 1}};
}

inline StiffProblem robertson() {
  return {"Robertson",
          3,
          [](double, const double* y, double* dy) {
            const double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
            dy[0] = b - a;
            dy[1] = a - b - c;
            dy[2] = c;
          },
          {1, 0, 0},
          1e11,
          {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050},
          {1e-7, 1e-13, 1}};
}

/// Photomorphogenesis of a plant, 8 reactions.
inline StiffProblem hires() {
  return {
      "HIRES",
      8,
      [](double, const double* y, double* dy) {
        const double r = 280 * y[5] * y[7];
        dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
        dy[1] = 1.71 * y[0] - 8.75 * y[1];
        dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
        dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
        dy[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
        dy[5] = -r + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
        dy[6] = r - 1.81 * y[6];
        dy[7] = -r + 1.81 * y[6];
      },
      {1, 0, 0, 0, 0, 0, 0, 0.0057},
      321.8122,
      {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
       0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2},
      std::vector<double>(8, 1e-3)};
}

/// The Oregonator, a chemical oscillation.
inline StiffProblem orego() {
  return {"OREGO",
          3,
          [](double, const double* y, double* dy) {
            dy[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
            dy[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
            dy[2] = 0.161 * (y[0] - y[2]);
          },
          {1, 2, 3},
          360,
          {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3},
          {1, 1, 1}};
}

}  // namespace holon::test
