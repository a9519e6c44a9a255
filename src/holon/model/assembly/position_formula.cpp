// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/assembly/position_formula.h"

#include <array>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"

namespace holon::detail {

namespace {

constexpr std::array<const char*, 3> kCoordinates{"x", "y", "z"};

std::string describe_coordinate(PositionFormula of) {
  return "coordinate in the formulas of '" + std::string(of.parameter) + "'";
}

}  // namespace

std::vector<MadeName> list_position_names(const SourceNode& part, PositionFormula of) {
  std::vector<MadeName> names;
  if (!part.peek(of.parameter)) return names;
  for (int k = 0; k < of.coordinates; ++k) {
    MadeName made;
    made.output = {kCoordinates.at(static_cast<std::size_t>(k)),
                   {},
                   dimensions::kLength,
                   describe_coordinate(of),
                   false};
    names.push_back(std::move(made));
  }
  return names;
}

void define_position_names(PartBuilder& b, PositionFormula of) {
  for (int k = 0; k < of.coordinates; ++k) {
    SystemOutput output;
    output.name = b.member(kCoordinates.at(static_cast<std::size_t>(k)));
    output.dimension = dimensions::kLength;
    output.description = describe_coordinate(of);
    b.assembly().define_output(
        std::move(output), [name = b.member(kCoordinates.at(static_cast<std::size_t>(k))), of] {
          throw ModelError("'" + name + "' has no value: it is a " + describe_coordinate(of),
                           "name the position of a body");
          return std::vector<Expr>{};
        });
  }
}

std::vector<Expr> formulas_at(Symbols& symbols, const std::string& part,
                              const std::vector<Expr>& formulas, const Vector3<Expr>& point,
                              PositionFormula of) {
  std::vector<Expr> open, from, to;
  for (const Expr& formula : formulas) {
    const Expr* written = symbols.formula_of(formula);
    open.push_back(written ? *written : formula);
  }
  for (int k = 0; k < of.coordinates; ++k) {
    from.push_back(symbols.output(part + "." + kCoordinates.at(static_cast<std::size_t>(k))));
    to.push_back(point[k]);
  }
  return substitute(open, from, to);
}

}  // namespace holon::detail
