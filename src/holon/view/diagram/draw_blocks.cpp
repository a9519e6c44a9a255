// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Signals run from left to right. Where one returns, as the state of an integrator does, its line
// turns about a corner to the right of the block and another one to the left of the first reader:
// both are nodes of the layout without a symbol.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "holon/base/escape.h"
#include "holon/view/diagram/block_diagram.h"
#include "holon/view/diagram/diagram_glyphs.h"
#include "holon/view/diagram/diagram_layout.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

constexpr double kBlockText = 12, kSignalText = 11, kMarkText = 11;
constexpr double kBlockMargin = 24, kCharacter = 7.0, kSignalCharacter = 6.2;
constexpr double kBlockArrow = 7, kHalfBlockArrow = 3.2;

std::string block_paint(const char* property, DiagramColor color) {
  return fmt::format(" {0}=\"{2}\" style=\"{0}:var({1},{2})\"", property, color.variable,
                     color.fallback);
}
std::string block_look(DiagramColor stroke) {
  return fmt::format(
      " stroke-width=\"1.3\" stroke-linejoin=\"round\" fill=\"{1}\" stroke=\"{3}\" "
      "style=\"fill:var({0},{1});stroke:var({2},{3})\"",
      kDiagramPaper.variable, kDiagramPaper.fallback, stroke.variable, stroke.fallback);
}

/// Characters, not bytes, of a text in UTF-8.
std::size_t count_characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}
double width_of(const std::string& text, double character) {
  return character * static_cast<double>(count_characters(text));
}

struct BlockSize {
  double width, height;
};

BlockSize block_size_of(const Block& block) {
  const double text = width_of(block.text, kCharacter);
  switch (block.kind) {
    case Block::Kind::integrator: return {36, 34};
    case Block::Kind::sum: return {24, 24};
    case Block::Kind::product: return {26, 26};
    case Block::Kind::gain: return {std::max(text + 34, 44.0), 34};
    case Block::Kind::terminal: return {width_of(block.text, kSignalCharacter) + 18, 22};
    case Block::Kind::function:
    case Block::Kind::constant:
    case Block::Kind::source: break;
  }
  return {std::max(text + 18, 32.0), 28};
}

class BlockDrawing {
 public:
  explicit BlockDrawing(const BlockDiagram& diagram) : diagram_(diagram) {
    find_ranks();
    place();
  }
  std::string draw() const;

 private:
  /// A line of the layout, and which line of the diagram ends there; -1: it goes on at a corner.
  struct Piece {
    int from, to, line;
  };
  struct Point {
    double x, y;
  };

  bool is_corner(int node) const { return node >= static_cast<int>(diagram_.blocks.size()); }
  void find_ranks();
  int rank_of(std::size_t block, std::vector<int>& state);
  void place();
  int add_corner(int rank);
  Point at(const LayoutPoint& p) const {
    return {p.along - layout_.low.along + kBlockMargin,
            p.across - layout_.low.across + kBlockMargin};
  }
  void draw_piece(SvgWriter& svg, std::size_t index) const;
  void draw_corner(SvgWriter& svg, int node) const;
  void draw_block(SvgWriter& svg, std::size_t index) const;
  void draw_shape(SvgWriter& svg, const Block& block, Point c, const BlockSize& s) const;
  static void text(SvgWriter& svg, Point p, const std::string& content, double size,
                   DiagramColor color, const char* anchor);

  const BlockDiagram& diagram_;
  std::vector<int> ranks_;
  std::vector<Piece> pieces_;
  std::vector<LayoutNode> nodes_;
  Layout layout_;
};

/// One behind its inputs, of which those from integrators do not count.
int BlockDrawing::rank_of(std::size_t block, std::vector<int>& state) {
  if (state[block] == 2) return ranks_[block];
  if (state[block] == 1) return 0;  // a loop without an integrator
  state[block] = 1;
  int rank = 0;
  for (const BlockLine& line : diagram_.lines) {
    if (line.to != static_cast<int>(block)) continue;
    const auto from = static_cast<std::size_t>(line.from);
    const bool is_state = diagram_.blocks[from].kind == Block::Kind::integrator;
    const bool is_sink = diagram_.blocks[block].kind == Block::Kind::terminal ||
                         diagram_.blocks[block].kind == Block::Kind::integrator;
    if (is_state && !is_sink) continue;
    rank = std::max(rank, rank_of(from, state) + 1);
  }
  ranks_[block] = rank;
  state[block] = 2;
  return rank;
}

void BlockDrawing::find_ranks() {
  ranks_.assign(diagram_.blocks.size(), 0);
  std::vector<int> state(ranks_.size(), 0);
  for (std::size_t k = 0; k < ranks_.size(); ++k) rank_of(k, state);
  // Constants and sources stand directly before their first reader.
  for (std::size_t k = 0; k < ranks_.size(); ++k) {
    const Block::Kind kind = diagram_.blocks[k].kind;
    if (kind != Block::Kind::constant && kind != Block::Kind::source) continue;
    std::optional<int> first;
    for (const BlockLine& line : diagram_.lines) {
      if (line.from != static_cast<int>(k)) continue;
      const int reader = ranks_[static_cast<std::size_t>(line.to)];
      first = std::min(first.value_or(reader), reader);
    }
    if (first) ranks_[k] = *first - 1;
  }
}

