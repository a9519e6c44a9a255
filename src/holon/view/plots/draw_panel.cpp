// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/view/plots/draw_curves.h"
#include "holon/view/plots/plot.h"
#include "holon/view/plots/ticks.h"
#include "holon/view/svg/palette.h"

namespace holon {
namespace {

using detail::Axis1;
using detail::Range;

constexpr double kPanelTitleSize = 14, kLabelSize = 12.5, kTickSize = 12;
constexpr double kPanelTitleHeight = 26;    // title and the space below it
constexpr double kBottom = 44;              // marks, numbers and label of the x axis
constexpr double kTickX = 90, kTickY = 42;  // preferred distance of ticks
constexpr double kLegendGap = 15;           // least distance of labels at curves' ends
constexpr double kWidestLabel = 215;        // of labels at curves' ends
constexpr std::size_t kMostEndLabels = 7;
constexpr double kLegendRow = 18, kLegendStroke = 26;
constexpr std::size_t kMostLegendRows = 12;
constexpr double kNarrow = 450;  // panels without space beside their curves
constexpr const char* kPanelInk = "#333333";
constexpr const char* kAxis = "stroke=\"#8c8c8c\" stroke-width=\"1\"";
constexpr const char* kGrid = "stroke=\"#e4e4e4\" stroke-width=\"1\"";

// A range in which the curves do not touch the frame and their rounding errors are invisible.
Range padded(Range range, double part) {
  if (range.empty()) return {0, 1};
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const double least = largest > 0 ? 1e-6 * largest : 2;
  if (range.size() < least) {
    const double middle = 0.5 * (range.low + range.high);
    const double half = largest > 0 ? std::max(0.5 * least, 0.05 * largest) : 1;
    return {middle - half, middle + half};
  }
  return {range.low - part * range.size(), range.high + part * range.size()};
}

std::string label_with_exponent(const std::string& label, int exponent) {
  if (exponent == 0) return label;
  const std::string power = format_power_of_ten(exponent);
  const std::size_t paren = label.rfind('(');
  if (paren == std::string::npos || label.back() != ')')
    return label + (label.empty() ? "" : " ") + "(" + power + ")";
  return label.substr(0, paren + 1) + power + " " + label.substr(paren + 1);
}

// Labels at the curves' ends, moved apart where they would overlap.
struct EndLabel {
  std::size_t curve;
  double at;      // [px] where the curve ends
  double placed;  // [px]
};

std::vector<EndLabel> place_end_labels(const Panel& panel, const Axis1& y) {
  std::vector<EndLabel> labels;
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    double last = y.range.low;
    for (auto v = panel.curves[i].y.rbegin(); v != panel.curves[i].y.rend(); ++v)
      if (std::isfinite(*v)) {
        last = *v;
        break;
      }
    const double at = y.at(last);
    labels.push_back({i, at, at});
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const EndLabel& a, const EndLabel& b) { return a.at < b.at; });
  // Merge neighbours into blocks centred on their ends until no two blocks touch.
  struct Block {
    std::size_t first, count;
    double center;
  };
  std::vector<Block> blocks;
  const double top = y.to + 4, bottom = y.from - 4;
  const auto half = [](const Block& b) {
    return 0.5 * kLegendGap * static_cast<double>(b.count - 1);
  };
  const auto keep_inside = [&](Block& b) {
    b.center = std::clamp(b.center, std::min(top + half(b), bottom - half(b)),
                          std::max(top + half(b), bottom - half(b)));
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    Block block{i, 1, labels[i].at};
    keep_inside(block);
    while (!blocks.empty() &&
           blocks.back().center + half(blocks.back()) + kLegendGap > block.center - half(block)) {
      const Block& before = blocks.back();
      const double n = static_cast<double>(before.count), m = static_cast<double>(block.count);
      block = {before.first, before.count + block.count,
               (before.center * n + block.center * m) / (n + m)};
      keep_inside(block);
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  for (const Block& block : blocks)
    for (std::size_t k = 0; k < block.count; ++k)
      labels[block.first + k].placed =
          block.center - half(block) + kLegendGap * static_cast<double>(k);
  return labels;
}

void draw_axes(SvgWriter& svg, const Panel& panel, const Axis1& x, const Axis1& y, double label_x) {
  if (panel.hides_axes) return;
  for (std::size_t i = 0; i < y.ticks.values.size(); ++i) {
    const double at = y.at(y.ticks.values[i]);
    svg.line(x.from, at, x.to, at,
             y.ticks.values[i] == 0 && !panel.y_is_log ? "stroke=\"#bdbdbd\"" : kGrid);
    svg.text(x.from - 8, at + 0.36 * kTickSize, y.ticks.labels[i],
             {.size = kTickSize, .anchor = "end", .fill = kPanelInk});
  }
  if (panel.x_is_log)
    for (const double value : x.ticks.values)
      svg.line(x.at(value), y.from, x.at(value), y.to, kGrid);
  svg.line(x.from, y.from, x.to, y.from, kAxis);
  for (std::size_t i = 0; i < x.ticks.values.size(); ++i) {
    const double at = x.at(x.ticks.values[i]);
    svg.line(at, y.from, at, y.from + 5, kAxis);
    svg.text(at, y.from + 19, x.ticks.labels[i],
             {.size = kTickSize, .anchor = "middle", .fill = kPanelInk});
  }
  svg.text(0.5 * (x.from + x.to), y.from + 37, label_with_exponent(panel.x_label, x.ticks.exponent),
           {.size = kLabelSize, .anchor = "middle", .fill = kPanelInk});
  const std::string y_label = label_with_exponent(panel.y_label, y.ticks.exponent);
  if (!y_label.empty()) {
    const double room = y.from - y.to + kPanelTitleHeight,
                 width = estimate_text_width(y_label, kLabelSize);
    svg.text(label_x, 0.5 * (y.from + y.to), y_label,
             {.size = width > room ? kLabelSize * room / width : kLabelSize,
              .anchor = "middle",
              .fill = kPanelInk,
              .turn = -90});
  }
}

void draw_end_labels(SvgWriter& svg, const Panel& panel, const Axis1& x, const Axis1& y) {
  for (const EndLabel& label : place_end_labels(panel, y)) {
    const char* color = curve_color(label.curve);
    if (std::abs(label.placed - label.at) > 2) {
      SvgPath leader;
      leader.move(x.to + 2, label.at);
      leader.line(x.to + 10, label.placed);
      svg.element("path", "fill=\"none\" stroke-width=\"0.8\"" + svg_attribute("stroke", color) +
                              svg_attribute("d", leader.data()));
    }
    svg.text(x.to + 12, label.placed + 0.36 * kTickSize, panel.curves[label.curve].label,
             {.size = kTickSize, .fill = color});
  }
}

/// Of a band over time without what it is at first, if that is far wider: a filter is unsure before
/// it has measured, and the rest would be a line.
Range extent_of_curve(const Panel& panel, const Curve& curve) {
  constexpr double kUnsure = 0.05, kFarWider = 4;  // of the time; times
  const auto from = [&](std::size_t first) {
    Range range;
    for (std::size_t k = first; k < curve.y.size(); ++k) {
      range.take(curve.y[k]);
      if (!curve.lower.empty()) range.take(curve.lower[k]);
    }
    return range;
  };
  const Range whole = from(0);
  if (curve.lower.empty() || !panel.x_is_time || curve.x.size() < 2) return whole;
  const double begin = curve.x.front() + kUnsure * (curve.x.back() - curve.x.front());
  const Range later = from(static_cast<std::size_t>(
      std::lower_bound(curve.x.begin(), curve.x.end() - 1, begin) - curve.x.begin()));
  return !later.empty() && whole.size() > kFarWider * later.size() ? later : whole;
}

// Data of a panel required before layout.
struct PanelLayout {
  Range x, y;
  double widest_label = 0;
  bool labels_at_ends = false, has_legend = false;

  PanelLayout(const Panel& panel, double width) {
    for (const Curve& curve : panel.curves) {
      for (double v : curve.x) x.take(v);
      y.take(extent_of_curve(panel, curve));
      widest_label = std::max(widest_label, estimate_text_width(curve.label, kTickSize));
    }
    x = padded(x, panel.x_is_time || panel.x_is_log ? 0 : 0.04);
    y = padded(y, 0.06);
    if (panel.view) {
      x = {(*panel.view)[0], (*panel.view)[1]};
      y = {(*panel.view)[2], (*panel.view)[3]};
    }
    const bool several = panel.curves.size() > 1;
    const bool has_lines_only = std::all_of(
        panel.curves.begin(), panel.curves.end(),
        [](const Curve& curve) { return curve.lower.empty() && curve.mark == Curve::Mark::line; });
    labels_at_ends = several && has_lines_only && panel.x_is_time && width > kNarrow &&
                     panel.curves.size() <= kMostEndLabels &&
                     widest_label <= std::min(kWidestLabel, 0.3 * width);
    has_legend = several && !labels_at_ends;
  }
};

/// A band has the color of the first curve, which lies in it.
std::size_t curve_hue(const Panel& panel, std::size_t index) {
  return panel.curves[index].lower.empty() ? index : panel.curves[index].hue;
}

// A legend in rows below the title. With very many curves it names the first ones.
struct Legend {
  struct Entry {
    double x, y;  // of its stroke, from the legend's left and first line
  };
  std::vector<Entry> entries;
  std::size_t left_out = 0;
  double height = 0;

  Legend(const Panel& panel, double width) {
    std::vector<double> widths;
    double sum = 0, widest = 0;
    for (const Curve& curve : panel.curves) {
      widths.push_back(kLegendStroke + estimate_text_width(curve.label, kTickSize) + 18);
      sum += widths.back();
      widest = std::max(widest, widths.back());
    }
    // Entries that do not fit into one row are in columns.
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(width / widest)));
    const bool in_columns = sum > width;
    const std::size_t most = columns * kMostLegendRows;
    const std::size_t named = widths.size() > most ? most - columns : widths.size();
    left_out = widths.size() - named;
    double x = 0, y = 0;
    for (std::size_t i = 0; i < named; ++i) {
      if (in_columns && i > 0 && i % columns == 0) x = 0, y += kLegendRow;
      entries.push_back({x, y});
      x += in_columns ? widest : widths[i];
    }
    height = y + (left_out > 0 ? kLegendRow : 0) + 22;
  }

