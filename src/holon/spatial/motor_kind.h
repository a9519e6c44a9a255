// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace holon {

/// The physical kind of a motor. Motors of different kinds cannot be added, and only meaningful
/// products are defined.
enum class MotorKind : std::uint8_t {
  screw,         ///< a line with a pitch; a displacement; a velocity per unit of rate
  velocity,      ///< its rate
  acceleration,  ///< the rate of a velocity
  momentum,
  force,  ///< the rate of a momentum
};

/// True for the kinds that describe motion, false for momentum and force.
constexpr bool is_motion(MotorKind k) { return k <= MotorKind::acceleration; }

constexpr bool has_rate(MotorKind k) {
  return k == MotorKind::screw || k == MotorKind::velocity || k == MotorKind::momentum;
}
/// The kind of the time derivative.
constexpr MotorKind rate_of(MotorKind k) {
  return k == MotorKind::screw      ? MotorKind::velocity
         : k == MotorKind::velocity ? MotorKind::acceleration
                                    : MotorKind::force;
}

constexpr bool has_integral(MotorKind k) {
  return k == MotorKind::velocity || k == MotorKind::acceleration || k == MotorKind::force;
}
/// The kind whose rate is k.
constexpr MotorKind integral_of(MotorKind k) {
  return k == MotorKind::velocity       ? MotorKind::screw
         : k == MotorKind::acceleration ? MotorKind::velocity
                                        : MotorKind::momentum;
}

/// (a, b) exists for motion with momentum or force, for a screw with anything, for equal kinds.
constexpr bool has_dot(MotorKind a, MotorKind b) {
  return a == b || a == MotorKind::screw || b == MotorKind::screw || is_motion(a) != is_motion(b);
}

/// a × b exists for a screw with anything, and for a velocity with a kind that has a rate.
constexpr bool has_cross(MotorKind a, MotorKind b) {
  return a == MotorKind::screw || b == MotorKind::screw ||
         (a == MotorKind::velocity && has_rate(b)) || (b == MotorKind::velocity && has_rate(a));
}
constexpr MotorKind cross_of(MotorKind a, MotorKind b) {
  if (a == MotorKind::velocity && has_rate(b)) return rate_of(b);
  if (b == MotorKind::velocity && has_rate(a)) return rate_of(a);
  return a == MotorKind::screw ? b : a;
}

}  // namespace holon
