// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace holon::detail {

/// Square cells with a height each. The cell (i, j) has its centre at (x0 + i cell, y0 + j cell).
/// The smooth surface over them has the heights as coefficients of biquadratic B-splines
/// (surface_patch.h): it contains exactly the volume of the cells.
struct HeightField {
  double x0 = 0, y0 = 0;  ///< [m] centre of the first cell
  double cell = 1;        ///< [m]
  int nx = 0, ny = 0;
  std::vector<double> z;  ///< [m] (nx x ny), x fastest

  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  }
  std::size_t size() const { return z.size(); }
  double x(int i) const { return x0 + i * cell; }
  double y(int j) const { return y0 + j * cell; }
  double area() const { return cell * cell; }
  bool contains(int i, int j) const { return i >= 0 && i < nx && j >= 0 && j < ny; }
  /// The nearest cell.
  std::size_t clamped(int i, int j) const;
  /// Bilinear between centres; nothing outside them.
  std::optional<double> interpolate(double px, double py) const;
  /// The smooth surface over values of the cells; beyond the cells that of those at the border.
  double smooth(const std::vector<double>& values, double px, double py) const;
  struct Point {
    double height;            ///< [m]
    double slope_x, slope_y;  ///< exactly those of the height
  };
  /// The smooth surface over the heights, as `smooth` has it, with its slopes.
  Point survey(double px, double py) const;
};

/// Cells that cover the intervals exactly or exceed them by less than one, centred on them.
HeightField make_cells(const double (&x)[2], const double (&y)[2], double cell);

/// An ESRI ASCII grid (.asc), or CSV with the columns x, y, z of a complete square grid in any
/// order. Nothing if it cannot be read; then `error` gives the reason.
std::optional<HeightField> read_raster(const std::string& path, std::string& error);

/// Heights of an isotropic Gaussian random field: mean 0 and root mean square `rms` over the cells,
/// exactly; its autocorrelation is exp(−(r/length)²).
std::vector<double> make_roughness(const HeightField& cells, double rms, double length,
                                   std::uint64_t seed);

}  // namespace holon::detail
