// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/describe/field.h"
#include "holon/system/system.h"

namespace holon {

class Diagnostics;
class ModelLoader;
class PartBuilder;
class SourceNode;

/// An output that every part of a type has; its name is local: "angle", "reaction.force".
using OutputType = OutputDeclaration;

struct FrameType {
  std::string name, description;
};

struct PortType {
  std::string name, domain, description;
};

/// An output whose dimension is that of some parameters' product, times that of a unit.
struct DerivedOutput {
  std::string output;
  std::vector<std::string> parameters;
  Dimension unit;
};

/// A name that the contents of a part define ("elements" of a bond graph): an output, and its name
/// in the part's own formulas.
struct MadeName {
  OutputType output;     ///< its name is local: "Ra.flow"
  std::string within{};  ///< in the formulas of this object ("elements.Ra") it is also named …
  std::string alias{};   ///< … this: "f"
};

/// What a part is in a machine: its place in diagrams and palettes.
enum class PartRole : std::uint8_t {
  other,       ///< its domain says what it is: signals, hydraulics, bonds
  body,        ///< has mass; with a frame of its own, or mounted on a frame
  frame,       ///< a place, or the motion of one relative to another
  joint,       ///< holds two frames together and leaves freedoms
  coupling,    ///< of coordinates of joints: a gear, a brake
  constraint,  ///< of frames, without freedoms of its own
  force,       ///< acts on frames
  drive,       ///< turns a shaft by an energy of its own
  field,       ///< of the surroundings
  gravity,     ///< the field that replaces the world's gravity
  energies,    ///< a system described by its energies
  sensor,
};

struct PartType;

class OutputBuilder {
 public:
  OutputBuilder(PartType& type, OutputType& output) : type_(&type), output_(&output) {}
  /// Recorded if the model names no outputs.
  OutputBuilder& main();
  OutputBuilder& is(OutputRole role);
  /// Its dimension is that of parameters (see FieldBuilder::fits), times a unit.
  OutputBuilder& like(std::vector<std::string> parameters, std::string_view unit = {});

 private:
  PartType* type_;
  OutputType* output_;
};

/// A part's description without its C++ type. Created by `part_type_of<P>()` from P::describe.
struct PartType {
  std::string name, description;
  std::string plugin{};  ///< the file that it comes from, where it is not Holon's own
  Schema schema;
  std::vector<OutputType> outputs;
  std::vector<DerivedOutput> derived_outputs;
  PartRole role = PartRole::other;
  bool is_frame = false;
  std::vector<FrameType> frames;
  std::vector<PortType> ports;

  /// The names that a part described by this map defines; nullptr if the type defines none in this
  /// way.
  std::vector<MadeName> (*list_names)(const SourceNode& part) = nullptr;
  /// The same for a type with a model inside; its parts are omitted from such models.
  std::vector<MadeName> (*list_model_names)(const SourceNode& part, const std::string& name,
                                            ModelLoader& loader,
                                            Diagnostics& diagnostics) = nullptr;
  std::shared_ptr<void> (*create)() = nullptr;
  std::shared_ptr<void> (*copy)(const void* part) = nullptr;
  void (*build)(const void* part, PartBuilder& builder) = nullptr;
  /// Of tables: the value at one or two arguments, for lookup(…) in formulas; equations print it
  /// with the part's name, and `folder` is that of the model's file. nullptr if the type is not a
  /// table.
  std::optional<Expr> (*look_up)(const void* part, std::span<const Expr> arguments,
                                 const std::string& name, const std::string& folder,
                                 std::string& error) = nullptr;

  /// Throws std::logic_error for a duplicate name (among outputs or parameters) or a unit that
  /// base/units.h cannot read.
  OutputBuilder add_output(std::string name, std::vector<std::string> components,
                           std::string_view unit, std::string description);
  const OutputType* find_output(std::string_view name) const;
  /// Without a role given, a part that is a frame is one, and one between two frames is a force.
  void complete_role();
};

/// The outputs of every frame, in this order: see `frame_outputs`.
enum class FrameOutput : std::uint8_t {
  position,
  orientation,
  velocity,
  acceleration,
  angular_velocity,
  angular_acceleration,
  angular_velocity_body,
  specific_force,
};

/// The outputs of every frame, by FrameOutput: in world axes, the last two in its own.
const std::vector<OutputType>& frame_outputs();
/// The same for the frame that a part itself is: there the position is a main output.
const std::vector<OutputType>& own_frame_outputs();
/// The outputs that frames have besides in a model with `world: {earth: …}`, in this order.
enum class EarthOutput : std::uint8_t { ecef, latitude, longitude, height };
const std::vector<OutputType>& earth_frame_outputs();

/// The outputs of every hydraulic node, with names below its own: `P.pressure`.
const std::vector<OutputType>& node_outputs();

/// The outputs of the machine as a whole, `system.energy.kinetic` …, with names below `system.`.
const std::vector<OutputType>& system_outputs();

}  // namespace holon
