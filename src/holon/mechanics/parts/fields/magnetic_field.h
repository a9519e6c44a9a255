// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The magnetic flux density B of the surroundings: of a dipole, or by formulas of the position.
/// Of a dipole m at the distance r, e = r/|r|:
///
///   B = μ0/(4π |r|³) (3 (m·e) e − m)      μ0 = 4π 1e-7 T m/A
///
/// (J. D. Jackson, Classical Electrodynamics, 3rd ed., 1999, eq. 5.56). μ0 as it was defined until
/// 2019; since then it is measured, and that to ten digits.
struct MagneticField {
  struct Dipole {
    Expr moment;         ///< [A m²]
    FrameName center{};  ///< where it is
    Axis axis{};         ///< of its moment, in that frame
    static void describe(Fields<Dipole>& f);
  };

  std::optional<Dipole> dipole{};
  std::vector<Expr> field{};  ///< [T] in world axes; formulas of x, y, z

  static std::vector<MadeName> list_names(const SourceNode& part);
  static void describe(Descriptor<MagneticField>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
