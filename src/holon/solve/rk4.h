// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/solve/stepper.h"

namespace holon::detail {

/// The classical Runge–Kutta method of order 4 at a fixed step h. Steps end at start + i h
/// (computed so, not summed); one that would pass its limit ends there, and the next one returns to
/// the grid. Between the ends a cubic Hermite polynomial through states and slopes (order 3, so the
/// error stays of order 4).
template <int L>
class Rk4 : public Stepper<L> {
 public:
  Rk4(Rhs& rhs, const IntegratorOptions& options);

  void start(const double* t, const double* x, unsigned used);
  unsigned attempt(const double* limits, unsigned lanes);
  void interpolate(int lane, double t, double* x) const;

 private:
  using typename Stepper<L>::Array;
  using typename Stepper<L>::Row;
  using Stepper<L>::n_;

  Array y0_, y1_, stage_, k1_, k2_, k3_, k4_;
  Row origin_{};                         // [s] of the grid
  std::array<std::int64_t, L> index_{};  // of the last grid point reached
};

extern template class Rk4<1>;
extern template class Rk4<LaneIntegrator::kLanes>;

}  // namespace holon::detail
