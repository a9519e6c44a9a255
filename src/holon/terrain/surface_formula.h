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
  /// Heights in numbers, with the values that parameters have in the model.
  std::vector<double> calc_heights(const std::vector<double>& x,
                                   const std::vector<double>& y) const;
  /// The name of a parameter that studies and the like may vary, on which the height depends; empty
  /// where there is none.
  std::string find_varied() const;

 private:
  std::shared_ptr<Symbols> symbols_;
  std::string part_;
  Expr x_, y_;                       ///< the part's symbols
  Expr height_, slope_x_, slope_y_;  ///< formulas of them
  bool is_sound_ = true;
};

}  // namespace holon::detail
