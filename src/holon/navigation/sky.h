// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/expr/graph/function.h"
#include "holon/navigation/broadcast_orbit.h"

namespace holon::detail {

/// Where an assembly keeps the satellites of its Constellation.
struct SkySlot {
  std::string part;  ///< its name; empty where the model has none
  GpsTime epoch;     ///< at time 0
  std::vector<SatelliteOrbits> satellites;
  std::optional<KlobucharNumbers> ionosphere;
  /// Of a satellite's numbers (OrbitNumbers): position, velocity, clock.
  FunctionRef calc;
  static FunctionRef make_function();
  /// The same of GLONASS (glonass_numbers); null where there is none of its satellites.
  FunctionRef calc_glonass;
  static FunctionRef make_glonass_function();

  /// A satellite `before` [s] the instant `time` [s], in the Earth-fixed axes of then.
  SatelliteState<Expr> satellite(std::size_t k, Expr time, Expr before) const;
};

}  // namespace holon::detail
