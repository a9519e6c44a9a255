// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holon/model/assembly/model.h"

/// A model as a connectivity graph: bodies, the joints that hold them, what acts on them, and which
/// formula names whose outputs. See docs/design/diagram.md.
namespace holon {

struct DiagramNode {
  enum class Kind : std::uint8_t { world, body, frame, joint, force, constraint, oil_node, other };
  Kind kind = Kind::other;
  std::string name;    ///< full: "arm.link"; of an array that stands as one "link[0…39]"
  std::string type;    ///< "Revolute"
  std::string detail;  ///< "1.2 kg"; may be empty
  int count = 1;       ///< parts that it stands for
  bool refers_to_itself = false;  ///< its formulas name its own outputs
};

struct DiagramEdge {
  enum class Kind : std::uint8_t {
    holds,   ///< a joint, a constraint or a frame, and what it is held to
    acts,    ///< from a force to the frame that it acts on
    power,   ///< a bond or an oil line, in the direction of positive power or flow
    signal,  ///< from an output to the part whose formula names it
  };
  Kind kind = Kind::holds;
  int from = 0, to = 0;              ///< nodes
  std::string from_label, to_label;  ///< frames at the ends, or outputs; empty: the part itself
  int count = 1;                     ///< connections that it stands for
};

/// Nodes in the order of the model; the world, where anything refers to it, comes first.
struct Diagram {
  std::string title;
  std::vector<DiagramNode> nodes;
  std::vector<DiagramEdge> edges;
};

/// Of a model whose assembly is complete. Arrays of more than a few parts become one node.
Diagram make_diagram(const Model& model, Assembly& assembly);

/// SVG text; its bytes depend on the argument alone. Colours are CSS variables with defaults for a
/// light page: --holon-paper, -ink, -line, -muted, -accent, and -force for what acts.
std::string draw_diagram(const Diagram& diagram);

}  // namespace holon
