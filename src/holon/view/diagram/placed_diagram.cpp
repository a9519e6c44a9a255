// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/diagram/placed_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/view/svg/svg.h"

namespace holon::detail {
namespace {

using Node = DiagramNode;
using Edge = DiagramEdge;

constexpr std::size_t kLongestText = 44;

std::string shorten(const std::string& text) {
  std::size_t letters = 0;
  for (std::size_t k = 0; k < text.size(); ++k)
    if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80 && ++letters == kLongestText)
      return text.substr(0, k) + "…";
  return text;
}

/// The end of the name of the composite part that contains a part: "arm" of "arm.link[2]".
std::string group_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::string() : name.substr(0, dot);
}
/// Joints first, so that the tree of bodies is the tree of the machine; see diagram.md.
int stage_of(const Diagram& diagram, const Edge& edge) {
  if (edge.kind == Edge::Kind::signal) return 4;
  if (edge.kind == Edge::Kind::power) return 3;
  if (edge.kind == Edge::Kind::acts) return 2;
  const auto kind = diagram.nodes[static_cast<std::size_t>(edge.to)].kind;
  return kind == Node::Kind::constraint ? 1 : 0;
}

/// Distances from the world along joints and frames; nodes not reached by these are attached to
/// constraints, forces, signals, in this order.
std::vector<int> find_ranks(const Diagram& diagram) {
  constexpr int kStages = 4, kFreeBody = 2, kFreePart = 1;
  std::vector<std::vector<std::pair<std::size_t, int>>> neighbours(diagram.nodes.size());
  for (const Edge& edge : diagram.edges) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    neighbours[from].emplace_back(to, stage_of(diagram, edge));
    neighbours[to].emplace_back(from, stage_of(diagram, edge));
  }
  std::vector<int> ranks(diagram.nodes.size(), -1);
  std::vector<std::size_t> ranked;
  const auto set = [&](std::size_t node, int rank) {
    ranks[node] = rank;
    ranked.push_back(node);
  };
  const auto grow = [&](int stage) {
    const std::size_t before = ranked.size();
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    for (std::size_t k = 0; k < ranked.size(); ++k)
      for (const auto& [next, s] : neighbours[ranked[k]])
        if (s <= stage && ranks[next] < 0) {
          set(next, ranks[ranked[k]] + 1);
          // A connection of a later stage may reach a tree of joints, which then takes precedence.
          if (stage > 0) return true;
        }
    return ranked.size() > before;
  };
  const auto grow_all = [&] {
    for (int stage = 0; stage < kStages; stage = grow(stage) ? 0 : stage + 1) {
    }
  };
  const bool has_world = !diagram.nodes.empty() && diagram.nodes[0].kind == Node::Kind::world;
  if (has_world) set(0, 0);
  grow_all();
  for (const bool bodies : {true, false})
    for (std::size_t n = 0; n < ranks.size(); ++n) {
      if (ranks[n] >= 0 || (bodies && diagram.nodes[n].kind != Node::Kind::body)) continue;
      set(n, !has_world ? 0 : bodies ? kFreeBody : kFreePart);
      grow_all();
    }
  // A node that only receives signals is placed after all its sources.
  for (std::size_t n = 0; n < ranks.size(); ++n) {
    if (diagram.nodes[n].kind != Node::Kind::other) continue;
    for (const auto& [next, stage] : neighbours[n]) ranks[n] = std::max(ranks[n], ranks[next] + 1);
  }
  return ranks;
}

}  // namespace

std::string local_name(const std::string& name) { return name.substr(name.rfind('.') + 1); }

std::string PlacedDiagram::name_of(const Node& node) { return shorten(local_name(node.name)); }

