// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/tin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holon::detail {

namespace {

/// Twice the area of a triangle in the plan.
double signed_area(const Tin::Point& a, const Tin::Point& b, const Tin::Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

}  // namespace

Tin::Tin(std::vector<Point> points, const std::vector<Triangle>& triangles)
    : points_(std::move(points)) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  low_.fill(kFar);
  high_.fill(-kFar);
  double area = 0;
  for (const Triangle& t : triangles) {
    const auto at = [&](int k) -> const Point& {
      return points_[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])];
    };
    const double twice = signed_area(at(0), at(1), at(2));
    if (twice == 0) continue;
    area += 0.5 * std::abs(twice);
    triangles_.push_back(t);
    for (int k = 0; k < 3; ++k) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low_[axis] = std::min(low_[axis], at(k)[axis]);
        high_[axis] = std::max(high_[axis], at(k)[axis]);
      }
    }
  }
  if (triangles_.empty()) return;
  // Some triangles in each square.
  size_ = std::max(2 * std::sqrt(area / static_cast<double>(triangles_.size())), 1e-6);
  constexpr double kMostSquares = 2000;
  size_ =
      std::max({size_, (high_[0] - low_[0]) / kMostSquares, (high_[1] - low_[1]) / kMostSquares});
  nx_ = static_cast<int>((high_[0] - low_[0]) / size_) + 1;
  ny_ = static_cast<int>((high_[1] - low_[1]) / size_) + 1;
  buckets_.resize(static_cast<std::size_t>(nx_) * static_cast<std::size_t>(ny_));
  for (std::size_t k = 0; k < triangles_.size(); ++k) {
    const auto range = [&](std::size_t axis) {
      const auto value = [&](std::size_t corner) {
        return points_[static_cast<std::size_t>(triangles_[k][corner])][axis];
      };
      return std::minmax({value(0), value(1), value(2)});
    };
    const auto [x0, x1] = range(0);
    const auto [y0, y1] = range(1);
    for (int j = row(y0); j <= row(y1); ++j) {
      for (int i = column(x0); i <= column(x1); ++i)
        buckets_[bucket(i, j)].push_back(static_cast<int>(k));
    }
  }
  find_border();
}

void Tin::find_border() {
  std::vector<std::array<int, 2>> edges;
  for (const Triangle& t : triangles_) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [a, b] = std::minmax(t[k], t[(k + 1) % 3]);
      edges.push_back({a, b});
    }
  }
  std::sort(edges.begin(), edges.end());
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end = std::upper_bound(begin, edges.end(), *begin);
    if (end - begin == 1) border_.push_back(*begin);
    begin = end;
  }
}

int Tin::column(double x) const {
  return static_cast<int>(std::clamp(std::floor((x - low_[0]) / size_), 0.0, nx_ - 1.0));
}

int Tin::row(double y) const {
  return static_cast<int>(std::clamp(std::floor((y - low_[1]) / size_), 0.0, ny_ - 1.0));
}

std::optional<double> Tin::height(double x, double y) const {
  if (triangles_.empty()) return {};
  if (x < low_[0] || x > high_[0] || y < low_[1] || y > high_[1]) return {};
  for (const int k : buckets_[bucket(column(x), row(y))]) {
    const Triangle& t = triangles_[static_cast<std::size_t>(k)];
    const Point &a = points_[static_cast<std::size_t>(t[0])],
                &b = points_[static_cast<std::size_t>(t[1])],
                &c = points_[static_cast<std::size_t>(t[2])], p{x, y, 0};
    const double whole = signed_area(a, b, c);
    const double u = signed_area(p, b, c) / whole, v = signed_area(a, p, c) / whole,
                 w = signed_area(a, b, p) / whole;
    const double slack = -1e-9;  // a point on an edge is inside
    if (u >= slack && v >= slack && w >= slack) return u * a[2] + v * b[2] + w * c[2];
  }
  return {};
}

double Tin::nearest_height(double x, double y) const {
  if (const auto inside = height(x, y)) return *inside;
  double best = std::numeric_limits<double>::infinity(), z = 0;
  for (const auto& [from, to] : border_) {
    const Point& a = points_[static_cast<std::size_t>(from)];
    const Point& b = points_[static_cast<std::size_t>(to)];
    const double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    const double s =
        length2 > 0 ? std::clamp(((x - a[0]) * dx + (y - a[1]) * dy) / length2, 0.0, 1.0) : 0.0;
    const double off = std::hypot(x - a[0] - s * dx, y - a[1] - s * dy);
    if (off < best) best = off, z = a[2] + s * (b[2] - a[2]);
  }
  return z;
}

}  // namespace holon::detail
