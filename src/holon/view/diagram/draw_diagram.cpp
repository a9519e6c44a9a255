// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "holon/base/escape.h"
#include "holon/view/diagram/diagram.h"
#include "holon/view/diagram/diagram_glyphs.h"
#include "holon/view/diagram/diagram_layout.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

using Node = DiagramNode;
using Edge = DiagramEdge;

constexpr double kPartName = 13, kSmall = 11, kPillName = 12;  // [px] sizes of text
constexpr double kPadding = 14, kDiagramMargin = 20, kIcon = 16;
constexpr double kStack = 7;  // [px] by which the last sheet of a stack lies below the first
constexpr double kWidePage = 1240, kLongPage = 1300;
constexpr std::size_t kLongestText = 44;

/// A CSS variable with its default, also as an attribute for viewers that know no variables.
std::string paint(const char* property, DiagramColor color) {
  return fmt::format(" {0}=\"{2}\" style=\"{0}:var({1},{2})\"", property, color.variable,
                     color.fallback);
}
std::string paint(DiagramColor fill, DiagramColor stroke) {
  return fmt::format(" fill=\"{1}\" stroke=\"{3}\" style=\"fill:var({0},{1});stroke:var({2},{3})\"",
                     fill.variable, fill.fallback, stroke.variable, stroke.fallback);
}
std::string paint_line(DiagramColor stroke) { return " fill=\"none\"" + paint("stroke", stroke); }

std::string shorten(const std::string& text) {
  std::size_t letters = 0;
  for (std::size_t k = 0; k < text.size(); ++k)
    if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80 && ++letters == kLongestText)
      return text.substr(0, k) + "…";
  return text;
}

/// Where the name of the composite part ends that a part lies in: "arm" of "arm.link[2]".
std::string group_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::string() : name.substr(0, dot);
}
std::string local_name(const std::string& name) { return name.substr(name.rfind('.') + 1); }

/// Joints first, so that the tree of bodies is the tree of the machine; see diagram.md.
int stage_of(const Diagram& diagram, const Edge& edge) {
  if (edge.kind == Edge::Kind::signal) return 4;
  if (edge.kind == Edge::Kind::power) return 3;
  if (edge.kind == Edge::Kind::acts) return 2;
  const auto kind = diagram.nodes[static_cast<std::size_t>(edge.to)].kind;
  return kind == Node::Kind::constraint ? 1 : 0;
}

/// Distances from the world along joints and frames; what these do not reach hangs on constraints,
/// forces, signals, in this order.
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
          // A bridge of a later stage may open a tree of joints, which goes first.
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
  // What only listens stands behind all that it listens to.
  for (std::size_t n = 0; n < ranks.size(); ++n) {
    if (diagram.nodes[n].kind != Node::Kind::other) continue;
    for (const auto& [next, stage] : neighbours[n]) ranks[n] = std::max(ranks[n], ranks[next] + 1);
  }
  return ranks;
}

class Drawing {
 public:
  Drawing(const Diagram& diagram, bool upright);
  double width() const;
  double height() const;
  std::string draw() const;

 private:
  struct Point {
    double x, y;
  };
  struct Size {
    double width, height;
  };

  bool is_pill(const Node& node) const {
    return node.kind != Node::Kind::world && node.kind != Node::Kind::body;
  }
  std::string name_of(const Node& node) const { return shorten(local_name(node.name)); }
  std::string second_line(const Node& node) const;
  Size measure(const Node& node) const;
  std::vector<int> groups_of(const Node& node);
  std::string end_label(const Edge& edge, bool from) const;
  LayoutEnd room_of(const Edge& edge, bool from) const;
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

  void draw_groups(SvgWriter& svg, bool names) const;
  void draw_edge(SvgWriter& svg, std::size_t index) const;
  void draw_end(SvgWriter& svg, const Edge& edge, bool from, Point side, double dx,
                double dy) const;
  void draw_node(SvgWriter& svg, std::size_t index) const;
  void draw_world(SvgWriter& svg, std::size_t index) const;
  std::pair<Point, Size> draw_sheets(SvgWriter& svg, std::size_t index, double radius,
                                     const std::string& look) const;
  void draw_box(SvgWriter& svg, std::size_t index) const;
  void draw_pill(SvgWriter& svg, std::size_t index) const;
  static void text(SvgWriter& svg, Point p, const std::string& content, double size,
                   DiagramColor color, const char* anchor = "start", bool bold = false);

  const Diagram& diagram_;
  const bool upright_;
  std::vector<Size> sizes_;
  std::vector<int> arrows_;  // by node: how many edges of a force act
  std::vector<std::string> groups_;
  std::map<std::string, int> group_index_;
  std::vector<std::vector<int>> groups_of_node_;
  Layout layout_;
};

