// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/tin_ground.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "holon/terrain/surface_patch.h"

namespace holon::detail {

double TinGround::count_cells(const Tin& tin, double cell) {
  return ((tin.highest()[0] - tin.lowest()[0]) / cell + 1) *
         ((tin.highest()[1] - tin.lowest()[1]) / cell + 1);
}

TinGround::TinGround(std::string name, Tin tin, double cell)
    : name_(std::move(name)), tin_(std::move(tin)) {
  const double x[2] = {tin_.lowest()[0], tin_.highest()[0]};
  const double y[2] = {tin_.lowest()[1], tin_.highest()[1]};
  field_ = make_cells(x, y, cell);
  for (int j = 0; j < field_.ny; ++j) {
    for (int i = 0; i < field_.nx; ++i)
      field_.z[field_.index(i, j)] = tin_.nearest_height(field_.x(i), field_.y(j));
  }
  const auto compare = [&](double px, double py) {
    if (const auto exact = tin_.height(px, py))
      deviation_ = std::max(deviation_, std::abs(*exact - field_.smooth(field_.z, px, py)));
  };
  for (const Tin::Point& p : tin_.points()) compare(p[0], p[1]);
  for (int j = 0; j < field_.ny; ++j) {
    for (int i = 0; i < field_.nx; ++i) {
      compare(field_.x(i), field_.y(j));
      compare(field_.x(i) + 0.5 * cell, field_.y(j) + 0.5 * cell);
    }
  }
}

std::vector<GroundPoint> TinGround::survey(Assembly&, const std::vector<GroundQuery>& queries) {
  const TableRef heights = make_height_table(name_, field_);
  std::vector<GroundPoint> points;
  for (const GroundQuery& query : queries)
    points.push_back(calc_static_surface(heights, field_, query.x, query.y));
  return points;
}

Expr TinGround::calc_inside(Expr x, Expr y) const {
  HeightField mask = field_;
  for (int j = 0; j < mask.ny; ++j)
    for (int i = 0; i < mask.nx; ++i)
      mask.z[mask.index(i, j)] = tin_.height(mask.x(i), mask.y(j)) ? 1.0 : 0.0;
  const Expr share =
      calc_static_surface(make_height_table(name_ + ".inside", mask), mask, x, y).height;
  // A cell ends half a cell behind its middle; the table goes on beyond the last one.
  const double half = 0.5 * mask.cell;
  const Expr is_near = less(mask.x0 - half, x) * less(x, mask.x(mask.nx - 1) + half) *
                       less(mask.y0 - half, y) * less(y, mask.y(mask.ny - 1) + half);
  return is_near * less(0.5, share);
}

std::vector<double> TinGround::calc_heights(const std::vector<double>& x,
                                            const std::vector<double>& y) const {
  std::vector<double> heights;
  for (std::size_t k = 0; k < x.size(); ++k)
    heights.push_back(tin_.height(x[k], y[k]).value_or(std::numeric_limits<double>::quiet_NaN()));
  return heights;
}

}  // namespace holon::detail
