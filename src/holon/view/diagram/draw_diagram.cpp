// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "holon/base/escape.h"
#include "holon/view/diagram/diagram.h"
#include "holon/view/diagram/diagram_glyphs.h"
#include "holon/view/diagram/placed_diagram.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

using detail::kIcon, detail::kPartName, detail::kPillName, detail::kSmall, detail::kStack;
using detail::local_name;
using Edge = DiagramEdge;

constexpr double kWidePage = 1240, kLongPage = 1300;

/// A CSS variable with its default, also as an attribute for viewers without support for variables.
std::string paint(const char* property, DiagramColor color) {
  return fmt::format(" {0}=\"{2}\" style=\"{0}:var({1},{2})\"", property, color.variable,
                     color.fallback);
}
std::string paint(DiagramColor fill, DiagramColor stroke) {
  return fmt::format(" fill=\"{1}\" stroke=\"{3}\" style=\"fill:var({0},{1});stroke:var({2},{3})\"",
                     fill.variable, fill.fallback, stroke.variable, stroke.fallback);
}
std::string paint_line(DiagramColor stroke) { return " fill=\"none\"" + paint("stroke", stroke); }

class Drawing : public detail::PlacedDiagram {
 public:
  using PlacedDiagram::PlacedDiagram;
  std::string draw() const;

 private:
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
};

void Drawing::text(SvgWriter& svg, Point p, const std::string& content, double size,
                   DiagramColor color, const char* anchor, bool bold) {
  std::string attributes =
      svg_attribute("x", p.x) + svg_attribute("y", p.y) + svg_attribute("font-size", size);
  if (std::string_view(anchor) != "start") attributes += svg_attribute("text-anchor", anchor);
  if (bold) attributes += " font-weight=\"600\"";
  svg.element("text", attributes + paint("fill", color), xml_text(content));
}

// As a rectangle if that contains nothing else, else along the ranks' own extents.
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

std::string describe(const DiagramNode& node) {
  if (node.kind == DiagramNode::Kind::world)
    return "world" + (node.detail.empty() ? std::string() : ", " + node.detail);
  std::string text = node.name + ": " + node.type;
  if (node.count > 1) text += fmt::format(", {} parts", node.count);
  if (!node.detail.empty()) text += ", " + node.detail;
  if (node.refers_to_itself) text += ", with a formula of its own outputs";
  return text;
}

void Drawing::draw_node(SvgWriter& svg, std::size_t index) const {
  const DiagramNode& node = diagram_.nodes[index];
  svg.open("g");
  svg.element("title", "", xml_text(describe(node)));
  if (node.kind == DiagramNode::Kind::world)
    draw_world(svg, index);
  else if (is_pill(node))
    draw_pill(svg, index);
  else
    draw_box(svg, index);
  svg.close();
}

// The ground: a line with hatching.
void Drawing::draw_world(SvgWriter& svg, std::size_t index) const {
  const DiagramNode& node = diagram_.nodes[index];
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

// The sheets of a stack, the first one on top; returns its centre and size.
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
  const DiagramNode& node = diagram_.nodes[index];
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
  const DiagramNode& node = diagram_.nodes[index];
  const bool is_joint = node.kind == DiagramNode::Kind::joint;
  const DiagramColor color = node.kind == DiagramNode::Kind::force   ? kDiagramForce
                             : node.kind == DiagramNode::Kind::other ? kDiagramAccent
                                                                     : kDiagramInk;
  const auto [c, s] = draw_sheets(
      svg, index, is_joint || node.kind == DiagramNode::Kind::constraint ? kRound : kSquare,
      paint(kDiagramPaper, is_joint ? kDiagramLine : color) + " stroke-width=\"1.2\"" +
          (node.kind == DiagramNode::Kind::frame ? " stroke-dasharray=\"5 3\"" : ""));
  const auto open_glyph = [&](double x, double y, DiagramColor stroke) {
    svg.open("g", fmt::format("transform=\"translate({:.1f} {:.1f})\" stroke-width=\"1.3\" "
                              "stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                              x, y) +
                      paint_line(stroke));
  };
  // Its contents are centred, also if its edges have enlarged it.
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
  std::map<DiagramNode::Kind, int> counts;
  for (const DiagramNode& node : diagram_.nodes) counts[node.kind] += node.count;
  std::string description;
  const auto add = [&](int count, const char* one, const char* many) {
    if (count == 0) return;
    description +=
        fmt::format("{}{} {}", description.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  add(counts[DiagramNode::Kind::body], "body", "bodies");
  add(counts[DiagramNode::Kind::joint], "joint", "joints");
  add(counts[DiagramNode::Kind::constraint], "constraint", "constraints");
  add(counts[DiagramNode::Kind::force], "force element", "force elements");
  add(counts[DiagramNode::Kind::frame], "frame", "frames");
  add(counts[DiagramNode::Kind::oil_node], "node", "nodes");
  add(counts[DiagramNode::Kind::other], "other part", "other parts");
  svg.element("desc", "", xml_text(description));
  svg.element("rect", fmt::format("width=\"{:.0f}\" height=\"{:.0f}\"", w, h) +
                          paint("fill", kDiagramPaper));
  draw_groups(svg, false);
  // Signals are drawn over the machine's own lines.
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
