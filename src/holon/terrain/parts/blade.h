// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// A straight blade that cuts, carries and spreads soil: the force of the soil on a body at the
/// middle of its cutting edge (terrain/earth_moving.h has the equations), and the soil in front of
/// it. The blade is divided into strips, each with its own depth, speed and pile, so that a tilted
/// blade has a moment.
struct Blade {
  struct Start {
    Expr pile = 0.0;  ///< [m³]
    static void describe(Fields<Start>& f);
  };
  FrameName on{};                   ///< middle of the cutting edge: x ahead, y to the left
  std::string ground;               ///< the part
  Expr width;                       ///< [m]
  Expr height;                      ///< [m]
  Expr angle = 0.9599310885968813;  ///< [rad] of the blade to the horizontal, 55°
  Expr edge_thickness = 0.0;        ///< [m] that bears on the soil when the blade is lowered
  Expr surcharge = 0.0;             ///< [Pa] on the soil ahead
  Expr slip_speed = 0.01;           ///< [m/s] from which on the soil fails
  double blend = 0.005;             ///< [m] depth over which the contact begins
  std::int64_t strips = 5;
  Start initial{};

  static void describe(Descriptor<Blade>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
