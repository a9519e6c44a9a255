// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace holon {

/// A rational number in lowest terms with positive denominator; an exponent of a dimension.
class Rational {
 public:
  constexpr Rational(int whole = 0) : numerator_(whole) {}  // NOLINT: 2 is an exponent as 1/2 is
  /// Throws std::overflow_error outside ±2^31, InternalError where `denominator` is 0.
  Rational(long long numerator, long long denominator);
  /// The fraction with a denominator up to 64 that `value` equals to 1e-12 relative, if there is
  /// one: 0.5 -> 1/2, 0.3333333333333333 -> 1/3.
  static std::optional<Rational> find(double value);

  constexpr int numerator() const { return numerator_; }
  constexpr int denominator() const { return denominator_; }
  constexpr double value() const { return static_cast<double>(numerator_) / denominator_; }
  std::string to_string() const;  ///< "2", "-1/2"

  friend constexpr bool operator==(const Rational&, const Rational&) = default;
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);

 private:
  int numerator_ = 0;
  int denominator_ = 1;
};

/// The factors of a dimension: the SI base quantities, the angle, and the cycles counted by Hz.
enum class BaseQuantity {
  mass,
  length,
  time,
  current,
  temperature,
  amount,
  luminosity,
  angle,
  cycle
};

/// A physical dimension. Angle and cycles are dimensions (docs/design/units.md); the default is a
/// pure number. Exponents beyond ±2^31 throw std::overflow_error.
///
/// Energy and torque have the same dimension and different units, J and N m. A dimension that is
/// known to be an energy's has this kind: those of the units J, eV and Wh, a power times a time,
/// and sums and multiples of them. It equals that of a torque, but is written with J. A power is
/// known by its unit W, as a force times a speed, or as an energy over a time: N m/s may be the
/// rate of a torque.
class Dimension {
 public:
  static constexpr std::size_t kCount = 9;

  constexpr Dimension() = default;
  /// kg, m, s, A, K, mol, cd, rad, cycle.
  constexpr Dimension(int mass, int length, int time, int current = 0, int temperature = 0,
                      int amount = 0, int luminosity = 0, int angle = 0, int cycle = 0)
      : exponents_{mass, length, time, current, temperature, amount, luminosity, angle, cycle} {}
  static Dimension base(BaseQuantity quantity);
  /// kg m²/s² as an energy.
  static constexpr Dimension energy() { return Dimension(1, 2, -2).as(Kind::energy); }
  /// kg m²/s³ as a power.
  static constexpr Dimension power() { return Dimension(1, 2, -3).as(Kind::power); }

  const Rational& exponent(BaseQuantity quantity) const {
    return exponents_[static_cast<std::size_t>(quantity)];
  }
  constexpr bool is_number() const { return *this == Dimension{}; }
  /// Whether it is known to be the dimension of an energy, not of a torque.
  constexpr bool is_energy() const { return kind_ == Kind::energy; }
  Dimension pow(const Rational& exponent) const;
  Dimension sqrt() const { return pow(Rational(1, 2)); }
  Dimension inverse() const { return pow(-1); }
  /// With the exponent of one base quantity set to 0.
  Dimension without(BaseQuantity quantity) const;
  /// As in SI, where radians and cycles are pure numbers.
  Dimension si() const { return without(BaseQuantity::angle).without(BaseQuantity::cycle); }
  /// The shortest common form in SI units: "m/s^2", "N m", "J" (of an energy), "rad/s",
  /// "J/(kg K)"; "1" for a number.
  std::string to_string() const;

  friend Dimension operator*(const Dimension& a, const Dimension& b);
  friend Dimension operator/(const Dimension& a, const Dimension& b);
  friend constexpr bool operator==(const Dimension& a, const Dimension& b) {
    return a.exponents_ == b.exponents_;
  }

 private:
  friend Dimension sum_dimension(const Dimension& a, const Dimension& b);
  enum class Kind : std::uint8_t { any, energy, power };
  static Kind find_product_kind(const Dimension& a, const Dimension& b);
  static Kind find_quotient_kind(const Dimension& a, const Dimension& b);
  constexpr Dimension as(Kind kind) const {
    Dimension result = *this;
    result.kind_ = kind;
    return result;
  }

  std::array<Rational, kCount> exponents_{};
  Kind kind_ = Kind::any;
};

/// "a length (m)", "an angle (rad)", "a pure number", "a quantity in kg m^5": for messages.
std::string describe(const Dimension& dimension);

/// Whether the two dimensions differ only in cycles instead of radians, as 2 Hz and 2 rad/s.
/// Exchanging them would be wrong by a factor of 2π.
bool trades_cycles(const Dimension& a, const Dimension& b);
/// Whether a sum, difference or comparison of the two is permitted: equal except for powers of
/// angle, so that v + r*omega and angle - x/r are accepted, or of cycles, so that v/r + 2 [Hz] is
/// accepted, but not with cycles for radians (docs/design/units.md).
bool can_add(const Dimension& a, const Dimension& b);
/// The dimension of the sum of two that can be added: with the lower power of angle in magnitude,
/// so v + r*omega is a speed, and the higher one of cycles.
Dimension sum_dimension(const Dimension& a, const Dimension& b);

/// Dimensions by name.
namespace dimensions {
inline constexpr Dimension kNumber{};
inline constexpr Dimension kMass{1, 0, 0};
inline constexpr Dimension kLength{0, 1, 0};
inline constexpr Dimension kTime{0, 0, 1};
inline constexpr Dimension kCurrent{0, 0, 0, 1};
inline constexpr Dimension kTemperature{0, 0, 0, 0, 1};
inline constexpr Dimension kAngle{0, 0, 0, 0, 0, 0, 0, 1};
inline constexpr Dimension kFrequency{0, 0, -1, 0, 0, 0, 0, 0, 1};  // of Hz
inline constexpr Dimension kPerTime{0, 0, -1};                      // of 1/s
inline constexpr Dimension kCycles{0, 0, 0, 0, 0, 0, 0, 0, 1};
inline constexpr Dimension kAngularRate{0, 0, -1, 0, 0, 0, 0, 1};
inline constexpr Dimension kAngularAcceleration{0, 0, -2, 0, 0, 0, 0, 1};
inline constexpr Dimension kSpeed{0, 1, -1};
inline constexpr Dimension kAcceleration{0, 1, -2};
inline constexpr Dimension kForce{1, 1, -2};
inline constexpr Dimension kTorque{1, 2, -2};
inline constexpr Dimension kEnergy = Dimension::energy();
inline constexpr Dimension kPower = Dimension::power();
inline constexpr Dimension kPressure{1, -1, -2};
inline constexpr Dimension kInertia{1, 2, 0};
inline constexpr Dimension kMomentum{1, 1, -1};
inline constexpr Dimension kAngularMomentum{1, 2, -1};
}  // namespace dimensions

}  // namespace holon
