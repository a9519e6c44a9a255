// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "holon/terrain/surface_formula.h"

namespace holon::detail {

/// A surface by formula as a ground. It has no memory: cutters integrate the volume that they cut.
class FormulaGround final : public Ground {
 public:
  /// No `soil`: a surface alone.
  FormulaGround(std::string name, SurfaceFormula formula, std::optional<Soil> soil)
      : name_(std::move(name)), formula_(std::move(formula)), soil_(std::move(soil)) {}
  bool has_soil() const override { return soil_.has_value(); }
  std::vector<GroundPoint> survey(Assembly& assembly,
                                  const std::vector<GroundQuery>& queries) override;
  std::vector<double> calc_heights(const std::vector<double>& x,
                                   const std::vector<double>& y) const override {
    return formula_.calc_heights(x, y);
  }
  std::string find_varied() const override { return formula_.find_varied(); }

 private:
  std::string name_;
  SurfaceFormula formula_;
  std::optional<Soil> soil_;
};

}  // namespace holon::detail