Drawing::Drawing(const Diagram& diagram, bool upright)
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
  // Lying, labels may stand out beside the corner of their node; standing, they are too long.
  if (!upright) spacing.rim = 9;
  if (upright) spacing.bend = 28;
  if (!groups_.empty()) {
    spacing.group_low = upright ? 14 : 28;
    spacing.group_high = 14;
    spacing.group_along = upright ? 48 : 28;
  }
  layout_ = lay_out(nodes, edges, spacing);
}

double Drawing::width() const {
  const double along = layout_.high.along - layout_.low.along,
               across = layout_.high.across - layout_.low.across;
  return std::ceil((upright_ ? across : along) + 2 * kDiagramMargin);
}
double Drawing::height() const {
  const double along = layout_.high.along - layout_.low.along,
               across = layout_.high.across - layout_.low.across;
  return std::ceil((upright_ ? along : across) + 2 * kDiagramMargin);
}

std::string Drawing::second_line(const Node& node) const {
  if (node.kind == Node::Kind::world) return node.detail;
  std::string line = node.type;
  if (!node.detail.empty()) line += " · " + node.detail;
  if (node.count > 1) line = fmt::format("{} × ", node.count) + line;
  return shorten(line);
}

Drawing::Size Drawing::measure(const Node& node) const {
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

std::vector<int> Drawing::groups_of(const Node& node) {
  std::vector<int> groups;
  for (std::string group = group_of(node.name); !group.empty(); group = group_of(group)) {
    const auto [it, is_new] = group_index_.try_emplace(group, static_cast<int>(groups_.size()));
    if (is_new) groups_.push_back(group);
    groups.insert(groups.begin(), it->second);
  }
  return groups;
}

std::string Drawing::end_label(const Edge& edge, bool from) const {
  std::string label = shorten(from ? edge.from_label : edge.to_label);
  // How many connections it stands for, where that is not one for each part.
  const bool is_force = edge.kind == Edge::Kind::acts;
  const int own = diagram_.nodes[static_cast<std::size_t>(is_force ? edge.from : edge.to)].count;
  const bool says_count = edge.count > 1 && edge.count != own && from != is_force;
  if (says_count) label += fmt::format("{}× {}", label.empty() ? "" : " ", edge.count);
  return label;
}

bool Drawing::has_arrow(const Edge& edge) const {
  if (edge.kind == Edge::Kind::signal) return true;
  return edge.kind == Edge::Kind::acts && arrows_[static_cast<std::size_t>(edge.from)] == 1;
}

LayoutEnd Drawing::room_of(const Edge& edge, bool from) const {
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

void Drawing::text(SvgWriter& svg, Point p, const std::string& content, double size,
                   DiagramColor color, const char* anchor, bool bold) {
  std::string attributes =
      svg_attribute("x", p.x) + svg_attribute("y", p.y) + svg_attribute("font-size", size);
  if (std::string_view(anchor) != "start") attributes += svg_attribute("text-anchor", anchor);
  if (bold) attributes += " font-weight=\"600\"";
  svg.element("text", attributes + paint("fill", color), xml_text(content));
}

// As a rectangle where that holds nothing else, else along the ranks' own extents.
void Drawing::draw_groups(SvgWriter& svg, bool names) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const int group = static_cast<int>(g);
    std::vector<LayoutBand> bands;
    for (const LayoutBand& band : layout_.bands)
      if (band.group == group) bands.push_back(band);
    if (bands.empty()) continue;
    LayoutPoint low = bands.front().low, high = bands.front().high;
    for (const LayoutBand& band : bands) {
      low = {std::min(low.along, band.low.along), std::min(low.across, band.low.across)};
      high = {std::max(high.along, band.high.along), std::max(high.across, band.high.across)};
    }
    bool is_clear = true;
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
      const auto& in = groups_of_node_[n];
      if (std::find(in.begin(), in.end(), group) != in.end()) continue;
      const LayoutPoint c = layout_.centers[n];
      const double half_along = (upright_ ? sizes_[n].height : sizes_[n].width) / 2,
                   half_across = layout_.across[n] / 2;
      is_clear &= c.along + half_along < low.along || c.along - half_along > high.along ||
                  c.across + half_across < low.across || c.across - half_across > high.across;
    }
    if (names) {
      const Point corner = at(is_clear ? low : bands.front().low);
      const std::string place = svg_attribute("x", corner.x + 9) +
                                svg_attribute("y", corner.y + 17) +
                                svg_attribute("font-size", kSmall) + " font-weight=\"600\"";
      // A rim, as lines may pass here.
      svg.element("text",
                  place + paint(kDiagramMuted, kDiagramPaper) +
                      " stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                  xml_text(local_name(groups_[g])));
      continue;
    }
    const std::string look = paint(kDiagramMuted, kDiagramMuted) +
                             " fill-opacity=\"0.05\" stroke-opacity=\"0.45\" "
                             "stroke-linejoin=\"round\"";
    svg.open("g");
    svg.element("title", "", xml_text(groups_[g]));
    if (is_clear) {
      const Point a = at(low), b = at(high);
      svg.element("rect", svg_attribute("x", a.x) + svg_attribute("y", a.y) +
                              svg_attribute("width", b.x - a.x) +
                              svg_attribute("height", b.y - a.y) + " rx=\"10\"" + look);
    } else {
      SvgPath outline;
      const auto corner = [&](double along, double across) {
        const Point p = at({along, across});
        outline.empty() ? outline.move(p.x, p.y) : outline.line(p.x, p.y);
      };
      for (const LayoutBand& band : bands) {
        corner(band.low.along, band.low.across);
        corner(band.high.along, band.low.across);
      }
      for (auto band = bands.rbegin(); band != bands.rend(); ++band) {
        corner(band->high.along, band->high.across);
        corner(band->low.along, band->high.across);
      }
      outline.close();
      svg.element("path", svg_attribute("d", outline.data()) + look);
    }
    svg.close();
  }
}