int BlockDrawing::add_corner(int rank) {
  LayoutNode corner;
  corner.rank = rank;
  corner.along = 1;
  corner.across = 8;
  nodes_.push_back(corner);
  return static_cast<int>(nodes_.size()) - 1;
}

void BlockDrawing::place() {
  for (std::size_t k = 0; k < diagram_.blocks.size(); ++k) {
    const BlockSize s = block_size_of(diagram_.blocks[k]);
    LayoutNode& node = nodes_.emplace_back();
    node.rank = 2 * ranks_[k];
    node.along = s.width;
    node.across = s.height;
  }
  const auto rank = [&](int block) { return nodes_[static_cast<std::size_t>(block)].rank; };
  std::map<int, int> lowest;  // by block whose signal returns: the rank of its first reader
  for (const BlockLine& line : diagram_.lines) {
    if (rank(line.to) > rank(line.from)) continue;
    const auto known = lowest.find(line.from);
    lowest[line.from] =
        known == lowest.end() ? rank(line.to) : std::min(known->second, rank(line.to));
  }
  std::map<int, int> turns;  // the corner before the first reader
  for (const auto& [block, first] : lowest) {
    const int right = add_corner(rank(block) + 1), left = add_corner(first - 1);
    pieces_.push_back({block, right, -1});
    pieces_.push_back({right, left, -1});
    turns[block] = left;
  }
  for (std::size_t k = 0; k < diagram_.lines.size(); ++k) {
    const BlockLine& line = diagram_.lines[k];
    const bool returns = rank(line.to) <= rank(line.from);
    pieces_.push_back({returns ? turns.at(line.from) : line.from, line.to, static_cast<int>(k)});
  }
  std::map<int, int> used;  // ranks are numbers from 0 without a gap
  for (const LayoutNode& node : nodes_) used.emplace(node.rank, 0);
  int next = 0;
  for (auto& [given, number] : used) number = next++;
  for (LayoutNode& node : nodes_) node.rank = used.at(node.rank);
  std::vector<LayoutEdge> edges;
  for (const Piece& piece : pieces_) {
    LayoutEdge& edge = edges.emplace_back();
    edge.from = piece.from;
    edge.to = piece.to;
    edge.from_end = {4, 5, 5};
    edge.to_end = {piece.line < 0 ? 2.0 : 14.0, 7, 6};
  }
  LayoutSpacing spacing;
  spacing.nodes = 24;
  spacing.lines = 9;
  spacing.bend = 20;
  layout_ = lay_out(nodes_, edges, spacing);
}

void BlockDrawing::text(SvgWriter& svg, Point p, const std::string& content, double size,
                        DiagramColor color, const char* anchor) {
  svg.element("text",
              svg_attribute("x", p.x) + svg_attribute("y", p.y) + svg_attribute("font-size", size) +
                  svg_attribute("text-anchor", anchor) + block_paint("fill", color),
              xml_text(content));
}

void BlockDrawing::draw_piece(SvgWriter& svg, std::size_t index) const {
  const LayoutRoute& route = layout_.routes[index];
  if (route.pieces.empty()) return;
  std::string data;
  const auto point = [&](const char* command, const LayoutPoint& p) {
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
      const double middle = (from.along + start.along) / 2 + route.bulge;
      point("C", {middle, from.across});
      point(" ", {middle, start.across});
      point(" ", start);
    }
    point("L", end);
  }
  svg.element("path", svg_attribute("d", data) + " fill=\"none\" stroke-width=\"1.2\"" +
                          block_paint("stroke", kDiagramInk));
  const Piece& piece = pieces_[index];
  if (piece.line < 0) return;
  const Point tip = at(route.pieces.back()[1]);
  SvgPath head;
  head.move(tip.x, tip.y);
  head.line(tip.x - kBlockArrow, tip.y - kHalfBlockArrow);
  head.line(tip.x - kBlockArrow, tip.y + kHalfBlockArrow);
  head.close();
  svg.element("path", svg_attribute("d", head.data()) + " stroke=\"none\"" +
                          block_paint("fill", kDiagramInk));
  const std::string& mark = diagram_.lines[static_cast<std::size_t>(piece.line)].mark;
  if (!mark.empty()) text(svg, {tip.x - 11, tip.y - 4}, mark, kMarkText, kDiagramInk, "middle");
}

/// The line that joins the ends of its pieces.
void BlockDrawing::draw_corner(SvgWriter& svg, int node) const {
  double low = INFINITY, high = -INFINITY, along = 0;
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const LayoutRoute& route = layout_.routes[k];
    if (route.pieces.empty()) continue;
    for (const bool from : {true, false}) {
      if ((from ? pieces_[k].from : pieces_[k].to) != node) continue;
      const LayoutPoint& end = from ? route.pieces.front()[0] : route.pieces.back()[1];
      low = std::min(low, end.across);
      high = std::max(high, end.across);
      along = end.along;
    }
  }
  if (!(high > low)) return;
  const Point a = at({along, low}), b = at({along, high});
  SvgPath line;
  line.move(a.x, a.y);
  line.line(b.x, b.y);
  svg.element("path", svg_attribute("d", line.data()) +
                          " fill=\"none\" stroke-width=\"1.2\" stroke-linecap=\"round\"" +
                          block_paint("stroke", kDiagramInk));
}

