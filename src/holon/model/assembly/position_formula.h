// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/model/assembly/part.h"
#include "holon/model/describe/source.h"

/// Formulas of a position: a parameter of a part whose formulas see x, y (and z), the coordinates
/// of a point in world axes, beside time and what all formulas see.
namespace holon::detail {

/// The parameter of such formulas, and how many coordinates they see.
struct PositionFormula {
  const char* parameter = "field";
  int coordinates = 3;
};

/// x, y (and z), where the part has the parameter; for PartType::list_names.
std::vector<MadeName> list_position_names(const SourceNode& part, PositionFormula of = {});
/// Says of the names x, y and z what they are, where someone asks for them as outputs.
void define_position_names(PartBuilder& b, PositionFormula of = {});
/// What the formulas give at a point [m].
std::vector<Expr> formulas_at(Symbols& symbols, const std::string& part,
                              const std::vector<Expr>& formulas, const Vector3<Expr>& point,
                              PositionFormula of = {});

}  // namespace holon::detail