  void draw(SvgWriter& svg, const Panel& panel, double left, double top) const {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const double x = left + entries[i].x, y = top + entries[i].y;
      const Curve& curve = panel.curves[i];
      const bool is_point = curve.mark != Curve::Mark::line && curve.mark != Curve::Mark::outline;
      if (!curve.lower.empty()) {
        svg.element("rect", svg_attribute("x", x) + svg_attribute("y", y - 9) +
                                " width=\"20\" height=\"10\" fill-opacity=\"0.25\"" +
                                svg_attribute("fill", curve_color(curve_hue(panel, i))));
      } else if (is_point) {
        detail::draw_marks(svg, curve.mark, {{x + 10, y - 4}}, curve_color(i));
      } else {
        std::string stroke = "stroke-width=\"2.2\"" + svg_attribute("stroke", curve_color(i));
        if (*curve_dash(i)) stroke += svg_attribute("stroke-dasharray", curve_dash(i));
        svg.line(x, y - 4, x + 20, y - 4, stroke);
      }
      svg.text(x + kLegendStroke, y, panel.curves[i].label, {.size = kTickSize, .fill = kPanelInk});
    }
    if (left_out > 0)
      svg.text(left, top + kLegendRow * static_cast<double>(kMostLegendRows - 1),
               "… and " + std::to_string(left_out) + " more",
               {.size = kTickSize, .fill = kPanelInk});
  }
};

