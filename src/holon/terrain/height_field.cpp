// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/height_field.h"

#include <Random123/philox.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "holon/expr/graph/scalar.h"

namespace holon::detail {

std::size_t HeightField::clamped(int i, int j) const {
  return index(std::clamp(i, 0, nx - 1), std::clamp(j, 0, ny - 1));
}

std::optional<double> HeightField::interpolate(double px, double py) const {
  const double u = (px - x0) / cell, v = (py - y0) / cell;
  const double slack = 1e-9;  // in cells: a point on the border is inside
  if (!(u >= -slack && u <= nx - 1 + slack && v >= -slack && v <= ny - 1 + slack)) return {};
  const int i = std::clamp(static_cast<int>(std::floor(u)), 0, std::max(nx - 2, 0));
  const int j = std::clamp(static_cast<int>(std::floor(v)), 0, std::max(ny - 2, 0));
  const double s = u - i, t = v - j;
  const auto at = [&](int a, int b) { return z[clamped(a, b)]; };
  return (1 - t) * ((1 - s) * at(i, j) + s * at(i + 1, j)) +
         t * ((1 - s) * at(i, j + 1) + s * at(i + 1, j + 1));
}

double HeightField::smooth(const std::vector<double>& values, double px, double py) const {
  const auto weights = [](double s) {
    return std::array<double, 3>{0.5 * (0.5 - s) * (0.5 - s), 0.75 - s * s,
                                 0.5 * (0.5 + s) * (0.5 + s)};
  };
  const double u = std::clamp((px - x0) / cell, -0.5, nx - 0.5);
  const double v = std::clamp((py - y0) / cell, -0.5, ny - 0.5);
  const int i = static_cast<int>(std::floor(u + 0.5)), j = static_cast<int>(std::floor(v + 0.5));
  const auto wx = weights(u - i), wy = weights(v - j);
  double sum = 0;
  for (int b = 0; b < 3; ++b) {
    for (int a = 0; a < 3; ++a)
      sum += wx[static_cast<std::size_t>(a)] * wy[static_cast<std::size_t>(b)] *
             values[clamped(i + a - 1, j + b - 1)];
  }
  return sum;
}

HeightField::Point HeightField::survey(double px, double py) const {
  const auto weights = [](double s) {
    return std::array<double, 3>{0.5 * (0.5 - s) * (0.5 - s), 0.75 - s * s,
                                 0.5 * (0.5 + s) * (0.5 + s)};
  };
  const auto slopes = [](double s) { return std::array<double, 3>{s - 0.5, -2 * s, s + 0.5}; };
  const double u = std::clamp((px - x0) / cell, -0.5, nx - 0.5);
  const double v = std::clamp((py - y0) / cell, -0.5, ny - 0.5);
  const int i = static_cast<int>(std::floor(u + 0.5)), j = static_cast<int>(std::floor(v + 0.5));
  const auto wx = weights(u - i), wy = weights(v - j), dx = slopes(u - i), dy = slopes(v - j);
  Point point{0, 0, 0};
  for (int b = 0; b < 3; ++b) {
    double row = 0, row_slope = 0;
    for (int a = 0; a < 3; ++a) {
      const double height = z[clamped(i + a - 1, j + b - 1)];
      row += wx[static_cast<std::size_t>(a)] * height;
      row_slope += dx[static_cast<std::size_t>(a)] * height;
    }
    point.height += wy[static_cast<std::size_t>(b)] * row;
    point.slope_x += wy[static_cast<std::size_t>(b)] * row_slope;
    point.slope_y += dy[static_cast<std::size_t>(b)] * row;
  }
  return {point.height, point.slope_x / cell, point.slope_y / cell};
}

HeightField make_cells(const double (&x)[2], const double (&y)[2], double cell) {
  const auto count = [cell](double length) {
    const double slack = 1e-9;  // in cells, of rounding
    return std::max(1, static_cast<int>(std::ceil(length / cell - slack)));
  };
  HeightField field;
  field.cell = cell;
  field.nx = count(x[1] - x[0]);
  field.ny = count(y[1] - y[0]);
  field.x0 = 0.5 * (x[0] + x[1]) - 0.5 * (field.nx - 1) * cell;
  field.y0 = 0.5 * (y[0] + y[1]) - 0.5 * (field.ny - 1) * cell;
  field.z.assign(static_cast<std::size_t>(field.nx) * static_cast<std::size_t>(field.ny), 0.0);
  return field;
}

namespace {

/// A normal number of a cell: Philox4x32-10, Box and Muller.
double draw_for_cell(std::uint64_t seed, std::uint64_t cell) {
  const auto low = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
  const auto high = [](std::uint64_t n) { return static_cast<std::uint32_t>(n >> 32); };
  const r123::Philox4x32::ctr_type counter{{low(cell), high(cell), 0x7e77a1au, 0}};
  const r123::Philox4x32::key_type key{{low(seed), high(seed)}};
  const auto bits = r123::Philox4x32()(counter, key);
  const auto unit = [](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t all = (static_cast<std::uint64_t>(a) << 32 | b) >> 12;  // 52 bits
    return (static_cast<double>(all) + 0.5) * 0x1p-52;
  };
  return std::sqrt(-2 * runtime_log(unit(bits[0], bits[1]))) *
         runtime_cos(2 * std::numbers::pi * unit(bits[2], bits[3]));
}

}  // namespace

// White noise of the cells, smoothed by exp(−2 (r/length)²), whose autocorrelation is
// exp(−(r/length)²). The noise continues beyond the cells, so that the field is homogeneous.
std::vector<double> make_roughness(const HeightField& cells, double rms, double length,
                                   std::uint64_t seed) {
  const int reach = std::max(1, static_cast<int>(std::ceil(2.2 * length / cells.cell)));
  std::vector<double> kernel;
  for (int k = -reach; k <= reach; ++k) {
    const double r = k * cells.cell / length;
    kernel.push_back(runtime_exp(-2 * r * r));
  }
  const int wide = cells.nx + 2 * reach, high = cells.ny + 2 * reach;
  // Along x, of all rows; then along y.
  std::vector<double> rows(static_cast<std::size_t>(cells.nx) * static_cast<std::size_t>(high));
  std::vector<double> noise(static_cast<std::size_t>(wide));
  for (int j = 0; j < high; ++j) {
    for (int i = 0; i < wide; ++i) {
      const auto number = static_cast<std::uint64_t>(j) * 0x100000u + static_cast<std::uint64_t>(i);
      noise[static_cast<std::size_t>(i)] = draw_for_cell(seed, number);
    }
    for (int i = 0; i < cells.nx; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < kernel.size(); ++k)
        sum += kernel[k] * noise[static_cast<std::size_t>(i) + k];
      rows[static_cast<std::size_t>(j) * static_cast<std::size_t>(cells.nx) +
           static_cast<std::size_t>(i)] = sum;
    }
  }
  std::vector<double> z(cells.z.size());
  double mean = 0;
  for (int j = 0; j < cells.ny; ++j) {
    for (int i = 0; i < cells.nx; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < kernel.size(); ++k)
        sum += kernel[k] *
               rows[(static_cast<std::size_t>(j) + k) * static_cast<std::size_t>(cells.nx) +
                    static_cast<std::size_t>(i)];
      z[cells.index(i, j)] = sum;
      mean += sum;
    }
  }
  mean /= static_cast<double>(z.size());
  double square = 0;
  for (double& h : z) {
    h -= mean;
    square += h * h;
  }
  const double scale = square > 0 ? rms / std::sqrt(square / static_cast<double>(z.size())) : 0;
  for (double& h : z) h *= scale;
  return z;
}

}  // namespace holon::detail