void BlockDrawing::draw_shape(SvgWriter& svg, const Block& block, Point c,
                              const BlockSize& s) const {
  const double left = c.x - s.width / 2, top = c.y - s.height / 2;
  const auto rectangle = [&](double radius, DiagramColor color) {
    svg.element("rect", svg_attribute("x", left) + svg_attribute("y", top) +
                            svg_attribute("width", s.width) + svg_attribute("height", s.height) +
                            svg_attribute("rx", radius) + block_look(color));
  };
  const auto circle = [&] {
    svg.element("ellipse", svg_attribute("cx", c.x) + svg_attribute("cy", c.y) +
                               svg_attribute("rx", s.width / 2) +
                               svg_attribute("ry", s.height / 2) + block_look(kDiagramInk));
  };
  const Point middle{c.x, c.y + 4.3};
  switch (block.kind) {
    case Block::Kind::integrator:
      rectangle(3, kDiagramAccent);
      text(svg, {c.x, c.y + 6.5}, "∫", 19, kDiagramAccent, "middle");
      return;
    case Block::Kind::sum:
      circle();
      text(svg, middle, "Σ", kBlockText, kDiagramInk, "middle");
      return;
    case Block::Kind::product:
      circle();
      text(svg, middle, "×", kBlockText + 1, kDiagramInk, "middle");
      return;
    case Block::Kind::gain: {
      SvgPath triangle;
      triangle.move(left, top);
      triangle.line(left + s.width - 14, top);
      triangle.line(left + s.width, c.y);
      triangle.line(left + s.width - 14, top + s.height);
      triangle.line(left, top + s.height);
      triangle.close();
      svg.element("path", svg_attribute("d", triangle.data()) + block_look(kDiagramInk));
      text(svg, {c.x - 5, c.y + 4.3}, block.text, kBlockText, kDiagramInk, "middle");
      return;
    }
    case Block::Kind::terminal:
      rectangle(11, kDiagramMuted);
      text(svg, {c.x, c.y + 3.8}, block.text, kSignalText, kDiagramInk, "middle");
      return;
    case Block::Kind::source: rectangle(14, kDiagramForce); break;
    case Block::Kind::constant: rectangle(2, kDiagramLine); break;
    case Block::Kind::function: rectangle(4, kDiagramInk); break;
  }
  text(svg, middle, block.text, kBlockText, kDiagramInk, "middle");
}

void BlockDrawing::draw_block(SvgWriter& svg, std::size_t index) const {
  const Block& block = diagram_.blocks[index];
  const BlockSize s{block_size_of(block).width, layout_.across[index]};
  const Point c = at(layout_.centers[index]);
  draw_shape(svg, block, c, s);
  if (!block.signal.empty()) {
    // With a rim, as lines may pass here.
    svg.element("text",
                svg_attribute("x", c.x) + svg_attribute("y", c.y - s.height / 2 - 4) +
                    svg_attribute("font-size", kSignalText) +
                    " text-anchor=\"middle\" stroke-width=\"3\" stroke-linejoin=\"round\" "
                    "paint-order=\"stroke\"" +
                    fmt::format(" fill=\"{1}\" stroke=\"{3}\" "
                                "style=\"fill:var({0},{1});stroke:var({2},{3})\"",
                                kDiagramAccent.variable, kDiagramAccent.fallback,
                                kDiagramPaper.variable, kDiagramPaper.fallback),
                xml_text(block.signal));
  }
}

std::string BlockDrawing::draw() const {
  SvgWriter svg;
  const double w = layout_.high.along - layout_.low.along + 2 * kBlockMargin,
               h = layout_.high.across - layout_.low.across + 2 * kBlockMargin;
  svg.open("svg",
           fmt::format("xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0:.0f}\" "
                       "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                       "font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', "
                       "sans-serif\"",
                       w, h));
  svg.element("title", "",
              xml_text("Block diagram" + (diagram_.title.empty() ? "" : " of " + diagram_.title)));
  svg.element("rect", fmt::format("width=\"{:.0f}\" height=\"{:.0f}\"", w, h) +
                          block_paint("fill", kDiagramPaper));
  for (std::size_t k = 0; k < pieces_.size(); ++k) draw_piece(svg, k);
  for (std::size_t n = diagram_.blocks.size(); n < nodes_.size(); ++n)
    draw_corner(svg, static_cast<int>(n));
  for (std::size_t k = 0; k < diagram_.blocks.size(); ++k) draw_block(svg, k);
  svg.close();
  return svg.str();
}

}  // namespace

std::string draw_blocks(const BlockDiagram& diagram) { return BlockDrawing(diagram).draw(); }

}  // namespace holon
