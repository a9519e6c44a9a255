// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The motion of the frame `of` as an observer fixed in the frame `to` measures it: everything in
/// the axes of `to`, rates as derivatives of the components there. With Δ = p_of −
/// p_to in the world, ω and α the angular velocity and acceleration of `to`:
///   position          r  = Rᵀ Δ
///   velocity          r' = Rᵀ (Δ' − ω × Δ)
///   acceleration      r″ = Rᵀ (Δ″ − α × Δ − ω × (ω × Δ) − 2 ω × (Δ' − ω × Δ))
///   angular velocity  w  = Rᵀ (ω_of − ω)
///   its rate          w' = Rᵀ (α_of − α − ω × (ω_of − ω))
struct Relative {
  FrameName of{};
  FrameName to{};

  static void describe(Descriptor<Relative>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
