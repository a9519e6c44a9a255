// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bonds/bond_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "holon/view/bonds/bond_layout.h"
#include "holon/view/svg/palette.h"
#include "holon/view/svg/svg.h"

namespace holon {

namespace {

constexpr double kBondMargin = 24, kTitleHeight = 46, kBondTitleSize = 15, kLegendLine = 20;
constexpr double kKind = 15, kNameSize = 11.5, kNumber = 10;  // sizes of text
constexpr double kPad = 5;                                    // between a text and its bonds
constexpr double kBarb = 9, kStroke = 8;                      // half arrow, half of a causal stroke
constexpr const char* kBondInk = "#22282e";
constexpr const char* kDependentInk = "#b3261e";

struct Size {
  double width = 0, height = 0;
};

bool is_junction(const BondDrawing::Node& node) { return node.kind == "0" || node.kind == "1"; }

Size size_of(const BondDrawing::Node& node) {
  const double kind = estimate_text_width(node.kind, kKind, true);
  const double name = estimate_text_width(node.name, kNameSize);
  return {std::max(kind, name) + 2 * kPad,
          kKind + (node.name.empty() ? 0 : kNameSize + 2) + 2 * kPad};
}

/// Colours in the order of the domains; bonds without a domain have the text colour.
class Colors {
 public:
  explicit Colors(const BondDrawing& drawing) {
    for (const BondDrawing::Bond& bond : drawing.bonds) {
      if (bond.domain.empty() || bond.domain == "none") continue;
      if (std::find(names_.begin(), names_.end(), bond.domain) == names_.end()) {
        names_.push_back(bond.domain);
      }
    }
  }
  const char* of(const std::string& domain) const {
    const auto found = std::find(names_.begin(), names_.end(), domain);
    return found == names_.end()
               ? kBondInk
               : kPalette[static_cast<std::size_t>(found - names_.begin()) % kPalette.size()];
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

using Route = std::vector<BondLayoutPoint>;

/// A point on a straight segment from `a` to `b`, with a lateral offset.
BondLayoutPoint beside(const BondLayoutPoint& a, const BondLayoutPoint& b, double along,
                       double across) {
  const double length = std::max(1e-9, std::hypot(b.x - a.x, b.y - a.y));
  const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
  return {a.x + dx * along - dy * across, a.y + dy * along + dx * across};
}

double length_of(const BondLayoutPoint& a, const BondLayoutPoint& b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

void write_label(SvgWriter& svg, const BondLayoutPoint& at, const std::string& text,
                 const char* color) {
  svg.text(at.x, at.y + 0.36 * kNumber, text,
           {.size = kNumber, .anchor = "middle", .fill = color, .halo = true});
}

/// The position of its number: the middle of a straight bond; for one with bends its first segment,
/// which no other bond shares, or the last, if that is longer.
std::size_t find_number_piece(const Route& route) {
  if (route.size() < 3) return 0;
  const std::size_t last = route.size() - 2;
  constexpr double kRoom = 20;
  if (length_of(route[0], route[1]) >= kRoom) return 0;
  return length_of(route[last], route[last + 1]) > length_of(route[0], route[1]) ? last : 0;
}

void draw_bond(SvgWriter& svg, const BondDrawing::Bond& bond, const Route& route,
               const char* color) {
  if (route.size() < 2) return;
  const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"1.6\"", color);
  SvgPath path;
  path.move(route[0].x, route[0].y);
  for (std::size_t k = 1; k < route.size(); ++k)
    if (length_of(route[k - 1], route[k]) > 1e-6) path.line(route[k].x, route[k].y);
  const BondLayoutPoint &before = route[route.size() - 2], &end = route.back();
  const double last = length_of(before, end);
  const BondLayoutPoint barb = beside(before, end, last - kBarb, kBarb * 0.75);  // the half arrow
  path.line(barb.x, barb.y);
  svg.element("path", "d=\"" + path.data() + "\" fill=\"none\" " + style);
  const double stroke = bond.strokes_head ? last : 0;
  const auto& [a, b] = bond.strokes_head ? std::tie(before, end) : std::tie(route[0], route[1]);
  const BondLayoutPoint left = beside(a, b, stroke, -kStroke),
                        right = beside(a, b, stroke, kStroke);
  svg.line(left.x, left.y, right.x, right.y, style);
  const std::size_t piece = find_number_piece(route);
  const double middle = length_of(route[piece], route[piece + 1]) / 2;
  write_label(svg, beside(route[piece], route[piece + 1], middle, -9), bond.number, "#5b6672");
  // Beside the line, without overlapping half arrow and stroke.
  const auto reach = [](const std::string& port) { return estimate_text_width(port, kNumber) / 2; };
  if (!bond.from_port.empty())
    write_label(svg, beside(route[0], route[1], 4 + reach(bond.from_port), 9), bond.from_port,
                color);
  if (!bond.to_port.empty())
    write_label(svg, beside(before, end, last - kBarb - 4 - reach(bond.to_port), 9), bond.to_port,
                color);
}

void draw_node(SvgWriter& svg, const BondDrawing::Node& node, const BondLayoutPoint& at,
               const Size& size, double height) {
  const char* const ink = node.is_dependent ? kDependentInk : kBondInk;
  if (height > size.height + 1)  // many adjacent bonds
    svg.element("rect", svg_attribute("x", at.x - size.width / 2).substr(1) +
                            svg_attribute("y", at.y - height / 2) +
                            svg_attribute("width", size.width) + svg_attribute("height", height) +
                            " rx=\"6\" fill=\"#f3f5f8\" stroke=\"#ccd3da\"");
  const double top = at.y - size.height / 2 + kPad;
  svg.text(at.x, top + kKind * 0.82, node.kind,
           {.size = kKind, .anchor = "middle", .fill = ink, .bold = true});
  if (node.name.empty()) return;
  svg.text(at.x, top + kKind + 2 + kNameSize * 0.8, node.name,
           {.size = kNameSize, .anchor = "middle", .fill = is_junction(node) ? "#5b6672" : ink});
}

/// The legend of colours, in lines no wider than the drawing.
std::vector<std::pair<std::string, const char*>> make_legend(const BondDrawing& drawing,
                                                             const Colors& colors) {
  std::vector<std::pair<std::string, const char*>> legend;
  if (colors.names().size() > 1) {
    for (const std::string& name : colors.names()) legend.emplace_back(name, colors.of(name));
  }
  const bool has_dependent = std::any_of(drawing.nodes.begin(), drawing.nodes.end(),
                                         [](const auto& node) { return node.is_dependent; });
  if (has_dependent) legend.emplace_back("storage in derivative causality", kDependentInk);
  return legend;
}

}  // namespace

std::string draw_bonds(const BondDrawing& drawing) {
  std::vector<BondLayoutNode> nodes;
  std::vector<BondLayoutEdge> edges;
  std::vector<Size> sizes;
  for (const BondDrawing::Node& node : drawing.nodes) {
    sizes.push_back(size_of(node));
    const bool is_source = node.kind == "Se" || node.kind == "Sf";
    nodes.push_back({sizes.back().width, sizes.back().height, is_source ? -1.0 : 0.0});
  }
  const auto label = [](const std::string& port) {
    return port.empty() ? 0.0 : estimate_text_width(port, kNumber) + 6;
  };
  for (const BondDrawing::Bond& bond : drawing.bonds)
    edges.push_back({bond.from, bond.to, label(bond.from_port), label(bond.to_port)});
  BondPlacement placement = place_bonds(nodes, edges);
  std::vector<BondLayoutPoint>& places = placement.centers;

  double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  for (std::size_t k = 0; k < places.size(); ++k) {
    left = std::min(left, places[k].x - sizes[k].width / 2);
    right = std::max(right, places[k].x + sizes[k].width / 2);
    top = std::min(top, places[k].y - placement.heights[k] / 2);
    bottom = std::max(bottom, places[k].y + placement.heights[k] / 2);
  }
  for (const Route& route : placement.routes) {
    for (const BondLayoutPoint& p : route) {
      left = std::min(left, p.x - kStroke), right = std::max(right, p.x + kStroke);
      top = std::min(top, p.y - kStroke), bottom = std::max(bottom, p.y + kStroke);
    }
  }
  if (places.empty()) left = right = top = bottom = 0;
  const auto move = [&](BondLayoutPoint& p) {
    p.x += kBondMargin - left;
    p.y += kTitleHeight + kBondMargin / 2 - top;
  };
  for (BondLayoutPoint& p : places) move(p);
  for (Route& route : placement.routes)
    for (BondLayoutPoint& p : route) move(p);
  const Colors colors(drawing);
  const auto legend = make_legend(drawing, colors);
  const double title = estimate_text_width(drawing.title, kBondTitleSize, true);
  double legend_width = 0;
  for (const auto& [text, color] : legend) {
    legend_width = std::max(legend_width, 30 + estimate_text_width(text, kNameSize));
  }
  const double width = std::max({right - left, title, legend_width}) + 2 * kBondMargin;
  const double legend_top = kTitleHeight + kBondMargin / 2 + bottom - top + kBondMargin;
  const double height =
      legend_top + kLegendLine * static_cast<double>(legend.size()) + kBondMargin / 2;

  SvgWriter svg;
  svg.open("svg", fmt::format("xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                              "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                              "font-family=\"sans-serif\"",
                              width, height));
  svg.element("rect",
              fmt::format("width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#ffffff\"", width, height));
  svg.text(kBondMargin, 28, drawing.title, {.size = kBondTitleSize, .bold = true});
  for (std::size_t k = 0; k < places.size(); ++k) {
    draw_node(svg, drawing.nodes[k], places[k], sizes[k], placement.heights[k]);
  }
  for (std::size_t k = 0; k < drawing.bonds.size(); ++k) {
    draw_bond(svg, drawing.bonds[k], placement.routes[k], colors.of(drawing.bonds[k].domain));
  }
  for (std::size_t k = 0; k < legend.size(); ++k) {
    const double y = legend_top + kLegendLine * static_cast<double>(k);
    svg.line(kBondMargin, y, kBondMargin + 22, y,
             fmt::format("stroke=\"{}\" stroke-width=\"3\"", legend[k].second));
    svg.text(kBondMargin + 30, y + 0.36 * kNameSize, legend[k].first, {.size = kNameSize});
  }
  svg.close();
  return svg.str();
}

}  // namespace holon
