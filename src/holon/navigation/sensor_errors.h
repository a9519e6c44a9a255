// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "holon/model/assembly/block.h"

/// The error model that all sensors of navigation share. A channel measures, at the ticks k of its
/// clock with the period T,
///
///   y = clamp(quantise((1 + s) x + b + w))
///
/// with w white noise, normal with the deviation √(σ² + N²/T) for a deviation σ per sample and a
/// noise density N (so the integral of the measurement has the random walk N √t), s a constant
/// drawn at the start, and the bias b the sum of
///
///   value          a constant that is known
///   sigma          a constant drawn at the start, normal
///   drift          a first-order Gauss–Markov process of deviation σ and correlation time τ:
///                  x⁺ = x e^(−T/τ) + σ √(1 − e^(−2T/τ)) n, from the stationary distribution on
///   instability    flicker noise, whose Allan deviation has this plateau: eight Gauss–Markov
///                  processes with τ = 8⁻² s … 8⁵ s (see flicker_times)
///   random_walk    x⁺ = x + K √T n, from zero on
///   temperature    a coefficient times (temperature − 25 °C)
///
/// n are independent normal numbers that depend only on the run's seed and the name of the part.
/// IEEE Std 952-1997, annex C.
namespace holon {

/// [K] at which the errors that depend on temperature vanish: 25 °C.
constexpr double kReferenceTemperature = 298.15;

namespace sensor {

/// The units of a measured quantity: it, its noise density, its random walk, it per kelvin.
struct AngularRate {
  using Value = Vector3<Expr>;
  static constexpr const char *unit = "rad/s", *density = "rad/s/sqrt(Hz)", *walk = "rad/s/sqrt(s)",
                              *per_kelvin = "rad/s/K";
};
struct SpecificForce {
  using Value = Vector3<Expr>;
  static constexpr const char *unit = "m/s^2", *density = "m/s^2/sqrt(Hz)", *walk = "m/s^2/sqrt(s)",
                              *per_kelvin = "m/s^2/K";
};
struct FluxDensity {
  using Value = Vector3<Expr>;
  static constexpr const char *unit = "T", *density = "T/sqrt(Hz)", *walk = "T/sqrt(s)",
                              *per_kelvin = "T/K";
};
struct Angle {
  using Value = Expr;
  static constexpr const char *unit = "rad", *density = "rad/sqrt(Hz)", *walk = "rad/sqrt(s)",
                              *per_kelvin = "rad/K";
};
struct Length {
  using Value = Expr;
  static constexpr const char *unit = "m", *density = "m/sqrt(Hz)", *walk = "m/sqrt(s)",
                              *per_kelvin = "m/K";
};

template <class U>
struct Drift {
  Expr sigma = 0.0;          ///< [unit]
  Expr time_constant = 1.0;  ///< [s]
  static void describe(Fields<Drift>& f) {
    f.value("sigma", &Drift::sigma, U::unit, "standard deviation").required().non_negative();
    f.value("time_constant", &Drift::time_constant, "s", "correlation time").required().positive();
  }
};

template <class U>
struct Bias {
  using Value = typename U::Value;
  std::optional<Value> value{};  ///< [unit]
  std::optional<Expr> sigma{};   ///< [unit]
  std::optional<Drift<U>> drift{};
  std::optional<Expr> instability{};  ///< [unit]
  std::optional<Expr> random_walk{};  ///< [unit/√s]
  std::optional<Expr> temperature{};  ///< [unit/K]
  static void describe(Fields<Bias>& f) {
    if constexpr (std::is_same_v<Value, Expr>) {
      f.value("value", &Bias::value, U::unit, "a known constant");
      f.bare();
    } else {
      f.vector("value", &Bias::value, U::unit, "a known constant, by axis");
    }
    f.value("sigma", &Bias::sigma, U::unit, "standard deviation of a constant drawn at the start")
        .non_negative();
    f.object("drift", &Bias::drift, "a first-order Gauss-Markov process");
    f.value("instability", &Bias::instability, U::unit,
            "flicker noise: level of the flat part of the Allan deviation")
        .non_negative();
    f.value("random_walk", &Bias::random_walk, U::walk,
            "random walk: standard deviation after one second")
        .non_negative();
    if constexpr (!std::is_same_v<Value, Expr>) {
      f.value("temperature", &Bias::temperature, U::per_kelvin,
              "change per kelvin from 25 degC; needs the sensor's 'temperature'");
    }
  }
};

/// An error that is a factor: `300 ppm` is the standard deviation of a factor drawn at the start.
template <class Value>
struct Scale {
  std::optional<Expr> sigma{};
  std::optional<Value> value{};
  std::optional<Expr> temperature{};  ///< [1/K] of triads
  static void describe(Fields<Scale>& f) {
    f.value("sigma", &Scale::sigma, "", "standard deviation of an error drawn at the start")
        .non_negative();
    f.bare();
    if constexpr (std::is_same_v<Value, Expr>) {
      f.value("value", &Scale::value, "", "a known error");
    } else {
      f.vector("value", &Scale::value, "", "a known error, by axis");
      f.value("temperature", &Scale::temperature, "1/K", "change per kelvin from 25 degC");
    }
  }
};

}  // namespace sensor

/// The clock, memories and random numbers of a sensor.
class SensorClock {
 public:
  /// Reports an error of the part and is not sound if there is no `sample`.
  SensorClock(PartBuilder& b, const std::optional<double>& sample);