DiagramColor color_of(Edge::Kind kind) {
  switch (kind) {
    case Edge::Kind::holds: return kDiagramInk;
    case Edge::Kind::acts:
    case Edge::Kind::power: return kDiagramForce;
    case Edge::Kind::signal: return kDiagramAccent;
  }
  return kDiagramInk;
}

// Label and arrowhead; (dx, dy) points away from the node.
void Drawing::draw_end(SvgWriter& svg, const Edge& edge, bool from, Point side, double dx,
                       double dy) const {
  const DiagramColor color = color_of(edge.kind);
  if (!from && has_arrow(edge)) {
    constexpr double kLength = 8, kHalf = 3.6;
    SvgPath head;
    head.move(side.x, side.y);
    head.line(side.x + kLength * dx - kHalf * dy, side.y + kLength * dy + kHalf * dx);
    head.line(side.x + kLength * dx + kHalf * dy, side.y + kLength * dy - kHalf * dx);
    head.close();
    svg.element("path",
                svg_attribute("d", head.data()) + " stroke=\"none\"" + paint("fill", color));
  }
  const std::string label = end_label(edge, from);
  if (label.empty()) return;
  const double shift = !from && has_arrow(edge) ? 14 : 8;
  Point p{side.x + shift * dx, side.y - 5};
  if (upright_) p = {side.x + 6, side.y + (dy > 0 ? shift + 9 : -shift)};
  text(svg, p, label, kSmall, edge.kind == Edge::Kind::holds ? kDiagramMuted : color,
       !upright_ && dx < 0 ? "end" : "start");
}

void Drawing::draw_edge(SvgWriter& svg, std::size_t index) const {
  const Edge& edge = diagram_.edges[index];
  const LayoutRoute& route = layout_.routes[index];
  std::string data;
  const auto point = [&](const char* command, LayoutPoint p) {
    const Point q = at(p);
    data += command;
    append_fixed(data, q.x, 1);
    data += ' ';
    append_fixed(data, q.y, 1);
  };
  for (std::size_t k = 0; k < route.pieces.size(); ++k) {
    const auto& [start, end] = route.pieces[k];
    if (k == 0) {
      point("M", start);
    } else {
      const LayoutPoint from = route.pieces[k - 1][1];
      if (route.bulge > 0) {
        point("C", {from.along + route.bulge, from.across});
        point(" ", {start.along + route.bulge, start.across});
        point(" ", start);
      } else if (std::abs(from.across - start.across) < 0.05) {
        point("L", start);
      } else {
        const double middle = (from.along + start.along) / 2;
        point("C", {middle, from.across});
        point(" ", {middle, start.across});
        point(" ", start);
      }
    }
    point("L", end);
  }
  const bool is_signal = edge.kind == Edge::Kind::signal;
  svg.element("path", svg_attribute("d", data) + paint_line(color_of(edge.kind)) +
                          (is_signal                        ? " stroke-width=\"1.2\""
                           : edge.kind == Edge::Kind::power ? " stroke-width=\"2.4\""
                                                            : " stroke-width=\"1.5\""));
  if (route.pieces.empty()) return;
  for (const bool from : {true, false}) {
    const auto& piece = from ? route.pieces.front() : route.pieces.back();
    const Point side = at(piece[from ? 0 : 1]), other = at(piece[from ? 1 : 0]);
    const double dx = other.x - side.x, dy = other.y - side.y, length = std::hypot(dx, dy);
    if (length > 0) draw_end(svg, edge, from, side, dx / length, dy / length);
  }
}

