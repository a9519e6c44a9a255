// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "holon/base/error_scale.h"
#include "holon/solve/integrator.h"
#include "holon/system/system.h"

namespace holon::detail {

/// Motions that go far but slowly: their errors are absolute, since the tolerance is relative to
/// the nominal value of a rate (1 rad/s) where the rate is smaller.
class SlowRates {
 public:
  explicit SlowRates(const System& system) {
    for (const StateBlock& block : system.states)
      if (block.role == StateBlock::Role::rate) watched_.push_back({&block, 0, 0});
  }

  /// After a step.
  void watch(const Integrator& integrator) {
    const double h = integrator.time() - integrator.previous_time();
    for (Watched& w : watched_) {
      const double* x = integrator.state() + w.block->offset;
      double size = 0;
      for (int i = 0; i < w.block->size; ++i) size = std::max(size, std::abs(x[i]));
      w.largest = std::max(w.largest, size);
      w.distance += size * h;
    }
  }

  /// A note on those whose errors are larger than the tolerance by much, or nothing.
  std::string describe(double tolerance) const {
    constexpr double kSlow = 1e-2;    // of the nominal value
    constexpr double kFar = 1;        // nominal values times seconds
    constexpr double kCoarse = 2e-7;  // tolerance relative to the rate
    constexpr double kLeast = 1e-14;  // tolerance of a run
    constexpr std::size_t kMostNamed = 3;
    std::string names;
    std::size_t count = 0;
    double slowest = 1;
    for (const Watched& w : watched_) {
      const double nominal = nominal_size(w.block->nominal), share = w.largest / nominal;
      if (!(share < kSlow && tolerance > kCoarse * share && w.distance > kFar * nominal)) continue;
      slowest = std::min(slowest, share);
      const std::string unit = w.block->dimension.to_string();
      if (++count <= kMostNamed)
        names += fmt::format("{}'{}' (up to {:.2g} {}, nominal {:g} {})", count == 1 ? "" : ", ",
                             w.block->name, w.largest, unit, nominal, unit);
    }
    if (count == 0) return {};
    if (count > kMostNamed) names += fmt::format(" and {} more", count - kMostNamed);
    return fmt::format(
        "slow motion: below the nominal value of a rate the tolerance of {:g} is absolute; "
        "relative "
        "to {} it is {:.1g}; a tolerance of {:.1g} would be {:g} of it",
        tolerance, names, tolerance / slowest, std::max(kLeast, tolerance * slowest), tolerance);
  }

 private:
  struct Watched {
    const StateBlock* block;
    double largest, distance;
  };
  std::vector<Watched> watched_;
};

}  // namespace holon::detail
