// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// A bond graph in the usual notation: elements as text, bonds as half arrows with numbers and
/// causal strokes.
struct BondDrawing {
  struct Node {
    std::string kind;           ///< "R", "1"
    std::string name;           ///< "Ra"; for a port its full name
    bool is_dependent = false;  ///< storage in derivative causality
  };
  struct Bond {
    int from = 0, to = 0;
    std::string number;
    bool strokes_head = false;       ///< the causal stroke is at the head, else at the tail
    std::string domain;              ///< colours the bond; empty or "none": black
    std::string from_port, to_port;  ///< of multiports
  };
  std::string title;
  std::vector<Node> nodes;
  std::vector<Bond> bonds;
};

/// SVG text; its bytes depend only on the argument.
std::string draw_bonds(const BondDrawing& drawing);

}  // namespace holon