PlacedDiagram::PlacedDiagram(const Diagram& diagram, bool upright)
    : diagram_(diagram), upright_(upright), arrows_(diagram.nodes.size(), 0) {
  for (const Edge& edge : diagram.edges)
    if (edge.kind == Edge::Kind::acts) ++arrows_[static_cast<std::size_t>(edge.from)];
  const std::vector<int> ranks = find_ranks(diagram);
  std::vector<LayoutNode> nodes;
  for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
    const Node& node = diagram.nodes[n];
    const Size s = measure(node);
    sizes_.push_back(s);
    groups_of_node_.push_back(groups_of(node));
    nodes.push_back({ranks[n], upright ? s.height : s.width, upright ? s.width : s.height,
                     groups_of_node_.back()});
  }
  std::vector<LayoutEdge> edges;
  for (const Edge& edge : diagram.edges)
    edges.push_back({edge.from, edge.to, room_of(edge, true), room_of(edge, false),
                     edge.kind == Edge::Kind::signal  ? 1.0
                     : edge.kind == Edge::Kind::holds ? 4.0
                                                      : 2.0});
  LayoutSpacing spacing;
  // In horizontal diagrams labels may extend beyond the corner of their node; in vertical ones they
  // are too long.
  if (!upright) spacing.rim = 9;
  if (upright) spacing.bend = 28;
  if (!groups_.empty()) {
    spacing.group_low = upright ? 14 : 28;
    spacing.group_high = 14;
    spacing.group_along = upright ? 48 : 28;
  }
  layout_ = lay_out(nodes, edges, spacing);
}

double PlacedDiagram::width() const {
  const double along = layout_.high.along - layout_.low.along,
               across = layout_.high.across - layout_.low.across;
  return std::ceil((upright_ ? across : along) + 2 * kDiagramMargin);
}
double PlacedDiagram::height() const {
  const double along = layout_.high.along - layout_.low.along,
               across = layout_.high.across - layout_.low.across;
  return std::ceil((upright_ ? along : across) + 2 * kDiagramMargin);
}

std::string PlacedDiagram::second_line(const Node& node) {
  if (node.kind == Node::Kind::world) return node.detail;
  std::string line = node.type;
  if (!node.detail.empty()) line += " · " + node.detail;
  if (node.count > 1) line = fmt::format("{} × ", node.count) + line;
  return shorten(line);
}

PlacedDiagram::Size PlacedDiagram::measure(const Node& node) {
  const std::string name = name_of(node), line = second_line(node);
  const double stack = node.count > 1 ? kStack : 0;
  if (!is_pill(node)) {
    const double text = std::max(estimate_text_width(name, kPartName, true),
                                 line.empty() ? 0 : estimate_text_width(line, kSmall));
    const bool is_world = node.kind == Node::Kind::world;
    return {text + (is_world ? 24 : 2 * kPadding) + stack, (line.empty() ? 34.0 : 46.0) + stack};
  }
  const std::string& note = node.detail;
  double width = 10 + kIcon + 6 + estimate_text_width(name, kPillName) + 12;
  if (!note.empty()) width += 6 + estimate_text_width(note, kSmall);
  if (node.refers_to_itself) width += 18;
  return {width + stack, 28 + stack};
}

std::vector<int> PlacedDiagram::groups_of(const Node& node) {
  std::vector<int> groups;
  for (std::string group = group_of(node.name); !group.empty(); group = group_of(group)) {
    const auto [it, is_new] = group_index_.try_emplace(group, static_cast<int>(groups_.size()));
    if (is_new) groups_.push_back(group);
    groups.insert(groups.begin(), it->second);
  }
  return groups;
}

std::string PlacedDiagram::end_label(const Edge& edge, bool from) const {
  std::string label = shorten(from ? edge.from_label : edge.to_label);
  // The number of connections that it represents, unless it is one for each part.
  const bool is_force = edge.kind == Edge::Kind::acts;
  const int own = diagram_.nodes[static_cast<std::size_t>(is_force ? edge.from : edge.to)].count;
  const bool says_count = edge.count > 1 && edge.count != own && from != is_force;
  if (says_count) label += fmt::format("{}× {}", label.empty() ? "" : " ", edge.count);
  return label;
}

bool PlacedDiagram::has_arrow(const Edge& edge) const {
  if (edge.kind == Edge::Kind::signal) return true;
  return edge.kind == Edge::Kind::acts && arrows_[static_cast<std::size_t>(edge.from)] == 1;
}

LayoutEnd PlacedDiagram::room_of(const Edge& edge, bool from) const {
  const std::string label = end_label(edge, from);
  LayoutEnd end;
  end.straight = !from && has_arrow(edge) ? 14 : 4;
  end.before = end.after = 8;
  if (label.empty()) return end;
  const double length = estimate_text_width(label, kSmall);
  end.straight += upright_ ? 20 : length + 8;
  (upright_ ? end.after : end.before) = upright_ ? length + 14 : 18;
  return end;
}

}  // namespace holon::detail
