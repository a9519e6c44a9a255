// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// Measures the flux density of the model's MagneticField at a frame, in its axes.
struct Magnetometer {
  FrameName on{};

  static void describe(Descriptor<Magnetometer>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
