// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// The layout of bond graphs as drawn by hand: bonds of about equal length, horizontal or vertical
/// where possible, elements around their junction. By stress majorisation (E. Gansner, Y. Koren, S.
/// North, Graph drawing by stress majorization, GD 2004), in which bonds are attracted to the
/// nearest available direction at their junctions.
namespace holon {

struct BondLayoutNode {
  double width = 0, height = 0;  ///< [px] of its text
  /// Preferably on the left (-1) or right (1) of the drawing.
  double side = 0;
};
struct BondLayoutEdge {
  int from = 0, to = 0;
  double from_label = 0, to_label = 0;  ///< [px] widths of texts beside its ends
};
struct BondLayoutPoint {
  double x = 0, y = 0;
};

/// Centres [px], y downwards, by node. Deterministic. Time and memory are quadratic in the nodes:
/// some hundred take a second.
std::vector<BondLayoutPoint> lay_out_bonds(const std::vector<BondLayoutNode>& nodes,
                                           const std::vector<BondLayoutEdge>& edges);

/// The data for a drawing.
struct BondPlacement {
  std::vector<BondLayoutPoint> centers;  ///< by node
  /// By node: its height; more than its text if many bonds end side by side.
  std::vector<double> heights;
  /// By edge: corners of its line, from rim to rim.
  std::vector<std::vector<BondLayoutPoint>> routes;
};

/// By lay_out_bonds, if bonds then cross no other bond and no text; else in layers.
BondPlacement place_bonds(const std::vector<BondLayoutNode>& nodes,
                          const std::vector<BondLayoutEdge>& edges);

/// In layers from the left to the right, by the distance from a source (diagram_layout.h): elements
/// with one bond are above and below their neighbour, all others side by side. A drawing that is
/// too wide continues in another row where a single bond connects two layers. The time is linear in
/// the size of the graph.
BondPlacement lay_out_bonds_in_layers(const std::vector<BondLayoutNode>& nodes,
                                      const std::vector<BondLayoutEdge>& edges);

}  // namespace holon
