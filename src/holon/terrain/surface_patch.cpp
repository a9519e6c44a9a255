// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/surface_patch.h"

#include <algorithm>
#include <array>

namespace holon::detail {

PathPatch<double> make_path_patch(const HeightField& field, double x, double y,
                                  const std::array<double, 2>& span) {
  const HeightField::Point a = field.survey(x, y);
  const HeightField::Point b = field.survey(x + span[0], y + span[1]);
  // Per length of d: ∂z/∂s = d · grad z, ∂z/∂w = (−d_y, d_x) · grad z.
  const auto along = [&](const HeightField::Point& p) {
    return span[0] * p.slope_x + span[1] * p.slope_y;
  };
  const auto across = [&](const HeightField::Point& p) {
    return span[0] * p.slope_y - span[1] * p.slope_x;
  };
  const double square = span[0] * span[0] + span[1] * span[1];
  const double rise = b.height - a.height, from = along(a), to = along(b);
  return {x,
          y,
          span[0] / square,
          span[1] / square,
          a.height,
          from,
          3 * rise - 2 * from - to,
          from + to - 2 * rise,
          across(a),
          across(b) - across(a)};
}

GroundPoint calc_path_patch(const PathPatch<Expr>& p, Expr x, Expr y) {
  const Expr dx = x - p.x0, dy = y - p.y0;
  const Expr s = p.along_x * dx + p.along_y * dy, w = p.along_x * dy - p.along_y * dx;
  const Expr inner = min(max(s, -0.5), 1.5);
  const Expr cubic = p.c0 + inner * (p.c1 + inner * (p.c2 + inner * p.c3));
  const Expr steep = p.c1 + inner * (2.0 * p.c2 + inner * (3.0 * p.c3));
  const Expr across = p.b0 + s * p.b1;
  const Expr along = steep + w * p.b1;
  return {cubic + steep * (s - inner) + w * across, along * p.along_x - across * p.along_y,
          along * p.along_y + across * p.along_x};
}

TableRef make_height_table(const std::string& name, const HeightField& field) {
  auto data = std::make_shared<TableData>();
  data->name = name;
  // A table has two breakpoints at least: a single row of cells stands twice.
  const int nx = std::max(field.nx, 2), ny = std::max(field.ny, 2);
  for (int i = 0; i < nx; ++i) data->x.push_back(field.x(i));
  for (int j = 0; j < ny; ++j) data->y.push_back(field.y(j));
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j)
      data->values.push_back(
          field.z[field.index(std::min(i, field.nx - 1), std::min(j, field.ny - 1))]);
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

}  // namespace holon::detail