  bool is_sound() const { return block_.is_sampled(); }
  Block& block() { return block_; }
  double period() const { return block_.period(); }  ///< [s]
  /// 0 at the first tick, then 1.
  Expr has_ticked() const { return has_ticked_; }
  /// A normal number of mean 0 and deviation 1, by its local name, new at each tick.
  Expr add_normal(const std::string& name);
  /// The same, drawn once at the start.
  Expr add_constant_normal(const std::string& name);
  /// A Gauss–Markov process of deviation 1.
  Expr add_markov(const std::string& name, Expr time_constant);
  /// The sum of normal numbers, 0 at the start.
  Expr add_walk(const std::string& name);
  /// Flicker noise whose Allan deviation has a plateau of 1. `slow`, if any, gets the sum of its
  /// processes with correlation times of at least kSlowTime.
  Expr add_flicker(const std::string& name, Expr* slow = nullptr);
  /// A memory: the value at the last tick, before it is updated.
  Expr add_memory(const std::string& name, Expr next, Expr initial = 0.0);
  /// The values where they are valid, else those that were so last; 0 until then.
  std::vector<Expr> add_last(Expr is_valid, const std::string& name,
                             const std::vector<Expr>& values);
  /// How often a condition has held, this tick included.
  Expr add_count(const std::string& name, Expr condition);

 private:
  Block block_;
  Expr has_ticked_ = 0.0;
};

constexpr double kSlowTime = 8;  ///< [s] slower processes are a bias to filters, faster ones noise

/// [s] correlation times of the processes that make flicker noise.
const std::vector<double>& flicker_times();

/// The bias of one axis at this tick. `warmth`: [K] above the reference temperature. `fast`, if
/// any, gets its part that changes faster than kSlowTime.
template <class U>
Expr add_bias(SensorClock& clock, const std::string& name, const sensor::Bias<U>& bias, int axis,
              Expr warmth, Expr* fast = nullptr) {
  Expr sum = 0.0;
  if (bias.value) {
    if constexpr (std::is_same_v<typename U::Value, Expr>) {
      sum += *bias.value;
    } else {
      sum += (*bias.value)[axis];
    }
  }
  if (bias.sigma) sum += *bias.sigma * clock.add_constant_normal(name + ".start");
  if (bias.drift)
    sum += bias.drift->sigma * clock.add_markov(name + ".drift", bias.drift->time_constant);
  if (bias.instability) {
    Expr slow = 0.0;
    const Expr flicker = clock.add_flicker(name + ".flicker", &slow);
    sum += *bias.instability * flicker;
    if (fast) *fast = *bias.instability * (flicker - slow);
  }
  if (bias.random_walk)
    sum += *bias.random_walk * std::sqrt(clock.period()) * clock.add_walk(name + ".walk");
  if (bias.temperature) sum += *bias.temperature * warmth;
  return sum;
}

/// White noise at this tick: of a deviation per sample and a density, either of which may be none.
Expr add_white_noise(SensorClock& clock, const std::string& name, const std::optional<Expr>& sigma,
                     const std::optional<Expr>& density);

/// The nearest multiple of a step; a step of 0 leaves the value as it is.
Expr quantise(Expr x, Expr step);

/// Sets outputs of a part some time after its ticks: the measurement of the instant t is read from
/// t + latency on. Until the first one has arrived, the outputs are 0.
class LateOutputs {
 public:
  LateOutputs(PartBuilder& b, SensorClock& clock, const std::optional<Expr>& latency);

  /// An output, by components.
  void set(const std::string& name, const std::vector<Expr>& value);
  /// The components of any quantity of the part's, late.
  std::vector<Expr> delayed(const std::string& name, const std::vector<Expr>& value,
                            const Dimension& dimension);
  double period() const { return clock_.period(); }  ///< [s] of its ticks

 private:
  Expr delay(const std::string& name, Expr value, const Dimension& dimension);

  PartBuilder& b_;
  SensorClock& clock_;
  int ticks_ = 0;                ///< whole periods of the latency
  std::optional<int> delivery_;  ///< the clock of its remainder
};

}  // namespace holon