Ticks make_y_ticks(const Panel& panel, const Range& range, double height) {
  const int most = std::max(2, static_cast<int>(height / kTickY));
  return panel.y_is_log ? make_log_ticks(range.low, range.high, most)
                        : make_ticks(range.low, range.high, most, panel.y_degrees);
}

// Widens the range of the axis with more pixels per unit.
void equalise(Axis1& x, Axis1& y) {
  const double per_x = std::abs(x.to - x.from) / x.range.size();
  const double per_y = std::abs(y.to - y.from) / y.range.size();
  Range& range = per_x > per_y ? x.range : y.range;
  const double factor = std::max(per_x, per_y) / std::min(per_x, per_y);
  const double middle = 0.5 * (range.low + range.high), half = 0.5 * range.size() * factor;
  range = {middle - half, middle + half};
}

/// The logarithms for logarithmic axes; what has none is a gap.
Panel by_powers(Panel panel) {
  if (!panel.x_is_log && !panel.y_is_log) return panel;
  const auto take_logarithms = [](std::vector<double>& values) {
    for (double& v : values) v = v > 0 ? std::log10(v) : std::nan("");
  };
  for (auto* curves : {&panel.curves, &panel.guides})
    for (Curve& curve : *curves) {
      if (panel.x_is_log) take_logarithms(curve.x);
      if (!panel.y_is_log) continue;
      take_logarithms(curve.y);
      take_logarithms(curve.lower);
    }
  return panel;
}

