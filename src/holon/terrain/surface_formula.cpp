// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/surface_formula.h"

#include <optional>

#include "holon/expr/derive/jacobian.h"
#include "holon/expr/program/program.h"

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
  const Expr x = x_ = symbols_->output(part_ + ".x"), y = y_ = symbols_->output(part_ + ".y");
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

std::vector<double> SurfaceFormula::calc_heights(const std::vector<double>& x,
                                                 const std::vector<double>& y) const {
  if (height_.is_constant()) return std::vector<double>(x.size(), height_.value());
  std::vector<Expr> from, to;
  for (const Symbols::Parameter& parameter : symbols_->parameters()) {
    from.push_back(parameter.symbol);
    to.emplace_back(parameter.value);
  }
  const Expr height = substitute(std::span(&height_, 1), from, to)[0];
  const FunctionRef function =
      Function::make("height", symbols_->graph(), {{"x", {x_}}, {"y", {y_}}}, {{"z", {height}}});
  const Program program(*function);
  Workspace workspace;
  std::vector<double> heights(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double at[2] = {x[k], y[k]};
    program.run(at, &heights[k], workspace);
  }
  return heights;
}

std::string SurfaceFormula::find_varied() const {
  for (const Expr s : find_symbols({&height_, 1})) {
    if (symbols_->is_parameter(s)) return std::string(s.symbol_name());
  }
  return {};
}

}  // namespace holon::detail
