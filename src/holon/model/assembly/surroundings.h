// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "holon/model/assembly/assembly.h"
#include "holon/model/describe/part_type.h"

namespace holon::detail {

/// What a sensor that rests in the world feels of it. A part of type Gravity sets the gravity, what
/// places the world on a rotating planet its rotation, a MagneticField the magnetic field.
struct Surroundings {
  /// Gravity [m/s²] at a point [m], both in world axes. In a rotating world it contains the
  /// centrifugal acceleration, as a plumb line shows it.
  std::function<Vector3<Expr>(const Vector3<Expr>& point)> gravity;
  /// [rad/s] angular velocity of the world's axes in inertial space, in world axes.
  Vector3<Expr> rotation{0.0, 0.0, 0.0};
  /// Magnetic flux density [T] at a point [m], both in world axes; nothing where there is no field.
  std::function<Vector3<Expr>(const Vector3<Expr>& point)> magnetic_field{};

  /// Those of an assembly, which exist as long as it; at first with the gravity and the rotation of
  /// the section `world`.
  static Surroundings& of(Assembly& assembly);

  /// Gravity where it is the same everywhere and contains no outputs of parts; else nothing.
  std::optional<Vector3<Expr>> find_uniform_gravity() const;
};

/// `gravity`, of the world, as formulas name it.
const std::vector<OutputType>& world_gravity_outputs();

}  // namespace holon::detail
