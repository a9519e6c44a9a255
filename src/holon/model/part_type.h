// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holon/model/field.h"
#include "holon/system/system.h"

namespace holon {

class PartBuilder;

/// An output that every part of a type has; its name is local: "angle", "reaction.force".
using OutputType = OutputDeclaration;

struct FrameType {
  std::string name, description;
};

struct PortType {
  std::string name, domain, description;
};

class OutputBuilder {
 public:
  explicit OutputBuilder(OutputType& output) : output_(&output) {}
  /// Recorded where the model names no outputs.
  OutputBuilder& main();

 private:
  OutputType* output_;
};

/// A part's description without its C++ type. Made by `part_type_of<P>()` from P::describe.
struct PartType {
  std::string name, description;
  Schema schema;
  std::vector<OutputType> outputs;
  bool is_frame = false;
  std::vector<FrameType> frames;
  std::vector<PortType> ports;

  std::shared_ptr<void> (*create)() = nullptr;
  std::shared_ptr<void> (*copy)(const void* part) = nullptr;
  void (*build)(const void* part, PartBuilder& builder) = nullptr;

  /// Throws std::logic_error for a name that stands twice (among outputs or parameters) or a unit
  /// that base/units.h does not read.
  OutputBuilder add_output(std::string name, std::vector<std::string> components,
                           std::string_view unit, std::string description);
  const OutputType* find_output(std::string_view name) const;
};

/// What every frame offers, in this order: see `frame_outputs`.
enum class FrameOutput : std::uint8_t {
  position,
  orientation,
  velocity,
  acceleration,
  angular_velocity,
  angular_acceleration,
  angular_velocity_body,
};

/// The outputs of every frame, by FrameOutput: in world axes, the last one in its own.
const std::vector<OutputType>& frame_outputs();
/// The same for the frame that a part itself is: there the position is a main output.
const std::vector<OutputType>& own_frame_outputs();

/// The outputs of the machine as a whole, `system.energy.kinetic` …, with names behind `system.`.
const std::vector<OutputType>& system_outputs();

}  // namespace holon
