// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "holon/model/describe/settings.h"

namespace holon {

/// Plots that parts add to those which the model names (Assembly::domain<PartPlots>()): of filters,
/// of the sky above a receiver.
struct PartPlots {
  std::vector<PlotSettings> list;
  /// Estimated positions in space with their covariance, by outputs: for the moving machine.
  struct Ellipsoid {
    std::string name;
    std::array<std::string, 3> position;    ///< x, y, z [m] in world axes
    std::array<std::string, 6> covariance;  ///< xx, xy, xz, yy, yz, zz [m²]
  };
  std::vector<Ellipsoid> ellipsoids{};
  /// Axes of motors in space, by the part whose outputs `point`, `direction` and `pitch` they are:
  /// screw axes, or those of wrenches. For the moving machine.
  struct MotorAxis {
    std::string part;
    bool is_wrench = false;
  };
  std::vector<MotorAxis> axes{};
};

}  // namespace holon
