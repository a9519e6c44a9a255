// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/position_formula.h"

#include <array>

#include "holon/base/errors.h"
#include "holon/expr/graph/function.h"

namespace holon::detail {

namespace {

constexpr std::array<const char*, 3> kCoordinates{"x", "y", "z"};

}  // namespace

std::vector<MadeName> list_position_names(const SourceNode& part) {
  std::vector<MadeName> names;
  if (!part.peek("field")) return names;
  for (const char* coordinate : kCoordinates) {
    MadeName made;
    made.output = {
        coordinate, {}, dimensions::kLength, "coordinate in the formulas of 'field'", false};
    names.push_back(std::move(made));
  }
  return names;
}

void define_position_names(PartBuilder& b) {
  for (const char* coordinate : kCoordinates) {
    SystemOutput output;
    output.name = b.member(coordinate);
    output.dimension = dimensions::kLength;
    output.description = "coordinate in the formulas of 'field'";
    b.assembly().define_output(std::move(output), [name = b.member(coordinate)] {
      throw ModelError("'" + name + "' has no value: it is a coordinate in the formulas of 'field'",
                       "name the position of a body");
      return std::vector<Expr>{};
    });
  }
}

std::vector<Expr> formulas_at(Symbols& symbols, const std::string& part,
                              const std::vector<Expr>& formulas, const Vector3<Expr>& point) {
  std::vector<Expr> open, from;
  for (const Expr& formula : formulas) {
    const Expr* written = symbols.formula_of(formula);
    open.push_back(written ? *written : formula);
  }
  for (const char* coordinate : kCoordinates) {
    from.push_back(symbols.output(part + "." + coordinate));
  }
  return substitute(open, from, std::vector<Expr>{point[0], point[1], point[2]});
}

}  // namespace holon::detail
