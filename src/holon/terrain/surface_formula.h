// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/assembly/ground.h"
#include "holon/model/assembly/position_formula.h"

namespace holon::detail {

/// A surface z(x, y) that does not change, by a formula of x and y: the parameter `height` of a
/// part.
class SurfaceFormula {
 public:
  static constexpr PositionFormula kHeight{"height", 2};

  /// Reports a formula that depends on anything but x, y and parameters.
  SurfaceFormula(PartBuilder& b, Expr height);
  bool is_sound() const { return is_sound_; }
  /// Height and slopes (exact derivatives) at a point.
  GroundPoint at(Expr x, Expr y) const;

 private:
  std::shared_ptr<Symbols> symbols_;
  std::string part_;
  Expr height_, slope_x_, slope_y_;  ///< formulas of the part's symbols x and y
  bool is_sound_ = true;
};

/// Such a surface as a ground.
class FormulaGround final : public Ground {
 public:
  FormulaGround(SurfaceFormula formula, bool has_soil)
      : formula_(std::move(formula)), has_soil_(has_soil) {}
  bool has_soil() const override { return has_soil_; }
  std::vector<GroundPoint> survey(Assembly&, const std::vector<GroundQuery>& queries) override;

 private:
  SurfaceFormula formula_;
  bool has_soil_;
};

}  // namespace holon::detail
