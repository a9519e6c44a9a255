// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The instantaneous screw axis of the body of `of` as seen from the body of `to`. With ω their
/// relative angular velocity and v the relative velocity of the body's point at the origin p of
/// `of`, v = v_of − v_to − ω_to × (p − p_to):
///   direction  e = ω / |ω|
///   point      p + ω × v / ω²      the point of the axis nearest to p
///   pitch      h = ω·v / ω²        [m/rad] translation along the axis per angle
///   rate       |ω|,  speed  e·v = h |ω|
/// Every point at r from the axis moves at |ω| e × r + h |ω| e: M. Chasles (1830); R. S. Ball, A
/// Treatise on the Theory of Screws (1900), §§ 3–10. Below `threshold` the motion is a translation:
/// direction v / |v| through p, an infinite pitch.
struct ScrewAxis {
  FrameName of{};
  FrameName to{};
  Expr threshold = 1e-9;  ///< [rad/s]

  static void describe(Descriptor<ScrewAxis>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
