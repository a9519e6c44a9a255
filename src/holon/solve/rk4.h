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
///
/// The step is fixed, so it is watched: of k1 = f, k2 and k3 the middle stages, k3 − k2 is to first
/// order (h/2)² J² k1, J = ∂f/∂x, and with it 2 sqrt(|k3 − k2|/|k1|) estimates the pace h |λ| of
/// the motion (a sharper form of Collatz' rule on |k3 − k2|/|k2 − k1|, The Numerical Treatment of
/// Differential Equations, 1960, II.2.4; taken twice, J gives an oscillation its frequency whatever
/// the units of its states). The method is stable up to a pace of 2.78 for motions that decay and
/// 2.83 for those that oscillate. A run that has grown a millionfold beyond that fails.
template <int L>
class Rk4 : public Stepper<L> {
 public:
  Rk4(Rhs& rhs, const IntegratorOptions& options);

  void start(const double* t, const double* x, unsigned used);
  /// Keeps its grid where it stands on it.
  void restart(const double* t, const double* x, unsigned used);
  void archive(Archive& a);
  void archive_whole(Archive& a);
  unsigned attempt(const double* limits, unsigned lanes);
  void interpolate(int lane, double t, double* x) const;

 private:
  using typename Stepper<L>::Array;
  using typename Stepper<L>::Row;
  using Stepper<L>::n_;

  double calc_pace(int lane, double h) const;
  /// Counts steps that are too long; false, with the lane failed, where it has blown up.
  bool watch_pace(int lane, double h);

  const std::vector<StateGroup> groups_;
  Array y0_, y1_, stage_, k1_, k2_, k3_, k4_;
  Row origin_{};                         // [s] of the grid
  std::array<std::int64_t, L> index_{};  // of the last grid point reached
  std::array<int, L> coarse_count_{}, fine_count_{};
  std::array<int, L> unstable_count_{}, stable_count_{};
  Row unstable_since_{};
  Array before_;  // (groups x L) magnitudes when the step began to be too long
};

extern template class Rk4<1>;
extern template class Rk4<LaneIntegrator::kLanes>;

}  // namespace holon::detail