std::string describe(const Node& node) {
  if (node.kind == Node::Kind::world)
    return "world" + (node.detail.empty() ? std::string() : ", " + node.detail);
  std::string text = node.name + ": " + node.type;
  if (node.count > 1) text += fmt::format(", {} parts", node.count);
  if (!node.detail.empty()) text += ", " + node.detail;
  if (node.refers_to_itself) text += ", with a formula of its own outputs";
  return text;
}

void Drawing::draw_node(SvgWriter& svg, std::size_t index) const {
  const Node& node = diagram_.nodes[index];
  svg.open("g");
  svg.element("title", "", xml_text(describe(node)));
  if (node.kind == Node::Kind::world)
    draw_world(svg, index);
  else if (is_pill(node))
    draw_pill(svg, index);
  else
    draw_box(svg, index);
  svg.close();
}

// The ground: a line that carries everything, hatched behind.
void Drawing::draw_world(SvgWriter& svg, std::size_t index) const {
  const Node& node = diagram_.nodes[index];
  const Point c = center(index);
  const Size s = size(index);
  constexpr double kHatch = 7, kPitch = 8;
  SvgPath ground, hatch;
  if (upright_) {
    const double y = c.y + s.height / 2, left = c.x - s.width / 2, right = c.x + s.width / 2;
    ground.move(left, y);
    ground.line(right, y);
    for (double x = left + kHatch; x <= right; x += kPitch) {
      hatch.move(x, y);
      hatch.line(x - kHatch, y - kHatch);
    }
  } else {
    const double x = c.x + s.width / 2, top = c.y - s.height / 2, bottom = c.y + s.height / 2;
    ground.move(x, top);
    ground.line(x, bottom);
    for (double y = top + kHatch; y <= bottom; y += kPitch) {
      hatch.move(x, y - kHatch);
      hatch.line(x - kHatch, y);
    }
  }
  svg.element("path",
              svg_attribute("d", hatch.data()) + paint_line(kDiagramMuted) + " stroke-width=\"1\"");
  svg.element("path", svg_attribute("d", ground.data()) + paint_line(kDiagramInk) +
                          " stroke-width=\"2.4\" stroke-linecap=\"round\"");
  const std::string line = second_line(node);
  const Point p =
      upright_ ? Point{c.x, c.y - 4} : Point{c.x - 7, c.y + (line.empty() ? 4.5 : -2.0)};
  const double lift = upright_ && !line.empty() ? 8 : 0;
  text(svg, {p.x, p.y - lift}, name_of(node), kPartName, kDiagramInk, "middle", true);
  if (!line.empty()) text(svg, {p.x, p.y - lift + 16}, line, kSmall, kDiagramMuted, "middle");
}

// The sheets of a stack, the first one on top; gives the middle and the size of that.
std::pair<Drawing::Point, Drawing::Size> Drawing::draw_sheets(SvgWriter& svg, std::size_t index,
                                                              double radius,
                                                              const std::string& look) const {
  const Point c = center(index);
  const Size whole = size(index);
  const bool is_stack = diagram_.nodes[index].count > 1;
  const double stack = is_stack ? kStack : 0;
  const Size s{whole.width - stack, whole.height - stack};
  for (const double shift : {kStack, kStack / 2, 0.0})
    if (is_stack || shift == 0)
      svg.element("rect", svg_attribute("x", c.x - whole.width / 2 + shift) +
                              svg_attribute("y", c.y - whole.height / 2 + shift) +
                              svg_attribute("width", s.width) + svg_attribute("height", s.height) +
                              svg_attribute("rx", radius) + look);
  return {{c.x - stack / 2, c.y - stack / 2}, s};
}

void Drawing::draw_box(SvgWriter& svg, std::size_t index) const {
  constexpr double kRadius = 8;
  const Node& node = diagram_.nodes[index];
  const auto [c, s] =
      draw_sheets(svg, index, kRadius, paint(kDiagramPaper, kDiagramInk) + " stroke-width=\"1.4\"");
  svg.element("rect", svg_attribute("x", c.x - s.width / 2) +
                          svg_attribute("y", c.y - s.height / 2) + svg_attribute("width", s.width) +
                          svg_attribute("height", s.height) + svg_attribute("rx", kRadius) +
                          " stroke=\"none\" fill-opacity=\"0.05\"" + paint("fill", kDiagramInk));
  text(svg, {c.x, c.y - 3}, name_of(node), kPartName, kDiagramInk, "middle", true);
  text(svg, {c.x, c.y + 13.5}, second_line(node), kSmall, kDiagramMuted, "middle");
}

