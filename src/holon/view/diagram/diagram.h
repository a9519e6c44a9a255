// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"

/// A model as a connectivity graph: bodies, joints, forces, and the outputs used in formulas. See
/// docs/design/diagram.md.
namespace holon {

struct DiagramNode {
  enum class Kind : std::uint8_t { world, body, frame, joint, force, constraint, oil_node, other };
  Kind kind = Kind::other;
  std::string name;    ///< full: "arm.link"; for an array drawn as one node "link[0…39]"
  std::string type;    ///< "Revolute"
  std::string detail;  ///< "1.2 kg"; may be empty
  int count = 1;       ///< number of parts that it represents
  bool refers_to_itself = false;  ///< its formulas use its own outputs
};

struct DiagramEdge {
  enum class Kind : std::uint8_t {
    holds,   ///< a joint, a constraint or a frame, and the frame to which it is attached
    acts,    ///< from a force to the frame on which it acts
    power,   ///< a bond or a hydraulic line, in the direction of positive power or flow
    signal,  ///< from an output to the part whose formula uses it
  };
  Kind kind = Kind::holds;
  int from = 0, to = 0;              ///< nodes
  std::string from_label, to_label;  ///< frames at the ends, or outputs; empty: the part itself
  int count = 1;                     ///< number of connections that it represents
};

/// Nodes in the order of the model; the world, if anything refers to it, is first.
struct Diagram {
  std::string title;
  std::vector<DiagramNode> nodes;
  std::vector<DiagramEdge> edges;
};

/// For a model whose assembly is complete. Arrays of more than a few parts become one node.
Diagram make_diagram(const Model& model, Assembly& assembly);

/// SVG text; its bytes depend only on the argument. Colours are CSS variables with defaults for a
/// light page: --holon-paper, -ink, -line, -muted, -accent, and -force for forces.
std::string draw_diagram(const Diagram& diagram);

}  // namespace holon
