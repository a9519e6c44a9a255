// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "holon/view/diagram/diagram.h"
#include "holon/view/diagram/diagram_layout.h"

namespace holon::detail {

/// [px] sizes of text
inline constexpr double kPartName = 13, kSmall = 11, kPillName = 12;
inline constexpr double kPadding = 14, kDiagramMargin = 20, kIcon = 16;
inline constexpr double kStack = 7;  ///< [px] offset of the last sheet of a stack from the first

/// The last piece of a dotted name.
std::string local_name(const std::string& name);

/// A diagram's nodes with their sizes, labels and groups, laid out; all lengths in px.
class PlacedDiagram {
 public:
  /// `upright`: the ranks lie below each other, else side by side. The diagram must outlive it.
  PlacedDiagram(const Diagram& diagram, bool upright);
  double width() const;
  double height() const;

 protected:
  using Node = DiagramNode;
  using Edge = DiagramEdge;
  struct Point {
    double x, y;
  };
  struct Size {
    double width, height;
  };

  static bool is_pill(const Node& node) {
    return node.kind != Node::Kind::world && node.kind != Node::Kind::body;
  }
  static std::string name_of(const Node& node);
  static std::string second_line(const Node& node);
  static Size measure(const Node& node);
  std::string end_label(const Edge& edge, bool from) const;
  bool has_arrow(const Edge& edge) const;

  Point at(const LayoutPoint& p) const {
    const double along = p.along - layout_.low.along + kDiagramMargin,
                 across = p.across - layout_.low.across + kDiagramMargin;
    return upright_ ? Point{across, along} : Point{along, across};
  }
  Point center(std::size_t node) const { return at(layout_.centers[node]); }
  Size size(std::size_t node) const {
    return upright_ ? Size{layout_.across[node], sizes_[node].height}
                    : Size{sizes_[node].width, layout_.across[node]};
  }

  const Diagram& diagram_;
  const bool upright_;
  std::vector<Size> sizes_;
  std::vector<std::string> groups_;
  std::vector<std::vector<int>> groups_of_node_;
  Layout layout_;

 private:
  std::vector<int> groups_of(const Node& node);
  LayoutEnd room_of(const Edge& edge, bool from) const;

  std::vector<int> arrows_;  // by node: number of force edges
  std::map<std::string, int> group_index_;
};

}  // namespace holon::detail
