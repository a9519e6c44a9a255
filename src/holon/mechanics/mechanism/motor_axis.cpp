// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/motor_axis.h"

#include <limits>

#include "holon/model/assembly/part_plots.h"
#include "holon/spatial/vector.h"

namespace holon::detail {
namespace {

std::vector<Expr> three_of(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

Expr magnitude_of(Expr square) {
  const Expr is_there = less(0.0, square);
  return select(is_there, sqrt(select(is_there, square, 1.0)), 0.0);
}

MotorAxis find_motor_axis(const MotorAtPoint& motor, Expr threshold) {
  const Vector3<Expr>&g = motor.resultant, &h = motor.moment;
  const Expr g2 = dot(g, g), h2 = dot(h, h), least = threshold * threshold;
  // Without a resultant, or a moment, the quotients are those of 1: no division by zero, also in
  // derivatives.
  const Expr has_axis = less(least, g2), has_moment = less(least, h2);
  const Expr safe_g2 = select(has_axis, g2, 1.0), safe_h2 = select(has_moment, h2, 1.0);
  const Vector3<Expr> offset = cross(g, h);
  const Expr g_norm = sqrt(safe_g2), h_norm = sqrt(safe_h2);
  const Expr infinite = std::numeric_limits<double>::infinity();
  MotorAxis axis;
  for (Eigen::Index k = 0; k < 3; ++k) {
    axis.point[k] = motor.at[k] + select(has_axis, offset[k] / safe_g2, 0.0);
    axis.direction[k] =
        select(has_axis, g[k] / g_norm, select(has_moment, h[k] / h_norm, Expr(0.0)));
  }
  axis.pitch = select(has_axis, dot(g, h) / safe_g2, select(has_moment, infinite, 0.0));
  axis.magnitude = magnitude_of(g2);
  axis.along = select(has_axis, dot(g, h) / g_norm, select(has_moment, h_norm, Expr(0.0)));
  return axis;
}

void define_motor_axis(PartBuilder& b, AxisDefinition definition) {
  const auto find = [motor = std::move(definition.motor), threshold = definition.threshold] {
    return find_motor_axis(motor(), threshold);
  };
  b.define_output("point", [find] { return three_of(find().point); });
  b.define_output("direction", [find] { return three_of(find().direction); });
  b.define_output("pitch", [find] { return std::vector<Expr>{find().pitch}; });
  b.define_output(definition.magnitude, [find] { return std::vector<Expr>{find().magnitude}; });
  b.define_output(definition.along, [find] { return std::vector<Expr>{find().along}; });
  b.assembly().domain<PartPlots>().axes.push_back({b.name(), definition.is_wrench});
}

}  // namespace holon::detail
