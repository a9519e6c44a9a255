// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/catalogue.h"

#include <algorithm>

#include "holon/base/errors.h"

namespace holon {

void Catalogue::add(const PartType& type) {
  HOLON_CHECK(!find(type.name), "part type '" + type.name + "' is registered twice");
  types_.push_back(&type);
}

const PartType* Catalogue::find(std::string_view name) const {
  for (const PartType* type : types_) {
    if (type->name == name) return type;
  }
  return nullptr;
}

bool is_future_part(std::string_view type) {
  static constexpr std::string_view kTypes[] = {
      "RigidBody",
      "PointMass",
      "VariableMass",
      "Flywheel",
      "ElasticBody",
      "Revolute",
      "Prismatic",
      "Screw",
      "Cylindrical",
      "Universal",
      "Planar",
      "Spherical",
      "Free",
      "Fixed",
      "Constraint",
      "Distance",
      "Cable",
      "Spring",
      "Damper",
      "SpringDamper",
      "Bushing",
      "Force",
      "Torque",
      "Gravity",
      "Contact",
      "Lagrangian",
      "Constrained",
      "Equations",
      "PID",
      "TransferFunction",
      "StateSpace",
      "Integrator",
      "Limiter",
      "RateLimiter",
      "Delay",
      "Table",
      "Noise",
      "Filter",
      "LQR",
      "Switch",
      "Hold",
      "BondGraph",
      "FixedPump",
      "VariablePump",
      "HydraulicMotor",
      "ReliefValve",
      "CheckValve",
      "PilotCheck",
      "Orifice",
      "ProportionalValve",
      "DirectionalValve",
      "PressureCompensator",
      "FlowDivider",
      "HydraulicCylinder",
      "Accumulator",
      "Line",
      "Volume",
      "Tank",
      "Frame",
      "Relative",
      "GnssReceiver",
      "Imu",
      "KalmanFilter",
  };
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

}  // namespace holon
