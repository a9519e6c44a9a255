// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/assembly/part.h"

namespace holon {

/// The surface of a ground below a frame, exactly: its height and slopes, and how far the frame is
/// above it.
struct GroundProbe {
  FrameName on{};
  std::string ground;  ///< a Terrain or DesignSurface

  static void describe(Descriptor<GroundProbe>& d);
  void build(PartBuilder& b) const;
};

}  // namespace holon
