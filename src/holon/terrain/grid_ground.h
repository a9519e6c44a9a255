// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "holon/model/assembly/ground.h"
#include "holon/terrain/height_field.h"

namespace holon::detail {

/// A surface over cells as a ground. Where it is sampled, blades change the cells at its ticks
/// (terrain_process.h), and each query of a point gets a patch of the surface around its path
/// that is renewed then; otherwise it is constant, and queries evaluate its cells.
struct GridGroundValues {
  std::string name;
  HeightField field;
  Soil soil;
  std::optional<double> period{};                ///< [s]
  std::string design{};                          ///< a surface, or none
  std::array<double, 2> survey_x{}, survey_y{};  ///< [m]
  PartBuilder::ErrorReporter report{};
};

class GridGround final : public Ground {
 public:
  explicit GridGround(GridGroundValues values) : values_(std::move(values)) {}
  bool has_soil() const override { return true; }
  bool changes() const override { return values_.period.has_value(); }
  std::vector<GroundPoint> survey(Assembly& assembly,
                                  const std::vector<GroundQuery>& queries) override;
  std::vector<double> calc_heights(const std::vector<double>& x,
                                   const std::vector<double>& y) const override;

 private:
  std::vector<GroundPoint> survey_resting(const std::vector<GroundQuery>& queries) const;
  std::vector<GroundPoint> survey_worked(Assembly& assembly,
                                         const std::vector<GroundQuery>& queries);

  GridGroundValues values_;
};

}  // namespace holon::detail
