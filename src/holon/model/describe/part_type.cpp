// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/describe/part_type.h"

#include "holon/base/errors.h"

namespace holon {

OutputBuilder& OutputBuilder::main() {
  output_->is_main = true;
  return *this;
}

OutputBuilder& OutputBuilder::is(OutputRole role) {
  output_->role = role;
  return *this;
}

OutputBuilder& OutputBuilder::like(std::vector<std::string> parameters, std::string_view unit) {
  type_->derived_outputs.push_back(
      {output_->name, std::move(parameters), Requirement::from_unit(unit).dimension});
  return *this;
}

OutputBuilder PartType::add_output(std::string output, std::vector<std::string> components,
                                   std::string_view unit, std::string text) {
  HOLON_CHECK(!find_output(output), "output '" + output + "' is described twice");
  OutputType& added = outputs.emplace_back();
  added.name = std::move(output);
  added.components = std::move(components);
  added.dimension = Requirement::from_unit(unit).dimension;
  added.description = std::move(text);
  return OutputBuilder(*this, added);
}

void PartType::complete_role() {
  if (role != PartRole::other) return;
  if (is_frame) role = PartRole::frame;
  for (const Field& field : schema.fields)
    if (field.kind == FieldKind::between) role = PartRole::force;
}

const OutputType* PartType::find_output(std::string_view output) const {
  for (const OutputType& candidate : outputs) {
    if (candidate.name == output) return &candidate;
  }
  return nullptr;
}

const std::vector<OutputType>& frame_outputs() {
  using namespace dimensions;
  static const std::vector<OutputType> table{
      {"position",
       {"x", "y", "z"},
       kLength,
       "of the frame's origin, in world axes",
       false,
       OutputRole::position},
      {"orientation",
       {"w", "x", "y", "z"},
       kNumber,
       "unit quaternion that rotates the frame's axes into the world's",
       false},
      {"velocity",
       {"x", "y", "z"},
       kSpeed,
       "of the frame's origin, in world axes",
       false,
       OutputRole::velocity},
      {"acceleration",
       {"x", "y", "z"},
       kAcceleration,
       "of the frame's origin, in world axes",
       false},
      {"angular_velocity",
       {"x", "y", "z"},
       kAngularRate,
       "in world axes",
       false,
       OutputRole::angular_velocity},
      {"angular_acceleration", {"x", "y", "z"}, kAngularAcceleration, "in world axes", false},
      {"angular_velocity_body", {"x", "y", "z"}, kAngularRate, "in the frame's own axes", false},
      {"specific_force",
       {"x", "y", "z"},
       kAcceleration,
       "acceleration without gravity, as an accelerometer measures it, in the frame's own axes",
       false},
  };
  return table;
}

const std::vector<OutputType>& own_frame_outputs() {
  static const std::vector<OutputType> table = [] {
    std::vector<OutputType> own = frame_outputs();
    own[static_cast<std::size_t>(FrameOutput::position)].is_main = true;
    return own;
  }();
  return table;
}

const std::vector<OutputType>& earth_frame_outputs() {
  using namespace dimensions;
  static const std::vector<OutputType> table{
      {"ecef",
       {"x", "y", "z"},
       kLength,
       "of the frame's origin in Earth-centred, Earth-fixed axes",
       false},
      {"latitude", {}, kAngle, "geodetic (WGS84), of the frame's origin", false},
      {"longitude", {}, kAngle, "of the frame's origin, east", false},
      {"height", {}, kLength, "of the frame's origin above the ellipsoid WGS84", false},
  };
  return table;
}

const std::vector<OutputType>& node_outputs() {
  static const std::vector<OutputType> outputs{
      {"pressure", {}, dimensions::kPressure, "pressure at the node, above the tank's"},
      {"mass", {}, dimensions::kMass, "mass of the fluid at the node"},
      {"volume", {}, Dimension{0, 3, 0}, "volume of fluid, air and vapour at the node"},
      {"density", {}, Dimension{1, -3, 0}, "density of fluid, air and vapour at the node"}};
  return outputs;
}

const std::vector<OutputType>& system_outputs() {
  using namespace dimensions;
  static const std::vector<OutputType> table{
      {"energy.kinetic", {}, kEnergy, "of all bodies", false},
      {"energy.potential", {}, kEnergy, "of gravity and springs", false},
      {"energy.stored", {}, kEnergy, "in storage of bond graphs and in hydraulic fluid", false},
      {"energy.total", {}, kEnergy, "kinetic, potential and stored energy", false},
      {"energy.dissipated",
       {},
       kEnergy,
       "energy dissipated in dampers, friction and resistances since the start",
       false},
      {"energy.supplied", {}, kEnergy, "energy supplied from outside since the start", false},
      {"power",
       {},
       kPower,
       "supplied by drives, prescribed motions, external forces and sources",
       false},
      {"dissipated_power", {}, kPower, "dissipated in dampers, friction and resistances", false},
      {"momentum", {"x", "y", "z"}, kMomentum, "of all bodies, in world axes", false},
      {"angular_momentum",
       {"x", "y", "z"},
       kAngularMomentum,
       "of all bodies about the world's origin",
       false},
      {"constraint_drift",
       {},
       kNumber,
       "largest residual of constraints and of unit quaternions in the state",
       false},
      {"fluid.mass", {}, kMass, "in all volumes of hydraulic circuits", false},
      {"fluid.mass_flow",
       {},
       kMass / kTime,
       "net inflow from tanks and from bond graphs of pressure and volume flow",
       false},
  };
  return table;
}

}  // namespace holon
