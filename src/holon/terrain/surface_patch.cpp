// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/surface_patch.h"

#include <array>

namespace holon::detail {

namespace {

/// The five B-splines of a line and their derivatives, u in cells from the first coefficient.
struct Splines {
  std::array<Expr, 5> value, slope;
};

// With the truncated powers p_k = max(0, u − k + 3/2)², B(u − k) = (p_k − 3 p_{k+1} + 3 p_{k+2} −
// p_{k+3})/2. Between u = 1/2 and 7/2, p_0 … p_2 are never truncated and p_5 … are zero.
Splines calc_splines(Expr u) {
  std::array<Expr, 8> p, d;
  p.fill(0.0);
  d.fill(0.0);
  for (std::size_t k = 0; k < 5; ++k) {
    const Expr t = u + (1.5 - static_cast<double>(k));
    const Expr positive = k < 3 ? t : max(t, 0.0);
    p[k] = square(positive);
    d[k] = 2.0 * positive;
  }
  Splines splines;
  for (std::size_t k = 0; k < 5; ++k) {
    splines.value[k] = 0.5 * (p[k] - 3.0 * p[k + 1] + 3.0 * p[k + 2] - p[k + 3]);
    splines.slope[k] = 0.5 * (d[k] - 3.0 * d[k + 1] + 3.0 * d[k + 2] - d[k + 3]);
  }
  return splines;
}

}  // namespace

GroundPoint calc_patch(const std::vector<Expr>& coefficients, Expr x0, Expr y0, double cell, Expr x,
                       Expr y) {
  const auto within = [](Expr u) { return max(min(u, 3.5), 0.5); };
  const Expr u = (x - x0) / cell, v = (y - y0) / cell, inner_u = within(u), inner_v = within(v);
  const Splines a = calc_splines(inner_u), b = calc_splines(inner_v);
  Expr height = 0.0, slope_x = 0.0, slope_y = 0.0;
  for (std::size_t j = 0; j < 5; ++j) {
    Expr row = 0.0, row_slope = 0.0;
    for (std::size_t i = 0; i < 5; ++i) {
      row += a.value[i] * coefficients[5 * j + i];
      row_slope += a.slope[i] * coefficients[5 * j + i];
    }
    height += b.value[j] * row;
    slope_x += b.value[j] * row_slope;
    slope_y += b.slope[j] * row;
  }
  height += slope_x * (u - inner_u) + slope_y * (v - inner_v);
  return {height, slope_x / cell, slope_y / cell};
}

TableRef make_height_table(const std::string& name, const HeightField& field) {
  auto data = std::make_shared<TableData>();
  data->name = name;
  for (int i = 0; i < field.nx; ++i) data->x.push_back(field.x(i));
  for (int j = 0; j < field.ny; ++j) data->y.push_back(field.y(j));
  data->values.resize(field.size());
  for (int i = 0; i < field.nx; ++i) {
    for (int j = 0; j < field.ny; ++j)
      data->values[static_cast<std::size_t>(i) * static_cast<std::size_t>(field.ny) +
                   static_cast<std::size_t>(j)] = field.z[field.index(i, j)];
  }
  return data;
}

GroundPoint calc_static_surface(const TableRef& heights, const HeightField& field, Expr x, Expr y) {
  // B(s − k) for k = −1, 0, 1 with s from the nearest cell, and its derivatives.
  const auto weights = [](Expr s) {
    return std::array<Expr, 3>{0.5 * square(0.5 - s), 0.75 - square(s), 0.5 * square(0.5 + s)};
  };
  const auto slopes = [](Expr s) { return std::array<Expr, 3>{s - 0.5, -2.0 * s, s + 0.5}; };
  const auto nearest = [cell = field.cell](Expr at, double origin) {
    return floor((at - origin) / cell + 0.5);
  };
  const Expr i = nearest(x, field.x0), j = nearest(y, field.y0);
  const Expr s = (x - field.x0) / field.cell - i, t = (y - field.y0) / field.cell - j;
  const auto wx = weights(s), wy = weights(t), dx = slopes(s), dy = slopes(t);
  GroundPoint point{0.0, 0.0, 0.0};
  for (std::size_t b = 0; b < 3; ++b) {
    Expr row = 0.0, row_slope = 0.0;
    const Expr at_y = field.y0 + (j + (static_cast<double>(b) - 1)) * field.cell;
    for (std::size_t a = 0; a < 3; ++a) {
      const Expr at_x = field.x0 + (i + (static_cast<double>(a) - 1)) * field.cell;
      const Expr z = table(heights, at_x, at_y);
      row += wx[a] * z;
      row_slope += dx[a] * z;
    }
    point.height += wy[b] * row;
    point.slope_x += wy[b] * row_slope / field.cell;
    point.slope_y += dy[b] * row / field.cell;
  }
  return point;
}

Expr calc_patch_origin(double origin, double cell, Expr at) {
  return origin + (floor((at - origin) / cell + 0.5) - 2.0) * cell;
}

}  // namespace holon::detail
