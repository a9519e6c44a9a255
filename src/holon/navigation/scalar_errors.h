// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/navigation/installation.h"
#include "holon/navigation/sensor_errors.h"

namespace holon {

/// The errors of a sensor of one quantity: those of sensor_errors.h.
template <class U>
struct ScalarErrors {
  std::optional<Expr> sigma{};          ///< [unit]
  std::optional<Expr> noise_density{};  ///< [unit/√Hz]
  std::optional<sensor::Bias<U>> bias{};
  std::optional<sensor::Scale<Expr>> scale{};
  std::vector<Expr> range{};         ///< [unit] lower and upper end
  std::optional<Expr> resolution{};  ///< [unit]
  std::int64_t bits = 0;             ///< 0: not given
};

/// Those of a part with members of these names (parts are flat aggregates).
template <class U, class P>
ScalarErrors<U> errors_of(const P& part) {
  return {part.sigma, part.noise_density, part.bias, part.scale,
          part.range, part.resolution,    part.bits};
}

/// Describes these members.
template <class U, class P>
void describe_errors(Descriptor<P>& d) {
  d.value("sigma", &P::sigma, U::unit, "standard deviation of the white noise").non_negative();
  d.value("noise_density", &P::noise_density, U::density,
          "white noise: square root of its spectral density")
      .non_negative();
  d.object("bias", &P::bias, "bias; a number: a known constant");
  d.object("scale", &P::scale, "scale factor error; a number: its standard deviation");
  d.numbers("range", &P::range, U::unit,
            "[lower, upper] limits of the measurement; the sensor saturates there")
      .sizes({0, 2});
  d.value("resolution", &P::resolution, U::unit, "quantisation step").positive();
  d.integer("bits", &P::bits, "resolution of the A/D converter in bits, over the range")
      .at_least(0)
      .at_most(52)
      .default_text("no quantisation");
}

/// One quantity at the ticks of a clock.
template <class U>
class ScalarChannel {
 public:
  ScalarChannel(PartBuilder& b, SensorClock& clock, const ScalarErrors<U>& errors) {
    if (errors.range.size() == 2) {
      low_ = errors.range[0];
      high_ = errors.range[1];
      if (low_->is_constant() && high_->is_constant() && !(low_->value() < high_->value()))
        b.error("range", "the lower end must be below the upper one", "write [lower, upper]");
    }
    if (errors.bits != 0 && errors.resolution) {
      b.error("resolution", "'resolution' and 'bits' both determine the quantisation step",
              "keep one of them");
    } else if (errors.bits != 0 && !low_) {
      b.error("bits", "'bits' needs a 'range', which the converter covers",
              "give the range, or 'resolution' instead");
    } else if (errors.bits != 0) {
      step_ = (*high_ - *low_) / std::pow(2.0, static_cast<double>(errors.bits));
      origin_ = *low_;
    }
    if (errors.resolution) step_ = *errors.resolution;
    if (errors.scale) {
      if (errors.scale->value) scale_ += *errors.scale->value;
      if (errors.scale->sigma && !errors.scale->sigma->is_constant(0.0))
        scale_ += *errors.scale->sigma * clock.add_constant_normal("scale.start");
    }
    if (errors.scale && errors.scale->value) known_scale_ += *errors.scale->value;
    known_bias_ = find_known_bias(errors.bias, 0, 0.0);
    figures_ = find_bias_figures(errors.bias);
    deviation_ = find_deviation(clock.period(), errors.sigma, errors.noise_density, step_);
    if (errors.bias) bias_ = add_bias(clock, "bias", *errors.bias, 0, 0.0);
    noise_ = add_white_noise(clock, "noise", errors.sigma, errors.noise_density);
  }

  /// Before quantisation and saturation.
  Expr distort(Expr x) const { return scale_ * x + bias_ + noise_; }
  Expr measure(Expr x) const {
    const Expr y = origin_ + quantise(distort(x) - origin_, step_);
    return low_ ? max(*low_, min(y, *high_)) : y;
  }
  Expr is_clamped(Expr x) const {
    if (!low_) return 0.0;
    const Expr y = distort(x);
    return logical_or(less(y, *low_), less(*high_, y));
  }
  Expr bias() const { return bias_; }
  /// Its description for filters; `output` is x with its errors.
  InstalledQuantity describe_to_filters(const std::string& output, Expr x) const {
    return {.output = output,
            .exact = {known_scale_ * x + known_bias_},
            .sigma = {deviation_},
            .bias = "bias",
            .bias_now = {bias_ - known_bias_},
            .bias_sigma = figures_.sigma,
            .bias_walk = figures_.walk};
  }
  bool has_range() const { return low_.has_value(); }

 private:
  std::optional<Expr> low_{}, high_{};
  Expr step_ = 0.0, origin_ = 0.0, scale_ = 1.0, bias_ = 0.0, noise_ = 0.0;
  Expr known_scale_ = 1.0, known_bias_ = 0.0, deviation_ = 0.0;
  BiasFigures figures_;
};

}  // namespace holon
