// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

/// White noise: an independent number at each tick. The numbers depend only on `simulate.seed` and
/// the part's name.
struct Noise {
  enum class Distribution : std::uint8_t { normal, uniform };
  Distribution distribution = Distribution::normal;
  Expr mean = 0.0;                 ///< [deviation]
  Expr deviation = 1.0;            ///< [any] standard deviation, of both distributions
  std::optional<double> sample{};  ///< [s]

  static void describe(Descriptor<Noise>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
