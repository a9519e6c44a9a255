// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "holon/navigation/sensor_errors.h"

/// Properties of sensors for the filters that use them: InstalledSensors (model_loader.h).
namespace holon {

/// One quantity that a sensor measures.
struct InstalledQuantity {
  std::string output;  ///< own output that shows it: "position"
  std::string name{};  ///< own name of the measurement; empty: that of the sensor
  std::vector<std::string> components{};
  std::vector<Expr> exact{};             ///< measurement without random errors
  std::vector<Expr> sigma{};             ///< of white noise and quantisation, one or each [output]
  std::string sigma_output{};            ///< or the own output that shows it
  std::vector<Expr> valid{};             ///< whether it measures at this tick; empty: always
  std::string valid_output{};            ///< or the own output that shows it
  std::string bias{};                    ///< the estimate's own name: "gyro.bias"; empty: has none
  std::vector<Expr> bias_now{};          ///< its random part at this tick, with the size of `exact`
  double bias_sigma = 0, bias_walk = 0;  // not a number: see BiasFigures
};

/// Adds it to the sensors of the model.
void install(PartBuilder& b, LateOutputs& outputs, const std::optional<Expr>& latency,
             const InstalledQuantity& quantity);

/// Standard deviation of white noise and of a step of quantisation (Δ/√12).
Expr find_deviation(double period, const std::optional<Expr>& sigma,
                    const std::optional<Expr>& density, Expr step);

/// The standard deviation of a bias at the start and the root of the density of its rate, of the
/// random walk by which a filter represents it: a Gauss–Markov process begins like one, with
/// the density 2 σ²/τ, and so do the processes of flicker noise with τ ≥ 8 s. Not a number where
/// they depend on values that are not numbers: those that a study varies, and formulas.
struct BiasFigures {
  double sigma = 0, walk = 0;
};
template <class U>
BiasFigures find_bias_figures(const std::optional<sensor::Bias<U>>& bias) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto square_of = [](const std::optional<Expr>& e) {
    if (!e) return 0.0;
    return e->is_constant() ? e->value() * e->value() : kUnknown;
  };
  if (!bias) return {};
  double variance = square_of(bias->sigma), walk = square_of(bias->random_walk);
  if (bias->drift) {
    const double drift = square_of(bias->drift->sigma);
    variance += drift;
    const Expr time = bias->drift->time_constant;
    walk += time.is_constant() ? 2 * drift / time.value() : kUnknown;
  }
  if (bias->instability) {
    const double each = 1.5 * square_of(bias->instability);  // ln 8/(2 ln 2)
    for (const double time : flicker_times()) {
      variance += each;
      if (time >= 8) walk += 2 * each / time;
    }
  }
  return {std::sqrt(variance), std::sqrt(walk)};
}

/// The same without processes faster than kSlowTime.
template <class U>
BiasFigures find_slow_figures(const std::optional<sensor::Bias<U>>& bias) {
  BiasFigures figures = find_bias_figures(bias);
  if (!bias || !bias->instability || !bias->instability->is_constant()) return figures;
  const double each = 1.5 * bias->instability->value() * bias->instability->value();
  double variance = figures.sigma * figures.sigma;
  for (const double time : flicker_times())
    if (time < kSlowTime) variance -= each;
  figures.sigma = std::sqrt(std::max(variance, 0.0));
  return figures;
}

/// The root of the density at low frequencies of faster processes, sampled every `period`: of a
/// process with the factor a = exp(−T/τ) from sample to sample, σ² T (1 + a)/(1 − a).
template <class U>
double find_fast_density(const std::optional<sensor::Bias<U>>& bias, double period) {
  if (!bias || !bias->instability) return 0;
  if (!bias->instability->is_constant()) return std::numeric_limits<double>::quiet_NaN();
  const double each = 1.5 * bias->instability->value() * bias->instability->value();
  double density = 0;
  for (const double time : flicker_times()) {
    if (time >= kSlowTime) continue;
    const double a = std::exp(-period / time);
    density += each * period * (1 + a) / (1 - a);
  }
  return std::sqrt(density);
}

/// The part of a bias along one axis that is known.
template <class U>
Expr find_known_bias(const std::optional<sensor::Bias<U>>& bias, int axis, Expr warmth) {
  Expr sum = 0.0;
  if (!bias) return sum;
  if (bias->value) {
    if constexpr (std::is_same_v<typename U::Value, Expr>) {
      sum += *bias->value;
    } else {
      sum += (*bias->value)[axis];
    }
  }
  if (bias->temperature) sum += *bias->temperature * warmth;
  return sum;
}

}  // namespace holon
