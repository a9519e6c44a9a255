// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/plots/draw_curves.h"

#include <set>

#include "holon/base/characters.h"
#include "holon/view/svg/palette.h"

namespace holon::detail {
namespace {

/// [px] from the middle.
constexpr double kMarkSize = 4.2, kDotSize = 1.6;
constexpr const char* kGuideInk = "#333333";

/// The space that a label takes [px].
struct LabelBox {
  double left, top, right, bottom;
  bool overlaps(const LabelBox& b) const {
    return left < b.right && b.left < right && top < b.bottom && b.top < bottom;
  }
};

/// At a guide's end, inwards of the frame; not over another label.
void draw_guide_label(SvgWriter& svg, const std::string& label, std::pair<double, double> end,
                      const Axis1& x, const Axis1& y, std::vector<LabelBox>& labels) {
  constexpr double kGap = 3, kLabel = 9.5, kCharacter = 0.55 * kLabel;  // [px]
  const bool is_left = end.first < 0.5 * (x.from + x.to);
  const bool is_top = end.second < 0.5 * (y.from + y.to);
  const double at = end.first + (is_left ? kGap : -kGap);
  const double base = end.second + (is_top ? kLabel + kGap : -kGap);
  const double width = kCharacter * count_characters(label);
  const LabelBox box{is_left ? at : at - width, base - kLabel, is_left ? at + width : at, base};
  for (const LabelBox& other : labels)
    if (box.overlaps(other)) return;
  labels.push_back(box);
  svg.text(at, base, label,
           {.size = kLabel, .anchor = is_left ? "start" : "end", .fill = "#6f6f6f", .halo = true});
}

/// Of dots whose centres lie in one cell of three quarters of a radius the first is drawn: they
/// cover each other.
void draw_dots(SvgWriter& svg, const MarkPoints& at, const char* color) {
  constexpr double kCell = 0.75 * kDotSize;
  std::set<std::pair<long, long>> taken;
  SvgPolyline path;
  for (const auto& [x, y] : at) {
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if (taken.emplace(std::lround(x / kCell), std::lround(y / kCell)).second) path.dot(x, y);
  }
  if (path.empty()) return;
  svg.element("path", "fill=\"none\" stroke-linecap=\"round\"" +
                          svg_attribute("stroke-width", 2 * kDotSize) +
                          svg_attribute("stroke", color) + svg_attribute("d", path.data()));
}

}  // namespace

void draw_marks(SvgWriter& svg, Curve::Mark mark, const MarkPoints& at, const char* color) {
  if (mark == Curve::Mark::dot) return draw_dots(svg, at, color);
  SvgPath path;
  for (const auto& [x, y] : at) {
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if (mark != Curve::Mark::cross) {
      path.circle(x, y, kMarkSize);
      continue;
    }
    path.move(x - kMarkSize, y - kMarkSize);
    path.line(x + kMarkSize, y + kMarkSize);
    path.move(x - kMarkSize, y + kMarkSize);
    path.line(x + kMarkSize, y - kMarkSize);
  }
  if (path.empty()) return;
  svg.element("path", "fill=\"none\" stroke-width=\"1.8\"" + svg_attribute("stroke", color) +
                          svg_attribute("d", path.data()));
}

void draw_guides(SvgWriter& svg, const Panel& panel, const Axis1& x, const Axis1& y) {
  const auto is_inside = [](const Axis1& axis, double value) {
    return value >= axis.range.low && value <= axis.range.high;
  };
  std::vector<LabelBox> labels;
  for (const Curve& guide : panel.guides) {
    SvgPolyline path;
    std::vector<std::pair<double, double>> marks;
    bool pen_down = false;
    for (std::size_t i = 0; i < guide.x.size(); ++i) {
      const bool inside = is_inside(x, guide.x[i]) && is_inside(y, guide.y[i]);
      if (inside) {
        const double px = x.at(guide.x[i]), py = y.at(guide.y[i]);
        marks.emplace_back(px, py);
        pen_down ? path.line(px, py) : path.move(px, py);
      }
      pen_down = inside;
    }
    if (guide.mark != Curve::Mark::line) {
      draw_marks(svg, guide.mark, marks, kGuideInk);
    } else if (!path.empty()) {
      svg.element("path",
                  "fill=\"none\" stroke=\"#8c8c8c\" stroke-width=\"0.9\" "
                  "stroke-dasharray=\"3 3\"" +
                      svg_attribute("d", path.data()));
      if (!guide.label.empty()) draw_guide_label(svg, guide.label, marks.back(), x, y, labels);
    }
  }
}

namespace {

/// The area between a curve and its lower edge, in pieces where both have values.
void draw_band(SvgWriter& svg, const Curve& curve, std::size_t index, bool is_time, const Axis1& x,
               const Axis1& y) {
  constexpr double kBandOpacity = 0.16;
  std::vector<double> ux = curve.x, uy = curve.y, lx = curve.x, ly = curve.lower;
  if (is_time) {
    thin_out(ux, uy, static_cast<int>(x.to - x.from));
    thin_out(lx, ly, static_cast<int>(x.to - x.from));
  }
  // Pieces of an edge between its gaps; both edges have the same gaps.
  const auto pieces = [&](const std::vector<double>& px, const std::vector<double>& py) {
    std::vector<MarkPoints> list(1);
    for (std::size_t i = 0; i < px.size(); ++i) {
      if (std::isfinite(px[i]) && std::isfinite(py[i]))
        list.back().emplace_back(x.at(px[i]), y.at(py[i]));
      else if (!list.back().empty())
        list.emplace_back();
    }
    if (list.back().empty()) list.pop_back();
    return list;
  };
  const auto upper = pieces(ux, uy), lower = pieces(lx, ly);
  SvgPolyline path;
  for (std::size_t k = 0; k < std::min(upper.size(), lower.size()); ++k) {
    path.move(upper[k][0].first, upper[k][0].second);
    for (std::size_t i = 1; i < upper[k].size(); ++i)
      path.line(upper[k][i].first, upper[k][i].second);
    for (std::size_t i = lower[k].size(); i-- > 0;)
      path.line(lower[k][i].first, lower[k][i].second);
    path.close();
  }
  if (path.empty()) return;
  svg.element("path", svg_attribute("fill", curve_color(index)) +
                          svg_attribute("fill-opacity", kBandOpacity) + " stroke=\"none\"" +
                          svg_attribute("d", path.data()));
}

void draw_line(SvgWriter& svg, const Curve& curve, std::size_t index, bool is_time, const Axis1& x,
               const Axis1& y) {
  std::vector<double> cx = curve.x, cy = curve.y;
  if (is_time) thin_out(cx, cy, static_cast<int>(x.to - x.from));
  SvgPolyline path;
  bool pen_down = false;
  for (std::size_t i = 0; i < cx.size(); ++i) {
    if (!std::isfinite(cx[i]) || !std::isfinite(cy[i])) {
      pen_down = false;
      continue;
    }
    const double px = x.at(cx[i]), py = y.at(cy[i]);
    pen_down ? path.line(px, py) : path.move(px, py);
    pen_down = true;
  }
  if (path.empty()) return;
  const bool is_outline = curve.mark == Curve::Mark::outline;
  std::string attributes = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
  attributes += svg_attribute("stroke-width", is_outline ? 0.9 : 1.8);
  attributes += svg_attribute("stroke", curve_color(index));
  if (*curve_dash(index)) attributes += svg_attribute("stroke-dasharray", curve_dash(index));
  svg.element("path", attributes + svg_attribute("d", path.data()));
}

}  // namespace

void draw_curve(SvgWriter& svg, const Curve& curve, std::size_t index, bool is_time, const Axis1& x,
                const Axis1& y) {
  if (!curve.lower.empty()) return draw_band(svg, curve, index, is_time, x, y);
  if (curve.mark == Curve::Mark::line || curve.mark == Curve::Mark::outline)
    return draw_line(svg, curve, index, is_time, x, y);
  MarkPoints marks;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    marks.emplace_back(x.at(curve.x[i]), y.at(curve.y[i]));
  draw_marks(svg, curve.mark, marks, curve_color(index));
}

}  // namespace holon::detail
