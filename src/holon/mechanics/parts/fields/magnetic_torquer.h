// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Coils or rods with a magnetic dipole d on a body: the torque d × B of the model's MagneticField.
/// The force of the field's gradient on the dipole is neglected.
struct MagneticTorquer {
  FrameName on{};
  Vector3<Expr> dipole{0.0, 0.0, 0.0};  ///< [A m²] in that frame's axes
  std::optional<Expr> limit{};          ///< [A m²] of each component

  static void describe(Descriptor<MagneticTorquer>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
