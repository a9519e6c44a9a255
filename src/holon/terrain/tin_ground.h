// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "holon/model/assembly/ground.h"
#include "holon/terrain/height_field.h"
#include "holon/terrain/tin.h"

namespace holon::detail {

/// The smooth surface over cells whose heights are those of a triangulated one at their centres;
/// outside the triangles they continue as at the nearest edge.
class TinGround final : public Ground {
 public:
  TinGround(std::string name, Tin tin, double cell);
  bool has_soil() const override { return false; }
  std::vector<GroundPoint> survey(Assembly& assembly,
                                  const std::vector<GroundQuery>& queries) override;
  /// Of the triangles, exactly; NaN outside.
  std::vector<double> calc_heights(const std::vector<double>& x,
                                   const std::vector<double>& y) const override;
  /// 1 where the triangles are below (x, y) [m], to half a cell at their border, else 0.
  Expr calc_inside(Expr x, Expr y) const;
  /// [m] largest difference between the smooth surface and the triangles at their corners and at
  /// the cells' centres and corners.
  double deviation() const { return deviation_; }
  static double count_cells(const Tin& tin, double cell);

 private:
  std::string name_;
  Tin tin_;
  HeightField field_;
  double deviation_ = 0;
};

}  // namespace holon::detail
