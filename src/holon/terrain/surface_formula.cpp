// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/surface_formula.h"

#include <optional>

#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

namespace {

/// The first symbol that is neither x or y nor a parameter.
std::optional<Expr> find_foreign(const Symbols& symbols, Expr e, Expr x, Expr y) {
  for (Expr s : find_symbols({&e, 1})) {
    if (s == x || s == y || symbols.is_parameter(s)) continue;
    const Expr* const formula = symbols.formula_of(s);
    if (!formula) return s;
    if (const auto below = find_foreign(symbols, *formula, x, y)) return below;
  }
  return {};
}

}  // namespace

SurfaceFormula::SurfaceFormula(PartBuilder& b, Expr height)
    : symbols_(b.assembly().symbols()), part_(b.name()) {
  const Expr x = symbols_->output(part_ + ".x"), y = symbols_->output(part_ + ".y");
  const Expr* const written = symbols_->formula_of(height);
  height_ = written ? *written : height;
  if (const auto foreign = find_foreign(*symbols_, height_, x, y)) {
    b.error(
        "height",
        "the height of the ground cannot depend on '" + std::string(foreign->symbol_name()) + "'",
        "let it depend on x, y and parameters");
    is_sound_ = false;
  }
  const auto slope = [&](Expr along) {
    return derivative(std::span(&height_, 1), std::vector<Expr>{along},
                      std::vector<Expr>{Expr(1.0)})[0];
  };
  slope_x_ = slope(x);
  slope_y_ = slope(y);
}

GroundPoint SurfaceFormula::at(Expr x, Expr y) const {
  const std::vector<Expr> values =
      formulas_at(*symbols_, part_, {height_, slope_x_, slope_y_}, {x, y, Expr(0.0)}, kHeight);
  return {values[0], values[1], values[2]};
}

std::vector<GroundPoint> FormulaGround::survey(Assembly&, const std::vector<GroundQuery>& queries) {
  std::vector<GroundPoint> points;
  for (const GroundQuery& query : queries) points.push_back(formula_.at(query.x, query.y));
  return points;
}

}  // namespace holon::detail
