// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/part.h"

namespace holon {

/// A filter of a signal: Butterworth's low or high pass of order n, or a notch. It begins settled
/// at what its input is at the start. Sampled: by the trapezoidal rule, its cutoff frequency kept
/// (prewarped).
struct Filter {
  enum class Kind : std::uint8_t { low_pass, high_pass, notch };
  Expr input = 0.0;  ///< [any]
  Kind kind = Kind::low_pass;
  Expr cutoff = 1.0;  ///< [Hz] where the gain is 1/√2; of a notch: 0
  std::int64_t order = 1;
  std::optional<Expr> damping_ratio{};  ///< of a second order or a notch; default: 1/√2
  std::optional<double> sample{};       ///< [s]

  static void describe(Descriptor<Filter>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
