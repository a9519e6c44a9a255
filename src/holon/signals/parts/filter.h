// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/model/assembly/part.h"

namespace holon {

/// A filter of a signal: a low-pass or high-pass of order n by one of four designs, or a notch. It
/// starts in steady state for the initial value of its input. Sampled: by the trapezoidal rule with
/// prewarping at its cutoff frequency.
struct Filter {
  enum class Kind : std::uint8_t { low_pass, high_pass, notch };
  enum class Design : std::uint8_t { butterworth, chebyshev1, chebyshev2, bessel };
  Expr input = 0.0;  ///< [any]
  Kind kind = Kind::low_pass;
  Design design = Design::butterworth;
  /// [Hz] frequency at which the gain is 1/√2; for a notch 0; for Chebyshev filters the edge of the
  /// pass band (type I) or of the stop band (type II).
  Expr cutoff = 1.0;
  std::int64_t order = 1;
  std::optional<double> ripple{};       ///< [dB] of chebyshev1 in its pass band
  std::optional<double> attenuation{};  ///< [dB] of chebyshev2 in its stop band, at least
  std::optional<Expr> damping_ratio{};  ///< of a second order or a notch; default: 1/√2
  std::optional<double> sample{};       ///< [s]

  static void describe(Descriptor<Filter>& d);
  void build(PartBuilder& b) const;

 private:
  bool check(PartBuilder& b) const;
};

}  // namespace holon
