// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "holon/view/plots/plot.h"
#include "holon/view/plots/ticks.h"

namespace holon::detail {

/// The least and the largest of some finite numbers.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void take(const Range& other) {
    take(other.low);
    take(other.high);
  }
  bool empty() const { return !(low <= high); }
  double size() const { return high - low; }
};

/// An axis of a panel and its pixels.
struct Axis1 {
  Range range;
  double from = 0, to = 0;  // [px]
  Ticks ticks;
  double at(double value) const { return from + (value - range.low) / range.size() * (to - from); }
};

/// What a mark is drawn about, [px].
using MarkPoints = std::vector<std::pair<double, double>>;
void draw_marks(SvgWriter& svg, Curve::Mark mark, const MarkPoints& at, const char* color);

/// A curve by its style: the area of a band, points, crosses, a line. `index` gives the color.
void draw_curve(SvgWriter& svg, const Curve& curve, std::size_t index, bool is_time, const Axis1& x,
                const Axis1& y);

/// Guide lines, clipped at the frame.
void draw_guides(SvgWriter& svg, const Panel& panel, const Axis1& x, const Axis1& y);

}  // namespace holon::detail
