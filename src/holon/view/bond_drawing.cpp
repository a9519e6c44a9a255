// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/bond_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/view/bond_layout.h"
#include "holon/view/palette.h"
#include "holon/view/svg.h"

namespace holon {

namespace {

constexpr double kMargin = 24, kTitle = 46, kTitleSize = 15, kLegendLine = 20;
constexpr double kKind = 15, kName = 11.5, kNumber = 10;  // sizes of text
constexpr double kPad = 5;                                // between a text and its bonds
constexpr double kBarb = 9, kStroke = 8;                  // half arrow, half of a causal stroke
constexpr const char* kInk = "#22282e";
constexpr const char* kDependentInk = "#b3261e";

struct Size {
  double width = 0, height = 0;
};

bool is_junction(const BondDrawing::Node& node) { return node.kind == "0" || node.kind == "1"; }

Size size_of(const BondDrawing::Node& node) {
  const double kind = estimate_text_width(node.kind, kKind, true);
  const double name = estimate_text_width(node.name, kName);
  return {std::max(kind, name) + 2 * kPad, kKind + (node.name.empty() ? 0 : kName + 2) + 2 * kPad};
}

/// Colours by the order in which domains come; none is drawn in ink.
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
               ? kInk
               : kPalette[static_cast<std::size_t>(found - names_.begin()) % kPalette.size()];
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// How far from its centre a box is left in a direction.
double reach(const Size& size, double dx, double dy) {
  const double x = std::abs(dx) > 1e-9 ? size.width / 2 / std::abs(dx) : 1e300;
  const double y = std::abs(dy) > 1e-9 ? size.height / 2 / std::abs(dy) : 1e300;
  return std::min(x, y);
}

void draw_bond(SvgWriter& svg, const BondDrawing::Bond& bond, const BondLayoutPoint& from,
               const BondLayoutPoint& to, const Size& from_size, const Size& to_size,
               const char* color) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1e-6) return;
  const double dx = (to.x - from.x) / length, dy = (to.y - from.y) / length;
  const double start = reach(from_size, dx, dy), end = length - reach(to_size, dx, dy);
  const auto at = [&](double along, double across) {
    return BondLayoutPoint{from.x + dx * along - dy * across, from.y + dy * along + dx * across};
  };
  const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"1.6\"", color);
  const auto line = [&](const BondLayoutPoint& a, const BondLayoutPoint& b) {
    svg.line(a.x, a.y, b.x, b.y, style);
  };
  line(at(start, 0), at(end, 0));
  line(at(end, 0), at(end - kBarb, kBarb * 0.75));  // the half arrow
  const double stroke = bond.strokes_head ? end : start;
  line(at(stroke, -kStroke), at(stroke, kStroke));
  const BondLayoutPoint label = at((start + end) / 2, -9);
  svg.text(label.x, label.y + 0.36 * kNumber, bond.number,
           {.size = kNumber, .anchor = "middle", .fill = "#5b6672", .halo = true});
  const auto write_port = [&](const std::string& port, double along) {
    if (port.empty()) return;
    const BondLayoutPoint place = at(along, 11);
    svg.text(place.x, place.y + 0.36 * kNumber, port,
             {.size = kNumber, .anchor = "middle", .fill = color, .halo = true});
  };
  write_port(bond.from_port, start + 14);
  write_port(bond.to_port, end - 20);
}

void draw_node(SvgWriter& svg, const BondDrawing::Node& node, const BondLayoutPoint& at,
               const Size& size) {
  const char* const ink = node.is_dependent ? kDependentInk : kInk;
  const double top = at.y - size.height / 2 + kPad;
  svg.text(at.x, top + kKind * 0.82, node.kind,
           {.size = kKind, .anchor = "middle", .fill = ink, .bold = true});
  if (node.name.empty()) return;
  svg.text(at.x, top + kKind + 2 + kName * 0.8, node.name,
           {.size = kName, .anchor = "middle", .fill = is_junction(node) ? "#5b6672" : ink});
}

/// What colours mean, in lines that are no wider than the drawing.
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
  for (const BondDrawing::Bond& bond : drawing.bonds) edges.push_back({bond.from, bond.to});
  std::vector<BondLayoutPoint> places = lay_out_bonds(nodes, edges);

  double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  for (std::size_t k = 0; k < places.size(); ++k) {
    left = std::min(left, places[k].x - sizes[k].width / 2);
    right = std::max(right, places[k].x + sizes[k].width / 2);
    top = std::min(top, places[k].y - sizes[k].height / 2);
    bottom = std::max(bottom, places[k].y + sizes[k].height / 2);
  }
  if (places.empty()) left = right = top = bottom = 0;
  for (BondLayoutPoint& p : places) {
    p.x += kMargin - left;
    p.y += kTitle + kMargin / 2 - top;
  }
  const Colors colors(drawing);
  const auto legend = make_legend(drawing, colors);
  const double title = estimate_text_width(drawing.title, kTitleSize, true);
  double legend_width = 0;
  for (const auto& [text, color] : legend) {
    legend_width = std::max(legend_width, 30 + estimate_text_width(text, kName));
  }
  const double width = std::max({right - left, title, legend_width}) + 2 * kMargin;
  const double legend_top = kTitle + kMargin / 2 + bottom - top + kMargin;
  const double height = legend_top + kLegendLine * static_cast<double>(legend.size()) + kMargin / 2;

  SvgWriter svg;
  svg.open("svg", fmt::format("xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                              "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                              "font-family=\"sans-serif\"",
                              width, height));
  svg.element("rect",
              fmt::format("width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#ffffff\"", width, height));
  svg.text(kMargin, 28, drawing.title, {.size = kTitleSize, .bold = true});
  for (const BondDrawing::Bond& bond : drawing.bonds) {
    const auto from = static_cast<std::size_t>(bond.from), to = static_cast<std::size_t>(bond.to);
    draw_bond(svg, bond, places[from], places[to], sizes[from], sizes[to], colors.of(bond.domain));
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    draw_node(svg, drawing.nodes[k], places[k], sizes[k]);
  }
  for (std::size_t k = 0; k < legend.size(); ++k) {
    const double y = legend_top + kLegendLine * static_cast<double>(k);
    svg.line(kMargin, y, kMargin + 22, y,
             fmt::format("stroke=\"{}\" stroke-width=\"3\"", legend[k].second));
    svg.text(kMargin + 30, y + 0.36 * kName, legend[k].first, {.size = kName});
  }
  svg.close();
  return svg.str();
}

}  // namespace holon