void draw_cursor(SvgWriter& svg, const Axis1& x, const Axis1& y, double seconds) {
  std::string way = "0 0;", duration;
  append_fixed(way, x.to - x.from);
  append_fixed(duration, seconds, 6);
  svg.open("line", svg_attribute("x1", x.from) + svg_attribute("x2", x.from) +
                       svg_attribute("y1", y.from) + svg_attribute("y2", y.to) +
                       " stroke=\"#333333\" stroke-width=\"1\" stroke-opacity=\"0.45\"");
  svg.element("animateTransform", "attributeName=\"transform\" type=\"translate\"" +
                                      svg_attribute("values", way + " 0") +
                                      svg_attribute("dur", duration + "s") +
                                      " repeatCount=\"indefinite\"");
  svg.close();
}

}  // namespace

PanelMargins calc_margins(const Panel& given, const Rect& frame) {
  const Panel panel = by_powers(given);
  if (panel.hides_axes) return {12, 12};
  const PanelLayout layout(panel, frame.width);
  const Ticks ticks = make_y_ticks(panel, layout.y, frame.height - kPanelTitleHeight - kBottom);
  double numbers = 0;
  for (const std::string& label : ticks.labels)
    numbers = std::max(numbers, estimate_text_width(label, kTickSize));
  const bool labelled = !panel.y_label.empty() || ticks.exponent != 0;
  return {(labelled ? kLabelSize + 10 : 0) + numbers + 8,
          layout.labels_at_ends ? layout.widest_label + 16 : 12};
}

double calc_legend_height(const Panel& given, double width) {
  const Panel panel = by_powers(given);
  return PanelLayout(panel, width).has_legend ? Legend(panel, width).height : 0;
}

void draw_panel(SvgWriter& svg, const Panel& given, const Rect& frame, const PanelMargins& margins,
                double cursor_seconds) {
  svg.open("g");
  const Panel panel = by_powers(given);
  const PanelLayout layout(panel, frame.width);
  double top = frame.y + (panel.title.empty() ? 8 : kPanelTitleHeight);
  if (!panel.title.empty()) {
    // A long one is smaller, so that it does not run into a neighbour.
    const double width = estimate_text_width(panel.title, kPanelTitleSize, true);
    const double size = kPanelTitleSize * std::min(1.0, frame.width / std::max(width, 1.0));
    svg.text(frame.x, frame.y + kPanelTitleSize, panel.title,
             {.size = size, .fill = "#111111", .bold = true});
  }
  if (layout.has_legend) {
    const Legend legend(panel, frame.width);
    legend.draw(svg, panel, frame.x, top + kTickSize);
    top += legend.height;
  }

  Axis1 x{layout.x, frame.x + margins.left, frame.x + frame.width - margins.right, {}};
  Axis1 y{layout.y, frame.y + frame.height - (panel.hides_axes ? 8 : kBottom), top, {}};
  if (panel.equal_scales) equalise(x, y);
  y.ticks = make_y_ticks(panel, y.range, std::max(y.from - y.to, 1.0));
  const int most = std::max(2, static_cast<int>((x.to - x.from) / (panel.x_is_log ? 36 : kTickX)));
  x.ticks = panel.x_is_log ? make_log_ticks(x.range.low, x.range.high, most)
                           : make_ticks(x.range.low, x.range.high, most, panel.x_degrees);
  draw_axes(svg, panel, x, y, frame.x + kLabelSize);
  detail::draw_guides(svg, panel, x, y);
  // Bands first, rejected points last.
  for (const bool is_band : {true, false})
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
      if (panel.curves[i].lower.empty() != is_band)
        detail::draw_curve(svg, panel.curves[i], curve_hue(panel, i), panel.x_is_time, x, y);
  if (panel.x_is_time && cursor_seconds > 0) draw_cursor(svg, x, y, cursor_seconds);
  if (layout.labels_at_ends) draw_end_labels(svg, panel, x, y);
  svg.close();
}

}  // namespace holon
