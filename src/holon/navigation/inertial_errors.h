// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "holon/navigation/installation.h"
#include "holon/navigation/sensor_errors.h"

namespace holon {

/// The errors of three gyros, accelerometers or magnetometers: those of sensor_errors.h by axis,
/// with
///
///   y = clamp(quantise(S x + b + w)),  S = R(α)ᵀ + diag(s) + A
///
/// where A has no diagonal and six small angles drawn at the start (axes that are not
/// perpendicular), and R(α) is a known rotation of the triad in the frame.
template <class U>
struct TriadErrors {
  struct Misalignment {
    std::optional<Expr> sigma{};           ///< [rad]
    std::optional<Vector3<Expr>> value{};  ///< [rad] rotation vector
    static void describe(Fields<Misalignment>& f) {
      f.value("sigma", &Misalignment::sigma, "rad",
              "standard deviation of each of the six angles between the axes and the frame's")
          .non_negative();
      f.bare();
      f.vector("value", &Misalignment::value, "rad",
               "a known rotation of the sensor's axes in the frame, as rotation vector");
    }
  };

  std::optional<Expr> noise_density{};  ///< [unit/√Hz]
  std::optional<sensor::Bias<U>> bias{};
  std::optional<sensor::Scale<Vector3<Expr>>> scale{};
  std::optional<Misalignment> misalignment{};
  std::optional<Expr> range{};       ///< [unit] to either side
  std::optional<Expr> resolution{};  ///< [unit] of a digit; or `bits`
  std::int64_t bits = 0;             ///< 0: not given

  static void describe(Fields<TriadErrors>& f) {
    f.value("noise_density", &TriadErrors::noise_density, U::density,
            "white noise: square root of its spectral density, the random walk of the integral")
        .non_negative();
    f.object("bias", &TriadErrors::bias, "bias: the measured value at rest without noise");
    f.object("scale", &TriadErrors::scale,
             "scale factor errors; a number: their standard deviation");
    f.object("misalignment", &TriadErrors::misalignment,
             "misalignment of the axes; a number: its standard deviation");
    f.value("range", &TriadErrors::range, U::unit,
            "largest measured magnitude; the sensor saturates there")
        .positive();
    f.value("resolution", &TriadErrors::resolution, U::unit, "quantisation step").positive();
    f.integer("bits", &TriadErrors::bits,
              "resolution of the A/D converter in bits, over twice the range")
        .at_least(0)
        .at_most(52)
        .default_text("no quantisation");
  }
};

enum class ImuGrade : std::uint8_t { ideal, consumer, industrial, tactical, navigation };

/// Errors by their grade where the model gives none; docs/parts/Imu.md cites the
/// figures.
void add_grade(TriadErrors<sensor::AngularRate>& gyro, ImuGrade grade);
void add_grade(TriadErrors<sensor::SpecificForce>& accelerometer, ImuGrade grade);

/// Three such sensors at the ticks of a clock.
class Triad {
 public:
  template <class U>
  Triad(PartBuilder& b, SensorClock& clock, const std::string& name, const TriadErrors<U>& errors,
        const std::optional<Expr>& temperature);

  /// The measurement of a quantity [unit].
  Vector3<Expr> measure(const Vector3<Expr>& x) const;
  /// The measurement of the integral since the last tick [unit s]: errors act on its mean, the
  /// remainder of the quantisation is carried over.
  Vector3<Expr> measure_integral(SensorClock& clock, const std::string& name,
                                 const Vector3<Expr>& integral) const;
  const Vector3<Expr>& bias() const { return bias_; }  ///< [unit] at this tick
  /// [unit] its random part that changes slowly, which filters estimate
  const Vector3<Expr>& slow_bias() const { return slow_bias_; }
  /// Its description for filters; `output` is x with its errors.
  InstalledQuantity describe_to_filters(const std::string& output, const std::string& bias,
                                        const Vector3<Expr>& x) const;
  /// The quantity that it measured as y, for the given random parts of the bias and of the scale
  /// factors.
  Vector3<Expr> correct(const Vector3<Expr>& y, const Vector3<Expr>& random_bias,
                        const Vector3<Expr>& random_scale) const;
  /// Noise of its measurements as rates of a filter's model: the root of the density of
  /// their white noise, that of quantisation and of the fast part of flicker noise included; what
  /// remains of the bias. Throws ModelError where a figure is not a number.
  BiasFigures driving_bias() const { return slow_; }
  double driving_density() const;
  /// Scale factor errors that are drawn at the start, and their standard deviation; 0: none, not a
  /// number: one that a study varies.
  const Vector3<Expr>& drawn_scale() const { return drawn_scale_; }
  double scale_sigma() const { return scale_sigma_; }
  bool has_range() const { return range_.has_value(); }
  /// Whether a quantity is beyond the range on some axis.
  Expr is_clamped(const Vector3<Expr>& x) const;

 private:
  Vector3<Expr> distort(const Vector3<Expr>& x) const;

  Matrix3<Expr> scale_;
  Vector3<Expr> bias_, slow_bias_, noise_, drawn_scale_{0.0, 0.0, 0.0};
  Matrix3<Expr> known_scale_;
  Vector3<Expr> known_bias_;
  BiasFigures figures_, slow_;
  double fast_density_ = 0, scale_sigma_ = 0, period_ = 0;
  std::string name_;
  Expr deviation_ = 0.0;
  std::optional<Expr> range_;
  Expr step_ = 0.0;
};

}  // namespace holon