void Drawing::draw_pill(SvgWriter& svg, std::size_t index) const {
  constexpr double kRound = 14, kSquare = 5;
  const Node& node = diagram_.nodes[index];
  const bool is_joint = node.kind == Node::Kind::joint;
  const DiagramColor color = node.kind == Node::Kind::force   ? kDiagramForce
                             : node.kind == Node::Kind::other ? kDiagramAccent
                                                              : kDiagramInk;
  const auto [c, s] =
      draw_sheets(svg, index, is_joint || node.kind == Node::Kind::constraint ? kRound : kSquare,
                  paint(kDiagramPaper, is_joint ? kDiagramLine : color) + " stroke-width=\"1.2\"" +
                      (node.kind == Node::Kind::frame ? " stroke-dasharray=\"5 3\"" : ""));
  const auto open_glyph = [&](double x, double y, DiagramColor stroke) {
    svg.open("g", fmt::format("transform=\"translate({:.1f} {:.1f})\" stroke-width=\"1.3\" "
                              "stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                              x, y) +
                      paint_line(stroke));
  };
  // What it holds stands in the middle, also where its edges have made it larger.
  const double half = (measure(node).width - (node.count > 1 ? kStack : 0)) / 2;
  const double left = c.x - half + 10;
  open_glyph(left + kIcon / 2, c.y, is_joint ? kDiagramAccent : color);
  draw_diagram_glyph(svg, node.type);
  svg.close();
  std::string content = xml_text(name_of(node));
  if (!node.detail.empty())
    content += fmt::format("<tspan dx=\"6\" font-size=\"{}\"{}>{}</tspan>", kSmall,
                           paint("fill", kDiagramMuted), xml_text(node.detail));
  svg.element("text",
              svg_attribute("x", left + kIcon + 6) + svg_attribute("y", c.y + 4.3) +
                  svg_attribute("font-size", kPillName) + paint("fill", kDiagramInk),
              content);
  if (!node.refers_to_itself) return;
  open_glyph(c.x + half - 16, c.y, kDiagramAccent);
  draw_feedback_glyph(svg);
  svg.close();
}

std::string Drawing::draw() const {
  SvgWriter svg;
  const double w = width(), h = height();
  svg.open("svg",
           fmt::format("xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0:.0f}\" "
                       "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                       "font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', "
                       "sans-serif\"",
                       w, h));
  svg.element("title", "",
              xml_text("Diagram" + (diagram_.title.empty() ? "" : " of " + diagram_.title)));
  std::map<Node::Kind, int> counts;
  for (const Node& node : diagram_.nodes) counts[node.kind] += node.count;
  std::string description;
  const auto add = [&](int count, const char* one, const char* many) {
    if (count == 0) return;
    description +=
        fmt::format("{}{} {}", description.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  add(counts[Node::Kind::body], "body", "bodies");
  add(counts[Node::Kind::joint], "joint", "joints");
  add(counts[Node::Kind::constraint], "constraint", "constraints");
  add(counts[Node::Kind::force], "force element", "force elements");
  add(counts[Node::Kind::frame], "frame", "frames");
  add(counts[Node::Kind::oil_node], "node", "nodes");
  add(counts[Node::Kind::other], "other part", "other parts");
  svg.element("desc", "", xml_text(description));
  svg.element("rect", fmt::format("width=\"{:.0f}\" height=\"{:.0f}\"", w, h) +
                          paint("fill", kDiagramPaper));
  draw_groups(svg, false);
  // Signals go over the machine's own lines.
  for (const bool signals : {false, true})
    for (std::size_t e = 0; e < diagram_.edges.size(); ++e)
      if ((diagram_.edges[e].kind == Edge::Kind::signal) == signals) draw_edge(svg, e);
  for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) draw_node(svg, n);
  draw_groups(svg, true);
  svg.close();
  return svg.str();
}

}  // namespace

std::string draw_diagram(const Diagram& diagram) {
  const Drawing lying(diagram, false);
  if (lying.width() <= kWidePage) return lying.draw();
  const Drawing standing(diagram, true);
  const auto excess = [](const Drawing& d) {
    return std::max(d.width() / kWidePage, d.height() / kLongPage);
  };
  return excess(standing) < excess(lying) ? standing.draw() : lying.draw();
}

}  // namespace holon
