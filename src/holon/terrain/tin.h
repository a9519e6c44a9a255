// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace holon::detail {

/// A triangulated surface (triangulated irregular network): linear over each triangle.
class Tin {
 public:
  using Point = std::array<double, 3>;  ///< [m] x, y, z
  using Triangle = std::array<int, 3>;  ///< indices of points

  /// Triangles of no area in the plan are left out.
  Tin(std::vector<Point> points, const std::vector<Triangle>& triangles);

  const std::vector<Point>& points() const { return points_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  std::size_t triangle_count() const { return triangles_.size(); }
  const Point& lowest() const { return low_; }    ///< by component
  const Point& highest() const { return high_; }  ///< by component
  /// Nothing outside all triangles.
  std::optional<double> height(double x, double y) const;
  /// Outside, that of the nearest point of the border.
  double nearest_height(double x, double y) const;

 private:
  std::size_t bucket(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) +
           static_cast<std::size_t>(i);
  }
  int column(double x) const;
  int row(double y) const;
  void find_border();

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::array<int, 2>> border_;  // edges of one triangle only
  Point low_{}, high_{};
  // Triangles by square of the plan.
  double size_ = 1;
  int nx_ = 1, ny_ = 1;
  std::vector<std::vector<int>> buckets_;
};

/// A surface of a LandXML file (1.0 to 2.0: Surfaces/Surface/Definition, Pnts and Faces; points are
/// northing, easting, elevation, in the file's linear unit). `surface` names it; empty: the only
/// one. Nothing if it cannot be read; then `error` gives the reason.
std::optional<Tin> read_land_xml(const std::string& path, const std::string& surface,
                                 std::string& error);

}  // namespace holon::detail
