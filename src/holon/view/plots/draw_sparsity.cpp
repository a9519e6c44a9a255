// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/plots/draw_sparsity.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/view/svg/svg.h"

namespace holon {

namespace {

// Cells are as large as the page permits.
constexpr double kMatrix = 560, kLargestCell = 18, kMatrixMargin = 16, kMatrixTitleHeight = 46,
                 kMatrixTitleSize = 15;
constexpr double kFont = 11, kLetter = 6.2;  // width of a letter at that size
constexpr double kLargestLabel = 150;

}  // namespace

std::string draw_sparsity(const SparsityPlot& image) {
  const double cell = std::min(kLargestCell, kMatrix / std::max(1, image.size));
  const double side = cell * image.size;
  double label = 0;
  for (const auto& [name, count] : image.groups) {
    label = std::max(label, kLetter * static_cast<double>(name.size()) + 10);
  }
  label = std::min(label, kLargestLabel);
  const double left = kMatrixMargin + label, top = kMatrixTitleHeight + label;
  const double title = estimate_text_width(image.title, kMatrixTitleSize, true);
  const double width = std::max(left + side, kMatrixMargin + title) + kMatrixMargin;
  const double height = top + side + kMatrixMargin + 20;

  SvgWriter svg;
  svg.open("svg", fmt::format("xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                              "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                              "font-family=\"sans-serif\"",
                              width, height));
  svg.element("rect",
              fmt::format("width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#ffffff\"", width, height));
  svg.text(kMatrixMargin, 26, image.title, {.size = kMatrixTitleSize, .bold = true});
  double at = 0;
  for (std::size_t k = 0; k < image.groups.size(); ++k) {
    const double length = cell * image.groups[k].second;
    if (length >= 0.8 * kFont) {
      const double middle = at + length / 2;
      svg.text(left - 6, top + middle + 0.36 * kFont, image.groups[k].first,
               {.size = kFont, .anchor = "end"});
      svg.text(left + middle + 0.36 * kFont, top - 6, image.groups[k].first,
               {.size = kFont, .turn = -90});
    }
    at += length;
    if (k + 1 == image.groups.size()) break;
    svg.line(left, top + at, left + side, top + at, "stroke=\"#9aa5b0\" stroke-width=\"0.8\"");
    svg.line(left + at, top, left + at, top + side, "stroke=\"#9aa5b0\" stroke-width=\"0.8\"");
  }
  SvgPath marks;
  const double gap = std::min(1.0, 0.12 * cell);
  for (const auto& [row, column] : image.entries) {
    const double x = left + cell * column + gap, y = top + cell * row + gap, s = cell - 2 * gap;
    marks.move(x, y);
    marks.line(x + s, y);
    marks.line(x + s, y + s);
    marks.line(x, y + s);
    marks.close();
  }
  svg.element("path", fmt::format("d=\"{}\" fill=\"#1f5fa8\"", marks.data()));
  svg.element("rect", fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                                  "fill=\"none\" stroke=\"#555555\"",
                                  left, top, side, side));
  svg.text(left, top + side + 16,
           fmt::format("{0} x {0}, {1} entries, {2:.1f} % filled", image.size, image.entries.size(),
                       100.0 * static_cast<double>(image.entries.size()) /
                           std::max(1.0, static_cast<double>(image.size) * image.size)),
           {.size = kFont, .fill = "#555555"});
  svg.close();
  return svg.str();
}

}  // namespace holon
