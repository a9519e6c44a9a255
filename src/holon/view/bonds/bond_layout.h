// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// Places for the elements of bond graphs as people draw them: bonds of about one length, level or
/// upright where that can be, elements around their junction. By stress majorisation (E. Gansner,
/// Y. Koren, S. North, Graph drawing by stress majorization, GD 2004), in which bonds then pull
/// towards the nearest of the directions that their junctions have to give.
namespace holon {

struct BondLayoutNode {
  double width = 0, height = 0;  ///< [px] of its text
  /// Belongs to the left (-1) or right (1) of the drawing, where that can be.
  double side = 0;
};
struct BondLayoutEdge {
  int from = 0, to = 0;
  double from_label = 0, to_label = 0;  ///< [px] widths of texts beside its ends
};
struct BondLayoutPoint {
  double x = 0, y = 0;
};

/// Centres [px], y downwards, by node. Deterministic. Time and memory grow with the square of the
/// nodes: some hundred are a second.
std::vector<BondLayoutPoint> lay_out_bonds(const std::vector<BondLayoutNode>& nodes,
                                           const std::vector<BondLayoutEdge>& edges);

/// Everything that a drawing needs.
struct BondPlacement {
  std::vector<BondLayoutPoint> centers;  ///< by node
  /// By node: how tall it is; more than its text where many bonds end beside each other.
  std::vector<double> heights;
  /// By edge: corners of its line, from rim to rim.
  std::vector<std::vector<BondLayoutPoint>> routes;
};

/// By lay_out_bonds, where bonds then cross no other and no text; else in layers.
BondPlacement place_bonds(const std::vector<BondLayoutNode>& nodes,
                          const std::vector<BondLayoutEdge>& edges);

/// In layers from the left to the right, by the distance from a source (diagram_layout.h): elements
/// with one bond stand above and below theirs, all others beside each other. What gets too wide and
/// hangs on one bond goes on in another row. Time grows with the size of the graph.
BondPlacement lay_out_bonds_in_layers(const std::vector<BondLayoutNode>& nodes,
                                      const std::vector<BondLayoutEdge>& edges);

}  // namespace holon
